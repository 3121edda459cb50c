// Finds the account of a secret, a user name or an identity. On a distributed database the table `lookup`, which is on
// the coordinator, names the account, so that one machine is asked (docs/adr/0056-lookup.md). Every other database has
// an index for it, and its table `lookup` is empty. A row of the table decides nothing: it only says where to search.
import type { ColumnValue, Database, NextNumber, Row } from './database.ts'
import {
  accountSlot,
  type Fragment,
  joinFragments,
  type SlotValues,
  type Statement,
  slot,
  sql,
  sqlName,
  statement,
} from './sql.ts'

interface LookupKey {
  readonly columns: readonly string[]
  readonly ignoresCase?: true
}

const hash: LookupKey = { columns: ['hash'] }

/** The tables whose rows are found before the account is known, and the columns by which. */
const lookupKeys = {
  token: hash,
  session: hash,
  linkcode: hash,
  calendarfeed: hash,
  pendingsignin: hash,
  invoicelink: hash,
  estimatelink: hash,
  passkey: { columns: ['credentialid'] },
  identity: { columns: ['issuer', 'subject'] },
  person: { columns: ['username'], ignoresCase: true },
} as const satisfies Readonly<Record<string, LookupKey>>

export type LookupTable = keyof typeof lookupKeys

const keyOf = (table: LookupTable): LookupKey => lookupKeys[table]

/** The value of a row, as it is stored in `lookup`, from its columns or from slots of the same names. */
function valueSql(table: LookupTable, part: (column: string) => Fragment): Fragment {
  const { columns, ignoresCase } = keyOf(table)
  const value = joinFragments(columns.map(part), " || ' ' || ")
  return ignoresCase ? sql`lower(${value})` : value
}

const textSlot = (name: string): Fragment => sql`cast(${slot(name)} as text)`

export interface Lookup {
  /** The accounts that the table `lookup` names. */
  readonly accounts: Statement
  /** Searches all accounts. */
  readonly everywhere: Statement
  /** Searches the account of the transaction. */
  readonly inAccount: Statement
}

/**
 * A search without a known account. The slots of the key have the names of its columns. `search` must use the condition
 * for the account that it is given; `alias` is how it calls the table.
 */
export function lookup(table: LookupTable, search: (account: Fragment) => Fragment, alias: string = table): Lookup {
  const accounts = sql`select lookup.account from lookup where lookup.tablename = ${sql.lit(table)}
    and lookup.value = ${valueSql(table, textSlot)} order by lookup.account`
  return {
    accounts: statement(accounts),
    everywhere: statement(() => search(sql`1 = 1`)),
    inAccount: statement(() => search(sql`${sqlName(alias)}.accountid = ${accountSlot}`)),
  }
}

/**
 * The rows in the order of their accounts. A server of an earlier version, which may run beside this one, writes
 * secrets without their row in `lookup`. So a value without one is searched in all accounts, unless `isListed` is
 * given.
 */
export async function lookUp(database: Database, search: Lookup, values: SlotValues, isListed = false): Promise<Row[]> {
  const everywhere = (): Promise<Row[]> => database.read(0, (tx) => tx.all(search.everywhere, values))
  if (!database.isDistributed) return everywhere()
  const accounts = await database.read(0, (tx) => tx.all(search.accounts, values))
  if (accounts.length === 0) return isListed ? [] : everywhere()
  const found = accounts.map(([id]) => database.read(Number(id), (tx) => tx.all(search.inAccount, values)))
  return (await Promise.all(found)).flat()
}

export const lookUpFirst = async (
  database: Database,
  search: Lookup,
  values: SlotValues,
  isListed = false,
): Promise<Row | undefined> => (await lookUp(database, search, values, isListed))[0]

const lookupTables = Object.keys(lookupKeys) as LookupTable[]

const addStatements: ReadonlyMap<string, Statement> = new Map(
  lookupTables.map((table) => [
    table,
    statement(sql`insert into lookup (tablename, value, account)
      values (${sql.lit(table)}, ${valueSql(table, textSlot)}, ${accountSlot}) on conflict do nothing`),
  ]),
)

/** The statement that adds what was written to `lookup`; undefined if nobody searches for it. */
export function lookupAddition(
  table: string,
  values: Readonly<Record<string, ColumnValue | NextNumber>>,
): Statement | undefined {
  const add = addStatements.get(table)
  if (add === undefined) return undefined
  const { columns } = keyOf(table as LookupTable)
  return columns.every((column) => typeof values[column] === 'string' && values[column] !== '') ? add : undefined
}

const rowsOf = (table: LookupTable): Fragment => {
  const value = valueSql(table, sqlName)
  return sql`select ${value} as value, accountid as account from ${sqlName(table)} where ${value} <> ''`
}

/** Adds all rows that are missing, and removes those whose secret or name is gone. Each asks all machines once. */
export const fillLookups: readonly Statement[] = lookupTables.map((table) =>
  statement(sql`insert into lookup (tablename, value, account)
    select ${sql.lit(table)}, present.value, present.account from (${rowsOf(table)}) present on conflict do nothing`),
)

const removals: readonly Statement[] = lookupTables.map((table) =>
  statement(sql`with present as materialized (${rowsOf(table)})
    delete from lookup where tablename = ${sql.lit(table)} and not exists (select 1 from present
      where present.value = lookup.value and present.account = lookup.account)`),
)

/** Deleting a secret leaves its row, because rows of many tables are deleted with others. They are removed here. */
export async function deleteUnusedLookups(database: Database): Promise<void> {
  if (!database.isDistributed) return
  for (const removal of removals) await database.write(0, (tx) => tx.run('lookup', removal))
}

/** The number of secrets and names of a table that are not in `lookup`. */
export const missingLookups: ReadonlyMap<string, Statement> = new Map(
  lookupTables.map((table) => [
    table,
    statement(sql`with present as materialized (${rowsOf(table)}) select count(*) from present
      where not exists (select 1 from lookup where lookup.tablename = ${sql.lit(table)}
        and lookup.value = present.value and lookup.account = present.account)`),
  ]),
)

/** In how many accounts the most frequent value is. */
export const mostAccountsOf = (table: LookupTable): Statement =>
  statement(sql`select max(same.accounts) from (select count(*) as accounts from lookup
    where lookup.tablename = ${sql.lit(table)} group by lookup.value) same`)
