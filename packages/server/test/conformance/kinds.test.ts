// How values are read and printed, for every settable field of every resource by its kind: lengths in code points (I-36),
// booleans, numbers, dates, characters that XML cannot carry (T-30), HTML, and blanks. What a value means is not asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/define/fields.ts'
import { color } from '../../src/define/kinds.ts'
import type { Resource } from '../../src/define/resource.ts'
import { email } from '../../src/resources/person-kinds.ts'
import { unchanged } from '../world/dump.ts'
import type { Json, Reply } from '../world/world.ts'
import { eachGround, type Ground, sampleOf, writable } from './ground.ts'
import { acceptOf, assertRefused, formats, recordIn, sentAs, treeOf } from './wire.ts'

type Setting = { resource: Resource; name: string; field: Field }

/** Every field that a PUT may change, of the wanted types. */
const settings = (ground: Ground, ...types: Field['kind']['type'][]): Setting[] =>
  writable().flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([name, { kind }]) => types.includes(kind.type) && Object.hasOwn(sampleOf(ground, resource).other, name))
      .map(([name, field]) => ({ resource, name, field })),
  )

const isPlainText = ({ field: { kind } }: Setting): boolean => kind !== email && kind !== color

class Putter {
  readonly #ground: Ground
  readonly #ids = new Map<string, string>()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** One record of each resource is enough: values come one after another. */
  async path({ resource }: Setting): Promise<string> {
    let id = this.#ids.get(resource.name)
    if (id === undefined) {
      id = String((await this.#ground.fresh(resource)).id)
      this.#ids.set(resource.name, id)
    }
    return `/${resource.name}/${id}/`
  }

  async put(setting: Setting, value: Json): Promise<Reply> {
    const path = await this.path(setting)
    return this.#ground.as('administrator', { method: 'PUT', path, body: { [setting.name]: value } })
  }

  async putXml(setting: Setting, xml: string): Promise<Reply> {
    const { resource, name } = setting
    const body = `<${resource.name}><${name}>${xml}</${name}></${resource.name}>`
    const headers = { ...acceptOf('xml'), 'content-type': 'application/xml' }
    return this.#ground.as('administrator', { method: 'PUT', path: await this.path(setting), body, headers })
  }

  async accepts(setting: Setting, value: Json, printed: string | null): Promise<void> {
    const { resource, name, field } = setting
    const reply = await this.put(setting, value)
    const what = `${resource.name}.${name} = ${JSON.stringify(value).slice(0, 80)}`
    assert.equal(reply.status, 202, `${what}: ${reply.text.slice(0, 300)}`)
    if (field.shown) assert.equal((reply.json[resource.name] as { [name: string]: Json })[name], printed, what)
  }

  async refuses(setting: Setting, value: Json): Promise<void> {
    const { resource, name } = setting
    const what = `${resource.name}.${name} = ${JSON.stringify(value).slice(0, 80)}`
    assertRefused(await this.put(setting, value), 400, 18, what, [name])
  }
}

const ofLength = ({ field }: Setting, length: number, character: string): string =>
  field.kind === email ? `a@${'d'.repeat(length - 6)}.com` : character.repeat(length)

eachGround((ground) => {
  test('I-36: a text of exactly its limit of code points is kept whole, one more is refused', async () => {
    const putter = new Putter(ground())
    for (const setting of settings(ground(), 'string', 'html')) {
      const limit = setting.field.kind.maxLength
      if (limit === undefined || setting.field.kind === color) continue
      for (const character of limit > 1000 ? ['😀'] : ['x', '€', '😀']) {
        const whole = ofLength(setting, limit, character)
        await putter.accepts(setting, whole, whole)
        await putter.refuses(setting, ofLength(setting, limit + 1, character))
        const read = await ground().as('administrator', { path: await putter.path(setting) })
        if (setting.field.shown) assert.equal(recordIn(read, setting.resource.name)[setting.name], whole)
      }
    }
  })

  test('I-36: a text without a limit is kept whole', async () => {
    const putter = new Putter(ground())
    const unlimited = settings(ground(), 'string').filter(({ field }) => field.kind.maxLength === undefined)
    assert.ok(unlimited.length > 0)
    for (const setting of unlimited) {
      const long = 'Ünbounded 😀 '.repeat(6000)
      await putter.accepts(setting, long, long)
    }
  })

  test('booleans come as t and f, true and false, 1 and 0, in words, numbers and JSON, and are printed t and f', async () => {
    const putter = new Putter(ground())
    for (const setting of settings(ground(), 'boolean')) {
      for (const yes of ['t', 'true', '1', true, 1] as const) {
        await putter.accepts(setting, yes, 't')
        await putter.accepts(setting, { t: 'f', true: 'false', '1': '0' }[String(yes)] ?? 'f', 'f')
      }
      await putter.accepts(setting, true, 't')
      await putter.accepts(setting, false, 'f')
      await putter.accepts(setting, 0, 'f')
      for (const bad of ['yes', '2', '-1', ' t', 'tf', 2, 1.5, [], {}, [true]]) await putter.refuses(setting, bad)
    }
  })

  test('T-37: decimals come as numbers and texts, exactly, and are printed in the shortest form', async () => {
    const putter = new Putter(ground())
    for (const setting of settings(ground(), 'double')) {
      for (const [sent, printed] of [
        ['1.50', '1.5'],
        [1.5, '1.5'],
        ['0.10', '0.1'],
        [80, '80'],
        ['007', '7'],
        [0.1, '0.1'],
        ['0', '0'],
      ] as const) {
        await putter.accepts(setting, sent, printed)
      }
      const bad = [
        '1e5',
        '1e400',
        'abc',
        '1,5',
        ' 5',
        '5 ',
        '+5',
        '0x5',
        '٥',
        'NaN',
        'Infinity',
        '-0',
        '5.',
        '-',
        '.',
        '--1',
        '1.2.3',
      ]
      for (const value of [...bad, '-1', '1.2345678', '9'.repeat(17), '9'.repeat(400), [], {}, true]) {
        await putter.refuses(setting, value)
      }
      const path = await putter.path(setting)
      for (const digits of ['1e5', '9e99', '-0', '1E0', '9007199254740993']) {
        const body = `{"${setting.name}":${digits}}`
        const headers = { 'content-type': 'application/json' }
        const reply = await ground().as('administrator', { method: 'PUT', path, body, headers })
        assertRefused(reply, 400, 18, `${setting.resource.name}.${setting.name} = ${digits}`, [setting.name])
      }
    }
  })

  test('T-37: whole numbers and ids are digits only and within range', async () => {
    const putter = new Putter(ground())
    const edges = [
      '-1',
      '9007199254740993',
      '9223372036854775808',
      '9e99',
      ' 5',
      '5 ',
      '5.0',
      '0x5',
      '٥',
      '+5',
      'x',
      '1e0',
      '٠',
      '--5',
    ]
    for (const setting of settings(ground(), 'integer', 'integer list')) {
      for (const value of [...edges, -1, 1.5, true, {}]) await putter.refuses(setting, value)
      if (setting.field.kind.type === 'integer') await putter.refuses(setting, [])
      else for (const list of ['5,', ',5', '5,,6', [['5']], [{}], ['5', 'x'], '0']) await putter.refuses(setting, list)
      if (setting.field.target !== undefined) await putter.refuses(setting, '2147483647')
    }
  })

  test('ids and numbers are the same as texts, as numbers and in lists', async () => {
    const { as, samples } = ground()
    for (const { resource, name, field } of settings(ground(), 'integer', 'integer list')) {
      const { id } = await ground().fresh(resource)
      const body = samples[resource.name]?.other[name] ?? {}
      const printed = samples[resource.name]?.printedAs?.[name] ?? name
      const value = String(body[name])
      if (value === '') continue
      const numbers = value.split(',').map(Number)
      const twice = [...numbers, ...numbers]
      const forms: Json[] =
        field.kind.type === 'integer'
          ? [value, Number(value)]
          : [value, numbers, numbers.map(String), twice, twice.join(',')]
      if (field.kind.type === 'integer list' && numbers.length === 1) forms.push(numbers[0] ?? 0)
      for (const form of forms) {
        const put = { method: 'PUT' as const, path: `/${resource.name}/${id}/`, body: { ...body, [name]: form } }
        const reply = await as('administrator', put)
        assert.equal(reply.status, 202, `${resource.name}.${name} = ${JSON.stringify(form)}: ${reply.text}`)
        assert.equal(
          recordIn(reply, resource.name)[printed],
          value,
          `${resource.name}.${name} = ${JSON.stringify(form)}`,
        )
      }
    }
  })

  test('dates must exist, and may be written with slashes', async () => {
    const putter = new Putter(ground())
    for (const setting of settings(ground(), 'date')) {
      for (const date of ['2024-02-29', '0001-01-01', '9999-12-31', '2000-02-29']) {
        await putter.accepts(setting, date, date)
        await putter.accepts(setting, date.replaceAll('-', '/'), date)
      }
      const bad = [
        '2026-02-29',
        '1900-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-04-31',
        '2026-4-1',
        '20260401',
        'today',
        '0000-01-01',
      ]
      const worse = [
        '2026-04-01T00:00:00',
        '2026-04-01 ',
        '10000-01-01',
        '2026-04/01',
        '٢٠٢٦-٠٤-٠١',
        20260401,
        2026,
        true,
        [],
        {},
      ]
      for (const value of [...bad, ...worse]) await putter.refuses(setting, value)
    }
  })

  test('T-30: characters that XML cannot carry are refused in every text, in JSON and XML, and the answer is well-formed', async () => {
    const { as, world } = ground()
    const putter = new Putter(ground())
    const all = settings(ground(), 'string', 'html')
    for (const setting of all) await putter.path(setting)
    await unchanged(world.database, 'a refused text', async () => {
      for (const setting of all) {
        const { resource, name } = setting
        for (const [escape, reference] of [
          ['\\u0000', '&#0;'],
          ['\\u000b', '&#11;'],
          ['\\ufffe', '&#xFFFE;'],
          ['\\ud800', '&#xD800;'],
          ['\\udc00', '&#xDC00;'],
        ] as const) {
          const body = `{"${name}":"a${escape}b"}`
          for (const format of formats) {
            const headers = { ...acceptOf(format), 'content-type': 'application/json' }
            const reply = await as('administrator', { method: 'PUT', path: await putter.path(setting), body, headers })
            assertRefused(reply, 400, 18, `${resource.name}.${name} with ${escape}, told in ${format}`, [name])
          }
          assertRefused(
            await putter.putXml(setting, `a${reference}b`),
            400,
            18,
            `${resource.name}.${name} with ${reference}`,
          )
        }
      }
    })
  })

  test('T-30: names and filters with such characters, and long texts of emoji, are told back in well-formed answers', async () => {
    const { as, world } = ground()
    const path = `/task/${world.a.tasks.own}/`
    const bodies = [
      '{"a\\u0000b":1}',
      '{"\\ud800":1}',
      '{"a\\u000bb":1,"a\\u000bb":2}',
      `{"title":"${'x😀'.repeat(300)}"}`,
      `{"${'😀'.repeat(50)}":1}`,
    ]
    for (const body of bodies) {
      const [json, xml] = await Promise.all(
        formats.map((format) =>
          as('administrator', {
            method: 'PUT',
            path,
            body,
            headers: { ...acceptOf(format), 'content-type': 'application/json' },
          }),
        ),
      )
      assert.ok(json !== undefined && xml !== undefined)
      assert.equal(json.status, 400, body)
      assert.deepEqual(treeOf(json), treeOf(xml), `I-19: ${body.slice(0, 40)}`)
    }
    for (const query of [
      'title=a%00b',
      'a%00b=1',
      'sortfield=%0B',
      'title=%ED%A0%80',
      'limit=%00',
      'sortdir=%EF%BF%BE',
      'x'.repeat(200),
    ]) {
      const [json, xml] = await Promise.all(
        formats.map((format) => as('administrator', { path: `/task/?${query}`, headers: acceptOf(format) })),
      )
      assert.ok(json !== undefined && xml !== undefined)
      assert.equal(json.status, 400, query)
      assert.deepEqual(treeOf(json), treeOf(xml), `I-19: ${query}`)
    }
  })

  test('T-29: a text is the same record by JSON and by XML: nothing trimmed, coerced or unescaped twice', async () => {
    const putter = new Putter(ground())
    const value = ` 007 <b>&amp;amp; "x" 'y' ]]> \r\n\té 😀 %41 \u2028 `
    const xml = value.replace(/[&<>\r]/g, (one) => `&#${one.charCodeAt(0)};`)
    for (const setting of settings(ground(), 'string').filter(isPlainText)) {
      const { resource, name, field } = setting
      if (!field.shown || (field.kind.maxLength ?? 99) < 50) continue
      await putter.accepts(setting, 'something else', 'something else')
      const written = await putter.putXml(setting, xml)
      assert.equal(written.status, 202, `${resource.name}.${name}: ${written.text}`)
      const read = await ground().as('administrator', { path: await putter.path(setting) })
      assert.equal((read.json[resource.name] as { [name: string]: Json })[name], value, `${resource.name}.${name}`)
      assert.equal(recordIn(written, resource.name)[name], value, `${resource.name}.${name} printed in XML`)
      await putter.putXml(setting, '<![CDATA[<i>one</i>]]><!-- no --> two')
      const joined = await ground().as('administrator', { path: await putter.path(setting) })
      assert.equal(recordIn(joined, resource.name)[name], '<i>one</i> two', `${resource.name}.${name}: CDATA`)
    }
  })

  test('T-31: HTML is cleaned when it is written, by either format, and cleaning it again changes nothing', async () => {
    const putter = new Putter(ground())
    const all = settings(ground(), 'html')
    assert.ok(all.length >= 4)
    for (const setting of all) {
      const dirty =
        '<script>alert(1)</script><p onclick="x()" style="a">Hi <b>you</b></p><img src="javascript:x"><a href="javascript:x">l</a>'
      const reply = await putter.put(setting, dirty)
      const clean = String(recordIn(reply, setting.resource.name)[setting.name])
      const what = `${setting.resource.name}.${setting.name}`
      assert.ok(clean.includes('<p>Hi <b>you</b></p>'), `${what}: ${clean}`)
      assert.doesNotMatch(clean, /script|onclick|style|alert/, what)
      await putter.accepts(setting, 'x', 'x')
      await putter.accepts(setting, clean, clean)
      await putter.accepts(setting, 'x', 'x')
      const xml = await putter.putXml(
        setting,
        dirty.replace(/[<&>]/g, (one) => `&#${one.charCodeAt(0)};`),
      )
      assert.equal(recordIn(xml, setting.resource.name)[setting.name], clean, what)
    }
  })

  test('colours are six hex digits and nothing else', async () => {
    const putter = new Putter(ground())
    for (const setting of settings(ground(), 'string').filter(({ field }) => field.kind === color)) {
      await putter.accepts(setting, 'a0B1c2', 'a0B1c2')
      for (const bad of ['#A0B1C', '#A0B1C2', 'A0B1C', 'A0B1C2D', 'red', 'GGGGGG', 'A0B1C2;'])
        await putter.refuses(setting, bad)
    }
  })

  test('e-mail addresses are plain addresses and nothing else (T-39)', async () => {
    const putter = new Putter(ground())
    for (const setting of settings(ground(), 'string').filter(({ field }) => field.kind === email)) {
      await putter.accepts(setting, 'a.b+c@sub.example.com', 'a.b+c@sub.example.com')
      const bad = [
        'a',
        'a@b',
        'a@@b.com',
        'a b@c.com',
        'A <a@b.com>',
        '"a"@b.com',
        'a@b.com,c@d.com',
        'a@b.com\r\nBcc: x@y.com',
        'a(x)@b.com',
        'a@[1.2.3.4]',
        'g:a@b.com;',
        'a@é.com',
      ]
      for (const value of bad) await putter.refuses(setting, value)
    }
  })

  test('blank and null clear what may be blank, in JSON and XML', async () => {
    const { as, samples } = ground()
    for (const resource of writable()) {
      for (const name of Object.keys(samples[resource.name]?.other ?? {})) {
        const field = resource.fields[name]
        if (field === undefined || field.required || !field.shown || samples[resource.name]?.neverBlank?.includes(name))
          continue
        const blank =
          field.nullable || field.default === undefined || field.kind.blank !== null ? field.kind.blank : field.default
        const printed = field.kind.print(typeof blank === 'function' ? null : blank)
        for (const value of ['', null]) {
          const { id } = await ground().fresh(resource, samples[resource.name]?.plainly)
          const path = `/${resource.name}/${id}/`
          const reply = await as('administrator', { method: 'PUT', path, body: { [name]: value } })
          assert.equal(reply.status, 202, `${resource.name}.${name} = ${value}: ${reply.text}`)
          assert.equal(
            (reply.json[resource.name] as { [name: string]: Json })[name],
            printed,
            `${resource.name}.${name}`,
          )
        }
        const { id } = await ground().fresh(resource, samples[resource.name]?.plainly)
        const xml = {
          method: 'PUT' as const,
          path: `/${resource.name}/${id}/`,
          ...sentAs('xml', resource.name, { [name]: '' }),
        }
        assert.equal(
          recordIn(await as('administrator', xml), resource.name)[name],
          printed ?? '',
          `${resource.name}.${name}`,
        )
      }
    }
  })
})
