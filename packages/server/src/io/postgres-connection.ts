// Connections to PostgreSQL with pipelining: a statement is sent without waiting for the result of the previous one,
// and all statements of one turn of the event loop are sent in one packet. A PostgresConnection connects when first
// needed and reconnects after a loss. A transaction keeps the PostgresClient it began on, and is lost with it. Behind a
// connection pooler every statement is in a transaction, because the next one may run in another session.

import pg from 'pg'
import { errorMessage } from '../kit/error-message.ts'
import { monotonicMs } from './clock.ts'
import type { Row } from './database.ts'
import { Unavailable } from './errors.ts'
import { translateError } from './postgres-errors.ts'
import { type PostgresSettings, poolerOf, sessionSql, transactionSql } from './postgres-settings.ts'

export interface PostgresQuery {
  readonly text: string
  readonly values?: readonly unknown[]
  /** The name of the prepared statement on the connection; none for a statement that is planned at every run. */
  readonly name?: string
}

export interface PostgresResult {
  readonly rows: Row[]
  /** The command that the server reports: a COMMIT can come back as ROLLBACK. */
  readonly command: string
  /** The number of rows that the statement wrote or returned. */
  readonly written: number | null
}

/**
 * The most prepared statements of a connection, to limit the memory of PostgreSQL. Beyond that a new statement runs
 * without a name, planned each time, and the connection is replaced as soon as it is idle. Releasing single statements
 * (DEALLOCATE) would have to wait, on each connection, for the pipelined statements that still use their names.
 */
export const maxPreparedStatements = 1000

const int8 = 20
const numeric = 1700

function parseInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`a number from the database is too large: ${text}`)
  return number
}

const keepText = (text: string): string => text

/** Integers become numbers; exact decimals stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === int8) return parseInteger
    return oid === numeric ? keepText : pg.types.getTypeParser(oid)
  },
}

export class PostgresClient {
  readonly #client: pg.Client
  /** A prepared statement belongs to a session, so there are none behind a pooler. */
  readonly #prepares: boolean
  readonly #prepared = new Set<string>()
  #inFlight = 0
  /** The number of queries that have ended. */
  #ended = 0
  #corked = false

  constructor(client: pg.Client, prepares: boolean, maxSilenceMs: number | undefined) {
    this.#client = client
    this.#prepares = prepares
    if (maxSilenceMs !== undefined) this.#watchSilence(maxSilenceMs)
  }

  /** The number of queries without a result yet. */
  get inFlight(): number {
    return this.#inFlight
  }

  get hasTooManyStatements(): boolean {
    return this.#prepared.size >= maxPreparedStatements
  }

  async query({ text, values = [], name: wanted }: PostgresQuery): Promise<PostgresResult> {
    const name = this.#mayPrepare(wanted) ? wanted : undefined
    this.#inFlight++
    try {
      this.#cork()
      if (name !== undefined) this.#prepared.add(name)
      const { rows, command, rowCount } = await this.#client.query<unknown[]>({
        text,
        rowMode: 'array',
        ...(name === undefined ? {} : { name }),
        ...(name === undefined && values.length === 0 ? {} : { values: [...values] }),
      })
      return { rows, command, written: rowCount }
    } catch (error) {
      throw translateError(error)
    } finally {
      this.#inFlight--
      this.#ended++
    }
  }

  async end(): Promise<void> {
    await this.#client.end()
  }

  /**
   * Closes the connection if queries wait for so long that PostgreSQL must have ended them. A network that loses
   * everything reports nothing, and the operating system would wait for a quarter of an hour.
   */
  #watchSilence(maxSilenceMs: number): void {
    let [ended, since] = [this.#ended, monotonicMs()]
    const look = (): void => {
      if (this.#inFlight === 0 || this.#ended !== ended) [ended, since] = [this.#ended, monotonicMs()]
      else if (monotonicMs() - since >= maxSilenceMs)
        this.#client.connection.stream.destroy(new Error('Connection terminated: PostgreSQL does not respond'))
    }
    const timer = setInterval(look, maxSilenceMs / 10).unref()
    this.#client.once('end', () => clearInterval(timer))
  }

  #mayPrepare(name: string | undefined): boolean {
    return this.#prepares && name !== undefined && (this.#prepared.has(name) || !this.hasTooManyStatements)
  }

  /** Buffers the queries until the promises of this turn have run, so that they are sent in one packet. */
  #cork(): void {
    if (this.#corked) return
    this.#corked = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#corked = false
      stream.uncork()
    })
  }
}

export class PostgresConnection {
  readonly #url: string
  readonly #isPooled: boolean
  readonly #settings: PostgresSettings
  #connecting: Promise<PostgresClient> | undefined
  #client: PostgresClient | undefined

  constructor(url: string, settings: PostgresSettings) {
    const { address, isPooled } = poolerOf(url)
    this.#url = address
    this.#isPooled = isPooled
    this.#settings = settings
  }

  get inFlight(): number {
    return this.#client?.inFlight ?? 0
  }

  /** Runs a query outside of any transaction. */
  async query(query: PostgresQuery): Promise<PostgresResult> {
    // An open client is used without an await, so that queries of one turn are sent together.
    const postgresClient = this.#client ?? (await this.client())
    const result = await (this.#isPooled ? this.#queryAlone(postgresClient, query) : postgresClient.query(query))
    this.recycleIfIdle()
    return result
  }

  /** Begins a transaction on a client of this connection. */
  begin(client: PostgresClient, isolation?: string): Promise<PostgresResult> {
    const text = this.#isPooled ? transactionSql(this.#settings, isolation) : beginSql(isolation)
    return client.query({ text })
  }

  /** Runs `work` in a transaction, which is rolled back if `work` fails. */
  async transaction<T>(work: (client: PostgresClient) => Promise<T>, isolation?: string): Promise<T> {
    const client = await this.client()
    await this.begin(client, isolation)
    try {
      const result = await work(client)
      await client.query({ text: 'commit' })
      return result
    } catch (error) {
      await client.query({ text: 'rollback' }).catch(() => undefined)
      throw error
    }
  }

  /** The three statements are sent in one packet, so nothing comes between them. */
  async #queryAlone(client: PostgresClient, query: PostgresQuery): Promise<PostgresResult> {
    const [, result, ended] = await Promise.all([
      this.begin(client),
      client.query(query),
      client.query({ text: 'commit' }),
    ])
    if (ended.command !== 'COMMIT') throw new Error(`the commit was answered with ${ended.command}`)
    return result
  }

  /** Replaces a client with too many prepared statements, when no query is running. */
  recycleIfIdle(): void {
    if (this.#client?.hasTooManyStatements === true && this.#client.inFlight === 0) void this.close()
  }

  client(): Promise<PostgresClient> {
    this.#connecting ??= this.#openClient()
    return this.#connecting
  }

  async close(): Promise<void> {
    const connecting = this.#connecting
    this.#dropClient()
    await connecting?.then((postgresClient) => postgresClient.end()).catch(() => undefined)
  }

  #dropClient(): void {
    this.#connecting = undefined
    this.#client = undefined
  }

  async #openClient(): Promise<PostgresClient> {
    const client = new pg.Client({
      connectionString: this.#url,
      pipeline: true,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
      application_name: 'stint',
    })
    const postgresClient = new PostgresClient(client, !this.#isPooled, this.#settings.maxSilenceMs)
    // Without a listener a lost connection would end the process; with it, the next query reconnects.
    client.on('error', () => {
      if (this.#client === postgresClient) this.#dropClient()
    })
    try {
      await client.connect()
      if (!this.#isPooled) await postgresClient.query({ text: sessionSql(this.#settings) })
      this.#client = postgresClient
      return postgresClient
    } catch (error) {
      this.#dropClient()
      client.end().catch(() => undefined)
      throw new Unavailable(`PostgreSQL cannot be reached: ${connectionErrorMessage(error)}`, { cause: error })
    }
  }
}

const beginSql = (isolation: string | undefined): string =>
  isolation === undefined ? 'begin' : `begin isolation level ${isolation}`

/** A host name with several addresses gives one error for each. */
function connectionErrorMessage(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(connectionErrorMessage).join(', ') : errorMessage(error)
}
