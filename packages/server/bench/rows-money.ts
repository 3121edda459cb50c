// The invoices of the benchmark with lines and payments, and projects with unbilled time. They are the same on every
// run and are added to the rows of rows.ts.
import { lineAmount, totalsOf } from '../src/kit/money.ts'
import { type AccountSetup, type Cell, columnsOf, dayText, type Ids, randomFrom, type Table, times } from './rows.ts'

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

type Random = (below: number) => number

export function moneyTables({ setup, projects, people }: MoneyContext, size: MoneySize, ids: Ids): Table[] {
  const random = randomFrom(setup.accountid + 40)
  return [
    ...invoiceTables({ setup, projects, people }, size.invoices, ids, random),
    ...prefillTables({ setup, projects, people }, size.prefills, ids, random),
    {
      name: 'counter',
      columns: columnsOf('name n#'),
      rows: [
        [setup.accountid, 'invoice', size.invoices],
        [setup.accountid, 'project', projects.length + size.prefills],
      ],
    },
  ]
}

/** Days of the default terms, in order. */
const durations = [0, 10, 15, 30, 60]

function invoiceTables({ setup, projects, people }: MoneyContext, count: number, ids: Ids, random: Random): Table[] {
  const { accountid } = setup
  const lines: Cell[][] = []
  const payments: Cell[][] = []
  const invoices = times(count, (at): Cell[] => {
    const id = ids.next()
    const projectid = projects[random(projects.length)] ?? 0
    const day = random(1080)
    const term = random(durations.length)
    const due = day + (durations[term] ?? 0)
    const amounts = times(3, (line) => {
      const [quantity, rate] = [(1 + random(400)) * 250_000, (500 + random(900)) * 1000]
      const amount = lineAmount(quantity, rate)
      lines.push([accountid, ids.next(), id, `Work of part ${line + 1}`, quantity, rate, amount, 't'])
      return amount
    })
    const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
    const [tax, secondtax] = [random(3) === 0 ? null : 190_000, random(10) === 0 ? 15_000 : null]
    const { taxamount, secondtaxamount, total } = totalsOf(subtotal, { tax, secondtax, compound: false })
    // Of ten invoices six are paid and one is paid in part.
    const share = random(10)
    const received = share < 6 ? total : share === 6 ? Math.floor(total / 20_000) * 10_000 : 0
    const paidOn = dayText(day + random(50))
    if (received > 0) {
      const person = people[random(people.length)] ?? 0
      payments.push([accountid, ids.next(), projectid, id, person, paidOn, received, 1 + random(5), `No. ${at + 1}`])
    }
    return [
      ...[
        accountid,
        id,
        at + 1,
        projectid,
        dayText(day),
        term + 1,
        dayText(due),
        `Invoice for "month" ${1 + (at % 12)}`,
      ],
      ...[
        'As agreed in our offer & by phone',
        'Company a\nLindenstraße 14\n10969 Berlin',
        'Client & Sons\n27 Mill Lane',
      ],
      ...[`PO-${at}`, 'Please quote the number of the invoice.', tax, secondtax, `${dayText(day)} 10:00:00`, 3],
      ...[subtotal, taxamount, secondtaxamount, total, received, total - received, received === total ? paidOn : null],
    ]
  })
  const columns =
    'id# localid# projectid# date termid# datedue title description addressfrom addressto purchaseorder disclaimer ' +
    'tax# secondtax# dateissued numitems# subtotal# taxamount# secondtaxamount# total# payments# balance# datepaid'
  const ofLine = columnsOf('id# invoiceid# name quantity# rate# amount# custom')
  const ofPayment = columnsOf('id# projectid# invoiceid# personid# date amount# typeid# reference')
  return [
    { name: 'invoice', columns: columnsOf(columns), rows: invoices },
    { name: 'invoiceitem', columns: ofLine, rows: lines },
    { name: 'payment', columns: ofPayment, rows: payments },
  ]
}

/** The entries of the projects are interleaved, as those of projects that run at the same time. */
function prefillTables({ setup, projects, people }: MoneyContext, count: number, ids: Ids, random: Random): Table[] {
  const { accountid, worktypes, modules } = setup
  const projectIds = times(count, () => ids.next())
  const pick = <T>(choices: readonly T[]): T | undefined => choices[random(choices.length)]
  const rows = times(count * entriesPerPrefill, (at): Cell[] => [
    ...[
      accountid,
      ids.next(),
      projectIds[at % count] ?? 0,
      pick(modules) ?? 0,
      pick(worktypes) ?? 0,
      pick(people) ?? 0,
    ],
    ...[dayText(random(900)), (1 + random(16)) * 250_000, 't', '2026-01-05 09:00:00'],
  ])
  return [
    {
      name: 'project',
      columns: columnsOf('id# localid# name datestart billable active'),
      rows: projectIds.map((id, at) => [
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
      rows: projectIds.flatMap((id) =>
        worktypes.map((worktype) => [accountid, ids.next(), id, worktype, 855_000, 't']),
      ),
    },
    {
      name: 'time',
      columns: columnsOf('id# projectid# moduleid# worktypeid# personid# date time# billable datemodified'),
      rows,
    },
  ]
}
