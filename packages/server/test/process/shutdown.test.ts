// Clean shutdown: running requests are finished, new ones are rejected, and a repeated signal from npm does no harm.
import assert from 'node:assert/strict'
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLong } from '../../../../scripts/test-suites.ts'
import { basicAuth } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const body = JSON.stringify({ name: 'Slow but sure', datecreated: '2026-03-01' })

/** A request that the server has begun to read and that the test ends, over a keep-alive connection. */
async function slowRequest(server: StintServer): Promise<{ request: ClientRequest; reply: Promise<IncomingMessage> }> {
  const request = httpRequest(new URL('/client/', server.url), {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization: basicAuth(server.token),
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  const reply = new Promise<IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  )
  reply.catch(() => undefined)
  await new Promise((resolve) => {
    request.once('continue', resolve)
    request.flushHeaders()
  })
  request.write(body.slice(0, 5))
  return { request, reply }
}

const refuses = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })

async function untilRefused(port: number): Promise<void> {
  while (!(await refuses(port))) await sleep(10)
}

eachDatabaseEnv((newPlace) => {
  for (const workers of isLong ? ['1', '2'] : ['1']) {
    test(`SIGTERM, also if it is repeated at once, lets the running request finish and exits with 0 (${workers} processes)`, async () => {
      const place = await newPlace()
      const data = processes.newFolder()
      const server = await processes.serve(data, { ...place, STINT_WORKERS: workers })
      const idle = new Agent({ keepAlive: true })
      const before = await server.request('/me/', { token: server.token, agent: idle })
      assert.deepEqual([before.status, before.headers.connection], [200, 'keep-alive'])
      const { request, reply } = await slowRequest(server)
      server.process.child.kill('SIGTERM')
      server.process.child.kill('SIGINT')
      await untilRefused(server.port)
      server.process.child.kill('SIGTERM')
      request.end(body.slice(5))
      const answer = await reply
      answer.resume()
      assert.equal(answer.statusCode, 201)
      assert.equal(answer.headers.connection, 'close', 'T-110: the client would use this connection again')
      // Clients that never end are disconnected after 8 s; an idle keep-alive connection must not need this limit.
      const ending = await Promise.race([server.process.finished, sleep(6000)])
      assert.deepEqual([ending?.code, ending?.stderr], [0, ''])
      const again = await processes.serve(data, place)
      const { json } = await again.request('/client/', { token: server.token })
      assert.equal(json.listcount, 1)
      await again.process.stop()
    })
  }
})

for (const workers of isLong ? ['2'] : ['1']) {
  test(`a second signal after a while ends the server at once (${workers} processes)`, async () => {
    const server = await processes.serve(processes.newFolder(), { STINT_WORKERS: workers })
    const { reply } = await slowRequest(server)
    server.process.child.kill('SIGTERM')
    await untilRefused(server.port)
    await sleep(1200)
    assert.equal(server.process.result, undefined, 'it did not wait for the running request')
    server.process.child.kill('SIGTERM')
    // The limit of 10 s would end it in the same way, so it must end earlier.
    const ending = await Promise.race([server.process.finished, sleep(6000)])
    assert.equal(ending?.signal, 'SIGKILL')
    await assert.rejects(reply)
  })
}

quickTest('an idle HTTP/2 session does not delay the shutdown', async () => {
  const server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
  const session = connectHttp2(server.url, { rejectUnauthorized: false })
  const stream = session.request({ ':path': '/healthz' })
  await new Promise((resolve) => stream.resume().once('end', resolve))
  const closed = new Promise((resolve) => session.once('close', resolve))
  assert.equal((await server.process.stop()).code, 0)
  await closed
})

longTest('SIGINT ends like SIGTERM', async () => {
  const server = await processes.serve(processes.newFolder())
  assert.equal((await server.process.stop('SIGINT')).code, 0)
})
