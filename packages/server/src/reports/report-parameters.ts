// What the reports share: the parameters for projects, days and groups, and the order of rows. Only projects that the
// caller sees are counted, whatever the parameters say (decision 33).
import { type Actor, actorValues, type Viewer } from '../define/actor.ts'
import { badRequest, Invalid } from '../define/api-error.ts'
import { date, idList, type Kind, plainText, recordId } from '../define/kinds.ts'
import { nullableReportField, type ReportParameters, reportField } from '../define/report.ts'
import { toIds } from '../define/resource.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, type SlotValues, slot, sql } from '../io/sql.ts'
import { monthAfter, monthNumber } from '../kit/periods.ts'
import { inVisibleProject } from '../resources/visibility.ts'

export const projectParameters = {
  clientid: reportField(idList, 'Only projects of these clients'),
  projectid: reportField(idList, 'Only these projects'),
}

export const dayParameters = {
  datebegin: reportField(date, 'On or after'),
  dateend: reportField(date, 'On or before'),
}

const anyText = plainText()

/** One of the names of what a report can add up by. */
export const groupingKind = (names: readonly string[]): Kind => ({
  ...anyText,
  name: 'word',
  parse: (wire) => {
    const value = anyText.parse(wire)
    return value === null || names.includes(String(value)) ? value : new Invalid(`must be one of ${names.join(', ')}`)
  },
  allowedValues: names,
})

/** The client of a row. Both are null for projects without a client. */
export const clientColumns = {
  clientid: nullableReportField(recordId, 'The client; null for projects without one'),
  client: nullableReportField(plainText(), 'Its name'),
}

/** Amounts of different currencies are never added up, so each row has one currency. */
export const currencyColumn = {
  currency: reportField(plainText(), 'Currency of its amounts; blank when neither client nor company have one'),
}

export const projectColumns = {
  ...clientColumns,
  projectid: reportField(recordId, 'The project'),
  project: reportField(plainText(), 'Its name'),
}

/** The ids of the requested projects that the viewer sees. */
export const selectedProjects = (
  viewer: Viewer,
  condition: Fragment = sql`1 = 1`,
): Fragment => sql`(select project.id from project
  where project.accountid = ${accountSlot} and ${inVisibleProject(viewer, 'project.id') ?? sql`1 = 1`} and ${condition}
  and (${slot('everyclient')} = 't' or ${isOneOf(sql`project.clientid`, 'clientids')})
  and (${slot('everyproject')} = 't' or ${isOneOf(sql`project.id`, 'projectids')}))`

export const projectValues = (actor: Actor, parameters: ReportParameters): SlotValues => ({
  ...actorValues(actor),
  everyclient: parameters.has('clientid') ? 'f' : 't',
  clientids: toIds(parameters.get('clientid')),
  everyproject: parameters.has('projectid') ? 'f' : 't',
  projectids: toIds(parameters.get('projectid')),
})

export interface DayRange {
  readonly datebegin: string
  readonly dateend: string
}

/** The range includes both days (decision 14). */
export function requestedDays(parameters: ReportParameters, defaults: DayRange): DayRange {
  const datebegin = String(parameters.get('datebegin') ?? defaults.datebegin)
  const dateend = String(parameters.get('dateend') ?? defaults.dateend)
  if (dateend < datebegin) throw badRequest(`dateend: "${dateend}" is before datebegin, "${datebegin}"`)
  return { datebegin, dateend }
}

/** The twelve months that end with the current one, or with that of the requested last day. */
function defaultDays({ today }: Actor, parameters: ReportParameters): DayRange {
  const begin = parameters.get('datebegin')
  const asked = String(parameters.get('dateend') ?? today)
  const end = begin !== undefined && String(begin) > asked ? String(begin) : asked
  return { datebegin: monthAfter(end, -11) ?? end, dateend: end }
}

/** The requested days, or the twelve months until today. A report with rows for each period has a bound. */
export function recentMonths(actor: Actor, parameters: ReportParameters, maxMonths: number): DayRange {
  const days = requestedDays(parameters, defaultDays(actor, parameters))
  if (monthNumber(days.dateend) - monthNumber(days.datebegin) >= maxMonths)
    throw badRequest(`datebegin: choose at most ${maxMonths} months`)
  return days
}

export const clientOrder: Fragment = sql`client.name is null, client.name, client.id`
export const projectOrder: Fragment = sql`${clientOrder}, project.name, project.id`

export function sumOf<T>(all: Iterable<T>, part: (one: T) => bigint): bigint {
  let sum = 0n
  for (const one of all) sum += part(one)
  return sum
}

/** A sum from the database: text, because it may be too large for a number; null if there were no rows. */
export const sumUnits = (sum: unknown): bigint => BigInt(String(sum ?? 0))
