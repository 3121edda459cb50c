// Revenue by month: what was invoiced and what came in. Invoices count in the month of their date, payments in the
// month of theirs, so the two meet in a row only when the client is quick. Every month of the range has its row, an
// empty one too.
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { integer, type Kind, plainText } from '../define/kinds.ts'
import { cachePerViewer, defineReport, moneySum, type ReportParameters, reportField } from '../define/report.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { moneyReaders } from '../resources/visibility.ts'
import {
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
  statement(sql`select 'invoice', substr(invoice.date, 1, 7), count(*), cast(sum(invoice.subtotal) as text),
      cast(sum(invoice.taxamount + invoice.secondtaxamount) as text), cast(sum(invoice.total) as text),
      cast(sum(invoice.balance) as text) from invoice
    where invoice.accountid = ${accountSlot} and invoice.datevoided is null
    and invoice.projectid in ${selectedProjects(viewer)}
    and invoice.date >= ${slot('datebegin')} and invoice.date <= ${slot('dateend')}
    group by substr(invoice.date, 1, 7)
    union all
    select 'payment', substr(payment.date, 1, 7), count(*), cast(sum(payment.amount) as text), '', '', '' from payment
    where payment.accountid = ${accountSlot} and payment.projectid in ${selectedProjects(viewer)}
    and payment.date >= ${slot('datebegin')} and payment.date <= ${slot('dateend')}
    group by substr(payment.date, 1, 7)`),
)

/** Months counted from the first one of the year 0. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const monthName = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** Twelve months that end with this one, or with the last day asked for. No month has a day after its 31st. */
function defaultDays({ today }: Actor, asked: ReportParameters): DayRange {
  const begin = asked.get('datebegin')
  const last = monthNumber(String(asked.get('dateend') ?? today))
  const end = begin === undefined ? last : Math.max(last, monthNumber(String(begin)))
  return { datebegin: `${monthName(Math.max(end - 11, 12))}-01`, dateend: `${monthName(end)}-31` }
}

function monthsInRange({ datebegin, dateend }: DayRange): string[] {
  const [first, last] = [monthNumber(datebegin), monthNumber(dateend)]
  if (last - first >= maxMonths) throw badRequest(`datebegin: a report has at most ${maxMonths} months`)
  return Array.from({ length: last - first + 1 }, (_, at) => monthName(first + at))
}

const zeroSums = { invoices: 0, subtotal: 0n, taxes: 0n, total: 0n, payments: 0n, balance: 0n }

export const revenueReport = defineReport('revenue', {
  doc: 'What was invoiced and what was paid, by month.',
  roles: moneyReaders,
  columns: {
    month: reportField(month, 'The month, such as 2026-05'),
    invoices: reportField(integer, 'Number of invoices of the month'),
    subtotal: reportField(moneySum, 'What their lines add up to'),
    taxes: reportField(moneySum, 'Both taxes'),
    total: reportField(moneySum, 'Subtotal and taxes'),
    payments: reportField(moneySum, 'Payments received in the month, for whichever invoice or none'),
    balance: reportField(moneySum, "What is still owed on the month's invoices"),
  },
  parameters: { ...projectParameters, ...dayParameters },
  rows: async (tx, actor, asked) => {
    const days = requestedDays(asked, defaultDays(actor, asked))
    const months = new Map(monthsInRange(days).map((name) => [name, { month: name, ...zeroSums }]))
    for (const [what, name, count, amount, taxes, total, balance] of await tx.all(sumsByMonth(actor), {
      ...projectValues(actor, asked),
      ...days,
    })) {
      const row = months.get(String(name))
      if (row === undefined) throw new Error(`a row of the month ${name}, which was not asked for`)
      if (what === 'payment') row.payments = sumUnits(amount)
      else {
        row.invoices = Number(count)
        row.subtotal = sumUnits(amount)
        row.taxes = sumUnits(taxes)
        row.total = sumUnits(total)
        row.balance = sumUnits(balance)
      }
    }
    return [...months.values()]
  },
})
