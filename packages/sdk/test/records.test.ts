// Every resource as every role gets it, over TLS and on both databases: listed and read back, each value of the type that the
// contract gives it, and nothing lost on the way from the wire. The server's own answer is the measure.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Field } from '../../server/src/define/fields.ts'
import type { Kind } from '../../server/src/define/kinds.ts'
import { canBeNull } from '../../server/src/define/nullability.ts'
import type { Resource } from '../../server/src/define/resource.ts'
import { reports } from '../../server/src/reports/all.ts'
import { resources } from '../../server/src/resources/all.ts'
import {
  type ConformanceFixture,
  completeListQueries,
  eachConformanceFixture,
  type ViewerName,
  viewerOf,
  viewers,
} from '../../server/test/conformance/conformance-fixture.ts'
import { Decimal } from '../src/decimal.ts'
import { etagOf } from '../src/etag.ts'
import { Stint } from '../src/stint.ts'
import { TestServers } from './test-server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
type Wire = Readonly<Record<string, string | null>>

interface ResourceMethods {
  list(query: object, options?: object): AsyncIterable<Row> & { all(): Promise<Row[]> }
  read(id?: number): Promise<Row>
}

const methodsOf = (stint: Stint, name: string): ResourceMethods =>
  (stint as unknown as Record<string, ResourceMethods>)[name] as ResourceMethods

const isOfType: Readonly<Record<Kind['type'], (value: unknown) => boolean>> = {
  integer: (value) => Number.isSafeInteger(value),
  string: (value) => typeof value === 'string',
  html: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  datetime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value)),
  double: (value) => value instanceof Decimal,
  'integer list': (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one > 0),
  file: () => false,
}

/** A value as the wire has it, written independently of the SDK. */
const wireText = (type: Kind['type'], value: unknown): string | null => {
  if (value === null) return type === 'double' ? '' : null
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return type === 'datetime' ? String(value).replace('T', ' ').replace('Z', '') : String(value)
}

const unpadded = (text: string | null): string | null => text?.replace(/^0+(?=\d)/, '') ?? null

function assertSame(resource: Resource, record: Row, wire: Wire): void {
  assert.deepEqual(Object.keys(record).sort(), Object.keys(wire).sort(), resource.name)
  for (const [name, value] of Object.entries(record)) {
    const field = resource.fields[name] as Field
    const what = `${resource.name} ${record.id}: ${name} is ${String(value)}`
    const { type } = field.kind
    if (value === null) assert.ok(canBeNull(resource, field, resources), `${what}, which its type does not allow`)
    else assert.ok(isOfType[type](value), what)
    const text = wire[name] ?? null
    assert.equal(wireText(type, value), type === 'integer' ? unpadded(text) : text, what)
  }
}

async function wireOf(
  { fixture }: ConformanceFixture,
  viewer: ViewerName,
  path: string,
  name: string,
): Promise<Wire[]> {
  const { json } = await fixture.call({ token: fixture.a.tokens[viewer], path })
  const found = json[name] as unknown as Wire | Wire[]
  return Array.isArray(found) ? found : [found]
}

/** The list of a resource, whole, through the SDK and past it. */
async function listBothWays(
  ground: ConformanceFixture,
  stint: Stint,
  viewer: ViewerName,
  resource: Resource,
): Promise<[Row[], Wire[]]> {
  const rows: Row[] = []
  const wires: Wire[] = []
  for (const query of completeListQueries(ground, resource)) {
    const asked = Object.fromEntries(new URLSearchParams(query))
    if (resource.singletonId === undefined) rows.push(...(await methodsOf(stint, resource.name).list(asked).all()))
    else rows.push(await methodsOf(stint, resource.name).read())
    wires.push(...(await wireOf(ground, viewer, `/${resource.name}/?limit=0&${query}`, resource.name)))
  }
  return [rows, wires]
}

eachConformanceFixture((ground) => {
  const hall = new TestServers()
  let url = ''
  before(async () => {
    const { fixture } = ground()
    url = await hall.serve(fixture.database, fixture.clock)
  })
  const as = (viewer: ViewerName) => new Stint({ url, token: ground().fixture.a.tokens[viewer], retries: 0 })

  for (const viewer of viewers) {
    const { role } = viewerOf[viewer]
    describe(viewer, () => {
      for (const resource of resources.values()) {
        if (!resource.access.list?.includes(role)) continue
        test(`${resource.name} comes as its types say, listed and read back`, async () => {
          const [rows, wires] = await listBothWays(ground(), as(viewer), viewer, resource)
          assert.ok(rows.length > 0, 'there is nothing to look at')
          assert.equal(rows.length, wires.length)
          for (const [at, row] of rows.entries()) assertSame(resource, row, wires[at] as Wire)
          if (!resource.access.read?.includes(role) || resource.singletonId !== undefined) return
          for (const row of rows.slice(0, 3)) {
            const read = await methodsOf(as(viewer), resource.name).read(row.id)
            const [wire] = await wireOf(ground(), viewer, `/${resource.name}/${row.id}/`, resource.name)
            assertSame(resource, read, wire as Wire)
            assert.match(etagOf(read) ?? '', /^".+"$/)
          }
        })
      }
    })
  }

  test('every report comes as its types say', async () => {
    for (const report of reports.values()) {
      const { read } = (as('administrator') as unknown as Record<string, { read(): Promise<Row[]> }>)[report.name] as {
        read(): Promise<Row[]>
      }
      const rows = await read()
      const wires = await wireOf(ground(), 'administrator', `/${report.name}/`, report.name)
      assert.ok(rows.length > 0, report.name)
      for (const [at, row] of rows.entries()) {
        for (const [name, { kind, nullable }] of Object.entries(report.columns)) {
          const what = `${report.name} ${at}: ${name} is ${String(row[name])}`
          assert.ok(row[name] === null ? nullable : isOfType[kind.type](row[name]), what)
          assert.equal(wireText(kind.type, row[name]), wires[at]?.[name], what)
        }
      }
    }
  })

  test('a list with a filter that adds fields has them, of their kinds', async () => {
    const { a } = ground().fixture
    const timers = await as('administrator').timer.list({ personid: a.people.resource, gettimerinfo: true }).all()
    const [timer] = timers.filter(({ taskid }) => taskid !== null)
    assert.equal(typeof timer?.projectid, 'number')
    assert.equal(typeof timer?.project, 'string')
  })
})
