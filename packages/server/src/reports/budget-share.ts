// The used part of a budget in percent, as the reports on budgets show it.
// Budgets and their use are computed elsewhere.
import { percent } from '../define/kinds.ts'
import { sumKind } from '../define/report.ts'

export const percentDecimals = 2
/** 100 percent, in hundredths of a percent. */
const wholePercent = 10_000n

export const percentSum = sumKind(percent, percentDecimals)

/** Rounded down, so that 100 means that all is used up; null when there is nothing to use. */
export const percentOf = (used: bigint, available: bigint): bigint | null =>
  available <= 0n ? null : (used * wholePercent) / available
