// The PostgreSQL database: connects, checks that the server does not lose acknowledged writes, migrates, and creates
// the connection pools. Short reads are single statements on shared connections. Writes are in
// postgres-batch-writer.ts, the quota in postgres-quota.ts.
import { errorMessage } from '../kit/error-message.ts'
import { type ChangeLog, type ChangeOrigin, commandOrigin } from './change-log.ts'
import type { Clock } from './clock.ts'
import {
  counterOfPerson,
  type Database,
  type QuotaUsage,
  type RateCount,
  type ReadTransaction,
  type Reference,
  type WriteTransaction,
} from './database.ts'
import { CannotOpen, Unavailable } from './errors.ts'
import { expandPrefix, migrationsFolder, notMigratedMessage, pendingBesideNewer, readMigrations } from './migrations.ts'
import { BatchWriter } from './postgres-batch-writer.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { checkDistribution, isDistributed, planningSettings } from './postgres-distribution.ts'
import { appliedInPostgres, migratePostgres } from './postgres-migrate.ts'
import { ConnectionPool } from './postgres-pool.ts'
import { PostgresQuota } from './postgres-quota.ts'
import { countEach, countTogether } from './postgres-quota-count.ts'
import { readPostgresSchema } from './postgres-schema.ts'
import { type PostgresSettings, withoutTimeouts } from './postgres-settings.ts'
import { withStartLock } from './postgres-start-lock.ts'
import { PreparedStatements } from './postgres-statements.ts'
import { PostgresReadTransaction } from './postgres-transaction.ts'
import type { Schema } from './schema.ts'
import { StatementWatch } from './statement-watch.ts'
import { Vault } from './vault.ts'

export interface PostgresOptions {
  readonly url: string
  readonly clock: Clock
  readonly log: (line: string) => void
  /** The total number of connections. Two of them serve short reads and one the quota. */
  readonly connections?: number | undefined
  /** For a temporary server only: allows settings that can lose acknowledged writes. */
  readonly allowUnsafe?: boolean
  /** True for a command that runs alongside a server: it applies no migrations. */
  readonly alongsideServer?: boolean
  /** For tests: the statements are those of a distributed database, which also run on one that is not. */
  readonly asDistributed?: boolean | undefined
  readonly vault?: Vault
  readonly watch?: StatementWatch | undefined
  readonly migrations?: URL
  /** Without it no events are recorded. */
  readonly changeLog?: ChangeLog | undefined
}

const sharedConnections = 2
const writeWaitTimeoutMs = 2000
const offloadedWaitTimeoutMs = 30_000
const minVersion = 140_000
const settings = {
  statement_timeout: "'30s'",
  lock_timeout: "'5s'",
  idle_in_transaction_session_timeout: "'15s'",
  jit: 'off',
  client_min_messages: 'warning',
}
/** Longer than a statement may take. */
const maxSilenceMs = 40_000
const distributedSettings = { ...settings, ...planningSettings }

const readSettings = (distributed: boolean): PostgresSettings => ({
  values: distributed ? distributedSettings : settings,
  isReadOnly: true,
  maxSilenceMs,
})

/**
 * Writes select rows by their keys, so one generic plan fits all values; planning each time costs more than running.
 */
const writeSettings: PostgresSettings = { values: { ...settings, plan_cache_mode: 'force_generic_plan' }, maxSilenceMs }

/** Citus chooses the machine of a statement by its values, which a generic plan does not have. */
const distributedWriteSettings: PostgresSettings = { values: distributedSettings, maxSilenceMs }

/** The applied migrations that the program knows, and the unknown ones beside which it cannot serve. */
const schemaQuery = {
  name: 'schema',
  text: `select count(*) filter (where number <= $1), count(*) filter (where number > $1 and name not like $2)
         from migration`,
}

const quotaSettings: PostgresSettings = { values: { ...settings, synchronous_commit: 'off' }, maxSilenceMs }

export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const connection = new PostgresConnection(options.url, withoutTimeouts)
  try {
    const files = await readMigrations('postgres', options.migrations ?? migrationsFolder)
    await checkPostgresServer(connection, options.allowUnsafe ?? false)
    const { url, clock, log } = options
    if (options.alongsideServer !== true)
      await withStartLock(url, log, () => migratePostgres(connection, files, clock, log))
    else if (pendingBesideNewer(files, await appliedInPostgres(connection)).length > 0)
      throw new CannotOpen(notMigratedMessage)
    await checkDistribution(connection)
    const schema = await readPostgresSchema(connection)
    return new PostgresDatabase(
      options,
      schema,
      files.length,
      options.asDistributed ?? (await isDistributed(connection)),
    )
  } catch (error) {
    if (error instanceof CannotOpen) throw error
    const message = errorMessage(error)
    throw new CannotOpen(`The database ${urlWithoutPassword(options.url)} cannot be opened: ${message}.`, {
      cause: error,
    })
  } finally {
    await connection.close()
  }
}

export async function checkPostgresServer(connection: PostgresConnection, allowUnsafe: boolean): Promise<void> {
  const names = ['server_version_num', 'server_encoding', 'fsync', 'synchronous_commit', 'full_page_writes']
  const { rows } = await connection.query({
    text: `select ${names.map((name) => `current_setting('${name}')`).join(', ')}`,
  })
  const [version, encoding, ...durable] = rows[0] ?? []
  if (Number(version) < minVersion) throw new CannotOpen('PostgreSQL 14 or newer is needed.')
  if (encoding !== 'UTF8') throw new CannotOpen(`The database must be encoded in UTF8, and this one is ${encoding}.`)
  const off = names.slice(2).filter((_, at) => durable[at] === 'off')
  if (off.length > 0 && !allowUnsafe) {
    throw new CannotOpen(`PostgreSQL runs with ${off.join(' and ')} off and would lose acknowledged writes: set it on.`)
  }
}

/** The address without the password. */
export function urlWithoutPassword(url: string): string {
  const address = URL.parse(url)
  return address === null ? 'named by the url' : `${address.host}${address.pathname}`
}

class PostgresDatabase implements Database {
  readonly dialect = 'postgres'
  readonly isDistributed: boolean
  readonly vault: Vault
  readonly #options: PostgresOptions
  readonly #schema: Schema
  readonly #migrations: number
  readonly #statements: PreparedStatements
  readonly #pool: ConnectionPool
  readonly #offloadedPool: ConnectionPool
  readonly #writer: BatchWriter
  readonly #quota: PostgresQuota
  readonly #runningReads = new Set<Promise<unknown>>()
  #closed = false

  constructor(options: PostgresOptions, schema: Schema, migrations: number, distributed: boolean) {
    this.vault = options.vault ?? new Vault()
    this.#options = options
    this.isDistributed = distributed
    const exclusive = Math.max(2, (options.connections ?? 10) - sharedConnections - 1)
    // Long reads get at most half of the exclusive connections and at most four, so that writes always find one.
    const offloaded = Math.min(4, Math.floor(exclusive / 2))
    const createConnections = (count: number, connectionSettings: PostgresSettings): PostgresConnection[] =>
      Array.from({ length: count }, () => new PostgresConnection(options.url, connectionSettings))
    this.#schema = schema
    this.#migrations = migrations
    const watch = options.watch ?? new StatementWatch()
    this.#statements = new PreparedStatements(schema, watch, distributed)
    this.#pool = new ConnectionPool(
      createConnections(sharedConnections, readSettings(distributed)),
      createConnections(exclusive - offloaded, distributed ? distributedWriteSettings : writeSettings),
      writeWaitTimeoutMs,
    )
    const longReads = createConnections(offloaded, readSettings(distributed))
    this.#offloadedPool = new ConnectionPool([], longReads, offloadedWaitTimeoutMs)
    this.#writer = new BatchWriter(this.#pool, this.#statements, options.clock, options.changeLog ?? null)
    const quotaConnection = new PostgresConnection(options.url, quotaSettings)
    this.#quota = new PostgresQuota(quotaConnection, options.log, distributed ? countEach : countTogether)
  }

  read<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      const tx = new PostgresReadTransaction(this.#statements, accountid, (query) => this.#pool.query(query))
      try {
        return await work(tx)
      } finally {
        tx.end()
      }
    })
  }

  get longReads(): number {
    return this.#offloadedPool.jobs
  }

  readOffloaded<T>(accountid: number, work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      const connection = await this.#offloadedPool.acquire()
      const tx = new PostgresReadTransaction(this.#statements, accountid, (query) => connection.query(query))
      try {
        return await work(tx)
      } finally {
        tx.end()
        this.#offloadedPool.release(connection)
      }
    })
  }

  write<T>(
    accountid: number,
    work: (tx: WriteTransaction) => Promise<T>,
    origin: ChangeOrigin = commandOrigin,
  ): Promise<T> {
    return this.#closed ? Promise.reject(closedError()) : this.#writer.write(accountid, work, origin)
  }

  countRequest(accountid: number, day: string): Promise<QuotaUsage> {
    return this.#closed ? Promise.reject(closedError()) : this.#quota.countRequest(accountid, day)
  }

  countPersonRequest(personid: number, day: string): Promise<QuotaUsage> {
    return this.countRequest(counterOfPerson(personid), day)
  }

  quotaUsage(accountid: number, day: string): Promise<QuotaUsage> {
    return this.#closed ? Promise.reject(closedError()) : this.#quota.usage(accountid, day)
  }

  addRates(minute: number, counts: readonly RateCount[]): Promise<ReadonlyMap<string, number>> {
    return this.#closed ? Promise.reject(closedError()) : this.#quota.addRates(minute, counts)
  }

  referencesTo(table: string): readonly Reference[] {
    return this.#schema.referencesTo(table)
  }

  searchIndexColumns(table: string): readonly string[] {
    return this.#schema.searchIndexColumns(table)
  }

  prepareAlone<T>(work: () => Promise<T>): Promise<T> {
    return withStartLock(this.#options.url, this.#options.log, work)
  }

  async isReady(): Promise<boolean> {
    try {
      const { rows } = await this.#pool.query({ ...schemaQuery, values: [this.#migrations, `${expandPrefix}%`] })
      const [own, breaking] = rows[0] ?? []
      // The other connections for short statements are read-only by themselves.
      return Number(own) === this.#migrations && Number(breaking) === 0 && (await this.#quota.mayWrite())
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#writer.waitUntilIdle()
    await Promise.allSettled(this.#runningReads)
    await Promise.all([this.#quota.close(), this.#pool.close(), this.#offloadedPool.close()])
  }

  #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError())
    const reading = work()
    this.#runningReads.add(reading)
    const done = (): boolean => this.#runningReads.delete(reading)
    reading.then(done, done)
    return reading
  }
}

const closedError = (): Unavailable => new Unavailable('the database is closed')
