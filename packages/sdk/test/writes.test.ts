// Writing through the SDK, over TLS and on both databases: a record of every writable resource is created, created
// again with the same idempotency key, updated and removed, with typed values. Permissions are tested elsewhere.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Resource } from '../../server/src/define/resource.ts'
import { eachConformanceFixture, sampleOf, writable } from '../../server/test/conformance/conformance-fixture.ts'
import type { JsonObject } from '../../server/test/fixture/request-parts.ts'
import { contract } from '../src/contract.ts'
import { Decimal } from '../src/decimal.ts'
import { Stint } from '../src/stint.ts'
import { StintError } from '../src/stint-error.ts'
import { decoderOf } from '../src/wire.ts'
import { TestServers } from './test-server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }

interface ResourceMethods {
  read(id: number): Promise<Row>
  create(fields: object, options?: object): Promise<Row>
  update(id: number, fields: object): Promise<Row>
  remove(id: number): Promise<void>
}

/** The body of a sample, which has texts of the wire, with the types that a program uses. */
function typedBody({ name, fields: definitions }: Resource, body: JsonObject): Record<string, unknown> {
  const kinds = contract.resources[name]?.kinds ?? {}
  const fields = decoderOf<Record<string, unknown>>(kinds)(body)
  for (const [field, content] of Object.entries(fields))
    if (definitions[field]?.kind.type === 'file') fields[field] = { name: 'words.txt', content, type: 'text/plain' }
  return fields
}

/**
 * A field that has another name in responses is submitted as text, because the contract has only the kinds of
 * responses.
 */
const asText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 't' : 'f') : String(value))
const comparable = (value: unknown): unknown => (value instanceof Decimal ? `decimal ${value}` : value)

type Names = Readonly<Record<string, string | null>>

function assertHolds(record: Row, submitted: Record<string, unknown>, printedAs: Names): void {
  for (const [name, value] of Object.entries(submitted)) {
    const shown = printedAs[name] === undefined ? name : printedAs[name]
    const isFile = typeof value === 'object' && value !== null && 'content' in value
    if (shown === null || isFile) continue
    if (shown === name) assert.deepEqual(comparable(record[name]), comparable(value), name)
    else assert.equal(asText(record[shown]), asText(value), name)
  }
}

eachConformanceFixture((conformance) => {
  const servers = new TestServers()
  let stint: Stint
  before(async () => {
    const { fixture } = conformance()
    const url = await servers.serve(fixture.database, fixture.clock)
    stint = new Stint({ url, token: fixture.a.tokens.administrator, retries: 0 })
  })

  for (const resource of writable()) {
    test(`${resource.name} is created, updated and removed, and has the submitted values`, async () => {
      const members = (stint as unknown as Record<string, ResourceMethods>)[resource.name] as ResourceMethods
      const { create, changes, changedField, printedAs = {} } = sampleOf(conformance(), resource)
      const submitted = typedBody(resource, await create())
      const key = `created-${resource.name}`
      const created = await members.create(submitted, { idempotencyKey: key })
      assertHolds(created, submitted, printedAs)
      assert.equal(
        (await members.create(submitted, { idempotencyKey: key })).id,
        created.id,
        'the same key creates it once',
      )
      if (resource.access.update !== undefined) {
        const change = typedBody(resource, changes[changedField] ?? {})
        const changed = await members.update(created.id, change)
        assertHolds(changed, change, printedAs)
        assert.equal(changed.id, created.id)
      }
      await members.remove(created.id)
      if (resource.access.read === undefined) return
      const error = await members.read(created.id).catch((reason: unknown) => reason)
      assert.ok(error instanceof StintError && error.kind === 'notFound', String(error))
    })
  }

  test('decimals are sent and received exactly, to the last digit', async () => {
    const { a } = conformance().fixture
    const fields = { projectid: a.projects.seen, date: '2026-05-10', typeid: 1 } as const
    const sum = Decimal.from('0.1').plus('0.2')
    for (const amount of [sum, Decimal.from('9999999998.99'), Decimal.from('-1234567890.12')]) {
      const created = await stint.payment.create({ ...fields, amount })
      assert.equal(created.amount.toString(), amount.toString())
      const newest = { projectid: a.projects.seen, sortfield: 'id', sortdir: 'DESC' } as const
      const listed = await stint.payment.list(newest).first()
      assert.ok(listed?.amount.equals(amount), `${listed?.amount}`)
      await stint.payment.remove(created.id)
    }
    assert.equal(sum.toString(), '0.3')
    const rate = { name: 'Exact work', defaulthourlyrate: '1234567.0001', active: true } as const
    assert.equal((await stint.worktype.create(rate)).defaulthourlyrate.toString(), rate.defaulthourlyrate)
  })

  test('texts with line breaks, quotes and other scripts are returned unchanged, with and without a file', async () => {
    const { a } = conformance().fixture
    const notes = 'one\ntwo\r\nthree "four" \\ five — ß, Ω, 日本, 𝒳\n'
    const file = { name: 'Plän – 日本.txt', content: 'x', type: 'text/plain' }
    const created = await stint.document.create({ projectid: a.projects.seen, notes, public: true, file })
    assert.deepEqual([created.notes, created.filename, created.public], [notes, file.name, true])
    assert.equal((await stint.document.update(created.id, { notes: `${notes}!` })).notes, `${notes}!`)
  })

  test('an absent field does not change, and null clears it', async () => {
    const { a } = conformance().fixture
    const before = await stint.task.update(a.tasks.own, { datedue: '2026-05-20', milestoneid: a.milestones.seen })
    const unchanged = await stint.task.update(a.tasks.own, { datedue: undefined, title: 'Left alone' })
    assert.deepEqual([unchanged.datedue, unchanged.milestoneid], [before.datedue, before.milestoneid])
    const cleared = await stint.task.update(a.tasks.own, { datedue: null, milestoneid: null })
    assert.deepEqual([cleared.datedue, cleared.milestoneid], [null, null])
  })

  test('a Date is sent as an instant and returned as the same instant', async () => {
    const { a } = conformance().fixture
    const created = await stint.timer.create({
      personid: a.people.manager,
      starttime: new Date('2026-05-14T08:30:00.999Z'),
    })
    assert.equal(created.starttime, '2026-05-14T08:30:00Z')
    assert.equal(created.isrunning, true)
    await stint.timer.remove(created.id)
  })
})
