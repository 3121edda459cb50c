// What the money reports have in common: which projects they are about, the days they cover, and the order of their
// rows. Only projects that the caller sees are ever counted, whatever is asked (decision 33).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { date, idList, plainText, recordId } from '../define/kinds.ts'
import { nullableReportField, type ReportParameters, reportField } from '../define/report.ts'
import { toIds } from '../define/resource.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, type SlotValues, slot, sql } from '../io/sql.ts'
import { inVisibleProject } from '../resources/visibility.ts'

export const projectParameters = {
  clientid: reportField(idList, 'Only projects of these clients'),
  projectid: reportField(idList, 'Only these projects'),
}

export const dayParameters = {
  datebegin: reportField(date, 'On or after'),
  dateend: reportField(date, 'On or before'),
}

/** Whose row it is. A project without a client has neither. */
export const clientColumns = {
  clientid: nullableReportField(recordId, 'The client; null for projects without one'),
  client: nullableReportField(plainText(), 'Its name'),
}

export const projectColumns = {
  ...clientColumns,
  projectid: reportField(recordId, 'The project'),
  project: reportField(plainText(), 'Its name'),
}

/** The ids of the projects that were asked for and that the viewer sees. */
export const selectedProjects = (
  viewer: Viewer,
  also: Fragment = sql`1 = 1`,
): Fragment => sql`(select project.id from project
  where project.accountid = ${accountSlot} and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`} and ${also}
  and (${slot('everyclient')} = 't' or ${isOneOf(sql`project.clientid`, 'clientids')})
  and (${slot('everyproject')} = 't' or ${isOneOf(sql`project.id`, 'projectids')}))`

export const projectValues = (actor: Actor, asked: ReportParameters): SlotValues => ({
  ...actorValues(actor),
  everyclient: asked.has('clientid') ? 'f' : 't',
  clientids: toIds(asked.get('clientid')),
  everyproject: asked.has('projectid') ? 'f' : 't',
  projectids: toIds(asked.get('projectid')),
})

export interface DayRange {
  readonly datebegin: string
  readonly dateend: string
}

/** Both ends belong to it (decision 14). */
export function requestedDays(asked: ReportParameters, usual: DayRange): DayRange {
  const datebegin = String(asked.get('datebegin') ?? usual.datebegin)
  const dateend = String(asked.get('dateend') ?? usual.dateend)
  if (dateend < datebegin) throw badRequest(`dateend: "${dateend}" is before datebegin, "${datebegin}"`)
  return { datebegin, dateend }
}

export const clientOrder: Fragment = sql`client.name is null, client.name, client.id`
export const projectOrder: Fragment = sql`${clientOrder}, project.name, project.id`

/** A sum as the database gives it: a text, because a number may not carry it; null when nothing was summed. */
export const sumUnits = (summed: unknown): bigint => BigInt(String(summed ?? 0))
