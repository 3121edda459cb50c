// A preview of the lines of an invoice that is created from time entries: one line per work type and rate of
// each group, rounded as the server does. The server creates the real lines.
import { Decimal, type IsoDate, type TimeRecord } from '@stint/sdk'
import { groupBy } from '../../kit/group-by.ts'
import { sumHours } from '../../kit/hours.ts'
import { lineAmount, sumMoney } from '../../kit/money.ts'

/** What the hours of an invoice can be grouped by; the first is the default. */
export const groupings = ['worktype', 'task', 'person', 'day', 'entry'] as const
export type Grouping = (typeof groupings)[number]

export const groupingOf = (word: string | undefined): Grouping =>
  groupings.find((grouping) => grouping === word) ?? 'worktype'

/** The group of an entry, with a name that begins the name of its line; null for one that has none. */
function groupOf(entry: TimeRecord, grouping: Grouping, dayName: (day: IsoDate) => string) {
  if (grouping === 'task') return entry.taskid === null ? null : { key: String(entry.taskid), name: entry.task ?? '' }
  if (grouping === 'person') return { key: String(entry.personid), name: entry.person ?? '' }
  if (grouping === 'day') return { key: entry.date, name: dayName(entry.date) }
  return grouping === 'entry' ? { key: String(entry.id), name: dayName(entry.date) } : null
}

/** How lines are grouped and named. */
export interface LineNames {
  readonly grouping: Grouping
  readonly dayName: (day: IsoDate) => string
  readonly nameInGroup: (group: string, worktype: string) => string
}

export interface TimeLine {
  readonly key: string
  readonly worktypeid: number
  readonly name: string
  readonly rate: Decimal
  readonly hours: Decimal
  readonly amount: Decimal
  readonly entries: readonly TimeRecord[]
}

/** The hours that an invoice may leave out. An entry can be in both groups. */
export interface DoubtfulHours {
  /** After today. */
  readonly future: ReadonlySet<number>
  /** In weeks that are not approved. */
  readonly unapproved: ReadonlySet<number>
}

export interface ExcludedHours {
  readonly excludefuture: boolean
  readonly excludeunapproved: boolean
}

/** The entries that the invoice will bill. */
export const billedEntries = (
  entries: readonly TimeRecord[],
  { future, unapproved }: DoubtfulHours,
  { excludefuture, excludeunapproved }: ExcludedHours,
): TimeRecord[] =>
  entries.filter(({ id }) => !(excludefuture && future.has(id)) && !(excludeunapproved && unapproved.has(id)))

export function groupIntoTimeLines(
  entries: readonly TimeRecord[],
  { grouping, dayName, nameInGroup }: LineNames,
): TimeLine[] {
  const zero = Decimal.from(0)
  const firstDay = (list: readonly TimeRecord[]): string => list.map(({ date }) => date).toSorted()[0] ?? ''
  const keyOf = (entry: TimeRecord): string =>
    `${entry.worktypeid} ${entry.hourlyrate ?? zero} ${groupOf(entry, grouping, dayName)?.key ?? ''}`
  return [...groupBy(entries, keyOf)]
    .map(([key, list]) => ({ key, list, worktypeid: list[0]?.worktypeid ?? 0, first: firstDay(list) }))
    .map((line) => ({ ...line, group: line.list[0] ? groupOf(line.list[0], grouping, dayName) : null }))
    .sort((a, b) => {
      if (a.group === null && b.group === null) return a.worktypeid - b.worktypeid || (a.first < b.first ? -1 : 1)
      if (a.group === null || b.group === null) return a.group === null ? -1 : 1
      return a.first === b.first ? a.worktypeid - b.worktypeid : a.first < b.first ? -1 : 1
    })
    .map(({ key, list, worktypeid, group }) => {
      const hours = sumHours(list.map(({ time }) => time))
      const rate = list[0]?.hourlyrate ?? zero
      const worktype = list[0]?.worktype ?? ''
      const name = group === null ? worktype : nameInGroup(group.name, worktype)
      return { key, worktypeid, name, rate, hours, amount: lineAmount(hours, rate), entries: list }
    })
}

export const sumTimeLines = (lines: readonly TimeLine[]): { hours: Decimal; amount: Decimal } => ({
  hours: sumHours(lines.map(({ hours }) => hours)),
  amount: sumMoney(lines.map(({ amount }) => amount)),
})
