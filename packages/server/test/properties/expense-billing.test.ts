// Expenses on invoices, compared with a model of its own arithmetic: after any sequence of booking, editing, adding to
// invoices, deleting lines and invoices, issuing and voiding, every fee, line and sum is exact, and each expense is on
// one invoice at most (I-48).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlot, sql } from '../../src/io/sql.ts'
import { auditExpenses } from '../../src/maintenance/expense-audit.ts'
import { auditInvoiceLines, auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import { type ApiCaller, eachApiFixture, selectRows } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject } from '../scenarios/billing.ts'
import { decimal, moneyOf, signed, unitsOf } from './invoice-model.ts'
import { checkShared, propertyDatabases } from './property-runs.ts'

interface Expense {
  readonly id: string
  readonly date: string
  cost: string
  markup: string | null
  /** In ten-thousandths. */
  fee: bigint
  billable: boolean
  invoice: Bill | null
}

interface Bill {
  readonly id: string
  readonly tax: string
  /** The amount of each line in cents, by the id of its expense; other lines by a negative number. */
  readonly lines: Map<string, bigint>
  state: 'draft' | 'issued' | 'void'
}

/** Half away from zero. */
function rounded(number: bigint, by: bigint): bigint {
  const size = ((number < 0n ? -number : number) * 2n + by) / (by * 2n)
  return number < 0n ? -size : size
}

/** Ten-thousandths in whole cents. */
const inCents = (units: bigint): bigint => rounded(units, 100n)

/** Cost times one plus the mark-up, rounded to cents once, in ten-thousandths. */
const feeOf = (cost: string, markup: string): bigint =>
  rounded(unitsOf(cost, 4) * (unitsOf('100', 4) + unitsOf(markup, 4)), 10n ** 8n) * 100n

const days = Array.from({ length: 9 }, (_, at) => `2026-05-0${at + 1}`)

class BillingCase {
  readonly #caller: ApiCaller
  readonly #random: Random
  readonly #projectid: string
  readonly #expenses: Expense[] = []
  readonly #bills: Bill[] = []
  #count = 0

  constructor(caller: ApiCaller, random: Random, projectid: string) {
    this.#caller = caller
    this.#random = random
    this.#projectid = projectid
  }

  /** A new price: a mark-up, or a fee of its own. */
  #price(): { body: JsonObject; cost: string; markup: string | null; fee: bigint } {
    const random = this.#random
    const cost = signed(random, decimal(random, 5, 4))
    if (random.below(3) === 0) {
      const fee = signed(random, decimal(random, 5, 4))
      return { body: { expense: cost, fee, markup: '' }, cost, markup: null, fee: unitsOf(fee, 4) }
    }
    const markup = decimal(random, 2, 4)
    return { body: { expense: cost, markup }, cost, markup, fee: feeOf(cost, markup) }
  }

  async #book(): Promise<void> {
    const { body, ...price } = this.#price()
    const [date, billable] = [this.#random.pick(days), this.#random.below(5) > 0]
    const { id, fee } = await this.#caller.create('/expense/', {
      ...{ ...body, date, projectid: this.#projectid, billable: billable ? 't' : 'f' },
    })
    assert.equal(unitsOf(String(fee), 4), price.fee, `fee of ${JSON.stringify(body)}`)
    this.#expenses.push({ id: String(id), date, ...price, billable, invoice: null })
  }

  async #edit(expense: Expense): Promise<void> {
    const { body, ...price } = this.#price()
    const { status } = await this.#caller.send('PUT', `/expense/${expense.id}/`, body)
    assert.equal(status, expense.invoice === null ? 202 : 400)
    if (expense.invoice === null) Object.assign(expense, price)
  }

  async #newBill(): Promise<void> {
    const tax = decimal(this.#random, 2, 2)
    const { id } = await this.#caller.create('/invoice/', invoiceBody(this.#projectid, { tax, draft: 't' }))
    this.#bills.push({ id: String(id), tax, lines: new Map(), state: 'draft' })
  }

  async #add(bill: Bill): Promise<void> {
    const [one, other] = [this.#random.pick(days), this.#random.pick(days)]
    const [datebegin, dateend] = one < other ? [one, other] : [other, one]
    const { status } = await this.#caller.send('POST', `/invoice/${bill.id}/addexpenses/`, { datebegin, dateend })
    assert.equal(status, bill.state === 'draft' ? 202 : 400)
    if (bill.state !== 'draft') return
    for (const expense of this.#expenses) {
      const fits = expense.date >= datebegin && expense.date <= dateend && expense.billable && expense.fee !== 0n
      if (!fits || expense.invoice !== null) continue
      expense.invoice = bill
      bill.lines.set(expense.id, inCents(expense.fee))
    }
  }

  async #removeLine(bill: Bill): Promise<void> {
    const { rows } = await this.#caller.list(`/invoiceitem/?invoiceid=${bill.id}&limit=0`)
    const line = rows.find(({ expenseid }) => expenseid !== null)
    if (line === undefined) return
    const { status } = await this.#caller.send('DELETE', `/invoiceitem/${line.id}/`)
    const isDraft = bill.state === 'draft'
    assert.equal(status === 400, !isDraft)
    if (isDraft) this.#release(bill, String(line.expenseid))
  }

  #release(bill: Bill, expenseid: string): void {
    bill.lines.delete(expenseid)
    for (const expense of this.#expenses) if (expense.id === expenseid) expense.invoice = null
  }

  async #addLine(bill: Bill): Promise<void> {
    if (bill.state !== 'draft') return
    const cents = BigInt(this.#random.below(100_000))
    await this.#caller.create('/invoiceitem/', lineBody(bill.id, moneyOf(cents)))
    bill.lines.set(`-${++this.#count}`, cents)
  }

  async #finish(bill: Bill): Promise<void> {
    if (bill.state === 'void' || (bill.state === 'draft' && bill.lines.size === 0)) return
    const action = bill.state === 'draft' ? 'issue' : 'void'
    const { status, text } = await this.#caller.send('POST', `/invoice/${bill.id}/${action}/`, {})
    assert.equal(status, 202, text)
    bill.state = bill.state === 'draft' ? 'issued' : 'void'
    if (bill.state === 'void')
      for (const expense of this.#expenses) if (expense.invoice === bill) expense.invoice = null
  }

  async #removeBill(bill: Bill): Promise<void> {
    if (bill.state !== 'draft') return
    await this.#caller.remove(`/invoice/${bill.id}/`)
    for (const expense of this.#expenses) if (expense.invoice === bill) expense.invoice = null
    this.#bills.splice(this.#bills.indexOf(bill), 1)
  }

  async step(): Promise<void> {
    const random = this.#random
    const deeds: (readonly [number, () => Promise<void>])[] = [
      [5, () => this.#book()],
      [this.#bills.length < 4 ? 3 : 0, () => this.#newBill()],
    ]
    if (this.#expenses.length > 0) deeds.push([3, () => this.#edit(random.pick(this.#expenses))])
    if (this.#bills.length > 0) {
      const bill = random.pick(this.#bills)
      deeds.push([4, () => this.#add(bill)], [2, () => this.#removeLine(bill)], [1, () => this.#addLine(bill)])
      deeds.push([1, () => this.#finish(bill)], [1, () => this.#removeBill(bill)])
    }
    await random.pick(deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed)))()
    for (const bill of this.#bills) await this.#assertBill(bill)
  }

  async #assertBill({ id, tax, lines }: Bill): Promise<void> {
    const { subtotal, taxamount, total, numitems } = await this.#caller.read(`/invoice/${id}/`)
    const sum = [...lines.values()].reduce((all, cents) => all + cents, 0n)
    const share = rounded(sum * unitsOf(tax, 4), 10n ** 6n)
    assert.deepEqual(
      [subtotal, taxamount, total, numitems],
      [moneyOf(sum), moneyOf(share), moneyOf(sum + share), String(lines.size)],
      `invoice ${id}`,
    )
  }

  async assertExpenses(fixture: ApiFixture): Promise<void> {
    const { rows } = await this.#caller.list(`/expense/?projectid=${this.#projectid}&limit=0`)
    const shown = rows.map(({ id, invoiceid, fee }) => `${id} ${invoiceid} ${unitsOf(String(fee), 4)}`).sort()
    assert.deepEqual(shown, this.#expenses.map(({ id, invoice, fee }) => `${id} ${invoice?.id ?? null} ${fee}`).sort())
    const held = await selectRows(
      fixture,
      fixture.a.accountid,
      sql`select expenseid, count(*) from invoicedexpense where accountid = ${accountSlot}
        group by expenseid having count(*) > 1`,
    )
    assert.deepEqual(held, [])
    for (const audit of [auditInvoices, auditInvoiceLines, auditExpenses])
      assert.deepEqual((await audit(fixture.database, fixture.a.accountid)).problems, [])
  }
}

eachApiFixture((fixture, kind) => {
  test(`I-48: sums of invoices with expenses are exact, and each expense is billed once (${kind})`, async () => {
    await checkShared(kind, 12, async (random) => {
      const { administrator, projectid } = await newBilledProject(fixture())
      const run = new BillingCase(administrator, random, projectid)
      for (let at = 0; at < 50; at++) await run.step()
      await run.assertExpenses(fixture())
    })
  })
}, propertyDatabases)
