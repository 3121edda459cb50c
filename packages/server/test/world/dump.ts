// Everything both accounts hold, as one sorted text per table, so that a test can say "nothing was written" and mean it
// (T-23). The count of requests is left out: a refused request is counted too. It reads through the io floor alone.
import assert from 'node:assert/strict'
import type { Database } from '../../src/io/database.ts'
import { name, sql, statement } from '../../src/io/sql.ts'

const tablesOf = {
  sqlite: statement(sql`select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name`),
  postgres: statement(sql`select tablename from pg_tables where schemaname = 'public' order by tablename`),
}

const uncounted = new Set(['quota', 'migration'])

export type Dump = ReadonlyMap<string, readonly string[]>

export function dump(database: Database): Promise<Dump> {
  return database.read(0, async (tx) => {
    const rows = await tx.all(tablesOf[database.dialect])
    const tables = rows.map(([table]) => String(table)).filter((table) => !uncounted.has(table))
    const dumped = new Map<string, string[]>()
    for (const table of tables) {
      const records = await tx.all(statement(sql`select * from ${name(table)}`))
      dumped.set(table, records.map((record) => JSON.stringify(record)).sort())
    }
    return dumped
  })
}

/** Runs what must not write anything and compares the database before and after. */
export async function unchanged(database: Database, what: string, work: () => Promise<void>): Promise<void> {
  const was = await dump(database)
  assert.ok(was.size > 20, 'the dump has found the tables')
  await work()
  const now = await dump(database)
  for (const [table, records] of was) assert.deepEqual(now.get(table), records, `${what} has written to ${table}`)
}

/** Every id of a table, of both accounts. */
export async function idsIn(database: Database, table: string): Promise<number[]> {
  const rows = await database.read(0, (tx) => tx.all(statement(sql`select id from ${name(table)} order by id`)))
  return [...new Set(rows.map(([id]) => Number(id)))]
}
