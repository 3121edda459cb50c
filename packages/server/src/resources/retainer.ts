// A budget per month, quarter or year: the rules of its fields, its terms as stored, and what its hours use. The budget
// alert and the report share them; the arithmetic is in `kit/retainer.ts` (docs/adr/0044-retainers.md).
import { hoursScale, type Kind, moneyScale } from '../define/kinds.ts'
import { type FieldChange, knownValue } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { type Fragment, sql } from '../io/sql.ts'
import { type Cadence, cadences } from '../kit/periods.ts'
import type { MonthlyHours, PeriodWork, RetainerTerms } from '../kit/retainer.ts'
import { oneOf } from './company-kinds.ts'

export const budgetPeriod: Kind = oneOf(cadences, "must be 'month', 'quarter' or 'year', or blank")

const isBlank = (value: unknown): boolean => value === null || value === '' || value === 0

/** A period without a budget and carry-over without a period would be without effect. */
export function checkBudgetFields(change: FieldChange): void {
  const { errors } = change
  const [period, budget] = [knownValue(change, 'budgetperiod'), knownValue(change, 'budget')]
  if (period !== undefined && !isBlank(period) && budget !== undefined && isBlank(budget))
    errors.addInvalid('budgetperiod', String(period), 'needs a budget above 0')
  if (knownValue(change, 'carryover') === 't' && period !== undefined && isBlank(period))
    errors.addInvalid('carryover', 't', "needs a budgetperiod: 'month', 'quarter' or 'year'")
}

/** SQL for a project with a budget per period. */
export const hasRetainer: Fragment = sql`(project.budgetperiod <> '' and project.budget > 0)`

/** The columns from which `readTerms` reads. */
export const termColumns: Fragment = sql`project.budget, account.budgetsin, project.budgetperiod, project.carryover,
  project.datestart, project.dateend`

/** Amounts are in the unit of hours, the finer one. */
const hoursPerMoney = BigInt(10 ** (hoursScale - moneyScale))

export const inHoursUnit = (money: bigint): bigint => money * hoursPerMoney

export function readTerms([budget, , every, carryover, datestart, dateend]: Row): RetainerTerms {
  return {
    every: String(every) as Cadence,
    carriesOver: carryover === 't',
    budget: inHoursUnit(BigInt(Number(budget))),
    datestart: String(datestart),
    dateend: dateend === null ? null : String(dateend),
  }
}

/** Columns of a month, work type, rate and hours. */
export const readMonthlyHours = ([month, worktypeid, rate, hours]: Row): MonthlyHours => ({
  month: String(month),
  worktypeid: Number(worktypeid),
  rate: BigInt(String(rate)),
  hours: BigInt(String(hours)),
})

/** What the hours of each period use of a budget in hours or money, in the unit of hours. */
export const usedByPeriod = (work: ReadonlyMap<string, PeriodWork>, budgetsin: unknown): ReadonlyMap<string, bigint> =>
  new Map([...work].map(([begin, { hours, value }]) => [begin, budgetsin === 'money' ? inHoursUnit(value) : hours]))
