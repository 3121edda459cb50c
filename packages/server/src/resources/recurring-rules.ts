// The rules of writing a recurring invoice: which fields depend on each other, what stays once a period was due, and
// when the next invoice is due.
import { type Change, changesField, type FieldChange, knownValue, valueAfter } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { type Billing, type Cadence, type PeriodRule, periodAt } from '../kit/periods.ts'
import { customTermId } from './invoice-rules.ts'

/** The first invoice may be this late; each of its periods then waits for a decision. */
const maxDaysBack = 366

export function resolveRecurringFields(change: FieldChange): void {
  const { errors, invalid } = change
  const reject = (field: string, sentence: string): void => {
    if (invalid.has(field)) return
    invalid.add(field)
    errors.add(field, sentence)
  }
  if (knownValue(change, 'includetime') === 't' && knownValue(change, 'billing') === 'advance')
    reject('includetime', "the time of a period is complete after it; use billing 'arrears'")
  if (knownValue(change, 'includeexpenses') === 't' && knownValue(change, 'billing') === 'advance')
    reject('includeexpenses', "the expenses of a period are complete after it; use billing 'arrears'")
  if (knownValue(change, 'termid') === customTermId)
    reject('termid', `term ${customTermId} has a due date of its own, which a recurring invoice cannot have`)
  const [first, last] = [knownValue(change, 'firstperiod'), knownValue(change, 'dateend')]
  if (typeof first === 'string' && typeof last === 'string' && last < first)
    errors.addInvalid('dateend', last, `is before firstperiod (${first})`)
}

/** The rule of a record; `value` returns a field of it. */
export const periodRuleOf = (value: (field: string) => unknown): PeriodRule => ({
  every: String(value('every')) as Cadence,
  billing: String(value('billing')) as Billing,
  day: Number(value('day')),
})

/** The day on which the period is billed; null if it begins after the end. */
export const billingDay = (begin: string, rule: PeriodRule, last: string | null): string | null =>
  last !== null && begin > last ? null : (periodAt(begin, rule)?.date ?? null)

const hasPeriods = statement(sql`select 1 from recurringperiod
  where recurringperiod.accountid = ${accountSlot} and recurringperiod.recurringinvoiceid = ${slot('id')} limit 1`)

/** Other periods than those that were billed would overlap with them. */
const keptFields = ['every', 'billing', 'firstperiod']

/** Completes the next period and its day. The record is locked, so no period becomes due meanwhile. */
export async function scheduleNext(change: Change): Promise<void> {
  const { tx, id, actor, values, errors } = change
  const started = id !== null && (await tx.first(hasPeriods, { id })) !== undefined
  const value = (field: string) => valueAfter(change, field)
  const rule = periodRuleOf(value)
  if (started) {
    for (const field of keptFields.filter((one) => changesField(change, one)))
      errors.add(field, 'cannot be changed after the first period; end this recurring invoice and create another one')
  } else {
    values.nextperiod = String(value('firstperiod'))
    const first = periodAt(String(values.nextperiod), rule)
    if (first !== null && first.date < addDays(actor.today, -maxDaysBack))
      errors.addInvalid('firstperiod', first.begin, 'is more than a year ago; choose a later month')
  }
  const last = value('dateend')
  values.nextdate = billingDay(String(value('nextperiod')), rule, last === null ? null : String(last))
}
