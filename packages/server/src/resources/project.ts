// A project: belongs to a client or to none, and has a team, managers, modules and work types. A new project starts
// with the account's active modules and work types and with the people who join all projects (decision 35).
import { administratorOnly, allRoles, groupsSql, managers, nonManagers } from '../define/actor.ts'
import { computed, computedText, fullName, ref, refs, sequence, stored } from '../define/fields.ts'
import { anyOf, anyOfOrNone, fromDay, idFilter, isFlag, onDay, untilDay } from '../define/filters.ts'
import {
  date,
  fiveDigitNumber,
  flag,
  html,
  integer,
  orZero,
  percent,
  plainText,
  rate,
  recordId,
} from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import {
  matchesSearch,
  searchedColumn,
  searchedNumber,
  searchedThrough,
  searchFilter,
  textContains,
} from '../define/search-filters.ts'
import { slot, sql, sqlName } from '../io/sql.ts'
import { resetBudgetAlert } from './budget-alert.ts'
import { clientCurrency } from './currencies.ts'
import { duplicateProject } from './project-duplicate.ts'
import { checkActiveProjectLimit, initializeProject, removeProject } from './project-lifecycle.ts'
import { putManagersOnTeam } from './project-team-rules.ts'
import { budgetPeriod, checkBudgetFields } from './retainer.ts'
import { accessibleTo, inVisibleProject, paddedNumber } from './visibility.ts'

const hideFrom = nonManagers
const managerLinks = { table: 'projectmanager', key: 'projectid', ordered: true }

const firstManager = (column: ReturnType<typeof sql>) => sql`(select ${column} from projectmanager link
  join person on person.accountid = link.accountid and person.id = link.personid
  where link.accountid = project.accountid and link.projectid = project.id order by link.position limit 1)`

export const project = defineResource('project', {
  doc: 'Projects.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  actions: { duplicate: duplicateProject },
  joins: { client: 'project.clientid', projectlabel: 'project.labelid' },
  visible: (viewer) => inVisibleProject(viewer, 'project.id'),
  fields: {
    name: stored(plainText(255), { required: true }),
    description: stored(html, { hideFrom }),
    datestart: stored(date, { required: true, doc: 'Start date' }),
    dateend: stored(date, { doc: 'End date' }),
    alert_percent: stored(orZero(percent), {
      hideFrom,
      default: 0,
      doc: 'A budget alert is sent to the managers when this percentage of the budget is reached; 0 when off',
    }),
    alert_date: stored(date, { readOnly: true, hideFrom, doc: 'When the last budget alert was sent' }),
    active: stored(flag, { required: true, default: 't' }),
    billable: stored(flag, { required: true, default: 't', doc: 'Default for time of the project' }),
    budget: stored(rate, { hideFrom, doc: 'Hours or money, by the account' }),
    budgetperiod: stored(budgetPeriod, {
      hideFrom,
      extension: true,
      doc: 'The period of the budget: month, quarter or year since the start; blank for the whole project',
    }),
    carryover: stored(flag, {
      hideFrom,
      extension: true,
      default: 'f',
      doc: "'t' carries over to the next period what is left of a budget, or what the period overran",
    }),
    alertuntil: stored(date, { readOnly: true, shown: false }),
    clientid: ref('client'),
    client: computedText(sqlName('client.name')),
    clientlocalid: computed(fiveDigitNumber, sqlName('client.localid')),
    labelid: ref('projectlabel'),
    label: computedText(sqlName('projectlabel.name')),
    labelcolor: computedText(sqlName('projectlabel.color')),
    currency: computedText(clientCurrency, {
      hideFrom,
      nullable: false,
      extension: true,
      doc: 'Currency of its rates and of a budget in money, which is that of the client',
    }),
    label_order: computed(integer, sqlName('projectlabel.priority')),
    localidunpadded: computed(integer, sqlName('project.localid'), { doc: 'Local id without leading zeros' }),
    localid: sequence('project', fiveDigitNumber, { doc: 'Human-readable number, zero-padded' }),
    manager: computedText(firstManager(fullName('person')), { doc: 'Full name of the first manager' }),
    managerid: refs('person', managerLinks, {
      doc: 'One or several people, comma-separated; only Administrators and Managers. Managers join the team',
      allowedTargets: {
        dependsOn: [],
        where: () => sql`person.groupid in ${groupsSql(managers)}`,
        reason: 'is not an Administrator or Manager',
      },
    }),
    firstmanagerid: computed(recordId, firstManager(sql`link.personid`), { target: 'person', shown: false }),
  },
  inSearch: { title: ['name'], context: 'client' },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    clientid: anyOfOrNone('clientid', 'Projects of the clients; -1 adds projects without a client'),
    managerid: anyOfOrNone('managerid', 'Projects managed by the persons; -1 adds projects without a manager'),
    labelid: anyOf('labelid', 'Projects with the label'),
    name: textContains('name', 'Name matching'),
    datestart: onDay('datestart', 'Starting on that date'),
    datestartbegin: fromDay('datestart', 'Starting on or after'),
    datestartend: untilDay('datestart', 'Starting on or before'),
    dateend: onDay('dateend', 'Ending on that date'),
    dateendbegin: fromDay('dateend', 'Ending on or after'),
    dateendend: untilDay('dateend', 'Ending on or before'),
    search: searchFilter('Matches name, description, client, localid', (use) => [
      searchedColumn(use, 'name'),
      searchedThrough(use, 'clientid', {
        table: 'client',
        columns: ['name'],
        matches: matchesSearch(sql`client.name`, use),
      }),
      searchedNumber(use, 'localid', paddedNumber('project.localid')),
      ...(hideFrom.includes(use.viewer.role) ? [] : [searchedColumn(use, 'description')]),
    ]),
    active: isFlag('active', 'Active or inactive'),
    billable: isFlag('billable', 'Billable or unbillable'),
    personid: idFilter('Projects the person can access', (use) => accessibleTo('project.id', slot(use.slotName)), {
      target: 'person',
    }),
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
  resolveFields: checkBudgetFields,
  before: checkActiveProjectLimit,
  after: async (change, id) => {
    await (change.id === null ? initializeProject(change, id) : resetBudgetAlert(change, id))
    await putManagersOnTeam(change, id)
  },
  beforeRemove: removeProject,
})
