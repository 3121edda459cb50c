// How values other than texts are parsed and serialized, for every settable field by its kind: booleans, numbers
// (T-37), ids, dates and blanks. The effect of a value on its record is not tested here; texts are in `texts.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inheritedNamesFor } from '../fixture/inherited-names.ts'
import type { Json } from '../fixture/request-parts.ts'
import { eachConformanceFixture, sampleOf, writable } from './conformance-fixture.ts'
import { FieldWriter, settableFields } from './field-writer.ts'
import { assertRefused, recordIn, requestAs } from './reply-tree.ts'

/** The types of fields whose texts have a fixed form. */
const checkedTypes = ['boolean', 'integer', 'integer list', 'double', 'date', 'datetime'] as const

eachConformanceFixture((conformance, { cells }) => {
  test('booleans are accepted as t and f, true and false, 1 and 0, as text, number and JSON, and returned as t and f', async () => {
    const writer = new FieldWriter(conformance())
    for (const setting of cells(settableFields(conformance(), 'boolean'))) {
      for (const yes of ['t', 'true', '1', true, 1] as const) {
        await writer.assertAccepts(setting, yes, 't')
        await writer.assertAccepts(setting, { t: 'f', true: 'false', '1': '0' }[String(yes)] ?? 'f', 'f')
      }
      await writer.assertAccepts(setting, true, 't')
      await writer.assertAccepts(setting, false, 'f')
      await writer.assertAccepts(setting, 0, 'f')
      await writer.assertRefusesEach(setting, ['yes', '2', '-1', ' t', 'tf', 2, 1.5, [], {}, [true]])
    }
  })

  test('T-35: names that JavaScript objects inherit are not values of a field, and at most a text, in JSON and XML', async () => {
    const writer = new FieldWriter(conformance())
    for (const [at, setting] of cells(settableFields(conformance(), ...checkedTypes)).entries()) {
      for (const name of inheritedNamesFor(at)) {
        await writer.assertRefuses(setting, name)
        const what = `${setting.resource.name}.${setting.name} = ${name}`
        assertRefused(await writer.putXml(setting, name), 400, 18, what, [setting.name])
      }
    }
    for (const [at, setting] of cells(settableFields(conformance(), 'string', 'html')).entries()) {
      for (const name of inheritedNamesFor(at)) {
        const replies = [await writer.put(setting, name), await writer.putXml(setting, name)]
        for (const reply of replies) {
          if (reply.status !== 202) assertRefused(reply, 400, 18, `${setting.resource.name}.${setting.name} = ${name}`)
        }
      }
    }
  })

  test('T-37: decimals are accepted as numbers and texts, are exact, and are returned in the shortest form', async () => {
    const writer = new FieldWriter(conformance())
    for (const setting of cells(settableFields(conformance(), 'double'))) {
      for (const [sent, printed] of [
        ['1.50', '1.5'],
        [1.5, '1.5'],
        ['0.10', '0.1'],
        [80, '80'],
        ['007', '7'],
        [0.1, '0.1'],
        ['0', '0'],
      ] as const) {
        const [above, most] = setting.field.kind.range ?? [-1, Infinity]
        if (Number(printed) > above && Number(printed) <= most) await writer.assertAccepts(setting, sent, printed)
        else await writer.assertRefuses(setting, sent)
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
      // The samples of amounts that may be negative are negative.
      const sample = String(sampleOf(conformance(), setting.resource).changes[setting.name]?.[setting.name])
      if (sample.startsWith('-')) await writer.assertAccepts(setting, '-1', '-1')
      else await writer.assertRefuses(setting, '-1')
      await writer.assertRefusesEach(setting, [...bad, '1.2345678', '9'.repeat(17), '9'.repeat(400), [], true])
      // An object under the name of the resource wraps the body (decision 4) and is not a value of a field of that
      // name.
      if (setting.name !== setting.resource.name) await writer.assertRefuses(setting, {})
      const path = await writer.path(setting)
      for (const digits of ['1e5', '9e99', '-0', '1E0', '9007199254740993']) {
        const body = `{"${setting.name}":${digits}}`
        const headers = { 'content-type': 'application/json' }
        const reply = await conformance().sendAs('administrator', { method: 'PUT', path, body, headers })
        assertRefused(reply, 400, 18, `${setting.resource.name}.${setting.name} = ${digits}`, [setting.name])
      }
    }
  })

  test('T-37: whole numbers and ids are digits only and within range', async () => {
    const writer = new FieldWriter(conformance())
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
    for (const setting of cells(settableFields(conformance(), 'integer', 'integer list'))) {
      await writer.assertRefusesEach(setting, [...edges, -1, 1.5, true, {}])
      if (setting.field.kind.type === 'integer') await writer.assertRefuses(setting, [])
      else await writer.assertRefusesEach(setting, ['5,', ',5', '5,,6', [['5']], [{}], ['5', 'x'], '0'])
      if (setting.field.target !== undefined) await writer.assertRefuses(setting, '2147483647')
    }
  })

  test('ids and numbers are the same as texts, as numbers and in lists', async () => {
    const { sendAs, samples } = conformance()
    for (const { resource, name, field } of cells(settableFields(conformance(), 'integer', 'integer list'))) {
      const { id } = await conformance().createSample(resource)
      const body = samples[resource.name]?.changes[name] ?? {}
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
        const reply = await sendAs('administrator', put)
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
    const writer = new FieldWriter(conformance())
    // A recurring invoice begins with a month of the last year or later: scenarios/recurring-invoice.test.ts tests it.
    const anyDay = settableFields(conformance(), 'date').filter(({ resource }) => resource.name !== 'recurringinvoice')
    for (const setting of cells(anyDay)) {
      for (const date of ['2024-02-29', '0001-01-01', '9999-12-31', '2000-02-29']) {
        await writer.assertAccepts(setting, date, date)
        await writer.assertAccepts(setting, date.replaceAll('-', '/'), date)
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
      await writer.assertRefusesEach(setting, [...bad, ...worse])
    }
  })

  test('blank and null clear what may be blank, in JSON and XML', async () => {
    const { sendAs, samples } = conformance()
    for (const resource of cells(writable())) {
      for (const name of Object.keys(samples[resource.name]?.changes ?? {})) {
        const field = resource.fields[name]
        if (field === undefined || field.required || !field.shown || samples[resource.name]?.neverBlank?.includes(name))
          continue
        const blank =
          field.nullable || field.default === undefined || field.kind.blank !== null ? field.kind.blank : field.default
        const printed = field.kind.serialize(typeof blank === 'function' ? null : blank)
        for (const value of ['', null]) {
          const { id } = await conformance().createSample(resource, samples[resource.name]?.plainValues)
          const path = `/${resource.name}/${id}/`
          const reply = await sendAs('administrator', { method: 'PUT', path, body: { [name]: value } })
          assert.equal(reply.status, 202, `${resource.name}.${name} = ${value}: ${reply.text}`)
          assert.equal(
            (reply.json[resource.name] as { [name: string]: Json })[name],
            printed,
            `${resource.name}.${name}`,
          )
        }
        const { id } = await conformance().createSample(resource, samples[resource.name]?.plainValues)
        const xml = {
          method: 'PUT' as const,
          path: `/${resource.name}/${id}/`,
          ...requestAs('xml', resource.name, { [name]: '' }),
        }
        assert.equal(
          recordIn(await sendAs('administrator', xml), resource.name)[name],
          printed ?? '',
          `${resource.name}.${name}`,
        )
      }
    }
  })
})
