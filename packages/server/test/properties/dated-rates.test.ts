// Rates from a day on, for everyone and for people, compared with a model of which rate prices which entry: after any
// sequence of rates, entries and invoices, the rates of entries, unbilled sums, budgets and lines of new invoices equal
// the model; a rate from a day on moves no sum of earlier days; and issued invoices never change (ADR 33).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiCaller, callerFor, eachApiFixture, type Fields } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import { amountOf, daysAfter, moneyOf, textOf, unitsOf } from './invoice-model.ts'
import { checkShared } from './property-runs.ts'

const today = '2026-05-14'
const firstDay = '0001-01-01'
const rates = ['0', '0.0001', '33.3333', '99.99', '120', '1.005']

interface Entry {
  readonly id: string
  readonly personid: number
  readonly worktypeid: number
  readonly date: string
  readonly time: string
  readonly billable: boolean
  isInvoiced: boolean
}

interface DatedRate {
  readonly id: string
  readonly worktypeid: number
  readonly personid: number | null
  datebegin: string
  hourlyrate: string
}

class RateCase {
  readonly #caller: ApiCaller
  readonly #random: Random
  readonly #people: readonly number[]
  readonly #moduleid: number
  #projectid = 0
  /** The id of the project's work type and its first rate, by work type. */
  readonly #parts = new Map<number, { readonly id: string; first: string }>()
  #rates: DatedRate[] = []
  readonly #entries: Entry[] = []
  readonly #issued = new Map<string, unknown>()

  constructor(fixture: ApiFixture, random: Random) {
    this.#caller = callerFor(fixture, fixture.a.tokens.administrator)
    this.#random = random
    const { manager, resource, restricted } = fixture.a.people
    this.#people = [manager, resource, restricted]
    this.#moduleid = fixture.a.modules[0] ?? 0
  }

  async setUp(): Promise<void> {
    const project = await this.#caller.create('/project/', { name: 'Priced', datestart: '2026-01-01', budget: '1000' })
    this.#projectid = Number(project.id)
    const parts = (await this.#caller.list(`/projectworktype/?projectid=${this.#projectid}&limit=0`)).rows
    for (const { id, worktypeid, hourlyrate } of parts.slice(0, 2))
      this.#parts.set(Number(worktypeid), { id: String(id), first: String(hourlyrate) })
  }

  #day(): string {
    return daysAfter('2026-04-25', this.#random.below(40))
  }

  #worktype(): number {
    return this.#random.pick([...this.#parts.keys()])
  }

  /** The newest rate of a person, or of everyone, that has begun. */
  #newest(worktypeid: number, personid: number | null, day: string): string | undefined {
    return this.#rates
      .filter((rate) => rate.worktypeid === worktypeid && rate.personid === personid && rate.datebegin <= day)
      .sort((a, b) => (a.datebegin < b.datebegin ? 1 : -1))[0]?.hourlyrate
  }

  #rateOfEveryone = (worktypeid: number, day: string): string =>
    this.#newest(worktypeid, null, day) ?? this.#parts.get(worktypeid)?.first ?? ''

  #rateOf = ({ worktypeid, personid, date }: Entry): string =>
    this.#newest(worktypeid, personid, date) ?? this.#rateOfEveryone(worktypeid, date)

  /** The hours of entries by work type and rate, with the cents that they are worth. */
  #lines(entries: readonly Entry[]): Map<string, { readonly hours: bigint; readonly cents: bigint }> {
    const groups = Map.groupBy(entries, (entry) => `${entry.worktypeid} ${this.#rateOf(entry)}`)
    return new Map(
      [...groups].map(([key, group]) => {
        const hours = group.reduce((sum, { time }) => sum + unitsOf(time, 6), 0n)
        return [key, { hours, cents: amountOf(textOf(hours, 6), key.split(' ')[1] ?? '') }]
      }),
    )
  }

  #value = (entries: readonly Entry[]): string =>
    moneyOf([...this.#lines(entries).values()].reduce((sum, { cents }) => sum + cents, 0n))

  async log(): Promise<void> {
    const random = this.#random
    const time = random.pick(['1', '0.25', '7.5', '0.333333', textOf(BigInt(1 + random.below(8_000_000)), 6)])
    const about = { personid: random.pick(this.#people), worktypeid: this.#worktype(), date: this.#day(), time }
    const billable = random.below(4) > 0
    const where = { projectid: this.#projectid, moduleid: this.#moduleid }
    const { id } = await this.#caller.create('/time/', { ...where, ...about, billable: billable ? 't' : 'f' })
    this.#entries.push({ id: String(id), ...about, billable, isInvoiced: false })
  }

  #defaultStart(worktypeid: number): string {
    const begun = this.#rates.some(
      (rate) => rate.worktypeid === worktypeid && rate.personid === null && rate.datebegin <= today,
    )
    const isUsed = this.#entries.some((entry) => entry.worktypeid === worktypeid && entry.date < today)
    return begun || (isUsed && this.#parts.get(worktypeid)?.first !== '0') ? today : firstDay
  }

  /** By the work type: as an existing program does it, or with a day. */
  async changeRate(): Promise<void> {
    const [worktypeid, part] = this.#random.pick([...this.#parts])
    const hourlyrate = this.#random.pick(rates)
    const sent = this.#random.pick([null, null, today, firstDay, this.#day()])
    const isSame = sent === null && hourlyrate === this.#rateOfEveryone(worktypeid, today)
    const from = sent ?? this.#defaultStart(worktypeid)
    const earlier = await this.#unbilledBefore(from)
    const body = { hourlyrate, ...(sent === null ? {} : { ratefrom: sent }) }
    const record = await this.#caller.update(`/projectworktype/${part.id}/`, body)
    if (!isSame) await this.#expectRate(worktypeid, from, hourlyrate)
    assert.deepEqual(
      [record.hourlyrate, record.firstrate],
      [this.#rateOfEveryone(worktypeid, today), part.first],
      JSON.stringify([body, this.#rates]),
    )
    assert.equal(await this.#unbilledBefore(from), earlier, 'sums of earlier days')
  }

  async #expectRate(worktypeid: number, from: string, hourlyrate: string): Promise<void> {
    const until = from > today ? from : today
    const isReplaced = (rate: DatedRate): boolean =>
      rate.worktypeid === worktypeid && rate.personid === null && rate.datebegin >= from && rate.datebegin <= until
    this.#rates = this.#rates.filter((rate) => !isReplaced(rate))
    const part = this.#parts.get(worktypeid)
    if (from === firstDay && part !== undefined) part.first = hourlyrate
    const query = `/projectrate/?projectid=${this.#projectid}&worktypeid=${worktypeid}&limit=0`
    const known = new Set(this.#rates.map(({ id }) => id))
    for (const { id } of (await this.#caller.list(query)).rows.filter((row) => !known.has(String(row.id))))
      this.#rates.push({ id: String(id), worktypeid, personid: null, datebegin: from, hourlyrate })
    assert.equal(this.#rateOfEveryone(worktypeid, from), hourlyrate)
  }

  async addRate(): Promise<void> {
    const personid = this.#random.pick([null, ...this.#people])
    const rate = { worktypeid: this.#worktype(), personid, datebegin: this.#random.pick([firstDay, this.#day()]) }
    const isTaken = this.#rates.some(
      (one) => one.worktypeid === rate.worktypeid && one.personid === rate.personid && one.datebegin === rate.datebegin,
    )
    const hourlyrate = this.#random.pick(rates)
    const body = { projectid: this.#projectid, ...rate, personid: personid ?? '', hourlyrate }
    const reply = await this.#caller.send('POST', '/projectrate/', body)
    assert.equal(reply.status, isTaken ? 400 : 201, reply.text)
    if (!isTaken) this.#rates.push({ id: String((reply.json.projectrate as Fields).id), ...rate, hourlyrate })
  }

  async editRate(): Promise<void> {
    const rate = this.#rates.length === 0 ? undefined : this.#random.pick(this.#rates)
    if (rate === undefined) return
    if (this.#random.below(2) === 0) {
      rate.hourlyrate = this.#random.pick(rates)
      await this.#caller.update(`/projectrate/${rate.id}/`, { hourlyrate: rate.hourlyrate })
    } else {
      await this.#caller.remove(`/projectrate/${rate.id}/`)
      this.#rates = this.#rates.filter((one) => one !== rate)
    }
  }

  /** A new invoice has one line per work type and rate; it is issued, or deleted again. */
  async bill(): Promise<void> {
    const dateend = this.#day()
    const billed = this.#entries.filter((one) => one.billable && !one.isInvoiced && one.date <= dateend)
    const { id, subtotal } = await this.#caller.create('/invoice/', {
      ...{ projectid: this.#projectid, date: today, termid: 1, title: 'Hours', datebegin: '2026-01-01', dateend },
    })
    const { rows } = await this.#caller.list(`/invoiceitem/?invoiceid=${id}&limit=0`)
    const lines = [...this.#lines(billed)].map(([key, { hours, cents }]) =>
      [key.split(' ')[1], textOf(hours, 6), moneyOf(cents)].join(),
    )
    assert.deepEqual(rows.map(({ rate, quantity, amount }) => [rate, quantity, amount].join()).sort(), lines.sort())
    assert.equal(subtotal, this.#value(billed))
    if (billed.length === 0 || this.#random.below(2) === 0) return this.#caller.remove(`/invoice/${id}/`)
    await this.#caller.send('POST', `/invoice/${id}/issue/`)
    for (const entry of billed) entry.isInvoiced = true
    this.#issued.set(String(id), await this.#invoice(String(id)))
  }

  #invoice = async (id: string): Promise<unknown> => [
    await this.#caller.read(`/invoice/${id}/`),
    (await this.#caller.list(`/invoiceitem/?invoiceid=${id}&limit=0`)).rows,
  ]

  async #report(name: string, more = ''): Promise<Fields | undefined> {
    return (await this.#caller.list(`/${name}/?projectid=${this.#projectid}${more}`)).rows[0]
  }

  /** What is unbilled before a day; its rows must not change by a rate from that day on. */
  async #unbilledBefore(day: string): Promise<string> {
    if (day <= '2026-01-01') return ''
    return JSON.stringify(await this.#report('unbilled', `&dateend=${daysAfter(day, -1)}`))
  }

  async assertSums(): Promise<void> {
    const { rows } = await this.#caller.list(`/time/?projectid=${this.#projectid}&limit=0`)
    const shown = new Map(rows.map(({ id, hourlyrate }) => [String(id), hourlyrate]))
    for (const entry of this.#entries) assert.equal(shown.get(entry.id), this.#rateOf(entry), JSON.stringify(entry))
    const unbilled = this.#entries.filter((entry) => entry.billable && !entry.isInvoiced)
    assert.equal((await this.#report('unbilled'))?.amount ?? '0', this.#value(unbilled))
    assert.equal((await this.#report('budget'))?.value, this.#value(this.#entries))
    for (const [id, was] of this.#issued) assert.deepEqual(await this.#invoice(id), was, 'an issued invoice')
  }
}

eachApiFixture((fixture, kind) => {
  test(`every entry has the rate of its day and person in all sums (${kind})`, async () => {
    const runs = await checkShared(kind, 9, async (random) => {
      const run = new RateCase(fixture(), random)
      await run.setUp()
      for (let at = 0; at < 30; at++) {
        const step = random.below(10)
        if (step < 4) await run.log()
        else if (step < 6) await run.changeRate()
        else if (step < 8) await run.addRate()
        else if (step === 8) await run.editRate()
        else await run.bill()
      }
      await run.assertSums()
      await run.bill()
      await run.assertSums()
    })
    assert.ok(runs > 0)
  })
})
