// A project that nobody else has touched, of a client of its own, so that what is billed, owed and paid for it is known to the cent.
// Administrators make it; whoever walks is on its team.

import { createRecord } from './api-records.ts'
import type { RoleRun, Wire } from './role-test.ts'

export interface OwnProject {
  readonly client: Wire
  readonly project: Wire
}

/** Before the demo company was founded, so that no journey through weeks meets it. */
export const beforeDemo = '2025-03-03'

export async function createOwnProject(way: RoleRun, what: string): Promise<OwnProject> {
  const administrator = 'demo-administrator'
  const began = { datecreated: beforeDemo, active: 't' }
  const client = await createRecord(way, 'client', { name: way.uniqueName(`${what} house`), ...began }, administrator)
  const about = { name: way.uniqueName(what), clientid: String(client.id), datestart: beforeDemo }
  const project = await createRecord(way, 'project', about, administrator)
  // Administrators see every project anyway, and are on no team.
  if (way.who !== administrator) {
    await createRecord(
      way,
      'projectteam',
      { projectid: String(project.id), personid: await way.personId() },
      administrator,
    )
  }
  return { client, project }
}

/** Billable hours of this person on it. */
export async function logHours(way: RoleRun, { project }: OwnProject, hours: number): Promise<Wire> {
  const [worktype] = await way.list(`/projectworktype/?projectid=${project.id}&limit=1`)
  const [module] = await way.list(`/projectmodule/?projectid=${project.id}&limit=1`)
  return createRecord(way, 'time', {
    projectid: String(project.id),
    moduleid: String(module?.moduleid),
    worktypeid: String(worktype?.worktypeid),
    personid: await way.personId(),
    date: beforeDemo,
    time: hours,
    billable: 't',
  })
}

/** An amount as the page writes it for somebody in this country. */
export const formatMoney = (amount: string | number | null | undefined, locale = 'en-GB'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(amount))
