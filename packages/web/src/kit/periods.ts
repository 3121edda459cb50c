// When the first period of something that recurs is billed, as on the server. It is shown while somebody types; what is
// saved comes from the server.
import type { IsoDate } from '@stint/sdk'
import { addDays, addMonths } from './day.ts'

const monthsIn: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

export interface PeriodRule {
  readonly every: string
  readonly billing: string
  /** From 1 to 31. */
  readonly day: number
}

/** The day on which the period that begins with this month is billed: in that month, or in the one after the period. */
export function billingDay(begin: IsoDate, { every, billing, day }: PeriodRule): IsoDate {
  const month = billing === 'advance' ? begin : addMonths(begin, monthsIn[every] ?? 1)
  const [wanted, last] = [addDays(month, day - 1), addDays(addMonths(month, 1), -1)]
  return wanted < last ? wanted : last
}
