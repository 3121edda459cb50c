// Credit notes, compared with a model of its own arithmetic: random invoices and taxes, partial credit notes, payments
// and voided credit notes. Balances, statuses, receivables, revenue and the statement have the same sums, and nothing
// is credited beyond what was invoiced, in total and for each tax (T-213).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import { eachApiFixture, type Fields } from '../fixture/api-caller.ts'
import type { Random } from '../fixture/random.ts'
import { type BilledProject, invoiceBody, lineBody, newBilledProject, paymentBody } from '../scenarios/billing.ts'
import { checkShared, propertyDatabases } from './property-runs.ts'

interface Sums {
  readonly subtotal: bigint
  readonly tax: bigint
  readonly second: bigint
}

interface Note {
  readonly id: string
  state: 'draft' | 'issued' | 'void'
  sums: Sums
}

interface Bill extends Sums {
  readonly id: string
  readonly rates: readonly [tax: bigint, second: bigint, compound: boolean]
  readonly notes: Note[]
  paid: bigint
}

/** Cents of a decimal text. */
const cents = (text: unknown): bigint => {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(String(text)) ?? []
  const size = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return sign === '-' ? -size : size
}
const decimal = (amount: bigint): string => {
  const size = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
/** Percent in hundredths of an amount that is not negative, half up. */
const share = (amount: bigint, rate: bigint): bigint => (amount * rate + 5000n) / 10_000n
const add = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n)
const total = ({ subtotal, tax, second }: Sums): bigint => subtotal + tax + second

function taxed(subtotal: bigint, [rate, secondRate, compound]: Bill['rates']): Sums {
  const tax = share(subtotal, rate)
  return { subtotal, tax, second: share(compound ? subtotal + tax : subtotal, secondRate) }
}

class CreditCase {
  readonly bills: Bill[] = []
  readonly #billed: BilledProject
  readonly #random: Random
  /** How many credit notes were issued, and how many were refused. */
  readonly counts = { issued: 0, refused: 0, voided: 0 }

  constructor(billed: BilledProject, random: Random) {
    this.#billed = billed
    this.#random = random
  }

  async #run(id: string, action: string): Promise<Fields | null> {
    const { status, json, text } = await this.#billed.administrator.send('POST', `/invoice/${id}/${action}/`)
    assert.ok([201, 202, 400].includes(status), text)
    return status === 400 ? null : ((json.invoice ?? json) as Fields)
  }

  async newBill(): Promise<void> {
    const { administrator, projectid } = this.#billed
    const random = this.#random
    const rates = [
      BigInt(random.pick([0, 550, 1900, 700])),
      BigInt(random.pick([0, 0, 333])),
      random.below(2) === 1,
    ] as const
    const taxes = { tax: decimal(rates[0]), secondtax: decimal(rates[1]), secondtaxcompound: rates[2] ? 't' : 'f' }
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, taxes))
    const amounts = Array.from({ length: 1 + random.below(3) }, () => BigInt(1 + random.below(random.pick([20, 5000]))))
    for (const amount of amounts) await administrator.create('/invoiceitem/', lineBody(id, decimal(amount)))
    await this.#run(String(id), 'issue')
    this.bills.push({ id: String(id), rates, notes: [], paid: 0n, ...taxed(add(amounts), rates) })
  }

  #issued(bill: Bill): Note[] {
    return bill.notes.filter(({ state }) => state === 'issued')
  }

  /** A draft of a random part of what is left. */
  async credit(bill: Bill): Promise<void> {
    const { administrator } = this.#billed
    const draft = await this.#run(bill.id, 'credit')
    const left = bill.subtotal - add(this.#issued(bill).map(({ sums }) => sums.subtotal))
    assert.equal(draft === null, left === 0n, 'a credit note can be created while something is left')
    if (draft === null) return
    const id = String(draft.id)
    const zero = { subtotal: 0n, tax: 0n, second: 0n }
    const note: Note = { id, state: 'draft', sums: { ...zero, subtotal: left } }
    if (this.#random.below(3) > 0) {
      const part = 1n + BigInt(this.#random.below(Number(left)))
      const { rows } = await administrator.list(`/invoiceitem/?invoiceid=${id}&limit=0`)
      for (const { id: line } of rows) await administrator.remove(`/invoiceitem/${line}/`)
      await administrator.create('/invoiceitem/', lineBody(id, decimal(-part), { quantity: '-1', rate: decimal(part) }))
      note.sums = { ...zero, subtotal: part }
    }
    bill.notes.push(note)
  }

  async issue(bill: Bill, note: Note): Promise<void> {
    const others = this.#issued(bill).map(({ sums }) => sums)
    const before = add(others.map(({ subtotal }) => subtotal))
    const { subtotal } = note.sums
    const fits = before + subtotal <= bill.subtotal
    const reply = await this.#run(note.id, 'issue')
    assert.equal(reply !== null, fits, `${before} and ${subtotal} of ${bill.subtotal}`)
    if (reply === null) {
      this.counts.refused++
      return
    }
    const all = taxed(before + subtotal, bill.rates)
    const rest = (sum: bigint, part: readonly bigint[]): bigint => (sum > add(part) ? sum - add(part) : 0n)
    const tax = rest(
      all.tax,
      others.map((one) => one.tax),
    )
    const second = rest(
      all.second,
      others.map((one) => one.second),
    )
    note.sums = { subtotal, tax, second }
    note.state = 'issued'
    this.counts.issued++
    const actual = [reply.subtotal, reply.taxamount ?? '0', reply.secondtaxamount ?? '0', reply.total].map(cents)
    assert.deepEqual(actual, [-subtotal, -tax, -second, -total(note.sums)])
  }

  async voidNote(note: Note): Promise<void> {
    assert.notEqual(await this.#run(note.id, 'void'), null)
    note.state = 'void'
    this.counts.voided++
  }

  async pay(bill: Bill): Promise<void> {
    const amount = BigInt(1 + this.#random.below(3000)) * (this.#random.below(5) === 0 ? -1n : 1n)
    const body = paymentBody(this.#billed.projectid, decimal(amount), { invoiceid: bill.id })
    await this.#billed.administrator.create('/payment/', body)
    bill.paid += amount
  }

  async step(): Promise<void> {
    const bill = this.#random.pick(this.bills)
    const drafts = bill.notes.filter(({ state }) => state === 'draft')
    const issued = this.#issued(bill)
    const steps: (() => Promise<void>)[] = [() => this.credit(bill), () => this.pay(bill)]
    if (drafts.length > 0) steps.push(...[1, 2, 3].map(() => () => this.issue(bill, this.#random.pick(drafts))))
    if (issued.length > 0) steps.push(() => this.voidNote(this.#random.pick(issued)))
    await this.#random.pick(steps)()
  }

  balanceOf(bill: Bill): bigint {
    return total(bill) - bill.paid - add(this.#issued(bill).map(({ sums }) => total(sums)))
  }

  async assertSums(): Promise<void> {
    const { administrator, projectid } = this.#billed
    for (const bill of this.bills) {
      const { balance, status } = await administrator.read(`/invoice/${bill.id}/`)
      const owed = this.balanceOf(bill)
      assert.deepEqual([cents(balance), status], [owed, owed > 0n ? 'outstanding' : 'paid'], `invoice ${bill.id}`)
      const credits = this.#issued(bill).map(({ sums }) => sums)
      const parts: readonly (keyof Sums)[] = ['subtotal', 'tax', 'second']
      const credited = parts.map((part) => add(credits.map((one) => one[part])))
      for (const [at, part] of parts.entries()) assert.ok((credited[at] ?? 0n) <= bill[part], `${part} of ${bill.id}`)
      if (credited[0] === bill.subtotal && !bill.notes.some(({ state }) => state === 'void'))
        assert.equal(add(credited), total(bill), 'credited in full, with all taxes')
      for (const note of bill.notes) {
        const read = await administrator.read(`/invoice/${note.id}/`)
        const states = { draft: 'outstanding', issued: 'paid', void: 'void' }
        assert.deepEqual([read.balance, read.status, read.daysoverdue], ['0', states[note.state], '0'])
      }
    }
    const of = `projectid=${projectid}`
    const owed = this.bills.map((bill) => this.balanceOf(bill)).filter((balance) => balance > 0n)
    const [receivables] = (await administrator.list(`/receivables/?${of}`)).rows
    assert.deepEqual([cents(receivables?.total ?? '0'), Number(receivables?.invoices ?? 0)], [add(owed), owed.length])
    const credits = add(this.bills.flatMap((bill) => this.#issued(bill).map(({ sums }) => total(sums))))
    const charged = add(this.bills.map(total)) - credits
    const { rows } = await administrator.list(`/statement/?${of}&datebegin=2026-01-01&dateend=2026-12-31`)
    assert.deepEqual([rows.at(-1)?.charged, rows.at(-1)?.balance].map(cents), [
      charged,
      charged - add(this.bills.map(({ paid }) => paid)),
    ])
    const months = (await administrator.list(`/revenue/?${of}&datebegin=2026-05-01&dateend=2026-05-31`)).rows
    assert.deepEqual([cents(months[0]?.total), Number(months[0]?.invoices)], [charged, this.bills.length])
  }
}

eachApiFixture((fixture, kind) => {
  test(`after any credit notes, payments and voids, all places have the sums of the model (${kind})`, async () => {
    const counts = { issued: 0, refused: 0, voided: 0 }
    await checkShared(kind, 6, async (random) => {
      fixture().clock.moveTo('2026-05-14T12:00:00Z')
      const run = new CreditCase(await newBilledProject(fixture()), random)
      for (let at = 0; at < 3; at++) await run.newBill()
      for (let at = 0; at < 30; at++) await run.step()
      await run.assertSums()
      for (const key of ['issued', 'refused', 'voided'] as const) counts[key] += run.counts[key]
    })
    assert.ok(counts.issued > 0, JSON.stringify(counts))
    const { database, a } = fixture()
    assert.deepEqual((await auditInvoices(database, a.accountid)).problems, [])
  })
}, propertyDatabases)
