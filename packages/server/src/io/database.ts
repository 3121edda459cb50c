// The one door to the database, the same for SQLite and PostgreSQL. The only objects that can run SQL are the two
// transactions below, and each belongs to one account: its `account` slot is bound here, so no statement can be
// pointed at another account by its caller. Which database it is decides `open.ts`; nobody above this floor asks.
import type { SlotValues, Statement } from './sql.ts'
import type { Vault } from './vault.ts'

export type Row = readonly unknown[]
export type ColumnValue = string | number | null

/** A number the database gives when a row is inserted: `id` from the one sequence of ids, others from the account's counters. */
export class NextNumber {
  readonly counter: string
  constructor(counter: string) {
    this.counter = counter
  }
}
/** Ids come from one sequence for the whole server: an id names one record, in one account, of one kind. */
export const nextId = new NextNumber('id')

export interface ReadTransaction {
  readonly accountid: number
  /** Rows as arrays, columns in select order. */
  all(statement: Statement, values?: SlotValues): Promise<Row[]>
  first(statement: Statement, values?: SlotValues): Promise<Row | undefined>
}

/** People linked to a record, in their order: rows of a table with the columns of the key, personid and position. */
export interface LinkedPeople {
  readonly table: string
  readonly key: string
  readonly ids: readonly number[]
}

export interface WriteTransaction extends ReadTransaction {
  /** An id ahead of its row, so that the row and what refers to it can be written in one trip. */
  newId(): Promise<number>
  /** Inserts one row with the account added, and answers its `id` (0 for tables without one). */
  insert(table: string, values: Readonly<Record<string, ColumnValue | NextNumber>>): Promise<number>
  /** Links people to a record that has none of these links yet. */
  link(id: number, links: readonly LinkedPeople[]): Promise<void>
  update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void>
  remove(table: string, id: number): Promise<void>
  /** Any other writing statement; `table` is the one it writes, so that remembered counts are thrown away. */
  run(table: string, statement: Statement, values?: SlotValues): Promise<void>
  /**
   * Says that this work has asked for everything. Statements run in the order they are asked for, so the next work may begin
   * while these answers are on their way, and still sees all that this one wrote.
   */
  releasePipeline(): void
  /**
   * Takes the row's lock before deciding by what it says (T-64); on SQLite the writer is alone anyway. Those who share it keep
   * away whoever wants it alone, and not each other.
   */
  lock(table: string, id: number, how?: 'alone' | 'shared'): Promise<void>
}

/** What holds a row: a foreign key of another table that points at it. */
export interface Reference {
  readonly table: string
  readonly column: string
  /** True when the referring row is a part that goes with the row (on delete cascade). */
  readonly part: boolean
}

/** A rule of the database refused a write: the belt behind the checks that name the field. */
export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'reference' | 'check'
  /** The index or constraint, or for SQLite the columns, as the database names it. */
  readonly constraint: string
  constructor(rule: 'unique' | 'reference' | 'check', where: string) {
    super(`${rule} rule broken: ${where}`)
    this.kind = rule
    this.constraint = where
  }
}

/** One request let in: its ordinal number in the account's GMT day, and the version of what decides who the caller is. */
export interface QuotaUsage {
  readonly used: number
  readonly day: string
  readonly version: number
}

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Opens and seals the texts that are kept encrypted. */
  readonly vault: Vault
  /** A short read. On SQLite all reads of one turn of the event loop share one transaction. */
  read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /** A read that may take long (search, whole lists): never on the event loop's own connection. */
  readOffloaded<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /** A write: all or nothing, on disk when the promise resolves. It may share a commit with its neighbours, never a failure. */
  write<T>(accountid: number, work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /** Counts one request of the account in its GMT day (decision 22) and tells the version of its people and tokens. */
  countRequest(accountid: number, day: string): Promise<QuotaUsage>
  /** The same without counting. */
  quotaUsage(accountid: number, day: string): Promise<QuotaUsage>
  /** Which tables refer to this one, read from the schema itself. */
  referencesTo(table: string): readonly Reference[]
  /** True when the database answers and its schema is the program's. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
