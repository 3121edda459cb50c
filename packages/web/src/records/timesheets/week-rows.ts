// Arranges the time entries of a week as a grid: one row per work, one column per day. Sums are exact decimals. Pure
// functions; nothing is shown or saved here.
import type { Decimal, IsoDate, TimeRecord } from '@stint/sdk'
import { sumHours } from '../../kit/hours.ts'

export interface WeekRow {
  readonly key: string
  readonly taskid: number | null
  readonly projectid: number
  readonly moduleid: number
  readonly worktypeid: number
  readonly billable: boolean
  readonly task: string | null
  /** Null if the person no longer sees the project. */
  readonly project: string | null
  readonly client: string | null
  readonly module: string | null
  readonly worktype: string | null
}

type RowIdentity = Pick<WeekRow, 'taskid' | 'projectid' | 'moduleid' | 'worktypeid' | 'billable'>

/** For a task, module and project are not part of the key, so that entries stay in one row after the task has moved. */
export const rowKey = ({ taskid, projectid, moduleid, worktypeid, billable }: RowIdentity): string =>
  [taskid ?? `p${projectid}.${moduleid}`, worktypeid, billable ? 'b' : 'u'].join('-')

export function toWeekRow(about: RowIdentity & Omit<WeekRow, 'key'>): WeekRow {
  const { taskid, projectid, moduleid, worktypeid, billable, task, project, client, module, worktype } = about
  const names = { task, project, client, module, worktype }
  return { key: rowKey(about), taskid, projectid, moduleid, worktypeid, billable, ...names }
}

const rowSortName = ({ project, task, module, worktype, billable }: WeekRow): string =>
  [project, task ?? module, worktype, billable ? '0' : '1'].join('\n')

/** Sorted by name, so that a row keeps its position when it gets its first hours. */
export function toWeekRows(entries: readonly TimeRecord[], added: readonly WeekRow[]): WeekRow[] {
  const rows = new Map(added.map((row) => [row.key, row]))
  for (const entry of entries) rows.set(rowKey(entry), toWeekRow(entry))
  return [...rows.values()].sort((one, other) => rowSortName(one).localeCompare(rowSortName(other)))
}

export const cellKey = (row: string, day: string): string => `${row} ${day}`

export type Cells = ReadonlyMap<string, readonly TimeRecord[]>

export function cellsOf(entries: readonly TimeRecord[]): Cells {
  const cells = new Map<string, TimeRecord[]>()
  for (const entry of entries) {
    const key = cellKey(rowKey(entry), entry.date)
    cells.set(key, [...(cells.get(key) ?? []), entry])
  }
  return cells
}

export const hoursOf = (entries: readonly TimeRecord[]): Decimal => sumHours(entries.map(({ time }) => time))

export interface Totals {
  row(key: string): Decimal
  day(day: IsoDate): Decimal
  readonly week: Decimal
  readonly billable: Decimal
}

export function totalsOf(entries: readonly TimeRecord[]): Totals {
  return {
    row: (key) => hoursOf(entries.filter((entry) => rowKey(entry) === key)),
    day: (day) => hoursOf(entries.filter(({ date }) => date === day)),
    week: hoursOf(entries),
    billable: hoursOf(entries.filter(({ billable }) => billable)),
  }
}
