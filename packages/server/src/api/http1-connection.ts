// One connection over HTTP/1: passes its requests one by one to Node's parser, each when it has a slot. Under overload
// it rejects the older ones unparsed. It does not decide who gets a slot; pipelining.ts says why this is needed.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { monotonicMs } from '../io/clock.ts'
import { acceptOf, firstHead, isIncomplete, isOneHead, isSpecial, type RequestHead } from './request-head.ts'
import type { QueuedWork } from './work-queue.ts'

export interface PipeliningOptions {
  /** Requests of one connection without a finished response. */
  readonly openPerConnection: number
  /** A request that waited longer for a slot is rejected if a newer one of the same connection has arrived. */
  readonly rejectAfterMs: number
  readonly slots: Slots
  /** True for a path that is answered without a slot. */
  isExempt(path: string): boolean
  /** A complete response, as bytes, for a request with this Accept header. */
  rejection(accept: string | undefined): Buffer
}

/** Each request that runs has a slot (work-queue.ts). */
interface Slots {
  /** Takes a slot if one is free and nobody waits for it. */
  beginNow(): boolean
  add(connection: object, work: QueuedWork): void
  /** Releases a slot for which no request was found. */
  finish(): void
}

const mostUnparsed = 64 * 1024
const rejectionsAtOnce = 50
const nothing = Buffer.alloc(0)

export class Http1Connection {
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
  /** True while the request is parsed that has a slot. */
  #hasSlot = false
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

  /** Returns true if the request has a slot. */
  beginRequest(response: ServerResponse): boolean {
    this.#open.add(response)
    response.on('close', () => this.#endRequest(response))
    const hasSlot = this.#hasSlot
    this.#hasSlot = false
    if (!this.#isUnreadHead || !isSpecial(response.req)) return hasSlot
    // Its body may arrive slowly, so it gets a slot when the body is there.
    this.#isParsedByNode = true
    if (hasSlot) this.#options.slots.finish()
    return false
  }

  #endRequest(response: ServerResponse): void {
    this.#open.delete(response)
    if (this.#unparsed.length > 0 || this.#rejections.length > 0) this.#proceed()
  }

  /** Node forgets the responses of a connection that ends with CONNECT, and their slots would never be released. */
  end(): void {
    // Without a socket they emit 'close' once because of this.
    for (const response of this.#open) response.destroy()
  }

  /**
   * Reading goes on, perhaps because responses were read. Node also resumes the socket after each request, and says so
   * when it may be paused again: its listener has begun to read then, and stops with this event (T-347).
   */
  resume(): void {
    const unread = this.#unparsed.length + this.#socket.readableLength
    if (this.#socket.isPaused() && unread > mostUnparsed) this.#socket.emit('pause')
    else if (this.#unparsed.length > 0 && !this.#isWaiting) this.#proceed()
  }

  receive(bytes: Buffer): void {
    if (this.#hasFailed) return
    this.#hasReceived = true
    if (this.#isParsedByNode) {
      this.#parse(bytes)
      return
    }
    if (this.#canParseAtOnce(bytes)) {
      this.#parseWithSlot(bytes)
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

  /** True for the usual request: nothing of the connection waits, and there was a free slot, which it has now. */
  #canParseAtOnce(bytes: Buffer): boolean {
    return (
      this.#open.size === 0 &&
      this.#unparsed.length === 0 &&
      this.#rejections.length === 0 &&
      !this.#isWaiting &&
      isOneHead(bytes) &&
      !this.#isParserPaused &&
      this.#options.slots.beginNow()
    )
  }

  /** Node may answer by itself, for example with 417 or 400. Then a body may follow, and the slot is released. */
  #parseWithSlot(bytes: Buffer): void {
    this.#hasSlot = true
    this.#isUnreadHead = true
    this.#parse(bytes)
    this.#isUnreadHead = false
    if (!this.#hasSlot) return
    this.#hasSlot = false
    this.#isParsedByNode = true
    this.#options.slots.finish()
  }

  /** What follows a head with a mistake is ignored: an answer to it would be read as the error, which comes later. */
  #parseHead({ text }: RequestHead): void {
    const before = this.#open.size
    this.#parse(this.#take(text.length))
    if (this.#open.size > before) return
    this.#hasFailed = true
    this.#unparsed = nothing
  }

  /**
   * A stream that is paused while it emits what it has read would read on until it is full, so it is paused in the next
   * turn of the event loop. Until then megabytes may arrive, which is worse (T-347).
   */
  #stopReading(): void {
    if (this.#unparsed.length > mostUnparsed) this.#socket.pause()
    else
      setImmediate(() => {
        if (this.#isWaiting) this.#socket.pause()
      })
  }

  /** Parses what can be parsed now, or waits for a slot to do so. */
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
      this.#waitForSlot()
    } else {
      return false
    }
    return true
  }

  #waitForSlot(): void {
    this.#isWaiting = true
    const since = monotonicMs()
    this.#options.slots.add(this.#socket, {
      start: () => this.#useSlot(since),
      expire: () => {
        this.#rejectUnparsed(0)
        this.#isWaiting = false
        this.#proceed()
      },
      isAbandoned: () => this.#socket.destroyed,
    })
  }

  #useSlot(since: number): void {
    if (!this.#socket.isPaused() || this.#unparsed.length > mostUnparsed) {
      this.#parseNext(since)
      return
    }
    // What has arrived while nothing was read is there after two turns of the event loop.
    this.#socket.resume()
    setImmediate(() => setImmediate(() => this.#parseNext(since)))
  }

  #parseNext(since: number): void {
    if (monotonicMs() - since > this.#options.rejectAfterMs && this.#open.size === 0) this.#rejectUnparsed(1)
    this.#isWaiting = false
    this.#hasSlot = true
    const head = this.#sendRejections() && this.#canParse ? firstHead(this.#unparsed) : null
    if (head !== null) this.#parseHead(head)
    if (this.#hasSlot) {
      this.#hasSlot = false
      this.#options.slots.finish()
    }
    if (this.#unparsed.length > 0) this.#proceed()
  }

  /** Rejects all complete requests but the newest `kept`, up to one that is answered without a slot. */
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
      this.#rejections.push(this.#options.rejection(acceptOf(text)))
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
