// The time by which old data is deleted for good. A server can be started under a wrong clock, so the database keeps
// the last time that its servers had. A clock that is more than a day ahead of it is believed after a week with it
// (T-330). It does not know what is deleted.
import type { Logger } from 'pino'
import { accountIds } from '../accounts/create-account.ts'
import { readFact, storeFact } from '../accounts/installation.ts'
import { type Clock, ClockBounds } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { accountSlot, sql, statement } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Servers that are off for a night need not wait. */
const maxAheadMs = dayMs
/** Longer than a weekend in which nobody sees the warning. */
const waitMs = 7 * dayMs

/** What the servers of a database know about the time. Instants are milliseconds since 1970. */
export interface KnownTime {
  /** Old data is deleted by this instant. */
  readonly trusted: number
  /** What the clock of a server said at the last check. */
  readonly checked: number
  /** How long servers have run while the clock was too far ahead. */
  readonly waitedMs: number
}

const trust = (now: number): KnownTime => ({ trusted: now, checked: now, waitedMs: 0 })

/**
 * `ranMs` is how long this process has run since its last check; 0 at the first. Several processes must not wait faster
 * than one, so what counts is also limited by the time since the last check of any of them that waited.
 */
export function nextKnownTime(known: KnownTime, now: number, ranMs: number): KnownTime {
  // Many clocks are behind for the first minute after the start of a machine.
  if (now < known.trusted && ranMs === 0) return known
  if (now - known.trusted <= maxAheadMs) return trust(now)
  const isFirst = known.checked === known.trusted
  const passedMs = isFirst ? 0 : Math.max(0, Math.min(ranMs, now - known.checked))
  const waitedMs = known.waitedMs + passedMs
  return waitedMs >= waitMs ? trust(now) : { trusted: known.trusted + passedMs, checked: now, waitedMs }
}

const newestEvent = statement(sql`select max(event.date) from event where event.accountid = ${accountSlot}`)
const newestNotification = statement(
  sql`select max(notification.date) from notification where notification.accountid = ${accountSlot}`,
)

/** For a database that was restored, or written by an earlier version: the right time is not before its records. */
async function newestDate(database: Database): Promise<number | null> {
  const dates: unknown[] = []
  for (const accountid of await accountIds(database)) {
    const rows = await database.read(accountid, (tx) =>
      Promise.all([tx.first(newestEvent), tx.first(newestNotification)]),
    )
    dates.push(...rows.map((row) => row?.[0] ?? null))
  }
  const known = dates.filter((date) => date !== null).map((date) => epochOf(String(date)))
  return known.length === 0 ? null : Math.max(...known)
}

async function readKnownTime(database: Database, now: number): Promise<KnownTime> {
  const stored = await readFact(database, 'time')
  if (stored !== null) return JSON.parse(stored) as KnownTime
  return trust(Math.min(now, (await newestDate(database)) ?? now))
}

const storeKnownTime = (database: Database, known: KnownTime): Promise<void> =>
  storeFact(database, 'time', JSON.stringify(known))

/** Before the server listens: what it then writes under a wrong clock would have a wrong date. */
export async function beginKnownTime(database: Database, clock: Clock): Promise<void> {
  if ((await readFact(database, 'time')) === null)
    await storeKnownTime(database, await readKnownTime(database, clock.now()))
}

export class RetentionTime {
  readonly #database: Database
  readonly #clock: Clock
  readonly #bounds: ClockBounds
  readonly #log: Logger
  #checkedAt: number | null = null
  #isWaiting = false

  constructor(database: Database, clock: Clock, log: Logger) {
    this.#database = database
    this.#clock = clock
    this.#bounds = new ClockBounds(clock)
    this.#log = log
  }

  /** The bounds between which the right time is. By the earliest, data may be deleted for good. */
  async read(): Promise<{ readonly earliest: number; readonly latest: number }> {
    const { earliest, latest } = this.#bounds.read()
    return { earliest: Math.min(earliest, await this.#check()), latest }
  }

  async #check(): Promise<number> {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsedMs()]
    const ranMs = this.#checkedAt === null ? 0 : elapsed - this.#checkedAt
    this.#checkedAt = elapsed
    const known = nextKnownTime(await readKnownTime(this.#database, now), now, ranMs)
    await storeKnownTime(this.#database, known)
    this.#report(known, now)
    return known.trusted
  }

  #report({ trusted, waitedMs }: KnownTime, now: number): void {
    const wasWaiting = this.#isWaiting
    this.#isWaiting = now - trusted > maxAheadMs
    if (this.#isWaiting && !wasWaiting) {
      const times = { clock: utcText(now), before: utcText(trusted), hours: Math.ceil((waitMs - waitedMs) / hourMs) }
      this.#log.warn(
        times,
        'the clock is more than a day ahead of the last time that this database knows: the server was off, or the ' +
          'clock is wrong. Old events and notifications are kept until it has run with this clock for these hours',
      )
    }
    if (!this.#isWaiting && wasWaiting) this.#log.info('old events and notifications are deleted again')
  }
}
