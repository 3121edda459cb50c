// Monitoring: metrics on their own port, request ids in responses and in the log, and slow statements.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import { resources } from '../../src/resources/all.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const testProcesses = new TestProcesses()

const METRIC_LINE = /^([a-z_:]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/

/**
 * The samples by name and labels, parsed strictly by the format: every family has help and type before its samples.
 */
function parse(text: string): Map<string, number> {
  assert.ok(text.endsWith('\n'), 'the last line has no line break')
  const samples = new Map<string, number>()
  const types = new Map<string, string>()
  for (const one of text.trimEnd().split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(one) ?? []
    if (kind === 'TYPE') types.set(name, rest)
    if (kind !== undefined) continue
    const [, sample = '', labels = '', value = ''] = METRIC_LINE.exec(one) ?? []
    assert.notEqual(sample, '', `not a sample: ${one}`)
    assert.ok(types.has(sample) || types.get(sample.replace(/_(bucket|sum|count)$/, '')) === 'histogram', one)
    assert.ok(!samples.has(sample + labels), `twice: ${one}`)
    samples.set(sample + labels, Number(value))
  }
  return samples
}

const metricsUrl = (server: StintServer): string => /^Metrics are at (\S+)$/m.exec(server.process.stdout)?.[1] ?? ''

async function scrape(server: StintServer): Promise<{ text: string; samples: Map<string, number> }> {
  const reply = await fetch(metricsUrl(server))
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const text = await reply.text()
  return { text, samples: parse(text) }
}

const requestCounter = (method: string, resource: string, status: string): string =>
  `stint_http_requests_total{method="${method}",resource="${resource}",status="${status}"}`

eachDatabaseEnv((newPlace) => {
  for (const workers of isLong ? ['1', '2'] : ['1']) {
    test(`the metrics are valid, change with requests, and contain no personal data; processes: ${workers}`, async () => {
      const env = { ...(await newPlace()), STINT_METRICS_PORT: '0', STINT_WORKERS: workers }
      const server = await testProcesses.serve(testProcesses.newFolder(), env)
      const { token } = server
      assert.match(metricsUrl(server), /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
      const before = (await scrape(server)).samples
      const client = { name: 'Canary client', datecreated: '2026-01-01', active: 't' }
      for (let asked = 0; asked < 12; asked++) await server.request('/task/?search=canary-query', { token })
      assert.equal((await server.request('/client/', { method: 'POST', token, body: client })).status, 201)
      assert.equal((await server.request('/client/999999/', { token })).status, 404)
      await server.request('/canary-path/', { token })
      await server.request('/me/', { token: 'canary-wrong-token' })
      const list = await server.request('/task/?limit=0', { token })
      const { text, samples } = await scrape(server)
      const moved = (key: string): number => (samples.get(key) ?? 0) - (before.get(key) ?? 0)
      assert.equal(moved(requestCounter('GET', 'task', '2xx')), 13)
      assert.equal(moved(requestCounter('POST', 'client', '2xx')), 1)
      assert.equal(moved(requestCounter('GET', 'client', '4xx')), 1)
      assert.equal(moved(requestCounter('GET', 'none', '4xx')), 2)
      assert.equal(moved('stint_http_request_duration_seconds_count{method="GET",resource="task"}'), 13)
      assert.equal(moved('stint_http_request_duration_seconds_bucket{method="GET",resource="task",le="+Inf"}'), 13)
      assert.equal(
        moved('stint_http_request_bytes_total{method="POST",resource="client"}'),
        Buffer.byteLength(JSON.stringify(client)),
      )
      assert.ok(moved('stint_http_response_bytes_total{method="GET",resource="task"}') >= 13 * list.text.length)
      assert.equal(samples.get('stint_http_requests_in_flight'), 0)
      assert.ok(moved('stint_database_statements_total') >= 14)
      assert.ok(moved('stint_database_commits_total') >= 1)
      assert.equal(samples.get('stint_database_ready'), 1)
      assert.equal(samples.get('stint_mails{state="waiting"}'), 0)
      assert.match(text, /^stint_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1$/m)
      const processes = [...samples.keys()].filter((key) => key.startsWith('process_resident_memory_bytes'))
      assert.equal(processes.length, Number(workers))
      for (const secret of [token, 'anary', 'My company', 'admin', 'account=', 'person=']) {
        assert.ok(!text.includes(secret), `the metrics contain ${secret}`)
      }
      for (const file of ['prometheus-alerts.yaml', 'grafana-dashboard.json']) {
        const used = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
        for (const [name] of used.matchAll(/\b(stint|process|nodejs)_[a-z_]+/g)) {
          const family = name.replace(/_(bucket|sum|count)$/, '')
          assert.ok(text.includes(`# TYPE ${family} `), `deploy/${file} names ${name}, which there is not`)
        }
      }
      const named = new Set(Array.from(text.matchAll(/resource="([^"]*)"/g), ([, name]) => name))
      for (const name of named) assert.ok(name === 'none' || resources.has(name ?? ''), `an unexpected series: ${name}`)
      assert.equal((await server.process.stop()).code, 0)
    })
  }
})

quickTest('the API has no /metrics, and the metrics port has nothing else', async () => {
  const server = await testProcesses.serve(testProcesses.newFolder(), { STINT_METRICS_PORT: '0' })
  assert.equal((await server.request('/metrics')).status, 401)
  assert.equal((await server.request('/metrics', { token: server.token })).status, 400)
  const at = (path: string, method = 'GET') => fetch(new URL(path, metricsUrl(server)), { method })
  assert.deepEqual(
    [(await at('/me/')).status, (await at('/')).status, (await at('/metrics', 'POST')).status],
    [404, 404, 405],
  )
  const head = await at('/metrics', 'HEAD')
  assert.deepEqual([head.status, await head.text()], [200, ''])
  await server.process.stop()
})

longTest(
  'without the setting there is no such port, and a used port makes the start fail before an account is created',
  async () => {
    const plain = await testProcesses.serve(testProcesses.newFolder())
    assert.doesNotMatch(plain.process.stdout, /Metrics/)
    await plain.process.stop()
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const data = testProcesses.newFolder()
    const env = { STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', STINT_METRICS_PORT: port }
    try {
      const { code, stdout, stderr } = await testProcesses.run({ args: ['serve'], env }).finished
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^stint: STINT_METRICS_PORT \(--metrics-port\): [^\n]*EADDRINUSE[^\n]*\.\n$/)
    } finally {
      other.close()
    }
    const first = await testProcesses.serve(data)
    assert.notEqual(first.token, '', 'the refused start left an account behind')
    await first.process.stop()
  },
)

quickTest('every response has the request id of the log, which is that of the request if it is valid', async () => {
  const server = await testProcesses.serve(testProcesses.newFolder(), { STINT_LOG: 'info' })
  const { token } = server
  const plain = ['a', '7f3b2c1e-0000-4abc-8def-0123456789ab', 'Root=1-67891233-abcdef;Sampled=1', 'x'.repeat(64)]
  for (const given of plain) {
    for (const [path, asked] of [
      ['/me/', token],
      ['/me/', undefined],
      ['/nothing/', token],
      ['/healthz', undefined],
    ] as const) {
      const headers = { 'x-request-id': given }
      const reply = await server.request(path, { headers, ...(asked === undefined ? {} : { token: asked }) })
      assert.equal(reply.headers['x-request-id'], given, path)
    }
  }
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  for (const traceparent of [`00-${trace}-${span}-01`, `00-${'0'.repeat(32)}-${span}-01`, `00-${trace}","x":"y-01`]) {
    await server.request('/me/', { token, headers: { traceparent } })
  }
  const ids = new Set<unknown>()
  for (let asked = 0; asked < 3; asked++) ids.add((await server.request('/me/', { token })).headers['x-request-id'])
  assert.equal(ids.size, 3)
  await server.process.stop()
  const traced = server.logLines().filter((line) => 'trace' in line || 'x' in line)
  assert.deepEqual(
    traced.map((line) => [line.trace, line.span]),
    [[trace, span]],
  )
  const logged = server.logLines().map(({ reqid }) => reqid)
  for (const id of [...plain, ...ids]) assert.ok(logged.includes(id as string), `no line for ${id}`)
})

quickTest('T-44: a request id that could forge a log line, a header or a page is not used', async () => {
  const server = await testProcesses.serve(testProcesses.newFolder(), { STINT_LOG: 'info' })
  const hostile = [
    '',
    ' ',
    'a b',
    'x'.repeat(65),
    'a"',
    '","account":2,"x":"',
    'a\\',
    'a\\u000a',
    '<b>',
    "a'b",
    'a&b',
    'a`b',
    'ä',
    'a\tb',
  ]
  for (const given of hostile) {
    const { headers, status } = await server.request('/me/', {
      token: server.token,
      headers: { 'x-request-id': given },
    })
    assert.equal(status, 200, given)
    assert.match(
      String(headers['x-request-id']),
      /^[a-z0-9]+-[a-z0-9]+$/,
      `${JSON.stringify(given)} was accepted as request id`,
    )
  }
  await server.process.stop()
  const lines = server.process.stdout.split('\n').filter((text) => text.startsWith('{'))
  const requests = lines.map((text) => JSON.parse(text) as JsonObject).filter(({ reqid }) => reqid !== undefined)
  assert.equal(requests.length, hostile.length)
  for (const { reqid, account } of requests) assert.deepEqual([/^[a-z0-9-]+$/.test(String(reqid)), account], [true, 1])
})

eachDatabaseEnv((newPlace) => {
  test('a statement that takes longer than STINT_SLOW_MS is logged with its text and without values', async () => {
    const place = await newPlace()
    const data = testProcesses.newFolder()
    const server = await testProcesses.serve(data, { ...place, STINT_SLOW_MS: '1', STINT_LOG: 'warn' })
    const { token } = server
    const body = { name: 'Canary client', datecreated: '2026-01-01' }
    const slow = (): JsonObject[] => server.logLines().filter(({ msg }) => msg === 'slow statement')
    // A commit waits for the disk, so eventually one takes a millisecond.
    for (let asked = 0; asked < 2000 && slow().length === 0; asked++) {
      await server.request('/client/', { method: 'POST', token, body: { ...body, email: 'canary@example.com' } })
      await server.request('/client/?search=canary-query', { token })
    }
    assert.notEqual(slow().length, 0)
    for (const entry of slow()) {
      assert.ok(Number(entry.ms) >= 1 && Number(entry.account) >= 0 && String(entry.statement).length > 3)
      assert.doesNotMatch(JSON.stringify(entry), /canary/i)
    }
    await server.process.stop()
    const off = await testProcesses.serve(data, { ...place, STINT_SLOW_MS: '0', STINT_LOG: 'warn' })
    for (let asked = 0; asked < 20; asked++) await off.request('/client/', { method: 'POST', token, body })
    await off.process.stop()
    assert.deepEqual(off.logLines(), [])
  })
})
