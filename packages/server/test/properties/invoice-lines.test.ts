// The lines of prefilled invoices, compared with a model of its own: random hours and rates, grouped by work type,
// task, person, day or entry, and entries that are excluded, included again, moved and written down. Lines, names and
// sums are equal after every change, each line is rounded on its own, and no entry is on two lines (T-240, T-262).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditInvoiceLines, auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import { assertRefusedWith, eachApiFixture } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import { type BilledProject, invoiceBody, newBilledProject, performAction } from '../scenarios/billing.ts'
import { amountOf, moneyOf, priceOf, textOf, unitsOf } from './invoice-model.ts'
import { checkShared } from './property-runs.ts'

const groupings = ['worktype', 'task', 'person', 'day', 'entry'] as const
type Grouping = (typeof groupings)[number]

interface Entry {
  readonly id: string
  readonly task: { readonly id: string; readonly title: string } | null
  readonly person: { readonly id: number; readonly name: string }
  readonly worktype: { readonly id: number; readonly name: string }
  readonly day: number
  readonly time: string
}

interface Draft {
  readonly id: string
  readonly begin: number
  readonly end: number
  grouping: Grouping
  entries: Entry[]
  readonly excluded: Set<Entry>
  /** Taken whatever the range says. */
  readonly added: Set<Entry>
  /** What entries are billed with that were written down, in cents. */
  readonly written: Map<Entry, bigint>
}

const inRange = ({ day }: Entry, { begin, end }: Draft): boolean => day >= begin && day <= end

const rates = ['0', '0.0001', '33.3333', '99.99', '120', '1.005']
const date = (day: number): string => `2026-04-${String(day).padStart(2, '0')}`

class LinesCase {
  readonly #fixture: ApiFixture
  readonly #random: Random
  readonly #entries: Entry[] = []
  readonly #drafts: Draft[] = []
  readonly #rates = new Map<string, string>()
  #billed: BilledProject
  #tasks: (Entry['task'] | null)[] = [null]
  #people: Entry['person'][] = []
  #worktypes: Entry['worktype'][] = []

  constructor(fixture: ApiFixture, random: Random, billed: BilledProject) {
    this.#fixture = fixture
    this.#random = random
    this.#billed = billed
  }

  async setUp(): Promise<void> {
    const { a } = this.#fixture
    const { administrator, projectid } = this.#billed
    for (const title of ['Homepage', 'Orders & stock']) {
      const task = await administrator.create('/task/', {
        ...{
          title,
          projectid,
          moduleid: a.modules[0] ?? 0,
          statusid: a.statuses.open,
          priorityid: a.priorities[0] ?? 0,
        },
        ...{ ownerid: a.people.manager, dateopen: '2026-01-01' },
      })
      this.#tasks.push({ id: String(task.id), title })
    }
    for (const id of [a.people.manager, a.people.resource]) {
      const { firstname, lastname } = await administrator.read(`/person/${id}/`)
      this.#people.push({ id, name: `${firstname} ${lastname}` })
    }
    const parts = (await administrator.list(`/projectworktype/?projectid=${projectid}&limit=0`)).rows.slice(0, 2)
    for (const part of parts) {
      this.#worktypes.push({ id: Number(part.worktypeid), name: String(part.worktype) })
      const hourlyrate = this.#random.pick(rates)
      await administrator.update(`/projectworktype/${part.id}/`, { hourlyrate, ratefrom: '0001-01-01' })
      this.#rates.set(`${part.worktypeid}`, hourlyrate)
    }
    const [worktype, person] = [this.#worktypes[0], this.#people[0]]
    const own = this.#random.pick(rates)
    const from = { projectid, worktypeid: worktype?.id ?? 0, personid: person?.id ?? 0, datebegin: '2026-01-01' }
    await administrator.create('/projectrate/', { ...from, hourlyrate: own })
    this.#rates.set(`${worktype?.id} ${person?.id}`, own)
  }

  #rateOf = ({ worktype, person }: Entry): string =>
    this.#rates.get(`${worktype.id} ${person.id}`) ?? this.#rates.get(`${worktype.id}`) ?? ''

  async log(): Promise<void> {
    const random = this.#random
    const drawn = {
      task: random.pick(this.#tasks),
      person: random.pick(this.#people),
      worktype: random.pick(this.#worktypes),
      day: 1 + random.below(6),
      time: random.pick(['1', '0.25', '0.333333', '7.5', textOf(BigInt(1 + random.below(8_000_000)), 6)]),
    }
    const more = { personid: drawn.person.id, ...(drawn.task === null ? {} : { taskid: drawn.task.id }) }
    const { id } = await this.#billed.log(date(drawn.day), drawn.time, drawn.worktype.id, more)
    this.#entries.push({ id: String(id), ...drawn })
  }

  #import(draft: Draft): void {
    const elsewhere = new Set(this.#drafts.flatMap((one) => (one === draft ? [] : one.entries)))
    draft.entries = this.#entries.filter(
      (entry) =>
        (inRange(entry, draft) || draft.added.has(entry)) && !draft.excluded.has(entry) && !elsewhere.has(entry),
    )
    for (const entry of draft.added) {
      if (!draft.entries.includes(entry) && !draft.excluded.has(entry)) draft.added.delete(entry)
    }
    for (const entry of draft.written.keys()) if (!draft.entries.includes(entry)) draft.written.delete(entry)
  }

  async prefill(): Promise<void> {
    const random = this.#random
    const begin = 1 + random.below(6)
    const choices = { excluded: new Set<Entry>(), added: new Set<Entry>(), written: new Map<Entry, bigint>() }
    const days = { begin, end: begin + random.below(4) }
    const draft: Draft = { id: '', ...days, grouping: random.pick(groupings), entries: [], ...choices }
    const range = { datebegin: date(draft.begin), dateend: date(draft.end), groupby: draft.grouping }
    const made = await this.#billed.administrator.create('/invoice/', invoiceBody(this.#billed.projectid, range))
    assert.equal(made.groupby, draft.grouping)
    const added = { ...draft, id: String(made.id) }
    this.#drafts.push(added)
    this.#import(added)
  }

  async regroup(draft: Draft): Promise<void> {
    const groupby = this.#random.pick(groupings)
    await this.#billed.administrator.update(`/invoice/${draft.id}/`, { groupby })
    if (groupby === draft.grouping) return
    draft.grouping = groupby
    this.#import(draft)
  }

  async importAgain(draft: Draft): Promise<void> {
    await this.#billed.administrator.send('POST', `/invoice/${draft.id}/import/`)
    this.#import(draft)
  }

  #some(entries: readonly Entry[]): Entry[] {
    const some = entries.filter(() => this.#random.below(3) === 0).slice(0, 3)
    return some.length === 0 ? entries.slice(0, 1) : some
  }

  #perform(draft: Draft, action: string, entries: readonly Entry[], body: Record<string, string> = {}) {
    const timeid = entries.map(({ id }) => id).join()
    return performAction(this.#billed.administrator, `/invoice/${draft.id}/${action}/`, { timeid, ...body })
  }

  async exclude(draft: Draft): Promise<void> {
    const entries = this.#some(draft.entries)
    if (entries.length === 0) return
    await this.#perform(draft, 'exclude', entries)
    draft.entries = draft.entries.filter((entry) => !entries.includes(entry))
    for (const entry of entries) {
      draft.excluded.add(entry)
      draft.written.delete(entry)
    }
  }

  /** Excluded entries that another draft has billed since cannot be included again. */
  async include(draft: Draft): Promise<void> {
    const entries = this.#some([...draft.excluded])
    if (entries.length === 0) return
    const taken = entries.filter((entry) => this.#drafts.some((one) => one.entries.includes(entry)))
    if (taken.length > 0) {
      const body = { timeid: entries.map(({ id }) => id).join() }
      const reply = await this.#billed.administrator.send('POST', `/invoice/${draft.id}/include/`, body)
      assertRefusedWith(reply, 400, 18, ...taken.map(({ id }) => `"${id}" is on another invoice`))
      return
    }
    await this.#perform(draft, 'include', entries)
    for (const entry of entries) {
      draft.excluded.delete(entry)
      if (!inRange(entry, draft)) draft.added.add(entry)
    }
    draft.entries.push(...entries)
  }

  async move(draft: Draft): Promise<void> {
    const entries = this.#some(draft.entries)
    const others = this.#drafts.filter((one) => one !== draft)
    if (entries.length === 0 || others.length === 0) return
    const to = this.#random.pick(others)
    await this.#perform(draft, 'move', entries, { invoiceid: to.id })
    draft.entries = draft.entries.filter((entry) => !entries.includes(entry))
    to.entries.push(...entries)
    for (const entry of entries) {
      const amount = draft.written.get(entry)
      draft.added.delete(entry)
      draft.written.delete(entry)
      to.excluded.delete(entry)
      to.added.add(entry)
      if (amount !== undefined) to.written.set(entry, amount)
    }
  }

  async writeDown(draft: Draft): Promise<void> {
    const random = this.#random
    const [entry] = this.#some(draft.entries)
    if (entry === undefined) return
    if (draft.written.has(entry) && random.below(3) === 0) {
      await this.#perform(draft, 'writedown', [entry], { amount: '' })
      draft.written.delete(entry)
      return
    }
    const full = this.#fullAmount(entry)
    const amount = random.pick([0n, full - 1n, full / 3n, full / 2n])
    if (amount < 0n || amount >= full) return
    await this.#perform(draft, 'writedown', [entry], { amount: moneyOf(amount) })
    draft.written.set(entry, amount)
  }

  #fullAmount = (entry: Entry): bigint => amountOf(entry.time, this.#rateOf(entry))

  #groupOf({ task, person, day, id }: Entry, grouping: Grouping): readonly [key: string, name: string] | null {
    if (grouping === 'task') return task === null ? null : [task.id, task.title]
    if (grouping === 'person') return [String(person.id), person.name]
    if (grouping === 'day') return [String(day), `${day} April 2026`]
    return grouping === 'entry' ? [id, `${day} April 2026`] : null
  }

  /** Its lines as texts, and their sum in cents. */
  #expected({ entries, grouping, written }: Draft): { lines: string[]; sum: bigint } {
    const lines = new Map<string, { name: string; rate: string; hours: bigint }>()
    for (const entry of entries) {
      const group = this.#groupOf(entry, grouping)
      const amount = written.get(entry)
      const rate = amount === undefined ? this.#rateOf(entry) : priceOf(amount, entry.time)
      if (amount !== undefined) assert.equal(amountOf(entry.time, rate), amount, 'the price gives the amount')
      const key = amount === undefined ? `${group?.[0]} ${entry.worktype.id} ${rate}` : `written ${entry.id}`
      const name = group === null ? entry.worktype.name : `${group[1]} (${entry.worktype.name})`
      const hours = (lines.get(key)?.hours ?? 0n) + unitsOf(entry.time, 6)
      lines.set(key, { name, rate, hours })
    }
    let sum = 0n
    const texts = [...lines.values()].map(({ name, rate, hours }) => {
      const amount = amountOf(textOf(hours, 6), rate)
      sum += amount
      return `${name}: ${textOf(hours, 6)} x ${rate} = ${moneyOf(amount)}`
    })
    return { lines: texts.sort(), sum }
  }

  async assertAll(): Promise<void> {
    const { administrator } = this.#billed
    for (const draft of this.#drafts) {
      const { lines, sum } = this.#expected(draft)
      const { rows } = await administrator.list(`/invoiceitem/?invoiceid=${draft.id}&limit=0`)
      const shown = rows.map(({ name, quantity, rate, amount }) => `${name}: ${quantity} x ${rate} = ${amount}`)
      assert.deepEqual(shown.sort(), lines, `invoice ${draft.id} by ${draft.grouping}`)
      const { subtotal, numitems, writtendown } = await administrator.read(`/invoice/${draft.id}/`)
      const less = [...draft.written].reduce((all, [entry, amount]) => all + this.#fullAmount(entry) - amount, 0n)
      assert.deepEqual([subtotal, numitems, writtendown], [moneyOf(sum), String(lines.length), moneyOf(less)])
      await this.#assertRounding(draft, sum)
      await this.#assertEntries(draft, rows.map(({ id }) => id).join())
    }
  }

  /** Each entry is behind the lines of one draft, and those that were excluded are listed as such. */
  async #assertEntries(draft: Draft, items: string): Promise<void> {
    const { administrator } = this.#billed
    const listed = async (query: string): Promise<string[]> =>
      (await administrator.list(`/time/?${query}&limit=0`)).rows.map(({ id }) => String(id)).sort()
    const idsOf = (entries: Iterable<Entry>): string[] => [...entries].map(({ id }) => id).sort()
    assert.deepEqual(items === '' ? [] : await listed(`invoiceitemid=${items}`), idsOf(draft.entries))
    assert.deepEqual(await listed(`excludedfrom=${draft.id}`), idsOf(draft.excluded))
    const all = this.#drafts.flatMap(({ entries }) => entries)
    assert.equal(new Set(all).size, all.length, 'the model bills an entry twice')
  }

  /** Another grouping changes the sum by at most half a cent for each line. */
  async #assertRounding(draft: Draft, sum: bigint): Promise<void> {
    for (const grouping of groupings) {
      const other = this.#expected({ ...draft, grouping })
      const lines = BigInt(other.lines.length + this.#expected(draft).lines.length)
      const difference = other.sum > sum ? other.sum - sum : sum - other.sum
      assert.ok(2n * difference <= lines, `${draft.grouping} ${sum}, ${grouping} ${other.sum}`)
    }
  }

  async step(): Promise<void> {
    const draft = this.#drafts.length === 0 ? undefined : this.#random.pick(this.#drafts)
    const step = this.#random.below(16)
    if (step < 5) await this.log()
    else if (draft === undefined || (step === 5 && this.#drafts.length < 4)) await this.prefill()
    else if (step < 8) await this.regroup(draft)
    else if (step < 10) await this.importAgain(draft)
    else if (step < 12) await this.exclude(draft)
    else if (step === 12) await this.include(draft)
    else if (step === 13) await this.move(draft)
    else await this.writeDown(draft)
  }
}

eachApiFixture((fixture, kind) => {
  test(`lines of grouped time have the hours, names and sums of a model (${kind})`, async () => {
    const runs = await checkShared(kind, 9, async (random) => {
      const run = new LinesCase(fixture(), random, await newBilledProject(fixture()))
      await run.setUp()
      for (let at = 0; at < 40; at++) {
        await run.step()
        if (at % 5 === 4) await run.assertAll()
      }
    })
    assert.ok(runs > 0)
    for (const audit of [auditInvoices, auditInvoiceLines])
      assert.deepEqual((await audit(fixture().database, fixture().a.accountid)).problems, [])
  })
})
