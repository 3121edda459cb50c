// Reads requests over HTTP/1 one by one: each waits for its turn before it is parsed. Node parses all that has arrived,
// and a client that does not wait for responses sends hundreds of requests at once, which would all be kept in memory
// (T-86). Under overload the newest of them is answered and the older ones are rejected unparsed. HTTP/2 is not for it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import { monotonicMs } from '../io/clock.ts'
import type { QueuedWork } from './work-queue.ts'

export interface PipeliningOptions {
  /** Requests of one connection without a finished response. */
  readonly openPerConnection: number
  /** A request that waited longer for its turn is rejected if a newer one of the same connection has arrived. */
  readonly patienceMs: number
  readonly turns: Turns
  /** True for a path that is answered without a turn. */
  isExempt(path: string): boolean
  /** A complete response, as bytes, for a request with this Accept header. */
  rejection(accept: string | undefined): Buffer
}

interface Turns {
  /** Begins a turn if one is free and nobody waits for it. */
  beginNow(): boolean
  add(connection: object, work: QueuedWork): void
  /** Ends a turn in which no request was found. */
  finish(): void
}

const largestHead = 16 * 1024
const mostUnparsed = 64 * 1024
const rejectionsAtOnce = 50
const nothing = Buffer.alloc(0)
const headEnd = Buffer.from('\r\n\r\n')
const requestLine = /^GET ([\x21-\x7e]+) HTTP\/1\.1\r\n/
/** Headers after which more than the head belongs to the request, or no request may follow; and wrong line ends. */
const specialHeader =
  /\r\n(?:content-length|transfer-encoding|upgrade|expect)[ \t]*:|\r\nconnection[ \t]*:(?![ \t]*keep-alive[ \t]*\r\n)|[^\r]\n|\r[^\n]/i
const acceptHeader = /\r\naccept[ \t]*:([^\r\n]*)/i

interface RequestHead {
  readonly text: string
  readonly path: string
}

/** The head of the first request in the bytes, or null if it is incomplete or not a GET without a body. */
function firstHead(bytes: Buffer): RequestHead | null {
  const at = bytes.indexOf(headEnd)
  if (at < 0) return null
  const text = bytes.toString('latin1', 0, at + headEnd.length)
  const path = requestLine.exec(text)?.[1]
  return path === undefined || specialHeader.test(text) ? null : { text, path }
}

const isIncomplete = (bytes: Buffer): boolean => bytes.length < largestHead && !bytes.includes(headEnd)

/** True if the bytes are one head, whatever it says: the usual client waits for the response before it sends more. */
function isOneHead(bytes: Buffer): boolean {
  const at = bytes.indexOf(headEnd)
  return at >= 0 && at === bytes.length - headEnd.length
}

/** True if more than the head may belong to the request, or no request may follow, for a head that Node has parsed. */
const isSpecial = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  headers.expect !== undefined ||
  headers.upgrade !== undefined ||
  (headers.connection !== undefined && headers.connection.toLowerCase() !== 'keep-alive')

class Http1Connection {
  readonly #socket: Socket
  readonly #parse: (bytes: Buffer) => void
  readonly #options: PipeliningOptions
  /** The responses that are not finished. */
  readonly #open = new Set<ServerResponse>()
  /** What has arrived and is not parsed. */
  #unparsed: Buffer = nothing
  /** Responses to requests that were rejected unparsed. They are sent when the open ones are finished. */
  #rejections: Buffer[] = []
  #isWaiting = false
  /** True while #proceed runs: what it calls may call it again. */
  #isProceeding = false
  /** True while the request is parsed whose turn it is. */
  #hasTurn = false
  /** True while a head is parsed that was not read as text before. */
  #isUnreadHead = false
  /** True once something other than a GET without a body has arrived. Then Node finds the ends of the requests. */
  #isParsedByNode = false
  /** True once Node found a mistake in a head and answers with an error. The connection ends after it. */
  #hasFailed = false
  #hasReceived = false
  /** True once Node's parser has got bytes. Then it knows whether the beginning of a request has arrived. */
  #isParserUsed = false

  constructor(socket: Socket, parse: (bytes: Buffer) => void, options: PipeliningOptions) {
    this.#socket = socket
    this.#parse = (bytes) => {
      this.#isParserUsed = true
      parse(bytes)
    }
    this.#options = options
  }

  /** True if the connection has no request. `isIdleForNode` is true if its parser has no beginning of one. */
  isIdle(isIdleForNode: boolean): boolean {
    const isUsed = this.#open.size > 0 || this.#isWaiting || (this.#isParserUsed && !isIdleForNode)
    const hasUnsent = this.#rejections.length > 0 || this.#socket.writableLength > 0
    return !isUsed && !hasUnsent && this.#unparsed.length === 0
  }

  /** True if requests have arrived, but none that Node has seen. */
  get isUnknownToNode(): boolean {
    return this.#hasReceived && !this.#isParserUsed
  }

  /** Returns true if it is the turn of the request. */
  beginRequest(response: ServerResponse): boolean {
    this.#open.add(response)
    response.on('close', () => this.#endRequest(response))
    const hasTurn = this.#hasTurn
    this.#hasTurn = false
    if (!this.#isUnreadHead || !isSpecial(response.req)) return hasTurn
    // Its body may arrive slowly, so its turn comes later.
    this.#isParsedByNode = true
    if (hasTurn) this.#options.turns.finish()
    return false
  }

  #endRequest(response: ServerResponse): void {
    this.#open.delete(response)
    if (this.#unparsed.length > 0 || this.#rejections.length > 0) this.#proceed()
  }

  /** Node forgets the responses of a connection that ends with CONNECT, and their turns would never end. */
  end(): void {
    // Without a socket they emit 'close' once because of this.
    for (const response of this.#open) response.destroy()
  }

  /** Reading goes on, perhaps because responses were read. */
  resume(): void {
    if (this.#unparsed.length > 0 && !this.#isWaiting) this.#proceed()
  }

  receive(bytes: Buffer): void {
    if (this.#hasFailed) return
    this.#hasReceived = true
    if (this.#isParsedByNode) {
      this.#parse(bytes)
      return
    }
    if (this.#canParseAtOnce(bytes)) {
      this.#parseInTurn(bytes)
      return
    }
    this.#unparsed = this.#unparsed.length === 0 ? bytes : Buffer.concat([this.#unparsed, bytes])
    if (this.#isWaiting) this.#stopReading()
    else this.#proceed()
  }

  /** Node pauses its parser and the socket while too much of the responses is unread. No function says so. */
  get #isParserPaused(): boolean {
    return Reflect.get(this.#socket, '_paused') === true
  }

  get #canParse(): boolean {
    return this.#unparsed.length > 0 && !this.#socket.destroyed && !this.#isParserPaused
  }

  /** True for the usual request: nothing of the connection waits, and there is a free turn, which begins now. */
  #canParseAtOnce(bytes: Buffer): boolean {
    return (
      this.#open.size === 0 &&
      this.#unparsed.length === 0 &&
      this.#rejections.length === 0 &&
      !this.#isWaiting &&
      isOneHead(bytes) &&
      !this.#isParserPaused &&
      this.#options.turns.beginNow()
    )
  }

  /** Node may answer by itself, for example with 417 or 400. Then a body may follow, and the turn ends at once. */
  #parseInTurn(bytes: Buffer): void {
    this.#hasTurn = true
    this.#isUnreadHead = true
    this.#parse(bytes)
    this.#isUnreadHead = false
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#isParsedByNode = true
    this.#options.turns.finish()
  }

  /** What follows a head with a mistake is ignored: an answer to it would be read as the error, which comes later. */
  #parseHead({ text }: RequestHead): void {
    const before = this.#open.size
    this.#parse(this.#take(text.length))
    if (this.#open.size > before) return
    this.#hasFailed = true
    this.#unparsed = nothing
  }

  /** A turn later: a stream that is paused while it emits what it has read would read on until it is full. */
  #stopReading(): void {
    setImmediate(() => {
      if (this.#isWaiting) this.#socket.pause()
    })
  }

  /** Parses what can be parsed now, or waits for a turn to do so. */
  #proceed(): void {
    if (this.#isProceeding) return
    this.#isProceeding = true
    try {
      while (this.#sendRejections() && this.#canParse && !this.#isWaiting && this.#parseOrWait());
    } finally {
      this.#isProceeding = false
    }
    const isNotRead = this.#rejections.length > 0 && this.#socket.writableNeedDrain
    if (isNotRead || this.#unparsed.length > mostUnparsed) this.#socket.pause()
    else if (!this.#isWaiting && !this.#isParserPaused && this.#socket.isPaused()) this.#socket.resume()
  }

  /** Returns false if nothing can be done before an open request is finished or more has arrived. */
  #parseOrWait(): boolean {
    const head = firstHead(this.#unparsed)
    if (head === null) {
      // The beginning of a request on an idle connection is parsed, so that the timeout for its head begins.
      if (this.#open.size > 0 && isIncomplete(this.#unparsed)) return false
      this.#isParsedByNode = true
      this.#parse(this.#take(this.#unparsed.length))
    } else if (this.#options.isExempt(head.path)) {
      this.#parseHead(head)
    } else if (this.#open.size < this.#options.openPerConnection) {
      this.#waitForTurn()
    } else {
      return false
    }
    return true
  }

  #waitForTurn(): void {
    this.#isWaiting = true
    const since = monotonicMs()
    this.#options.turns.add(this.#socket, {
      start: () => this.#beginTurn(since),
      expire: () => {
        this.#rejectUnparsed(0)
        this.#isWaiting = false
        this.#proceed()
      },
      isAbandoned: () => this.#socket.destroyed,
    })
  }

  #beginTurn(since: number): void {
    if (!this.#socket.isPaused()) {
      this.#parseNext(since)
      return
    }
    // What has arrived while nothing was read is there after two turns of the event loop.
    this.#socket.resume()
    setImmediate(() => setImmediate(() => this.#parseNext(since)))
  }

  #parseNext(since: number): void {
    if (monotonicMs() - since > this.#options.patienceMs && this.#open.size === 0) this.#rejectUnparsed(1)
    this.#isWaiting = false
    this.#hasTurn = true
    const head = this.#sendRejections() && this.#canParse ? firstHead(this.#unparsed) : null
    if (head !== null) this.#parseHead(head)
    if (this.#hasTurn) {
      this.#hasTurn = false
      this.#options.turns.finish()
    }
    if (this.#unparsed.length > 0) this.#proceed()
  }

  /** Rejects all complete requests but the newest `kept`, up to one that is answered without a turn. */
  #rejectUnparsed(kept: number): void {
    const heads: RequestHead[] = []
    for (let rest = this.#unparsed; ; ) {
      const head = firstHead(rest)
      if (head === null || this.#options.isExempt(head.path)) break
      heads.push(head)
      rest = rest.subarray(head.text.length)
    }
    for (const { text } of heads.slice(0, Math.max(0, heads.length - kept))) {
      this.#take(text.length)
      this.#rejections.push(this.#options.rejection(acceptHeader.exec(text)?.[1]))
    }
  }

  /**
   * Returns false if rejections must wait for earlier responses or for the client to read, and so must the requests
   * after them. They are many times longer than the requests, so they are written in parts.
   */
  #sendRejections(): boolean {
    while (this.#rejections.length > 0) {
      if (this.#open.size > 0 || this.#socket.destroyed) return false
      if (this.#socket.writableNeedDrain) {
        if (this.#socket.listenerCount('drain', this.#onDrain) === 0) this.#socket.once('drain', this.#onDrain)
        return false
      }
      this.#socket.write(Buffer.concat(this.#rejections.splice(0, rejectionsAtOnce)))
    }
    return true
  }

  readonly #onDrain = (): void => this.#proceed()

  #take(length: number): Buffer {
    const taken = this.#unparsed.subarray(0, length)
    this.#unparsed = length === this.#unparsed.length ? nothing : this.#unparsed.subarray(length)
    return taken
  }
}

/**
 * Node's HTTP server has listeners that stop reading at once when its socket is paused. It removes them when somebody
 * else reads the socket too; then a paused socket would still read 64 KB.
 */
function replaceReader(socket: Socket, parse: (bytes: Buffer) => void, receive: (bytes: Buffer) => void): void {
  const before = (['pause', 'resume'] as const).map((event) => ({ event, listeners: socket.listeners(event) }))
  socket.on('data', receive)
  socket.off('data', parse)
  for (const { event, listeners } of before) {
    const kept = socket.listeners(event)
    for (const listener of listeners) if (!kept.includes(listener)) socket.on(event, listener as () => void)
  }
}

interface NodeConnections {
  idle(): readonly { readonly socket: Socket }[]
}

/** The connections whose parser has no beginning of a request. Node has a list of them, which no function gives. */
function idleSockets(server: Server): ReadonlySet<Socket> {
  const key = Object.getOwnPropertySymbols(server).find(({ description }) => description === 'http.server.connections')
  const list = key === undefined ? undefined : (Reflect.get(server, key) as NodeConnections | undefined)
  return new Set(list?.idle().map(({ socket }) => socket))
}

/**
 * Reads the requests of a server one by one. The returned function must be called with each request; it returns true if
 * it is the turn of the request.
 */
export function readOneByOne(
  server: Server,
  options: PipeliningOptions,
): (socket: Socket, response: ServerResponse) => boolean {
  const connections = new Map<Socket, Http1Connection>()
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection'
  server.on(event, (socket: Socket | TLSSocket) => {
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[]
    if (parse === undefined) throw new Error('the connection has no parser')
    const connection = new Http1Connection(socket, parse, options)
    connections.set(socket, connection)
    socket.once('close', () => {
      connections.delete(socket)
      // Node closes the other responses first.
      setImmediate(() => connection.end())
    })
    replaceReader(socket, parse, (bytes) => connection.receive(bytes))
    socket.on('resume', () => connection.resume())
  })
  // Node waits for the first request since the connection began, and does not see those that are rejected unparsed. An
  // error would be read as the response to the next request, so the connection is closed without one.
  const report = server.listeners('clientError')
  server.removeAllListeners('clientError')
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const isUnknown = connections.get(socket)?.isUnknownToNode === true
    if (isUnknown && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy()
    else for (const listener of report) listener.call(server, error, socket)
  })
  // For Node a connection is idle although its next request waits for its turn.
  server.closeIdleConnections = () => {
    const idleForNode = idleSockets(server)
    for (const [socket, connection] of connections) {
      if (connection.isIdle(idleForNode.has(socket))) socket.destroy()
    }
  }
  return (socket, response) => connections.get(socket)?.beginRequest(response) ?? false
}
