// Slow clients: connections with endless headers or slow bodies are closed, over plain HTTP, TLS and HTTP/2. The limits
// are shortened here by an option of the server; the usual limits are read and not waited for.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { connect as connectHttp2, type ServerHttp2Stream } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { defaultTimeouts, type RequestTimeouts } from '../../src/api/server-options.ts'
import { ensureCertificate } from '../../src/io/certificate.ts'
import type { Database } from '../../src/io/database.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { newAccount } from '../../src/main/first-start.ts'
import { reports } from '../../src/reports/all.ts'
import { endpoints, resources } from '../../src/resources/all.ts'
import { eachDatabase, testClock } from '../fixture/databases.ts'
import { basicAuth } from '../fixture/request-parts.ts'
import { TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const token = 'slow-and-steady'
/** The first one is also the limit of the TLS handshake, so a busy machine must be able to finish one in it. */
const shortLimits: RequestTimeouts = { headersMs: 1000, requestMs: 1500, uploadMs: 2500, sessionMs: 2500 }

/** A failed test leaves its server behind, which would keep the process running. */
const apps: FastifyInstance[] = []
after(() => Promise.all(apps.map((app) => app.close())))

async function newApp(database: Database, secure: boolean, timeouts?: RequestTimeouts): Promise<FastifyInstance> {
  const app = createServer({
    database,
    resources,
    endpoints,
    reports,
    clock: testClock,
    log: pino({ level: 'silent' }),
    tls: secure ? await ensureCertificate(processes.newFolder()) : null,
    trustProxy: [],
    loopbackOnly: true,
    dailyQuota: 1000,
    ratePerMinute: null,
    files: new FolderFileStore(processes.newFolder()),
    ...(timeouts === undefined ? {} : { timeouts }),
  })
  apps.push(app)
  return app
}

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

const post =
  `POST /client/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${basicAuth(token)}\r\n` +
  'Accept: application/json\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'

/** Sends the beginning, then single bytes, until the server closes the connection. Returns the response. */
function drip(socket: Socket, beginning: string, byte: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const dripping = setInterval(() => socket.write(byte), 50)
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(dripping)
      resolve(received)
    })
    socket.write(beginning)
  })
}

const dial = (port: number, secure: boolean): Socket =>
  secure ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }) : connect(port, '127.0.0.1')

/** A response that is longer than the buffers between two processes, if it is sent a few times. */
const contract = { path: '/openapi.json', bytes: statSync(new URL('../../openapi.json', import.meta.url)).size }
const contractRequests = `GET ${contract.path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(12)

/** Reads a part every 10 ms for longer than the limit, then everything until 12 responses are there. */
function readSlowly(socket: Socket): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    let received = 0
    let heads = ''
    const reading = setInterval(() => socket.resume(), 10)
    const end = (): void => {
      clearInterval(reading)
      socket.destroy()
      resolve(heads.split('HTTP/1.1 200').length - 1)
    }
    socket.on('error', end).on('close', end)
    socket.on('data', (bytes: Buffer) => {
      received += bytes.length
      heads += bytes.toString('latin1')
      if (performance.now() - began < 2 * shortLimits.requestMs) socket.pause()
      if (received >= 12 * contract.bytes) end()
    })
    socket.write(contractRequests)
  })
}

/** The same over one stream of HTTP/2. Returns how the stream ended. */
async function dripStream(port: number): Promise<number | undefined> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  const headers = { authorization: basicAuth(token), accept: 'application/json', 'content-type': 'application/json' }
  const stream = session.request({ ':method': 'POST', ':path': '/client/', ...headers })
  const dripping = setInterval(() => stream.write(' '), 50)
  stream.on('error', () => undefined)
  await new Promise((resolve) => stream.once('close', resolve))
  clearInterval(dripping)
  const health = session.request({ ':path': '/healthz' })
  await new Promise((resolve, reject) => health.resume().once('end', resolve).once('error', reject))
  session.close()
  return stream.rstCode
}

eachDatabase((_kind, open) => {
  test('T-75: connections with slow headers or bodies are closed, and others are served meanwhile and afterwards', async () => {
    const database = await open()
    await newAccount(database, testClock, { token, name: 'Slow', timezone: 'UTC' })
    for (const secure of [false, true]) {
      const app = await newApp(database, secure, shortLimits)
      const port = await portOf(app)
      const [silent, headers, body, upload] = await Promise.all([
        drip(dial(port, secure), '', ''),
        drip(dial(port, secure), 'GET /me/ HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'a'),
        drip(dial(port, secure), post, ' '),
        drip(
          dial(port, secure),
          post
            .replace('/client/', '/document/')
            .replace('application/json\r\nContent-L', 'multipart/form-data; boundary=b\r\nContent-L'),
          'x',
        ),
      ])
      const where = secure ? 'TLS' : 'plain'
      for (const said of [silent, headers, body, upload]) assert.doesNotMatch(said, /^HTTP\/1\.1 2/, where)
      assert.match(headers, /took too long to arrive/, `slow headers, ${where}: ${JSON.stringify(headers)}`)
      assert.match(body, /took too long to arrive/, `slow body, ${where}`)
      assert.match(upload, /took too long to arrive/, `slow upload, ${where}`)
      if (secure) assert.equal(await dripStream(port), 8, 'the stream is not cancelled')
      assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
      await app.close()
    }
    await database.close()
  })

  test('T-75: the usual limits are 15 s for headers, 30 s for a request and 300 s for an upload', async () => {
    assert.deepEqual(defaultTimeouts, { headersMs: 15_000, requestMs: 30_000, uploadMs: 300_000, sessionMs: 72_000 })
    const database = await open()
    for (const secure of [false, true]) {
      const app = await newApp(database, secure)
      await portOf(app)
      const server = app.server as HttpServer & { connectionsCheckingInterval: number }
      assert.equal(server.headersTimeout, 15_000, secure ? 'TLS' : 'plain')
      assert.equal(
        server.requestTimeout,
        300_000,
        `${secure ? 'TLS' : 'plain'}: shorter for other requests than uploads`,
      )
      assert.ok(server.connectionsCheckingInterval <= 5000, 'overdue connections are checked too rarely')
      await app.close()
    }
    await database.close()
  })
})

/** Opens 100 streams in another process, which then stops as if its machine were suspended. */
const unreadStreams = `
const session = require('node:http2').connect(process.argv[1], { rejectUnauthorized: false, settings: { initialWindowSize: 2 ** 30 } })
session.once('remoteSettings', () => {
  session.setLocalWindowSize(2 ** 30)
  for (let at = 0; at < 100; at++) session.request({ ':path': '${contract.path}' })
  setImmediate(() => setImmediate(() => process.kill(process.pid, 'SIGSTOP')))
})`

// No database is asked.
eachDatabase(
  (_kind, open) => {
    test('T-344: a request that took too long is not run when the rest of it arrives', async () => {
      const database = await open()
      await newAccount(database, testClock, { token, name: 'Late', timezone: 'UTC' })
      for (const secure of [false, true]) {
        const app = await newApp(database, secure, shortLimits)
        const socket = dial(await portOf(app), secure)
        const body = '{"name":"Late","datecreated":"2026-01-01"}'
        socket.write(`${post.replace('1000', String(body.length))}${body.slice(0, 10)}`)
        const [answer] = await once(socket, 'data')
        assert.match(String(answer), /took too long to arrive/)
        socket.write(body.slice(10))
        await once(socket.resume(), 'close')
        const headers = { authorization: basicAuth(token), accept: 'application/json' }
        const clients = await app.inject({ url: '/client/?limit=0', headers })
        assert.equal(clients.json().listcount, 0, secure ? 'TLS' : 'plain')
        await app.close()
      }
      await database.close()
    })

    test('T-343: a session of HTTP/2 whose client has stopped is closed, and so are its requests', async () => {
      const database = await open()
      const app = await newApp(database, true, shortLimits)
      const port = await portOf(app)
      const streams: ServerHttp2Stream[] = []
      app.server.on('stream', (stream: ServerHttp2Stream) => streams.push(stream))
      const connected = once(app.server, 'secureConnection')
      const client = spawn(process.execPath, ['-e', unreadStreams, `https://127.0.0.1:${port}`], { stdio: 'ignore' })
      const [socket] = (await connected) as [Socket]
      const timeout = AbortSignal.timeout(30_000)
      await Promise.race([once(socket, 'close'), once(timeout, 'abort')])
      client.kill('SIGKILL')
      assert.equal(timeout.aborted, false, 'the connection is still open')
      assert.equal(streams.length, 100)
      assert.ok(streams.every(({ closed }) => closed))
      await app.close()
      await database.close()
    })

    test('T-75: a response that is not read is closed, one that is read slowly arrives whole', async () => {
      const database = await open()
      await newAccount(database, testClock, { token, name: 'Slow', timezone: 'UTC' })
      for (const secure of [false, true]) {
        const app = await newApp(database, secure, shortLimits)
        const port = await portOf(app)
        const where = secure ? 'TLS' : 'plain'
        const closed = new Promise((resolve) => {
          const event = secure ? 'secureConnection' : 'connection'
          app.server.once(event, (socket: Socket) => socket.once('close', resolve))
        })
        const unread = dial(port, secure)
        unread.on('error', () => undefined).write(contractRequests)
        const slow = readSlowly(dial(port, secure))
        await closed
        unread.destroy()
        assert.equal(await slow, 12, `${where}: a slow reader gets every response`)
        await app.close()
      }
      await database.close()
    })
  },
  ['sqlite'],
)
