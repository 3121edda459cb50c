// Random data for the reports: time, invoices, payments and expenses. They are written directly, because reports must
// be correct for all data, also for data that the API would reject today. Each account gets other values from the same
// seed.
import { NextNumber, nextId, type WriteTransaction } from '../../src/io/database.ts'
import { accountSlot, slot, sql, statement, updateRows } from '../../src/io/sql.ts'
import { addDays } from '../../src/kit/calendar.ts'
import type { AccountFixture, ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

/** Names with special characters for spreadsheets, CSV or XML. */
export const csvEdgeNames = [
  '=HYPERLINK("http://x.example/","Click")',
  '+49 30 1234',
  '-5',
  '@SUM(A1:A9)',
  'Comma, "quote" & <tag>',
  'Zürich 😀; Wien',
  "O'Neill\nand sons",
]

const setRate = updateRows(
  'projectworktype',
  sql`hourlyrate = ${slot('rate')}`,
  sql`projectid = ${slot('projectid')} and worktypeid = ${slot('worktypeid')}`,
)

/** Rates that give half cents, whole cents, zero, and a product beyond the safe integers. */
const rates = [999_999, 333_333, 50, 800_000, 0, 1_250_050, 99_999_999_990_000]

/** Some projects have a budget per period, by their index. */
const retainers: Readonly<Record<number, JsonObject>> = {
  3: { budgetperiod: 'quarter' },
  6: { budgetperiod: 'month', carryover: 't' },
}

/** Some people have weekly hours, in millionths of an hour. */
const weeklyHours: Readonly<Partial<Record<PersonName, number>>> = {
  administrator: 40_000_000,
  manager: 37_330_000,
  restricted: 20_000_000,
  outsider: 38_500_000,
  inactive: 32_000_000,
}

/** The company of the fixture has no currency of its own. */
const currencies = ['', 'USD', 'CHF'] as const
const currencyAt = (at: number): string => currencies[Math.abs(at) % currencies.length] ?? ''

interface ReportRecords {
  readonly fixture: ApiFixture
  readonly account: AccountFixture
  readonly random: Random
  readonly projects: readonly number[]
}

async function addProjects({ make }: ApiFixture, own: AccountFixture): Promise<number[]> {
  const administrator = own.tokens.administrator
  const projects: number[] = []
  for (const [at, name] of csvEdgeNames.entries()) {
    const client = await make(administrator, '/client/', { name, datecreated: '2026-01-01', currency: currencyAt(at) })
    const body = { name: `${name} project`, datestart: '2026-01-01', clientid: Number(client.id) }
    const budget = [null, '0', '7.5', '120.25'][at % 4] ?? null
    const { id } = await make(administrator, '/project/', { ...body, budget, ...retainers[at] })
    if (at % 2 === 0) {
      for (const who of ['manager', 'executive', 'restricted'] as const)
        await make(administrator, `/projectteam/${id}/`, { personid: own.people[who] })
    }
    projects.push(Number(id))
  }
  return projects
}

const dayOf = (random: Random, from: string, days: number): string => addDays(from, random.below(days))

async function insertTime(tx: WriteTransaction, { account, random, projects }: ReportRecords): Promise<void> {
  const { people, modules, worktypes } = account
  for (const [at, projectid] of projects.entries()) {
    for (const [nth, worktypeid] of worktypes.entries())
      await tx.run('projectworktype', setRate, { projectid, worktypeid, rate: rates[(at + nth) % rates.length] ?? 0 })
  }
  for (let entry = 0; entry < 160; entry++) {
    await tx.insert('time', {
      id: nextId,
      projectid: random.pick(projects),
      moduleid: modules[0] ?? 0,
      worktypeid: random.pick(worktypes),
      personid: random.pick([people.manager, people.resource, people.restricted]),
      date: dayOf(random, '2026-01-01', 160),
      time: random.pick([1, 333_333, 250_000, 24_000_000, 1 + random.below(8_000_000)]),
      billable: random.below(5) === 0 ? 'f' : 't',
      datemodified: '2026-05-14 10:00:00',
    })
  }
}

const unbilledTime = statement(sql`select time.id, time.worktypeid from time where time.accountid = ${accountSlot}
  and time.projectid = ${slot('projectid')} and time.billable = 't' and not exists (select 1 from invoicedtime held
    where held.accountid = time.accountid and held.timeid = time.id) order by time.id limit 1`)

/** Lines with one entry each, at most one per work type. */
async function insertLines(
  tx: WriteTransaction,
  invoiceid: number,
  projectid: number,
  expected: number,
): Promise<void> {
  const used = new Set<number>()
  for (let nth = 0; nth < expected; nth++) {
    const [timeid, worktypeid] = (await tx.first(unbilledTime, { projectid }))?.map(Number) ?? []
    if (timeid === undefined || worktypeid === undefined || used.has(worktypeid)) return
    used.add(worktypeid)
    const line = { invoiceid, name: 'Work', quantity: 1, rate: 1, amount: 0, custom: 'f', worktypeid }
    const itemid = await tx.insert('invoiceitem', { id: nextId, ...line })
    await tx.insert('invoicedtime', { timeid, itemid })
  }
}

async function insertInvoice(tx: WriteTransaction, { account, random, projects }: ReportRecords): Promise<void> {
  const projectid = random.pick(projects)
  const cents = (most: number): number => random.below(most) * 100
  const subtotal = random.pick([0, cents(1_000_000), cents(50_000_000), 99_999_999_990_000, -cents(10_000)])
  const sums = { subtotal, taxamount: cents(1000), secondtaxamount: cents(100) }
  const total = subtotal + sums.taxamount + sums.secondtaxamount
  const payments = random.pick([0, 0, total, total + 100, 100])
  const isVoid = random.below(6) === 0
  const invoiceid = await tx.insert('invoice', {
    id: nextId,
    localid: new NextNumber('invoice'),
    projectid,
    date: dayOf(random, '2025-03-01', 500),
    termid: 1,
    datedue: dayOf(random, '2026-01-20', 150),
    title: 'By chance',
    currency: currencyAt(total / 100),
    ...(isVoid ? { dateissued: '2026-05-01 00:00:00', datevoided: '2026-05-02 00:00:00' } : {}),
    numitems: random.below(4),
    ...sums,
    total,
    payments,
    balance: total - payments,
  })
  if (!isVoid) await insertLines(tx, invoiceid, projectid, random.below(3))
  for (let nth = random.below(3); nth > 0; nth--) {
    await tx.insert('payment', {
      id: nextId,
      projectid,
      invoiceid: isVoid || random.below(2) === 0 ? null : invoiceid,
      personid: account.people.administrator,
      date: dayOf(random, '2025-03-01', 500),
      currency: currencyAt(total / 100 + nth),
      amount: random.pick([cents(500_000), -cents(1000), 99_999_999_990_000]),
      typeid: 1,
    })
  }
}

async function insertExpense(tx: WriteTransaction, { account, random, projects }: ReportRecords): Promise<void> {
  const expense = random.below(2_000_000) - 300_000
  const rest = {
    personid: account.people.manager,
    date: dayOf(random, '2026-01-01', 130),
    expense,
    fee: expense + 12_345,
  }
  await tx.insert('expense', { id: nextId, projectid: random.pick(projects), ...rest })
}

export async function insertReportRecords(fixture: ApiFixture, account: AccountFixture, seed: number): Promise<void> {
  const projects = [...Object.values(account.projects), ...(await addProjects(fixture, account))]
  const books: ReportRecords = { fixture, account, random: new Random(seed), projects }
  await fixture.database.write(account.accountid, async (tx) => {
    await insertTime(tx, books)
    for (const [who, weeklyhours] of Object.entries(weeklyHours))
      await tx.update('person', account.people[who as PersonName], { weeklyhours })
    for (let invoice = 0; invoice < 60; invoice++) await insertInvoice(tx, books)
    for (let expense = 0; expense < 40; expense++) await insertExpense(tx, books)
  })
}
