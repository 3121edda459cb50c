// TLS of the server itself: its own certificate, which is stored, both versions of HTTP on one port, and what plain
// HTTP gets there.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { ensureCertificate } from '../../src/io/certificate.ts'
import { basicAuth } from '../fixture/request-parts.ts'
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
): Promise<{ status: unknown; text: string; protocol: unknown; hsts: unknown }> {
  const session = connectHttp2(server.url, { ca: readFileSync(join(server.data, 'cert.pem')) })
  const stream = session.request({ ':path': path, authorization: basicAuth(server.token), accept: 'application/json' })
  let status: unknown
  let hsts: unknown
  let text = ''
  stream.once('response', (headers) => {
    status = headers[':status']
    hsts = headers['strict-transport-security']
  })
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))
  const protocol = session.alpnProtocol
  await new Promise<void>((resolve) => session.close(resolve))
  return { status, text, protocol, hsts }
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

/** Sends bytes without TLS and returns all that comes back. */
const sendPlain = (server: StintServer, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connectPlain(server.port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    socket.once('end', () => resolve(text)).once('error', reject)
  })

test('T-57: plain HTTP on the TLS port gets an error that names the HTTPS address, and only pages are redirected', async () => {
  const server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
  const host = `stint.example:${server.port}`
  const token = `Authorization: ${basicAuth(server.token)}\r\n`
  const get = (path: string, headers: string) => sendPlain(server, `GET ${path} HTTP/1.1\r\n${headers}\r\n`)
  const program = await get('/me/?x=1', `Host: ${host}\r\nAccept: application/json\r\n${token}`)
  assert.match(program, /^HTTP\/1\.1 400 /)
  assert.match(program, /\r\nconnection: close\r\n/i)
  assert.match(program, /\r\ncontent-security-policy: default-src 'none'/i)
  const { error } = JSON.parse(program.slice(program.indexOf('{'))) as { error: { code: number; verbose: string[] } }
  const address = `request: this port speaks HTTPS only; use https://${host}/me/`
  assert.deepEqual([error.code, error.verbose], [18, [`${address}; replace the token, which was sent unencrypted`]])
  assert.match(await get('/me/', `Host: ${host}\r\n`), new RegExp(`<item>${address}</item>`), 'XML without Accept')
  const html = `Host: ${host}\r\nAccept: text/html,*/*\r\n`
  const page = await get('//app/tasks?x=1', html)
  assert.match(page, /^HTTP\/1\.1 308 /)
  assert.match(page, new RegExp(`\r\nlocation: https://${host}/app/tasks\\?x=1\r\n`, 'i'))
  assert.match(page, /\r\ncache-control: no-store\r\n/i)
  assert.match(await get('/app/', html + token), /^HTTP\/1\.1 400 /, 'never with credentials')
  const forged = await get('/app/', 'Host: x"><script>\r\nAccept: text/html\r\n')
  assert.match(forged, new RegExp(`\r\nlocation: https://127.0.0.1:${server.port}/app/\r\n`, 'i'))
  const body = '{"title":"a"}'
  const length = `Content-Length: ${body.length}\r\n`
  const post = await sendPlain(server, `POST /task/ HTTP/1.1\r\nHost: ${host}\r\n${length}\r\n${body}`)
  assert.match(post, /^HTTP\/1\.1 400 /)
  assert.match(await sendPlain(server, 'NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 .*not well-formed HTTP/s)
  const after = await server.request('/me/', { token: server.token })
  assert.equal(after.status, 200, 'TLS still works')
  await server.process.stop()
})

test('a TLS client whose first bytes arrive one by one is served', async () => {
  const server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
  const raw = connectPlain(server.port, '127.0.0.1')
  const slow = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _encoding, done) => {
      raw.write(bytes.subarray(0, 1))
      setTimeout(() => raw.write(bytes.subarray(1), () => done()), 20)
    },
  })
  raw.on('data', (bytes) => slow.push(bytes)).once('end', () => slow.push(null))
  const socket = connect({ socket: slow, rejectUnauthorized: false })
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  socket.destroy()
  raw.destroy()
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

test('T-100: responses over TLS tell browsers to use nothing else, those over plain HTTP on loopback do not', async () => {
  const secure = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
  for (const path of ['/me/', '/healthz', '/app/', '/nothing/'])
    assert.equal((await overHttp2(secure, path)).hsts, 'max-age=31536000', path)
  await secure.process.stop()
  const plain = await processes.serve(processes.newFolder(), { STINT_TLS: 'off' })
  const reply = await fetch(`${plain.url}healthz`)
  assert.deepEqual([reply.status, reply.headers.get('strict-transport-security')], [200, null])
  await plain.process.stop()
  for (const example of ['nginx.conf', 'Caddyfile'])
    assert.match(readFileSync(new URL(`../../../../deploy/${example}`, import.meta.url), 'utf8'), /max-age=31536000/)
})
