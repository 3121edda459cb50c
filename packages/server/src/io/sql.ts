// SQL as data: fragments written with Kysely's template, compiled once per dialect into text with named slots. A
// statement is built once per shape and run many times with different values. Building and compiling costs more than
// running (docs/adr/0003-sql.md), so nothing here happens per request.
import {
  type OperationNode,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteQueryCompiler,
  sql,
  type ValueNode,
} from 'kysely'

export type Dialect = 'sqlite' | 'postgres'
export type Fragment = RawBuilder<unknown>
export { sql }

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
  sql.join(fragments, sql.raw(separator))

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

class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitValue(node: ValueNode): void {
    if (node.value instanceof DialectSql) this.visitNode(node.value.sqlite.toOperationNode())
    else super.visitValue(node)
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitValue(node: ValueNode): void {
    if (node.value instanceof DialectSql) this.visitNode(node.value.postgres.toOperationNode())
    else super.visitValue(node)
  }
}

/** A compiler is large and begins anew with each query, so there is one for each database. */
const compilers = { sqlite: new SqliteCompiler(), postgres: new PostgresCompiler() }

export function compile(fragment: Fragment, dialect: Dialect): CompiledSql {
  const compiler = compilers[dialect]
  const node: OperationNode = fragment.toOperationNode()
  const query = compiler.compileQuery(node as Parameters<typeof compiler.compileQuery>[0], { queryId: 'stint' })
  return { text: query.sql, parameters: query.parameters }
}

/** The tables that determine who a caller is. A cached caller is dropped when one of them changes. */
export const callerTables: readonly string[] = ['person', 'token', 'account', 'persongroup']

/** The sum of the versions of these tables. Versions only grow, so equal sums mean that nothing changed. */
export const callerVersion = (accountid: Fragment): Fragment =>
  sql`cast((select coalesce(sum(tableversion.n), 0) from tableversion where tableversion.accountid = ${accountid}
    and tableversion.tablename in (${joinFragments(callerTables.map((table) => sql.lit(table)))})) as bigint)`
