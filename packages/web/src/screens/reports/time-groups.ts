// The groups of the time report: names, spans, and empty groups for days, weeks or months without time.
import { Decimal, type IsoDate, isoDate, type TimereportRow } from '@stint/sdk'
import type { QueryOf } from '../../api/records.ts'
import { addDays, addMonths, mondayOf } from '../../kit/day.ts'
import type { Span } from '../../kit/spans.ts'
import type { Grouping } from './search.ts'

export interface Group extends TimereportRow {
  /** The index of the group; tables need an id. */
  readonly id: number
  readonly label: string
  /** The hours in the period before; undefined if they are not compared. */
  readonly before?: Decimal | undefined
}

const maxGroups = 400

export const isOfDates = (by: Grouping): by is 'day' | 'week' | 'month' =>
  by === 'day' || by === 'week' || by === 'month'

const firstDayOf = (name: string): IsoDate => isoDate(name.length === 7 ? `${name}-01` : name)

const nextStart = (by: Grouping, day: IsoDate): IsoDate =>
  by === 'day' ? addDays(day, 1) : by === 'week' ? addDays(day, 7) : addMonths(day, 1)

const nameOf = (by: Grouping, day: IsoDate): string => (by === 'month' ? day.slice(0, 7) : day)

const emptyGroup = { groupid: null, hours: Decimal.from(0), billable: Decimal.from(0), entries: 0 }

/** Adds the empty days, weeks or months between the first and the last. */
export function withEmptyGroups(rows: readonly TimereportRow[], by: Grouping): TimereportRow[] {
  const names = rows.flatMap(({ name }) => (name === null ? [] : [name]))
  const [begin, end] = [names[0], names.at(-1)]
  if (!isOfDates(by) || begin === undefined || end === undefined) return [...rows]
  const byName = new Map(rows.map((row) => [row.name, row]))
  const all: TimereportRow[] = []
  for (let day = firstDayOf(begin); day <= firstDayOf(end) && all.length < maxGroups; day = nextStart(by, day)) {
    const name = nameOf(by, day)
    all.push(byName.get(name) ?? { ...emptyGroup, name })
  }
  return all.length === maxGroups ? [...rows] : all
}

/**
 * The rows with their hours in the period before, and the groups that had hours only then. It is for groups with a
 * name: a day, week or month of another period is another one.
 */
export function withHoursBefore(
  rows: readonly TimereportRow[],
  before: readonly TimereportRow[],
): (TimereportRow & Pick<Group, 'before'>)[] {
  const known = new Set(rows.map(({ groupid }) => groupid))
  const gone = before.filter(({ groupid }) => !known.has(groupid))
  const hoursBefore = new Map(before.map(({ groupid, hours }) => [groupid, hours]))
  const all = [...rows, ...gone.map(({ groupid, name }) => ({ ...emptyGroup, groupid, name }))]
  return all.map((row) => ({ ...row, before: hoursBefore.get(row.groupid) ?? Decimal.from(0) }))
}

/** The days of a group, limited to the span of the report. */
function spanOf(by: Grouping, name: string, { datebegin, dateend }: Span): Span {
  const day = firstDayOf(name)
  const begin = by === 'week' ? mondayOf(day) : day
  const end = addDays(nextStart(by, begin), -1)
  return {
    datebegin: datebegin !== undefined && datebegin > begin ? datebegin : begin,
    dateend: dateend !== undefined && dateend < end ? dateend : end,
  }
}

/** The query for the entries of one group. Projects without a client are found with the id -1. */
export function entriesQuery(by: Grouping, { groupid, name }: TimereportRow, asked: QueryOf<'time'>): QueryOf<'time'> {
  const { datebegin, dateend } = asked
  if (isOfDates(by)) return { ...asked, ...spanOf(by, name ?? '', { datebegin, dateend }) }
  const id = groupid ?? -1
  return { ...asked, [`${by}id`]: id }
}
