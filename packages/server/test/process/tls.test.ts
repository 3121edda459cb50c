// TLS of the server itself: its own certificate, which is stored, and both versions of HTTP on one port.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { basicAuth } from '../fixture/api-fixture.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

const tlsHandshake = (server: StintServer, options: ConnectionOptions): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    socket.once('secureConnect', () => resolve(socket)).once('error', reject)
  })

async function fingerprint(server: StintServer): Promise<string> {
  const socket = await tlsHandshake(server, {})
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

async function overHttp2(
  server: StintServer,
  path: string,
): Promise<{ status: unknown; text: string; protocol: unknown }> {
  const session = connectHttp2(server.url, { ca: readFileSync(join(server.data, 'cert.pem')) })
  const stream = session.request({ ':path': path, authorization: basicAuth(server.token), accept: 'application/json' })
  let status: unknown
  let text = ''
  stream.once('response', (headers) => {
    status = headers[':status']
  })
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))
  const protocol = session.alpnProtocol
  await new Promise<void>((resolve) => session.close(resolve))
  return { status, text, protocol }
}

test('the self-signed certificate is kept after a restart, and only the owner can read its key', async () => {
  const data = processes.newFolder()
  const server = await processes.serve(data, { STINT_TLS: 'auto', STINT_WORKERS: '2' })
  assert.match(server.url, /^https:/)
  const fingerprints = new Set(await Promise.all(Array.from({ length: 6 }, () => fingerprint(server))))
  assert.equal(fingerprints.size, 1, 'the processes of one server use different certificates')
  assert.equal(statSync(join(data, 'key.pem')).mode & 0o777, 0o600)
  await server.process.stop()
  const again = await processes.serve(data, { STINT_TLS: 'auto' })
  assert.deepEqual(new Set([await fingerprint(again)]), fingerprints)
  await again.process.stop()
})

test('HTTP/1.1 and HTTP/2 both work, and versions before TLS 1.2 are rejected', async () => {
  const server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
  const old = await server.request('/me/', { token: server.token })
  const young = await overHttp2(server, '/me/')
  assert.deepEqual([old.status, young.status, young.protocol], [200, 200, 'h2'])
  assert.equal(young.text, old.text)
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await tlsHandshake(server, { minVersion: version, maxVersion: version })
    assert.equal(socket.getProtocol(), version)
    socket.destroy()
  }
  for (const version of ['TLSv1', 'TLSv1.1'] as const) {
    const options = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' }
    await assert.rejects(tlsHandshake(server, options), { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }, version)
  }
  await server.process.stop()
})

test("the operator's own certificate is used, and no other is created", async () => {
  const own = processes.newFolder()
  const certificate = await ensureCertificate(own)
  const data = processes.newFolder()
  const server = await processes.serve(data, { STINT_TLS: `${join(own, 'cert.pem')},${join(own, 'key.pem')}` })
  assert.equal(await fingerprint(server), certificate.fingerprint)
  assert.equal(statSync(join(data, 'cert.pem'), { throwIfNoEntry: false }), undefined)
  await server.process.stop()
})
