// The only interface to the database, the same for SQLite and PostgreSQL. Only the two transactions below can run SQL.
// Each belongs to one account: its `account` slot is bound here, so a caller cannot direct a statement at another
// account. open-database.ts chooses the database; no layer above io needs to know which one it is.
import { addDays } from '../kit/calendar.ts'
import type { ChangeOrigin, NamedEvent } from './change-log.ts'
import type { SlotValues, Statement } from './sql.ts'
import type { Vault } from './vault.ts'

export type Row = readonly unknown[]
export type ColumnValue = string | number | null

/** A number that the database assigns on insert: `id` from the sequence of ids, others from the account's counters. */
export class NextNumber {
  readonly counter: string
  constructor(counter: string) {
    this.counter = counter
  }
}
/** Ids come from one sequence for the whole server: an id identifies one record, in one account, of one resource. */
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
  /** Reserves an id before its row exists, so that the row and rows that refer to it are written in one round trip. */
  newId(): Promise<number>
  /** Inserts one row with the account added, and returns its `id` (0 for tables without one). */
  insert(table: string, values: Readonly<Record<string, ColumnValue | NextNumber>>): Promise<number>
  /** Links people to a record of the table. The record is new, or its links in these tables are replaced. */
  link(table: string, id: number, links: readonly LinkedPeople[], record: 'new' | 'existing'): Promise<void>
  update(table: string, id: number, values: Readonly<Record<string, ColumnValue>>): Promise<void>
  remove(table: string, id: number): Promise<void>
  /**
   * Any other statement that writes. `table` is the table it writes, so that cached counts are invalidated. A table
   * whose changes are recorded takes a RowsStatement only.
   */
  run(table: string, statement: Statement, values?: SlotValues): Promise<void>
  /** Names the action that changes a record, or records an event that is not the change of a row. */
  nameEvent(event: NamedEvent): void
  /**
   * What the following statements overwrite must not stay readable in the files of the database. PostgreSQL keeps old
   * rows until it vacuums, so it does nothing there.
   */
  eraseOverwritten(): void
  /**
   * Declares that this job sends no further statements, except reads and inserts into the tables `addsTo`. Statements
   * run in the order they are sent, so the next job can start before these results arrive, and still sees what this one
   * wrote. It may start before rows are added to `addsTo`, so no job may decide by a row that is not there. What this
   * job still reads may contain what the next one writes.
   */
  releasePipeline(addsTo?: readonly string[]): void
  /**
   * Locks the row before a decision that depends on its content, so that two concurrent writes cannot both pass the
   * check (T-64). SQLite has one writer and needs no lock. Shared locks exclude exclusive ones but not each other.
   */
  lock(table: string, id: number, how?: 'alone' | 'shared'): Promise<void>
}

/** A foreign key of another table that points at a row and prevents its deletion. */
export interface Reference {
  readonly table: string
  readonly column: string
  /** True when the referring row is deleted together with the row (on delete cascade). */
  readonly part: boolean
}

/** A database constraint rejected a write. Validation, which names the field, should have found the error before. */
export class ConstraintViolation extends Error {
  readonly kind: 'unique' | 'reference' | 'check'
  /** The index or constraint, or for SQLite the columns, as the database names it. */
  readonly constraint: string
  constructor(kind: 'unique' | 'reference' | 'check', constraint: string) {
    super(`${kind} rule broken: ${constraint}`)
    this.kind = kind
    this.constraint = constraint
  }
}

/** A counted request: its number in the account's GMT day, and the version of the account's people and tokens. */
export interface QuotaUsage {
  readonly used: number
  readonly day: string
  readonly version: number
}

/** How often a key, such as a token or an address, was used in a minute. */
export interface RateCount {
  readonly key: string
  readonly used: number
}

/** The last day of a request count that is believed on this day. A later one was stored under a wrong clock (T-80). */
export const lastBelievedDay = (day: string): string => addDays(day, 1)

/** The number under which the requests of a person are counted. Accounts have positive ones, and ids are unique. */
export const counterOfPerson = (personid: number): number => -personid

export const wrongDayMessage = (counter: number, stored: string, day: string): string =>
  `The requests of ${counter < 0 ? `person ${-counter}` : `account ${counter}`} were last counted on ${stored}, which is more than one day ahead of the clock: ` +
  `the clock was wrong then or is wrong now. Counting starts anew on ${day}.`

export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** True if accounts are on several machines (docs/adr/0055-citus.md). */
  readonly isDistributed: boolean
  /** Encrypts and decrypts the texts that are stored encrypted. */
  readonly vault: Vault
  /** A short read. On SQLite all reads of one turn of the event loop share one transaction. */
  read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /** A read that may take long (search, whole lists). It never runs on the event loop's own connection. */
  readOffloaded<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /** The offloaded reads that run or wait for a thread or connection. */
  readonly longReads: number
  /**
   * A write, all or nothing, on disk when the promise resolves. It may share a commit with other writes; if one of them
   * fails, the others are not affected. Its changes are recorded as events with this origin.
   */
  write<T>(accountid: number, work: (tx: WriteTransaction) => Promise<T>, origin?: ChangeOrigin): Promise<T>
  /** Counts one request in the account's GMT day (decision 22) and returns the version of its people and tokens. */
  countRequest(accountid: number, day: string): Promise<QuotaUsage>
  /** Counts one request of a person in the GMT day, for the person's share of the account's quota. */
  countPersonRequest(personid: number, day: string): Promise<{ readonly used: number; readonly day: string }>
  /** The usage of the account without counting a request. */
  quotaUsage(accountid: number, day: string): Promise<QuotaUsage>
  /**
   * Adds what this process counted in a minute to what the others on this database counted, and returns the sums by
   * key. A key is missing if another process is already in the next minute.
   */
  addRates(minute: number, counts: readonly RateCount[]): Promise<ReadonlyMap<string, number>>
  /** The foreign keys that point at this table, read from the database schema. */
  referencesTo(table: string): readonly Reference[]
  /** The columns of the table that its search index has, in its order; none if there is no index. */
  searchIndexColumns(table: string): readonly string[]
  /** Runs the work while no other server migrates or prepares this database. */
  prepareAlone<T>(work: () => Promise<T>): Promise<T>
  /** True when the database responds, its schema version is the program's, and it can be written (T-109). */
  isReady(): Promise<boolean>
  close(): Promise<void>
}
