// Connections to PostgreSQL. Statements are sent without waiting for the answers of those before, and all that is asked
// in one turn travels in one packet: on one machine that is worth more than further connections. A Line connects when
// first needed and anew after a loss; a transaction keeps the Connection it began on, and is lost with it.
import pg from 'pg'
import type { Row } from './database.ts'
import { Unavailable } from './errors.ts'
import { translateError } from './postgres-errors.ts'

export interface PostgresQuery {
  readonly text: string
  readonly values?: readonly unknown[]
  /** The name under which the connection keeps the statement prepared; none for what is planned anew every time. */
  readonly name?: string
}

export interface PostgresResult {
  readonly rows: Row[]
  /** What the server says it did: COMMIT may come back as ROLLBACK. */
  readonly command: string
}

/** Beyond this many prepared statements a connection is replaced when it is idle, so the server's memory is bounded. */
const maxPreparedStatements = 1000

const int8 = 20
const numeric = 1700

function parseInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`a number from the database is too large: ${text}`)
  return number
}

const keepText = (text: string): string => text

/** Whole numbers are numbers, exact decimals stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === int8) return parseInteger
    return oid === numeric ? keepText : pg.types.getTypeParser(oid)
  },
}

export class PostgresClient {
  readonly #client: pg.Client
  readonly #prepared = new Set<string>()
  #inFlight = 0
  #corked = false

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Questions sent and not answered yet. */
  get inFlight(): number {
    return this.#inFlight
  }

  get hasTooManyStatements(): boolean {
    return this.#prepared.size > maxPreparedStatements
  }

  async query({ text, values = [], name }: PostgresQuery): Promise<PostgresResult> {
    this.#inFlight++
    try {
      this.#cork()
      if (name !== undefined) this.#prepared.add(name)
      const { rows, command } = await this.#client.query<unknown[]>({
        text,
        rowMode: 'array',
        ...(name === undefined ? {} : { name }),
        ...(name === undefined && values.length === 0 ? {} : { values: [...values] }),
      })
      return { rows, command }
    } catch (error) {
      throw translateError(error)
    } finally {
      this.#inFlight--
    }
  }

  async end(): Promise<void> {
    await this.#client.end()
  }

  /** Holds back what is asked until the turn's promises have run, so that it leaves as one packet. */
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
  readonly #settings: string
  #connecting: Promise<PostgresClient> | undefined
  #client: PostgresClient | undefined

  constructor(url: string, settings: string) {
    this.#url = url
    this.#settings = settings
  }

  get inFlight(): number {
    return this.#client?.inFlight ?? 0
  }

  /** Asks outside of any transaction. */
  async query(question: PostgresQuery): Promise<PostgresResult> {
    // An open connection is used without giving way, so that what is asked together leaves together.
    const connection = this.#client ?? (await this.client())
    const answer = await connection.query(question)
    this.recycleIfIdle()
    return answer
  }

  /** Nobody is in the middle of anything: the moment to replace a connection that has prepared too much. */
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
    await connecting?.then((connection) => connection.end()).catch(() => undefined)
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
    const connection = new PostgresClient(client)
    // Without a listener a lost connection would end the process; with it, the next question connects anew.
    client.on('error', () => {
      if (this.#client === connection) this.#dropClient()
    })
    try {
      await client.connect()
      await client.query(this.#settings)
      this.#client = connection
      return connection
    } catch (error) {
      this.#dropClient()
      client.end().catch(() => undefined)
      throw new Unavailable(`PostgreSQL cannot be reached: ${errorMessage(error)}`, { cause: error })
    }
  }
}

function errorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join(', ')
  return error instanceof Error ? error.message : String(error)
}
