// Writes to the database of the test server without the API, for data that the API would sanitize or reject. Only for
// threat tests.
import { join } from 'node:path'
import { after } from 'node:test'
import Sqlite from 'better-sqlite3'
import type { TestApp } from './test-app.ts'

export interface DirectDatabase {
  /** The first column of the first row. */
  one(sql: string, ...values: unknown[]): unknown
  all(sql: string, ...values: unknown[]): Record<string, unknown>[]
  run(sql: string, ...values: unknown[]): void
  transaction(work: () => void): void
  /** Defines an SQL function that is called for every row. */
  defineFunction(name: string, value: () => string): void
}

/** Call it at the top of a file. The database is opened on its first use. */
export function directDatabase(app: TestApp): DirectDatabase {
  let opened: Sqlite.Database | undefined
  after(() => opened?.close())
  const database = (): Sqlite.Database => {
    opened ??= new Sqlite(join(app.server.data, 'stint.sqlite'), { timeout: 10_000 })
    return opened
  }
  return {
    one: (sql, ...values) =>
      database()
        .prepare(sql)
        .pluck()
        .get(...values),
    all: (sql, ...values) =>
      database()
        .prepare<unknown[], Record<string, unknown>>(sql)
        .all(...values),
    run: (sql, ...values) =>
      void database()
        .prepare(sql)
        .run(...values),
    transaction: (work) => database().transaction(work)(),
    defineFunction: (name, value) => void database().function(name, { deterministic: false }, value),
  }
}
