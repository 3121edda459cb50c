// Threat T-86 with a whole server over TLS: floods of HTTP/2 streams, cancelled streams, pings and unread responses,
// with and without a token, and of pipelined requests over HTTP/1.1. The server must keep running, in bounded memory,
// and answer another client. How fast it answers is measured by hand (docs/operate.md).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { basicAuth } from '../fixture/request-parts.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
/** Measured on a quiet machine: 304 MB. A busy one collects garbage later. */
const maxMemoryKb = 500 * 1024
const connections = 20
const streamsPerConnection = 500
const maxAttempts = 5

type Flood = (session: ClientHttp2Session, headers: Record<string, string>) => Promise<unknown>

/** Requests as many streams at once as the client allows; the server limits how many are open. */
const streams =
  (use: (stream: ReturnType<ClientHttp2Session['request']>) => void): Flood =>
  (session, headers) =>
    Promise.all(
      Array.from(
        { length: streamsPerConnection },
        () =>
          new Promise<void>((resolve) => {
            if (session.destroyed) return resolve()
            const stream = session.request({ ':path': '/task/?limit=50', accept: 'application/json', ...headers })
            stream.on('error', () => undefined).once('close', resolve)
            use(stream)
          }),
      ),
    )

const floods: Readonly<Record<string, Flood>> = {
  requests: streams((stream) => stream.resume()),
  'cancelled requests': streams((stream) => setImmediate(() => stream.close(constants.NGHTTP2_CANCEL))),
  // The session is closed by the caller, so unread streams end with it.
  'unread responses': (session, headers) => {
    void streams(() => undefined)(session, headers)
    return new Promise((resolve) => setTimeout(resolve, 2000))
  },
  pings: async (session) => {
    for (let round = 0; round < 200 && !session.destroyed; round++) {
      await new Promise<void>((resolve) => {
        session.ping(() => resolve())
        session.once('close', resolve)
      })
    }
  },
}

async function floodFrom(server: StintServer, flood: Flood, headers: Record<string, string>): Promise<void> {
  const settings = flood === floods['unread responses'] ? { initialWindowSize: 0 } : {}
  const session = connectHttp2(server.url, { rejectUnauthorized: false, settings })
  session.on('error', () => undefined)
  await new Promise((resolve) => session.once('connect', resolve).once('close', resolve))
  if (!session.destroyed)
    await Promise.race([flood(session, headers), new Promise((end) => session.once('close', end))])
  session.destroy()
}

/** Sends many requests over one connection without waiting for the responses, and then leaves. */
function pipelineFrom(server: StintServer, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
    const authorization = headers.authorization === undefined ? '' : `Authorization: ${headers.authorization}\r\n`
    const request = `GET /task/?limit=50 HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n${authorization}\r\n`
    socket.on('error', () => undefined).once('close', () => resolve())
    socket.once('secureConnect', () => socket.write(request.repeat(streamsPerConnection)))
    socket.resume()
    setTimeout(() => socket.destroy(), 2000)
  })
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks as a client should: after a 503 again, when Retry-After says so. On a busy machine that can happen. */
async function askPatiently(server: StintServer): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const { status, headers } = await server.request('/me/', { token: 'demo-manager' })
    if (status !== 503 || attempt === maxAttempts) return status
    const seconds = Number(headers['retry-after'])
    assert.ok(seconds > 0, 'a 503 says when to try again')
    await pause(seconds * 1000)
  }
}

/** Another client, which asks again and again until the flood is over. */
async function askMeanwhile(server: StintServer, flood: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = []
  let isOver = false
  void flood.then(() => {
    isOver = true
  })
  while (!isOver) {
    statuses.push(await askPatiently(server))
    await pause(50)
  }
  return statuses
}

test('T-86: no flood stops the server, fills its memory or keeps another client from its answer', async () => {
  const server = await processes.serve(processes.newFolder(), {
    STINT_TLS: 'auto',
    STINT_DEMO: '1',
    // As `npm start` starts it.
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024',
  })
  // A token that was accepted before works from an address that sends wrong ones.
  assert.equal((await server.request('/me/', { token: 'demo-manager' })).status, 200)
  const callers = { 'without a token': {}, 'with a token': { authorization: basicAuth('demo-restricted') } }
  for (const [who, headers] of Object.entries<Record<string, string>>(callers)) {
    for (const [kind, flood] of [...Object.entries(floods), ['pipelined requests', undefined] as const]) {
      const running = Array.from({ length: connections }, () =>
        flood === undefined ? pipelineFrom(server, headers) : floodFrom(server, flood, headers),
      )
      const statuses = await askMeanwhile(server, Promise.all(running))
      assert.equal(server.process.result, undefined, `${kind} ${who}: the server has ended`)
      assert.deepEqual(
        statuses.filter((status) => status !== 200),
        [],
        `${kind} ${who}: ${statuses.length} answers`,
      )
      const [, memory = ''] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')) ?? []
      assert.ok(Number(memory) < maxMemoryKb, `${kind} ${who}: ${memory} KB`)
    }
  }
})
