// Threat T-86: a client over HTTP/1 that does not wait for responses. Its requests are read one by one, are answered in
// order, and under overload only the newest of them is taken. What the queue does is in overload.test.ts.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { HeldServer, largeResponse, RawConnection, requestText } from '../fixture/held-server.ts'

const statuses = (replies: readonly string[]): string[] => replies.map((reply) => reply.slice(0, 3))

/** Runs a test with a server that works on one request at a time. */
async function withServer(
  limits: ConstructorParameters<typeof HeldServer>[0],
  work: (server: HeldServer, url: string) => Promise<void>,
): Promise<void> {
  const server = new HeldServer({ running: 1, patienceMs: 600_000, ...limits })
  try {
    await work(server, await server.listen())
  } finally {
    await server.close()
  }
}

/** Releases requests until this many have started, and the last one too. */
async function releaseAll(server: HeldServer, count: number): Promise<void> {
  for (let started = 1; started <= count; started++) {
    await server.startedCount(started)
    server.release()
  }
}

test('T-86: requests that arrive together are read one by one and answered in order', () =>
  withServer({}, async (server, url) => {
    const connection = new RawConnection(url)
    connection.send({ name: 'first' }, { name: 'second' }, { name: 'third' })
    await server.startedCount(1)
    assert.deepEqual(server.started, ['first'])
    await releaseAll(server, 3)
    assert.deepEqual(statuses(await connection.replies(3)), ['200', '200', '200'])
    assert.deepEqual(server.started, ['first', 'second', 'third'])
    connection.close()
  }))

test('T-86: after a long wait the older requests of a connection get 503 in their format, and the newest is answered', () =>
  withServer({ patienceMs: -1 }, async (server, url) => {
    const [busy, waiting] = [new RawConnection(url), new RawConnection(url)]
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    waiting.send({ name: 'oldest', headers: 'Accept: application/json' }, { name: 'old' }, { name: 'new' })
    await server.hasRead(waiting)
    await releaseAll(server, 2)
    const [oldest, old, newest] = await waiting.replies(3)
    assert.match(
      oldest ?? '',
      /^503 Service Unavailable\r\nx-common: yes\r\nretry-after: 1\r\n.*"code":20.*overloaded/s,
    )
    assert.match(old ?? '', /^503 .*<\?xml.*overloaded/s)
    assert.match(newest ?? '', /^200 .*done$/s)
    assert.deepEqual(server.started, ['busy', 'new'])
    for (const connection of [busy, waiting]) connection.close()
  }))

test('T-86: a request that waited too long gets 503 after the response of an earlier one, and the next is answered', () =>
  withServer({ running: 2, waitMs: 0 }, async (server, url) => {
    const [busy, connection] = [new RawConnection(url), new RawConnection(url)]
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    connection.send({ name: 'first' }, { name: 'late' })
    await server.startedCount(2)
    await server.hasRead(connection)
    server.release()
    server.release()
    assert.deepEqual(statuses(await connection.replies(2)), ['200', '503'])
    connection.send({ name: 'next' })
    await releaseAll(server, 3)
    assert.deepEqual(statuses(await connection.replies(3)), ['200', '503', '200'])
    for (const one of [busy, connection]) one.close()
  }))

test('T-86: a request in pieces, one with a body and one of another method are answered among others', () =>
  withServer({ running: 3 }, async (server, url) => {
    const inPieces = new RawConnection(url)
    const [begin, end] = [requestText({ name: 'pieces' }).slice(0, 30), requestText({ name: 'pieces' }).slice(30)]
    inPieces.write(begin)
    const mixed = new RawConnection(url)
    const post =
      'POST /held/post HTTP/1.1\r\nHost: a\r\nX-Person: 1\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody'
    const getWithBody = `${requestText({ name: 'body', headers: 'Content-Length: 2' })}{}`
    mixed.write(requestText({ name: 'first' }) + post + getWithBody + requestText({ name: 'last' }).slice(0, 9))
    mixed.write(requestText({ name: 'last' }).slice(9))
    inPieces.write(end)
    await releaseAll(server, 5)
    assert.deepEqual(statuses(await mixed.replies(4)), ['200', '200', '200', '200'])
    assert.deepEqual(statuses(await inPieces.replies(1)), ['200'])
    for (const connection of [inPieces, mixed]) connection.close()
  }))

test('T-86: a health check is answered on a connection whose other request waits', () =>
  withServer({}, async (server, url) => {
    const [busy, connection] = [new RawConnection(url), new RawConnection(url)]
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    connection.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    connection.send({ name: 'waiting' })
    assert.deepEqual(statuses(await connection.replies(1)), ['200'])
    await releaseAll(server, 2)
    assert.deepEqual(statuses(await connection.replies(2)), ['200', '200'])
    for (const one of [busy, connection]) one.close()
  }))

test('T-86: a connection whose request waits is not closed as idle, one without a request is', () =>
  withServer({}, async (server, url) => {
    const [busy, waiting, idle] = [new RawConnection(url), new RawConnection(url), new RawConnection(url)]
    idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    await idle.replies(1)
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    waiting.send({ name: 'waiting' })
    await server.hasRead(waiting)
    server.http.closeIdleConnections()
    while (!idle.isClosed) await new Promise((resolve) => setImmediate(resolve))
    await releaseAll(server, 2)
    assert.deepEqual(statuses(await waiting.replies(1)), ['200'])
    assert.deepEqual([busy.isClosed, waiting.isClosed], [false, false])
    for (const connection of [busy, waiting]) connection.close()
  }))

test('T-86: a client that sends many requests before it reads large responses gets all of them', () =>
  withServer({ running: 5 }, async (_server, url) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    const requests = 12
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests))
    // The server is busy with what the client does not read.
    for (let asked = 0; asked < 20; asked++) assert.equal((await fetch(`${url}/healthz`)).status, 200)
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.resume()
    while (received.length < requests * largeResponse && !socket.closed)
      await new Promise((resolve) => setImmediate(resolve))
    assert.equal(received.match(/HTTP\/1\.1 200/g)?.length, requests)
    assert.equal(received.match(/x{1000000}/g)?.length, requests)
    socket.destroy()
  }))
