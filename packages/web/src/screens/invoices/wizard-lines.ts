// A preview of the lines of an invoice that is created from time entries: one line per work type, at its rate in the
// project, rounded as the server does. The server creates the real lines.
import { Decimal, type TimeRecord } from '@stint/sdk'
import { groupBy } from '../../kit/group-by.ts'
import { sumHours } from '../../kit/hours.ts'
import { lineAmount, sumMoney } from '../../kit/money.ts'

export interface TimeLine {
  readonly worktypeid: number
  readonly name: string
  readonly rate: Decimal
  readonly hours: Decimal
  readonly amount: Decimal
  readonly entries: readonly TimeRecord[]
}

export function groupIntoTimeLines(entries: readonly TimeRecord[]): TimeLine[] {
  return [...groupBy(entries, ({ worktypeid }) => worktypeid)]
    .sort(([a], [b]) => a - b)
    .map(([worktypeid, list]) => {
      const hours = sumHours(list.map(({ time }) => time))
      const rate = list[0]?.hourlyrate ?? Decimal.from(0)
      return { worktypeid, name: list[0]?.worktype ?? '', rate, hours, amount: lineAmount(hours, rate), entries: list }
    })
}

export const sumTimeLines = (lines: readonly TimeLine[]): { hours: Decimal; amount: Decimal } => ({
  hours: sumHours(lines.map(({ hours }) => hours)),
  amount: sumMoney(lines.map(({ amount }) => amount)),
})
