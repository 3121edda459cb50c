// The counters of a batch of writes: read once, incremented in memory, written back once before the commit. A job that
// fails returns its numbers, so that numbers have no gaps (I-28). SQLite has one writer, so no other process counts
// meanwhile.
import type { SqliteSession } from './sqlite-session.ts'

interface Counter {
  readonly accountid: number
  readonly name: string
  n: number
}

export class CounterBatch {
  readonly #session: SqliteSession
  readonly #counters = new Map<string, Counter>()
  #unconfirmed: Counter[] = []

  constructor(session: SqliteSession) {
    this.#session = session
  }

  next(accountid: number, name: string): number {
    const key = `${accountid} ${name}`
    let counter = this.#counters.get(key)
    if (counter === undefined) {
      const read = this.#session.prepareCached(
        'counter',
        () => 'select n from counter where accountid = ? and name = ?',
      )
      counter = { accountid, name, n: Number(read.get(BigInt(accountid), name)?.[0] ?? 0) }
      this.#counters.set(key, counter)
    }
    this.#unconfirmed.push(counter)
    return ++counter.n
  }

  /** Keeps the numbers that the job took. */
  confirm(): void {
    this.#unconfirmed = []
  }

  rollBack(): void {
    for (const counter of this.#unconfirmed) counter.n--
    this.#unconfirmed = []
  }

  writeBack(): void {
    const upsert = this.#session.prepareCached(
      'put counter',
      () =>
        'insert into counter (accountid, name, n) values (?, ?, ?) on conflict (accountid, name) do update set n = excluded.n',
    )
    for (const { accountid, name, n } of this.#counters.values()) upsert.run(BigInt(accountid), name, BigInt(n))
  }
}
