// Counts requests per account and GMT day (decision 22) on PostgreSQL; the statements are in postgres-quota-count.ts.
// It also adds up what several servers count in a minute. Its connection does not wait for the disk: a killed server
// loses no counts, a power failure loses the last moment of them. The API decides whether a limit is exceeded.

import { lastBelievedDay, type QuotaUsage, type RateCount, wrongDayMessage } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { type CountRequests, countEach, readUsage } from './postgres-quota-count.ts'

interface PendingCount {
  readonly accountid: number
  readonly day: string
  readonly resolve: (usage: QuotaUsage) => void
  readonly reject: (error: unknown) => void
}

const wrongDaysQuery = {
  name: 'wrong days',
  text: 'select accountid, day from quota where accountid = any($1::bigint[]) and day > $2',
}

// The clocks of servers differ a little: a server that is a minute behind changes nothing. A minute further ahead is
// wrong.
const addRatesQuery = {
  name: 'add rates',
  text: `insert into ratecount as r (ratekey, minute, used)
         select ratekey, $1, used from unnest($2::text[], $3::bigint[]) as asked (ratekey, used) order by ratekey
         on conflict (ratekey) do update set
           used = case r.minute when $1 then r.used + excluded.used when $1 + 1 then r.used else excluded.used end,
           minute = case r.minute when $1 + 1 then r.minute else $1 end
         returning ratekey, used, minute`,
}

const removeRatesQuery = {
  name: 'remove rates',
  text: 'delete from ratecount where minute not between $1 - 1 and $1 + 1',
}

const mayWriteQuery = {
  name: 'may write',
  text: "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'",
}

export class PostgresQuota {
  readonly #connection: PostgresConnection
  readonly #log: (line: string) => void
  readonly #countRequests: CountRequests
  /** The day on which this process last counted a request of an account. */
  readonly #days = new Map<number, string>()
  /** The last minute whose predecessors were removed. */
  #minute = 0
  #waiting: PendingCount[] = []
  #counting: Promise<void> | undefined

  constructor(connection: PostgresConnection, log: (line: string) => void, countRequests: CountRequests) {
    this.#connection = connection
    this.#log = log
    this.#countRequests = countRequests
  }

  countRequest(accountid: number, day: string): Promise<QuotaUsage> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountid, day, resolve, reject })
      this.#counting ??= this.#run()
    })
  }

  async usage(accountid: number, day: string): Promise<QuotaUsage> {
    const [used, stored, version] = await readUsage(this.#connection, accountid, day)
    return { used: Number(used), day: String(stored), version: Number(version) }
  }

  async addRates(minute: number, counts: readonly RateCount[]): Promise<ReadonlyMap<string, number>> {
    if (minute !== this.#minute) {
      this.#minute = minute
      await this.#connection.query({ ...removeRatesQuery, values: [minute] })
    }
    const values = [minute, counts.map(({ key }) => key), counts.map(({ used }) => used)]
    const { rows } = await this.#connection.query({ ...addRatesQuery, values })
    const ofMinute = rows.filter(([, , stored]) => Number(stored) === minute)
    return new Map(ofMinute.map(([key, used]) => [String(key), Number(used)]))
  }

  /** False on a standby, and where the server makes every transaction read-only. */
  async mayWrite(): Promise<boolean> {
    const { rows } = await this.#connection.query(mayWriteQuery)
    return rows[0]?.[0] === true
  }

  async close(): Promise<void> {
    await this.#counting
    await this.#connection.close()
  }

  /** Requests that arrive in this turn, or while a count is running, are counted together. */
  async #run(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting
      this.#waiting = []
      const days = Map.groupBy(waiting, (request) => request.day)
      for (const [day, group] of days) await Promise.all(this.#parts(group).map((part) => this.#count(day, part)))
    }
    this.#counting = undefined
  }

  /** What is counted together fails together. Accounts on other machines go on when one machine is down. */
  #parts(waiting: readonly PendingCount[]): readonly (readonly PendingCount[])[] {
    if (this.#countRequests !== countEach) return [waiting]
    return [...Map.groupBy(waiting, (request) => request.accountid).values()]
  }

  /** Asks once per account and day. */
  async #reportWrongDays(accounts: readonly number[], day: string, last: string): Promise<void> {
    const unknown = accounts.filter((accountid) => this.#days.get(accountid) !== day)
    if (unknown.length === 0) return
    const { rows } = await this.#connection.query({ ...wrongDaysQuery, values: [unknown, last] })
    for (const [accountid, stored] of rows) this.#log(wrongDayMessage(Number(accountid), String(stored), day))
    for (const accountid of unknown) this.#days.set(accountid, day)
  }

  async #count(day: string, waiting: readonly PendingCount[]): Promise<void> {
    const accounts = Map.groupBy(waiting, (request) => request.accountid)
    try {
      const counts = [...accounts.values()].map((group) => group.length)
      const last = lastBelievedDay(day)
      await this.#reportWrongDays([...accounts.keys()], day, last)
      const rows = await this.#countRequests(this.#connection, { accounts: [...accounts.keys()], counts, day, last })
      for (const [accountid, used, stored, version] of rows) {
        const group = accounts.get(Number(accountid)) ?? []
        for (const [position, request] of group.entries()) {
          const ordinal = Number(used) - group.length + position + 1
          request.resolve({ used: ordinal, day: String(stored), version: Number(version) })
        }
      }
    } catch (error) {
      for (const request of waiting) request.reject(error)
    }
  }
}
