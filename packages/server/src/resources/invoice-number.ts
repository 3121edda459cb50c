// The number of an invoice as people see it. A company may choose its form: then an invoice gets the next number of its
// series when it is issued, without gaps and never twice (T-220). Without that choice, and before it is issued, the
// number is `localid`.
import type { Actor } from '../define/actor.ts'
import { type Change, changesField, type FieldChange, knownValue, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { companyId, paddedNumber } from './visibility.ts'

/** SQL for the number of an invoice. */
export const shownNumber = sql`coalesce(invoice.issuednumber, ${paddedNumber('invoice.localid')})`

const settings = statement(sql`select company.numbering, company.numberprefix, company.numberdigits, company.numberstart
  from company where company.accountid = ${accountSlot}`)

const lastInSeries = statement(sql`select max(invoice.numberinseries) from invoice
  where invoice.accountid = ${accountSlot} and invoice.numberseries = ${slot('series')}`)

/** The series of a prefix: itself, or with a year and a hyphen behind it. */
const anyOfPrefix = statement(sql`select 1 from invoice where invoice.accountid = ${accountSlot}
  and substr(invoice.numberseries, 1, length(${slot('prefix')})) = ${slot('prefix')}
  and length(invoice.numberseries) = length(${slot('prefix')}) + ${slot('more')} limit 1`)

const yearLength = '2026-'.length

const hasNumbers = async (tx: WriteTransaction, prefix: string, yearly: boolean): Promise<boolean> =>
  (await tx.first(anyOfPrefix, { prefix, more: yearly ? yearLength : 0 })) !== undefined

interface IssuedNumber {
  readonly issuednumber: string
  readonly numberseries: string
  readonly numberinseries: number
}

/**
 * The next number for an invoice that is being issued, or null if the company has chosen no form. The lock of the
 * company's row is held until the end of the transaction, so other invoices wait, and a number is used or still free.
 */
export async function nextNumber(tx: WriteTransaction, { today }: Actor): Promise<IssuedNumber | null> {
  await tx.lock('company', companyId)
  const [numbering, prefixValue, digits, start] = (await tx.first(settings)) ?? []
  if (numbering !== 'continuous' && numbering !== 'yearly') return null
  const [prefix, yearly] = [String(prefixValue), numbering === 'yearly']
  const numberseries = yearly ? `${prefix}${today.slice(0, 4)}-` : prefix
  const [last] = (await tx.first(lastInSeries, { series: numberseries })) ?? []
  const first = (await hasNumbers(tx, prefix, yearly)) ? 1 : Number(start)
  const numberinseries = typeof last === 'number' || typeof last === 'bigint' ? Number(last) + 1 : first
  return {
    numberseries,
    numberinseries,
    issuednumber: numberseries + String(numberinseries).padStart(Number(digits), '0'),
  }
}

/** Numbers without a year need a prefix, because older invoices are numbered by digits alone. */
export function resolveNumbering(change: FieldChange): void {
  const [numbering, prefix] = [knownValue(change, 'numbering'), knownValue(change, 'numberprefix')]
  if (numbering === 'continuous' && (prefix === '' || prefix === null)) {
    change.errors.add('numberprefix', 'is required for numbers without a year, so that they differ from older numbers')
  }
}

/** A start that comes too late would be ignored, or leave a gap. */
export async function checkNumberStart(change: Change): Promise<void> {
  if (!changesField(change, 'numberstart')) return
  const prefix = String(valueAfter(change, 'numberprefix') ?? '')
  if (await hasNumbers(change.tx, prefix, valueAfter(change, 'numbering') === 'yearly')) {
    change.errors.add('numberstart', 'invoices with this prefix have numbers already; choose another prefix')
  }
}
