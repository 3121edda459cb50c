// What a piece of work may do on PostgreSQL. A read asks single statements, each its own snapshot; a write asks on the
// one connection whose transaction it is in. Beginning and committing belong to postgres-writer.ts.
import { monotonicMs } from './clock.ts'
import {
  type LinkedPeople,
  NextNumber,
  type ReadTransaction,
  type Row,
  type Stored,
  type WriteTransaction,
} from './database.ts'
import type { Answer, Question } from './postgres-line.ts'
import type { Schema } from './schema.ts'
import { bind, type Compiled, type Statement, type Values } from './sql.ts'
import type { StatementWatch } from './statement-watch.ts'

interface Known {
  /** Its name, where its plan is kept. */
  readonly prepared: Pick<Question, 'name'>
  readonly compiled: Compiled
  readonly removes: boolean
  /** The tables that decide what it answers. */
  readonly tables: readonly string[]
  /** Takes locks, so it waits for its turn as a write does. */
  readonly locks: boolean
}

/** Names for prepared statements: one per Statement and one per shape of row, the same on every connection. */
export class Names {
  readonly schema: Schema
  readonly #byStatement = new WeakMap<Statement, Known>()
  readonly #byShape = new Map<string, { readonly name: string; readonly text: string }>()
  #made = 0

  readonly watch: StatementWatch

  constructor(schema: Schema, watch: StatementWatch) {
    this.schema = schema
    this.watch = watch
  }

  known(statement: Statement): Known {
    let known = this.#byStatement.get(statement)
    if (known === undefined) {
      const compiled = statement.compiled('postgres')
      known = {
        prepared: statement.keepsPlan ? { name: this.#next() } : {},
        compiled,
        removes: /^\s*delete\b/i.test(compiled.text),
        tables: this.schema.namedIn(compiled.text),
        locks: /\bfor update\b/.test(compiled.text),
      }
      this.#byStatement.set(statement, known)
    }
    return known
  }

  shaped(key: string, text: () => string): { readonly name: string; readonly text: string } {
    let shaped = this.#byShape.get(key)
    if (shaped === undefined) {
      shaped = { name: this.#next(), text: text() }
      this.#byShape.set(key, shaped)
    }
    return shaped
  }

  #next(): string {
    this.#made++
    return `s${this.#made}`
  }
}

export class PostgresRead implements ReadTransaction {
  readonly accountid: number
  protected readonly names: Names
  readonly #ask: (question: Question) => Promise<Answer>
  #over = false

  constructor(names: Names, accountid: number, ask: (question: Question) => Promise<Answer>) {
    this.names = names
    this.accountid = accountid
    this.#ask = ask
  }

  async all(statement: Statement, values: Values = {}): Promise<Row[]> {
    const known = this.names.known(statement)
    const { prepared, compiled } = known
    const question = { ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) }
    return (await this.reading(known, question)).rows
  }

  async first(statement: Statement, values: Values = {}): Promise<Row | undefined> {
    return (await this.all(statement, values))[0]
  }

  /** After this the work cannot reach the connection any more, whatever it kept. */
  end(): void {
    this.#over = true
  }

  protected reading(_: Known, question: Question): Promise<Answer> {
    return this.ask(question)
  }

  protected async ask(question: Question): Promise<Answer> {
    if (this.#over) throw new Error('this transaction is over')
    const began = monotonicMs()
    const answer = await this.#ask(question)
    this.names.watch.ran(question, monotonicMs() - began, this.accountid)
    return answer
  }
}

export class PostgresWrite extends PostgresRead implements WriteTransaction {
  /** The tables whose version the commit bumps. */
  readonly touched = new Set<string>()
  /** The tables it read before its turn: if a work before it changed one of them, it knows too little and is run again. */
  readonly readAhead = new Set<string>()
  readonly #turn = Promise.withResolvers<void>()
  readonly #handingOver = Promise.withResolvers<void>()
  #mayWrite = false
  /** Something waits for the turn, and all that is asked later comes after it. */
  #waits = false
  #asking = true
  /** The first statement that failed: PostgreSQL then refuses the rest of the transaction, so the work has failed too. */
  failure: unknown

  /** The ids it took, in their order. */
  readonly ids: Promise<number>[] = []
  readonly #spareIds: Promise<number>[]

  /** `spareIds` are those of the work's first run: run again, it keeps its place among the records made with it. */
  constructor(
    names: Names,
    accountid: number,
    ask: (question: Question) => Promise<Answer>,
    spareIds: readonly Promise<number>[],
  ) {
    super(names, accountid, ask)
    this.#spareIds = [...spareIds]
    this.#turn.promise.catch(() => undefined)
  }

  /** Settles when the next work may write. */
  get handedOver(): Promise<void> {
    return this.#handingOver.promise
  }

  /** The works before it have asked for everything. Until then it only reads. */
  takeTurn(): void {
    this.#mayWrite = true
    this.#turn.resolve()
  }

  /** Its turn will not come. */
  abandon(): void {
    this.end()
    this.#turn.reject(new Error('this work is given up'))
  }

  handOver(): void {
    this.#asking = false
    if (this.#waits) void this.#turn.promise.then(this.#handingOver.resolve, () => undefined)
    else this.#handingOver.resolve()
  }

  newId(): Promise<number> {
    const id = this.#spareIds.shift() ?? this.#nextId()
    this.ids.push(id)
    return id
  }

  async #nextId(): Promise<number> {
    const { rows } = await this.#send(this.names.shaped('new id', () => "select nextval('ids')"))
    return Number(rows[0]?.[0])
  }

  async insert(table: string, values: Readonly<Record<string, Stored | NextNumber>>): Promise<number> {
    this.touched.add(table)
    const { schema } = this.names
    const owned = schema.has(table, 'accountid')
    const places = new Map<string, string>(owned ? [['accountid', '$1']] : [])
    const bound: unknown[] = owned ? [this.accountid] : []
    for (const [column, value] of Object.entries(values)) {
      if (value instanceof NextNumber) places.set(column, nextNumber(value.counter))
      else places.set(column, `$${bound.push(value)}`)
    }
    const columns = [...places.keys()].join(', ')
    const inserted = [...places.values()].join(', ')
    const shaped = this.names.shaped(`insert ${table} ${columns} ${inserted}`, () => {
      const text = `insert into ${table} (${columns}) values (${inserted})`
      return schema.has(table, 'id') ? `${text} returning id` : text
    })
    const { rows } = await this.ask({ ...shaped, values: bound })
    return Number(rows[0]?.[0] ?? 0)
  }

  /** One statement for all of them: each statement costs a tenth of a create. */
  async link(id: number, links: readonly LinkedPeople[]): Promise<void> {
    const wanted = links.filter(({ ids }) => ids.length > 0)
    if (wanted.length === 0) return
    for (const { table } of wanted) this.touched.add(table)
    const shaped = this.names.shaped(`link ${wanted.map(({ table }) => table).join()}`, () => linkText(wanted))
    await this.ask({ ...shaped, values: [this.accountid, id, ...wanted.map(({ ids }) => ids)] })
  }

  async update(table: string, id: number, values: Readonly<Record<string, Stored>>): Promise<void> {
    const columns = Object.keys(values)
    if (columns.length === 0) return
    this.touched.add(table)
    const shaped = this.names.shaped(`update ${table} ${columns.join()}`, () => {
      const settings = columns.map((column, at) => `${column} = $${at + 3}`)
      return `update ${table} set ${settings.join(', ')} where ${this.#row(table)}`
    })
    await this.ask({ ...shaped, values: [this.accountid, id, ...Object.values(values)] })
  }

  async remove(table: string, id: number): Promise<void> {
    this.#touchEmptied(table)
    const shaped = this.names.shaped(`delete ${table}`, () => `delete from ${table} where ${this.#row(table)}`)
    await this.ask({ ...shaped, values: [this.accountid, id] })
  }

  async run(table: string, statement: Statement, values: Values = {}): Promise<void> {
    const { prepared, compiled, removes } = this.names.known(statement)
    if (removes) this.#touchEmptied(table)
    else this.touched.add(table)
    await this.ask({ ...prepared, text: compiled.text, values: bind(compiled, this.accountid, values) })
  }

  /** Neither way keeps anybody from referring to the row: a foreign key minds only those who would remove it. */
  async lock(table: string, id: number, how: 'alone' | 'shared' = 'alone'): Promise<void> {
    const shaped = this.names.shaped(
      `lock ${table} ${how}`,
      () => `select 1 from ${table} where ${this.#row(table)} for ${how === 'alone' ? 'no key update' : 'share'}`,
    )
    const question = { ...shaped, values: [this.accountid, id] }
    // A shared lock goes with the reading it protects, ahead of the turn: it keeps no other work of this transaction waiting.
    await (how === 'alone' ? this.ask(question) : this.#ahead(question, []))
  }

  protected override reading(known: Known, question: Question): Promise<Answer> {
    return known.locks ? this.ask(question) : this.#ahead(question, known.tables)
  }

  /** Before the turn, unless something waits for it already. */
  #ahead(question: Question, tables: readonly string[]): Promise<Answer> {
    if (this.#mayWrite || this.#waits) return this.ask(question)
    for (const table of tables) this.readAhead.add(table)
    return this.#send(question)
  }

  protected override async ask(question: Question): Promise<Answer> {
    if (!this.#asking) throw new Error('this work has said that it asked for everything')
    if (!this.#mayWrite || this.#waits) {
      this.#waits = true
      await this.#turn.promise
    }
    return this.#send(question)
  }

  async #send(question: Question): Promise<Answer> {
    try {
      return await super.ask(question)
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  #touchEmptied(table: string): void {
    for (const emptied of this.names.schema.emptiedWith(table)) this.touched.add(emptied)
  }

  /** The condition on one row of the account; in the table of accounts the row is the account itself. */
  #row(table: string): string {
    return this.names.schema.has(table, 'accountid') ? 'accountid = $1 and id = $2' : 'id = $1 and id = $2'
  }
}

function linkText(links: readonly LinkedPeople[]): string {
  const inserts = links.map(
    ({ table, key }, at) =>
      `insert into ${table} (accountid, ${key}, personid, position) select $1, $2, value, ordinality - 1 ` +
      `from unnest($${at + 3}::bigint[]) with ordinality as list (value, ordinality)`,
  )
  const last = inserts.pop() ?? ''
  return inserts.length === 0 ? last : `with ${inserts.map((text, at) => `l${at} as (${text})`).join(', ')} ${last}`
}

function nextNumber(counter: string): string {
  if (!/^[a-z]+$/.test(counter)) throw new Error(`not the name of a counter: ${counter}`)
  return counter === 'id' ? "nextval('ids')" : `nextnumber($1, '${counter}')`
}
