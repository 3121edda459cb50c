// Writing through the SDK, over TLS and on both databases: every resource that can be made is made, changed, made again under
// the same key and removed, with values of the types that a program has. What may be written is told elsewhere.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Resource } from '../../server/src/define/resource.ts'
import { eachConformanceFixture, sampleOf, writable } from '../../server/test/conformance/conformance-fixture.ts'
import type { JsonObject } from '../../server/test/fixture/api-fixture.ts'
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

/** The body of a sample, which has the texts of the wire, as a program would write it. */
function typedBody({ name }: Resource, body: JsonObject): Record<string, unknown> {
  const kinds = contract.resources[name]?.kinds ?? {}
  const fields = decoderOf<Record<string, unknown>>(kinds)(body)
  if (typeof fields.file === 'string') fields.file = { name: 'words.txt', content: fields.file, type: 'text/plain' }
  return fields
}

/** Written under another name than it is read, a field is sent as its text: the table of kinds is about reading. */
const asText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 't' : 'f') : String(value))
const comparable = (value: unknown): unknown => (value instanceof Decimal ? `decimal ${value}` : value)

type Names = Readonly<Record<string, string | null>>

function assertHolds(record: Row, sent: Record<string, unknown>, printedAs: Names): void {
  for (const [name, value] of Object.entries(sent)) {
    const shown = printedAs[name] === undefined ? name : printedAs[name]
    if (shown === null || name === 'file') continue
    if (shown === name) assert.deepEqual(comparable(record[name]), comparable(value), name)
    else assert.equal(asText(record[shown]), asText(value), name)
  }
}

eachConformanceFixture((ground) => {
  const hall = new TestServers()
  let stint: Stint
  before(async () => {
    const { fixture } = ground()
    const url = await hall.serve(fixture.database, fixture.clock)
    stint = new Stint({ url, token: fixture.a.tokens.administrator, retries: 0 })
  })

  for (const resource of writable()) {
    test(`${resource.name} is made, changed and removed, with what was sent in it`, async () => {
      const members = (stint as unknown as Record<string, ResourceMethods>)[resource.name] as ResourceMethods
      const { create, changes, changedField, printedAs = {} } = sampleOf(ground(), resource)
      const sent = typedBody(resource, await create())
      const key = `made-${resource.name}`
      const made = await members.create(sent, { idempotencyKey: key })
      assertHolds(made, sent, printedAs)
      assert.equal((await members.create(sent, { idempotencyKey: key })).id, made.id, 'the same key makes it once')
      if (resource.access.update !== undefined) {
        const change = typedBody(resource, changes[changedField] ?? {})
        const changed = await members.update(made.id, change)
        assertHolds(changed, change, printedAs)
        assert.equal(changed.id, made.id)
      }
      await members.remove(made.id)
      if (resource.access.read === undefined) return
      const gone = await members.read(made.id).catch((error: unknown) => error)
      assert.ok(gone instanceof StintError && gone.kind === 'notFound', String(gone))
    })
  }

  test('decimals go and come exactly, to their last digit', async () => {
    const { a } = ground().fixture
    const fields = { projectid: a.projects.seen, date: '2026-05-10', typeid: 1 } as const
    const sum = Decimal.from('0.1').plus('0.2')
    for (const amount of [sum, Decimal.from('9999999998.99'), Decimal.from('-1234567890.12')]) {
      const made = await stint.payment.create({ ...fields, amount })
      assert.equal(made.amount.toString(), amount.toString())
      const newest = { projectid: a.projects.seen, sortfield: 'id', sortdir: 'DESC' } as const
      const found = await stint.payment.list(newest).first()
      assert.ok(found?.amount.equals(amount), `${found?.amount}`)
      await stint.payment.remove(made.id)
    }
    assert.equal(sum.toString(), '0.3')
    const rate = { name: 'Exact work', defaulthourlyrate: '1234567.0001', active: true } as const
    assert.equal((await stint.worktype.create(rate)).defaulthourlyrate.toString(), rate.defaulthourlyrate)
  })

  test('texts with line breaks, quotes and other scripts come back as they were sent, with a file and without', async () => {
    const { a } = ground().fixture
    const notes = 'one\ntwo\r\nthree "four" \\ five — ß, Ω, 日本, 𝒳\n'
    const file = { name: 'Plän – 日本.txt', content: 'x', type: 'text/plain' }
    const made = await stint.document.create({ projectid: a.projects.seen, notes, public: true, file })
    assert.deepEqual([made.notes, made.filename, made.public], [notes, file.name, true])
    assert.equal((await stint.document.update(made.id, { notes: `${notes}!` })).notes, `${notes}!`)
  })

  test('absent is not the same as null: one leaves a field alone, the other clears it', async () => {
    const { a } = ground().fixture
    const was = await stint.task.update(a.tasks.own, { datedue: '2026-05-20', milestoneid: a.milestones.seen })
    const left = await stint.task.update(a.tasks.own, { datedue: undefined, title: 'Left alone' })
    assert.deepEqual([left.datedue, left.milestoneid], [was.datedue, was.milestoneid])
    const cleared = await stint.task.update(a.tasks.own, { datedue: null, milestoneid: null })
    assert.deepEqual([cleared.datedue, cleared.milestoneid], [null, null])
  })

  test('a Date stands for an instant, and comes back as that instant', async () => {
    const { a } = ground().fixture
    const made = await stint.timer.create({
      personid: a.people.manager,
      starttime: new Date('2026-05-14T08:30:00.999Z'),
    })
    assert.equal(made.starttime, '2026-05-14T08:30:00Z')
    assert.equal(made.isrunning, true)
    await stint.timer.remove(made.id)
  })
})
