// The load generator, a separate process: keep-alive connections that each send a request, wait for the whole response
// and send the next (a closed loop, no pipelining). It implements only the necessary part of HTTP, because a full
// client would use the cores that the servers need. bench.ts sends it one order after another.
import { connect, type Socket } from 'node:net'
import { ResponseReader } from './http-responses.ts'

export interface BenchRequest {
  readonly method: string
  readonly path: string
  readonly body?: string
  /** Instead of the token of the order. */
  readonly token?: string
  /** In addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface LoadOrder {
  readonly port: number
  /** Empty if the requests have their own headers for it. */
  readonly token: string
  readonly requests: readonly BenchRequest[]
  readonly connections: number
  /**
   * The warm-up is not measured. It lasts this long and until this many responses, within a limit (code is optimized by
   * use, not by time).
   */
  readonly warmupMs: number
  readonly warmupAnswers: number
  readonly measureMs: number
}

export interface LoadResult {
  readonly answered: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** Responses that were not a success, and broken connections. */
  readonly failed: number
  readonly firstFailure: string
}

const drainTimeoutMs = 3000
const warmupTimeoutMs = 6000

const bytesOf = (request: BenchRequest, port: number, usualToken: string): Buffer => {
  const { method, path, body, token = usualToken, headers = {} } = request
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(token === '' ? [] : [`Authorization: Basic ${Buffer.from(`${token}:x`).toString('base64')}`]),
    'Accept: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

class LoadRun {
  readonly #order: LoadOrder
  readonly #requests: readonly Buffer[]
  readonly #latencies: number[] = []
  readonly #sockets: Socket[] = []
  readonly #onWarm: () => void
  readonly #began = performance.now()
  #measureFrom = Number.POSITIVE_INFINITY
  #until = Number.POSITIVE_INFINITY
  #answered = 0
  #next = 0
  #failed = 0
  #closedCount = 0
  #firstFailure = ''
  readonly #done: () => void
  readonly done: Promise<void>

  constructor(order: LoadOrder, onWarm: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.done = promise
    this.#done = resolve
    this.#order = order
    this.#requests = order.requests.map((request) => bytesOf(request, order.port, order.token))
    this.#onWarm = onWarm
    for (let at = 0; at < order.connections; at++) this.#open()
  }

  outcome(): LoadResult {
    const sorted = Float64Array.from(this.#latencies).sort()
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return {
      answered: sorted.length,
      seconds: this.#order.measureMs / 1000,
      p50: at(0.5),
      p99: at(0.99),
      longest: at(1),
      failed: this.#failed,
      firstFailure: this.#firstFailure,
    }
  }

  #end(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#done()
  }

  #open(): void {
    const socket = connect(this.#order.port, '127.0.0.1')
    this.#sockets.push(socket)
    socket.setNoDelay(true)
    let sentAt = 0
    const responses = new ResponseReader((reason) => this.#fail(reason))
    const sendNext = (): void => {
      if (performance.now() >= this.#until) {
        this.#closeSocket(socket)
        return
      }
      const request = this.#requests[this.#next % this.#requests.length]
      this.#next++
      sentAt = performance.now()
      if (request !== undefined) socket.write(request)
    }
    socket.on('connect', sendNext)
    socket.on('error', (error) => this.#fail(String(error)))
    socket.on('data', (chunk: Buffer) => {
      if (!responses.push(chunk)) return
      this.#recordAnswer(sentAt)
      sendNext()
    })
  }

  /** Waits for the last responses: a server that still works on them would slow down the next run. */
  #closeSocket(socket: Socket): void {
    socket.end()
    this.#closedCount++
    if (this.#closedCount === this.#order.connections) this.#end()
  }

  #beginMeasuring(now: number): void {
    this.#measureFrom = now
    this.#until = now + this.#order.measureMs
    this.#onWarm()
    setTimeout(() => this.#end(), this.#order.measureMs + drainTimeoutMs)
  }

  #isWarm(now: number): boolean {
    const ran = now - this.#began
    return ran > warmupTimeoutMs || (ran > this.#order.warmupMs && this.#answered >= this.#order.warmupAnswers)
  }

  #recordAnswer(sentAt: number): void {
    const now = performance.now()
    this.#answered++
    if (this.#measureFrom > now && this.#isWarm(now)) this.#beginMeasuring(now)
    else if (now >= this.#measureFrom && now < this.#until) this.#latencies.push(now - sentAt)
  }

  #fail(reason: string): void {
    if (performance.now() >= this.#until) return
    this.#failed++
    if (this.#firstFailure === '') this.#firstFailure = reason
  }
}

process.on('message', async (order: LoadOrder) => {
  const run = new LoadRun(order, () => process.send?.('warm'))
  await run.done
  process.send?.(run.outcome())
})
