// Writes invoices, lines and payments at random through the API, and records each write in the model of
// `invoice-model.ts`. The tests compare the two.
import assert from 'node:assert/strict'
import { type ApiCaller, assertRefusedWith, type Fields } from '../fixture/api-caller.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  amountOf,
  centsOf,
  daysAfter,
  decimal,
  type Invoice,
  type Line,
  moneyOf,
  respelled,
  signed,
  termDays,
} from './invoice-model.ts'

export class InvoiceDriver {
  readonly random: Random
  readonly caller: ApiCaller
  readonly invoices: Invoice[] = []
  readonly projects: readonly number[]
  /** Payments that are on no invoice. */
  #unappliedPayments: { readonly id: number; date: string; amount: bigint; readonly projectid: number }[] = []

  constructor(caller: ApiCaller, random: Random, projects: readonly number[]) {
    this.random = random
    this.caller = caller
    this.projects = projects
  }

  pickInvoice(): Invoice {
    return this.random.pick(this.invoices)
  }

  day(): string {
    return daysAfter('2026-05-14', this.random.below(160) - 90)
  }

  percent(): string | null {
    const { random } = this
    return random.below(4) === 0 ? null : signed(random, random.pick(['19', '7.7', '0.0001', decimal(random, 2, 4)]))
  }

  async newInvoice(taxes = { tax: this.percent(), secondtax: this.percent() }): Promise<Invoice> {
    const { random } = this
    const date = this.day()
    const termid = 1 + random.below(6)
    const datedue = termid === 6 ? this.day() : daysAfter(date, termDays[termid] ?? 0)
    const compound = random.below(2) === 0
    const projectid = random.pick(this.projects)
    const record = await this.caller.create('/invoice/', {
      ...{ projectid, date, termid, title: `Invoice ${this.invoices.length}` },
      ...(termid === 6 ? { termotherdatedue: datedue, termother: 'Ours' } : {}),
      ...(taxes.tax === null ? {} : { tax: respelled(random, taxes.tax) }),
      ...(taxes.secondtax === null ? {} : { secondtax: respelled(random, taxes.secondtax) }),
      secondtaxcompound: compound ? 't' : 'f',
    })
    const books = { ...taxes, date, datedue, compound, projectid, lines: new Map(), payments: new Map() }
    const invoice: Invoice = { id: Number(record.id), ...books }
    this.invoices.push(invoice)
    return invoice
  }

  /**
   * A line in one of four forms: rounded product, unrounded product, amount alone, amount with quantity or rate.
   */
  drawLine(): Line {
    const { random } = this
    const quantity = signed(random, random.pick(['0.5', '1', '0.333333', '1.005', decimal(random, 4, 6)]))
    const rate = signed(random, random.pick(['100', '99.99', '0.0001', '1.0050', decimal(random, 4, 4)]))
    const shape = random.below(5)
    if (shape < 3) return { quantity, rate, amount: amountOf(quantity, rate) }
    const amount = centsOf(signed(random, decimal(random, 5, 2)))
    if (shape === 3) return { quantity: null, rate: null, amount }
    return random.below(2) === 0 ? { quantity, rate: null, amount } : { quantity: null, rate, amount }
  }

  lineBody(line: Line): JsonObject {
    const { random } = this
    return {
      amount: respelled(random, moneyOf(line.amount)),
      ...(line.quantity === null ? {} : { quantity: respelled(random, line.quantity) }),
      ...(line.rate === null ? {} : { rate: respelled(random, line.rate) }),
    }
  }

  async addLine(invoice: Invoice, line = this.drawLine()): Promise<void> {
    const body = { ...this.lineBody(line), invoiceid: invoice.id, name: 'Work' }
    const record = await this.caller.create('/invoiceitem/', body)
    invoice.lines.set(Number(record.id), line)
    assertLine(record, line, invoice.id)
  }

  async editLine(invoice: Invoice): Promise<void> {
    const { random } = this
    const [id, line] = random.pick([...invoice.lines])
    const drawn = this.drawLine()
    const product = line.quantity !== null && line.rate !== null
    // A partial update: if quantity and rate are set, changing one of them changes the amount.
    if (product && random.below(2) === 0) {
      const field = random.pick(['quantity', 'rate'] as const)
      line[field] = drawn[field] ?? '2'
      line.amount = amountOf(line.quantity ?? '', line.rate ?? '')
      assertLine(
        await this.caller.update(`/invoiceitem/${id}/`, { [field]: respelled(random, line[field] ?? '') }),
        line,
      )
      return
    }
    Object.assign(line, drawn)
    const body = { quantity: '', rate: '', ...this.lineBody(line) }
    assertLine(await this.caller.update(`/invoiceitem/${id}/`, body), line, invoice.id)
  }

  async moveLine(invoice: Invoice, to: Invoice): Promise<void> {
    const [id, line] = this.random.pick([...invoice.lines])
    const record = await this.caller.update(`/invoiceitem/${id}/`, { invoiceid: to.id })
    invoice.lines.delete(id)
    to.lines.set(id, line)
    assertLine(record, line, to.id)
  }

  async removeLine(invoice: Invoice): Promise<void> {
    const id = this.random.pick([...invoice.lines.keys()])
    await this.caller.remove(`/invoiceitem/${id}/`)
    invoice.lines.delete(id)
  }

  /** Invalid writes are rejected and change nothing. */
  async sendInvalid(invoice: Invoice): Promise<void> {
    const { random, caller } = this
    const wrong = random.pick<JsonObject>([
      { quantity: '2', rate: '3', amount: '6.01' },
      { quantity: '0.333333', rate: '99.99', amount: '33.34' },
      { amount: '1.005' },
      { quantity: '1.0000001', rate: '1', amount: '1' },
      { quantity: '1', rate: '0.00001', amount: '0' },
      { quantity: '1000000', rate: '9999999999', amount: '1' },
      { amount: '1e2' },
      { amount: '-0' },
    ])
    const line = { invoiceid: invoice.id, name: 'Wrong', ...wrong }
    assertRefusedWith(await caller.send('POST', '/invoiceitem/', line), 400, 18)
    const paid = { projectid: invoice.projectid, date: '2026-05-01', typeid: 1, invoiceid: invoice.id, amount: '0.005' }
    assertRefusedWith(await caller.send('POST', '/payment/', paid), 400, 18, 'amount')
  }

  async changeTaxes(invoice: Invoice): Promise<Fields> {
    const { random } = this
    const fields = random.pick([
      ['tax'],
      ['secondtax'],
      ['secondtaxcompound'],
      ['tax', 'secondtax', 'secondtaxcompound'],
    ])
    if (fields.includes('tax')) invoice.tax = this.percent()
    if (fields.includes('secondtax')) invoice.secondtax = this.percent()
    if (fields.includes('secondtaxcompound')) invoice.compound = !invoice.compound
    const now: Record<string, string | number> = {
      tax: invoice.tax === null ? '' : respelled(random, invoice.tax),
      secondtax: invoice.secondtax === null ? '' : respelled(random, invoice.secondtax),
      secondtaxcompound: invoice.compound ? 't' : 'f',
    }
    const body = Object.fromEntries(fields.map((field) => [field, now[field] ?? '']))
    return this.caller.update(`/invoice/${invoice.id}/`, body)
  }

  async changeTerm(invoice: Invoice): Promise<Fields> {
    const { random } = this
    invoice.date = this.day()
    const termid = 1 + random.below(6)
    invoice.datedue = termid === 6 ? this.day() : daysAfter(invoice.date, termDays[termid] ?? 0)
    const body = { date: invoice.date, termid, termotherdatedue: termid === 6 ? invoice.datedue : '' }
    return this.caller.update(`/invoice/${invoice.id}/`, body)
  }

  async payExactly(invoice: Invoice, date: string, amount: bigint): Promise<void> {
    const body = { projectid: invoice.projectid, invoiceid: invoice.id, date, typeid: 1, amount: moneyOf(amount) }
    const { id } = await this.caller.create('/payment/', body)
    invoice.payments.set(Number(id), { id: Number(id), date, amount })
  }

  /** Often exactly the balance, or a cent more or less. */
  async pay(invoice: Invoice, owed: bigint): Promise<void> {
    const { random } = this
    const drawn = centsOf(signed(random, decimal(random, 4, 2)))
    const amount = random.pick([owed, owed, owed - 1n, owed + 1n, owed / 2n, drawn])
    const date = this.day()
    const spare = random.below(6) === 0
    const { projectid } = invoice
    const body = { projectid, date, typeid: 1 + random.below(5), amount: respelled(random, moneyOf(amount)) }
    const record = await this.caller.create('/payment/', { ...body, ...(spare ? {} : { invoiceid: invoice.id }) })
    assert.equal(record.amount, moneyOf(amount), 'I-13: payment.amount')
    const payment = { id: Number(record.id), date, amount, projectid }
    if (spare) this.#unappliedPayments.push(payment)
    else invoice.payments.set(payment.id, payment)
  }

  async editPayment(invoice: Invoice): Promise<void> {
    const { random } = this
    const payment = random.pick([...invoice.payments.values()])
    const fields = random.pick([['amount'], ['date'], ['amount', 'date']])
    if (fields.includes('amount')) payment.amount += BigInt(random.below(2000) - 1000)
    if (fields.includes('date')) payment.date = this.day()
    const now: Record<string, string> = { amount: moneyOf(payment.amount), date: payment.date }
    const body = Object.fromEntries(fields.map((field) => [field, now[field] ?? '']))
    const record = await this.caller.update(`/payment/${payment.id}/`, body)
    assert.deepEqual([record.amount, record.date], [now.amount, now.date], 'payment.amount, payment.date')
  }

  /** Moves a payment to another invoice of its project, or to none. */
  async movePayment(invoice: Invoice): Promise<void> {
    const payment = this.random.pick([...invoice.payments.values()])
    const others = this.invoices.filter(({ projectid, id }) => projectid === invoice.projectid && id !== invoice.id)
    const to = others.length === 0 || this.random.below(3) === 0 ? null : this.random.pick(others)
    await this.caller.update(`/payment/${payment.id}/`, { invoiceid: to?.id ?? '' })
    invoice.payments.delete(payment.id)
    if (to === null) this.#unappliedPayments.push({ ...payment, projectid: invoice.projectid })
    else to.payments.set(payment.id, payment)
  }

  async applyUnappliedPayment(invoice: Invoice): Promise<void> {
    const at = this.#unappliedPayments.findIndex(({ projectid }) => projectid === invoice.projectid)
    const [payment] = at < 0 ? [] : this.#unappliedPayments.splice(at, 1)
    if (payment === undefined) return
    await this.caller.update(`/payment/${payment.id}/`, { invoiceid: invoice.id })
    invoice.payments.set(payment.id, payment)
  }

  async removePayment(invoice: Invoice): Promise<void> {
    const id = this.random.pick([...invoice.payments.keys()])
    await this.caller.remove(`/payment/${id}/`)
    invoice.payments.delete(id)
  }
}

/** I-01 and I-13: a line has the sent values in the shortest form, and its amount is the product rounded to cents. */
function assertLine(record: Fields, line: Line, invoiceid?: number): void {
  assert.deepEqual(
    [record.quantity, record.rate, record.amount, record.custom],
    [line.quantity ?? '', line.rate === null ? '' : trimmedDecimal(line.rate), moneyOf(line.amount), 't'],
    `I-01, I-13: invoiceitem ${JSON.stringify(record)}`,
  )
  if (invoiceid !== undefined) assert.equal(record.invoiceid, String(invoiceid), 'invoiceitem.invoiceid')
}

const trimmedDecimal = (decimalText: string): string => decimalText.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
