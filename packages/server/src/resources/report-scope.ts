// What the money reports have in common: which projects they are about, the days they cover, and the order of their
// rows. Only projects that the caller sees are ever counted, whatever is asked (decision 33).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { date, id, idList, text } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Asked, described, describedOrNull } from '../define/report.ts'
import { idsOf } from '../define/resource.ts'
import { isOneOf } from '../io/dialect.ts'
import { account, type Fragment, slot, sql, type Values } from '../io/sql.ts'
import { inVisibleProject } from './visibility.ts'

export const scope = {
  clientid: described(idList, 'Only projects of these clients'),
  projectid: described(idList, 'Only these projects'),
}

export const dates = {
  datebegin: described(date, 'On or after'),
  dateend: described(date, 'On or before'),
}

/** Whose row it is. A project without a client has neither. */
export const clientColumns = {
  clientid: describedOrNull(id, 'The client; null for projects without one'),
  client: describedOrNull(text(), 'Its name'),
}

export const projectColumns = {
  ...clientColumns,
  projectid: described(id, 'The project'),
  project: described(text(), 'Its name'),
}

/** The ids of the projects that were asked for and that the viewer sees. */
export const chosenProjects = (
  viewer: Viewer,
  also: Fragment = sql`1 = 1`,
): Fragment => sql`(select project.id from project
  where project.accountid = ${account} and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`} and ${also}
  and (${slot('everyclient')} = 't' or ${isOneOf(sql`project.clientid`, 'clientids')})
  and (${slot('everyproject')} = 't' or ${isOneOf(sql`project.id`, 'projectids')}))`

export const scopeValues = (actor: Actor, asked: Asked): Values => ({
  ...actorValues(actor),
  everyclient: asked.has('clientid') ? 'f' : 't',
  clientids: idsOf(asked.get('clientid')),
  everyproject: asked.has('projectid') ? 'f' : 't',
  projectids: idsOf(asked.get('projectid')),
})

export interface Days {
  readonly datebegin: string
  readonly dateend: string
}

/** Both ends belong to it (decision 14). */
export function daysAsked(asked: Asked, usual: Days): Days {
  const datebegin = String(asked.get('datebegin') ?? usual.datebegin)
  const dateend = String(asked.get('dateend') ?? usual.dateend)
  if (dateend < datebegin) throw invalid(`dateend: "${dateend}" is before datebegin, "${datebegin}"`)
  return { datebegin, dateend }
}

export const byClient: Fragment = sql`client.name is null, client.name, client.id`
export const byProject: Fragment = sql`${byClient}, project.name, project.id`

/** A sum as the database gives it: a text, because a number may not carry it; null when nothing was summed. */
export const units = (summed: unknown): bigint => BigInt(String(summed ?? 0))
