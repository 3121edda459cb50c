// Texts, for every settable text field: lengths in code points (I-36), characters that XML cannot contain (T-30), the
// same meaning in JSON and XML (T-29), HTML sanitized on write (T-31), colours and addresses (T-39).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailList } from '../../src/define/email-list.ts'
import { color } from '../../src/define/kinds.ts'
import { mailKindList, notificationKindList } from '../../src/mail/mail-kinds.ts'
import { resources } from '../../src/resources/all.ts'
import { currency } from '../../src/resources/company-kinds.ts'
import { tagList } from '../../src/resources/document-rules.ts'
import { email } from '../../src/resources/person-kinds.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { Json } from '../fixture/request-parts.ts'
import { eachConformanceFixture } from './conformance-fixture.ts'
import { FieldWriter, type SettableField, settableFields } from './field-writer.ts'
import { acceptOf, assertRefused, formats, recordIn, treeOf } from './reply-tree.ts'

/** Texts with a form of their own; the scenarios of webhooks, sent invoices and saved reports test them. */
const webhookFields = resources.get('webhook')?.fields
const nameOfReport = resources.get('savedreport')?.fields.report?.kind
const formKinds = [webhookFields?.url?.kind, webhookFields?.events?.kind, emailList, currency, nameOfReport]

const isPlainText = ({ field: { kind, queryOf, queryOfReport } }: SettableField): boolean =>
  ![email, color, tagList, mailKindList, notificationKindList, ...formKinds].includes(kind) &&
  kind.allowedValues === undefined &&
  queryOf === undefined &&
  queryOfReport === undefined

const addressOf = (length: number): string =>
  `a@${Array.from({ length: length - 6 }, (_, at) => (at % 50 === 49 ? '.' : 'd')).join('')}.com`

const ofLength = ({ field }: SettableField, length: number, character: string): string =>
  field.kind === email ? addressOf(length) : character.repeat(length)

eachConformanceFixture((conformance, { cells }) => {
  test('I-36: a text of exactly the maximum number of code points is stored completely, one more is rejected', async () => {
    const writer = new FieldWriter(conformance())
    for (const setting of cells(settableFields(conformance(), 'string', 'html'))) {
      const limit = setting.field.kind.maxLength
      if (limit === undefined || [color, ...formKinds].includes(setting.field.kind)) continue
      for (const character of limit > 1000 ? ['😀'] : ['x', '€', '😀']) {
        const whole = ofLength(setting, limit, character)
        await writer.assertAccepts(setting, whole, whole)
        await writer.assertRefuses(setting, ofLength(setting, limit + 1, character))
        const read = await conformance().sendAs('administrator', { path: await writer.path(setting) })
        if (setting.field.shown) assert.equal(recordIn(read, setting.resource.name)[setting.name], whole)
      }
    }
  })

  test('I-36: a text without a limit is stored completely', async () => {
    const writer = new FieldWriter(conformance())
    const unlimited = settableFields(conformance(), 'string').filter(
      (one) => isPlainText(one) && one.field.kind.maxLength === undefined,
    )
    assert.ok(unlimited.length > 0)
    for (const setting of cells(unlimited)) {
      const long = 'Ünbounded 😀 '.repeat(6000)
      await writer.assertAccepts(setting, long, long)
    }
  })

  test('T-30: characters that XML cannot contain are rejected in every text, in JSON and XML, and the response is well-formed', async () => {
    const { sendAs, fixture } = conformance()
    const writer = new FieldWriter(conformance())
    const all = cells(settableFields(conformance(), 'string', 'html'), 1)
    for (const setting of all) await writer.path(setting)
    await assertUnchanged(fixture.database, 'a refused text', async () => {
      for (const setting of all) {
        const { resource, name } = setting
        for (const [written, reference] of [
          ['\\u0000', '&#0;'],
          ['\\u000b', '&#11;'],
          ['\\ufffe', '&#xFFFE;'],
          ['\\ud800', '&#xD800;'],
          ['\\udc00', '&#xDC00;'],
        ] as const) {
          const body = `{"${name}":"a${written}b"}`
          for (const format of formats) {
            const headers = { ...acceptOf(format), 'content-type': 'application/json' }
            const reply = await sendAs('administrator', {
              method: 'PUT',
              path: await writer.path(setting),
              body,
              headers,
            })
            assertRefused(reply, 400, 18, `${resource.name}.${name} with ${written}, told in ${format}`, [name])
          }
          assertRefused(
            await writer.putXml(setting, `a${reference}b`),
            400,
            18,
            `${resource.name}.${name} with ${reference}`,
          )
        }
      }
    })
  })

  test('T-30: names and filters with such characters, and long texts of emoji, give well-formed responses', async () => {
    const { sendAs, fixture } = conformance()
    const path = `/task/${fixture.a.tasks.own}/`
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
          sendAs('administrator', {
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
        formats.map((format) => sendAs('administrator', { path: `/task/?${query}`, headers: acceptOf(format) })),
      )
      assert.ok(json !== undefined && xml !== undefined)
      assert.equal(json.status, 400, query)
      assert.deepEqual(treeOf(json), treeOf(xml), `I-19: ${query}`)
    }
  })

  test('T-29: a text is stored the same from JSON and XML: not trimmed, converted or unescaped twice', async () => {
    const writer = new FieldWriter(conformance())
    const value = ` 007 <b>&amp;amp; "x" 'y' ]]> \r\n\té 😀 %41 \u2028 `
    const xml = value.replace(/[&<>\r]/g, (one) => `&#${one.charCodeAt(0)};`)
    for (const setting of cells(settableFields(conformance(), 'string').filter(isPlainText), 2)) {
      const { resource, name, field } = setting
      if (!field.shown || (field.kind.maxLength ?? 99) < 50) continue
      await writer.assertAccepts(setting, 'something else', 'something else')
      const written = await writer.putXml(setting, xml)
      assert.equal(written.status, 202, `${resource.name}.${name}: ${written.text}`)
      const read = await conformance().sendAs('administrator', { path: await writer.path(setting) })
      assert.equal((read.json[resource.name] as { [name: string]: Json })[name], value, `${resource.name}.${name}`)
      assert.equal(recordIn(written, resource.name)[name], value, `${resource.name}.${name} in XML`)
      await writer.putXml(setting, '<![CDATA[<i>one</i>]]><!-- no --> two')
      const joined = await conformance().sendAs('administrator', { path: await writer.path(setting) })
      assert.equal(recordIn(joined, resource.name)[name], '<i>one</i> two', `${resource.name}.${name}: CDATA`)
    }
  })

  test('T-31: HTML is sanitized on write in both formats, and sanitizing it again changes nothing', async () => {
    const writer = new FieldWriter(conformance())
    const all = settableFields(conformance(), 'html')
    assert.ok(all.length >= 4)
    for (const setting of cells(all)) {
      const dirty =
        '<script>alert(1)</script><p onclick="x()" style="a">Hi <b>you</b></p><img src="javascript:x"><a href="javascript:x">l</a>'
      const reply = await writer.put(setting, dirty)
      const clean = String(recordIn(reply, setting.resource.name)[setting.name])
      const what = `${setting.resource.name}.${setting.name}`
      assert.ok(clean.includes('<p>Hi <b>you</b></p>'), `${what}: ${clean}`)
      assert.doesNotMatch(clean, /script|onclick|style|alert/, what)
      await writer.assertAccepts(setting, 'x', 'x')
      await writer.assertAccepts(setting, clean, clean)
      await writer.assertAccepts(setting, 'x', 'x')
      const xml = await writer.putXml(
        setting,
        dirty.replace(/[<&>]/g, (one) => `&#${one.charCodeAt(0)};`),
      )
      assert.equal(recordIn(xml, setting.resource.name)[setting.name], clean, what)
    }
  })

  test('colours are six hex digits and nothing else', async () => {
    const writer = new FieldWriter(conformance())
    for (const setting of settableFields(conformance(), 'string').filter(({ field }) => field.kind === color)) {
      await writer.assertAccepts(setting, 'a0B1c2', 'a0B1c2')
      for (const bad of ['#A0B1C', '#A0B1C2', 'A0B1C', 'A0B1C2D', 'red', 'GGGGGG', 'A0B1C2;'])
        await writer.assertRefuses(setting, bad)
    }
  })

  test('e-mail addresses are plain addresses and nothing else (T-39)', async () => {
    const writer = new FieldWriter(conformance())
    for (const setting of settableFields(conformance(), 'string').filter(({ field }) => field.kind === email)) {
      await writer.assertAccepts(setting, 'a.b+c@sub.example.com', 'a.b+c@sub.example.com')
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
      for (const value of bad) await writer.assertRefuses(setting, value)
    }
  })
})
