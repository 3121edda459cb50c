// The invoices of the benchmark with lines and payments, and projects with unbilled time. They are the same on every
// run and are added to the rows of rows.ts.
import { lineAmount, totalsOf } from '../src/kit/money.ts'
import {
  type AccountSetup,
  type Cell,
  columnsOf,
  dayOfEntry,
  dayText,
  entryDays,
  type Ids,
  manyRowsOf,
  numbersBelow,
  randomFrom,
  rowsOf,
  type Table,
  times,
} from './rows.ts'

export interface MoneySize {
  readonly invoices: number
  /** Projects with unbilled time entries only, to be prefilled one after another. */
  readonly prefills: number
}

export const entriesPerPrefill = 10_000

/** The existing records of the account. */
export interface MoneyContext {
  readonly setup: AccountSetup
  readonly projects: readonly number[]
  readonly people: readonly number[]
}

export interface MoneyRows {
  readonly tables: readonly Table[]
  readonly prefills: readonly number[]
}

export function moneyRows(context: MoneyContext, size: MoneySize, ids: Ids): MoneyRows {
  const { setup, projects } = context
  const random = randomFrom(setup.accountid + 40)
  const prefills = ids.range(size.prefills)
  const tables = [
    ...invoiceTables(context, size.invoices, ids),
    ...prefillTables(context, prefills, ids, random),
    {
      name: 'counter',
      columns: columnsOf('name n#'),
      rows: [
        [setup.accountid, 'invoice', size.invoices],
        [setup.accountid, 'project', projects.length + size.prefills],
      ],
    },
  ]
  return { tables, prefills }
}

/** Days of the default terms, in order. */
const durations = [0, 10, 15, 30, 60]
const linesPerInvoice = 3

interface Invoice {
  readonly projectid: number
  readonly personid: number
  readonly day: number
  readonly term: number
  readonly lines: readonly { readonly quantity: number; readonly rate: number; readonly amount: number }[]
  readonly tax: number | null
  readonly secondtax: number | null
  readonly subtotal: number
  readonly totals: ReturnType<typeof totalsOf>
  readonly received: number
  readonly paidOn: string
  readonly paymentType: number
}

/** The invoice at a position: the same each time, because the tables of its parts are made one after another. */
function invoiceAt({ setup, projects, people }: MoneyContext, at: number): Invoice {
  const random = randomFrom(setup.accountid * 1_000_003 + at)
  const projectid = projects[random(projects.length)] ?? 0
  const [day, term] = [random(1080), random(durations.length)]
  const lines = times(linesPerInvoice, () => {
    const [quantity, rate] = [(1 + random(400)) * 250_000, (500 + random(900)) * 1000]
    return { quantity, rate, amount: lineAmount(quantity, rate) }
  })
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const [tax, secondtax] = [random(3) === 0 ? null : 190_000, random(10) === 0 ? 15_000 : null]
  const totals = totalsOf(subtotal, { tax, secondtax, compound: false })
  // Of ten invoices six are paid and one is paid in part.
  const share = random(10)
  const received = share < 6 ? totals.total : share === 6 ? Math.floor(totals.total / 20_000) * 10_000 : 0
  const [paidOn, personid, paymentType] = [dayText(day + random(50)), people[random(people.length)] ?? 0, 1 + random(5)]
  return { projectid, personid, day, term, lines, tax, secondtax, subtotal, totals, received, paidOn, paymentType }
}

function invoiceTables(context: MoneyContext, count: number, ids: Ids): Table[] {
  const { accountid } = context.setup
  const invoiceIds = ids.range(count)
  const columns =
    'id# localid# projectid# date termid# datedue title description addressfrom addressto purchaseorder disclaimer ' +
    'tax# secondtax# dateissued numitems# subtotal# taxamount# secondtaxamount# total# payments# balance# datepaid'
  return [
    {
      name: 'invoice',
      columns: columnsOf(columns),
      rows: rowsOf(invoiceIds, (id, at) => [accountid, id, ...invoiceCells(invoiceAt(context, at), at)]),
    },
    {
      name: 'invoiceitem',
      columns: columnsOf('id# invoiceid# name quantity# rate# amount# custom'),
      rows: manyRowsOf(invoiceIds, (id, at) =>
        invoiceAt(context, at).lines.map(({ quantity, rate, amount }, line): Cell[] => [
          ...[accountid, ids.next(), id, `Work of part ${line + 1}`, quantity, rate, amount, 't'],
        ]),
      ),
    },
    {
      name: 'payment',
      columns: columnsOf('id# projectid# invoiceid# personid# date amount# typeid# reference'),
      rows: manyRowsOf(invoiceIds, (id, at) => {
        const { projectid, personid, paidOn, received, paymentType } = invoiceAt(context, at)
        const payment = [accountid, ids.next(), projectid, id, personid, paidOn, received, paymentType, `No. ${at + 1}`]
        return received > 0 ? [payment] : []
      }),
    },
  ]
}

function invoiceCells(invoice: Invoice, at: number): Cell[] {
  const { day, term, tax, secondtax, subtotal, received, paidOn } = invoice
  const { taxamount, secondtaxamount, total } = invoice.totals
  const due = dayText(day + (durations[term] ?? 0))
  return [
    ...[at + 1, invoice.projectid, dayText(day), term + 1, due, `Invoice for "month" ${1 + (at % 12)}`],
    ...['As agreed in our offer & by phone', 'Company a\nLindenstraße 14\n10969 Berlin', 'Client & Sons\n27 Mill Lane'],
    ...[`PO-${at}`, 'Please quote the number of the invoice.', tax, secondtax, `${dayText(day)} 10:00:00`],
    ...[linesPerInvoice, subtotal, taxamount, secondtaxamount, total, received, total - received],
    received === total ? paidOn : null,
  ]
}

/** The entries of the projects are interleaved, as those of projects that run at the same time. */
function prefillTables(
  { setup, projects, people }: MoneyContext,
  projectIds: readonly number[],
  ids: Ids,
  random: (below: number) => number,
): Table[] {
  const { accountid, worktypes, modules } = setup
  const count = projectIds.length
  const pick = <T>(choices: readonly T[]): T | undefined => choices[random(choices.length)]
  const rows = rowsOf(numbersBelow(count * entriesPerPrefill), (at): Cell[] => [
    ...[
      accountid,
      ids.next(),
      projectIds[at % count] ?? 0,
      pick(modules) ?? 0,
      pick(worktypes) ?? 0,
      pick(people) ?? 0,
    ],
    ...[...dayOfEntry(random(entryDays)), (1 + random(16)) * 250_000, 't', '2026-01-05 09:00:00'],
  ])
  return [
    {
      name: 'project',
      columns: columnsOf('id# localid# name datestart billable active'),
      rows: rowsOf(projectIds, (id, at) => [
        accountid,
        id,
        projects.length + at + 1,
        `To be billed ${at + 1}`,
        dayText(0),
        't',
        't',
      ]),
    },
    {
      name: 'projectworktype',
      columns: columnsOf('id# projectid# worktypeid# hourlyrate# active'),
      rows: manyRowsOf(projectIds, (id) =>
        worktypes.map((worktype) => [accountid, ids.next(), id, worktype, 855_000, 't']),
      ),
    },
    {
      name: 'time',
      columns: columnsOf('id# projectid# moduleid# worktypeid# personid# date approved time# billable datemodified'),
      rows,
    },
  ]
}
