// A client: a customer that owns projects. Resources and Executives see its name and number only, and only clients of
// projects on whose team they are (an Executive also their own client).
import { everyone, ownClient, type Role } from '../define/actor.ts'
import { computed, sequence, stored } from '../define/fields.ts'
import { anyOf, flag as flagFilter, found, isFlag, searchIn } from '../define/filters.ts'
import { date, flag, html, integer, padded, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { account, anyOfThese, name, sql } from '../io/sql.ts'
import { inVisibleProject, ownProjects, paddedNumber, seesAll } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']
const hideFrom: readonly Role[] = ['Resource', 'Executive']

export const client = defineResource('client', {
  doc: 'Customers that own projects.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  visible: (viewer) => {
    if (seesAll(viewer)) return null
    const throughProjects = sql`client.id in (select project.clientid from project
      where project.accountid = ${account} and project.id in ${ownProjects})`
    return viewer.role === 'Executive' ? anyOfThese([throughProjects, sql`client.id = ${ownClient}`]) : throughProjects
  },
  fields: {
    name: stored(text(255), { required: true }),
    datecreated: stored(date, { required: true, hideFrom }),
    description: stored(html, { hideFrom }),
    email: stored(text(255), { hideFrom }),
    website: stored(text(255), { hideFrom }),
    phone: stored(text(50), { hideFrom }),
    fax: stored(text(50), { hideFrom }),
    address: stored(text(), { hideFrom }),
    active: stored(flag, { required: true, default: 't' }),
    localidunpadded: computed(integer, name('client.localid'), { doc: 'Local id without leading zeros' }),
    localid: sequence('client', padded, { doc: 'Human-readable number, zero-padded' }),
  },
  filters: {
    localid: anyOf('localid', 'By local ID'),
    active: isFlag('active', 'Active or inactive clients'),
    search: searchIn('Matches name, description, localid', (use) => [
      found(sql`client.name`, use),
      found(paddedNumber('client.localid'), use),
      ...(hideFrom.includes(use.viewer.role) ? [] : [found(sql`client.description`, use)]),
    ]),
    projectsonly: flagFilter(
      'Only clients with active projects',
      ({
        viewer,
      }) => sql`exists (select 1 from project where project.accountid = ${account} and project.clientid = client.id
        and project.active = 't' and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`})`,
      () => sql`1 = 1`,
    ),
  },
  sorts: { id: 'id', localid: 'localid', name: 'name', datecreated: 'datecreated' },
})
