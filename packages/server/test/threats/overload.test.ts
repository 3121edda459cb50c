// Threats T-86, T-87 and T-320: limits of what is worked on at the same time, what waits, and what is rejected. The
// floods that a whole server must survive are in process/floods.long.test.ts, limits by address in
// address-limits.test.ts.
import assert from 'node:assert/strict'
import { connect, isIP } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { limitConnections } from '../../src/api/connection-limits.ts'
import { RateLimit } from '../../src/api/rate-limit.ts'
import { type QueueLimits, WorkQueue } from '../../src/api/work-queue.ts'
import { oneAddress } from '../../src/main/listen-check.ts'
import { HeldServer, RawConnection } from '../fixture/held-server.ts'

const patient: QueueLimits = {
  running: 1,
  startsPerTurn: Number.POSITIVE_INFINITY,
  waiting: 10,
  waitingPerConnection: 5,
  waitMs: 600_000,
}

/** Adds work that reports what happens to it. */
function addWork(queue: WorkQueue, connection: object, name: string, happened: string[], isAbandoned = () => false) {
  queue.add(connection, {
    start: () => happened.push(`${name} starts`),
    expire: () => happened.push(`${name} expires`),
    isAbandoned,
  })
}

test('T-86: connections are served alternately, so one with many requests does not delay another', () => {
  const queue = new WorkQueue(patient)
  const happened: string[] = []
  const [busy, calm] = [{}, {}]
  for (const name of ['first', 'second', 'third']) addWork(queue, busy, name, happened)
  addWork(queue, calm, 'other', happened)
  assert.deepEqual(happened, ['first starts'])
  for (let finished = 0; finished < 4; finished++) queue.finish()
  assert.deepEqual(happened, ['first starts', 'second starts', 'other starts', 'third starts'])
  assert.ok(queue.isIdle)
})

test('T-86: work of a client that has left is never started', () => {
  const queue = new WorkQueue(patient)
  const happened: string[] = []
  let hasLeft = false
  addWork(queue, {}, 'first', happened)
  addWork(queue, {}, 'leaving', happened, () => hasLeft)
  addWork(queue, {}, 'last', happened)
  addWork(queue, {}, 'gone', happened, () => true)
  hasLeft = true
  queue.finish()
  assert.deepEqual(happened, ['first starts', 'last starts'])
})

test('T-86: work that waited too long expires, and is not started later', () => {
  const queue = new WorkQueue({ ...patient, waitMs: 0 })
  const happened: string[] = []
  addWork(queue, {}, 'first', happened)
  addWork(queue, {}, 'late', happened)
  queue.finish()
  assert.deepEqual(happened, ['first starts', 'late expires'])
  assert.ok(queue.isIdle)
})

test('T-86: work that only waits for something else takes no slot from others', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let waitsElsewhere = 0
  const queue = new WorkQueue(patient, () => waitsElsewhere)
  const happened: string[] = []
  for (const name of ['long', 'second', 'third']) addWork(queue, {}, name, happened)
  assert.deepEqual(happened, ['long starts'])
  waitsElsewhere = 1
  t.mock.timers.tick(patient.waitMs / 2)
  assert.deepEqual(happened, ['long starts', 'second starts'])
  queue.finish()
  waitsElsewhere = 0
  queue.finish()
  assert.deepEqual(happened, ['long starts', 'second starts', 'third starts'])
})

test('T-320: few requests start in one turn of the event loop, also if each of them ends at once', async () => {
  const queue = new WorkQueue({ ...patient, running: 10, startsPerTurn: 1 })
  const started: string[] = []
  const addShort = (connection: object, name: string): void =>
    queue.add(connection, {
      start: () => {
        started.push(name)
        queue.finish()
      },
      expire: () => undefined,
      isAbandoned: () => false,
    })
  const flood = {}
  for (const name of ['first', 'second', 'third']) addShort(flood, name)
  addShort({}, 'other')
  assert.deepEqual(started, ['first'])
  await nextTurn()
  assert.deepEqual(started, ['first', 'second'])
  assert.equal(queue.beginNow(), false, 'a request that would not wait otherwise')
  await nextTurn()
  assert.deepEqual(started, ['first', 'second', 'other'])
  await nextTurn()
  await nextTurn()
  assert.deepEqual(started, ['first', 'second', 'other', 'third'])
  assert.ok(queue.beginNow())
})

test('T-86: the queue is full in total or for one connection', () => {
  const queue = new WorkQueue({ ...patient, waiting: 3, waitingPerConnection: 2 })
  const [one, other] = [{}, {}]
  for (let added = 0; added < 3; added++) addWork(queue, one, '', [])
  assert.deepEqual([queue.isFull(one), queue.isFull(other)], [true, false])
  for (let added = 0; added < 2; added++) addWork(queue, other, '', [])
  assert.deepEqual([queue.isFull(other), queue.isFull({})], [true, false], 'a connection that waits for nothing')
})

const ask = (url: string, name: string, person: number) =>
  fetch(`${url}/held/${name}`, { headers: { 'x-person': String(person) } })

// Requests with a length are parsed by Node at once, so they wait in the queue (pipelining.test.ts has the others).
test('T-86: beyond the queue requests get 503 with Retry-After in their format, and health checks still answer', async () => {
  const server = new HeldServer({ running: 1, waitingPerConnection: 1 })
  const url = await server.listen()
  const connection = new RawConnection(url)
  const get = (name: string, format: string) => ({
    name,
    headers: `Content-Length: 0\r\nAccept: application/${format}`,
  })
  connection.send(get('first', 'json'), get('second', 'json'), get('third', 'json'), get('fourth', 'xml'))
  await server.startedCount(1)
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  server.release()
  await server.startedCount(2)
  server.release()
  const [first, second, third, fourth] = await connection.replies(4)
  assert.deepEqual([first?.slice(0, 3), second?.slice(0, 3)], ['200', '200'])
  assert.match(third ?? '', /^503 .*\r\nx-common: yes\r\nretry-after: 1\r\n.*\{.*"code":20.*the server is overloaded/s)
  assert.match(fourth ?? '', /^503 .*<\?xml.*the server is overloaded/s)
  assert.deepEqual(server.started, ['first', 'second'])
  connection.close()
  await server.close()
})

test('T-87: requests of one person beyond the limit wait, and others are served meanwhile', async () => {
  const server = new HeldServer({ openPerPerson: 1 })
  const url = await server.listen()
  const [first, second] = [ask(url, 'first', 1), ask(url, 'second', 1)]
  await server.startedCount(1)
  const other = ask(url, 'other', 2)
  await server.startedCount(2)
  assert.ok(server.started.includes('other'), server.started.join())
  server.release()
  await server.startedCount(3)
  server.release()
  server.release()
  for (const reply of await Promise.all([first, second, other])) assert.equal(reply.status, 200)
  await server.close()
})

test('T-86: above the limit of connections idle ones are closed first', async () => {
  const app = Fastify()
  app.get('/', () => 'ok')
  limitConnections(app.server, { total: 2, perAddress: null })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const idle = await Promise.all(
    [1, 2].map(
      () =>
        new Promise<ReturnType<typeof connect>>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
          socket.once('data', () => resolve(socket))
        }),
    ),
  )
  const closed = Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200)
  await closed
  await app.close()
})

test('T-87, T-45: a token has its requests of a minute, and an address its wrong tokens', () => {
  const limit = new RateLimit({ addRates: () => Promise.reject(new Error('no database')) })
  const minute = 60_000 * 1000
  assert.deepEqual(limit.countRequest('a', 2, minute), { limit: 2, used: 1, resetSeconds: 60 })
  limit.countRequest('a', 2, minute + 1000)
  limit.countRequest('b', 2, minute + 1000)
  assert.throws(() => limit.countRequest('a', 2, minute + 20_000), {
    status: 400,
    code: 12,
    headers: { 'ratelimit-limit': '2', 'ratelimit-remaining': '0', 'ratelimit-reset': '40', 'retry-after': '40' },
  })
  limit.countRequest('a', 2, minute + 60_000)
  for (let failed = 0; failed < 1000; failed++) {
    limit.rejectAfterFailures('address', minute)
    limit.countFailure('address', minute)
  }
  assert.throws(() => limit.rejectAfterFailures('address', minute), { status: 400, code: 12 })
  limit.rejectAfterFailures('another', minute)
  limit.rejectAfterFailures('address', minute + 60_000)
})

test('T-350: a server listens on one address of a name', async () => {
  assert.equal(isIP(await oneAddress('localhost')), 4)
  assert.equal(await oneAddress('127.0.0.1'), '127.0.0.1')
})
