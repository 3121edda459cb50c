// Threats T-86, T-87, T-312, T-321 and T-322: what Node does with a connection whose requests are read one by one:
// connections that end early, that are idle, and that send mistakes. The usual cases are in pipelining.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { HeldServer, RawConnection, requestText } from '../fixture/held-server.ts'

/** Runs a test with connections, which are closed before the server. */
async function withConnections(
  limits: ConstructorParameters<typeof HeldServer>[0],
  work: (server: HeldServer, connect: () => RawConnection) => Promise<void>,
  prepare: (server: HeldServer) => void = () => {},
): Promise<void> {
  const server = new HeldServer(limits)
  prepare(server)
  const url = await server.listen()
  const connections: RawConnection[] = []
  const connect = (): RawConnection => {
    const connection = new RawConnection(url)
    connections.push(connection)
    return connection
  }
  try {
    await work(server, connect)
  } finally {
    for (const connection of connections) connection.close()
    await server.close()
  }
}

const statusLines = ({ received }: RawConnection): string[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? '')

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited++) {
    if (waited > 200) throw new Error('it did not happen within two seconds')
    await wait(10)
  }
}

const healthCheck = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
const postHead =
  'POST /held/post HTTP/1.1\r\nHost: a\r\nX-Person: 1\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n'

test('T-87, T-321: a person has no more open requests after connections that ended with CONNECT', () =>
  withConnections({ openPerPerson: 3, openPerAccount: 3 }, async (server, connect) => {
    for (let round = 1; round <= 3; round++) {
      const connection = connect()
      connection.send({ name: 'a' }, { name: 'b' }, { name: 'c' })
      await until(() => server.started.length === 3 * round)
      connection.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => connection.isClosed)
    }
    for (let at = 0; at < 12; at++) connect().send({ name: 'later' })
    await until(() => server.started.includes('later'))
    await wait(100)
    assert.equal(server.started.filter((name) => name === 'later').length, 3)
  }))

test('T-312: a request after one with a mistake is not answered before it', () =>
  withConnections({ running: 2, waitMs: 20 }, async (server, connect) => {
    const [connection, busy] = [connect(), connect()]
    connection.send({ name: 'first' })
    await until(() => server.started.length === 1)
    connection.write('GET /held/bad HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n')
    await server.hasRead(connection)
    busy.send({ name: 'busy' })
    await until(() => server.started.length === 2)
    connection.send({ name: 'late' })
    await wait(100)
    server.release()
    await until(() => connection.isClosed)
    assert.deepEqual(statusLines(connection), ['200', '400'])
  }))

for (const [name, after] of [
  ['an empty line', '\r\n'],
  [
    'the body of a request that Node answered',
    'POST / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nContent-Length: 2\r\n\r\n{}',
  ],
] as const)
  test(`T-322: a connection is idle after ${name}`, () =>
    withConnections({}, async (server, connect) => {
      const connection = connect()
      connection.write(healthCheck)
      await until(() => statusLines(connection).length === 1)
      connection.write(after)
      await server.hasRead(connection)
      await wait(20)
      server.http.closeIdleConnections()
      await until(() => connection.isClosed)
    }))

test('T-322: a connection is not idle while its next request arrives', () =>
  withConnections({}, async (server, connect) => {
    const connection = connect()
    connection.write(`${postHead}body`)
    await until(() => server.started.length === 1)
    connection.write(postHead.slice(0, 40))
    await server.hasRead(connection)
    server.release()
    await until(() => statusLines(connection).length === 1)
    server.http.closeIdleConnections()
    connection.write(`${postHead.slice(40)}body`)
    await until(() => server.started.length === 2)
    server.release()
    await until(() => statusLines(connection).length === 2)
    assert.deepEqual(statusLines(connection), ['200', '200'])
  }))

test('T-86: a health check behind requests that were rejected is answered', () =>
  withConnections({ running: 1, waitMs: 20 }, async (server, connect) => {
    const [busy, connection] = [connect(), connect()]
    busy.send({ name: 'busy' })
    await until(() => server.started.length === 1)
    connection.write(`${requestText({ name: 'rejected' })}${healthCheck}`)
    await until(() => statusLines(connection).length === 2)
    assert.deepEqual(statusLines(connection), ['503', '200'])
  }))

// Node measures the time to the first request that it parses from the beginning of the connection.
test('T-322: a connection whose requests were all rejected gets no 400', () =>
  withConnections(
    { running: 1, waitMs: 20 },
    async (server, connect) => {
      const [busy, connection] = [connect(), connect()]
      busy.send({ name: 'busy' })
      await until(() => server.started.length === 1)
      connection.send({ name: 'rejected' })
      await until(() => statusLines(connection).length === 1)
      await wait(600)
      assert.deepEqual(statusLines(connection), ['503'])
    },
    ({ http }) => Object.assign(http, { headersTimeout: 300, connectionsCheckingInterval: 50 }),
  ))
