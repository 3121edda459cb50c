// Time on invoices, against a model that says which entry belongs on which line: after any sequence of logging, editing, rates,
// imports, range changes, deletions and voids, no entry is on two lines, hours billed and free are hours logged, a second import
// changes nothing, and an import is what a fresh one would be, with the custom lines beside it (I-09, I-10, decision 41).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, sql } from '../../src/io/sql.ts'
import type { Random } from '../kit/random.ts'
import { eachWorld, type Fields, handOf, rowsOf } from '../stories/story.ts'
import type { World } from '../world/world.ts'
import { Biller, type Generated, type Prefilled, shownOf } from './biller.ts'
import { holds } from './chance.ts'
import { centsOf, moneyOf, textOf, unitsOf } from './ledger.ts'

const fieldsOf = ({ name, quantity, rate, amount, description, custom }: Fields): Fields => ({
  ...{ name: name ?? '', quantity: quantity ?? '', rate: rate ?? '' },
  ...{ amount: amount ?? '', description: description ?? '', custom: custom ?? '' },
})

class Case {
  readonly biller: Biller
  readonly #world: World
  readonly #random: Random
  /** What lines of void invoices said when their time was released: they say it for ever. */
  readonly #frozen = new Map<Generated, Record<string, string>>()
  done = ''

  constructor(world: World, random: Random) {
    this.#world = world
    this.#random = random
    this.biller = new Biller(handOf(world, world.a.tokens.administrator), random, world.a)
  }

  async step(): Promise<void> {
    const { biller } = this
    const random = this.#random
    const entry = biller.entries.length === 0 ? undefined : random.pick(biller.entries)
    const invoice = biller.invoices.length === 0 ? undefined : random.pick(biller.invoices)
    const line = invoice === undefined || invoice.lines.length === 0 ? undefined : random.pick(invoice.lines)
    const deeds: [string, number, (() => Promise<unknown>) | false | undefined][] = [
      ['log', 8, () => biller.log()],
      ['rate', 2, () => biller.changeRate()],
      ['move task', 2, () => biller.moveTask()],
      ['prefill', biller.invoices.length < 5 ? 3 : 0, () => biller.prefill()],
      ['edit entry', 5, entry && (() => biller.editEntry(entry))],
      ['remove entry', 2, entry && (() => biller.removeEntry(entry))],
      ['range', 4, invoice && (() => biller.changeRange(invoice))],
      ['import', 3, invoice && (() => biller.importAgain(invoice))],
      ['move invoice', 1, invoice && (() => biller.moveInvoice(invoice))],
      ['line', 1, invoice && (() => biller.addLine(invoice))],
      ['describe', 2, line && invoice && (() => biller.describe(invoice, line))],
      ['issue, void', 1, invoice && (() => this.#issueOrVoid(invoice))],
      ['remove invoice', 1, invoice && (() => biller.removeInvoice(invoice))],
    ]
    const weighted = deeds.flatMap(([name, weight, deed]) =>
      deed ? Array.from({ length: weight }, () => [name, deed] as const) : [],
    )
    const [name, deed] = random.pick(weighted)
    this.done += `, ${name}`
    await deed()
    const looked = new Set([invoice, biller.invoices.at(-1)])
    for (const one of biller.invoices) if (looked.has(one)) await this.agree(one)
  }

  async #issueOrVoid(invoice: Prefilled): Promise<void> {
    const said = invoice.lines.map((line) => [line, shownOf(this.biller, line)] as const)
    await this.biller.issueOrVoid(invoice)
    if (invoice.state === 'void')
      for (const [line, shown] of said) if (!this.#frozen.has(line)) this.#frozen.set(line, shown)
  }

  #shown(line: Generated): Record<string, string> {
    return this.#frozen.get(line) ?? shownOf(this.biller, line)
  }

  /** The lines, their amounts and the subtotal; a line that comes for the first time has its id from here on. */
  async agree(invoice: Prefilled): Promise<void> {
    const { hand } = this.biller
    const what = `invoice ${invoice.id} after${this.done.slice(-300)}`
    const { rows } = await hand.list(`/invoiceitem/?invoiceid=${invoice.id}&limit=0`)
    const [generated, custom] = [rows.filter((row) => row.custom === 'f'), rows.filter((row) => row.custom === 't')]
    const byName = (one: { name?: string | null }, other: { name?: string | null }): number =>
      String(one.name) < String(other.name) ? -1 : 1
    const expected = invoice.lines.map((line) => this.#shown(line)).sort(byName)
    assert.deepEqual(generated.map(fieldsOf).sort(byName), expected, `I-10: lines of ${what}`)
    assert.deepEqual(
      custom.map(({ id, amount }) => [Number(id), amount]),
      [...invoice.custom],
      `custom lines of ${what}`,
    )
    for (const line of invoice.lines) {
      const shown = generated.find(({ name }) => name === this.biller.nameOf(line.worktypeid))
      line.id ??= Number(shown?.id)
      assert.equal(Number(shown?.id), line.id, `I-10: the line of a work type stays the line it is: ${what}`)
    }
    const record = await hand.read(`/invoice/${invoice.id}/`)
    const subtotal = rows.reduce((all, { amount }) => all + centsOf(String(amount)), 0n)
    const sums = [record.subtotal, record.total, record.balance, record.numitems]
    assert.deepEqual(sums, [...Array(3).fill(moneyOf(subtotal)), String(rows.length)], `sums of ${what}`)
    assert.equal(record.status, invoice.state === 'void' ? 'void' : record.status, what)
  }

  /** I-09 from the rows themselves, from the entries behind each line, and from the two halves of all time. */
  async partition(): Promise<void> {
    const { biller } = this
    const { hand } = biller
    const rows = await rowsOf(
      this.#world,
      this.#world.a.accountid,
      sql`select timeid, itemid from invoicedtime where accountid = ${account}`,
    )
    const onLines = new Map(rows.map(([timeid, itemid]) => [Number(timeid), Number(itemid)]))
    const mine = new Set(biller.entries.map(({ id }) => id))
    const wanted = new Map<number, number | null>()
    for (const { lines, state } of biller.invoices) {
      for (const line of lines) {
        if (state !== 'void') for (const { id } of line.entries) wanted.set(id, line.id)
        const behind = (await hand.list(`/invoiceitem/${line.id}/time/?limit=0`)).rows
          .map(({ id }) => Number(id))
          .sort()
        const expected = state === 'void' ? [] : [...line.entries].map(({ id }) => id).sort()
        assert.deepEqual(behind, expected, `I-09: time behind line ${line.id}`)
      }
    }
    const sorted = (map: Map<number, number | null>): unknown =>
      [...map].filter(([id]) => mine.has(id)).sort(([a], [b]) => a - b)
    assert.deepEqual(
      sorted(onLines),
      sorted(wanted),
      `I-09: which entry is on which line, after${this.done.slice(-300)}`,
    )
    const where = `/time/?projectid=${biller.projects.join()}&limit=0`
    const sumOf = async (path: string): Promise<bigint> =>
      (await hand.list(path)).rows.reduce((all, { time }) => all + unitsOf(String(time), 6), 0n)
    const [billed, free, logged] = [
      await sumOf(`${where}&invoiced=t`),
      await sumOf(`${where}&invoiced=f`),
      await sumOf(where),
    ]
    assert.equal(textOf(billed + free, 6), textOf(logged, 6), 'I-09: hours billed and free are hours logged')
    assert.equal(
      logged,
      biller.entries.reduce((all, { time }) => all + unitsOf(time, 6), 0n),
      'hours logged',
    )
  }

  /** I-10: a second import changes nothing, and deleting the invoice and making it anew gives the same generated lines. */
  async again(): Promise<void> {
    const { biller } = this
    const { hand } = biller
    const invoice = biller.invoices.find(({ state }) => state === 'draft') ?? (await biller.prefill())
    await biller.importAgain(invoice)
    await this.agree(invoice)
    const look = async (): Promise<unknown> => [
      await hand.read(`/invoice/${invoice.id}/`),
      await hand.list(`/invoiceitem/?invoiceid=${invoice.id}&limit=0`),
    ]
    const [was, linesWere] = [await look(), invoice.lines]
    const said = linesWere.map((line) => ({ ...shownOf(biller, line), description: '' }))
    await biller.importAgain(invoice)
    assert.deepEqual(await look(), was, 'I-10: an import of the same range changes nothing')
    const { begin, end, projectid } = invoice
    await biller.removeInvoice(invoice)
    await this.partition()
    const fresh = await biller.prefill({ begin, end }, projectid)
    assert.deepEqual(
      fresh.lines.map((line) => shownOf(biller, line)),
      said,
      'I-10: the model itself',
    )
    await this.agree(fresh)
    await this.partition()
  }
}

eachWorld((world, kind) => {
  test(`I-09, I-10: every entry is on one line at most, and an import is what a fresh one would be (${kind})`, async () => {
    let steps = 0
    await holds(24, async (random) => {
      const run = new Case(world(), random)
      await run.biller.begin()
      for (let at = 0; at < 60; at++, steps++) await run.step()
      for (const invoice of run.biller.invoices) await run.agree(invoice)
      await run.partition()
      await run.again()
    })
    assert.ok(steps > 0)
  })
})
