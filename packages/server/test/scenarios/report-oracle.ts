// The expected rows of the reports, calculated independently from complete tables, row by row: SQL only reads, and the
// rounding and printing of the server are not used. Visibility of projects is known from the fixture.
import { accountSlot, type Fragment, sql } from '../../src/io/sql.ts'
import { type Fields, selectRows } from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'

export interface ReportQuery {
  readonly who: PersonName
  readonly restricted?: boolean
  readonly today: string
  readonly clientid?: readonly number[]
  readonly projectid?: readonly number[]
  readonly datebegin?: string
  readonly dateend?: string
  readonly active?: 't' | 'f'
}

interface Project {
  readonly id: number
  readonly name: string
  readonly clientid: number | null
  readonly client: string | null
  readonly currency: string
  readonly budget: number | null
  readonly budgetperiod: string
  readonly active: string
}

interface Entry {
  readonly id: number
  readonly projectid: number
  readonly worktypeid: number
  readonly personid: number
  readonly date: string
  readonly time: number
  readonly billable: string
}

interface InvoiceRow {
  readonly currency: string
  readonly projectid: number
  readonly date: string
  readonly datedue: string
  readonly datevoided: string | null
  readonly numitems: number
  readonly subtotal: number
  readonly taxamount: number
  readonly secondtaxamount: number
  readonly total: number
  readonly balance: number
  readonly writtendown: number
}

interface Cost {
  readonly id: number
  readonly projectid: number
  readonly date: string
  readonly expense: number
  readonly fee: number
  readonly billable: string
}

export interface ReportRows {
  readonly account: AccountFixture
  readonly budgetsin: string
  readonly projects: readonly Project[]
  readonly team: ReadonlySet<string>
  readonly rates: ReadonlyMap<string, number>
  readonly entries: readonly Entry[]
  readonly billed: ReadonlySet<number>
  readonly bills: readonly InvoiceRow[]
  readonly payments: readonly {
    readonly projectid: number
    readonly date: string
    readonly amount: number
    readonly currency: string
  }[]
  readonly costs: readonly Cost[]
  readonly billedCosts: ReadonlySet<number>
}

async function table<T>(
  fixture: ApiFixture,
  own: AccountFixture,
  name: string,
  columns: readonly (keyof T & string)[],
) {
  const text: Fragment = sql`select ${sql.raw(columns.join(', '))} from ${sql.raw(name)} where accountid = ${accountSlot}
    order by 1`
  const rows = await selectRows(fixture, own.accountid, text)
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])) as T)
}

export async function readReportRows(fixture: ApiFixture, own: AccountFixture): Promise<ReportRows> {
  const clients = new Map(
    (
      await table<{ id: number; name: string; currency: string }>(fixture, own, 'client', ['id', 'name', 'currency'])
    ).map((client) => [client.id, client]),
  )
  const [[budgetsin] = []] = await selectRows(
    fixture,
    own.accountid,
    sql`select budgetsin from account where id = ${accountSlot}`,
  )
  const columns = ['id', 'name', 'clientid', 'budget', 'budgetperiod', 'active'] as const
  const projects = await table<Omit<Project, 'client' | 'currency'>>(fixture, own, 'project', columns)
  const team = await table<{ projectid: number; personid: number }>(fixture, own, 'projectteam', [
    'projectid',
    'personid',
  ])
  const parts = await table<{ projectid: number; worktypeid: number; hourlyrate: number }>(
    fixture,
    own,
    'projectworktype',
    ['projectid', 'worktypeid', 'hourlyrate'],
  )
  const held = await table<{ timeid: number }>(fixture, own, 'invoicedtime', ['timeid'])
  return {
    account: own,
    budgetsin: String(budgetsin),
    projects: projects.map((one) => {
      const { name: client = null, currency = '' } = clients.get(one.clientid ?? 0) ?? {}
      return { ...one, client, currency }
    }),
    team: new Set(team.map(({ projectid, personid }) => `${projectid} ${personid}`)),
    rates: new Map(parts.map((part) => [`${part.projectid} ${part.worktypeid}`, part.hourlyrate])),
    entries: await table<Entry>(fixture, own, 'time', [
      'id',
      'projectid',
      'worktypeid',
      'personid',
      'date',
      'time',
      'billable',
    ]),
    billed: new Set(held.map(({ timeid }) => timeid)),
    bills: await table<InvoiceRow>(fixture, own, 'invoice', [
      'projectid',
      'date',
      'datedue',
      'datevoided',
      'numitems',
      'subtotal',
      'taxamount',
      'secondtaxamount',
      'total',
      'balance',
      'writtendown',
      'currency',
    ]),
    payments: await table(fixture, own, 'payment', ['projectid', 'date', 'amount', 'currency']),
    costs: await table<Cost>(fixture, own, 'expense', ['id', 'projectid', 'date', 'expense', 'fee', 'billable']),
    billedCosts: new Set(
      (await table<{ expenseid: number }>(fixture, own, 'invoicedexpense', ['expenseid'])).map(
        ({ expenseid }) => expenseid,
      ),
    ),
  }
}

/** The shortest decimal form, by cutting the text. */
export function decimalText(units: bigint, scale: number): string {
  if (units < 0n) return `-${decimalText(-units, scale)}`
  const digits = String(units).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0*$/, '')
}

const total = <T>(rows: readonly T[], of: (row: T) => number): bigint =>
  rows.reduce((sum, row) => sum + BigInt(of(row)), 0n)

/** Rounds to cents, in ten-thousandths: twice the remainder is compared with a cent. */
function roundedCents(product: bigint): bigint {
  const [size, cent] = [product < 0n ? -product : product, 100_000_000n]
  const up = (size % cent) * 2n >= cent ? 1n : 0n
  const rounded = (size / cent + up) * 100n
  return product < 0n ? -rounded : rounded
}

function entryValue({ rates }: ReportRows, projectid: number, entries: readonly Entry[]): bigint {
  const worktypes = [...new Set(entries.map(({ worktypeid }) => worktypeid))]
  return worktypes.reduce((sum, worktypeid) => {
    const hours = total(
      entries.filter((entry) => entry.worktypeid === worktypeid),
      ({ time }) => time,
    )
    return sum + roundedCents(hours * BigInt(rates.get(`${projectid} ${worktypeid}`) ?? 0))
  }, 0n)
}

const text = (value: number | string | null): string | null => (value === null ? null : String(value))

/** By code points, projects without a client last, as in the database. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const byNames = (a: Project, b: Project): number =>
  Number(a.client === null) - Number(b.client === null) ||
  compare(a.client ?? '', b.client ?? '') ||
  (a.clientid ?? 0) - (b.clientid ?? 0) ||
  compare(a.name, b.name) ||
  a.id - b.id

const selectedProjects = (facts: ReportRows, { who, clientid, projectid }: ReportQuery): Project[] =>
  facts.projects
    .filter(({ id }) => who === 'administrator' || facts.team.has(`${id} ${facts.account.people[who]}`))
    .filter((project) => clientid === undefined || clientid.includes(project.clientid ?? -1))
    .filter(({ id }) => projectid === undefined || projectid.includes(id))
    .sort(byNames)

const visibleTime = ({ entries, account }: ReportRows, { who, restricted }: ReportQuery, project: Project): Entry[] =>
  entries.filter(
    ({ projectid, personid }) => projectid === project.id && (restricted !== true || personid === account.people[who]),
  )

const names = ({ id, name, clientid, client, currency }: Project): Fields => ({
  currency,
  clientid: text(clientid),
  client,
  projectid: String(id),
  project: name,
})

export function unbilledRows(facts: ReportRows, question: ReportQuery): Fields[] {
  const { datebegin = '0001-01-01', dateend = '9999-12-31' } = question
  return selectedProjects(facts, question).flatMap((project) => {
    const entries = visibleTime(facts, question, project).filter(
      ({ id, billable, date }) => billable === 't' && !facts.billed.has(id) && date >= datebegin && date <= dateend,
    )
    const costs = facts.costs.filter(
      ({ id, projectid, billable, date, fee }) =>
        projectid === project.id &&
        billable === 't' &&
        fee !== 0 &&
        !facts.billedCosts.has(id) &&
        date >= datebegin &&
        date <= dateend,
    )
    if (entries.length === 0 && costs.length === 0) return []
    const days = entries.map(({ date }) => date).sort()
    const hours = total(entries, ({ time }) => time)
    const amount = decimalText(entryValue(facts, project.id, entries), 4)
    const counted = { firstdate: days.at(0) ?? null, lastdate: days.at(-1) ?? null, entries: String(entries.length) }
    // An expense is one line: its fee, as one of it at that rate.
    const charged = costs.reduce((sum, { fee }) => sum + roundedCents(BigInt(fee) * 1_000_000n), 0n)
    const spent = { expenses: String(costs.length), expenseamount: decimalText(charged, 4) }
    return [{ ...names(project), hours: decimalText(hours, 6), amount, ...counted, ...spent }]
  })
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

export function receivablesRows(facts: ReportRows, question: ReportQuery): Fields[] {
  const projects = selectedProjects(facts, question)
  const clients = [...new Set(projects.map(({ clientid }) => clientid))]
  const currencies = [...new Set(facts.bills.map(({ currency }) => currency))].sort()
  return clients
    .flatMap((clientid) => currencies.map((currency) => ({ clientid, currency })))
    .flatMap((account) => {
      const { clientid, currency } = account
      const ours = projects.filter((project) => project.clientid === clientid)
      const owed = facts.bills.filter(
        (bill) =>
          ours.some(({ id }) => id === bill.projectid) &&
          bill.currency === currency &&
          bill.datevoided === null &&
          bill.numitems > 0 &&
          bill.balance > 0,
      )
      if (owed.length === 0) return []
      const between = (least: number, most: number): string =>
        decimalText(
          total(owed, ({ datedue, balance }) => {
            const late = dayNumber(question.today) - dayNumber(datedue)
            return late >= least && late <= most ? balance : 0
          }),
          4,
        )
      return [
        {
          clientid: text(clientid),
          currency,
          client: ours[0]?.client ?? null,
          invoices: String(owed.length),
          current: between(-Infinity, 0),
          days1to30: between(1, 30),
          days31to60: between(31, 60),
          days61to90: between(61, 90),
          over90: between(91, Infinity),
          total: between(-Infinity, Infinity),
        },
      ]
    })
}

/** The months from one day to another, by counting. */
function months(first: string, last: string): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = first.split('-').map(Number)
  for (;;) {
    const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
    if (name > last.slice(0, 7)) return months
    months.push(name)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  }
}

export function revenueRows(
  facts: ReportRows,
  question: ReportQuery & { datebegin: string; dateend: string },
): Fields[] {
  const ids = selectedProjects(facts, question).map(({ id }) => id)
  const within = ({ projectid, date }: { projectid: number; date: string }): boolean =>
    ids.includes(projectid) && date >= question.datebegin && date <= question.dateend
  const billed = facts.bills.filter((bill) => within(bill) && bill.datevoided === null)
  const received = facts.payments.filter(within)
  const used = [...new Set([...billed, ...received].map(({ currency }) => currency))].sort()
  const parts = months(question.datebegin, question.dateend).flatMap((month) =>
    (used.length === 0 ? [''] : used).map((currency) => ({ month, currency })),
  )
  return parts.map(({ month, currency }) => {
    const isPart = (row: { date: string; currency: string }): boolean =>
      row.date.slice(0, 7) === month && row.currency === currency
    const bills = billed.filter(isPart)
    const paid = received.filter(isPart)
    return {
      month,
      currency,
      invoices: String(bills.length),
      subtotal: decimalText(
        total(bills, ({ subtotal }) => subtotal),
        4,
      ),
      taxes: decimalText(
        total(bills, ({ taxamount }) => taxamount) + total(bills, ({ secondtaxamount }) => secondtaxamount),
        4,
      ),
      total: decimalText(
        total(bills, (bill) => bill.total),
        4,
      ),
      payments: decimalText(
        total(paid, ({ amount }) => amount),
        4,
      ),
      balance: decimalText(
        total(bills, ({ balance }) => balance),
        4,
      ),
    }
  })
}

export function budgetRows(facts: ReportRows, question: ReportQuery): Fields[] {
  const projects = selectedProjects(facts, question).filter(({ active }) => active === (question.active ?? 't'))
  return projects.map((project) => {
    const entries = visibleTime(facts, question, project)
    const hours = total(entries, ({ time }) => time)
    const value = entryValue(facts, project.id, entries)
    const bills = facts.bills.filter(
      ({ projectid, datevoided, currency }) =>
        projectid === project.id && datevoided === null && currency === project.currency,
    )
    const costs = facts.costs.filter(({ projectid }) => projectid === project.id)
    const { budgetperiod } = project
    // A budget per period is not compared with all time.
    const budget = budgetperiod === '' ? BigInt(project.budget ?? 0) * 100n : 0n
    const taken = facts.budgetsin === 'money' ? value * 100n : hours
    return {
      ...names(project),
      budgetsin: facts.budgetsin,
      budgetperiod,
      budget: project.budget === null ? '' : decimalText(BigInt(project.budget), 4),
      hours: decimalText(hours, 6),
      billable: decimalText(
        total(entries, ({ billable, time }) => (billable === 't' ? time : 0)),
        6,
      ),
      value: decimalText(value, 4),
      invoiced: decimalText(
        total(bills, ({ subtotal }) => subtotal),
        4,
      ),
      expense: decimalText(
        total(costs, ({ expense }) => expense),
        4,
      ),
      fee: decimalText(
        total(costs, ({ fee }) => fee),
        4,
      ),
      used: budget === 0n ? '' : decimalText((taken * 100n * 100n) / budget, 2),
      remaining: budget === 0n ? '' : decimalText(budget - taken, 6),
      writtendown: decimalText(
        total(bills, ({ writtendown }) => writtendown),
        4,
      ),
    }
  })
}
