// HTTP/2: two hosts in one request (T-101), the streams that a connection may open and cancel (T-86), and the security
// headers of responses that Node would write itself (T-33). Slow clients are in process/slow-clients.test.ts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../src/api/server.ts'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { suiteApiFixture } from '../fixture/api-caller.ts'
import { testOptions } from '../fixture/api-fixture.ts'
import { basicAuth } from '../fixture/request-parts.ts'

suiteApiFixture((fixture, _kind, testDatabase) => {
  let app: FastifyInstance
  let port = 0
  before(async () => {
    const tls = await ensureCertificate(testDatabase().dataFolder)
    app = createServer({ ...testOptions(fixture().database, fixture().clock), tls })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const [address] = app.addresses()
    port = typeof address === 'object' ? address.port : 0
  })
  after(() => app.close())

  const open = async (): Promise<ClientHttp2Session> => {
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    session.on('error', () => undefined)
    await once(session, 'remoteSettings')
    return session
  }

  const readText = async (stream: ClientHttp2Stream): Promise<string> => {
    let text = ''
    for await (const part of stream.setEncoding('utf8')) text += part
    return text
  }

  test('T-101: :authority and another Host are 400/18, whatever the path', async () => {
    const session = await open()
    const authorization = basicAuth(fixture().a.tokens.administrator)
    const ask = async (path: string, hosts: OutgoingHttpHeaders) => {
      const stream = session.request({ ':path': path, accept: 'application/json', authorization, ...hosts })
      const [headers] = await once(stream, 'response')
      return { status: headers[':status'], headers, text: await readText(stream) }
    }
    for (const path of ['/me/', '/healthz', '/app/', '/openapi.json', '/nothing/']) {
      const reply = await ask(path, { ':authority': 'a.example', host: 'b.example' })
      assert.equal(reply.status, 400, path)
      assert.equal(JSON.parse(reply.text).error.code, 18, path)
    }
    for (const hosts of [{ ':authority': 'a.example' }, { ':authority': 'a.example', host: 'a.example' }])
      assert.equal((await ask('/me/', hosts)).status, 200, JSON.stringify(hosts))
    const expected = await ask('/me/', { expect: 'much' })
    assert.equal(expected.status, 417)
    assert.equal(expected.headers['x-content-type-options'], 'nosniff')
    session.close()
  })

  test('T-33: 417 and the response to a request without Host have the security headers', async () => {
    for (const [status, head] of [
      [417, 'Host: a\r\nExpect: much\r\n'],
      [400, ''],
    ] as const) {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
      let text = ''
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      socket.write(`GET /me/ HTTP/1.1\r\nAccept: application/json\r\n${head}Connection: close\r\n\r\n`)
      await once(socket, 'close')
      assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `))
      for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security'])
        assert.match(text, new RegExp(`\\r\\n${name}: `, 'i'), `${status} without ${name}: ${text}`)
    }
  })

  test('T-86: a connection has at most 100 streams at the same time', async () => {
    const session = await open()
    assert.equal(session.remoteSettings.maxConcurrentStreams, 100)
    let begun = 0
    app.server.on('stream', () => begun++)
    // Their bodies never end, so they stay open.
    const authorization = basicAuth(fixture().a.tokens.administrator)
    const headers = { ':path': '/client/', ':method': 'POST', 'content-type': 'application/json', authorization }
    const streams = Array.from({ length: 105 }, () => session.request(headers))
    for (const stream of streams) stream.on('error', () => undefined)
    while (begun < 100) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => session.ping(resolve))
    assert.equal(begun, 100)
    session.destroy()
  })

  test('T-86: a connection that cancels more streams than the burst is closed', async () => {
    const cancel = async (session: ClientHttp2Session, most: number): Promise<void> => {
      for (let cancelled = 0; cancelled < most && !session.closed && !session.destroyed; cancelled += 50) {
        const streams = Array.from({ length: 50 }, () => session.request({ ':path': '/healthz' }))
        for (const stream of streams) stream.on('error', () => undefined)
        // They are cancelled after they were sent.
        await nextTurn()
        for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL)
        await nextTurn()
      }
    }
    const calm = await open()
    await cancel(calm, 150)
    const [reply] = await once(calm.request({ ':path': '/healthz' }).resume(), 'response')
    assert.equal(reply[':status'], 200)
    calm.destroy()
    const busy = await open()
    const isEnded = once(busy, 'goaway')
    await cancel(busy, 20_000)
    const [code] = await isEnded
    assert.notEqual(code, constants.NGHTTP2_NO_ERROR)
    busy.destroy()
  })

  test('T-348: idle sessions are closed when there are too many connections', async () => {
    const tls = await ensureCertificate(testDatabase().dataFolder)
    const small = createServer({ ...testOptions(fixture().database, fixture().clock), tls, maxConnections: 10 })
    const url = await small.listen({ port: 0, host: '127.0.0.1' })
    const dial = async (): Promise<ClientHttp2Session> => {
      const session = connect(url, { rejectUnauthorized: false })
      session.on('error', () => undefined)
      await once(session, 'remoteSettings')
      return session
    }
    const busy = await dial()
    const authorization = basicAuth(fixture().a.tokens.administrator)
    const post = { ':path': '/client/', ':method': 'POST', 'content-type': 'application/json', authorization }
    busy.request(post).on('error', () => undefined)
    const idle = await Promise.all(Array.from({ length: 9 }, dial))
    // A session counts as idle when it has had no request for a second.
    await new Promise((resolve) => setTimeout(resolve, 1200))
    for (let one = 0; one < 3; one++) {
      const session = await dial()
      const [headers] = await once(session.request({ ':path': '/healthz' }).resume(), 'response')
      assert.equal(headers[':status'], 200)
      session.destroy()
    }
    assert.ok(idle.every(({ destroyed, closed }) => destroyed || closed))
    assert.equal(busy.destroyed, false)
    busy.destroy()
    await small.close()
  })

  test('T-345: health checks that come at the same time share a check', async () => {
    const { database, clock } = fixture()
    let checks = 0
    const slow = Object.create(database, {
      isReady: {
        value: async () => {
          checks++
          await new Promise((resolve) => setTimeout(resolve, 100))
          return true
        },
      },
    }) as typeof database
    const checked = createServer({ ...testOptions(database, clock), database: slow })
    const replies = await Promise.all(Array.from({ length: 50 }, () => checked.inject('/readyz')))
    assert.deepEqual([replies.every(({ statusCode }) => statusCode === 200), checks], [true, 1])
    assert.equal((await checked.inject('/readyz')).statusCode, 200)
    assert.equal(checks, 2)
    await checked.close()
  })
})
