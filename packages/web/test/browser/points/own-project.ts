// A project that nobody else has touched, of a client of its own, so that what is billed, owed and paid for it is known to the cent.
// Administrators make it; whoever walks is on its team.

import type { Way, Wire } from './point.ts'
import { made } from './writing.ts'

export interface Own {
  readonly client: Wire
  readonly project: Wire
}

/** Before the demo company was founded, so that no journey through weeks meets it. */
export const longAgo = '2025-03-03'

export async function ownProject(way: Way, what: string): Promise<Own> {
  const administrator = 'demo-administrator'
  const began = { datecreated: longAgo, active: 't' }
  const client = await made(way, 'client', { name: way.named(`${what} house`), ...began }, administrator)
  const about = { name: way.named(what), clientid: String(client.id), datestart: longAgo }
  const project = await made(way, 'project', about, administrator)
  // Administrators see every project anyway, and are on no team.
  if (way.who !== administrator) {
    await made(way, 'projectteam', { projectid: String(project.id), personid: await way.self() }, administrator)
  }
  return { client, project }
}

/** Billable hours of this person on it. */
export async function logged(way: Way, { project }: Own, hours: number): Promise<Wire> {
  const [worktype] = await way.listed(`/projectworktype/?projectid=${project.id}&limit=1`)
  const [module] = await way.listed(`/projectmodule/?projectid=${project.id}&limit=1`)
  return made(way, 'time', {
    projectid: String(project.id),
    moduleid: String(module?.moduleid),
    worktypeid: String(worktype?.worktypeid),
    personid: await way.self(),
    date: longAgo,
    time: hours,
    billable: 't',
  })
}

/** An amount as the page writes it for somebody in this country. */
export const money = (amount: string | number | null | undefined, locale = 'en-GB'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(amount))
