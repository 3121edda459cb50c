// Invalid input below the body: malformed HTTP, wrong lengths and duplicate headers over a real socket, and responses
// to HEAD.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { before, test } from 'node:test'
import { revokeTokens } from '../../src/accounts/create-account.ts'
import { callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { basicAuth } from '../fixture/request-parts.ts'

/** Sends raw bytes and returns everything that the server sends until it closes; `cut` stops in the middle. */
async function exchange(port: number, bytes: string | Buffer, cut = false): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  if (cut) socket.end()
  await once(socket, 'close')
  return answer
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)

function assertApiError(answer: string, status: number, code: number, what: string): void {
  assert.equal(statusOf(answer), status, `${what}: ${answer.slice(0, 300)}`)
  const body = JSON.parse(bodyOf(answer))
  assert.deepEqual([body.code, body.error.code], [status, code], `${what}: ${answer}`)
}

suiteApiFixture((fixture) => {
  let port = 0
  const start = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nConnection: close\r\n`
  const token = () => `Authorization: ${basicAuth(fixture().a.tokens.administrator)}\r\n`
  before(async () => {
    await fixture().app.listen({ port: 0, host: '127.0.0.1' })
    const [address] = fixture().app.addresses()
    port = typeof address === 'object' ? address.port : 0
  })

  test('malformed HTTP gets an error in the form of the API', async () => {
    for (const [what, bytes] of [
      ['nonsense', 'hello\r\n\r\n'],
      ['TLS', Buffer.from('16030100c8010000c40303', 'hex')],
      ['a bad header', 'GET /me/ HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n'],
      ['a bad header name', 'GET /me/ HTTP/1.1\r\nHost: x\r\nA(b): c\r\n\r\n'],
      ['a control character', 'GET /me/ HTTP/1.1\r\nHost: x\r\nA: b\u0001\r\n\r\n'],
      ['a bad length', `${start('POST', '/client/')}${token()}Content-Length: x\r\n\r\n`],
      ['two lengths', `${start('POST', '/client/')}${token()}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
      [
        'length and chunks',
        `${start('POST', '/client/')}${token()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ],
      ['a bad chunk', `${start('POST', '/client/')}${token()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
      ['headers without end', `${start('GET', '/me/')}${'X-Long: '}${'a'.repeat(200_000)}\r\n\r\n`],
    ] as const) {
      assertApiError(await exchange(port, bytes), 400, 18, what)
    }
  })

  test('a body that does not match its Content-Length writes nothing', async () => {
    const administrator = callerFor(fixture(), fixture().a.tokens.administrator)
    const { count } = await administrator.list('/client/?limit=1')
    const body = '{"name":"Liar","datecreated":"2026-01-01"}'
    const head = `${start('POST', '/client/')}${token()}Content-Type: application/json\r\n`
    await exchange(port, `${head}Content-Length: ${body.length + 50}\r\n\r\n${body}`, true)
    await exchange(port, `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`, true)
    assert.equal((await administrator.list('/client/?limit=1')).count, count, 'an incomplete body was accepted')
    assertApiError(
      await exchange(port, `${head}Content-Length: 10\r\n\r\n${body}`),
      400,
      18,
      'a body longer than its Content-Length',
    )
    assert.equal((await administrator.list('/client/?limit=1')).count, count, 'a truncated body created a record')
    assertApiError(
      await exchange(port, `${head}Content-Length: 3000000\r\n\r\n${body}`),
      400,
      18,
      'a length over the limit',
    )
    assert.equal(statusOf(await exchange(port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)), 201)
    assert.equal((await administrator.list('/client/?limit=1')).count, count + 1)
  })

  test('T-46: two Authorization headers count as none', async () => {
    const { a } = fixture()
    const other = `Authorization: ${basicAuth(a.tokens.resource)}\r\n`
    assertApiError(
      await exchange(port, `${start('GET', '/me/')}${token()}${other}\r\n`),
      401,
      9,
      'tokens of two people',
    )
    assertApiError(
      await exchange(port, `${start('GET', '/me/')}${token()}Authorization: Basic x\r\n\r\n`),
      401,
      9,
      'one invalid header',
    )
    assert.equal(statusOf(await exchange(port, `${start('GET', '/me/')}${token()}\r\n`)), 200)
  })

  test('T-101: a request with two Host headers is 400/18, whatever its path', async () => {
    for (const path of ['/me/', '/healthz', '/app/', '/openapi.json', '/nothing/']) {
      for (const host of ['Host: x', 'HOST: other.example']) {
        const answer = await exchange(port, `${start('GET', path)}${token()}${host}\r\n\r\n`)
        assertApiError(answer, 400, 18, `${path} with ${host}`)
      }
    }
    assert.equal(statusOf(await exchange(port, `${start('GET', '/me/')}${token()}\r\n`)), 200)
  })

  test('T-06: a kept-alive connection keeps no permission: a token revoked in between is rejected', async () => {
    const { a, database } = fixture()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async (): Promise<{ status: number | undefined; port: number | undefined }> => {
      const headers = { authorization: basicAuth(a.tokens.executive), accept: 'application/json' }
      const [reply] = (await once(get({ agent, port, path: '/me/', headers }), 'response')) as [IncomingMessage]
      const { localPort } = reply.socket
      await once(reply.resume(), 'end')
      return { status: reply.statusCode, port: localPort }
    }
    const first = await ask()
    await revokeTokens(database, { accountid: a.accountid, personid: a.people.executive })
    const second = await ask()
    agent.destroy()
    assert.deepEqual([first.status, second.status], [200, 401])
    assert.equal(second.port, first.port, 'the requests used different connections')
  })

  test('paths with dots, encodings or capitals are rejected; repeated slashes count as one', async () => {
    for (const path of [
      '/../me/',
      '/me/../task/',
      '/%6de/',
      '/me%2f',
      '/./me/',
      '//../me/',
      '/me/%00',
      '/ME/',
      '/me;x=1/',
      '*',
      'me',
    ]) {
      const answer = await exchange(port, `${start('GET', path)}${token()}\r\n`)
      assert.equal(statusOf(answer), 400, `${path}: ${answer.slice(0, 200)}`)
    }
    for (const path of ['//me/', '/me//', '///me']) {
      const answer = await exchange(port, `${start('GET', path)}${token()}\r\n`)
      assert.equal(statusOf(answer), 200, `${path}: ${answer.slice(0, 200)}`)
      assert.equal(statusOf(await exchange(port, `${start('GET', path)}\r\n`)), 401, `${path} without a token`)
    }
    const absolute = await exchange(port, `${start('GET', 'http://evil.example/me/')}${token()}\r\n`)
    assert.ok([200, 400].includes(statusOf(absolute)), absolute.slice(0, 200))
  })

  test('HEAD responds like GET without a body, for every response', async () => {
    for (const path of ['/me/', '/task/?limit=0', '/task/999999/', '/nothing/']) {
      const [head, get] = [
        await exchange(port, `${start('HEAD', path)}${token()}\r\n`),
        await exchange(port, `${start('GET', path)}${token()}\r\n`),
      ]
      assert.deepEqual([statusOf(head), bodyOf(head)], [statusOf(get), ''], path)
      assert.equal(/content-type: (.*)/i.exec(head)?.[1], /content-type: (.*)/i.exec(get)?.[1], path)
    }
  })
})
