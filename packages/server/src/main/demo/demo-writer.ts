// Writes the records of the demo company through the engine, as the API would, on any day in the past, and provides a
// seeded random generator that gives the same values on every machine. The data is in the other files of this folder.

import type { TokenOwner } from '../../accounts/create-account.ts'
import type { Actor, Role } from '../../define/actor.ts'
import type { Resource } from '../../define/resource.ts'
import { Engine, type WriteOptions } from '../../engine/engine.ts'
import type { RecordResult } from '../../engine/operation-result.ts'
import type { Clock } from '../../io/clock.ts'
import type { Database } from '../../io/database.ts'
import { addDays, dayInZone, isWorkingDay, utcText, workingDaysAgo } from '../../kit/calendar.ts'
import { WireFile, type WireRecord } from '../../kit/wire-tree.ts'
import { reports } from '../../reports/all.ts'
import { resources } from '../../resources/all.ts'

/** The time zone of the demo company's account. */
export const demoZone = 'Europe/Berlin'

/** A person who creates or changes records. */
export interface DemoActor {
  readonly id: number
  readonly role: Role
  readonly restricted: boolean
  readonly clientid: number | null
}

export type Fields = Readonly<Record<string, string | number | null | WireFile>>

/** A record to create, with its author and day; by default the account's owner and today. */
export interface DemoEntry {
  readonly fields: Fields
  readonly by?: DemoActor | undefined
  readonly on?: string
}

/** A seeded generator (mulberry32). It is not for secrets. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** True with this probability in percent. */
  percentChance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.below(choices.length)]
    if (chosen === undefined) throw new RangeError('nothing to pick from')
    return chosen
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.below(2 ** 30) }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }
}

export const earlierOf = (a: string, b: string): string => (a < b ? a : b)
export const laterOf = (a: string, b: string): string => (a > b ? a : b)

export const workingDayFrom = (day: string): string => (isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1)))
export const workingDayUntil = (day: string): string => (isWorkingDay(day) ? day : workingDayUntil(addDays(day, -1)))

export class DemoWriter {
  readonly database: Database
  readonly owner: DemoActor & { readonly accountid: number }
  readonly today: string
  readonly random = new SeededRandom(1874)
  readonly #engine: Engine
  readonly #nowMs: number

  constructor(database: Database, clock: Clock, owner: TokenOwner) {
    this.database = database
    this.owner = {
      accountid: owner.accountid,
      id: owner.personid,
      role: 'Administrator',
      restricted: false,
      clientid: null,
    }
    this.#nowMs = clock.now()
    this.today = dayInZone(this.#nowMs, demoZone)
    this.#engine = new Engine(database, resources, null, reports)
  }

  /** The day at this offset from today. */
  day(offset: number): string {
    return addDays(this.today, offset)
  }

  /** The last working day up to this offset from today. */
  workday(offset: number): string {
    return workingDayUntil(this.day(offset))
  }

  /** The day this many working days before today. */
  workdaysAgo(count: number): string {
    return workingDaysAgo(this.today, count)
  }

  /** A time within the working hours of a day, never later than now; for today it is now. */
  instantOn(day: string): string {
    const time = [this.random.between(7, 15), this.random.below(60), this.random.below(60)]
    const instant = `${day} ${time.map((part) => String(part).padStart(2, '0')).join(':')}`
    const now = this.secondsAgo(0)
    return day < this.today && instant < now ? instant : now
  }

  secondsAgo(seconds: number): string {
    return utcText(this.#nowMs - seconds * 1000)
  }

  /** A person on a day in the past: records created by this actor have that day. */
  actor(person: DemoActor = this.owner, day = this.today): Actor {
    const { id: personid, role, restricted, clientid } = person
    const { accountid } = this.owner
    const origin = { channel: 'command', requestid: null, now: this.instantOn(day) } as const
    return { accountid, personid, role, restricted, clientid, timezone: demoZone, today: day, ...origin }
  }

  /** A person some seconds ago. */
  actorBefore(person: DemoActor, seconds: number): Actor {
    const today = dayInZone(this.#nowMs - seconds * 1000, demoZone)
    return { ...this.actor(person), today, now: this.secondsAgo(seconds) }
  }

  async create(resource: Resource, fields: Fields, actor = this.actor()): Promise<Record<string, number>> {
    return idsOf(await this.#engine.create(resource, actor, () => bodyOf(fields), withoutMail))
  }

  /**
   * Creates records in this order, so that their numbers are the same on both databases. All writes of one turn share a
   * commit. Records that create further records are created one by one, because the order of those numbers would vary
   * otherwise.
   */
  async createEntries(
    resource: Resource,
    entries: readonly DemoEntry[],
    how: 'together' | 'in turn' = resource.after === undefined ? 'together' : 'in turn',
  ): Promise<number[]> {
    const created: Promise<Record<string, number>>[] = []
    for (const { fields, by, on } of entries) {
      created.push(this.create(resource, fields, this.actor(by, on)))
      if (how === 'in turn') await created.at(-1)
    }
    return (await Promise.all(created)).map(({ id = 0 }) => id)
  }

  createAll(resource: Resource, rows: readonly Fields[]): Promise<number[]> {
    return this.createEntries(
      resource,
      rows.map((fields) => ({ fields })),
    )
  }

  async update(resource: Resource, id: number, fields: Fields, actor = this.actor()): Promise<void> {
    await this.#engine.update(resource, actor, id, () => bodyOf(fields), withoutMail)
  }

  /** Runs an action on a record and returns the ids of the affected record. */
  async act(
    [resource, action]: readonly [Resource, string],
    id: number,
    fields: Fields,
    actor: Actor,
  ): Promise<Record<string, number>> {
    return idsOf(await this.#engine.runAction(resource, action, actor, id, () => bodyOf(fields), anyVersion))
  }
}

/** Past changes leave notes, but nobody is told about them. */
const withoutMail: WriteOptions = {
  sideEffects: { leaveNote: true, notify: false, isSilent: true },
  ifMatch: null,
  idempotency: null,
}

/** Actions of the demo are about records as they are. */
const anyVersion: WriteOptions = { ...withoutMail, ifMatch: ['*'] }

export const bodyOf = (fields: Fields): WireRecord =>
  new Map(
    Object.entries(fields).map(([field, value]) => [
      field,
      value === null || value instanceof WireFile ? value : String(value),
    ]),
  )

/** The ids of a record, by field. */
const idsOf = ({ fields, row }: RecordResult): Record<string, number> =>
  Object.fromEntries(
    fields.flatMap(({ name }, at) => {
      const value = row[at]
      return typeof value === 'number' ? [[name, value]] : []
    }),
  )
