// Totals of invoices, compared with a model: after every random write of a line, a tax, a payment or a day, the
// response, the record, the lists in both formats and every order, the filters, the PDF and the rows have the same
// numbers (I-01 to I-08, I-11, I-13, T-67).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { acceptOf, recordIn, recordsIn } from '../conformance/reply-tree.ts'
import { callerFor, eachApiFixture, type Fields } from '../fixture/api-caller.ts'
import type { ApiFixture, Reply } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import { basicAuth } from '../fixture/request-parts.ts'
import { readPdf } from '../scenarios/invoice-printing.ts'
import { InvoiceDriver } from './invoice-driver.ts'
import { centsOf, dayAt, expectedInvoice, type Invoice } from './invoice-model.ts'
import { checkShared, propertyDatabases, shuffled } from './property-runs.ts'

const signOf = (decimalText: string): string => decimalText.replace('-', '\u2212')

/** An amount as in the PDF: two decimals and group separators. */
const figure = (amount: string): string => {
  const [whole = '', cents = ''] = amount.split('.')
  return signOf(`${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`)
}

type RecordFields = Readonly<Record<string, unknown>>

const zones = ['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata']
const sortfields = ['balance', 'total', 'subtotal', 'payments', 'daysoverdue', 'datedue', 'datepaid'] as const

class MoneyCase {
  readonly driver: InvoiceDriver
  readonly #fixture: ApiFixture
  readonly #random: Random
  readonly #path: string
  #zone = ''
  steps = 0

  static async begin(fixture: ApiFixture, random: Random): Promise<MoneyCase> {
    const caller = callerFor(fixture, fixture.a.tokens.administrator)
    const body = { name: 'Books', datestart: '2026-01-01' }
    const projects = [await caller.create('/project/', body), await caller.create('/project/', body)]
    const begun = new MoneyCase(
      fixture,
      random,
      new InvoiceDriver(
        caller,
        random,
        projects.map(({ id }) => Number(id)),
      ),
    )
    await begun.moveClock()
    return begun
  }

  constructor(fixture: ApiFixture, random: Random, driver: InvoiceDriver) {
    this.#fixture = fixture
    this.#random = random
    this.driver = driver
    this.#path = `/invoice/?projectid=${driver.projects.join()}&limit=0`
  }

  get today(): string {
    return dayAt(this.#fixture.clock.now(), this.#zone)
  }

  /** Moves the clock, often to a due day of an invoice or close to its midnight, and changes the time zone. */
  async moveClock(): Promise<void> {
    const random = this.#random
    const due = this.driver.invoices.map(({ datedue }) => datedue)
    const day = random.pick([this.driver.day(), ...due])
    this.#fixture.clock.moveTo(`${day}T${random.pick(['00', '06', '11', '12', '18', '22', '23'])}:59:59Z`)
    this.#zone = random.pick(zones)
    await this.driver.caller.update('/company/1/', { timezone: this.#zone })
    await this.#assertFilters()
  }

  assertInvoice(invoice: Invoice, told: RecordFields, where: string): void {
    const expected = expectedInvoice(invoice, this.today)
    const actual = Object.fromEntries(Object.keys(expected).map((field) => [field, told[field] ?? '']))
    assert.deepEqual(actual, expected, `invoice ${invoice.id} in ${where} on ${this.today}, step ${this.steps}`)
    assert.equal(told.tax ?? '', invoice.tax ?? '', `I-13: invoice.tax in ${where}`)
    assert.equal(told.second_tax ?? '', invoice.secondtax ?? '', `I-13: invoice.second_tax in ${where}`)
  }

  /** Checks the record that was written, and all invoices in the list. */
  async #assertMemberAndList(one: Invoice): Promise<void> {
    const format = this.#random.pick(['json', 'xml'] as const)
    const token = this.#fixture.a.tokens.administrator
    const ask = (path: string): Promise<Reply> => this.#fixture.call({ token, path, headers: acceptOf(format) })
    this.assertInvoice(one, recordIn(await ask(`/invoice/${one.id}/`), 'invoice'), `the member in ${format}`)
    const rows = recordsIn(await ask(this.#path), 'invoice')
    assert.equal(rows.length, this.driver.invoices.length, `invoices in the list in ${format}`)
    for (const row of rows) this.assertInvoice(this.#invoiceById(row.id), row, `the list in ${format}`)
  }

  /** One random write, and a check of the invoices that it affects. */
  async step(): Promise<void> {
    const { driver } = this
    const random = this.#random
    this.steps++
    const [one, other] = [driver.pickInvoice(), driver.pickInvoice()]
    const owed = centsOf(expectedInvoice(one, this.today).balance ?? '0')
    const [lined, paid] = [one.lines.size > 0, one.payments.size > 0]
    const checkReply = (record: Fields): void => this.assertInvoice(one, record, 'the reply')
    const deeds: [number, () => Promise<unknown>][] = [
      [one.lines.size < 8 ? 5 : 1, () => driver.addLine(one)],
      [lined ? 4 : 0, () => driver.editLine(one)],
      [lined ? 2 : 0, () => driver.moveLine(one, other)],
      [lined ? 2 : 0, () => driver.removeLine(one)],
      [3, async () => checkReply(await driver.changeTaxes(one))],
      [2, async () => checkReply(await driver.changeTerm(one))],
      [5, () => driver.pay(one, owed)],
      [paid ? 2 : 0, () => driver.editPayment(one)],
      [paid ? 2 : 0, () => driver.movePayment(one)],
      [paid ? 2 : 0, () => driver.removePayment(one)],
      [1, () => driver.applyUnappliedPayment(one)],
      [1, () => driver.sendInvalid(one)],
      [1, () => this.moveClock()],
    ]
    const weighted = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed))
    await random.pick(weighted)()
    await this.#assertMemberAndList(one)
  }

  /** I-06: the same numbers in lists of both formats, in the rows, and in the sort order of lists. */
  async assertEverywhere(): Promise<void> {
    const token = this.#fixture.a.tokens.administrator
    for (const invoice of this.driver.invoices) await this.#assertMemberAndList(invoice)
    for (const sortfield of sortfields) {
      for (const sortdir of ['asc', 'desc'] as const) {
        const reply = await this.#fixture.call({
          token,
          path: `${this.#path}&sortfield=${sortfield}&sortdir=${sortdir}`,
        })
        this.#assertSorted(recordsIn(reply, 'invoice'), sortfield, sortdir)
      }
    }
    await this.#assertFilters()
    await this.#assertRows()
    await this.#assertPdf(this.#random.pick(this.driver.invoices))
  }

  #invoiceById(id: unknown): Invoice {
    const match = this.driver.invoices.find((invoice) => String(invoice.id) === id)
    assert.ok(match, `invoice ${id} is not of this case`)
    return match
  }

  #assertSorted(rows: readonly RecordFields[], field: string, sortdir: 'asc' | 'desc'): void {
    const keyed = rows.map((row) => expectedInvoice(this.#invoiceById(row.id), this.today)[field] ?? '')
    const isDay = field.startsWith('date')
    // Missing days come last in both directions.
    const dayless = sortdir === 'asc' ? '~' : ''
    const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
    const compare = (a: string, b: string): number =>
      isDay ? order(a || dayless, b || dayless) : Number(centsOf(a) - centsOf(b))
    const turned = sortdir === 'asc' ? 1 : -1
    for (const [at, key] of keyed.entries()) {
      if (at === 0) continue
      const step = compare(keyed[at - 1] ?? '', key) * turned
      assert.ok(step <= 0, `sorted by ${field} ${sortdir}: ${keyed.join(' ')}`)
    }
  }

  /** I-07: each invoice is either paid or outstanding, and overdue ones are outstanding. */
  async #assertFilters(): Promise<void> {
    const path = this.#path
    const token = this.#fixture.a.tokens.administrator
    for (const [word, fits] of [
      ['paid', (status: string) => status === 'paid'],
      ['outstanding', (status: string) => status !== 'paid'],
      ['overdue', (status: string) => status === 'overdue'],
      ['void', () => false],
    ] as const) {
      const rows = recordsIn(await this.#fixture.call({ token, path: `${path}&status=${word}` }), 'invoice')
      const expected = this.driver.invoices.filter((invoice) => fits(expectedInvoice(invoice, this.today).status ?? ''))
      const ids = (list: readonly { id?: unknown }[]): string[] => list.map(({ id }) => String(id)).sort()
      assert.deepEqual(ids(rows), ids(expected), `I-07: filter status=${word} on ${this.today}`)
    }
  }

  /** The same numbers in the text of the PDF. */
  async #assertPdf(invoice: Invoice): Promise<void> {
    const authorization = basicAuth(this.#fixture.a.tokens.administrator)
    const { statusCode, rawPayload } = await this.#fixture.app.inject({
      url: `/invoice/${invoice.id}/pdf/`,
      headers: { authorization },
    })
    assert.equal(statusCode, 200, `the PDF of invoice ${invoice.id}`)
    const { text } = await readPdf(rawPayload)
    const expected = expectedInvoice(invoice, this.today)
    const lines = [
      ['Total', expected.total],
      ['Balance due', expected.balance],
    ]
    const { tax, secondtax, compound } = invoice
    if (tax !== null || secondtax !== null) lines.push(['Subtotal', expected.subtotal])
    if (tax !== null) lines.push([`Tax ${signOf(tax)}%`, expected.taxamount])
    const second = `Second tax ${signOf(secondtax ?? '')}%${compound ? ', compounded' : ''}`
    if (secondtax !== null) lines.push([second, expected.secondtaxamount])
    for (const [name, amount = ''] of lines) {
      const line = `${name} ${figure(amount)}`
      assert.ok(text.split('\n').includes(line), `I-06: "${line}" is not in the PDF of invoice ${invoice.id}:\n${text}`)
    }
  }

  async #assertRows(): Promise<void> {
    const { database, a } = this.#fixture
    for (const invoice of this.driver.invoices) {
      const [row = []] = await database.read(a.accountid, (tx) => tx.all(storedSums, { id: invoice.id }))
      const expected = expectedInvoice(invoice, this.today)
      const units = (field: string): number => Number(centsOf(expected[field] || '0')) * 100
      const numbers = ['subtotal', 'taxamount', 'secondtaxamount', 'total', 'payments', 'balance'].map(units)
      const expectedRow = [invoice.lines.size, ...numbers, invoice.lines.size, numbers[0], numbers[4]]
      assert.deepEqual(row.map(Number), expectedRow, `rows of invoice ${invoice.id}`)
    }
  }

  /** I-11: the same lines, payments and taxes in another order give the same totals. */
  async another(): Promise<void> {
    const { driver } = this
    const random = this.#random
    const invoice = driver.pickInvoice()
    const early = random.below(2) === 0
    const { tax, secondtax } = invoice
    const { id, lines, payments } = await driver.newInvoice(early ? { tax, secondtax } : { tax: null, secondtax: null })
    const copy: Invoice = { ...invoice, id, lines, payments }
    const taxes = { tax: tax ?? '', secondtax: secondtax ?? '', secondtaxcompound: invoice.compound ? 't' : 'f' }
    const books = { projectid: invoice.projectid, termid: 6, termotherdatedue: invoice.datedue }
    await driver.caller.update(`/invoice/${id}/`, { ...books, ...(early ? taxes : {}) })
    const deeds = [
      ...[...invoice.lines.values()].map((line) => () => driver.addLine(copy, { ...line })),
      ...[...invoice.payments.values()].map(
        ({ date, amount }) =>
          () =>
            driver.payExactly(copy, date, amount),
      ),
    ]
    for (const deed of shuffled(random, deeds)) await deed()
    if (!early) await driver.caller.update(`/invoice/${id}/`, taxes)
    driver.invoices.splice(-1, 1, copy)
    const { datepaid: _, daysoverduepaid: __, ...sums } = expectedInvoice(invoice, this.today)
    const { datepaid: ___, daysoverduepaid: ____, ...again } = expectedInvoice(copy, this.today)
    assert.deepEqual(again, sums, 'I-11: the model depends on the order')
    await this.#assertMemberAndList(copy)
  }
}

const storedSums =
  statement(sql`select invoice.numitems, invoice.subtotal, invoice.taxamount, invoice.secondtaxamount, invoice.total,
  invoice.payments, invoice.balance,
  (select count(*) from invoiceitem where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = invoice.id),
  (select coalesce(sum(invoiceitem.amount), 0) from invoiceitem
    where invoiceitem.accountid = ${accountSlot} and invoiceitem.invoiceid = invoice.id),
  (select coalesce(sum(payment.amount), 0) from payment
    where payment.accountid = ${accountSlot} and payment.invoiceid = invoice.id)
  from invoice where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`)

eachApiFixture((fixture, kind) => {
  test(`I-01 to I-08, I-11, I-13: after any writes in any order, all places have the same correct totals (${kind})`, async () => {
    let steps = 0
    await checkShared(kind, 25, async (random) => {
      const run = await MoneyCase.begin(fixture(), random)
      for (let at = 0; at < 3; at++) await run.driver.newInvoice()
      for (let at = 0; at < 40; at++) await run.step()
      await run.another()
      await run.assertEverywhere()
      steps += run.steps
    })
    assert.ok(steps > 0)
  })
}, propertyDatabases)
