// Every place where the SQL text of SQLite and PostgreSQL differs, as functions that give fragments for both.
// If a second file needs to know which database it talks to, the difference belongs here instead.
import { DialectSql, type Fragment, Slot, sql, sqlName } from './sql.ts'

const perDialect = (sqlite: Fragment, postgres: Fragment): Fragment => sql`${new DialectSql(sqlite, postgres)}`

/** `column` is one of the numbers bound to the slot as an array: one parameter, however long the list (T-26). */
export const isOneOf = (column: Fragment, slotName: string): Fragment =>
  perDialect(
    sql`${column} in (select value from json_each(${new Slot(slotName)}))`,
    sql`${column} = any(${new Slot(slotName)}::bigint[])`,
  )

/** Case-folded text (decision 17). SQLite calls our own `fold`; PostgreSQL has a function of that name from the migrations. */
export const caseFolded = (text: Fragment): Fragment => sql`fold(${text})`

/** `text` contains the slot's (already folded) text, with no character special: no LIKE, so no wildcards to escape. */
export const containsText = (foldedText: Fragment, slotName: string): Fragment =>
  perDialect(
    sql`instr(${foldedText}, ${new Slot(slotName)}) > 0`,
    sql`position(${new Slot(slotName)}::text in ${foldedText}) > 0`,
  )

/** Whole seconds from one wire instant to another. */
export const secondsBetweenSql = (from: Fragment, to: Fragment): Fragment =>
  perDialect(
    sql`(unixepoch(${to}) - unixepoch(${from}))`,
    sql`cast(extract(epoch from cast(cast(${to} as text) as timestamp) - cast(cast(${from} as text) as timestamp)) as bigint)`,
  )

/** Whole days from one wire date to another. */
export const daysBetweenSql = (from: Fragment, to: Fragment): Fragment =>
  perDialect(
    sql`cast(julianday(${to}) - julianday(${from}) as integer)`,
    sql`(cast(cast(${to} as text) as date) - cast(cast(${from} as text) as date))`,
  )

/** Locks the selected rows of the named table until the transaction ends. SQLite has one writer, so nothing is needed. */
export const forUpdateOf = (table: string): Fragment => perDialect(sql``, sql` for update of ${sqlName(table)}`)

/** Keeps the selected rows of the named table as they are until the transaction ends, for everyone who reads them this way. */
export const forShareOf = (table: string): Fragment => perDialect(sql``, sql` for share of ${sqlName(table)}`)

/** A page of chosen ids with the most it can hold said again as a number: PostgreSQL plans a page of unknown size anew
 * every time, which takes several times as long as running it. */
export const pageWithFixedLimit = (chosen: Fragment, most: number): Fragment =>
  perDialect(chosen, sql`select chosen.id from (${chosen}) chosen limit ${sql.lit(most)}`)

/** Leaves out rows that another transaction has locked, and locks the others. SQLite has one writer, so none are locked. */
export const skipLocked: Fragment = perDialect(sql``, sql` for update skip locked`)

/** The last id that was given out, by the one sequence of ids. */
export const lastId: Fragment = perDialect(
  sql`(select counter.n from counter where counter.accountid = 0 and counter.name = 'id')`,
  sql`(select ids.last_value from ids)`,
)
