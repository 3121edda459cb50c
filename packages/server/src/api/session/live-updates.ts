// Streams that tell open pages which lists have changed, as server-sent events. A message has only the names of lists
// that the role of the person may list, never an id or a text: the page asks the API again, which decides what the
// person sees (T-133). Every process asks the database once a second, so changes of other processes are seen too. A
// page that connects again sends the last position it has seen, and is told what has changed since.
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../../define/actor.ts'
import { tryLater } from '../../define/api-error.ts'
import { tablesOfList, ViewerCache } from '../../engine/select-sql.ts'
import { monotonicMs } from '../../io/clock.ts'
import { isOneOf } from '../../io/dialect.ts'
import { accountSlot, sql, statement } from '../../io/sql.ts'
import { errorMessage } from '../../kit/error-message.ts'
import { RunningRequests } from '../running-requests.ts'
import { defaultLiveIntervals, type LiveIntervals, type ServerOptions } from '../server-options.ts'
import { openSealed, seal } from './sealed-text.ts'
import type { AuthenticatedSession, SessionAuthenticator } from './session-authentication.ts'

const streamsPerSession = 10

/** What a page waits before it connects again, in milliseconds. */
const retryMs = 3000

/** A client that does not read keeps at most this many bytes here; later names wait and are sent together. */
const bufferBytes = 2048

const versionsOfOne = statement(sql`select tableversion.tablename, tableversion.n
  from tableversion where tableversion.accountid = ${accountSlot}`)
const versionsOfSeveral = statement(sql`select tableversion.accountid, tableversion.tablename, tableversion.n
  from tableversion where ${isOneOf(sql`tableversion.accountid`, 'accounts')}`)

type Versions = ReadonlyMap<string, number>

/** A position is encrypted, because the number of changes says something about records that a person does not see. */
const positionPlace = (accountid: number): string => `a position in the changes of account ${accountid}`

const changedTables = (before: Versions, versions: Versions): readonly string[] =>
  [...versions].flatMap(([table, n]) => (before.get(table) === n ? [] : [table]))

interface LiveStream {
  readonly request: FastifyRequest
  readonly accountid: number
  readonly sessionid: number
  viewer: Viewer
  readonly output: PassThrough
  /** Names that are not sent yet. */
  readonly changed: Set<string>
  sentAt: number
  checkedAt: number
}

export class LiveUpdates {
  readonly #options: ServerOptions
  readonly #sessions: SessionAuthenticator
  readonly #intervals: LiveIntervals
  readonly #perSession = new RunningRequests(streamsPerSession, 'this session has too many open streams of changes')
  readonly #tables = new ViewerCache((resource, viewer) => new Set(tablesOfList(resource, viewer)))
  readonly #streams = new Set<LiveStream>()
  /** The versions of the tables of each account with an open stream, as they were last seen. */
  readonly #versions = new Map<number, Versions>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isFailing = false
  #isClosed = false

  constructor(options: ServerOptions, sessions: SessionAuthenticator) {
    this.#options = options
    this.#sessions = sessions
    this.#intervals = options.liveIntervals ?? defaultLiveIntervals
  }

  /** What a page has seen that reads its lists after this. Streams begin there with the header `last-event-id`. */
  async position(accountid: number): Promise<string> {
    return this.#sealPosition(accountid, await this.#readVersions(accountid))
  }

  /** Opens a stream. Every change is reported that is committed after this, or after the position in the request. */
  async open(request: FastifyRequest, { caller, sessionid }: AuthenticatedSession): Promise<Readable> {
    const { accountid, role, restricted } = caller
    if (this.#isClosed) throw tryLater('the server is stopping; try again')
    const end = this.#perSession.start(sessionid)
    try {
      if (!this.#versions.has(accountid)) {
        const versions = await this.#readVersions(accountid)
        if (!this.#versions.has(accountid)) this.#versions.set(accountid, versions)
      }
    } catch (error) {
      end()
      throw error
    }
    const now = monotonicMs()
    const stream: LiveStream = {
      request,
      accountid,
      sessionid,
      viewer: { role, restricted },
      output: new PassThrough({ highWaterMark: bufferBytes }),
      changed: new Set(),
      sentAt: now,
      checkedAt: now,
    }
    stream.output.once('close', () => {
      end()
      this.#remove(stream)
    })
    this.#streams.add(stream)
    this.#timer ??= setInterval(() => void this.#look(), this.#intervals.pollMs)
    stream.output.write(`retry: ${retryMs}\n\n`)
    this.#addNames(stream, this.#changedSince(request, accountid))
    this.#send(stream)
    if (this.#isClosed) stream.output.end()
    return stream.output
  }

  /** Ends all streams, so that a stopping server need not wait for them. */
  close(): void {
    this.#isClosed = true
    for (const { output } of this.#streams) output.end()
  }

  #remove(stream: LiveStream): void {
    this.#streams.delete(stream)
    if (![...this.#streams].some(({ accountid }) => accountid === stream.accountid)) {
      this.#versions.delete(stream.accountid)
    }
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** One round: finds what has changed and serves every stream. A failed round is made up by the next one. */
  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      await this.#findChanges()
      await this.#checkSessions()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#options.log.warn({ reason: errorMessage(error) }, 'cannot look for changes')
      this.#isFailing = true
    } finally {
      this.#isLooking = false
    }
    for (const stream of this.#streams) this.#send(stream)
  }

  #sealPosition(accountid: number, versions: Versions): string {
    return seal(this.#options.database.vault, [...versions], positionPlace(accountid))
  }

  /** The tables that have changed since the position in the request; all tables if it cannot be read. */
  #changedSince({ headers }: FastifyRequest, accountid: number): readonly string[] {
    const position = headers['last-event-id']
    if (typeof position !== 'string') return []
    const opened = openSealed(this.#options.database.vault, position, positionPlace(accountid))
    return changedTables(new Map(opened as [string, number][] | null), this.#versions.get(accountid) ?? new Map())
  }

  async #findChanges(): Promise<void> {
    const accounts = [...this.#versions.keys()]
    const read = await this.#readAllVersions(accounts)
    for (const accountid of accounts) {
      const before = this.#versions.get(accountid)
      if (before === undefined) continue
      const versions = read.get(accountid) ?? before
      this.#versions.set(accountid, versions)
      const tables = changedTables(before, versions)
      if (tables.length === 0) continue
      for (const stream of this.#streams) if (stream.accountid === accountid) this.#addNames(stream, tables)
    }
  }

  #addNames({ viewer, changed }: LiveStream, tables: readonly string[]): void {
    for (const resource of this.#options.resources.values()) {
      if (resource.live === false || !resource.access.list?.includes(viewer.role)) continue
      const read = this.#tables.get(resource, viewer)
      if (tables.some((table) => read.has(table))) changed.add(resource.name)
    }
  }

  async #checkSessions(): Promise<void> {
    const due = monotonicMs() - this.#intervals.sessionMs
    const streams = [...this.#streams].filter(({ checkedAt }) => checkedAt <= due)
    await Promise.all(
      streams.map(async (stream) => {
        const session = await this.#sessions.find(stream.request, false)
        stream.checkedAt = monotonicMs()
        if (session === null) stream.output.end()
        else stream.viewer = { role: session.caller.role, restricted: session.caller.restricted }
      }),
    )
  }

  /** A client that has not read its messages for the time of a comment is gone. */
  #send(stream: LiveStream): void {
    const { output, changed } = stream
    const isQuiet = monotonicMs() - stream.sentAt >= this.#intervals.commentMs
    if (output.writableEnded) return
    if (output.writableNeedDrain) {
      if (isQuiet) output.destroy()
      return
    }
    if (changed.size === 0 && !isQuiet) return
    output.write(changed.size === 0 ? ':\n\n' : this.#message(stream))
    changed.clear()
    stream.sentAt = monotonicMs()
  }

  #message({ accountid, changed }: LiveStream): string {
    const position = this.#sealPosition(accountid, this.#versions.get(accountid) ?? new Map())
    return `event: changed\nid: ${position}\ndata: ${JSON.stringify({ names: [...changed].sort() })}\n\n`
  }

  async #readVersions(accountid: number): Promise<Versions> {
    const rows = await this.#options.database.read(accountid, (tx) => tx.all(versionsOfOne))
    return new Map(rows.map(([table, n]) => [String(table), Number(n)]))
  }

  /** Account 0 stands for no account: the statement names its accounts itself. */
  async #readAllVersions(accounts: readonly number[]): Promise<Map<number, Map<string, number>>> {
    const rows = await this.#options.database.read(0, (tx) => tx.all(versionsOfSeveral, { accounts }))
    const versions = new Map<number, Map<string, number>>()
    for (const [accountid, table, n] of rows) {
      const ofAccount = versions.get(Number(accountid)) ?? new Map<string, number>()
      versions.set(Number(accountid), ofAccount.set(String(table), Number(n)))
    }
    return versions
  }
}
