// Every resource in every role, over TLS and on both databases: records are listed and read, every value has the type
// of the contract, and the values equal those of the server's response.
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
import { databasesOfSuite } from '../../server/test/fixture/database-servers.ts'
import { Decimal } from '../src/decimal.ts'
import { etagOf } from '../src/etag.ts'
import { Stint } from '../src/stint.ts'
import { TestServers } from './test-server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
type Wire = Readonly<Record<string, string | null>>

interface ReadsReport {
  read(query: Readonly<Record<string, string>>): Promise<Row[]>
}

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
  structure: (value) => typeof value === 'object' && value !== null,
}

/** A value as text of the wire, written independently of the SDK. */
const wireText = (type: Kind['type'], value: unknown): unknown => {
  if (type === 'structure') return value
  if (value === null) return type === 'double' ? '' : null
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return type === 'datetime' ? String(value).replace('T', ' ').replace('Z', '') : String(value)
}

const unpadded = (text: string | null): string | null => text?.replace(/^0+(?=\d)/, '') ?? null

function assertSame(resource: Resource, record: Row, wire: Wire): void {
  assert.deepEqual(Object.keys(record).sort(), Object.keys(wire).sort(), resource.name)
  for (const [name, value] of Object.entries(record)) {
    const field = resource.fields[name] as Field
    const message = `${resource.name} ${record.id}: ${name} is ${String(value)}`
    const { type } = field.kind
    if (value === null) assert.ok(canBeNull(resource, field, resources), `${message}, which its type does not allow`)
    else assert.ok(isOfType[type](value), message)
    const text = wire[name] ?? null
    assert.deepEqual(wireText(type, value), type === 'integer' ? unpadded(text) : text, message)
  }
}

async function wireOf(
  { fixture }: ConformanceFixture,
  viewer: ViewerName,
  path: string,
  name: string,
): Promise<Wire[]> {
  const { json } = await fixture.call({ token: fixture.a.tokens[viewer], path })
  const member = json[name] as unknown as Wire | Wire[]
  return Array.isArray(member) ? member : [member]
}

/** The complete list of a resource, through the SDK and with direct requests. */
async function listBothWays(
  conformance: ConformanceFixture,
  stint: Stint,
  viewer: ViewerName,
  resource: Resource,
): Promise<[Row[], Wire[]]> {
  const rows: Row[] = []
  const wires: Wire[] = []
  for (const query of completeListQueries(conformance, resource)) {
    const filters = Object.fromEntries(new URLSearchParams(query))
    if (resource.singletonId === undefined) rows.push(...(await methodsOf(stint, resource.name).list(filters).all()))
    else rows.push(await methodsOf(stint, resource.name).read())
    wires.push(...(await wireOf(conformance, viewer, `/${resource.name}/?limit=0&${query}`, resource.name)))
  }
  return [rows, wires]
}

eachConformanceFixture((conformance) => {
  const servers = new TestServers()
  let url = ''
  before(async () => {
    const { fixture } = conformance()
    url = await servers.serve(fixture.database, fixture.clock)
  })
  const as = (viewer: ViewerName) => new Stint({ url, token: conformance().fixture.a.tokens[viewer], retries: 0 })

  for (const viewer of viewers) {
    const { role } = viewerOf[viewer]
    describe(viewer, () => {
      for (const resource of resources.values()) {
        if (!resource.access.list?.includes(role)) continue
        test(`${resource.name} has values of the declared types in lists and reads`, async () => {
          const [rows, wires] = await listBothWays(conformance(), as(viewer), viewer, resource)
          assert.ok(rows.length > 0, 'the list is empty')
          assert.equal(rows.length, wires.length)
          for (const [index, row] of rows.entries()) assertSame(resource, row, wires[index] as Wire)
          if (!resource.access.read?.includes(role) || resource.singletonId !== undefined) return
          for (const row of rows.slice(0, 3)) {
            const record = await methodsOf(as(viewer), resource.name).read(row.id)
            const [wire] = await wireOf(conformance(), viewer, `/${resource.name}/${row.id}/`, resource.name)
            assertSame(resource, record, wire as Wire)
            assert.match(etagOf(record) ?? '', /^".+"$/)
          }
        })
      }
    })
  }

  test('every report has values of the declared types', async () => {
    const { id } = await as('administrator').project.create({ name: 'Care', datestart: '2026-01-01', budget: '10' })
    await as('administrator').project.update(id, { budgetperiod: 'month' })
    for (const report of reports.values()) {
      const { read } = (as('administrator') as unknown as Record<string, ReadsReport>)[report.name] as ReadsReport
      // A search without words finds nothing.
      const query: Readonly<Record<string, string>> = Object.hasOwn(report.parameters, 'q') ? { q: 'a' } : {}
      const rows = await read(query)
      const path = `/${report.name}/?${new URLSearchParams(query)}`
      const wires = await wireOf(conformance(), 'administrator', path, report.name)
      assert.ok(rows.length > 0, report.name)
      for (const [index, row] of rows.entries()) {
        for (const [name, { kind, nullable }] of Object.entries(report.columns)) {
          const message = `${report.name} ${index}: ${name} is ${String(row[name])}`
          assert.ok(row[name] === null ? nullable : isOfType[kind.type](row[name]), message)
          assert.equal(wireText(kind.type, row[name]), wires[index]?.[name], message)
        }
      }
    }
  })

  test('a filter that adds fields to a list gives them the declared types', async () => {
    const { a } = conformance().fixture
    const timers = await as('administrator').timer.list({ personid: a.people.resource, gettimerinfo: true }).all()
    const [timer] = timers.filter(({ taskid }) => taskid !== null)
    assert.equal(typeof timer?.projectid, 'number')
    assert.equal(typeof timer?.project, 'string')
  })
}, databasesOfSuite)
