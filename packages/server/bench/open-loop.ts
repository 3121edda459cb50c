// A load generator in a separate process that does not wait for responses: requests leave at a fixed rate, spread over
// many keep-alive connections, one after the other on each (pipelining). It reads only what it needs of HTTP.
import { connect, type Socket } from 'node:net'

export interface OpenLoopOrder {
  readonly port: number
  readonly token: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly perSecond: number
  readonly seconds: number
}

export interface OpenLoopResult {
  readonly sent: number
  /** Responses with a status of success, their times in milliseconds. */
  readonly answered: number
  readonly p50: number
  readonly p99: number
  /** Responses by any other status. */
  readonly refused: Readonly<Record<string, number>>
  /** Requests on connections that the server has closed. */
  readonly lost: number
  /** Requests that were not sent, because a connection took no more bytes. */
  readonly held: number
}

const tickMs = 5
/** How long responses are waited for after the last request. */
const drainMs = 3000
const maxUnsentBytes = 64 * 1024
const headEnd = Buffer.from('\r\n\r\n')
const lengthPattern = /content-length: (\d+)/i
const statusAt = 9
const statusLength = 3

class Connection {
  readonly #port: number
  readonly #onResponse: (status: string, ms: number) => void
  #socket: Socket
  /** When the requests without a response were sent. */
  #sentAt: number[] = []
  #head: Buffer = Buffer.alloc(0)
  #bodyLeft = 0
  lost = 0

  constructor(port: number, onResponse: (status: string, ms: number) => void) {
    this.#port = port
    this.#onResponse = onResponse
    this.#socket = this.#open()
  }

  /** False if the connection takes no more. */
  send(request: Buffer): boolean {
    if (this.#socket.writableLength > maxUnsentBytes) return false
    this.#sentAt.push(performance.now())
    this.#socket.write(request)
    return true
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy()
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    let isRefused = false
    socket.on('error', (error) => {
      isRefused = 'code' in error && error.code === 'ECONNREFUSED'
    })
    socket.on('close', () => {
      this.lost += this.#sentAt.length
      this.#sentAt = []
      this.#head = Buffer.alloc(0)
      this.#bodyLeft = 0
      // A server that has ended is not asked again.
      if (!isRefused) this.#socket = this.#open()
    })
    return socket
  }

  #read(chunk: Buffer): void {
    let bytes = chunk
    while (bytes.length > 0) {
      if (this.#bodyLeft > 0) {
        const taken = Math.min(this.#bodyLeft, bytes.length)
        this.#bodyLeft -= taken
        bytes = bytes.subarray(taken)
        continue
      }
      const joined = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
      const end = joined.indexOf(headEnd)
      this.#head = end < 0 ? joined : Buffer.alloc(0)
      if (end < 0) return
      const head = joined.toString('latin1', 0, end)
      this.#onResponse(head.slice(statusAt, statusAt + statusLength), performance.now() - (this.#sentAt.shift() ?? 0))
      this.#bodyLeft = Number(lengthPattern.exec(head)?.[1] ?? 0)
      bytes = joined.subarray(end + headEnd.length)
    }
  }
}

async function run(order: OpenLoopOrder): Promise<OpenLoopResult> {
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  const onResponse = (status: string, ms: number): void => {
    if (status.startsWith('2')) latencies.push(ms)
    else refused[status] = (refused[status] ?? 0) + 1
  }
  const authorization = `Authorization: Basic ${Buffer.from(`${order.token}:x`).toString('base64')}`
  const requests = order.paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}\r\nAccept: application/json\r\n\r\n`),
  )
  const connections = Array.from({ length: order.connections }, () => new Connection(order.port, onResponse))
  let [sent, held] = [0, 0]
  const began = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min((performance.now() - began) / 1000, order.seconds)
      for (const due = Math.floor(elapsed * order.perSecond); sent + held < due; ) {
        const at = sent + held
        const request = requests[at % requests.length]
        if (request !== undefined && connections[at % connections.length]?.send(request)) sent++
        else held++
      }
      if (elapsed < order.seconds) return
      clearInterval(timer)
      resolve()
    }, tickMs)
  })
  await new Promise((resolve) => setTimeout(resolve, drainMs))
  for (const connection of connections) connection.close()
  const sorted = Float64Array.from(latencies).sort()
  const quantile = (part: number): number => sorted[Math.floor(part * sorted.length)] ?? 0
  const lost = connections.reduce((sum, connection) => sum + connection.lost, 0)
  return { sent, answered: sorted.length, p50: quantile(0.5), p99: quantile(0.99), refused, lost, held }
}

process.on('message', async (order: OpenLoopOrder) => {
  process.send?.(await run(order))
})
