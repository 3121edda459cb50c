// Every difference between the SQL of SQLite and of PostgreSQL, as functions that return a fragment for both. If
// another file needs to know the database, the difference belongs here.
import { type Dialect, DialectSql, type Fragment, joinFragments, Slot, sql, sqlName } from './sql.ts'

const perDialect = (sqlite: Fragment, postgres: Fragment): Fragment => sql`${new DialectSql(sqlite, postgres)}`

/**
 * `column` is one of the numbers bound to the slot as an array. One parameter for any length, so that a long list never
 * exceeds the limit of bound parameters (T-26).
 */
export const isOneOf = (column: Fragment, slotName: string): Fragment =>
  perDialect(
    sql`${column} in (select value from json_each(${new Slot(slotName)}))`,
    sql`${column} = any(${new Slot(slotName)}::bigint[])`,
  )

/**
 * A text as searches compare it (decision 17). In SQLite `searchform` is a function of ours; in PostgreSQL a migration
 * creates it.
 */
export const inSearchForm = (text: Fragment): Fragment => sql`searchform(${text})`

/** The text contains the slot's text; both are in search form. Not LIKE, so there are no wildcards to escape. */
export const containsText = (searchText: Fragment, slotName: string): Fragment =>
  perDialect(
    sql`instr(${searchText}, ${new Slot(slotName)}) > 0`,
    sql`position(${new Slot(slotName)}::text in ${searchText}) > 0`,
  )

/** The shortest text, in characters, that the search indexes can find. */
export const minIndexedLength = 3

/**
 * Selects ids of rows that may contain the slot's text, with the search index of the table, which has these columns.
 * Rows that do not contain it may be among them, also of other accounts, so the caller checks each row again.
 *
 * In an account with many rows, PostgreSQL would read all of them in an index of the account, to combine them with the
 * few rows that the search index gives, and it would plan each search anew. So there the account is written as
 * something that no index has, and the pattern as something that is not known while planning. In a small account of a
 * large database this would be wrong: the search index has the rows of all accounts.
 */
export const searchIndexIds = (
  table: string,
  columns: readonly string[],
  slotName: string,
  hasManyRows: boolean,
): Fragment => {
  const account = sql.raw(hasManyRows ? '(indexed.accountid + 0)' : 'indexed.accountid')
  const pattern = sql`searchpattern(${new Slot(slotName)}::text)`
  // The text of the index, as the migration 0056-search-text writes it: PostgreSQL uses the index for nothing else.
  const text = columns.map((column) => sql`coalesce(searchform(indexed.${sqlName(column)}), '')`)
  return perDialect(
    sql`select rowid from ${sqlName(`${table}_search`)} where ${sqlName(`${table}_search`)} match trigrams(${new Slot(slotName)})
      union all select id from searchpending where tablename = ${sql.lit(table)} and accountid = ${new Slot('account')}`,
    sql`select indexed.id from ${sqlName(table)} indexed
      where ${account} = ${new Slot('account')}
        and ${joinFragments(text, " || ' ' || ")} like ${hasManyRows ? sql`(select ${pattern})` : pattern}`,
  )
}

/**
 * `column` is one of the selected ids. The select runs once: PostgreSQL, which does not know how much a search costs,
 * would run it again for every row.
 */
export const isAmong = (column: Fragment, ids: Fragment): Fragment =>
  perDialect(sql`${column} in (${ids})`, sql`${column} = any(array(${ids}))`)

/**
 * SQLite has no statistics. For a flag and a person it would take any index that has one of them, also the one where
 * nearly all records have the flag.
 */
export const withoutItsIndex = (column: Fragment): Fragment => perDialect(sql`+${column}`, column)

/** True where a search in an account with many rows has a statement of its own (`searchIndexIds`). */
export const hasSearchForManyRows = (dialect: Dialect): boolean => dialect === 'postgres'

/** True where a short read blocks nobody for longer than passing it to another thread would. */
export const readsOnEventLoop = (dialect: Dialect): boolean => dialect === 'sqlite'

/**
 * True when one group of characters of the text is in so few rows that the search index gives at most `most` ids.
 * `ownIds` turns a select of ids into one of ids of the list. No more rows than these are read, also when many match.
 * Only for databases that read on the event loop.
 */
export const hasFewIndexed = (
  table: string,
  slotName: string,
  most: number,
  ownIds: (ids: Fragment) => Fragment,
): Fragment => {
  const limit = sql` limit ${sql.lit(most + 1)}`
  const ids = sql`select rowid from ${sqlName(`${table}_search`)} where ${sqlName(`${table}_search`)} match indexedgroup.value
    union all select id from searchpending where tablename = ${sql.lit(table)} and accountid = ${new Slot('account')}${limit}`
  const few = (select: Fragment): Fragment => sql`(select count(*) from (${select}${limit})) <= ${sql.lit(most)}`
  return sql`exists (select 1 from json_each(trigramlist(${new Slot(slotName)})) indexedgroup
    where ${few(sql`select * from (${ids})`)} and ${few(ownIds(sql`select * from (${ids})`))})`
}

/** Different texts of a group, separated by commas in any order; null if there are none. */
export const distinctTexts = (text: Fragment): Fragment =>
  perDialect(sql`group_concat(distinct ${text})`, sql`string_agg(distinct ${text}, ',')`)

/**
 * A quantity in millionths times a rate in ten-thousandths, neither below 0, rounded half up to whole cents, as
 * `exactAmount` in kit/money.ts. The product has up to 25 digits, so quantity and rate are multiplied in parts.
 */
export const centsSql = (quantity: Fragment, rate: Fragment): Fragment => {
  // The product is in units of 10^-10, and a cent has 10^8 of them.
  const rest = sql`(${quantity} % 100000000)`
  const high = sql`(${rest} * (${rate} / 10000000))`
  const low = sql`(${rest} * (${rate} % 10000000))`
  return sql`((${quantity} / 100000000) * ${rate} + ${high} / 10 + (${high} % 10 * 10000000 + ${low} + 50000000) / 100000000)`
}

/** Whole seconds between two instants in wire format. */
export const secondsBetweenSql = (from: Fragment, to: Fragment): Fragment =>
  perDialect(
    sql`(unixepoch(${to}) - unixepoch(${from}))`,
    sql`cast(extract(epoch from cast(cast(${to} as text) as timestamp) - cast(cast(${from} as text) as timestamp)) as bigint)`,
  )

/** Whole days between two dates in wire format. */
export const daysBetweenSql = (from: Fragment, to: Fragment): Fragment =>
  perDialect(
    sql`cast(julianday(${to}) - julianday(${from}) as integer)`,
    sql`(cast(cast(${to} as text) as date) - cast(cast(${from} as text) as date))`,
  )

/** Locks the selected rows of the table until the transaction ends. SQLite has one writer and needs no lock. */
export const forUpdateOf = (table: string): Fragment => perDialect(sql``, sql` for update of ${sqlName(table)}`)

/**
 * Prevents changes of the selected rows of the table until the transaction ends. Several transactions can hold it at
 * once.
 */
export const forShareOf = (table: string): Fragment => perDialect(sql``, sql` for share of ${sqlName(table)}`)

/**
 * A page of ids with its maximum size repeated as a literal. PostgreSQL plans a page of unknown size again at every
 * run, which takes several times as long as running it.
 */
export const pageWithFixedLimit = (chosen: Fragment, most: number): Fragment =>
  perDialect(chosen, sql`select chosen.id from (${chosen}) chosen limit ${sql.lit(most)}`)

/** Skips rows that another transaction has locked and locks the others. SQLite has one writer, so none are locked. */
export const skipLocked: Fragment = perDialect(sql``, sql` for update skip locked`)

/** The last id that the sequence assigned. */
export const lastId: Fragment = perDialect(
  sql`(select counter.n from counter where counter.accountid = 0 and counter.name = 'id')`,
  sql`(select ids.last_value from ids)`,
)
