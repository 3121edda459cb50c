// Time on invoices, compared with a model of which entry belongs on which line: after any sequence of logging, editing,
// rates, imports, range changes, deletions and voids, no entry is on two lines, billed plus unbilled hours are the
// logged hours, a second import changes nothing, and an import equals a new one plus the custom lines (I-09, I-10,
// decision 41).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { callerFor, eachApiFixture, type Fields, selectRows } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import { BillingDriver, expectedLine, type GeneratedLine, type PrefilledInvoice } from './billing-driver.ts'
import { centsOf, moneyOf, textOf, unitsOf } from './invoice-model.ts'
import { checkShared, propertyDatabases } from './property-runs.ts'

const fieldsOf = ({ name, quantity, rate, amount, description, custom }: Fields): Fields => ({
  ...{ name: name ?? '', quantity: quantity ?? '', rate: rate ?? '' },
  ...{ amount: amount ?? '', description: description ?? '', custom: custom ?? '' },
})

class ImportCase {
  readonly driver: BillingDriver
  readonly #fixture: ApiFixture
  readonly #random: Random
  /** The lines of void invoices at the time when their time was released; they never change again. */
  readonly #frozen = new Map<GeneratedLine, Record<string, string>>()
  history = ''

  constructor(fixture: ApiFixture, random: Random) {
    this.#fixture = fixture
    this.#random = random
    this.driver = new BillingDriver(callerFor(fixture, fixture.a.tokens.administrator), random, fixture.a)
  }

  async step(): Promise<void> {
    const { driver } = this
    const random = this.#random
    const entry = driver.entries.length === 0 ? undefined : random.pick(driver.entries)
    const invoice = driver.invoices.length === 0 ? undefined : random.pick(driver.invoices)
    const line = invoice === undefined || invoice.lines.length === 0 ? undefined : random.pick(invoice.lines)
    const deeds: [string, number, (() => Promise<unknown>) | false | undefined][] = [
      ['log', 8, () => driver.log()],
      ['rate', 2, () => driver.changeRate()],
      ['move task', 2, () => driver.moveTask()],
      ['prefill', driver.invoices.length < 5 ? 3 : 0, () => driver.prefill()],
      ['edit entry', 5, entry && (() => driver.editEntry(entry))],
      ['remove entry', 2, entry && (() => driver.removeEntry(entry))],
      ['range', 4, invoice && (() => driver.changeRange(invoice))],
      ['import', 3, invoice && (() => driver.importAgain(invoice))],
      ['move invoice', 1, invoice && (() => driver.moveInvoice(invoice))],
      ['line', 1, invoice && (() => driver.addLine(invoice))],
      ['describe', 2, line && invoice && (() => driver.describe(invoice, line))],
      ['issue, void', 1, invoice && (() => this.#issueOrVoid(invoice))],
      ['remove invoice', 1, invoice && (() => driver.removeInvoice(invoice))],
    ]
    const weighted = deeds.flatMap(([name, weight, deed]) =>
      deed ? Array.from({ length: weight }, () => [name, deed] as const) : [],
    )
    const [name, deed] = random.pick(weighted)
    this.history += `, ${name}`
    await deed()
    const looked = new Set([invoice, driver.invoices.at(-1)])
    for (const one of driver.invoices) if (looked.has(one)) await this.assertInvoice(one)
  }

  async #issueOrVoid(invoice: PrefilledInvoice): Promise<void> {
    const expected = invoice.lines.map((line) => [line, expectedLine(this.driver, line)] as const)
    await this.driver.issueOrVoid(invoice)
    if (invoice.state === 'void')
      for (const [line, shown] of expected) if (!this.#frozen.has(line)) this.#frozen.set(line, shown)
  }

  #expectedLine(line: GeneratedLine): Record<string, string> {
    return this.#frozen.get(line) ?? expectedLine(this.driver, line)
  }

  /** Compares the lines, their amounts and the subtotal; a new line gets its id in the model here. */
  async assertInvoice(invoice: PrefilledInvoice): Promise<void> {
    const { caller } = this.driver
    const what = `invoice ${invoice.id} after${this.history.slice(-300)}`
    const { rows } = await caller.list(`/invoiceitem/?invoiceid=${invoice.id}&limit=0`)
    const [generated, custom] = [rows.filter((row) => row.custom === 'f'), rows.filter((row) => row.custom === 't')]
    const byName = (one: { name?: string | null }, other: { name?: string | null }): number =>
      String(one.name) < String(other.name) ? -1 : 1
    const expected = invoice.lines.map((line) => this.#expectedLine(line)).sort(byName)
    assert.deepEqual(generated.map(fieldsOf).sort(byName), expected, `I-10: lines of ${what}`)
    assert.deepEqual(
      custom.map(({ id, amount }) => [Number(id), amount]),
      [...invoice.custom],
      `custom lines of ${what}`,
    )
    for (const line of invoice.lines) {
      const match = generated.find(({ name }) => name === this.driver.nameOf(line.worktypeid))
      line.id ??= Number(match?.id)
      assert.equal(Number(match?.id), line.id, `I-10: the line of a work type keeps its id: ${what}`)
    }
    const record = await caller.read(`/invoice/${invoice.id}/`)
    const subtotal = rows.reduce((all, { amount }) => all + centsOf(String(amount)), 0n)
    const sums = [record.subtotal, record.total, record.balance, record.numitems]
    assert.deepEqual(sums, [...Array(3).fill(moneyOf(subtotal)), String(rows.length)], `sums of ${what}`)
    assert.equal(record.status, invoice.state === 'void' ? 'void' : record.status, what)
  }

  /** I-09, checked with the rows, with the entries of each line, and with the sums of billed and unbilled time. */
  async assertEntriesOnOneLine(): Promise<void> {
    const { driver } = this
    const { caller } = driver
    const rows = await selectRows(
      this.#fixture,
      this.#fixture.a.accountid,
      sql`select timeid, itemid from invoicedtime where accountid = ${accountSlot}`,
    )
    const onLines = new Map(rows.map(([timeid, itemid]) => [Number(timeid), Number(itemid)]))
    const mine = new Set(driver.entries.map(({ id }) => id))
    const expectedLines = new Map<number, number | null>()
    for (const { lines, state } of driver.invoices) {
      for (const line of lines) {
        if (state !== 'void') for (const { id } of line.entries) expectedLines.set(id, line.id)
        const behind = (await caller.list(`/invoiceitem/${line.id}/time/?limit=0`)).rows
          .map(({ id }) => Number(id))
          .sort()
        const expected = state === 'void' ? [] : [...line.entries].map(({ id }) => id).sort()
        assert.deepEqual(behind, expected, `I-09: time of line ${line.id}`)
      }
    }
    const sorted = (map: Map<number, number | null>): unknown =>
      [...map].filter(([id]) => mine.has(id)).sort(([a], [b]) => a - b)
    assert.deepEqual(
      sorted(onLines),
      sorted(expectedLines),
      `I-09: which entry is on which line, after${this.history.slice(-300)}`,
    )
    const where = `/time/?projectid=${driver.projects.join()}&limit=0`
    const sumOf = async (path: string): Promise<bigint> =>
      (await caller.list(path)).rows.reduce((all, { time }) => all + unitsOf(String(time), 6), 0n)
    const [billed, free, logged] = [
      await sumOf(`${where}&invoiced=t`),
      await sumOf(`${where}&invoiced=f`),
      await sumOf(where),
    ]
    assert.equal(
      textOf(billed + free, 6),
      textOf(logged, 6),
      'I-09: billed and unbilled hours are not the logged hours',
    )
    assert.equal(
      logged,
      driver.entries.reduce((all, { time }) => all + unitsOf(time, 6), 0n),
      'hours logged',
    )
  }

  /**
   * I-10: a second import changes nothing, and deleting and creating the invoice again gives the same generated lines.
   */
  async assertImportRepeatable(): Promise<void> {
    const { driver } = this
    const { caller } = driver
    const invoice = driver.invoices.find(({ state }) => state === 'draft') ?? (await driver.prefill())
    await driver.importAgain(invoice)
    await this.assertInvoice(invoice)
    const look = async (): Promise<unknown> => [
      await caller.read(`/invoice/${invoice.id}/`),
      await caller.list(`/invoiceitem/?invoiceid=${invoice.id}&limit=0`),
    ]
    const [was, linesWere] = [await look(), invoice.lines]
    const expected = linesWere.map((line) => ({ ...expectedLine(driver, line), description: '' }))
    await driver.importAgain(invoice)
    assert.deepEqual(await look(), was, 'I-10: an import of the same range changes nothing')
    const { begin, end, projectid } = invoice
    await driver.removeInvoice(invoice)
    await this.assertEntriesOnOneLine()
    const fresh = await driver.prefill({ begin, end }, projectid)
    assert.deepEqual(
      fresh.lines.map((line) => expectedLine(driver, line)),
      expected,
      'I-10: the model itself',
    )
    await this.assertInvoice(fresh)
    await this.assertEntriesOnOneLine()
  }
}

eachApiFixture((fixture, kind) => {
  test(`I-09, I-10: every entry is on at most one line, and an import equals a new one (${kind})`, async () => {
    let steps = 0
    await checkShared(kind, 24, async (random) => {
      const run = new ImportCase(fixture(), random)
      await run.driver.setUp()
      for (let at = 0; at < 60; at++, steps++) await run.step()
      for (const invoice of run.driver.invoices) await run.assertInvoice(invoice)
      await run.assertEntriesOnOneLine()
      await run.assertImportRepeatable()
    })
    assert.ok(steps > 0)
  })
}, propertyDatabases)
