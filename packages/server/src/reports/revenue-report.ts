// Revenue by month: invoiced and received amounts. An invoice counts in the month of its date and a payment in the
// month of its own date, so a payment is often in a later row than its invoice. Months without either also have a row,
// for each currency in the range.
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { integer, type Kind, plainText } from '../define/kinds.ts'
import { cachePerViewer, defineReport, moneySum, type ReportParameters, reportField } from '../define/report.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { monthNumber } from '../kit/periods.ts'
import { notDraftCredit } from '../resources/credit-limits.ts'
import { readCompanyCurrency } from '../resources/currencies.ts'
import { isSeenInvoice, moneyReaders, notOfHiddenDraft } from '../resources/visibility.ts'
import {
  currencyColumn,
  type DayRange,
  dayParameters,
  projectParameters,
  projectValues,
  requestedDays,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const month: Kind = { ...plainText(7), escapeFree: true }

const maxMonths = 1200

const sumsByMonth = cachePerViewer((viewer) =>
  statement(sql`select 'invoice', substr(invoice.date, 1, 7), invoice.currency,
      sum(case when invoice.creditof is null then 1 else 0 end), cast(sum(invoice.subtotal) as text),
      cast(sum(invoice.taxamount + invoice.secondtaxamount) as text), cast(sum(invoice.total) as text),
      cast(sum(invoice.balance) as text) from invoice
    where invoice.accountid = ${accountSlot} and invoice.datevoided is null and ${notDraftCredit}
    and invoice.projectid in ${selectedProjects(viewer)} and ${isSeenInvoice(viewer) ?? sql`1 = 1`}
    and invoice.date >= ${slot('datebegin')} and invoice.date <= ${slot('dateend')}
    group by substr(invoice.date, 1, 7), invoice.currency
    union all
    select 'payment', substr(payment.date, 1, 7), payment.currency, count(*), cast(sum(payment.amount) as text), '', '', ''
    from payment
    where payment.accountid = ${accountSlot} and payment.projectid in ${selectedProjects(viewer)}
    and ${notOfHiddenDraft(viewer, 'payment.invoiceid') ?? sql`1 = 1`}
    and payment.date >= ${slot('datebegin')} and payment.date <= ${slot('dateend')}
    group by substr(payment.date, 1, 7), payment.currency`),
)

const monthName = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/**
 * The twelve months that end with the current month, or with that of the requested last day. Day 31 is the end of every
 * month, because days are compared as text.
 */
function defaultDays({ today }: Actor, parameters: ReportParameters): DayRange {
  const begin = parameters.get('datebegin')
  const last = monthNumber(String(parameters.get('dateend') ?? today))
  const end = begin === undefined ? last : Math.max(last, monthNumber(String(begin)))
  return { datebegin: `${monthName(Math.max(end - 11, 12))}-01`, dateend: `${monthName(end)}-31` }
}

function monthsInRange({ datebegin, dateend }: DayRange): string[] {
  const [first, last] = [monthNumber(datebegin), monthNumber(dateend)]
  if (last - first >= maxMonths) throw badRequest(`datebegin: choose at most ${maxMonths} months`)
  return Array.from({ length: last - first + 1 }, (_, index) => monthName(first + index))
}

const zeroSums = { invoices: 0, subtotal: 0n, taxes: 0n, total: 0n, payments: 0n, balance: 0n }

export const revenueReport = defineReport('revenue', {
  doc: 'What was invoiced and what was paid, by month and currency.',
  roles: moneyReaders,
  columns: {
    month: reportField(month, 'The month, such as 2026-05'),
    invoices: reportField(integer, 'Number of invoices of the month, without credit notes'),
    subtotal: reportField(moneySum, 'What their lines add up to, less credit notes of the month'),
    taxes: reportField(moneySum, 'Both taxes'),
    total: reportField(moneySum, 'Subtotal and taxes'),
    payments: reportField(moneySum, 'Payments received in the month, for whichever invoice or none'),
    balance: reportField(moneySum, "What is still owed on the month's invoices"),
    ...currencyColumn,
  },
  parameters: { ...projectParameters, ...dayParameters },
  rows: async (tx, actor, parameters) => {
    const days = requestedDays(parameters, defaultDays(actor, parameters))
    const names = monthsInRange(days)
    const sums = await tx.all(sumsByMonth(actor), { ...projectValues(actor, parameters), ...days })
    const used = [...new Set(sums.map(([, , currency]) => String(currency)))].sort()
    const currencies = used.length === 0 ? [await readCompanyCurrency(tx)] : used
    const rows = names.flatMap((name) => currencies.map((currency) => ({ month: name, ...zeroSums, currency })))
    const months = new Map(rows.map((row) => [`${row.month} ${row.currency}`, row]))
    for (const [type, name, currency, count, amount, taxes, total, balance] of sums) {
      const row = months.get(`${name} ${currency}`)
      if (row === undefined) throw new Error(`a row of the month ${name}, which was not requested`)
      if (type === 'payment') row.payments = sumUnits(amount)
      else {
        row.invoices = Number(count)
        row.subtotal = sumUnits(amount)
        row.taxes = sumUnits(taxes)
        row.total = sumUnits(total)
        row.balance = sumUnits(balance)
      }
    }
    return rows
  },
})
