// References in bodies: ids that the caller cannot use are rejected, alone and in a list, on create and update, and
// nothing is written. Those of another account, invisible and missing ones get the same message; the reason is said of
// records that the caller sees: inactive, or of another record (T-02, T-22, T-23).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/define/fields.ts'
import type { Resource } from '../../src/define/resource.ts'
import { slot, sql, sqlName, statement } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  type ConformanceFixture,
  eachConformanceFixture,
  missingId,
  sampleOf,
  type ViewerName,
  viewerOf,
  viewers,
  writable,
} from './conformance-fixture.ts'
import { assertRefused, errorContent, recordIn } from './reply-tree.ts'

const settableReferences = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(([, { target, settable }]) => target !== undefined && settable !== 'never')

async function idsOfAccount(
  { fixture }: ConformanceFixture,
  accountid: number,
  table: string,
  condition = sql`1 = 1`,
): Promise<number[]> {
  const select = statement(sql`select id from ${sqlName(table)} where accountid = ${slot('whose')} and ${condition}`)
  const rows = await fixture.database.read(0, (tx) => tx.all(select, { whose: accountid }))
  return rows.map(([id]) => Number(id))
}

/** Ids that this caller must not be able to refer to, by reason. */
async function unusable(
  conformance: ConformanceFixture,
  who: ViewerName,
  field: Field,
): Promise<Record<string, number[]>> {
  const target = resources.get(field.target ?? '')
  assert.ok(target !== undefined)
  const { a, b } = conformance.fixture
  const own = await idsOfAccount(conformance, a.accountid, target.table)
  const foreign = (await idsOfAccount(conformance, b.accountid, target.table)).filter((id) => !own.includes(id))
  const listed = target.access.list?.includes(viewerOf[who].role) && field.allowedTargets?.replacesVisibility !== true
  const visible = listed ? (await conformance.allRows(who, target)).map(({ id }) => Number(id)) : own
  const mustBeActive = field.allowInactive !== true && Object.hasOwn(target.fields, 'active')
  return {
    foreign: foreign.slice(0, 6),
    invisible: own.filter((id) => !visible.includes(id)).slice(0, 6),
    inactive: mustBeActive ? await idsOfAccount(conformance, a.accountid, target.table, sql`active = 'f'`) : [],
  }
}

type ErrorReply = Parameters<typeof errorContent>[0]

/** The status, code and messages of an error, without the id. */
const wordsOf = (reply: ErrorReply, id: number): string =>
  JSON.stringify({
    ...errorContent(reply),
    messages: errorContent(reply).messages.map((one) => one.replaceAll(String(id), '#')),
  })

/** The error is that of a missing record. Only of a record that the caller sees it may say that it is inactive. */
function assertSameWords(reply: ErrorReply, id: number, missing: ErrorReply, what: string): void {
  const words = wordsOf(reply, id)
  const mayBeNamed = what.endsWith('inactive')
  assert.equal(mayBeNamed ? words.replace(inactive, notSeen) : words, wordsOf(missing, missingId), what)
}

const [inactive, notSeen] = ['is inactive', 'does not exist, or you cannot see it']

async function ownBody(conformance: ConformanceFixture, resource: Resource, who: ViewerName): Promise<JsonObject> {
  const sample = sampleOf(conformance, resource)
  const own = who === 'administrator' ? {} : (sample.ownerFields?.(conformance.fixture.a.people[who]) ?? {})
  return { ...(await sample.create()), ...own }
}

eachConformanceFixture((conformance, { cellsOf }) => {
  for (const who of viewers) {
    test(`T-02: ${who}: foreign, invisible and missing ids in a body are rejected with the same message, inactive ones too`, async () => {
      const { sendAs, fixture } = conformance()
      let checked = 0
      const creatable = writable().filter(({ access }) => access.create?.includes(viewerOf[who].role))
      for (const resource of cellsOf(who, creatable)) {
        const body = await ownBody(conformance(), resource, who)
        const created = await sendAs(who, {
          method: 'POST',
          path: `/${resource.name}/`,
          body: await ownBody(conformance(), resource, who),
        })
        const { id: madeId } = recordIn(created, resource.name)
        const fields = settableReferences(resource)
        const bad = await Promise.all(fields.map(([, field]) => unusable(conformance(), who, field)))
        await assertUnchanged(fixture.database, `${who} ${resource.name}`, async () => {
          for (const [at, [field, { kind }]] of fields.entries()) {
            const along = sampleOf(conformance(), resource).sentTogether?.[field]
            const create = (value: string) =>
              sendAs(who, { method: 'POST', path: `/${resource.name}/`, body: { ...body, ...along, [field]: value } })
            const update = (value: string) =>
              sendAs(who, { method: 'PUT', path: `/${resource.name}/${madeId}/`, body: { ...along, [field]: value } })
            for (const write of resource.access.update === undefined ? [create] : [create, update]) {
              const missing = await write(String(missingId))
              const what = `${who} ${write.name} ${resource.name}.${field}`
              if (missing.status !== 403) assertRefused(missing, 400, 18, what, [field])
              for (const [reason, ids] of Object.entries(bad[at] ?? {})) {
                for (const id of ids) {
                  checked++
                  const reply = await write(String(id))
                  assertSameWords(reply, id, missing, `${what} = ${id}, which is ${reason}`)
                  if (kind.type !== 'integer list' || missing.status === 403) continue
                  const good = String(body[field])
                  const mixed = await write(`${good},${id}`)
                  assertSameWords(mixed, id, missing, `${what} = ${good},${id}, which is ${reason}`)
                }
              }
            }
          }
        })
      }
      assert.ok(checked > 0, 'something was refused')
    })
  }

  test('T-22: a reference that is valid only for another record is rejected, with the reason', async () => {
    const { sendAs, fixture } = conformance()
    const { a } = fixture
    const invoices = resources.get('invoice')
    assert.ok(invoices !== undefined)
    const ofProject = await conformance().allRows('administrator', invoices, `projectid=${a.projects.clientless}`)
    const ofVoid = await conformance().allRows('administrator', invoices, 'status=void')
    const reason = /belongs to another|does not exist, or you cannot see it$|is not an Administrator or Manager$/
    const fits: readonly (readonly [string, string, JsonObject])[] = [
      ['task', 'milestoneid', { milestoneid: a.milestones.unseen }],
      ['task', 'milestoneid', { projectid: a.projects.clientless }],
      ['task', 'moduleid', { moduleid: missingId }],
      ['time', 'worktypeid', { worktypeid: missingId }],
      ['time', 'moduleid', { taskid: '', moduleid: missingId }],
      ['payment', 'invoiceid', { invoiceid: Number(ofProject[0]?.id) }],
      ['payment', 'invoiceid', { projectid: a.projects.clientless }],
      ['payment', 'invoiceid', { projectid: a.projects.seen, invoiceid: Number(ofVoid[0]?.id) }],
      ['personcontact', 'contactdescriptorid', { contactdescriptorid: 9 }],
      ['personcontact', 'contactdescriptorid', { contacttypeid: 3 }],
      ['project', 'managerid', { managerid: a.people.resource }],
      ['project', 'managerid', { managerid: `${a.people.manager},${a.people.executive}` }],
    ]
    for (const [resourceName, field, change] of fits) {
      const resource = resources.get(resourceName)
      assert.ok(resource !== undefined)
      const { id } = await conformance().createSample(resource)
      await assertUnchanged(fixture.database, resourceName, async () => {
        const reply = await sendAs('administrator', { method: 'PUT', path: `/${resourceName}/${id}/`, body: change })
        assertRefused(reply, 400, 18, `${resourceName} ${JSON.stringify(change)}`, [field])
        assert.match(errorContent(reply).messages.join(' '), reason, resourceName)
      })
    }
  })
})
