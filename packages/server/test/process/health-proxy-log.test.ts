// Health checks without a token, headers of proxies, and the log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCluster } from '../../../../scripts/postgres.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

test('/healthz and /readyz need no token and do not count towards the quota', async () => {
  const server = await processes.serve(processes.newFolder(), { STINT_TLS: 'auto' })
  for (const [path, text] of [
    ['/healthz', 'ok\n'],
    ['/readyz', 'ready\n'],
  ] as const) {
    for (const token of [undefined, 'wrong-token', server.token]) {
      const reply = await server.request(path, token === undefined ? {} : { token })
      assert.deepEqual([reply.status, reply.text], [200, text], `${path} with ${token}`)
    }
  }
  const quota = (await server.request('/quota/', { token: server.token })).json.quota as JsonObject
  assert.equal(quota.used, '0')
  await server.process.stop()
})

test('without PostgreSQL the server keeps running, is not ready, and still exits with 0', async () => {
  const postgres = await startCluster('durable')
  const server = await processes.serve(processes.newFolder(), { STINT_DATABASE_URL: postgres.url })
  try {
    assert.equal((await server.request('/readyz')).status, 200)
    assert.equal((await server.request('/me/', { token: server.token })).status, 200)
  } finally {
    await postgres.stop()
  }
  assert.equal((await server.request('/healthz')).status, 200)
  const ready = await server.request('/readyz')
  assert.deepEqual([ready.status, ready.text], [503, 'not ready\n'])
  const reply = await server.request('/me/', { token: server.token })
  assert.equal(reply.status, 502)
  assert.equal((reply.json.error as JsonObject).code, 20)
  assert.equal((await server.process.stop()).code, 0)
})

test('T-57: behind a trusted proxy only HTTPS requests are accepted, and other senders cannot forge that', async () => {
  const open = { STINT_HOST: '0.0.0.0', STINT_ADMIN_TOKEN: 'behind-a-proxy' }
  const statusesOf = async (proxies: string): Promise<(readonly [number, unknown])[]> => {
    const server = await processes.serve(processes.newFolder(), { ...open, STINT_TRUST_PROXY: proxies })
    const claims: Record<string, string>[] = [
      {},
      { 'x-forwarded-proto': 'http' },
      { 'x-forwarded-proto': 'https, http' },
      { 'x-forwarded-proto': 'https' },
    ]
    const statuses: (readonly [number, unknown])[] = []
    for (const headers of claims) {
      const { status, json, headers: answered } = await server.request('/me/', { token: server.token, headers })
      assert.equal(answered.location, undefined, 'an unencrypted request with a token was redirected')
      statuses.push([status, (json.error as JsonObject | undefined)?.code])
    }
    await server.process.stop()
    return statuses
  }
  const rejected = [400, 18] as const
  assert.deepEqual(await statusesOf('127.0.0.0/8'), [rejected, rejected, rejected, [200, undefined]])
  assert.deepEqual(await statusesOf('203.0.113.7'), [rejected, rejected, rejected, rejected])
})

test('T-44: the log is lines of JSON with caller, request and duration, and without secrets', async () => {
  const server = await processes.serve(processes.newFolder(), { STINT_LOG: 'trace' })
  const { token } = server
  const password = 'Canary-Password-77'
  const person = { firstname: 'Canary', lastname: 'Bird', username: 'canary', password, groupid: 4, email: 'c@x.test' }
  const replies = [
    await server.request('/me/', { token }),
    await server.request('/person/', { method: 'POST', token, body: person }),
    await server.request('/task/?search=canary-query', { token, headers: { cookie: 'session=canary-cookie' } }),
    await server.request('/me/', { token: 'canary-wrong-token' }),
    await server.request('/nothing/', { token }),
  ]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 201, 200, 401, 400],
  )
  const { stdout, stderr } = await server.process.stop()
  const printed = stdout.slice(stdout.indexOf('  Data ')).replace(/^.*\n\n?/, '')
  const lines = printed.trimEnd().split('\n')
  const logged = lines.map((line) => JSON.parse(line) as JsonObject).filter(({ reqid }) => reqid !== undefined)
  assert.deepEqual(
    logged.map(({ status, account, method, resource }) => [status, account, method, resource]),
    [
      [200, 1, 'GET', 'me'],
      [201, 1, 'POST', 'person'],
      [200, 1, 'GET', 'task'],
      [401, undefined, 'GET', undefined],
      [400, 1, 'GET', ''],
    ],
  )
  for (const line of logged) {
    assert.ok(Number(line.ms) >= 0 && line.ms !== null, `no ms in ${JSON.stringify(line)}`)
    assert.equal(Number(line.person) > 0, line.account !== undefined, `person in ${JSON.stringify(line)}`)
  }
  assert.equal(new Set(logged.map(({ reqid }) => reqid)).size, logged.length, 'a request id was used twice')
  const encoded = Buffer.from(`${token}:x`).toString('base64')
  for (const secret of [token, encoded, password, 'canary-wrong-token', 'canary-cookie', 'canary-query']) {
    assert.ok(!printed.includes(secret) && !stderr.includes(secret), `the log contains ${secret}`)
  }
})
