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
  const server = new HeldServer({ running: 1, rejectAfterMs: 600_000, ...limits })
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

const healthCheck = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

/** A connection on which one request was answered. */
async function usedConnection(url: string): Promise<RawConnection> {
  const connection = new RawConnection(url)
  connection.write(healthCheck)
  await connection.replies(1)
  return connection
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
  withServer({ rejectAfterMs: -1 }, async (server, url) => {
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

test('T-86: a request takes no slot before its body is there', () =>
  withServer({}, async (server, url) => {
    const [slow, other] = [await usedConnection(url), new RawConnection(url)]
    const head =
      'POST /held/slow HTTP/1.1\r\nHost: a\r\nX-Person: 1\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n'
    slow.write(head)
    await server.hasRead(slow)
    other.send({ name: 'other' })
    await releaseAll(server, 1)
    assert.deepEqual(statuses(await other.replies(1)), ['200'])
    slow.write('body')
    await releaseAll(server, 2)
    assert.deepEqual(statuses(await slow.replies(2)), ['200', '200'])
    assert.deepEqual(server.started, ['other', 'slow'])
    for (const connection of [slow, other]) connection.close()
  }))

test('T-86: a turn is free again after a last request of a connection, and after bytes that are no request', () =>
  withServer({}, async (server, url) => {
    const [last, wrong, blank, next] = [0, 1, 2, 3].map(() => new RawConnection(url))
    last?.send({ name: 'last', headers: 'Connection: close' })
    await releaseAll(server, 1)
    assert.deepEqual(statuses((await last?.replies(1)) ?? []), ['200'])
    wrong?.write('GET without a version\r\n\r\n')
    assert.deepEqual(statuses((await wrong?.replies(1)) ?? []), ['400'])
    blank?.write('\r\n\r\n')
    next?.send({ name: 'next' })
    await releaseAll(server, 2)
    assert.deepEqual(statuses((await next?.replies(1)) ?? []), ['200'])
    for (const connection of [last, wrong, blank, next]) connection?.close()
  }))

test('T-312: the body of a request that Node answers by itself is never read as requests', () =>
  withServer({}, async (server, url) => {
    const connection = await usedConnection(url)
    const body = 'GET / HTTP/1.1\r\n\r\n'.repeat(3500)
    connection.write(`POST / HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nContent-Length: ${body.length}\r\n\r\n`)
    await server.hasRead(connection)
    connection.write(body)
    connection.send({ name: 'next' })
    await releaseAll(server, 1)
    assert.deepEqual(statuses(await connection.replies(3)), ['200', '417', '200'])
    assert.deepEqual(server.started, ['next'])
    connection.close()
  }))

test('T-312: requests with a repeated header are answered in the order in which they came', () =>
  withServer({}, async (server, url) => {
    const [busy, connection] = [new RawConnection(url), await usedConnection(url)]
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    connection.send({ name: 'first', headers: 'Connection: keep-alive\r\nConnection: keep-alive' }, { name: 'second' })
    await server.hasRead(connection)
    server.release()
    await server.startedCount(2)
    connection.send({ name: 'third' })
    await server.hasRead(connection)
    for (const finished of [1, 2, 3]) {
      await server.startedCount(1 + finished)
      server.release()
      assert.equal((await connection.replies(1 + finished)).length, 1 + finished)
    }
    assert.deepEqual(server.started, ['busy', 'first', 'second', 'third'])
    for (const one of [busy, connection]) one.close()
  }))

test('T-312: the turns of requests are free again when their connection ends with CONNECT', () =>
  withServer({ running: 3, openPerPerson: 3, openPerAccount: 3 }, async (server, url) => {
    const [connection, next] = [new RawConnection(url), new RawConnection(url)]
    const requests = ['a', 'b', 'c'].map((name) => requestText({ name })).join('')
    connection.write(`${requests}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`)
    await connection.closed()
    next.send({ name: 'd' }, { name: 'e' }, { name: 'f' })
    while (!['d', 'e', 'f'].every((name) => server.started.includes(name)))
      await new Promise((resolve) => setImmediate(resolve))
    for (let at = 0; at < 6; at++) server.release()
    assert.deepEqual(statuses(await next.replies(3)), ['200', '200', '200'])
    next.close()
  }))

test('T-312: many requests that are answered at once and waited for the same slot are all answered', () =>
  withServer({}, async (server, url) => {
    const busy = new RawConnection(url)
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    const others = Array.from({ length: 300 }, () => new RawConnection(url))
    for (const one of others) one.write('GET /missing HTTP/1.1\r\nHost: a\r\n\r\n')
    for (const one of others) {
      while (one.sent.port === undefined) await new Promise((resolve) => setImmediate(resolve))
      await server.hasRead(one)
    }
    server.release()
    for (const one of others) assert.deepEqual(statuses(await one.replies(1)), ['404'])
    for (const one of [busy, ...others]) one.close()
  }))

test('T-312: a client that reads no response keeps little in memory, however much it sends', () =>
  withServer({ waitMs: 2 }, async (server, url) => {
    const busy = new RawConnection(url)
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    const requests = 'GET / HTTP/1.1\r\n\r\n'.repeat(5000)
    let largest = 0
    for (let sent = 0; sent < 100 && !socket.writableNeedDrain; sent++) {
      socket.write(requests)
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      largest = Math.max(largest, server.unsentBytes)
    }
    assert.ok(socket.writableNeedDrain, 'the server has read everything')
    assert.ok(largest < 200_000, `${largest} bytes wait for the client`)
    socket.destroy()
    busy.close()
  }))

test('T-312: what is no HTTP is answered after the responses to earlier requests, and the connection is closed', () =>
  withServer({ running: 2 }, async (server, url) => {
    const connection = new RawConnection(url)
    connection.send({ name: 'first' }, { name: 'second' })
    await server.startedCount(2)
    connection.write('BROKEN\r\n\r\n')
    connection.write('BROKEN\r\n\r\n')
    await server.hasRead(connection)
    assert.equal(connection.received, '')
    server.release()
    server.release()
    await connection.closed()
    assert.deepEqual(statuses(await connection.replies(3)), ['200', '200', '400'])
  }))

test('T-86: a health check is answered on a connection whose other request waits', () =>
  withServer({}, async (server, url) => {
    const [busy, connection] = [new RawConnection(url), new RawConnection(url)]
    busy.send({ name: 'busy' })
    await server.startedCount(1)
    connection.write(healthCheck)
    connection.send({ name: 'waiting' })
    assert.deepEqual(statuses(await connection.replies(1)), ['200'])
    await releaseAll(server, 2)
    assert.deepEqual(statuses(await connection.replies(2)), ['200', '200'])
    for (const one of [busy, connection]) one.close()
  }))

test('T-86: a connection whose request waits is not closed as idle, one without a request is', () =>
  withServer({}, async (server, url) => {
    const [busy, waiting, idle] = [new RawConnection(url), new RawConnection(url), new RawConnection(url)]
    idle.write(healthCheck)
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

test('T-347: a connection that sends without end is read only a little', () =>
  withServer({ running: 5, startsPerTurn: 1 }, async (server, url) => {
    const connection = new RawConnection(url)
    connection.send({ name: 'first' })
    await server.startedCount(1)
    for (let part = 0; part < 8; part++) connection.write('GET /none HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(30_000))
    // Responses wait for the first one, so the server stops reading.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const read = server.bytesRead(connection)
    assert.ok(read < 1_000_000, `${read} bytes were read`)
    server.release()
    await connection.replies(2)
    connection.close()
  }))

test('T-346: a header of an upload does not free a request without a body from the limits', () =>
  withServer({ running: 2 }, async (server, url) => {
    const connections = await Promise.all(Array.from({ length: 6 }, () => usedConnection(url)))
    const headers = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1'
    for (const connection of connections) connection.write(`${requestText({ name: 'upload', headers })}x`)
    for (const connection of connections) await server.hasRead(connection)
    await server.startedCount(2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(server.started.length, 2)
    for (const connection of connections) connection.close()
  }))

test('T-349: requests with a body count among those that wait', () =>
  withServer({ waiting: 3, waitingPerConnection: 3 }, async (server, url) => {
    const connection = new RawConnection(url)
    const post = requestText({ name: 'post', headers: 'Content-Type: text/plain\r\nContent-Length: 1' })
    connection.write(`${post.replace('GET', 'POST')}x`.repeat(10))
    await releaseAll(server, 4)
    const replies = statuses(await connection.replies(10))
    assert.deepEqual(
      [replies.filter((one) => one === '200').length, replies.filter((one) => one === '503').length],
      [4, 6],
    )
    connection.close()
  }))
