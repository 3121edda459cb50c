// The fields of records: each role gets exactly its fields in every form of response (T-09), submitted values are
// returned, and fields that cannot be set are rejected without a write (T-19). Parsing values is tested in
// `kinds.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/define/fields.ts'
import type { Resource } from '../../src/define/resource.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  type ConformanceFixture,
  completeListQueries,
  eachConformanceFixture,
  fieldsOf,
  listable,
  queryOf,
  sampleOf,
  someRows,
  viewerOf,
  viewers,
  writable,
} from './conformance-fixture.ts'
import {
  acceptOf,
  assertRefused,
  formatFor,
  formats,
  type RecordTree,
  recordIn,
  recordsIn,
  requestAs,
} from './reply-tree.ts'

const settable = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => field.settable !== 'never')

const changeable = (): Resource[] => writable().filter(({ access }) => access.update !== undefined)

const isRequired = (field: Field): boolean => field.required && field.default === undefined

/** The smallest body that creates a record: the required fields, and those that the sample lists in addition. */
async function smallestBody(conformance: ConformanceFixture, resource: Resource): Promise<JsonObject> {
  const sample = sampleOf(conformance, resource)
  const whole = await sample.create()
  const names = settable(resource).filter(([name, field]) => isRequired(field) || sample.alsoRequired?.includes(name))
  return { ...Object.fromEntries(names.map(([name]) => [name, whole[name] ?? ''])), ...sample.plainValues }
}

function assertEchoed(
  conformance: ConformanceFixture,
  resource: Resource,
  sent: JsonObject,
  record: RecordTree,
  what: string,
): void {
  const { printedAs = {} } = sampleOf(conformance, resource)
  for (const [name, value] of Object.entries(sent)) {
    const printed = Object.hasOwn(printedAs, name) ? printedAs[name] : name
    if (printed !== null && printed !== undefined) assert.equal(record[printed], value, `${what}: ${name}`)
  }
}

const notes = statement(
  sql`select (select count(*) from tasknote) + (select count(*) from milestonenote) + (select count(*) from invoicenote)`,
)

eachConformanceFixture((conformance, { cells, cellsOf }) => {
  test('T-09: each role sees exactly its fields in lists, records and responses to writes, in JSON and XML', async () => {
    for (const name of viewers) {
      for (const resource of cells(listable(name), viewers.indexOf(name))) {
        const visibleFields = fieldsOf(resource, name)
        const format = formatFor(`${name} ${resource.name}`)
        for (const whole of completeListQueries(conformance(), resource)) {
          const path = `/${resource.name}/${queryOf(whole, 'limit=3')}`
          const reply = await conformance().sendAs(name, { path, headers: acceptOf(format) })
          for (const record of recordsIn(reply, resource.name)) {
            assert.deepEqual(Object.keys(record), visibleFields, `${name} ${path} ${format}`)
          }
        }
        await checkWrites(conformance(), resource, name, format, visibleFields)
      }
    }
  })

  test('I-17: a list and a single read show the same record', async () => {
    for (const name of viewers) {
      const readable = listable(name).filter(({ access }) => access.read !== undefined)
      for (const resource of cellsOf(name, readable)) {
        for (const record of someRows(await conformance().allRows(name, resource))) {
          const reply = await conformance().sendAs(name, { path: `/${resource.name}/${record.id}/` })
          assert.deepEqual(recordIn(reply, resource.name), record, `${name} ${resource.name} ${record.id}`)
        }
      }
    }
  })

  for (const resource of cells(writable())) {
    test(`${resource.name}: the required fields are enough, and the others get their defaults`, async () => {
      for (const format of formats) {
        const body = await smallestBody(conformance(), resource)
        const path = `/${resource.name}/`
        const reply = await conformance().sendAs('administrator', {
          method: 'POST',
          path,
          ...requestAs(format, resource.name, body),
        })
        assert.equal(reply.status, 201, `${resource.name} ${format}: ${reply.text}`)
        const record = recordIn(reply, resource.name)
        assertEchoed(conformance(), resource, body, record, resource.name)
        for (const [name, field] of settable(resource)) {
          if (Object.hasOwn(body, name) || !field.shown || 'sql' in field.from) continue
          const value = typeof field.default === 'function' ? undefined : (field.default ?? field.kind.blank)
          if (value === undefined || (field.required && value === null)) continue
          assert.equal(record[name], field.kind.serialize(value) ?? '', `${resource.name}.${name} omitted`)
        }
      }
    })

    test(`${resource.name}: required fields that are missing or blank are rejected by name, all at once`, async () => {
      const { sendAs, fixture } = conformance()
      const sample = sampleOf(conformance(), resource)
      const body = await sample.create()
      const created = await conformance().createSample(resource)
      const required = settable(resource).filter(([, field]) => field.required)
      await assertUnchanged(fixture.database, resource.name, async () => {
        for (const [name, field] of required) {
          const { [name]: _, ...rest } = body
          const what = `${resource.name}.${name}`
          const path = `/${resource.name}/`
          const format = formatFor(what)
          const post = (sent: JsonObject) =>
            sendAs('administrator', { method: 'POST', path, ...requestAs(format, resource.name, sent) })
          if (isRequired(field)) assertRefused(await post(rest), 400, 18, `${what} missing`, [name])
          assertRefused(await post({ ...body, [name]: '' }), 400, 18, `${what} blank`, [name])
          if (resource.access.update !== undefined) {
            const update = { method: 'PUT' as const, path: `${path}${created.id}/` }
            const put = await sendAs('administrator', {
              ...update,
              ...requestAs(format, resource.name, { [name]: '' }),
            })
            assertRefused(put, 400, 18, `${what} blank on update`, [name])
          }
          assertRefused(
            await sendAs('administrator', { method: 'POST', path, body: { ...body, [name]: null } }),
            400,
            18,
            `${what} null`,
            [name],
          )
        }
        const all = required.filter(([, field]) => isRequired(field)).map(([name]) => name)
        const empty = await sendAs('administrator', { method: 'POST', path: `/${resource.name}/`, body: {} })
        if (all.length > 0) assertRefused(empty, 400, 18, `${resource.name} from nothing`, all)
      })
    })

    test(`${resource.name}: every settable field is returned on create, and by PUT and POST of the field alone`, async () => {
      const sample = sampleOf(conformance(), resource)
      const path = `/${resource.name}/`
      const whole = await sample.create()
      assert.deepEqual(
        Object.keys(whole).sort(),
        settable(resource)
          .map(([name]) => name)
          .sort(),
        `samples.ts has the settable fields of ${resource.name}`,
      )
      for (const format of formats) {
        const sampleBody = await sample.create()
        const reply = await conformance().sendAs('administrator', {
          method: 'POST',
          path,
          ...requestAs(format, resource.name, sampleBody),
        })
        assert.equal(reply.status, 201, reply.text)
        assertEchoed(conformance(), resource, sampleBody, recordIn(reply, resource.name), `${resource.name} ${format}`)
        for (const [name, body] of Object.entries(sample.changes)) {
          const created = await conformance().createSample(resource)
          const method = format === 'json' ? 'PUT' : 'POST'
          const member = `${path}${created.id}/`
          const put = await conformance().sendAs('administrator', {
            method,
            path: member,
            ...requestAs(format, resource.name, body),
          })
          assert.equal(put.status, 202, `${resource.name}.${name}: ${put.text}`)
          const record = recordIn(put, resource.name)
          assertEchoed(conformance(), resource, body, record, `${resource.name}.${name} ${method}`)
          const read = await conformance().sendAs('administrator', { path: member })
          assert.deepEqual(recordIn(read, resource.name), record, `I-17: ${resource.name}.${name}: GET after ${method}`)
        }
      }
    })

    test(`T-19: ${resource.name}: fields that cannot be set are rejected by name, and nothing is written`, async () => {
      const { sendAs, fixture } = conformance()
      const body = await sampleOf(conformance(), resource).create()
      const sample = await conformance().createSample(resource)
      const fixed = Object.entries(resource.fields).filter(([, field]) => field.settable === 'never')
      const names = [
        ...fixed.map(([name]) => name),
        'accountid',
        'nonsense',
        'Name',
        '__proto__',
        'constructor',
        'searchtext',
      ]
      await assertUnchanged(fixture.database, resource.name, async () => {
        for (const name of names) {
          const value = typeof sample[name] === 'string' && name !== 'id' ? sample[name] : '1'
          const format = formatFor(`${resource.name} ${name}`)
          const extra = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as JsonObject
          const created = Object.defineProperties({ ...body }, Object.getOwnPropertyDescriptors(extra))
          const post = {
            method: 'POST' as const,
            path: `/${resource.name}/`,
            ...requestAs(format, resource.name, created),
          }
          assertRefused(await sendAs('administrator', post), 400, 17, `POST ${resource.name}.${name} ${format}`, [name])
          if (resource.access.update === undefined) continue
          const put = {
            method: 'PUT' as const,
            path: `/${resource.name}/${sample.id}/`,
            ...requestAs(format, resource.name, extra),
          }
          assertRefused(await sendAs('administrator', put), 400, 17, `PUT ${resource.name}.${name} ${format}`, [name])
        }
        const several = { method: 'POST' as const, path: `/${resource.name}/`, body: { ...body, one: 1, two: 2 } }
        assertRefused(await sendAs('administrator', several), 400, 17, 'two unknown fields', ['one', 'two'])
      })
    })
  }

  for (const resource of cells(changeable(), 1)) {
    test(`${resource.name}: a field that can be set only on create, or never, is rejected on update`, async () => {
      const { sendAs, fixture } = conformance()
      const sample = sampleOf(conformance(), resource)
      const created = await conformance().createSample(resource)
      const another = await sample.create()
      await assertUnchanged(fixture.database, resource.name, async () => {
        for (const [name, field] of settable(resource)) {
          if (Object.hasOwn(sample.changes, name)) continue
          const value = field.settable === 'once' ? String(fixture.a.projects.clientless) : (another[name] ?? '')
          const request = { method: 'PUT' as const, path: `/${resource.name}/${created.id}/` }
          assertRefused(
            await sendAs('administrator', { ...request, body: { [name]: value } }),
            400,
            18,
            `${resource.name}.${name}`,
            [name],
          )
          const same = await sendAs('administrator', { ...request, body: { [name]: String(created[name]) } })
          assert.equal(same.status, 202, `${resource.name}.${name} with its current value: ${same.text}`)
        }
      })
    })

    test(`I-29: ${resource.name}: sending back what was read changes nothing and leaves no note`, async () => {
      const { sendAs, fixture, allRows } = conformance()
      const records = [
        await conformance().createSample(resource),
        ...(await allRows('administrator', resource)).slice(0, 12),
      ]
      fixture.clock.moveBy(3_600_000)
      await assertUnchanged(fixture.database, resource.name, async () => {
        for (const record of records) {
          const visibleFields = settable(resource).filter(([name]) => Object.hasOwn(record, name))
          const body = Object.fromEntries(visibleFields.map(([name]) => [name, record[name]])) as JsonObject
          const format = formatFor(`${resource.name} ${record.id}`)
          const request = { method: 'PUT' as const, path: `/${resource.name}/${record.id}/` }
          const reply = await sendAs('administrator', { ...request, ...requestAs(format, resource.name, body) })
          const what = `${resource.name} ${record.id} ${format}`
          assert.equal(reply.status, 202, `${what}: ${reply.text}`)
          const read = await sendAs('administrator', { path: `/${resource.name}/${record.id}/` })
          assert.deepEqual(recordIn(reply, resource.name), recordIn(read, resource.name), what)
        }
      })
    })

    test(`${resource.name}: the id of the path may be repeated in the body, another may not`, async () => {
      const { sendAs } = conformance()
      const { id } = await conformance().createSample(resource)
      const path = `/${resource.name}/${id}/`
      for (const format of formats) {
        const put = (body: JsonObject) =>
          sendAs('administrator', { method: 'PUT', path, ...requestAs(format, resource.name, body) })
        assert.equal((await put({ id: String(id) })).status, 202, `${resource.name} ${format} as text`)
        assert.equal((await put({ id: Number(id) })).status, 202, `${resource.name} ${format} as number`)
        assertRefused(await put({ id: Number(id) + 1 }), 400, 17, `${resource.name} ${format}`, ['id'])
      }
    })
  }

  test('T-14: a change writes the notes that are counted here, so that their absence proves something', async () => {
    const { fixture, sendAs, createSample } = conformance()
    const count = () => fixture.database.read(0, async (tx) => Number((await tx.first(notes))?.[0]))
    for (const resource of writable().filter((one) => one.actionNotes !== undefined)) {
      const { id } = await createSample(resource)
      const before = await count()
      const request = { method: 'PUT' as const, path: `/${resource.name}/${id}/`, body: { title: 'Changed' } }
      await sendAs('administrator', request)
      assert.equal(await count(), before + 1, resource.name)
      for (const header of ['x-service-disable-action-notes', 'x-intervals-disable-action-notes']) {
        await sendAs('administrator', { ...request, body: { title: header }, headers: { [header]: 't' } })
      }
      assert.equal(await count(), before + 1, `${resource.name} with the header`)
    }
  })
})

/** Responses to writes have the writer's fields and no others. */
async function checkWrites(
  conformance: ConformanceFixture,
  resource: Resource,
  name: (typeof viewers)[number],
  format: (typeof formats)[number],
  shown: string[],
): Promise<void> {
  const { role } = viewerOf[name]
  if (!resource.access.create?.includes(role)) return
  const sample = sampleOf(conformance, resource)
  const own = name === 'administrator' ? {} : (sample.ownerFields?.(conformance.fixture.a.people[name]) ?? {})
  const body = { ...(await sample.create()), ...own }
  const path = `/${resource.name}/`
  const created = await conformance.sendAs(name, { method: 'POST', path, ...requestAs(format, resource.name, body) })
  assert.equal(created.status, 201, `${name} ${resource.name}: ${created.text}`)
  const record = recordIn(created, resource.name)
  assert.deepEqual(Object.keys(record), shown, `${name} POST ${resource.name} ${format}`)
  if (!resource.access.update?.includes(role)) return
  const change = sample.changes[sample.changedField] ?? {}
  const put = { method: 'PUT' as const, path: `${path}${record.id}/`, ...requestAs(format, resource.name, change) }
  const changed = await conformance.sendAs(name, put)
  assert.equal(changed.status, 202, `${name} ${resource.name}: ${changed.text}`)
  assert.deepEqual(Object.keys(recordIn(changed, resource.name)), shown, `${name} PUT ${resource.name} ${format}`)
}

test('this suite covers every resource', () => {
  assert.ok(resources.size >= 17)
  assert.ok(writable().length >= 12)
})
