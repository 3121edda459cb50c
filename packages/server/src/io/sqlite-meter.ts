// Counts requests per account and GMT day (decision 22) in a file of its own, so that a read does not cost a durable
// write: synchronous=NORMAL survives a killed process, and a power cut gives back a few seconds of quota at most.
// It also tells the version of an account's people and tokens. Whether a request is too many is decided elsewhere.
import type { Admission } from './database.ts'
import { callerTables } from './sql.ts'
import { type Connection, translated } from './sqlite-connection.ts'

interface Waiting {
  readonly accountid: number
  readonly day: string
  readonly resolve: (admission: Admission) => void
  readonly reject: (error: unknown) => void
}

export const quotaTable =
  'create table if not exists quota (accountid integer primary key, day text not null, used integer not null)'

type Counted = readonly [used: number, day: string]

export class Meter {
  readonly #quota: Connection
  readonly #count
  readonly #look
  readonly #dataVersion
  readonly #sum
  readonly #versions = new Map<number, number>()
  #seen: unknown
  #waiting: Waiting[] = []

  constructor(quota: Connection, main: Connection) {
    this.#quota = quota
    quota.exec(quotaTable)
    // The day never goes back (T-80): a request dated before the stored day is counted in the stored one.
    this.#count = quota
      .prepare<[number, string, number], Counted>(
        `insert into quota (accountid, day, used) values (?, ?, ?) on conflict (accountid) do update set
           used = case when excluded.day > day then excluded.used else used + excluded.used end,
           day = max(day, excluded.day)
         returning used, day`,
      )
      .raw(true)
    this.#look = quota.prepare<[number], Counted>('select used, day from quota where accountid = ?').raw(true)
    this.#dataVersion = main.prepare('pragma data_version').pluck(true)
    const names = callerTables.map((table) => `'${table}'`).join(', ')
    this.#sum = main
      .prepare<[number], number>(
        `select coalesce(sum(n), 0) from tableversion where accountid = ? and tablename in (${names})`,
      )
      .pluck(true)
  }

  admit(accountid: number, day: string): Promise<Admission> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountid, day, resolve, reject })
    })
  }

  usage(accountid: number, day: string): Promise<Admission> {
    try {
      this.#noticeOthers()
      const [used, stored] = this.#look.get(accountid) ?? [0, day]
      const version = this.#version(accountid)
      return Promise.resolve(stored < day ? { used: 0, day, version } : { used, day: stored, version })
    } catch (error) {
      return Promise.reject(translated(error))
    }
  }

  /** Counts all that are waiting: one upsert per account, and each request gets its own number. */
  flush(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    try {
      this.#noticeOthers()
      const groups = [...Map.groupBy(waiting, (one) => `${one.accountid} ${one.day}`).values()]
      const counted = groups.length === 1 ? groups.map(this.#countGroup) : this.#countTogether(groups)
      for (const [at, group] of groups.entries()) {
        const [used, day] = counted[at] ?? [0, '']
        for (const [place, one] of group.entries()) {
          const version = this.#version(one.accountid)
          one.resolve({ used: used - group.length + place + 1, day, version })
        }
      }
    } catch (error) {
      for (const one of waiting) one.reject(translated(error))
    }
  }

  /** Called after a commit of our own connection, which `data_version` does not report. */
  forget(accountid: number, tables: ReadonlySet<string>): void {
    if (callerTables.some((table) => tables.has(table))) this.#versions.delete(accountid)
  }

  close(): void {
    this.flush()
    this.#quota.close()
  }

  #countTogether(groups: readonly Waiting[][]): Counted[] {
    this.#quota.exec('begin immediate')
    try {
      const counted = groups.map(this.#countGroup)
      this.#quota.exec('commit')
      return counted
    } catch (error) {
      if (this.#quota.inTransaction) this.#quota.exec('rollback')
      throw error
    }
  }

  readonly #countGroup = (group: readonly Waiting[]): Counted => {
    const [first] = group
    if (first === undefined) throw new Error('an empty group has no account')
    return this.#count.get(first.accountid, first.day, group.length) ?? [group.length, first.day]
  }

  #version(accountid: number): number {
    let version = this.#versions.get(accountid)
    if (version === undefined) {
      version = this.#sum.get(accountid) ?? 0
      this.#versions.set(accountid, version)
    }
    return version
  }

  /** Another process wrote to the database: what is remembered may be old, so a revoked token ends at once. */
  #noticeOthers(): void {
    const now = this.#dataVersion.get()
    if (now === this.#seen) return
    this.#seen = now
    this.#versions.clear()
  }
}
