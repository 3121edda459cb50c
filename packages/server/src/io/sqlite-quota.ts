// Counts requests per account and GMT day (decision 22) in a separate file, so that a read needs no durable write:
// synchronous=NORMAL survives a killed process, and a power failure loses a few seconds of counts at most. It also
// reads the version of an account's people and tokens, and adds up what several processes count in a minute. The API
// decides whether a limit is exceeded.
import { lastBelievedDay, type QuotaUsage, type RateCount, wrongDayMessage } from './database.ts'
import { callerTables } from './sql.ts'
import { type SqliteConnection, translateError } from './sqlite-connection.ts'
import type { TableChanges } from './table-changes.ts'

interface PendingCount {
  readonly accountid: number
  readonly day: string
  readonly resolve: (usage: QuotaUsage) => void
  readonly reject: (error: unknown) => void
}

export const createQuotaTable =
  'create table if not exists quota (accountid integer primary key, day text not null, used integer not null)'

const createRateTable =
  'create table if not exists ratecount (ratekey text primary key, minute integer not null, used integer not null)'

/** As in postgres-quota.ts. */
const addRateSql = `insert into ratecount (ratekey, minute, used) values (:key, :minute, :used)
  on conflict (ratekey) do update set
    used = case minute when :minute then used + :used when :minute + 1 then used else :used end,
    minute = case minute when :minute + 1 then minute else :minute end
  returning used, minute`

/** The requests of each account and day. Mostly there is one, so no keys are built for it. */
function groupsOf(waiting: readonly PendingCount[]): readonly (readonly PendingCount[])[] {
  const [first] = waiting
  if (waiting.every(({ accountid, day }) => accountid === first?.accountid && day === first.day)) return [waiting]
  return [...Map.groupBy(waiting, ({ accountid, day }) => `${accountid} ${day}`).values()]
}

type QuotaRow = readonly [used: number, day: string]

export class SqliteQuota {
  readonly #quota: SqliteConnection
  readonly #upsertCount
  readonly #selectUsage
  readonly #addRate
  readonly #removeRates
  readonly #dataVersion
  readonly #selectVersion
  readonly #log: (line: string) => void
  /** The day on which this process last counted a request of an account. */
  readonly #days = new Map<number, string>()
  readonly #versions = new Map<number, number>()
  #seenDataVersion: unknown
  #waiting: PendingCount[] = []

  constructor(quota: SqliteConnection, main: SqliteConnection, log: (line: string) => void = () => undefined) {
    this.#quota = quota
    this.#log = log
    quota.exec(createQuotaTable)
    quota.exec(createRateTable)
    // When the clock goes back over midnight, a request is counted in the stored day. A day further ahead is wrong.
    this.#upsertCount = quota
      .prepare<[number, string, number, string, string], QuotaRow>(
        `insert into quota (accountid, day, used) values (?, ?, ?) on conflict (accountid) do update set
           used = case when excluded.day > day or day > ? then excluded.used else used + excluded.used end,
           day = case when day > ? then excluded.day else max(day, excluded.day) end
         returning used, day`,
      )
      .raw(true)
    this.#selectUsage = quota.prepare<[number], QuotaRow>('select used, day from quota where accountid = ?').raw(true)
    this.#addRate = quota
      .prepare<[{ key: string; minute: number; used: number }], readonly [used: number, minute: number]>(addRateSql)
      .raw(true)
    this.#removeRates = quota.prepare<[number, number]>(
      'delete from ratecount where minute not between ? - 1 and ? + 1',
    )
    this.#dataVersion = main.prepare('pragma data_version').pluck(true)
    const names = callerTables.map((table) => `'${table}'`).join(', ')
    this.#selectVersion = main
      .prepare<[number], number>(
        `select coalesce(sum(n), 0) from tableversion where accountid = ? and tablename in (${names})`,
      )
      .pluck(true)
  }

  countRequest(accountid: number, day: string): Promise<QuotaUsage> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ accountid, day, resolve, reject })
    })
  }

  usage(accountid: number, day: string): Promise<QuotaUsage> {
    try {
      this.#invalidateIfChanged()
      const [used, stored] = this.#selectUsage.get(accountid) ?? [0, day]
      const version = this.#version(accountid)
      const isOther = stored < day || stored > lastBelievedDay(day)
      return Promise.resolve(isOther ? { used: 0, day, version } : { used, day: stored, version })
    } catch (error) {
      return Promise.reject(translateError(error))
    }
  }

  addRates(minute: number, counts: readonly RateCount[]): Promise<ReadonlyMap<string, number>> {
    const sums = new Map<string, number>()
    try {
      this.#together(() => {
        this.#removeRates.run(minute, minute)
        for (const { key, used } of counts) {
          const [sum = 0, stored] = this.#addRate.get({ key, minute, used }) ?? []
          if (stored === minute) sums.set(key, sum)
        }
      })
      return Promise.resolve(sums)
    } catch (error) {
      return Promise.reject(translateError(error))
    }
  }

  /** Counts all waiting requests: one upsert per account, and each request gets its own number. */
  flush(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    try {
      this.#invalidateIfChanged()
      const groups = groupsOf(waiting)
      const counted =
        groups.length === 1 ? groups.map(this.#countGroup) : this.#together(() => groups.map(this.#countGroup))
      for (const [at, group] of groups.entries()) {
        const [used, day] = counted[at] ?? [0, '']
        const version = this.#version(group[0]?.accountid ?? 0)
        let own = used - group.length
        for (const { resolve } of group) resolve({ used: ++own, day, version })
      }
    } catch (error) {
      for (const request of waiting) request.reject(translateError(error))
    }
  }

  /** Called after a commit on our own connection, which `data_version` does not report. */
  invalidate(accountid: number, tables: Pick<TableChanges, 'has'>): void {
    if (callerTables.some((table) => tables.has(table))) this.#versions.delete(accountid)
  }

  close(): void {
    this.flush()
    this.#quota.close()
  }

  #together<T>(work: () => T): T {
    this.#quota.exec('begin immediate')
    try {
      const result = work()
      this.#quota.exec('commit')
      return result
    } catch (error) {
      if (this.#quota.inTransaction) this.#quota.exec('rollback')
      throw error
    }
  }

  readonly #countGroup = (group: readonly PendingCount[]): QuotaRow => {
    const [first] = group
    if (first === undefined) throw new Error('an empty group has no account')
    const { accountid, day } = first
    const last = lastBelievedDay(day)
    if (this.#days.get(accountid) !== day) this.#reportWrongDay(accountid, day, last)
    return this.#upsertCount.get(accountid, day, group.length, last, last) ?? [group.length, day]
  }

  #reportWrongDay(accountid: number, day: string, last: string): void {
    const [, stored] = this.#selectUsage.get(accountid) ?? [0, day]
    if (stored > last) this.#log(wrongDayMessage(accountid, stored, day))
    this.#days.set(accountid, day)
  }

  #version(accountid: number): number {
    let version = this.#versions.get(accountid)
    if (version === undefined) {
      version = this.#selectVersion.get(accountid) ?? 0
      this.#versions.set(accountid, version)
    }
    return version
  }

  /**
   * When another process wrote to the database, cached versions may be outdated. Clearing them ends a revoked token at
   * once.
   */
  #invalidateIfChanged(): void {
    const now = this.#dataVersion.get()
    if (now === this.#seenDataVersion) return
    this.#seenDataVersion = now
    this.#versions.clear()
  }
}
