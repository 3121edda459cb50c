// Budgets per period, compared with a model that walks through the calendar month by month and keeps a balance: for any
// project, rates and entries the report has the same periods, carried-over hours and sums, in hours and in money, and
// the alert is given on the same days (ADR 44, T-272).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiCaller, callerFor, eachApiFixture, type Fields } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { amountOf, daysAfter, textOf, unitsOf } from './invoice-model.ts'
import { checkShared } from './property-runs.ts'

const rates = ['0', '0.0001', '33.3333', '99.99', '120']

interface Entry {
  readonly personid: number
  readonly worktypeid: number
  readonly date: string
  readonly time: string
}

interface DatedRate {
  readonly worktypeid: number
  readonly personid: number | null
  readonly datebegin: string
  readonly hourlyrate: string
}

interface Terms {
  readonly budget: string
  readonly budgetperiod: string
  readonly carryover: string
  readonly datestart: string
  readonly dateend: string
}

/** The name of the period of a day: 2026-05, 2026 Q2 or 2026. */
function nameOf(day: string, every: string): string {
  const [year = '', month = ''] = day.split('-')
  if (every === 'year') return year
  return every === 'month' ? `${year}-${month}` : `${year} Q${Math.ceil(Number(month) / 3)}`
}

/** All days from one to another, by counting. */
function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = daysAfter(day, 1)) days.push(day)
  return days
}

const allDays = daysFrom('2025-01-01', '2027-12-31')

interface Period {
  readonly begin: string
  readonly end: string
  readonly carried: bigint
  readonly used: bigint
  readonly hours: bigint
  readonly cents: bigint
}

class RetainerCase {
  readonly #fixture: ApiFixture
  readonly #caller: ApiCaller
  readonly #random: Random
  #projectid = 0
  readonly #terms: Terms
  readonly #calendar: readonly (readonly [name: string, days: readonly string[]])[]
  readonly #inMoney: boolean
  readonly #percent: string
  #parts = new Map<number, string>()
  readonly #rates: DatedRate[] = []
  readonly #entries: Entry[] = []
  #today = '2025-10-20'
  /** The last period with an alert, by its last day, and the day of that alert. */
  #alerted = ''
  #alertDate: string | null = null

  constructor(fixture: ApiFixture, random: Random) {
    this.#fixture = fixture
    this.#caller = callerFor(fixture, fixture.a.tokens.administrator)
    this.#random = random
    const budgetperiod = random.pick(['month', 'month', 'quarter', 'year'])
    const datestart = daysAfter('2025-07-01', random.below(150))
    this.#terms = {
      budget: random.pick(['10', '7.5', '0.0001', '33.3333', '400']),
      budgetperiod,
      carryover: random.pick(['t', 't', 'f']),
      datestart,
      dateend: random.below(3) === 0 ? daysAfter(datestart, random.below(300)) : '',
    }
    this.#calendar = [...Map.groupBy(allDays, (day) => nameOf(day, budgetperiod))]
    this.#inMoney = random.below(2) === 0
    this.#percent = random.pick(['80', '100', '33.3333', '0.0001', '250'])
  }

  async setUp(): Promise<void> {
    await this.#budgetIn(this.#inMoney ? 'money' : 'hours')
    this.#moveTo(this.#today)
    const body = { name: 'Retainer', ...this.#terms, alert_percent: this.#percent }
    this.#projectid = Number((await this.#caller.create('/project/', body)).id)
    const parts = (await this.#caller.list(`/projectworktype/?projectid=${this.#projectid}&limit=0`)).rows.slice(0, 2)
    const picked = parts.map(({ worktypeid }) => [Number(worktypeid), this.#random.pick(rates)] as const)
    this.#parts = new Map(picked)
    for (const { id, worktypeid } of parts)
      await this.#caller.update(`/projectworktype/${id}/`, { hourlyrate: this.#parts.get(Number(worktypeid)) ?? '' })
    for (let at = this.#random.below(3); at > 0; at--) await this.#addRate()
  }

  #budgetIn = (budgetsin: string): Promise<void> => {
    const { a, database } = this.#fixture
    return database.write(a.accountid, (tx) => tx.update('account', a.accountid, { budgetsin }))
  }

  restore = (): Promise<void> => this.#budgetIn('hours')

  #moveTo(day: string): void {
    this.#today = day
    this.#fixture.clock.moveTo(`${day}T10:00:00Z`)
  }

  #people(): readonly number[] {
    const { manager, resource } = this.#fixture.a.people
    return [manager, resource]
  }

  async #addRate(): Promise<void> {
    const random = this.#random
    const rate: DatedRate = {
      worktypeid: random.pick([...this.#parts.keys()]),
      personid: random.pick([null, ...this.#people()]),
      datebegin: daysAfter('2025-08-01', random.below(300)),
      hourlyrate: random.pick(rates),
    }
    const isTaken = this.#rates.some(
      (one) => one.worktypeid === rate.worktypeid && one.personid === rate.personid && one.datebegin === rate.datebegin,
    )
    if (isTaken) return
    await this.#caller.create('/projectrate/', { projectid: this.#projectid, ...rate, personid: rate.personid ?? '' })
    this.#rates.push(rate)
  }

  #rateOf({ worktypeid, personid, date }: Entry): string {
    const newest = (who: number | null): string | undefined =>
      this.#rates
        .filter((rate) => rate.worktypeid === worktypeid && rate.personid === who && rate.datebegin <= date)
        .sort((one, other) => (one.datebegin < other.datebegin ? 1 : -1))[0]?.hourlyrate
    return newest(personid) ?? newest(null) ?? this.#parts.get(worktypeid) ?? ''
  }

  /** Some days later, an entry of a day around that day. */
  async log(): Promise<void> {
    const random = this.#random
    this.#moveTo(daysAfter(this.#today, random.below(13)))
    const entry: Entry = {
      personid: random.pick(this.#people()),
      worktypeid: random.pick([...this.#parts.keys()]),
      date: daysAfter(this.#today, random.pick([0, 0, -1, -5, -25, -70, -120, 3, 40])),
      time: random.pick(['1', '0.25', '7.5', '0.333333', textOf(BigInt(1 + random.below(8_000_000)), 6)]),
    }
    const place = { projectid: this.#projectid, moduleid: this.#fixture.a.modules[0] ?? 0, billable: 't' }
    await this.#caller.create('/time/', { ...place, ...entry } satisfies JsonObject)
    this.#entries.push(entry)
    this.#expectAlert()
    const { alert_date } = await this.#caller.read(`/project/${this.#projectid}/`)
    assert.equal(alert_date, this.#alertDate, JSON.stringify([this.#today, this.#terms, this.#percent, this.#entries]))
  }

  #expectAlert(): void {
    const every = this.#terms.budgetperiod
    const begun = this.#periods(this.#today)
    const current = nameOf(this.#today, every)
    const before = nameOf(this.#firstDayOf(current, -1), every)
    const candidates = begun.filter(
      ({ begin, end }) => [current, before].includes(nameOf(begin, every)) && end > this.#alerted,
    )
    const reached = candidates.findLast(({ used, carried }) => {
      const available = unitsOf(this.#terms.budget, 6) + carried
      return used * 10n ** 6n >= available * unitsOf(this.#percent, 4)
    })
    if (reached === undefined) return
    this.#alerted = reached.end
    this.#alertDate = this.#today
  }

  /** The first day of the period of today, moved by days. */
  #firstDayOf(name: string, days: number): string {
    let day = this.#today
    while (nameOf(daysAfter(day, -1), this.#terms.budgetperiod) === name) day = daysAfter(day, -1)
    return daysAfter(day, days)
  }

  #sumOf(entries: readonly Entry[]): { readonly hours: bigint; readonly cents: bigint } {
    const lines = Map.groupBy(entries, (entry) => `${entry.worktypeid} ${this.#rateOf(entry)}`)
    let [hours, cents] = [0n, 0n]
    for (const [line, group] of lines) {
      const sum = group.reduce((all, { time }) => all + unitsOf(time, 6), 0n)
      hours += sum
      cents += amountOf(textOf(sum, 6), line.split(' ')[1] ?? '')
    }
    return { hours, cents }
  }

  /** The periods that begin until the day, one after the other. */
  #periods(until: string): Period[] {
    const { budget, budgetperiod: every, carryover, datestart, dateend } = this.#terms
    const last = dateend !== '' && dateend < until ? dateend : until
    let balance = 0n
    return this.#calendar.flatMap(([name, [begin = '', ...more]]) => {
      const end = more.at(-1) ?? begin
      if (end < datestart || begin > last) return []
      const { hours, cents } = this.#sumOf(this.#entries.filter(({ date }) => nameOf(date, every) === name))
      const used = this.#inMoney ? cents * 10_000n : hours
      const carried = carryover === 't' ? balance : 0n
      balance += unitsOf(budget, 6) - used
      return [{ begin, end, carried, used, hours, cents }]
    })
  }

  async assertReport(): Promise<void> {
    const begin = daysAfter('2025-07-01', this.#random.below(400))
    const end = daysAfter(begin, this.#random.below(300))
    for (const [datebegin, dateend] of [['2025-01-01', this.#today] as const, [begin, end] as const]) {
      const path = `/retainer/?projectid=${this.#projectid}&datebegin=${datebegin}&dateend=${dateend}`
      const shown = (await this.#caller.list(path)).rows
      const expected = this.#periods(dateend).filter((period) => period.end >= datebegin)
      assert.deepEqual(
        shown.map(({ client: _client, clientid: _clientid, currency: _currency, ...row }) => row),
        expected.map((period) => this.#rowOf(period)),
        JSON.stringify([path, this.#terms, this.#rates, this.#entries]),
      )
    }
  }

  #rowOf({ begin, end, carried, used, hours, cents }: Period): Fields {
    const { budget, budgetperiod } = this.#terms
    const available = unitsOf(budget, 6) + carried
    return {
      projectid: String(this.#projectid),
      project: 'Retainer',
      budgetsin: this.#inMoney ? 'money' : 'hours',
      budgetperiod,
      datebegin: begin,
      dateend: end,
      budget,
      carriedover: textOf(carried, 6),
      available: textOf(available, 6),
      hours: textOf(hours, 6),
      value: textOf(cents, 2),
      used: available > 0n ? textOf((used * 10_000n) / available, 2) : '',
      remaining: textOf(available - used, 6),
    }
  }
}

eachApiFixture((fixture, kind) => {
  test(`T-272: periods, carry-over and alerts equal those of the model (${kind})`, async () => {
    const was = fixture().clock.now()
    const runs = await checkShared(kind, 20, async (random) => {
      const run = new RetainerCase(fixture(), random)
      try {
        await run.setUp()
        for (let at = 0; at < 25; at++) await run.log()
        await run.assertReport()
      } finally {
        await run.restore()
      }
    })
    fixture().clock.moveTo(was)
    assert.ok(runs > 0)
  })
})
