// SQL as data: fragments written with a template, compiled once per dialect into text with named slots. A statement is
// built once per shape and run many times with different values. Building and compiling costs more than running
// (docs/adr/0003-sql.md), so nothing here happens per request.
import { join, raw, Sql } from 'sql-template-tag'

export type Dialect = 'sqlite' | 'postgres'
export type Fragment = Sql

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Fragments in a template become part of its text; every other value becomes a parameter. */
export const sql = Object.assign(
  (strings: readonly string[], ...values: readonly unknown[]): Fragment => new Sql(strings, values),
  {
    /** Text from our own code, never from a request. */
    raw,
    /** A value from our own code, written into the text. */
    lit: (value: string | number): Fragment => raw(typeof value === 'string' ? quoted(value) : String(value)),
  },
)

/** A named parameter that gets its value when the statement runs. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** SQL that differs between the two databases. Use it only through the functions in dialect.ts. */
export class DialectSql {
  readonly sqlite: Fragment
  readonly postgres: Fragment
  constructor(sqlite: Fragment, postgres: Fragment) {
    this.sqlite = sqlite
    this.postgres = postgres
  }
}

export const slot = (name: string): Fragment => sql`${new Slot(name)}`

/** The account of the running transaction, bound by the transaction itself and never by a caller. */
export const accountSlot: Fragment = slot('account')

/** A name (table, column, alias) from our own code, never from a request. */
export const sqlName = (text: string): Fragment => sql.raw(text)

export const joinFragments = (fragments: readonly Fragment[], separator = ', '): Fragment =>
  fragments.length === 0 ? sql`` : join(fragments, separator)

export const allConditions = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0
    ? sql`1 = 1`
    : joinFragments(
        conditions.map((condition) => sql`(${condition})`),
        ' and ',
      )

export const anyCondition = (conditions: readonly Fragment[]): Fragment =>
  conditions.length === 0
    ? sql`1 = 0`
    : sql`(${joinFragments(
        conditions.map((condition) => sql`(${condition})`),
        ' or ',
      )})`

export interface CompiledSql {
  readonly text: string
  /** Slots and fixed values, in the order of the placeholders. */
  readonly parameters: readonly unknown[]
}

/** One fragment, compiled at most once per dialect. The object itself is the key in the drivers' caches. */
export class Statement {
  /** A function builds the fragment when it is compiled, so that it is neither built in vain nor kept. */
  readonly #fragment: Fragment | (() => Fragment)
  /** False when PostgreSQL must plan it at every run instead of keeping its first plan. */
  readonly cachesPlan: boolean
  readonly #compiledFor = new Map<Dialect, CompiledSql>()
  constructor(fragment: Fragment | (() => Fragment), cachesPlan = true) {
    this.#fragment = fragment
    this.cachesPlan = cachesPlan
  }
  compiledFor(dialect: Dialect): CompiledSql {
    let compiled = this.#compiledFor.get(dialect)
    if (compiled === undefined) {
      compiled = compile(typeof this.#fragment === 'function' ? this.#fragment() : this.#fragment, dialect)
      this.#compiledFor.set(dialect, compiled)
    }
    return compiled
  }
}

export const statement = (fragment: Fragment | (() => Fragment)): Statement => new Statement(fragment)

/** For statements that run once, or over many rows of a table that may have been empty when the statement first ran. */
export const statementWithoutPlanCache = (fragment: Fragment | (() => Fragment)): Statement =>
  new Statement(fragment, false)

/**
 * A statement that writes rows of one table. Its parts are known, so that the same rows can be read before it runs and
 * returned by it: the event log needs both.
 */
export class RowsStatement extends Statement {
  readonly table: string
  readonly text: Fragment
  /** The condition of the rows; null for an insert. */
  readonly where: Fragment | null
  readonly deletes: boolean
  constructor(table: string, text: Fragment, where: Fragment | null, deletes: boolean, cachesPlan = true) {
    super(text, cachesPlan)
    this.table = table
    this.text = text
    this.where = where
    this.deletes = deletes
  }
}

/** The account of the transaction is added here, so that no condition can forget it. */
const inAccount = (where: Fragment): Fragment => sql`accountid = ${accountSlot} and (${where})`

/** The condition names the columns without a table or alias. */
export const updateRows = (table: string, set: Fragment, where: Fragment): RowsStatement => {
  const rows = inAccount(where)
  return new RowsStatement(table, sql`update ${sqlName(table)} set ${set} where ${rows}`, rows, false)
}

/** Without a cached plan for the same reason as `statementWithoutPlanCache`. */
export const deleteRows = (table: string, where: Fragment, cachesPlan = true): RowsStatement => {
  const rows = inAccount(where)
  return new RowsStatement(table, sql`delete from ${sqlName(table)} where ${rows}`, rows, true, cachesPlan)
}

/** `rows` is all after the name of the table: the columns and a select. */
export const insertRows = (table: string, rows: Fragment): RowsStatement =>
  new RowsStatement(table, sql`insert into ${sqlName(table)} ${rows}`, null, false)

export type SlotValues = Readonly<Record<string, unknown>>

/**
 * The values of a compiled statement in placeholder order. A slot without a value is a programming error and throws.
 */
export function bind(compiled: CompiledSql, accountid: number, values: SlotValues): unknown[] {
  const bound = new Array<unknown>(compiled.parameters.length)
  for (let at = 0; at < bound.length; at++) {
    const parameter = compiled.parameters[at]
    if (!(parameter instanceof Slot)) bound[at] = parameter
    else if (parameter.name === 'account') bound[at] = accountid
    else {
      const value = values[parameter.name]
      if (value === undefined) throw new Error(`slot "${parameter.name}" has no value in: ${compiled.text}`)
      bound[at] = value
    }
  }
  return bound
}

/** Adds the text of a fragment and its parameters, of the one database where they differ. */
function addFragment(fragment: Fragment, dialect: Dialect, text: string[], parameters: unknown[]): void {
  text.push(fragment.strings[0] ?? '')
  fragment.values.forEach((value, at) => {
    if (value instanceof DialectSql) addFragment(value[dialect], dialect, text, parameters)
    else {
      parameters.push(value)
      text.push(dialect === 'sqlite' ? '?' : `$${parameters.length}`)
    }
    text.push(fragment.strings[at + 1] ?? '')
  })
}

export function compile(fragment: Fragment, dialect: Dialect): CompiledSql {
  const text: string[] = []
  const parameters: unknown[] = []
  addFragment(fragment, dialect, text, parameters)
  return { text: text.join(''), parameters }
}

/** Fragments are compiled to look at them. Columns are used by many statements and compiled once. */
const compiledFragments = new WeakMap<Fragment, CompiledSql>()

/** For SQLite, to look at the text and the parameters. */
export function compileOnce(fragment: Fragment): CompiledSql {
  let result = compiledFragments.get(fragment)
  if (result === undefined) {
    result = compile(fragment, 'sqlite')
    compiledFragments.set(fragment, result)
  }
  return result
}

/** The text of a fragment, to find the tables that it uses. */
export const sqlText = (fragment: Fragment): string => compileOnce(fragment).text

/**
 * The same statement with the account itself wherever it compares the accounts of two tables, or hides the account of a
 * row from indexes. Citus then sees for every table, also in subqueries, on which machine its rows are. A statement
 * without the slot of the account stays as it is.
 */
export function boundToAccount({ text, parameters }: CompiledSql): CompiledSql {
  const at = parameters.findIndex((parameter) => parameter instanceof Slot && parameter.name === 'account')
  if (at < 0) return { text, parameters }
  const account = `accountid = $${at + 1}`
  const isComparison = /\b(\w+)\.accountid = (\w+)\.accountid\b/g
  const isHidden = /\((\w+\.accountid) \+ 0\)/g
  return {
    text: text
      .replace(isComparison, (_, left: string, right: string) => `(${left}.${account} and ${right}.${account})`)
      .replace(isHidden, '$1'),
    parameters,
  }
}

/** The tables that determine who a caller is. A cached caller is dropped when one of them changes. */
export const callerTables: readonly string[] = ['person', 'token', 'account', 'persongroup']

/** The sum of the versions of these tables. Versions only grow, so equal sums mean that nothing changed. */
export const callerVersion = (accountid: Fragment): Fragment =>
  sql`cast((select coalesce(sum(tableversion.n), 0) from tableversion where tableversion.accountid = ${accountid}
    and tableversion.tablename in (${joinFragments(callerTables.map((table) => sql.lit(table)))})) as bigint)`
