// Revenue by month: what was invoiced and what came in. Invoices count in the month of their date, payments in the
// month of theirs, so the two meet in a row only when the client is quick. Every month of the range has its row, an
// empty one too.
import type { Actor } from '../define/actor.ts'
import { integer, type Kind, text } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Asked, defineReport, described, moneySum, perViewer } from '../define/report.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { chosenProjects, type Days, dates, daysAsked, scope, scopeValues, units } from './report-scope.ts'
import { moneyReaders } from './visibility.ts'

const month: Kind = { ...text(7), plain: true }

const mostMonths = 1200

const byMonth = perViewer((viewer) =>
  statement(sql`select 'invoice', substr(invoice.date, 1, 7), count(*), cast(sum(invoice.subtotal) as text),
      cast(sum(invoice.taxamount + invoice.secondtaxamount) as text), cast(sum(invoice.total) as text),
      cast(sum(invoice.balance) as text) from invoice
    where invoice.accountid = ${account} and invoice.datevoided is null
    and invoice.projectid in ${chosenProjects(viewer)}
    and invoice.date >= ${slot('datebegin')} and invoice.date <= ${slot('dateend')}
    group by substr(invoice.date, 1, 7)
    union all
    select 'payment', substr(payment.date, 1, 7), count(*), cast(sum(payment.amount) as text), '', '', '' from payment
    where payment.accountid = ${account} and payment.projectid in ${chosenProjects(viewer)}
    and payment.date >= ${slot('datebegin')} and payment.date <= ${slot('dateend')}
    group by substr(payment.date, 1, 7)`),
)

/** Months counted from the first one of the year 0. */
const numberOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const monthOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** Twelve months that end with this one, or with the last day asked for. No month has a day after its 31st. */
function usualDays({ today }: Actor, asked: Asked): Days {
  const begin = asked.get('datebegin')
  const last = numberOf(String(asked.get('dateend') ?? today))
  const end = begin === undefined ? last : Math.max(last, numberOf(String(begin)))
  return { datebegin: `${monthOf(Math.max(end - 11, 12))}-01`, dateend: `${monthOf(end)}-31` }
}

function monthsOf({ datebegin, dateend }: Days): string[] {
  const [first, last] = [numberOf(datebegin), numberOf(dateend)]
  if (last - first >= mostMonths) throw invalid(`datebegin: a report has at most ${mostMonths} months`)
  return Array.from({ length: last - first + 1 }, (_, at) => monthOf(first + at))
}

const nothing = { invoices: 0, subtotal: 0n, taxes: 0n, total: 0n, payments: 0n, balance: 0n }

export const revenue = defineReport('revenue', {
  doc: 'What was invoiced and what was paid, by month.',
  roles: moneyReaders,
  columns: {
    month: described(month, 'The month, such as 2026-05'),
    invoices: described(integer, 'Number of invoices of the month'),
    subtotal: described(moneySum, 'What their lines add up to'),
    taxes: described(moneySum, 'Both taxes'),
    total: described(moneySum, 'Subtotal and taxes'),
    payments: described(moneySum, 'Payments received in the month, for whichever invoice or none'),
    balance: described(moneySum, "What is still owed on the month's invoices"),
  },
  parameters: { ...scope, ...dates },
  rows: async (tx, actor, asked) => {
    const days = daysAsked(asked, usualDays(actor, asked))
    const months = new Map(monthsOf(days).map((name) => [name, { month: name, ...nothing }]))
    for (const [what, name, count, amount, taxes, total, balance] of await tx.all(byMonth(actor), {
      ...scopeValues(actor, asked),
      ...days,
    })) {
      const row = months.get(String(name))
      if (row === undefined) throw new Error(`a row of the month ${name}, which was not asked for`)
      if (what === 'payment') row.payments = units(amount)
      else {
        row.invoices = Number(count)
        row.subtotal = units(amount)
        row.taxes = units(taxes)
        row.total = units(total)
        row.balance = units(balance)
      }
    }
    return [...months.values()]
  },
})
