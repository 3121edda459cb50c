// Invoices in three currencies, compared with a model of its own arithmetic: hours at dated rates, write-downs,
// discounts, taxes, credit notes, and partial, unapplied and negative payments. Every sum of every invoice and report
// is exact, and none adds up two currencies (T-252).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import { auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import { type ApiCaller, eachApiFixture, type Fields } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import { Random } from '../fixture/random.ts'
import {
  type BilledProject,
  invoiceBody,
  lineBody,
  newBilledProject,
  paymentBody,
  performAction,
} from '../scenarios/billing.ts'
import { amountOf, centsOf, daysAfter, moneyOf, roundedQuotient } from './invoice-model.ts'
import { propertyDatabases, seed } from './property-runs.ts'

/** `STINT_INVOICES=10000` takes a quarter of an hour. */
const invoicesPerDatabase = Number(process.env.STINT_INVOICES ?? (isLong ? 600 : 120))
const lanes = isLong ? 12 : 6
/** The first is that of the company: its clients have none of their own. */
const currencies = ['EUR', 'USD', 'CHF'] as const
const today = '2026-05-14'
const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'] as const

interface Entry {
  readonly clientid: string
  readonly projectid: string
  readonly currency: string
  readonly date: string
}
/** Hours on a day of their own, and what they cost in cents. */
interface Hours {
  readonly id: string
  readonly range: Readonly<Record<string, string>>
  readonly amount: bigint
}
interface Bill extends Entry {
  readonly id: string
  readonly datedue: string
  readonly subtotal: bigint
  readonly taxes: bigint
  readonly isCredit: boolean
  credited: bigint
  paid: bigint
}
interface Payment extends Entry {
  readonly amount: bigint
}
interface Books {
  readonly bills: Bill[]
  readonly payments: Payment[]
}

const add = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n)
const total = ({ subtotal, taxes }: Bill): bigint => subtotal + taxes
const balance = (bill: Bill): bigint => (bill.isCredit ? 0n : total(bill) - bill.paid - bill.credited)
const day = (random: Random): string => `${random.pick(months)}-${String(1 + random.below(14)).padStart(2, '0')}`
const daysLate = (due: string): number => (Date.parse(today) - Date.parse(due)) / 86_400_000

class Lane {
  readonly #billed: BilledProject
  readonly #clientid: string
  readonly #own: string
  readonly #random: Random
  readonly books: Books = { bills: [], payments: [] }
  #hourday = 0
  #hourlyrate = '120'

  constructor(billed: BilledProject, clientid: string, own: string, random: Random) {
    this.#billed = billed
    this.#clientid = clientid
    this.#own = own
    this.#random = random
  }

  get #administrator(): ApiCaller {
    return this.#billed.administrator
  }

  #entry(currency: string, date: string): Entry {
    return { clientid: this.#clientid, projectid: this.#billed.projectid, currency, date }
  }

  /** A rate from a day on: the days only go forward, so the newest one prices the next hours. */
  async #changeRate(datebegin: string): Promise<void> {
    const hourlyrate = this.#random.pick(['120', '99.99', '33.3333', '0.0001', '1.005'])
    const { projectid, worktypes } = this.#billed
    const body = { projectid, worktypeid: String(worktypes[0]), datebegin, hourlyrate }
    await this.#administrator.create('/projectrate/', body)
    this.#hourlyrate = hourlyrate
  }

  /** Quarter hours on a day of its own, which the invoice of that day takes. */
  async #logHours(): Promise<Hours> {
    const date = daysAfter('2001-01-01', this.#hourday++)
    if (this.#random.below(5) === 0) await this.#changeRate(date)
    const hours = moneyOf(25n * BigInt(1 + this.#random.below(40)))
    const { id } = await this.#billed.log(date, hours)
    return { id: String(id), range: { datebegin: date, dateend: date }, amount: amountOf(hours, this.#hourlyrate) }
  }

  /** Returns what the hours are billed with afterwards. */
  async #writeDown(invoiceid: string, { id, amount: full }: Hours): Promise<bigint> {
    const amount = this.#random.pick([0n, full - 1n, full / 3n, full / 2n])
    if (amount < 0n || amount >= full) return full
    const body = { timeid: id, amount: moneyOf(amount) }
    const { writtendown } = await performAction(this.#administrator, `/invoice/${invoiceid}/writedown/`, body)
    assert.equal(centsOf(String(writtendown)), full - amount)
    return amount
  }

  async newBill(): Promise<void> {
    const random = this.#random
    const hours = random.below(4) === 0 ? await this.#logHours() : null
    const currency = hours !== null || random.below(3) > 0 ? this.#own : random.pick(currencies)
    const [rate, second] = [BigInt(random.pick([0, 550, 1900, 770])), BigInt(random.pick([0, 0, 333]))]
    const compound = random.below(2) === 1
    const [date, due] = [day(random), day(random)]
    const body = invoiceBody(this.#billed.projectid, {
      ...(currency === this.#own && random.below(2) === 0 ? {} : { currency }),
      ...hours?.range,
      ...{ date, termid: 6, termotherdatedue: due, tax: moneyOf(rate), secondtax: moneyOf(second) },
      secondtaxcompound: compound ? 't' : 'f',
    })
    const created = await this.#administrator.create('/invoice/', body)
    const id = String(created.id)
    assert.equal(created.currency, currency)
    let subtotal = hours === null ? 0n : random.below(3) === 0 ? await this.#writeDown(id, hours) : hours.amount
    for (let at = 1 + random.below(3); at > 0; at--) {
      const [quantity, rate] = [moneyOf(BigInt(1 + random.below(5000))), moneyOf(BigInt(1 + random.below(20_000)))]
      const amount = amountOf(quantity, rate)
      subtotal += amount
      await this.#administrator.create('/invoiceitem/', lineBody(id, moneyOf(amount), { quantity, rate }))
    }
    if (random.below(4) === 0) {
      const discount = BigInt(random.below(Number(subtotal)))
      subtotal -= discount
      await this.#administrator.create('/invoiceitem/', lineBody(id, moneyOf(-discount)))
    }
    const tax = roundedQuotient(subtotal * rate, 10_000n)
    const taxes = tax + roundedQuotient((compound ? subtotal + tax : subtotal) * second, 10_000n)
    const bill: Bill = {
      ...this.#entry(currency, date),
      ...{ id, datedue: due, subtotal, taxes, isCredit: false, credited: 0n, paid: 0n },
    }
    this.books.bills.push(bill)
    if (random.below(4) > 0) await this.#issue(bill)
    for (let at = random.below(3); at > 0; at--) await this.#pay(bill)
  }

  async #issue(bill: Bill): Promise<void> {
    assert.equal((await this.#administrator.send('POST', `/invoice/${bill.id}/issue/`)).status, 202)
    if (bill.subtotal === 0n || this.#random.below(5) > 0) return
    const reply = await this.#administrator.send('POST', `/invoice/${bill.id}/credit/`, { date: bill.date })
    const note = reply.json.invoice as Fields
    assert.deepEqual([note.currency, centsOf(String(note.total))], [bill.currency, -total(bill)], reply.text)
    if (this.#random.below(4) === 0) return
    assert.equal((await this.#administrator.send('POST', `/invoice/${note.id}/issue/`)).status, 202)
    bill.credited = total(bill)
    const { subtotal, taxes } = bill
    const sums = { subtotal: -subtotal, taxes: -taxes, isCredit: true, credited: 0n, paid: 0n }
    this.books.bills.push({ ...bill, id: String(note.id), ...sums })
  }

  async #pay(bill: Bill): Promise<void> {
    const amount = BigInt(1 + this.#random.below(300_000)) * (this.#random.below(6) === 0 ? -1n : 1n)
    const date = day(this.#random)
    const isApplied = this.#random.below(5) > 0
    const body = { date, ...(isApplied ? { invoiceid: bill.id } : {}) }
    const currency = isApplied ? bill.currency : this.#own
    const paid = await this.#administrator.create(
      '/payment/',
      paymentBody(this.#billed.projectid, moneyOf(amount), body),
    )
    assert.equal(paid.currency, currency)
    if (isApplied) bill.paid += amount
    this.books.payments.push({ ...this.#entry(currency, date), amount })
  }
}

const rowTexts = (rows: readonly Fields[], columns: string): string[] =>
  rows.map((row) =>
    columns
      .split(' ')
      .map((column) => row[column] ?? '')
      .join(' '),
  )

/** Groups in the order of their keys. */
const groups = <T>(rows: readonly T[], key: (row: T) => string): [string, T[]][] =>
  [...Map.groupBy(rows, key)].sort(([one], [other]) => (one < other ? -1 : 1))

function receivables({ bills }: Books): string[] {
  const owed = bills.filter((bill) => balance(bill) > 0n)
  return groups(owed, ({ clientid, currency }) => `${clientid} ${currency}`).map(([key, own]) => {
    const between = (least: number, most: number): string => {
      const late = own.filter(({ datedue }) => daysLate(datedue) >= least && daysLate(datedue) <= most)
      return moneyOf(add(late.map(balance)))
    }
    const spans = [between(-Infinity, 0), between(1, 30), between(31, 60), between(61, 90), between(91, Infinity)]
    return [key, own.length, ...spans, between(-Infinity, Infinity)].join(' ')
  })
}

function revenue({ bills, payments }: Books): string[] {
  return months.flatMap((month) =>
    [...currencies].sort().map((currency) => {
      const isPart = (one: Entry): boolean => one.currency === currency && one.date.startsWith(month)
      const [own, paid] = [bills.filter(isPart), payments.filter(isPart)]
      const sums = [
        add(own.map(({ subtotal }) => subtotal)),
        add(own.map(({ taxes }) => taxes)),
        add(own.map(total)),
        add(paid.map(({ amount }) => amount)),
        add(own.map(balance)),
      ]
      return [month, currency, own.filter(({ isCredit }) => !isCredit).length, ...sums.map(moneyOf)].join(' ')
    }),
  )
}

function closings({ bills, payments }: Books): string[] {
  const all = [
    ...bills.map((bill) => ({ ...bill, charged: total(bill), received: 0n })),
    ...payments.map((payment) => ({ ...payment, charged: 0n, received: payment.amount })),
  ]
  return groups(all, ({ clientid, currency }) => `${clientid} ${currency}`).map(([key, own]) => {
    const [charged, received] = [add(own.map((one) => one.charged)), add(own.map((one) => one.received))]
    return [key, ...[charged, received, charged - received].map(moneyOf)].join(' ')
  })
}

async function assertReports(administrator: ApiCaller, books: Books, clients: readonly string[]): Promise<void> {
  const of = `clientid=${clients.join(',')}`
  const days = 'datebegin=2026-01-01&dateend=2026-05-31'
  const list = async (path: string): Promise<readonly Fields[]> => (await administrator.list(path)).rows
  const columns = 'clientid currency invoices current days1to30 days31to60 days61to90 over90 total'
  const owed = rowTexts(await list(`/receivables/?${of}`), columns)
  assert.deepEqual(owed.sort(), receivables(books).sort())
  const sums = 'month currency invoices subtotal taxes total payments balance'
  assert.deepEqual(rowTexts(await list(`/revenue/?${of}&${days}`), sums), revenue(books))
  const ends = (await list(`/statement/?${of}&${days}`)).filter(({ kind }) => kind === 'closing')
  assert.deepEqual(rowTexts(ends, 'clientid currency charged paid balance').sort(), closings(books).sort())
  for (const { projectid = '', currency = '', invoiced } of await list(`/budget/?${of}`)) {
    const own = books.bills.filter((bill) => bill.projectid === projectid && bill.currency === currency)
    assert.equal(
      centsOf(String(invoiced)),
      add(own.map(({ subtotal }) => subtotal)),
      `invoiced of project ${projectid}`,
    )
  }
}

async function newLane(fixture: ApiFixture, at: number): Promise<{ lane: Lane; clientid: string }> {
  const billed = await newBilledProject(fixture)
  const currency = currencies[at % currencies.length] ?? 'EUR'
  const body = { name: `Client ${at}`, datecreated: '2026-01-01', currency: currency === 'EUR' ? '' : currency }
  const clientid = String((await billed.administrator.create('/client/', body)).id)
  await billed.administrator.update(`/project/${billed.projectid}/`, { clientid })
  return { lane: new Lane(billed, clientid, currency, new Random(seed + at)), clientid }
}

eachApiFixture((fixture, kind) => {
  test(`sums of invoices in three currencies are exact and never mixed (${kind})`, async () => {
    const { database, a, clock } = fixture()
    clock.moveTo(`${today}T12:00:00Z`)
    const { administrator } = await newBilledProject(fixture())
    await administrator.update('/company/', { currency: 'EUR' })
    const work = await Promise.all(Array.from({ length: lanes }, (_, at) => newLane(fixture(), at)))
    await Promise.all(
      work.map(async ({ lane }) => {
        for (let at = 0; at < invoicesPerDatabase / lanes; at++) await lane.newBill()
      }),
    )
    const books: Books = {
      bills: work.flatMap(({ lane }) => lane.books.bills),
      payments: work.flatMap(({ lane }) => lane.books.payments),
    }
    for (const bill of isLong ? books.bills.filter((_, at) => at % 10 === 0) : books.bills) {
      const read = await administrator.read(`/invoice/${bill.id}/`)
      const expected = [bill.currency, bill.subtotal, total(bill), balance(bill)]
      assert.deepEqual(
        [read.currency, ...[read.subtotal, read.total, read.balance].map(String).map(centsOf)],
        expected,
        bill.id,
      )
    }
    await assertReports(
      administrator,
      books,
      work.map(({ clientid }) => clientid),
    )
    assert.deepEqual((await auditInvoices(database, a.accountid)).problems, [])
  })
}, propertyDatabases)
