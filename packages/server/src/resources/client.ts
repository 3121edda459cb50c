// A client: a customer that owns projects. Resources and Executives see only the clients of projects on whose team they
// are (an Executive also their own client), and of these only the name and number.
import { administratorOnly, allRoles, nonManagers, ownClient } from '../define/actor.ts'
import { computed, sequence, stored } from '../define/fields.ts'
import { anyOf, flagFilter, isFlag, matchesSearch, searchFilter } from '../define/filters.ts'
import { date, fiveDigitNumber, flag, html, integer, plainText } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { accountSlot, anyCondition, sql, sqlName } from '../io/sql.ts'
import { inVisibleProject, ownProjects, paddedNumber, seesAll } from './visibility.ts'

const hideFrom = nonManagers

export const client = defineResource('client', {
  doc: 'Customers that own projects.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  visible: (viewer) => {
    if (seesAll(viewer)) return null
    const throughProjects = sql`client.id in (select project.clientid from project
      where project.accountid = ${accountSlot} and project.id in ${ownProjects})`
    return viewer.role === 'Executive'
      ? anyCondition([throughProjects, sql`client.id = ${ownClient}`])
      : throughProjects
  },
  fields: {
    name: stored(plainText(255), { required: true }),
    datecreated: stored(date, { required: true, hideFrom }),
    description: stored(html, { hideFrom }),
    email: stored(plainText(255), { hideFrom }),
    website: stored(plainText(255), { hideFrom }),
    phone: stored(plainText(50), { hideFrom }),
    fax: stored(plainText(50), { hideFrom }),
    address: stored(plainText(), { hideFrom }),
    active: stored(flag, { required: true, default: 't' }),
    localidunpadded: computed(integer, sqlName('client.localid'), { doc: 'Local id without leading zeros' }),
    localid: sequence('client', fiveDigitNumber, { doc: 'Human-readable number, zero-padded' }),
  },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    active: isFlag('active', 'Active or inactive clients'),
    search: searchFilter('Matches name, description, localid', (use) => [
      matchesSearch(sql`client.name`, use),
      matchesSearch(paddedNumber('client.localid'), use),
      ...(hideFrom.includes(use.viewer.role) ? [] : [matchesSearch(sql`client.description`, use)]),
    ]),
    projectsonly: flagFilter(
      'Only clients with active projects',
      ({
        viewer,
      }) => sql`exists (select 1 from project where project.accountid = ${accountSlot} and project.clientid = client.id
        and project.active = 't' and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`})`,
      () => sql`1 = 1`,
    ),
  },
  sorts: { id: 'id', localid: 'localid', name: 'name', datecreated: 'datecreated' },
})
