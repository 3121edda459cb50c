// Migrates a PostgreSQL database to the program's schema. Each migration is one transaction. The caller holds the lock
// that allows one migrating server at a time (postgres-start-lock.ts). The operator makes the backup before
// (docs/operate.md), because a server cannot copy a database that it does not own.

import { utcText } from '../kit/calendar.ts'
import { errorMessage } from '../kit/error-message.ts'
import type { Clock } from './clock.ts'
import { CannotOpen } from './errors.ts'
import { newTableIn, splitStatements } from './migration-statements.ts'
import { type AppliedMigration, type Migration, migrationLabel, pendingBesideNewer } from './migrations.ts'
import type { PostgresClient, PostgresConnection } from './postgres-connection.ts'
import {
  addLookups,
  changeInTurn,
  distributeTable,
  isDistributed,
  tablesToDistribute,
} from './postgres-distribution.ts'
import { forgetRowCounts } from './row-counts.ts'

export async function migratePostgres(
  connection: PostgresConnection,
  files: readonly Migration[],
  clock: Clock,
  log: (line: string) => void,
): Promise<void> {
  const pending = pendingBesideNewer(files, await appliedInPostgres(connection))
  for (const migration of pending) {
    await applyMigration(connection, migration, clock)
    log(`Applied migration ${migrationLabel(migration)}.`)
  }
  if (pending.length > 0 && (await isDistributed(connection))) await addLookups(connection)
}

export async function appliedInPostgres(connection: PostgresConnection | PostgresClient): Promise<AppliedMigration[]> {
  const { rows: tables } = await connection.query({ text: "select 1 where to_regclass('migration') is not null" })
  if (tables.length === 0) return []
  const { rows } = await connection.query({ text: 'select number, name, checksum from migration order by number' })
  return rows.map(([number, name, checksum]) => ({
    number: Number(number),
    name: String(name),
    checksum: String(checksum),
  }))
}

async function applyMigration(connection: PostgresConnection, migration: Migration, clock: Clock): Promise<void> {
  try {
    await connection.transaction((client) => runMigration(client, migration, clock))
  } catch (error) {
    const message = errorMessage(error)
    throw new CannotOpen(`Migration ${migrationLabel(migration)} failed and changed nothing: ${message}.`, {
      cause: error,
    })
  }
}

const hasRowCounts = `select 1 from information_schema.columns
  where table_schema = current_schema() and table_name = 'tableversion' and column_name = 'rowcountat'`

/** In the order in which writes lock these rows. */
const lockVersions = 'select 1 from tableversion order by accountid, tablename for update'

/** Runs one migration in the open transaction. */
export async function runMigration(client: PostgresClient, migration: Migration, clock: Clock): Promise<void> {
  const table =
    migration.number === 1
      ? 'create table migration (number bigint primary key, name text not null, checksum text not null, ' +
        'applied text not null);'
      : ''
  const run = (await changeInTurn(client)) ? distributedRunner(client) : client.query.bind(client)
  for (const text of splitStatements(`${table}\n${migration.text}`)) await run({ text })
  await client.query({
    name: 'migrated',
    text: 'insert into migration (number, name, checksum, applied) values ($1, $2, $3, $4)',
    values: [migration.number, migration.name, migration.checksum, utcText(clock.now())],
  })
  const { rows } = await client.query({ text: hasRowCounts })
  if (rows.length > 0) for (const text of [lockVersions, forgetRowCounts]) await client.query({ text })
}

/** Distributes each new table at once, because the next statement may fill it or refer to it. */
const distributedRunner =
  (client: PostgresClient) =>
  async ({ text }: { readonly text: string }): Promise<void> => {
    const created = newTableIn(text)
    await client.query({ text: created?.text ?? text })
    if (created === null) return
    if ((await tablesToDistribute(client)).includes(created.table)) await distributeTable(client, created.table)
    for (const key of created.keys) await client.query({ text: key })
  }
