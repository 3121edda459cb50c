// A real server over TLS on a free port. This process trusts its self-signed certificate; verification stays on. A
// relay in front of it can lose responses or replace them, as a test plans it.
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { createServer } from '../../server/src/api/server.ts'
import { type Certificate, ensureCertificate } from '../../server/src/io/certificate.ts'
import type { Clock } from '../../server/src/io/clock.ts'
import type { Database } from '../../server/src/io/database.ts'
import { reports } from '../../server/src/reports/all.ts'
import { endpoints, resources } from '../../server/src/resources/all.ts'
import { testFiles } from '../../server/test/fixture/api-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-sdk-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

let certificate: Promise<Certificate> | undefined

async function trustedCertificate(): Promise<Certificate> {
  const created = await ensureCertificate(folder)
  setDefaultCACertificates([...getCACertificates(), created.cert])
  return created
}

const serverCertificate = (): Promise<Certificate> => {
  certificate ??= trustedCertificate()
  return certificate
}

/** For child processes, which trust it with NODE_EXTRA_CA_CERTS. */
export const certificateFile: string = join(folder, 'cert.pem')

export interface ServerLimits {
  readonly dailyQuota?: number
  readonly ratePerMinute?: number
}

/** Servers and relays of one group of tests. They are closed when the group in which this object is created ends. */
export class TestServers {
  readonly #closers: (() => unknown)[] = []

  constructor() {
    after(async () => {
      for (const close of this.#closers) await close()
    })
  }

  /** Starts a server and returns its address. */
  async serve(database: Database, clock: Clock, limits: ServerLimits = {}): Promise<string> {
    const app = newServer(database, clock, limits, await serverCertificate())
    this.#closers.push(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  }

  async relay(upstream: string): Promise<Relay> {
    const server = createHttps(await serverCertificate())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.#closers.unshift(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the relay has no port')
    const relay = new Relay(`https://127.0.0.1:${address.port}`, upstream)
    server.on('request', (incoming, response) => relay.handle(incoming, response))
    return relay
  }
}

const newServer = (database: Database, clock: Clock, limits: ServerLimits, tls: Certificate) =>
  createServer({
    database,
    resources,
    endpoints,
    reports,
    clock,
    log: pino({ level: 'silent' }),
    tls,
    trustProxy: [],
    loopbackOnly: false,
    dailyQuota: 10_000_000,
    ratePerMinute: null,
    files: testFiles,
    ...limits,
  })

/** The outcome of one request: it passes, its response is lost after the server handled it, or the relay responds. */
export type RelayOutcome =
  | 'pass'
  | 'lose'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }

export class Relay {
  readonly url: string
  /** The received requests, each with its idempotency key. */
  readonly requests: { readonly method: string; readonly path: string; readonly key: string | undefined }[] = []
  readonly #outcomes: RelayOutcome[] = []
  readonly #upstream: string

  constructor(url: string, upstream: string) {
    this.url = url
    this.#upstream = upstream
  }

  /** Sets the outcomes of the next requests; those after them pass. */
  plan(...outcomes: RelayOutcome[]): void {
    this.#outcomes.push(...outcomes)
    this.requests.length = 0
  }

  handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = incoming
    const key = headers['idempotency-key']
    this.requests.push({ method, path: url, key: typeof key === 'string' ? key : undefined })
    const outcome = this.#outcomes.shift() ?? 'pass'
    if (typeof outcome === 'object') {
      incoming.resume()
      response.writeHead(outcome.status, outcome.headers).end(outcome.body ?? '')
      return
    }
    const forwarded = request(new URL(url, this.#upstream), { method, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        if (outcome === 'lose') incoming.socket.destroy()
        else response.writeHead(reply.statusCode ?? 500, reply.headers).end(Buffer.concat(chunks))
      })
    })
    forwarded.on('error', () => incoming.socket.destroy())
    incoming.pipe(forwarded)
  }
}
