// The audit of an account's currencies (docs/adr/0039-currencies.md): a payment has that of its invoice and a credit
// note that of the invoice it credits, so that no balance adds up two of them, and with a currency of the company
// nothing is without one. It reads the rows by itself, so that an error in the code that stores them is found.
import type { Database } from '../io/database.ts'
import { accountSlot, joinFragments, sql, sqlName, statement } from '../io/sql.ts'
import type { AuditResult } from './invoice-audit.ts'

const paddedNumber = (value: unknown): string => String(value).padStart(5, '0')

const named = (currency: unknown): string => (currency === '' ? 'no currency' : String(currency))

const otherPayments = statement(sql`select payment.id, payment.currency, invoice.localid, invoice.currency from payment
  join invoice on invoice.accountid = payment.accountid and invoice.id = payment.invoiceid
  where payment.accountid = ${accountSlot} and payment.currency <> invoice.currency order by payment.id`)

const otherCredits =
  statement(sql`select note.localid, note.currency, invoice.localid, invoice.currency from invoice note
  join invoice on invoice.accountid = note.accountid and invoice.id = note.creditof
  where note.accountid = ${accountSlot} and note.currency <> invoice.currency order by note.id`)

const tables = ['invoice', 'payment', 'estimate'] as const

const withCurrencies = joinFragments(
  tables.map(
    (table) => sql`select ${sql.lit(table)} as name, kept.id, kept.currency from ${sqlName(table)} kept
    where kept.accountid = ${accountSlot}`,
  ),
  ' union all ',
)

const withoutCurrency = statement(sql`select kept.name, kept.id from (${withCurrencies}) kept
  where kept.currency = '' and exists (select 1 from company
    where company.accountid = ${accountSlot} and company.currency <> '') order by kept.name, kept.id`)

const countOfAll = statement(sql`select count(*) from (${withCurrencies}) kept`)

export const auditCurrencies = (database: Database, accountid: number): Promise<AuditResult> =>
  database.readOffloaded(accountid, async (tx) => {
    const [payments, credits, blanks] = [
      await tx.all(otherPayments),
      await tx.all(otherCredits),
      await tx.all(withoutCurrency),
    ]
    const problems = [
      ...payments.map(
        ([id, own, number, owed]) =>
          `payment ${id} is in ${named(own)}, and its invoice ${paddedNumber(number)} in ${named(owed)}`,
      ),
      ...credits.map(
        ([note, own, number, owed]) =>
          `credit note ${paddedNumber(note)} is in ${named(own)}, and its invoice ${paddedNumber(number)} in ${named(owed)}`,
      ),
      ...blanks.map(([name, id]) => `${name} ${id} has no currency, and the company has one`),
    ]
    return { checked: Number((await tx.first(countOfAll))?.[0]), problems }
  })
