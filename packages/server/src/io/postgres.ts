// The PostgreSQL database: connects, checks that the server keeps what it acknowledges, migrates, and shares out the
// connections. Short reads are single statements on shared connections; writes are in postgres-writer.ts, the quota in
// postgres-meter.ts.
import type { Clock } from './clock.ts'
import type { Admission, Database, ReadTransaction, Reference, WriteTransaction } from './database.ts'
import { CannotOpen, Unavailable } from './errors.ts'
import { migrationsFolder, notMigrated, outstanding, readMigrations } from './migrate.ts'
import { Line } from './postgres-line.ts'
import { Lines } from './postgres-lines.ts'
import { Meter } from './postgres-meter.ts'
import { appliedTo, migrate } from './postgres-migrate.ts'
import { readSchema } from './postgres-schema.ts'
import { Names, PostgresRead } from './postgres-transaction.ts'
import { Writer } from './postgres-writer.ts'
import type { Schema } from './schema.ts'
import { StatementWatch } from './statement-watch.ts'
import { Vault } from './vault.ts'

export interface PostgresOptions {
  readonly url: string
  readonly clock: Clock
  readonly log: (line: string) => void
  /** All connections together, of which two serve short reads and one the quota. */
  readonly connections?: number
  /** For a throw-away server only: lets it lose what it acknowledged. */
  readonly allowUnsafe?: boolean
  /** True for a command beside a running server: it migrates nothing. */
  readonly beside?: boolean
  readonly vault?: Vault
  readonly watch?: StatementWatch | undefined
  readonly migrations?: URL
}

const sharedLines = 2
const longestWriteWaitMs = 2000
const longestApartWaitMs = 30_000
const leastVersion = 140_000
const settings =
  "set statement_timeout = '30s'; set lock_timeout = '5s'; set idle_in_transaction_session_timeout = '15s'; " +
  "set default_transaction_isolation = 'read committed'; set jit = off; set client_min_messages = warning"

/** A write names its rows by their keys, so the plan is the same whatever the values: planning each time costs more than running. */
const writing = `${settings}; set plan_cache_mode = force_generic_plan`

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  // Waiting for another server's migration, or for a long one of our own, must not be cut short.
  const line = new Line(options.url, 'set statement_timeout = 0; set lock_timeout = 0')
  try {
    const known = await readMigrations('postgres', options.migrations ?? migrationsFolder)
    await checkServer(line, options.allowUnsafe ?? false)
    if (options.beside !== true) await migrate(line, known, options.clock, options.log)
    else if (outstanding(known, await appliedTo(line)).length > 0) throw new CannotOpen(notMigrated)
    return new PostgresDatabase(options, await readSchema(line), known.length)
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw new CannotOpen(`The database ${shown(options.url)} cannot be opened: ${said}.`, { cause: error })
  } finally {
    await line.close()
  }
}

export async function checkServer(line: Line, allowUnsafe: boolean): Promise<void> {
  const names = ['server_version_num', 'server_encoding', 'fsync', 'synchronous_commit', 'full_page_writes']
  const { rows } = await line.ask({ text: `select ${names.map((name) => `current_setting('${name}')`).join(', ')}` })
  const [version, encoding, ...durable] = rows[0] ?? []
  if (Number(version) < leastVersion) throw new CannotOpen('PostgreSQL 14 or newer is needed.')
  if (encoding !== 'UTF8') throw new CannotOpen(`The database must be encoded in UTF8, and this one is ${encoding}.`)
  const off = names.slice(2).filter((_, at) => durable[at] === 'off')
  if (off.length > 0 && !allowUnsafe) {
    throw new CannotOpen(`PostgreSQL runs with ${off.join(' and ')} off and would lose acknowledged writes: set it on.`)
  }
}

/** The address without the password. */
export function shown(url: string): string {
  const address = URL.parse(url)
  return address === null ? 'named by the url' : `${address.host}${address.pathname}`
}

class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  readonly vault: Vault
  readonly #schema: Schema
  readonly #migrations: number
  readonly #names: Names
  readonly #lines: Lines
  readonly #apart: Lines
  readonly #writer: Writer
  readonly #meter: Meter
  readonly #reading = new Set<Promise<unknown>>()
  #closed = false

  constructor(options: PostgresOptions, schema: Schema, migrations: number) {
    this.vault = options.vault ?? new Vault()
    const exclusive = Math.max(2, (options.connections ?? 10) - sharedLines - 1)
    // At most half of the others, and at most four, are for long reads, so that writes always find one.
    const apart = Math.min(4, Math.floor(exclusive / 2))
    const some = (count: number, said: string): Line[] =>
      Array.from({ length: count }, () => new Line(options.url, said))
    const reading = `${settings}; set default_transaction_read_only = on`
    this.#schema = schema
    this.#migrations = migrations
    const watch = options.watch ?? new StatementWatch()
    this.#names = new Names(schema, watch)
    this.#lines = new Lines(some(sharedLines, reading), some(exclusive - apart, writing), longestWriteWaitMs)
    this.#apart = new Lines([], some(apart, reading), longestApartWaitMs)
    this.#writer = new Writer(this.#lines, this.#names)
    this.#meter = new Meter(new Line(options.url, `${settings}; set synchronous_commit = off`))
  }

  read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#tracked(async () => {
      const tx = new PostgresRead(this.#names, accountid, (question) => this.#lines.ask(question))
      try {
        return await work(tx)
      } finally {
        tx.end()
      }
    })
  }

  readApart<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#tracked(async () => {
      const line = await this.#apart.take()
      const tx = new PostgresRead(this.#names, accountid, (question) => line.ask(question))
      try {
        return await work(tx)
      } finally {
        tx.end()
        this.#apart.give(line)
      }
    })
  }

  write<T>(accountid: number, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#closed ? Promise.reject(closed()) : this.#writer.write(accountid, work)
  }

  admit(accountid: number, day: string): Promise<Admission> {
    return this.#closed ? Promise.reject(closed()) : this.#meter.admit(accountid, day)
  }

  usage(accountid: number, day: string): Promise<Admission> {
    return this.#closed ? Promise.reject(closed()) : this.#meter.usage(accountid, day)
  }

  referencesTo(table: string): readonly Reference[] {
    return this.#schema.referencesTo(table)
  }

  async ready(): Promise<boolean> {
    try {
      const { rows } = await this.#lines.ask({ text: 'select max(number) from migration' })
      return rows[0]?.[0] === this.#migrations
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#writer.finished()
    await Promise.allSettled(this.#reading)
    await Promise.all([this.#meter.close(), this.#lines.close(), this.#apart.close()])
  }

  #tracked<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closed())
    const reading = work()
    this.#reading.add(reading)
    const done = (): boolean => this.#reading.delete(reading)
    reading.then(done, done)
    return reading
  }
}

const closed = (): Unavailable => new Unavailable('the database is closed')
