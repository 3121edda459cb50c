// How values that are not texts are read and printed, for every settable field by its kind: booleans, numbers (T-37), ids,
// dates, and what blank means. What a value means to its record is not asked; texts are `texts.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../world/world.ts'
import { eachGround, sampleOf, writable } from './ground.ts'
import { Putter, settings } from './setting.ts'
import { assertRefused, recordIn, sentAs } from './wire.ts'

eachGround((ground) => {
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
        const [above, most] = setting.field.kind.between ?? [-1, Infinity]
        if (Number(printed) > above && Number(printed) <= most) await putter.accepts(setting, sent, printed)
        else await putter.refuses(setting, sent)
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
      // Amounts that may be negative are so in their sample.
      const sample = String(sampleOf(ground(), setting.resource).other[setting.name]?.[setting.name])
      if (sample.startsWith('-')) await putter.accepts(setting, '-1', '-1')
      else await putter.refuses(setting, '-1')
      for (const value of [...bad, '1.2345678', '9'.repeat(17), '9'.repeat(400), [], true]) {
        await putter.refuses(setting, value)
      }
      // An object under the resource's own name is its wrapping (decision 4), not a value of the field called like it.
      if (setting.name !== setting.resource.name) await putter.refuses(setting, {})
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
