// Spreads an existing PostgreSQL database over the machines of Citus, table by table, and verifies the number of rows
// and a digest of each table afterwards. What is to be done is stored first, so that it can be continued after it was
// interrupted. Servers must not run meanwhile; the tables stay readable.
import { CannotOpen } from './errors.ts'
import { migrationsFolder, notMigratedMessage, pendingMigrations, readMigrations } from './migrations.ts'
import { PostgresConnection } from './postgres-connection.ts'
import {
  addLookups,
  distributeFunction,
  distributeTable,
  distributionSteps,
  functionsToDistribute,
  hasCitus,
  incompleteLookups,
  isDistributed,
  setUpWorkers,
  tablesToDistribute,
  wrongWorkerSettings,
} from './postgres-distribution.ts'
import { appliedInPostgres } from './postgres-migrate.ts'
import { withoutTimeouts } from './postgres-settings.ts'
import { acquireDatabaseLock } from './postgres-store.ts'

export interface DistributionResult {
  /** The tables that were moved now; none if the database was distributed before. */
  readonly tables: number
  /** The rows of all tables that were compared. */
  readonly rows: number
  readonly references: number
  readonly machines: number
}

/** Called with each step and the number of steps. */
export type OnStep = (step: string, steps: number) => void

const settings = { values: { ...withoutTimeouts.values, client_min_messages: 'warning' } }

export async function distributeDatabase(url: string, onStep: OnStep): Promise<DistributionResult> {
  const connection = new PostgresConnection(url, settings)
  try {
    await checkDatabase(connection)
    await acquireDatabaseLock(url, await connection.client())
    await setUpWorkers(connection)
    const tables = await tablesToDistribute(connection)
    const isNew = await storeSteps(connection, tables)
    const keys = await stepsOf(connection, 'key')
    const digests = await stepsOf(connection, 'digest')
    const functions = await functionsToDistribute(connection)
    const steps = functions.length + keys.length * 2 + tables.length + digests.length
    if (tables.length > 0) {
      for (const { table, name } of keys) {
        onStep(`reference ${name}`, steps)
        await connection.query({ text: `alter table ${table} drop constraint if exists ${name}` })
      }
    }
    for (const table of tables) {
      onStep(`table ${table}`, steps)
      await moveTable(connection, table)
    }
    // After the tables, which their texts name.
    for (const name of functions) {
      onStep(`function ${name}`, steps)
      await distributeFunction(connection, name)
    }
    await addKeys(connection, keys, (name) => onStep(`reference ${name}`, steps))
    const rows = await compareDigests(connection, digests, (table) => onStep(`comparing ${table}`, steps))
    await addLookups(connection)
    if (isNew || digests.length > 0) await connection.query({ text: `drop table if exists ${distributionSteps}` })
    return { tables: tables.length, rows, references: keys.length, machines: await countMachines(connection) }
  } finally {
    await connection.close()
  }
}

async function checkDatabase(connection: PostgresConnection): Promise<void> {
  if (!(await hasCitus(connection))) {
    throw new CannotOpen(
      'Citus is not installed in this database: install it on every machine, run "create extension citus" in this ' +
        'database there, and name the machines with citus_add_node (docs/deploy.md).',
    )
  }
  const files = await readMigrations('postgres', migrationsFolder)
  const applied = await appliedInPostgres(connection)
  if (applied.length === 0 || pendingMigrations(files, applied).length > 0) throw new CannotOpen(notMigratedMessage)
}

interface Step {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Remembers all foreign keys and the digests of the tables; false if an earlier run has done it. */
async function storeSteps(connection: PostgresConnection, tables: readonly string[]): Promise<boolean> {
  if (tables.length === 0) return false
  const { rows } = await connection.query({ text: `select 1 where to_regclass('${distributionSteps}') is not null` })
  if (rows.length > 0) return false
  await connection.transaction(async (client) => {
    await client.query({
      text: `create table ${distributionSteps} as select 'key' as kind, conrelid::regclass::text as tablename,
        conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace`,
    })
    for (const table of tables) {
      const [digest] = (await client.query({ text: await digestSql(connection, table) })).rows[0] ?? []
      await client.query({
        text: `insert into ${distributionSteps} values ('digest', $1, '', $2)`,
        values: [table, digest],
      })
    }
  })
  return true
}

async function stepsOf(connection: PostgresConnection, kind: string): Promise<Step[]> {
  const { rows: tables } = await connection.query({
    text: `select 1 where to_regclass('${distributionSteps}') is not null`,
  })
  if (tables.length === 0) return []
  const { rows } = await connection.query({
    text: `select tablename, name, definition from ${distributionSteps} where kind = $1 order by 1, 2`,
    values: [kind],
  })
  return rows.map(([table, name, definition]) => ({
    table: String(table),
    name: String(name),
    definition: String(definition),
  }))
}

/** The number of rows, and a sum that does not depend on their order. */
async function digestSql(connection: PostgresConnection, table: string): Promise<string> {
  const { rows } = await connection.query({
    text: `select attname::text from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    values: [table],
  })
  const row = rows.map(([column]) => `coalesce(${column}::text, chr(30))`).join(' || chr(31) || ')
  return `select count(*)::text || ' ' || coalesce(sum(hashtextextended(${row}, 0)::numeric), 0)::text from ${table}`
}

/** Citus keeps the rows on the coordinator too, invisible, until they are removed. */
async function moveTable(connection: PostgresConnection, table: string): Promise<void> {
  await connection.transaction((client) => distributeTable(client, table))
  await connection.query({ text: `select truncate_local_data_after_distributing_table('${table}')` })
}

async function addKeys(
  connection: PostgresConnection,
  keys: readonly Step[],
  onKey: (name: string) => void,
): Promise<void> {
  for (const { table, name, definition } of keys) {
    onKey(name)
    const { rows } = await connection.query({
      text: 'select 1 from pg_constraint where conrelid = $1::regclass and conname = $2',
      values: [table, name],
    })
    if (rows.length === 0) await connection.query({ text: `alter table ${table} add constraint ${name} ${definition}` })
  }
}

async function compareDigests(
  connection: PostgresConnection,
  digests: readonly Step[],
  onTable: (table: string) => void,
): Promise<number> {
  const different: string[] = []
  let rowCount = 0
  for (const { table, definition } of digests) {
    onTable(table)
    const [digest] = (await connection.query({ text: await digestSql(connection, table) })).rows[0] ?? []
    if (digest !== definition) different.push(table)
    rowCount += Number(String(digest).split(' ')[0])
  }
  if (different.length === 0) return rowCount
  throw new CannotOpen(`The rows of ${different.join(', ')} are not those from before: restore the backup.`)
}

export interface MachineReport {
  /** 1 for a database that is not distributed. */
  readonly machines: number
  readonly problems: readonly string[]
}

/** On how many machines the database is, and which of its tables are not where they belong. */
export async function checkMachines(url: string | undefined): Promise<MachineReport> {
  if (url === undefined) return { machines: 1, problems: [] }
  const connection = new PostgresConnection(url, settings)
  try {
    if (!(await isDistributed(connection))) return { machines: 1, problems: [] }
    const missing = [...(await tablesToDistribute(connection)), ...(await functionsToDistribute(connection))]
    const problems = missing.map((name) => `${name} is on the coordinator alone: run stint distribute`)
    const unknown = (await incompleteLookups(connection)).map(
      (one) =>
        `lookup has no row for ${one.missing} rows of ${one.table}, which are found slowly: run stint distribute`,
    )
    const slow = await wrongWorkerSettings(connection)
    return { machines: await countMachines(connection), problems: [...problems, ...unknown, ...slow] }
  } finally {
    await connection.close()
  }
}

async function countMachines(connection: PostgresConnection): Promise<number> {
  const { rows } = await connection.query({
    text: "select count(*) from pg_dist_node where noderole = 'primary' and shouldhaveshards",
  })
  return Number(rows[0]?.[0])
}
