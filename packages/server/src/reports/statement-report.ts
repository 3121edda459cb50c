// The statement of account of each client and currency: what was owed before the range, the invoices and payments in
// it, and what is owed at its end. Drafts and void invoices are not in it, so that a client and the company see the
// same.
import { date, plainText, recordId } from '../define/kinds.ts'
import { cachePerViewer, defineReport, moneySum, nullableReportField, reportField } from '../define/report.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { shownNumber } from '../resources/invoice-number.ts'
import { moneyReaders } from '../resources/visibility.ts'
import {
  clientColumns,
  currencyColumn,
  dayParameters,
  projectParameters,
  projectValues,
  requestedDays,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const isBilled = sql`invoice.draft = 'f' and invoice.datevoided is null`

/** Invoices and payments up to the last day; those before the first day are one row for each client and currency. */
const entriesOf = cachePerViewer((viewer) => {
  const invoices = sql`from invoice
    join project on project.accountid = invoice.accountid and project.id = invoice.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    where invoice.accountid = ${accountSlot} and ${isBilled} and invoice.projectid in ${selectedProjects(viewer)}`
  const payments = sql`from payment
    join paymenttype on paymenttype.accountid = payment.accountid and paymenttype.id = payment.typeid
    join project on project.accountid = payment.accountid and project.id = payment.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join invoice on invoice.accountid = payment.accountid and invoice.id = payment.invoiceid
    where payment.accountid = ${accountSlot} and payment.projectid in ${selectedProjects(viewer)}
    and (payment.invoiceid is null or ${isBilled})`
  return statement(sql`select * from (
    select client.id as clientid, client.name as client, 'invoice' as kind, '' as date, 0 as id,
      cast(null as bigint) as invoiceid, '' as number, '' as text, cast(sum(invoice.total) as text) as amount,
      invoice.currency as currency
    ${invoices} and invoice.date < ${slot('datebegin')} group by client.id, client.name, invoice.currency
    union all
    select client.id, client.name, 'payment', '', 0, cast(null as bigint), '', '', cast(sum(payment.amount) as text),
      payment.currency
    ${payments} and payment.date < ${slot('datebegin')} group by client.id, client.name, payment.currency
    union all
    select client.id, client.name, 'invoice', invoice.date, invoice.id, invoice.id, ${shownNumber}, invoice.title,
      cast(invoice.total as text), invoice.currency
    ${invoices} and invoice.date >= ${slot('datebegin')} and invoice.date <= ${slot('dateend')}
    union all
    select client.id, client.name, 'payment', payment.date, payment.id, payment.invoiceid,
      coalesce(${shownNumber}, ''), paymenttype.name, cast(payment.amount as text), payment.currency
    ${payments} and payment.date >= ${slot('datebegin')} and payment.date <= ${slot('dateend')}
  ) entry order by entry.client is null, entry.client, entry.clientid, entry.currency, entry.date, entry.kind,
    entry.id`)
})

interface Line {
  readonly clientid: number | null
  readonly client: string | null
  readonly currency: string
  readonly kind: 'opening' | 'invoice' | 'payment' | 'closing'
  readonly date: string
  readonly invoiceid: number | null
  readonly number: string | null
  readonly text: string | null
  readonly charged: bigint
  readonly paid: bigint
  readonly balance: bigint
}

type Entry = Omit<Line, 'balance'>

const nothing = { invoiceid: null, number: null, text: null } as const

/** The entries of one client and currency with the balance after each, between its opening and its closing row. */
function linesOf(entries: readonly Entry[], datebegin: string, dateend: string): Line[] {
  const [first] = entries
  if (first === undefined) return []
  const { clientid, client, currency } = first
  const sum = (some: readonly Entry[], key: 'charged' | 'paid'): bigint =>
    some.reduce((all, entry) => all + entry[key], 0n)
  const inRange = entries.filter((entry) => entry.date !== '')
  const before = entries.filter((entry) => entry.date === '')
  const opening = sum(before, 'charged') - sum(before, 'paid')
  if (inRange.length === 0 && opening === 0n) return []
  let balance = opening
  const lines = inRange.map((entry) => {
    balance += entry.charged - entry.paid
    return { ...entry, balance }
  })
  const outer = { clientid, client, currency, ...nothing }
  return [
    { ...outer, kind: 'opening', date: datebegin, charged: 0n, paid: 0n, balance: opening },
    ...lines,
    { ...outer, kind: 'closing', date: dateend, charged: sum(inRange, 'charged'), paid: sum(inRange, 'paid'), balance },
  ]
}

export const statementReport = defineReport('statement', {
  doc: 'Statements of account: invoices and payments of each client and currency in a range of days, with the balance before, after each and at the end.',
  roles: moneyReaders,
  columns: {
    ...clientColumns,
    kind: reportField(plainText(), "'opening', 'invoice', 'payment' or 'closing'"),
    date: reportField(date, 'Day of the invoice or payment; the first and the last day for opening and closing'),
    invoiceid: nullableReportField(recordId, 'The invoice, or that of the payment'),
    number: nullableReportField(plainText(), 'Its number'),
    text: nullableReportField(plainText(), 'Title of the invoice or type of the payment'),
    charged: reportField(moneySum, 'Total of the invoice; at the end, of all of them'),
    paid: reportField(moneySum, 'Amount of the payment; at the end, of all of them'),
    balance: reportField(moneySum, 'What is owed after it, in its currency'),
    ...currencyColumn,
  },
  parameters: { ...projectParameters, ...dayParameters },
  rows: async (tx, actor, parameters) => {
    const newYear = `${String(parameters.get('dateend') ?? actor.today).slice(0, 4)}-01-01`
    const today = [actor.today, String(parameters.get('datebegin') ?? '')].sort().at(-1) ?? actor.today
    const { datebegin, dateend } = requestedDays(parameters, { datebegin: newYear, dateend: today })
    const rows = await tx.all(entriesOf(actor), { ...projectValues(actor, parameters), datebegin, dateend })
    const entries = rows.map(([clientid, client, kind, day, , invoiceid, number, text, amount, currency]): Entry => {
      const [isInvoice, units] = [kind === 'invoice', sumUnits(amount)]
      return {
        clientid: clientid === null ? null : Number(clientid),
        client: client === null ? null : String(client),
        currency: String(currency),
        kind: isInvoice ? 'invoice' : 'payment',
        date: String(day),
        invoiceid: invoiceid === null ? null : Number(invoiceid),
        number: number === '' ? null : String(number),
        text: String(text),
        charged: isInvoice ? units : 0n,
        paid: isInvoice ? 0n : units,
      }
    })
    const accounts = Map.groupBy(entries, ({ clientid, currency }) => `${clientid} ${currency}`)
    return [...accounts.values()].flatMap((own) => linesOf(own, datebegin, dateend))
  },
})
