// Threats T-86 and T-331: the limits of connections, in total and of one address, whom they leave out, and that all
// addresses of one IPv6 network share what one address may do.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { type ConnectionLimits, connectionLimitsOf, limitConnections } from '../../src/api/connection-limits.ts'
import { createServer } from '../../src/api/server.ts'
import { suiteApiFixture } from '../fixture/api-caller.ts'
import { testOptions } from '../fixture/api-fixture.ts'
import { ownPageHeaders } from '../fixture/cookie-browser.ts'

class Connection extends EventEmitter {
  isOpen = true
  readonly remoteAddress: string

  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }

  destroy(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.emit('close')
  }
}

/** A server that accepts connections from any address. */
class AnyAddress extends EventEmitter {
  closedIdle = 0

  constructor(limits: ConnectionLimits) {
    super()
    limitConnections(this as unknown as Server, limits)
  }

  closeIdleConnections(): void {
    this.closedIdle++
  }

  connect(...addresses: readonly string[]): Connection[] {
    return addresses.map((address) => {
      const connection = new Connection(address)
      this.emit('connection', connection)
      return connection
    })
  }
}

const areOpen = (connections: readonly Connection[]): boolean[] => connections.map(({ isOpen }) => isOpen)

test('T-86: one address has a limit of connections, and gets a place back when one of them ends', () => {
  const server = new AnyAddress({ total: 100, perAddress: 2 })
  const connections = server.connect('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')
  assert.deepEqual(areOpen(connections), [true, true, false, true])
  connections[0]?.destroy()
  assert.deepEqual(areOpen(server.connect('192.0.2.1', '192.0.2.1')), [true, false])
  assert.equal(server.closedIdle, 0, 'nobody else loses a connection because of this address')
})

test('T-331: the addresses of an IPv6 network are one address, and so are both spellings of an IPv4 address', () => {
  const server = new AnyAddress({ total: 100, perAddress: 2 })
  const network = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:2::1']
  assert.deepEqual(areOpen(server.connect(...network)), [true, true, false, true])
  assert.deepEqual(areOpen(server.connect('192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1')), [true, true, false])
})

test('T-86: this machine has no limit of its own, and behind a proxy no address has one', () => {
  const loopback = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']
  const server = new AnyAddress({ total: 100, perAddress: 1 })
  assert.ok(areOpen(server.connect(...loopback, ...loopback)).every(Boolean))
  assert.deepEqual(connectionLimitsOf({ maxConnections: 10, trustProxy: [] }), { total: 10, perAddress: 3 })
  const proxied = connectionLimitsOf({ maxConnections: 10, trustProxy: ['10.0.0.1'] })
  assert.deepEqual(proxied, { total: 10, perAddress: null })
  assert.ok(areOpen(new AnyAddress(proxied).connect(...new Array(9).fill('10.0.0.1'))).every(Boolean))
})

test('T-86: above the limit in total idle connections are closed, and a tenth more is accepted before refusing', () => {
  const server = new AnyAddress({ total: 10, perAddress: null })
  const addresses = Array.from({ length: 12 }, (_, at) => `192.0.2.${at}`)
  const connections = server.connect(...addresses)
  assert.deepEqual(areOpen(connections), [...new Array(11).fill(true), false])
  assert.equal(server.closedIdle, 2)
  for (const connection of connections.slice(0, 2)) connection.destroy()
  assert.deepEqual(areOpen(server.connect('192.0.2.20')), [true])
  assert.equal(server.closedIdle, 2, 'below the limit none is closed')
})

suiteApiFixture((fixture) => {
  test('T-331: wrong tokens, calendars and public pages are counted by network', async () => {
    const { database, clock } = fixture()
    const app = createServer(testOptions(database, clock))
    const statusOf = async (request: object, host: number): Promise<number> =>
      (await app.inject({ ...request, remoteAddress: `2001:db8:0:1::${host.toString(16)}` })).statusCode
    const headers = { accept: 'application/json', authorization: `Basic ${btoa('wrong:')}` }
    const code = { method: 'POST', headers: ownPageHeaders, payload: { code: 'x' } }
    for (const [request, allowed] of [
      [{ url: '/me/', headers }, 1000],
      [{ url: `/calendar/${'x'.repeat(43)}.ics` }, 1000],
      [{ url: '/app/publicinvoice', ...code }, 120],
      [{ url: '/app/publicestimate', ...code }, 120],
    ] as const) {
      clock.moveBy(60_000)
      const answered = await Promise.all(Array.from({ length: allowed }, (_, host) => statusOf(request, host + 1)))
      assert.deepEqual([...new Set(answered)], ['/me/'].includes(request.url) ? [401] : [404], request.url)
      assert.equal(await statusOf(request, allowed + 1), 400, request.url)
      const other = await app.inject({ ...request, remoteAddress: '2001:db8:0:2::1' })
      assert.notEqual(other.statusCode, 400, `${request.url} from another network`)
    }
    await app.close()
  })
})
