// Threats to the parsers of bodies (T-28, T-29, T-35, T-43, T-76) and invalid input: rejected with a message, nothing
// written, limited work, and no effect on the next request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readXml } from '../../src/kit/xml-reader.ts'
import { assertRefusedWith, callerFor, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { ApiFixture, Reply } from '../fixture/api-fixture.ts'
import { CookieBrowser } from '../fixture/cookie-browser.ts'
import { inheritedNames } from '../fixture/inherited-names.ts'
import { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const asXml = { 'content-type': 'application/xml' }
const asJson = { 'content-type': 'application/json' }

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const xmlOf = (root: string, fields: JsonObject): string =>
  `<${root}>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
    .join('')}</${root}>`

/** A rejected body, after which the account has the same number of clients as before. */
async function assertBodyRefused(
  fixture: ApiFixture,
  what: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<Reply> {
  const administrator = callerFor(fixture, fixture.a.tokens.administrator)
  const { count } = await administrator.list('/client/?limit=1')
  const reply = await administrator.send('POST', '/client/', body, headers)
  assert.equal(reply.status, 400, `${what}: ${reply.text.slice(0, 300)}`)
  assert.ok(reply.text.length < 2000, `${what}: the response repeats the body`)
  assert.equal((await administrator.list('/client/?limit=1')).count, count, `${what}: nothing is written`)
  return reply
}

const valid = '<name>x</name><datecreated>2026-01-01</datecreated>'
const entityExpansion = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
  '',
)

suiteApiFixture((fixture) => {
  test('T-28: a DOCTYPE, an entity, an attribute, a namespace or deep nesting in XML is 400/18', async () => {
    for (const [what, body] of [
      [
        'billion laughs',
        `<!DOCTYPE x [<!ENTITY l0 "ha">${entityExpansion}]><client>${valid}<description>&l10;</description></client>`,
      ],
      [
        'quadratic',
        `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]><client><name>${'&a;'.repeat(1000)}</name></client>`,
      ],
      [
        'external',
        `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><client>${valid}<address>&e;</address></client>`,
      ],
      ['parameter', '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd"><client/>'],
      ['bare', `<!DOCTYPE client><client>${valid}</client>`],
      ['lower case', `<!doctype client><client>${valid}</client>`],
      ['after a comment', `<!-- c --><!DOCTYPE client><client>${valid}</client>`],
      ['twice', `<!DOCTYPE a><!DOCTYPE b><client>${valid}</client>`],
      ['unknown entity', `<client>${valid}<address>&nbsp;</address></client>`],
      ['inherited entity', `<client>${valid}<address>&constructor;</address></client>`],
      ['attribute', `<client a="1">${valid}</client>`],
      ['namespace', `<x:client xmlns:x="y">${valid}</x:client>`],
      ['instruction', `<?php x ?><client>${valid}</client>`],
      ['depth', `${'<client>'.repeat(200_000)}`],
      ['depth, closed', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`],
      ['elements', `<client>${'<a/>'.repeat(20_000)}</client>`],
      ['a NUL by number', `<client>${valid}<address>&#0;</address></client>`],
      ['wrong root', `<project>${valid}</project>`],
      ['two roots', `<client>${valid}</client><client/>`],
      ['not closed', `<client>${valid}`],
      ['crossed', '<client><name>x</client></name>'],
      ['mixed', '<client>text<name>x</name></client>'],
      ['empty', ' '],
    ] as const) {
      assertRefusedWith(await assertBodyRefused(fixture(), what, body, asXml), 400, 18, 'body')
    }
  })

  test('T-28, T-43: an HTML text as long as allowed can be written with references and escapes', async () => {
    const administrator = callerFor(fixture(), fixture().a.tokens.administrator)
    const inXml = `<client>${valid}<description>${'&#65;bcde'.repeat(50_000)}</description></client>`
    assert.equal(String((await administrator.create('/client/', inXml, asXml)).description).length, 250_000)
    const inJson = `{"name":"x","datecreated":"2026-01-01","description":"${'\\u0041'.repeat(262_144)}"}`
    assert.equal(String((await administrator.create('/client/', inJson, asJson)).description).length, 262_144)
  })

  test('T-91: a body of many small pieces is rejected at a limit, in both formats', async () => {
    const description = (text: string): string => `<client>${valid}<description>${text}</description></client>`
    for (const [what, body, message] of [
      ['list', `{"name":[${'1,'.repeat(900_000)}1]}`, 'more than 10000 values'],
      ['list of lists', `[${'[],'.repeat(600_000)}[]]`, 'more than 10000 values'],
      ['keys', `{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":1`).join()}}`, 'more than 10000 values'],
      ['escapes', `{"description":"${'\\n'.repeat(990_000)}"}`, 'more than 350000 escapes'],
      ['blank lines', `${'\n'.repeat(1_900_000)}x`, 'line 1900001, column 1'],
      ['references', description('&#65;'.repeat(370_000)), 'more than 50000 references'],
      ['CDATA sections', description('<![CDATA[]]>'.repeat(140_000)), 'more than 10000 CDATA sections'],
      ['comments', description('<!---->'.repeat(230_000)), 'more than 10000 comments'],
      ['elements', description('<item/>'.repeat(230_000)), 'more than 10000 elements'],
      ['line ends', description('\n'.repeat(1_900_000)), 'use at most 262144'],
    ] as const) {
      const headers = body.startsWith('<') ? asXml : asJson
      assertRefusedWith(await assertBodyRefused(fixture(), what, body, headers), 400, 18, message)
    }
  })

  test('T-91: more than 256 KB are for resources with HTML fields only', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const name = 'x'.repeat(256 * 1024)
    for (const [path, body, headers] of [
      ['/module/', `{"name":"${name}"}`, asJson],
      ['/module/', `<module><name>${name}</name></module>`, asXml],
      [`/projectteam/${a.projects.seen}/`, `[{"personid":"${name}"}]`, asJson],
    ] as const)
      assertRefusedWith(await administrator.send('POST', path, body, headers), 400, 18, 'body: is larger than 256 KB')
    const short = `{"name":"${'x'.repeat(256 * 1024 - 11)}"}`
    assertRefusedWith(await administrator.send('POST', '/module/', short, asJson), 400, 18, 'name')
    assertRefusedWith(await administrator.send('POST', '/client/', `{"name":"${name}"}`, asJson), 400, 18, 'name')
  })

  test('T-91: one large body at a time is processed for each person', async () => {
    const { a, b } = fixture()
    const body = `{"name":"x","datecreated":"2026-01-01","description":"${'\\u0041'.repeat(100_000)}"}`
    const send = (token: string) => callerFor(fixture(), token).send('POST', '/client/', body, asJson)
    const { administrator } = a.tokens
    const replies = await Promise.all([send(administrator), send(administrator), send(b.tokens.administrator)])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 503, 201],
    )
    const [, refused] = replies
    assert.equal(refused?.headers['retry-after'], '1')
    assertRefusedWith(refused as Reply, 503, 20, 'another request of yours with a large body is still running')
    assert.equal((await send(administrator)).status, 201)
  })

  test('T-29: a record written with JSON and with XML gives the same row', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const draw = new Random(3)
    const chunks = [
      '007',
      '1e5',
      ' ',
      '\n',
      '\t',
      '<',
      '>',
      '&',
      '"',
      "'",
      ']]>',
      'é',
      '\u{1F600}',
      'null',
      'true',
      '%',
      '\\',
      '&amp;',
      '<b>x</b>',
    ]
    const same = ({ id: _id, localid: _localid, localidunpadded: _unpadded, ...rest }: Record<string, unknown>) => rest
    for (let round = 0; round < 40; round++) {
      const text = () => draw.text(chunks, 6)
      const body = {
        name: `n${text()}`,
        datecreated: '2026-01-01',
        description: text(),
        address: text(),
        website: text(),
        active: draw.pick(['t', 'f', '1', 'false']),
      }
      const json = await administrator.create('/client/', body)
      const xml = await administrator.create('/client/', xmlOf('client', body), asXml)
      assert.deepEqual(same(json), same(xml), JSON.stringify(body))
      assert.deepEqual([json.name, json.address], [body.name, body.address], 'the text was changed')
    }
  })

  test('T-29: CDATA and comments inside text are joined, line ends are kept, and the response has the same text', async () => {
    const { a, call } = fixture()
    const body = `<client>${valid}<address>a<![CDATA[<b>&amp;]]>c<!-- no -->d\n e </address></client>`
    const created = await callerFor(fixture(), a.tokens.administrator).create('/client/', body, asXml)
    assert.equal(created.address, 'a<b>&amp;cd\n e ')
    const reply = await call({
      token: a.tokens.administrator,
      path: `/client/${created.id}/`,
      headers: { accept: 'application/xml' },
    })
    const { value } = readXml(reply.text)
    assert.ok(value instanceof Map)
    const record = value.get('client')
    assert.ok(record instanceof Map)
    assert.equal(record.get('address'), 'a<b>&amp;cd\n e ')
  })

  test('T-29: numbers have the same meaning in both formats: no exponents, no plus signs, no other digits', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const [value, expected] of [
      ['1e5', null],
      ['0x10', null],
      ['+1', null],
      ['-0', null],
      ['-1', null],
      ['1.', null],
      ['.5', null],
      ['1,5', null],
      ['\u0661', null],
      ['NaN', null],
      ['Infinity', null],
      ['1e400', null],
      [' 1', null],
      ['0.1', '0.1'],
      ['007', '7'],
      ['2.50', '2.5'],
      ['0', '0'],
    ] as const) {
      const [json, xml] = [
        await administrator.send('POST', '/task/', taskBody(a, { estimate: value })),
        await administrator.send('POST', '/task/', xmlOf('task', taskBody(a, { estimate: value })), asXml),
      ]
      assert.equal(json.status, xml.status, `estimate ${value}: ${json.text} ${xml.text}`)
      if (json.status === 201) {
        const estimates = [json, xml].map(({ json: { task } }) => (task as JsonObject).estimate)
        assert.equal(estimates[0], estimates[1], `estimate ${value}`)
        if (expected !== null) assert.equal(estimates[0], expected, `estimate ${value}`)
      } else assertRefusedWith(json, 400, 18, 'estimate')
      if (['1e5', '0x10', '\u0661', 'NaN', '1e400', '1,5', ' 1', '-1'].includes(value))
        assert.equal(json.status, 400, `estimate ${value}`)
    }
  })

  test('T-29: a byte order mark, UTF-16, broken UTF-8 and other charsets are 400/18', async () => {
    const text = '{"name":"x","datecreated":"2026-01-01"}'
    const xml = `<client>${valid}</client>`
    for (const [what, body, headers] of [
      ['mark in JSON', `\ufeff${text}`, asJson],
      ['mark in XML', `\ufeff${xml}`, asXml],
      ['UTF-16', Buffer.from(text, 'utf16le'), asJson],
      ['UTF-16 with mark', Buffer.from(`\ufeff${xml}`, 'utf16le'), asXml],
      ['Latin-1', Buffer.from('{"name":"\u00e9","datecreated":"2026-01-01"}', 'latin1'), asJson],
      ['overlong', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]), asJson],
      ['charset', text, { 'content-type': 'application/json; charset=iso-8859-1' }],
      ['declared', `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`, asXml],
      ['version', `<?xml version="1.1"?>${xml}`, asXml],
      ['form', 'name=x&datecreated=2026-01-01', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain', text, { 'content-type': 'text/plain' }],
    ] as const) {
      assertRefusedWith(await assertBodyRefused(fixture(), what, body, headers), 400, 18, 'body')
    }
  })

  test('T-35: names that JavaScript objects inherit are unknown fields, and do not affect the next request', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const name of ['prototype', ...inheritedNames]) {
      const inner = name === 'toString' ? '"x"' : '{"polluted":"yes","isAdmin":"t"}'
      const json = `{"name":"x","datecreated":"2026-01-01","${name}":${inner}}`
      assertRefusedWith(await assertBodyRefused(fixture(), name, json, asJson), 400, 17, name)
      const xml = `<client>${valid}<${name}><polluted>yes</polluted></${name}></client>`
      assertRefusedWith(await assertBodyRefused(fixture(), name, xml, asXml), 400, 17, name)
      assertRefusedWith(await administrator.send('GET', `/client/?${name}=1`), 400, 17, name)
      assertRefusedWith(await administrator.send('GET', `/client/?sortfield=${name}`), 400, 17, 'sortfield')
      assertRefusedWith(await administrator.send('GET', `/${name}/`), 400, 13)
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
    const created = await administrator.create('/client/', { name: 'clean', datecreated: '2026-01-01' })
    assert.ok(!('polluted' in created) && !('isAdmin' in created))
  })

  test('T-35: names that JavaScript objects inherit are unknown in the bodies of sign-in and in saved filters', async () => {
    const { a, app } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const name of inheritedNames) {
      const body = `{"username":"manager","password":"correct horse battery","${name}":"x"}`
      const reply = await new CookieBrowser(app).request('/app/session', { method: 'POST', body, headers: asJson })
      assertRefusedWith(reply, 400, 17, name)
      const filter = { title: 'x', personid: a.people.administrator, date: '2026-05-14', params: `${name}=1` }
      assertRefusedWith(await administrator.send('POST', '/tasklistfilter/', filter), 400, 18, name)
    }
  })

  test('T-35: malformed JSON, duplicate keys, deep nesting and invalid numbers are 400/18', async () => {
    for (const [what, body] of [
      ['cut off', '{"name":"x"'],
      ['two values', '{} {}'],
      ['single quotes', "{'name':'x'}"],
      ['comma', '{"name":"x",}'],
      ['comment', '{/* */"name":"x"}'],
      ['bare word', '{"name":undefined}'],
      ['NaN', '{"name":NaN}'],
      ['a control character', '{"name":"a\u0001"}'],
      ['escape', '{"name":"\\x41"}'],
      ['a list', '[]'],
      ['a text', '"name"'],
      ['a number', '1'],
      ['null', 'null'],
      ['duplicate', '{"name":"a","name":"b","datecreated":"2026-01-01"}'],
      ['duplicate, escaped', '{"name":"a","n\\u0061me":"b","datecreated":"2026-01-01"}'],
      ['duplicate inside', '{"name":{"a":1,"a":2},"datecreated":"2026-01-01"}'],
      ['depth', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
      ['depth of 33', `${'['.repeat(33)}${']'.repeat(33)}`],
      ['a NUL', '{"name":"a\\u0000b","datecreated":"2026-01-01"}'],
      ['half a pair', '{"name":"\\ud800","datecreated":"2026-01-01"}'],
      ['an object for a text', '{"name":{"a":1},"datecreated":"2026-01-01"}'],
      ['a list for a text', '{"name":["a"],"datecreated":"2026-01-01"}'],
      ['a huge number for a date', '{"name":"a","datecreated":1e400}'],
    ] as const) {
      assertRefusedWith(await assertBodyRefused(fixture(), what, body, asJson), 400, 18)
    }
  })

  test('T-76: a compressed body is rejected, whatever its content', async () => {
    const body = gzipSync(Buffer.alloc(50_000_000, 0x20))
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'x-gzip']) {
      const headers = { ...asJson, 'content-encoding': encoding }
      assertRefusedWith(await assertBodyRefused(fixture(), encoding, body, headers), 400, 18, 'Content-Encoding')
    }
    const plain = { ...asJson, 'content-encoding': 'identity' }
    await callerFor(fixture(), fixture().a.tokens.administrator).create(
      '/client/',
      '{"name":"x","datecreated":"2026-01-01"}',
      plain,
    )
  })

  test('a body of more than 2 MB is 400/18; a smaller one is checked by its fields', async () => {
    const body = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`
    assertRefusedWith(
      await assertBodyRefused(fixture(), 'too large', body(2 * 1024 * 1024 + 1), asJson),
      400,
      18,
      '2 MB',
    )
    assertRefusedWith(await assertBodyRefused(fixture(), 'large', body(2 * 1024 * 1024), asJson), 400, 18, 'name')
    const many = `{${Array.from({ length: 301 }, (_, at) => `"f${at}":1`).join()}}`
    assertRefusedWith(await assertBodyRefused(fixture(), 'fields', many, asJson), 400, 18, '300')
  })

  test('T-43: HTML that is hard to sanitize is sanitized or rejected by its size, and other texts by their limits', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const limit = 262_144
    for (const [what, unit] of [
      ['nested', '<div>'],
      ['tables', '<table><tr><td>'],
      ['open', '<'],
      ['entities', '&amp;'],
      ['quotes', '<a href="'],
      ['comments', '<!--'],
      ['lists', '<ul><li>'],
      ['bold', '<b><i>'],
      ['scripts', '<script>'],
      ['closing', '</div>'],
      ['ampersands', '&'],
      ['slashes', '<a/'],
    ] as const) {
      const summary = unit.repeat(Math.floor(limit / unit.length))
      const created = await administrator.create('/task/', taskBody(a, { summary }))
      assert.ok(String(created.summary).length <= 10 * limit, `${what}: the stored text is too long`)
      assertRefusedWith(
        await administrator.send('POST', '/task/', taskBody(a, { summary: `${summary}${'x'.repeat(unit.length)}` })),
        400,
        18,
        'summary',
      )
    }
    const address = `${'a'.repeat(120)}@${'a.'.repeat(60)}`
    assertRefusedWith(
      await administrator.send('POST', '/person/', { firstname: 'x', email: address }),
      400,
      18,
      'email',
    )
    assertRefusedWith(
      await administrator.send('POST', '/task/', taskBody(a, { title: 'x'.repeat(1_000_000) })),
      400,
      18,
      'title',
    )
    assertRefusedWith(
      await administrator.send('POST', '/task/', taskBody(a, { dateopen: '1'.repeat(1_000_000) })),
      400,
      18,
      'dateopen',
    )
    assertRefusedWith(
      await administrator.send('POST', '/task/', taskBody(a, { estimate: '1'.repeat(1_000_000) })),
      400,
      18,
      'estimate',
    )
  })
})
