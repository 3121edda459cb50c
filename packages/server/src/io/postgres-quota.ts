// Counts requests per account and GMT day (decision 22) on PostgreSQL, and tells the version of the account's people
// and tokens in the same statement. Its connection does not wait for the disk: a killed server loses nothing, a power
// cut gives back a moment of quota. Whether a request is too many is decided elsewhere.
import type { QuotaUsage } from './database.ts'
import type { PostgresConnection } from './postgres-connection.ts'

interface PendingCount {
  readonly accountid: number
  readonly day: string
  readonly resolve: (admission: QuotaUsage) => void
  readonly reject: (error: unknown) => void
}

const callerVersionSql = `(select coalesce(sum(v.n), 0)::bigint from tableversion v where v.accountid = q.accountid
  and v.tablename in ('person', 'token', 'account', 'persongroup'))`

// The day never goes back (T-80): a request dated before the stored day is counted in the stored one.
const countQuery = {
  name: 'count',
  text: `insert into quota as q (accountid, day, used)
         select accountid, $2, used from unnest($1::bigint[], $3::bigint[]) as asked (accountid, used) order by accountid
         on conflict (accountid) do update set
           used = case when excluded.day > q.day then excluded.used else q.used + excluded.used end,
           day = greatest(q.day, excluded.day)
         returning accountid, used, day, ${callerVersionSql}`,
}

const usageQuery = {
  name: 'look',
  text: `select coalesce(c.used, 0), coalesce(c.day, $2), ${callerVersionSql}
         from (select $1::bigint as accountid) q left join quota c on c.accountid = q.accountid and c.day >= $2`,
}

export class PostgresQuota {
  readonly #connection: PostgresConnection
  #waiting: PendingCount[] = []
  #counting: Promise<void> | undefined

  constructor(line: PostgresConnection) {
    this.#connection = line
  }

  countRequest(accountid: number, day: string): Promise<QuotaUsage> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountid, day, resolve, reject })
      this.#counting ??= this.#run()
    })
  }

  async usage(accountid: number, day: string): Promise<QuotaUsage> {
    const { rows } = await this.#connection.query({ ...usageQuery, values: [accountid, day] })
    const [used, stored, version] = rows[0] ?? []
    return { used: Number(used), day: String(stored), version: Number(version) }
  }

  async close(): Promise<void> {
    await this.#counting
    await this.#connection.close()
  }

  /** What arrives in this turn, or while the answer to the last count is under way, is counted together. */
  async #run(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting
      this.#waiting = []
      const days = Map.groupBy(waiting, (one) => one.day)
      for (const [day, those] of days) await this.#count(day, those)
    }
    this.#counting = undefined
  }

  async #count(day: string, waiting: readonly PendingCount[]): Promise<void> {
    const accounts = Map.groupBy(waiting, (one) => one.accountid)
    try {
      const asked = [...accounts.values()].map((those) => those.length)
      const { rows } = await this.#connection.query({ ...countQuery, values: [[...accounts.keys()], day, asked] })
      for (const [accountid, used, stored, version] of rows) {
        const those = accounts.get(Number(accountid)) ?? []
        for (const [place, one] of those.entries()) {
          const ordinal = Number(used) - those.length + place + 1
          one.resolve({ used: ordinal, day: String(stored), version: Number(version) })
        }
      }
    } catch (error) {
      for (const one of waiting) one.reject(error)
    }
  }
}
