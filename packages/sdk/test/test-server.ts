// A real server over TLS on a free port, with the certificate it makes for itself, which this process then trusts like any
// other: nothing is switched off. And a relay in front of it that loses answers or gives others, when a test tells it to.
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { createServer } from '../../server/src/api/server.ts'
import { ensureCertificate } from '../../server/src/io/certificate.ts'
import type { Clock } from '../../server/src/io/clock.ts'
import type { Database } from '../../server/src/io/database.ts'
import { reports } from '../../server/src/reports/all.ts'
import { endpoints, resources } from '../../server/src/resources/all.ts'
import { testFiles } from '../../server/test/fixture/api-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-sdk-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const certificate = await ensureCertificate(folder)
setDefaultCACertificates([...getCACertificates(), certificate.cert])

/** For processes that are to trust it too (NODE_EXTRA_CA_CERTS). */
export const certificateFile: string = join(folder, 'cert.pem')

export interface ServerLimits {
  readonly dailyQuota?: number
  readonly ratePerMinute?: number
}

/** Servers and relays of one group of tests, where it is made; they go when the group is done. */
export class TestServers {
  readonly #closers: (() => unknown)[] = []

  constructor() {
    after(async () => {
      for (const close of this.#closers) await close()
    })
  }

  /** A server of its own; its address. */
  async serve(database: Database, clock: Clock, limits: ServerLimits = {}): Promise<string> {
    const app = newServer(database, clock, limits)
    this.#closers.push(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  }

  async relay(upstream: string): Promise<Relay> {
    const server = createHttps(certificate)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.#closers.unshift(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the relay has no port')
    const relay = new Relay(`https://127.0.0.1:${address.port}`, upstream)
    server.on('request', (come, answer) => relay.handle(come, answer))
    return relay
  }
}

const newServer = (database: Database, clock: Clock, limits: ServerLimits) =>
  createServer({
    database,
    resources,
    endpoints,
    reports,
    clock,
    log: pino({ level: 'silent' }),
    tls: certificate,
    trustProxy: [],
    loopbackOnly: false,
    dailyQuota: 10_000_000,
    ratePerMinute: null,
    files: testFiles,
    ...limits,
  })

/** What becomes of one request: it passes, its answer is lost after it was done, or something else answers. */
export type RelayOutcome =
  | 'pass'
  | 'lose'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

export class Relay {
  readonly url: string
  /** The requests that came, each with its idempotency key. */
  readonly requests: { readonly method: string; readonly path: string; readonly key: string | undefined }[] = []
  readonly #outcomes: RelayOutcome[] = []
  readonly #upstream: string

  constructor(url: string, upstream: string) {
    this.url = url
    this.#upstream = upstream
  }

  /** What is to become of the next requests; those after them pass. */
  plan(...fates: RelayOutcome[]): void {
    this.#outcomes.push(...fates)
    this.requests.length = 0
  }

  handle(come: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url = '', headers } = come
    const key = headers['idempotency-key']
    this.requests.push({ method, path: url, key: typeof key === 'string' ? key : undefined })
    const fate = this.#outcomes.shift() ?? 'pass'
    if (typeof fate === 'object') {
      come.resume()
      answer.writeHead(fate.status, fate.headers).end(fate.body ?? '')
      return
    }
    const onward = request(new URL(url, this.#upstream), { method, headers, agent: false }, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('end', () => {
        if (fate === 'lose') come.socket.destroy()
        else answer.writeHead(reply.statusCode ?? 500, reply.headers).end(Buffer.concat(pieces))
      })
    })
    onward.on('error', () => come.socket.destroy())
    come.pipe(onward)
  }
}
