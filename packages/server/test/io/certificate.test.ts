// The self-signed certificate of the server: created once, stored, private, and valid for TLS with the names of this
// machine.
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { FixedClock } from '../../src/io/clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-tls-'))
after(() => rm(folder, { recursive: true, force: true }))

test('it is created once and stored, with a key that only the owner can read', async () => {
  const where = join(folder, 'tls')
  const created = await ensureCertificate(where)
  assert.deepEqual(await ensureCertificate(where), created)
  assert.deepEqual((await readdir(where)).sort(), ['cert.pem', 'key.pem'])
  assert.equal((await stat(join(where, 'key.pem'))).mode & 0o777, 0o600)
  assert.match(created.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
})

test('it is a P-256 certificate for this machine, for ten years', async () => {
  const clock = new FixedClock('2026-03-01T12:00:00Z')
  const { cert, key } = await ensureCertificate(join(folder, 'names'), clock)
  const certificate = new X509Certificate(cert)
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  assert.equal(certificate.ca, false)
  for (const name of ['localhost', hostname().toLowerCase()]) assert.ok(certificate.checkHost(name), name)
  for (const address of ['127.0.0.1', '::1']) assert.ok(certificate.checkIP(address), address)
  assert.equal(certificate.validToDate.toISOString().slice(0, 10), '2036-02-27')
  assert.match(key, /PRIVATE KEY/)
})

test('an expired certificate is replaced', async () => {
  const where = join(folder, 'old')
  const old = await ensureCertificate(where, new FixedClock('2001-01-01T00:00:00Z'))
  const anew = await ensureCertificate(where, new FixedClock('2026-03-01T12:00:00Z'))
  assert.notEqual(anew.fingerprint, old.fingerprint)
})

test('a client that pins it can connect with TLS', async () => {
  const { cert, key, fingerprint } = await ensureCertificate(join(folder, 'pinned'))
  const server = createServer({ cert, key }, (socket) => socket.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const socket = connect({ port: address.port, host: '127.0.0.1', ca: cert })
  const received: string[] = []
  for await (const part of socket) received.push(String(part))
  assert.equal(received.join(''), 'hello')
  assert.equal(new X509Certificate(cert).fingerprint256, fingerprint)
  await new Promise((resolve) => server.close(resolve))
})
