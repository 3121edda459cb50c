// T-128: a webhook reaches public addresses only. Hostile URLs, and names whose address changes between the check and
// the connection, do not lead to a single connection; what the operator allows is reached.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressGuard, type ResolvedAddress } from '../../src/io/address-guard.ts'
import { WebhookTransport, WebhookUnreachable } from '../../src/io/webhook-transport.ts'
import { WebhookReceiver } from '../fixture/webhook-receiver.ts'

/** Hosts that lead to the machine itself or into private networks, written in many ways. */
const hostileHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.255.255.254',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '0x0',
  '10.0.0.1',
  '10.255.255.255',
  '0xa.0.0.1',
  '167772161',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '3232235521',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::1]',
  '[100::1]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '１２７.０.０.１',
  '127。0。0。1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'user@127.0.0.1',
  'public.example.com@127.0.0.1',
  'private.example.com',
  'mixed.example.com',
  // Octal and hexadecimal forms of the address of cloud metadata, and its forms in IPv6.
  '0251.0376.0251.0376',
  '0xA9.0xFE.0xA9.0xFE',
  '169.254.169.254.',
  '[::a9fe:a9fe]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '[fd00:ec2::254]',
  'metadata.example.com',
  // Zone ids, escaped and unusual characters, and users that look like hosts.
  '[fe80::1%25lo]',
  '[::1%25eth0]',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  'ｌｏｃａｌｈｏｓｔ',
  '127.0.0.1%00',
  'public.example.com:443@127.0.0.1',
  'public.example.com\\@127.0.0.1',
  '127.0.0.1#@public.example.com',
  'translated.example.com',
]

/** Ports do not matter, also unusual ones. */
const hostilePorts = [0, 1, 22, 25, 80, 443, 5432, 65535]

const names: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'private.example.com': ['10.1.2.3'],
  'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'translated.example.com': ['64:ff9b::7f00:1'],
}

const resolved = (addresses: readonly string[]): ResolvedAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const resolve = async (name: string): Promise<ResolvedAddress[]> => resolved(names[name.replace(/\.$/, '')] ?? [])

const post = (transport: WebhookTransport, url: string) => transport.post({ url, headers: {}, body: '{}' })

const isRefused = (error: unknown): boolean => error instanceof WebhookUnreachable && /^not allowed/.test(error.message)

test('hostile URLs lead to no connection (T-128)', async () => {
  const receiver = new WebhookReceiver()
  const port = await receiver.listen()
  const transport = new WebhookTransport(new AddressGuard([], resolve))
  assert.ok(hostileHosts.length >= 60)
  for (const host of hostileHosts) {
    for (const scheme of ['https', 'http'])
      await assert.rejects(post(transport, `${scheme}://${host}:${port}/`), isRefused, `${scheme} ${host}`)
  }
  for (const other of hostilePorts)
    await assert.rejects(post(transport, `https://127.0.0.1:${other}/`), isRefused, `port ${other}`)
  for (const url of [
    `ftp://127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'data:,x',
    'no url',
    'http://public.example.com/',
  ])
    await assert.rejects(post(transport, url), isRefused, url)
  assert.equal(receiver.connections, 0)
  await receiver.close()
})

test('a name whose address changes after the check is not followed (T-128)', async () => {
  const receiver = new WebhookReceiver()
  const port = await receiver.listen()
  let lookups = 0
  const rebinding = async (): Promise<ResolvedAddress[]> => {
    lookups++
    // The first address is of a network for documentation that the operator allows: nothing answers there.
    return resolved([lookups === 1 ? '192.0.2.1' : '127.0.0.1'])
  }
  const transport = new WebhookTransport(new AddressGuard(['192.0.2.0/24'], rebinding), { timeoutMs: 50 })
  await assert.rejects(post(transport, `https://rebinding.example.com:${port}/`), WebhookUnreachable)
  assert.equal(lookups, 1)
  await assert.rejects(post(transport, `https://rebinding.example.com:${port}/`), isRefused)
  assert.equal(receiver.connections, 0)
  await receiver.close()
})

test('what the operator allows is reached: networks and names, also with http', async () => {
  const receiver = new WebhookReceiver()
  const port = await receiver.listen()
  const local = async (): Promise<ResolvedAddress[]> => resolved(['127.0.0.1'])
  for (const [allow, host] of [
    ['127.0.0.0/8', '127.0.0.1'],
    ['127.0.0.1', 'n8n.internal'],
    ['n8n.internal', 'N8N.internal'],
    ['127.0.0.0/8', '[::ffff:127.0.0.1]'],
  ] as const) {
    const transport = new WebhookTransport(new AddressGuard([allow], local))
    assert.equal((await post(transport, `http://${host}:${port}/`)).status, 204, `${allow} ${host}`)
  }
  const other = new WebhookTransport(new AddressGuard(['other.internal', '10.0.0.0/8'], local))
  await assert.rejects(post(other, `http://n8n.internal:${port}/`), isRefused)
  await receiver.close()
})

test('a redirect is a failure and is not followed, wherever it leads (T-128)', async () => {
  const [receiver, internal] = [new WebhookReceiver(), new WebhookReceiver()]
  const [port, internalPort] = [await receiver.listen(), await internal.listen()]
  const transport = new WebhookTransport(new AddressGuard(['127.0.0.1']))
  const targets = [
    `http://127.0.0.1:${internalPort}/next`,
    `//127.0.0.1:${internalPort}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
  ]
  for (const [at, status] of [301, 302, 303, 307, 308].entries()) {
    const location = targets[at % targets.length] ?? ''
    receiver.respond = () => (response) => response.writeHead(status, { location, refresh: `0; url=${location}` }).end()
    assert.equal((await post(transport, `http://127.0.0.1:${port}/`)).status, status)
  }
  assert.deepEqual([receiver.received.length, receiver.connections, internal.connections], [5, 5, 0])
  await Promise.all([receiver.close(), internal.close()])
})
