// Every difference between the SQL of SQLite and of PostgreSQL, as functions that return a fragment for both. If
// another file needs to know the database, the difference belongs here.
import { DialectSql, type Fragment, Slot, sql, sqlName } from './sql.ts'

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

/** Case-folded text (decision 17). In SQLite `fold` is a function of ours; in PostgreSQL the migrations create it. */
export const caseFolded = (text: Fragment): Fragment => sql`fold(${text})`

/** The text contains the slot's text, which is already folded. Not LIKE, so there are no wildcards to escape. */
export const containsText = (foldedText: Fragment, slotName: string): Fragment =>
  perDialect(
    sql`instr(${foldedText}, ${new Slot(slotName)}) > 0`,
    sql`position(${new Slot(slotName)}::text in ${foldedText}) > 0`,
  )

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
