// A project: belongs to a client or to none, has a team, managers, modules and work types. A new one starts with the
// account's active modules and work types and everyone who is on all projects (decision 35).
import { everyone, type Role } from '../define/actor.ts'
import { computed, fullName, label, ref, refs, sequence, stored } from '../define/fields.ts'
import {
  anyOf,
  anyOfOrNone,
  contains,
  found,
  fromDay,
  isFlag,
  onDay,
  oneOf,
  searchIn,
  untilDay,
} from '../define/filters.ts'
import { date, flag, html, id, integer, orZero, padded, percent, rate, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { name, slot, sql } from '../io/sql.ts'
import { renewAlert } from './budget-alert.ts'
import { endProject, keepWithinLimit, startProject } from './project-life.ts'
import { accessibleTo, inVisibleProject, paddedNumber } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']
const hideFrom: readonly Role[] = ['Resource', 'Executive']
const managers = { table: 'projectmanager', key: 'projectid', ordered: true }

const firstManager = (column: ReturnType<typeof sql>) => sql`(select ${column} from projectmanager link
  join person on person.accountid = link.accountid and person.id = link.personid
  where link.accountid = project.accountid and link.projectid = project.id order by link.position limit 1)`

export const project = defineResource('project', {
  doc: 'Projects.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  joins: { client: 'project.clientid', projectlabel: 'project.labelid' },
  visible: (viewer) => inVisibleProject(viewer, 'project.id'),
  fields: {
    name: stored(text(255), { required: true }),
    description: stored(html, { hideFrom }),
    datestart: stored(date, { required: true, doc: 'Start date' }),
    dateend: stored(date, { doc: 'End date' }),
    alert_percent: stored(orZero(percent), {
      hideFrom,
      default: 0,
      doc: 'A budget alert is sent to the managers when this percentage of the budget is reached; 0 when off',
    }),
    alert_date: stored(date, { fixed: true, hideFrom, doc: 'When the budget alert was given' }),
    active: stored(flag, { required: true, default: 't' }),
    billable: stored(flag, { required: true, default: 't', doc: 'Default for time of the project' }),
    budget: stored(rate, { hideFrom, doc: 'Hours or money, by the account' }),
    clientid: ref('client'),
    client: label(name('client.name')),
    clientlocalid: computed(padded, name('client.localid')),
    labelid: ref('projectlabel'),
    label: label(name('projectlabel.name')),
    labelcolor: label(name('projectlabel.color')),
    label_order: computed(integer, name('projectlabel.priority')),
    localidunpadded: computed(integer, name('project.localid'), { doc: 'Local id without leading zeros' }),
    localid: sequence('project', padded, { doc: 'Human-readable number, zero-padded' }),
    manager: label(firstManager(fullName('person')), { doc: 'Full name of the first manager' }),
    managerid: refs('person', managers, {
      doc: 'One or several people, comma-separated; only Administrators and Managers',
      among: { dependsOn: [], where: () => sql`person.groupid in (2, 3)` },
    }),
    firstmanagerid: computed(id, firstManager(sql`link.personid`), { shown: false }),
  },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    clientid: anyOfOrNone('clientid', 'Projects of the clients; -1 adds projects without a client'),
    managerid: anyOfOrNone('managerid', 'Projects managed by the persons; -1 adds projects without a manager'),
    labelid: anyOf('labelid', 'Projects with the label'),
    name: contains('name', 'Name matching'),
    datestart: onDay('datestart', 'Starting on that date'),
    datestartbegin: fromDay('datestart', 'Starting on or after'),
    datestartend: untilDay('datestart', 'Starting on or before'),
    dateend: onDay('dateend', 'Ending on that date'),
    dateendbegin: fromDay('dateend', 'Ending on or after'),
    dateendend: untilDay('dateend', 'Ending on or before'),
    search: searchIn('Matches name, description, client, localid', (use) => [
      found(sql`project.name`, use),
      found(sql`client.name`, use),
      found(paddedNumber('project.localid'), use),
      ...(hideFrom.includes(use.viewer.role) ? [] : [found(sql`project.description`, use)]),
    ]),
    active: isFlag('active', 'Active or inactive'),
    billable: isFlag('billable', 'Billable or unbillable'),
    personid: oneOf('Projects the person can access', (use) => accessibleTo('project.id', slot(use.slotName))),
  },
  sorts: {
    id: 'id',
    localid: 'localid',
    clientid: 'clientid',
    managerid: 'firstmanagerid',
    name: 'name',
    datestart: 'datestart',
    dateend: 'dateend',
    billable: 'billable',
    labelid: 'labelid',
    label: 'label',
    label_order: 'label_order',
  },
  before: keepWithinLimit,
  after: (change, id) => (change.id === null ? startProject(change, id) : renewAlert(change, id)),
  removing: endProject,
})
