// The envelope and content negotiation (decisions 1 to 9): XML and JSON responses have the same data for every GET and
// every kind of error (I-19), and paths, verbs, HEAD, OPTIONS and DELETE respond as decided. Which rows are returned is
// not tested here.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { endpoints, resources } from '../../src/resources/all.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import { basicAuth, type Json, type JsonObject, type Request } from '../fixture/request-parts.ts'
import {
  type ConformanceFixture,
  completeListQueries,
  eachConformanceFixture,
  listable,
  missingId,
  queryOf,
  takesFile,
  viewerOf,
  viewers,
  withoutFiles,
  writable,
} from './conformance-fixture.ts'
import { acceptOf, assertRefused, errorContent, requestAs, treeOf, xmlBody } from './reply-tree.ts'

async function sendInBothFormats(
  conformance: ConformanceFixture,
  request: Request,
): Promise<readonly [json: Reply, xml: Reply]> {
  const [json, xml] = await Promise.all(
    (['json', 'xml'] as const).map((format) =>
      conformance.fixture.call({ ...request, headers: { ...acceptOf(format), ...request.headers } }),
    ),
  )
  assert.ok(json !== undefined && xml !== undefined)
  const what = `${request.method ?? 'GET'} ${request.path}`
  assert.match(String(json.headers['content-type']), /^application\/json; charset=utf-8$/i, what)
  assert.match(String(xml.headers['content-type']), /^application\/xml; charset=utf-8$/i, what)
  assert.ok(xml.text.startsWith('<?xml version="1.0" encoding="UTF-8"?>'), what)
  assert.equal(json.status, xml.status, what)
  assert.deepEqual(treeOf(json), treeOf(xml), `I-19: ${what}`)
  return [json, xml]
}

/** Inside a record everything is a text, a null, or a list or record of such (decision 7). */
function assertWireForm(value: Json, what: string): void {
  if (value === null || typeof value === 'string') return
  assert.ok(typeof value === 'object', `${what} holds the ${typeof value} ${value}`)
  for (const inner of Object.values(value)) assertWireForm(inner, what)
}

function assertEnvelope(
  { json, status }: Reply,
  personid: number,
  code: number,
  words: string,
  rest: string[],
  what: string,
) {
  assert.equal(status, code, what)
  assert.deepEqual(Object.keys(json), ['personid', 'status', 'code', ...rest], what)
  assert.deepEqual([json.personid, json.status, json.code], [personid, words, code], what)
}

/** Sends HEAD over a real connection, because only there a wrongly sent body is visible. */
function headRequest(
  { fixture }: ConformanceFixture,
  port: string,
  path: string,
): Promise<{ top: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    const lines = [
      `HEAD ${path} HTTP/1.1`,
      'Host: x',
      'Accept: application/json',
      `Authorization: ${basicAuth(fixture.a.tokens.administrator)}`,
      'Connection: close',
    ]
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.on('error', reject).on('end', () => {
      const end = text.indexOf('\r\n\r\n')
      resolve({ top: text.slice(0, end + 2), body: text.slice(end + 4) })
    })
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

eachConformanceFixture((conformance, { cells, cellsOf }) => {
  test('I-19: every list and record has the same data in JSON and XML, in the envelope of its kind', async () => {
    for (const who of viewers) {
      const { tokens, people } = conformance().fixture.a
      const token = tokens[who]
      for (const resource of cellsOf(who, listable(who))) {
        for (const whole of completeListQueries(conformance(), resource)) {
          // The event log has more elements than our own XML reader takes.
          const limit = resource.idCounter === undefined ? 'limit=0' : 'limit=100'
          const path = `/${resource.name}/${queryOf(whole, limit)}`
          const [list] = await sendInBothFormats(conformance(), { token, path })
          assertEnvelope(list, people[who], 200, 'OK', ['listcount', resource.name], path)
          assert.equal(typeof list.json.listcount, 'number', path)
          const records = list.json[resource.name]
          assert.ok(Array.isArray(records), path)
          assertWireForm(records, path)
          const [first] = records as JsonObject[]
          if (first === undefined || !resource.access.read?.includes(viewerOf[who].role)) continue
          const member = `/${resource.name}/${first.id}/`
          const [read] = await sendInBothFormats(conformance(), { token, path: member })
          assertEnvelope(read, people[who], 200, 'OK', [resource.name], member)
          assert.deepEqual(read.json[resource.name], first, member)
        }
      }
    }
  })

  test('decision 7: booleans are t and f, ids and numbers shortest decimals, dates ISO, absent links and dates null', async () => {
    for (const resource of listable('administrator')) {
      for (const whole of completeListQueries(conformance(), resource)) {
        const { json } = await conformance().sendAs('administrator', {
          path: `/${resource.name}/${queryOf(whole, 'limit=0')}`,
        })
        for (const record of json[resource.name] as JsonObject[]) {
          for (const [name, value] of Object.entries(record)) {
            const field = resource.fields[name]
            assert.ok(field !== undefined, `${resource.name} contains ${name}`)
            const what = `${resource.name}.${name} is ${JSON.stringify(value)}`
            const { type } = field.kind
            // A value of another record is null if there is no such record.
            if (type === 'boolean') assert.match(String(value), 'sql' in field.from ? /^([tf]|null)$/ : /^[tf]$/, what)
            else if (type === 'double') assert.match(String(value), /^(|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/, what)
            else if (type === 'integer list') assert.match(String(value), /^(|\d+(,\d+)*)$/, what)
            else if (type === 'integer') assert.ok(value === null || /^\d+$/.test(String(value)), what)
            else if (type === 'date') assert.ok(value === null || /^\d{4}-\d\d-\d\d$/.test(String(value)), what)
            else if (type === 'datetime')
              assert.ok(value === null || /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)), what)
            else if (type === 'structure') assertWireForm(value, what)
            else assert.ok(value === null || typeof value === 'string', what)
          }
        }
      }
    }
  })

  test('I-19: every kind of error has the same data in JSON and XML, with all its messages', async () => {
    const { fixture } = conformance()
    const { tokens, people, tasks } = fixture.a
    const token = tokens.administrator
    const json = { 'content-type': 'application/json' }
    const cases: readonly (readonly [status: number, code: number, request: Request])[] = [
      [401, 9, { path: '/task/' }],
      [401, 9, { path: '/nonsense/', token: 'nobody' }],
      [401, 8, { path: '/task/', token: tokens.inactive }],
      [403, 10, { path: '/task/', method: 'POST', token: tokens.executive, body: {} }],
      [400, 13, { path: '/nonsense/', token }],
      [400, 13, { path: '/', token }],
      [400, 13, { path: '/TASK/', token }],
      [400, 13, { path: '/task/1/2/3/', token }],
      [400, 13, { path: '/%00<script>/', token }],
      [404, 14, { path: `/task/${missingId}/`, token }],
      [404, 14, { path: `/task/${missingId}/`, method: 'PUT', body: { title: 'x' }, token }],
      [404, 14, { path: `/task/${missingId}/`, method: 'DELETE', token }],
      [400, 15, { path: `/task/${tasks.own}/nonsense/`, token }],
      [400, 15, { path: `/task/${tasks.own}/<b>&/`, method: 'POST', token }],
      [400, 16, { path: '/task/', method: 'DELETE', token }],
      [400, 16, { path: '/task/', method: 'PATCH', token }],
      [400, 17, { path: '/task/?<b>&%26=1&two=%3Cb%3E', token }],
      [400, 17, { path: `/task/${tasks.own}/?limit=1`, token }],
      [400, 17, { path: '/task/', method: 'POST', body: { '<b>&"\'': 1, two: [1, { a: null }] }, token }],
      [400, 18, { path: '/task/?limit=%3Cb%3E%26&datedue=x', token }],
      [400, 18, { path: '/task/x/', token }],
      [400, 18, { path: '/task/0/', token }],
      [400, 18, { path: '/task/-1/', token }],
      [400, 18, { path: '/task/1.0/', token }],
      [400, 18, { path: '/task/9007199254740993/', token }],
      [400, 18, { path: '/task/', method: 'POST', body: { title: '' }, token }],
      [400, 18, { path: '/task/', method: 'POST', body: '{', headers: json, token }],
      [400, 18, { path: '/task/', method: 'POST', body: '{"title":"a","title":"b"}', headers: json, token }],
      [400, 18, { path: '/task/', method: 'POST', body: '[]', headers: json, token }],
      [400, 18, { path: '/task/', method: 'POST', body: '"x"', headers: json, token }],
      [400, 18, { path: '/task/', method: 'POST', token }],
      [400, 18, { path: '/task/', method: 'POST', body: '<task><title>a</title><title>b</title></task>', token }],
      [400, 18, { path: '/task/', method: 'POST', body: '<client><name>a</name></client>', token }],
      [400, 18, { path: '/task/', method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' }, token }],
      [
        400,
        18,
        {
          path: '/task/',
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json; charset=latin1' },
          token,
        },
      ],
      [400, 18, { path: '/task/', method: 'POST', body: Buffer.from([0x7b, 0xff, 0x7d]), headers: json, token }],
    ]
    for (const [status, code, request] of cases) {
      const [reply] = await sendInBothFormats(conformance(), request)
      const what = `${request.method ?? 'GET'} ${request.path}`
      assertRefused(reply, status, code, what)
      assert.deepEqual(Object.keys(reply.json), ['personid', 'status', 'code', 'error'], what)
      const expected = status === 401 ? null : request.token === token ? people.administrator : people.executive
      assert.equal(reply.json.personid, expected, `${what}: personid`)
      const error = reply.json.error as JsonObject
      assert.deepEqual(Object.keys(error), ['code', 'message', 'verbose'], what)
      assert.equal(typeof error.code, 'number', what)
      assert.ok(Array.isArray(error.verbose) && error.verbose.length > 0, `${what}: it has a message`)
    }
  })

  test('decision 9: all errors of a request are reported at once', async () => {
    for (const resource of cells(writable())) {
      const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.settable !== 'never')
      const body = Object.fromEntries(names.map((name) => [name, ['not', { a: 'value' }]])) as JsonObject
      const reply = await conformance().sendAs('administrator', {
        method: 'POST',
        path: `/${resource.name}/`,
        body: { ...body, extra: 1 },
      })
      assertRefused(reply, 400, 17, resource.name, [...names, 'extra'])
      assert.equal(errorContent(reply).messages.length, names.length + 1, `${resource.name}: ${reply.text}`)
    }
  })

  test('decision 3: the Accept header alone chooses the format', async () => {
    const { fixture } = conformance()
    const ask = async (accept: string | undefined) => {
      const authorization = `Basic ${Buffer.from(`${fixture.a.tokens.administrator}:`).toString('base64')}`
      const headers = { authorization, 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) }
      const reply = await fixture.app.inject({ method: 'GET', url: '/group/', headers })
      return `${reply.statusCode} ${String(reply.headers['content-type']).split(';')[0]}`
    }
    assert.equal(await ask(undefined), '200 application/xml')
    for (const xml of [
      'application/xml',
      'text/xml',
      'application/json;q=0.5, application/xml',
      'text/xml;q=0.9, */*;q=0.1',
    ]) {
      assert.equal(await ask(xml), '200 application/xml', xml)
    }
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    for (const json of [
      'application/json',
      '*/*',
      'application/*',
      browser,
      'application/xml;q=0.5, application/json',
      'application/json, text/plain, */*',
    ]) {
      assert.equal(await ask(json), '200 application/json', json)
    }
    for (const none of ['text/html', 'image/png', 'application/json;q=0', 'text/csv, application/pdf']) {
      assert.equal(await ask(none), '406 application/json', none)
    }
  })

  test('decision 1: paths work with and without the last slash, and are never redirected', async () => {
    const { sendAs } = conformance()
    for (const resource of cells(resources.values())) {
      const [whole = ''] = completeListQueries(conformance(), resource)
      const [with_, without] = await Promise.all(
        ['/', ''].map((end) => sendAs('administrator', { path: `/${resource.name}${end}${queryOf(whole)}` })),
      )
      assert.equal(with_?.status, 200, resource.name)
      assert.equal(without?.text, with_?.text, resource.name)
      const [first] = await conformance().allRows('administrator', resource)
      const members = await Promise.all(
        ['/', ''].map((end) => sendAs('administrator', { path: `/${resource.name}/${first?.id}${end}` })),
      )
      assert.equal(members[0]?.text, members[1]?.text, resource.name)
      assert.equal(members[0]?.status, resource.access.read === undefined ? 400 : 200, resource.name)
    }
  })

  test('decision 1: HEAD is GET without a body, and OPTIONS lists the allowed methods', async () => {
    const { sendAs, fixture } = conformance()
    const { port } = new URL(await fixture.app.listen({ host: '127.0.0.1', port: 0 }))
    for (const resource of cells(resources.values())) {
      const [whole = ''] = completeListQueries(conformance(), resource)
      const list = `/${resource.name}/${queryOf(whole)}`
      const get = await sendAs('administrator', { path: list })
      const head = await headRequest(conformance(), port, list)
      assert.equal(head.body, '', `HEAD ${list} has a body`)
      assert.match(head.top, /^HTTP\/1\.1 200 OK\r\n/, `HEAD ${list}`)
      for (const name of ['content-type', 'content-length']) {
        assert.match(head.top, new RegExp(`\r\n${name}: ${get.headers[name]}\r\n`, 'i'), `HEAD ${list}`)
      }
      const { access } = resource
      const written = resource.singletonId === undefined ? access.create : access.update
      const places = [
        [`/${resource.name}/`, [access.list && 'GET', written && 'POST', written && 'PUT']],
        [
          `/${resource.name}/${missingId}/`,
          [access.read && 'GET', access.update && 'POST', access.update && 'PUT', access.delete && 'DELETE'],
        ],
      ] as const
      for (const [path, methods] of places) {
        const reply = await sendAs('executive', { method: 'OPTIONS', path })
        const expected = methods.filter((method) => method !== undefined)
        assert.equal(reply.status, 200, `OPTIONS ${path}`)
        const allowed = String(reply.headers.allow)
          .split(', ')
          .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
        assert.deepEqual(allowed.sort(), [...expected].sort(), `OPTIONS ${path}`)
      }
    }
    assert.equal((await sendAs('administrator', { method: 'HEAD', path: `/task/${missingId}/` })).status, 404)
  })

  test('decision 5: writes respond with Created and Accepted, and DELETE with an empty body', async () => {
    const { sendAs, fixture, samples } = conformance()
    for (const resource of cells(writable())) {
      const sample = samples[resource.name]
      for (const format of ['json', 'xml'] as const) {
        const body = (await sample?.create()) ?? {}
        const created = await sendAs('administrator', {
          method: 'POST',
          path: `/${resource.name}/`,
          ...requestAs(format, resource.name, body),
        })
        const { personid, status, code, ...rest } = treeOf(created)
        assert.deepEqual(
          [personid, status, code],
          [String(fixture.a.people.administrator), 'Created', '201'],
          resource.name,
        )
        assert.deepEqual(Object.keys(rest), [resource.name])
        const path = `/${resource.name}/${(rest[resource.name] as { id: string }).id}/`
        if (resource.access.update !== undefined) {
          const change = sample?.changes[sample.changedField] ?? {}
          const put = await sendAs('administrator', {
            method: 'PUT',
            path,
            ...requestAs(format, resource.name, change),
          })
          assert.deepEqual([treeOf(put).status, treeOf(put).code], ['Accepted', '202'], resource.name)
        }
        const headers = { ...acceptOf(format), 'content-type': 'application/json' }
        const deleted = await sendAs('administrator', { method: 'DELETE', path, headers })
        assert.deepEqual(
          [deleted.status, deleted.text, deleted.headers['content-length']],
          [200, '', '0'],
          `DELETE ${path}`,
        )
        assertRefused(
          await sendAs('administrator', { path, headers: acceptOf(format) }),
          404,
          14,
          `GET ${path} after DELETE`,
        )
        assertRefused(await sendAs('administrator', { method: 'DELETE', path }), 404, 14, `DELETE ${path} again`)
      }
    }
  })

  test('decision 4: a body may be wrapped in the name of its resource, and its format may be guessed', async () => {
    const { sendAs, samples } = conformance()
    for (const resource of cells(writable().filter((one) => !takesFile(one)))) {
      const sample = samples[resource.name]
      const path = `/${resource.name}/`
      const create = async () => withoutFiles(resource, (await sample?.create()) ?? {})
      const wrapped = { [resource.name]: await create() }
      assert.equal((await sendAs('administrator', { method: 'POST', path, body: wrapped })).status, 201, resource.name)
      for (const format of ['json', 'xml'] as const) {
        const { body } = requestAs(format, resource.name, await create())
        const guessed = await sendAs('administrator', {
          method: 'POST',
          path,
          body: format === 'json' ? `\n ${body}` : body,
        })
        assert.equal(guessed.status, 201, `${resource.name} without Content-Type, ${format}: ${guessed.text}`)
        const { body: typed } = requestAs(format, resource.name, await create())
        const headers = { 'content-type': `application/${format}; charset=UTF-8`, accept: 'application/json' }
        const created = await sendAs('administrator', { method: 'POST', path, body: typed, headers })
        assert.equal(created.status, 201, `${resource.name} ${format} with a charset: ${created.text}`)
        assert.match(String(created.headers['content-type']), /json/)
      }
    }
  })

  test('decision 55: an XML body may be wrapped in the element that responses have', async () => {
    const { sendAs, samples, fixture } = conformance()
    const headers = { 'content-type': 'application/xml' }
    for (const resource of cells(writable().filter((one) => !takesFile(one)))) {
      for (const wrap of [
        (body: JsonObject) => xmlBody('intervals', body),
        (body: JsonObject) => `<?xml version="1.0"?>\n<intervals>\n ${xmlBody(resource.name, body)}\n</intervals>`,
      ]) {
        const body = wrap(withoutFiles(resource, (await samples[resource.name]?.create()) ?? {}))
        const created = await sendAs('administrator', { method: 'POST', path: `/${resource.name}/`, body, headers })
        assert.equal(created.status, 201, `${body}: ${created.text}`)
      }
    }
    const administrator = { token: fixture.a.tokens.administrator, headers }
    const post = (body: string) => fixture.call({ ...administrator, method: 'POST', path: '/task/', body })
    for (const body of ['<intervals/>', '<intervals></intervals>', '<intervals><task/></intervals>']) {
      assertRefused(await post(body), 400, 18, body, ['title'])
    }
    assertRefused(await post('<intervals><client><name>a</name></client></intervals>'), 400, 17, 'another resource')
    assertRefused(await post('<task><intervals><title>a</title></intervals></task>'), 400, 17, 'wrapped inside')
    assertRefused(await post('<response><task><title>a</title></task></response>'), 400, 18, 'another root element')
    const person = `<personid>${fixture.a.people.resource}</personid>`
    const team = `<intervals><projectteam><item>${person}</item></projectteam></intervals>`
    const path = `/projectteam/${fixture.a.projects.seen}/`
    assert.equal((await fixture.call({ ...administrator, method: 'POST', path, body: team })).status, 201)
  })

  test('decision 6: me is a list of one, quota and projectteam are one object, in both formats', async () => {
    const { fixture } = conformance()
    for (const who of viewers) {
      const token = fixture.a.tokens[who]
      const [me] = await sendInBothFormats(conformance(), { token, path: '/me/' })
      assert.equal(me.json.listcount, 1, who)
      assert.deepEqual(
        (me.json.me as JsonObject[]).map(({ id }) => id),
        [String(fixture.a.people[who])],
        who,
      )
      for (const [name, { collection }] of endpoints) {
        if (collection.GET === undefined) continue
        const path = name === 'quota' ? '/quota/' : `/${name}/?projectid=${fixture.a.projects.seen}`
        const [reply] = await sendInBothFormats(conformance(), { token, path })
        assert.deepEqual(Object.keys(reply.json), ['personid', 'status', 'code', name], `${who} ${path}`)
        assert.ok(!Array.isArray(reply.json[name]), `${who} ${path}`)
        assertWireForm(reply.json[name] ?? null, path)
      }
    }
  })
})
