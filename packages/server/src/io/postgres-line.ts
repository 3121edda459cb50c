// Connections to PostgreSQL. Statements are sent without waiting for the answers of those before, and all that is asked
// in one turn travels in one packet: on one machine that is worth more than further connections. A Line connects when
// first needed and anew after a loss; a transaction keeps the Connection it began on, and is lost with it.
import pg from 'pg'
import type { Row } from './database.ts'
import { Unavailable } from './errors.ts'
import { translated } from './postgres-errors.ts'

export interface Question {
  readonly text: string
  readonly values?: readonly unknown[]
  /** The name under which the connection keeps the statement prepared; none for what is planned anew every time. */
  readonly name?: string
}

export interface Answer {
  readonly rows: Row[]
  /** What the server says it did: COMMIT may come back as ROLLBACK. */
  readonly command: string
}

/** Beyond this many prepared statements a connection is replaced when it is idle, so the server's memory is bounded. */
const mostPrepared = 1000

const int8 = 20
const numeric = 1700

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`a number from the database is too large: ${text}`)
  return number
}

const asText = (text: string): string => text

/** Whole numbers are numbers, exact decimals stay text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => {
    if (oid === int8) return wholeNumber
    return oid === numeric ? asText : pg.types.getTypeParser(oid)
  },
}

export class Connection {
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

  get worn(): boolean {
    return this.#prepared.size > mostPrepared
  }

  async ask({ text, values = [], name }: Question): Promise<Answer> {
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
      throw translated(error)
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

export class Line {
  readonly #url: string
  readonly #settings: string
  #connecting: Promise<Connection> | undefined
  #connection: Connection | undefined

  constructor(url: string, settings: string) {
    this.#url = url
    this.#settings = settings
  }

  get inFlight(): number {
    return this.#connection?.inFlight ?? 0
  }

  /** Asks outside of any transaction. */
  async ask(question: Question): Promise<Answer> {
    // An open connection is used without giving way, so that what is asked together leaves together.
    const connection = this.#connection ?? (await this.connected())
    const answer = await connection.ask(question)
    this.rest()
    return answer
  }

  /** Nobody is in the middle of anything: the moment to replace a connection that has prepared too much. */
  rest(): void {
    if (this.#connection?.worn === true && this.#connection.inFlight === 0) void this.close()
  }

  connected(): Promise<Connection> {
    this.#connecting ??= this.#connect()
    return this.#connecting
  }

  async close(): Promise<void> {
    const connecting = this.#connecting
    this.#forget()
    await connecting?.then((connection) => connection.end()).catch(() => undefined)
  }

  #forget(): void {
    this.#connecting = undefined
    this.#connection = undefined
  }

  async #connect(): Promise<Connection> {
    const client = new pg.Client({
      connectionString: this.#url,
      pipeline: true,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5000,
      application_name: 'stint',
    })
    const connection = new Connection(client)
    // Without a listener a lost connection would end the process; with it, the next question connects anew.
    client.on('error', () => {
      if (this.#connection === connection) this.#forget()
    })
    try {
      await client.connect()
      await client.query(this.#settings)
      this.#connection = connection
      return connection
    } catch (error) {
      this.#forget()
      client.end().catch(() => undefined)
      throw new Unavailable(`PostgreSQL cannot be reached: ${said(error)}`, { cause: error })
    }
  }
}

function said(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(said).join(', ')
  return error instanceof Error ? error.message : String(error)
}
