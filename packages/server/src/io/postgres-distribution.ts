// Tables of PostgreSQL on several machines with the extension Citus: whether the database is distributed, and how a
// table becomes so. distribution.ts says which table goes where. Foreign keys are the concern of the caller, because
// Citus takes them only between tables that are distributed already.
import { distributionColumn, placementOf } from './distribution.ts'
import { CannotOpen } from './errors.ts'
import { fillLookups, missingLookups } from './lookup.ts'
import type { PostgresClient, PostgresConnection } from './postgres-connection.ts'

/** A table that exists while `stint distribute` has not ended: what it still has to do (distribute.ts). */
export const distributionSteps = 'distributionstep'

type Queries = Pick<PostgresConnection, 'query'> | PostgresClient

export async function hasCitus(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query({ text: "select 1 from pg_extension where extname = 'citus'" })
  return rows.length > 0
}

/** The tables that Citus knows; none without Citus. */
export async function distributedTables(queries: Queries): Promise<ReadonlySet<string>> {
  if (!(await hasCitus(queries))) return new Set()
  const { rows } = await queries.query({
    text: `select c.relname::text from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace`,
  })
  return new Set(rows.map(([table]) => String(table)))
}

export const isDistributed = async (queries: Queries): Promise<boolean> =>
  (await distributedTables(queries)).has('account')

/** The tables that are to be distributed or on every machine, and are not yet. */
export async function tablesToDistribute(queries: Queries): Promise<string[]> {
  const known = await distributedTables(queries)
  const { rows } = await queries.query({
    text: `select c.relname::text, json_agg(a.attname)::text from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') group by 1 order by 1`,
  })
  const waiting = rows.flatMap(([table, columns]) => {
    const placement = placementOf(String(table), JSON.parse(String(columns)) as string[])
    const isPlaced = known.has(String(table)) || placement === undefined || placement === 'local'
    return isPlaced ? [] : [{ table: String(table), isReference: placement === 'reference' }]
  })
  return waiting.toSorted((a, b) => Number(b.isReference) - Number(a.isReference)).map(({ table }) => table)
}

/** Moves the rows of the table to the machines. Others can read it meanwhile. */
export async function distributeTable(client: PostgresClient, table: string): Promise<void> {
  if (placementOf(table, await columnsOf(client, table)) === 'reference')
    await client.query({ text: `select create_reference_table('${table}')` })
  else {
    const text = `select create_distributed_table('${table}', '${distributionColumn}', colocate_with => 'default')`
    await client.query({ text })
  }
}

/**
 * Our functions that the workers do not have. Citus copies a function that is created after its own installation, and
 * one that an index needs; the others would be missing in statements that run on a worker.
 */
export async function functionsToDistribute(queries: Queries): Promise<string[]> {
  const { rows } = await queries.query({
    text: `select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
        and not exists (select 1 from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and not exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
      order by 1`,
  })
  return rows.map(([name]) => String(name))
}

export async function distributeFunction(queries: Queries, name: string): Promise<void> {
  await queries.query({ text: 'select create_distributed_function($1)', values: [name] })
}

async function columnsOf(client: PostgresClient, table: string): Promise<string[]> {
  const { rows } = await client.query({
    text: 'select attname::text from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    values: [table],
  })
  return rows.map(([name]) => String(name))
}

/**
 * For statements on the workers, to which Citus does not pass on the settings of a connection. It also plans a
 * statement anew for each request, there and on the coordinator: a search for the best order among more than four
 * tables would take longer than the statement.
 */
export const planningSettings = { jit: 'off', join_collapse_limit: '4' } as const

/** Runs a command on each worker; the results by the worker's address. */
async function runOnWorkers(queries: Queries, command: string): Promise<Map<string, string>> {
  const { rows } = await queries.query({
    text: `select nodename || ':' || nodeport, success, result from run_command_on_workers($1)`,
    values: [command],
  })
  const failed = rows.filter(([, success]) => success !== true && success !== 't')
  if (failed.length > 0)
    throw new CannotOpen(failed.map(([worker, , message]) => `The worker ${worker} says: ${message}`).join(' '))
  return new Map(rows.map(([worker, , result]) => [String(worker), String(result)]))
}

export async function setUpWorkers(queries: Queries): Promise<void> {
  const { rows } = await queries.query({ text: 'select quote_ident(current_database())' })
  for (const [name, value] of Object.entries(planningSettings))
    await runOnWorkers(queries, `alter database ${rows[0]?.[0]} set ${name} = ${value}`)
}

/** The workers with other settings, one sentence each. */
export async function wrongWorkerSettings(queries: Queries): Promise<string[]> {
  const problems: string[] = []
  for (const [name, value] of Object.entries(planningSettings)) {
    for (const [worker, found] of await runOnWorkers(queries, `show ${name}`))
      if (found !== value)
        problems.push(`the worker ${worker} has ${name} = ${found}, which makes it slow: run stint distribute`)
  }
  return problems
}

/** Adds the rows of `lookup` that are missing. It asks all machines. */
export async function addLookups(queries: Queries): Promise<void> {
  for (const fill of fillLookups) await queries.query({ text: fill.compiledFor('postgres').text })
}

/** The tables with secrets or names that `lookup` does not have, and how many. */
export async function incompleteLookups(queries: Queries): Promise<{ table: string; missing: number }[]> {
  const found: { table: string; missing: number }[] = []
  for (const [table, count] of missingLookups) {
    const { rows } = await queries.query({ text: count.compiledFor('postgres').text })
    found.push({ table, missing: Number(rows[0]?.[0]) })
  }
  return found.filter(({ missing }) => missing > 0)
}

/**
 * Changes one machine after the other in this transaction, so that a table can be changed after its rows were read or
 * written. Without a distributed database it does nothing.
 */
export async function changeInTurn(client: PostgresClient): Promise<boolean> {
  const distributed = await isDistributed(client)
  if (distributed) await client.query({ text: "set local citus.multi_shard_modify_mode = 'sequential'" })
  return distributed
}

/** Refuses a database whose distribution was interrupted: it may have lost foreign keys for the time being. */
export async function checkDistribution(queries: Queries): Promise<void> {
  const { rows } = await queries.query({ text: `select 1 where to_regclass('${distributionSteps}') is not null` })
  if (rows.length > 0)
    throw new CannotOpen('The distribution of this database was interrupted: run stint distribute again.')
}
