// SQL as data: fragments written with Kysely's template, compiled once per dialect into text plus named slots.
// A statement is built once per shape and run many times with different values; building and compiling costs
// more than running (docs/adr/0003-sql.md), so nothing here happens per request.
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

/** A place in a statement that gets its value when the statement runs. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Text that differs between the two databases. Use it only through the functions in `dialect.ts`. */
export class DialectSql {
  readonly sqlite: Fragment
  readonly postgres: Fragment
  constructor(sqlite: Fragment, postgres: Fragment) {
    this.sqlite = sqlite
    this.postgres = postgres
  }
}

export const slot = (name: string): Fragment => sql`${new Slot(name)}`

/** The account of the running transaction: bound by the transaction itself, never by a caller. */
export const accountSlot: Fragment = slot('account')

/** A name (table, column, alias) that we wrote ourselves; never a caller's text. */
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
  /** Slot names, or fixed values wrapped, in the order of the placeholders. */
  readonly parameters: readonly unknown[]
}

/** A statement: one fragment, compiled at most once per dialect. Its identity is the key of the drivers' caches. */
export class Statement {
  readonly fragment: Fragment
  /** False when its way to the rows is chosen at every run: by PostgreSQL, which otherwise keeps the one it chose first. */
  readonly cachesPlan: boolean
  readonly #compiledFor = new Map<Dialect, CompiledSql>()
  constructor(fragment: Fragment, keepsPlan = true) {
    this.fragment = fragment
    this.cachesPlan = keepsPlan
  }
  compiledFor(dialect: Dialect): CompiledSql {
    let compiled = this.#compiledFor.get(dialect)
    if (compiled === undefined) {
      compiled = compile(this.fragment, dialect)
      this.#compiledFor.set(dialect, compiled)
    }
    return compiled
  }
}

export const statement = (fragment: Fragment): Statement => new Statement(fragment)

/** For many rows of a table that may have been empty when the first such statement ran. */
export const statementWithoutPlanCache = (fragment: Fragment): Statement => new Statement(fragment, false)

export type SlotValues = Readonly<Record<string, unknown>>

/** The values of a compiled statement in placeholder order. A slot nobody filled is a mistake of ours, so it throws. */
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

function compile(fragment: Fragment, dialect: Dialect): CompiledSql {
  const compiler = dialect === 'sqlite' ? new SqliteCompiler() : new PostgresCompiler()
  const node: OperationNode = fragment.toOperationNode()
  const query = compiler.compileQuery(node as Parameters<typeof compiler.compileQuery>[0], { queryId: 'stint' })
  return { text: query.sql, parameters: query.parameters }
}

/** What decides who a caller is: whoever remembers a caller forgets it when one of these tables changes. */
export const callerTables: readonly string[] = ['person', 'token', 'account', 'persongroup']

/** The sum of their versions in an account. Versions only grow, so equal sums mean that nothing changed. */
export const callerVersion = (accountid: Fragment): Fragment =>
  sql`cast((select coalesce(sum(tableversion.n), 0) from tableversion where tableversion.accountid = ${accountid}
    and tableversion.tablename in (${joinFragments(callerTables.map((table) => sql.lit(table)))})) as bigint)`
