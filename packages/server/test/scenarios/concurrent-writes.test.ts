// Concurrent writers: local ids are unique and without gaps, no update is lost, and changes of one record are
// serialized (decision 31, T-58, T-63).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { type ApiCaller, callerFor, eachApiFixture, secondServer, sorted, taskBody } from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const writers = 64

eachApiFixture((fixture, _kind, testDatabase) => {
  let beside: Pick<ApiFixture, 'call'> | undefined
  before(async () => {
    beside = await secondServer(fixture(), testDatabase())
  })
  /** The Administrator as caller of two servers over one database, by turns. */
  const bossAt = (at: number): ApiCaller =>
    callerFor(at % 2 ? (beside ?? fixture()) : fixture(), fixture().a.tokens.administrator)

  for (const [resource, isPadded, bodyOf] of [
    ['client', true, (at: number) => ({ name: `Client ${at}`, datecreated: '2026-01-01' })],
    ['person', false, (at: number) => ({ firstname: `Person ${at}` })],
    ['project', true, (at: number) => ({ name: `Project ${at}`, datestart: '2026-01-01' })],
    ['milestone', false, (at: number) => ({ title: `Milestone ${at}`, datedue: '2026-06-01', complete: 'f' })],
    ['task', false, (at: number) => ({ title: `Task ${at}` })],
  ] as const) {
    test(`T-58: ${writers} concurrent creators of a ${resource} get consecutive numbers, none twice`, async () => {
      const { a, b } = fixture()
      const rest = (account: typeof a): JsonObject => {
        if (resource === 'task') return taskBody(account)
        return resource === 'milestone' ? { projectid: account.projects.seen, ownerid: account.people.manager } : {}
      }
      const administrator = callerFor(fixture(), a.tokens.administrator)
      const [last] = sorted(
        (await administrator.list(`/${resource}/?limit=0`)).rows.map(({ localid }) => Number(localid)),
      ).reverse()
      const other = callerFor(fixture(), b.tokens.administrator)
      const created = await Promise.all(
        Array.from({ length: writers }, async (_, at) => {
          if (at % 8 === 0) await other.create(`/${resource}/`, { ...rest(b), ...bodyOf(at) })
          return bossAt(at).create(`/${resource}/`, { ...rest(a), ...bodyOf(at) })
        }),
      )
      const numbers = sorted(created.map(({ localid }) => Number(localid)))
      assert.deepEqual(
        numbers,
        Array.from({ length: writers }, (_, at) => (last ?? 0) + 1 + at),
        `${resource}.localid`,
      )
      for (const { localid, localidunpadded } of created) {
        assert.equal(String(localid), isPadded ? String(Number(localid)).padStart(5, '0') : String(Number(localid)))
        if (isPadded) assert.equal(localidunpadded, String(Number(localid)), `${resource}.localidunpadded`)
      }
      const [one] = created
      const matches = await administrator.list(`/${resource}/?localid=${Number(one?.localid)}`)
      assert.deepEqual(
        matches.rows.map(({ id }) => id),
        [one?.id],
        `${resource}?localid`,
      )
    })
  }

  test('local ids are counted per account, from 1', async () => {
    const { a, b } = fixture()
    for (const { tokens } of [a, b]) {
      const first = await callerFor(fixture(), tokens.administrator).list('/client/?sortfield=localid&limit=1')
      assert.deepEqual([first.rows[0]?.localid, first.rows[0]?.localidunpadded], ['00001', '1'])
    }
  })

  test('T-63: 64 writers of one client, each of single fields: every field has one of the submitted values', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const fields = ['name', 'description', 'website', 'phone', 'fax', 'address', 'email'] as const
    const { id } = await administrator.create('/client/', { name: 'Before', datecreated: '2026-01-01' })
    const submitted = Array.from(
      { length: writers },
      (_, at) => [fields[at % fields.length] ?? 'name', `writer ${at}`] as const,
    )
    const answers = await Promise.all(
      submitted.map(([field, value], at) => bossAt(at).update(`/client/${id}/`, { [field]: value })),
    )
    for (const [at, [field, value]] of submitted.entries())
      assert.equal(answers[at]?.[field], value, `answer to ${field}`)
    const after = await administrator.read(`/client/${id}/`)
    for (const field of fields) {
      const values = submitted.filter(([one]) => one === field).map(([, value]) => value)
      assert.ok(
        values.some((value) => value === after[field]),
        `client.${field} is "${after[field]}"`,
      )
    }
    assert.equal(after.datecreated, '2026-01-01', 'a field that nobody sent has changed')
  })

  test('T-63: writers of the same fields and lists of people never mix: all values are of the last write', async () => {
    const { a } = fixture()
    const { manager: m, resource: r, restricted: s, executive: e } = a.people
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/task/', taskBody(a))
    const people = [`${m}`, `${r},${m}`, `${s},${r},${m}`, `${e},${s},${r},${m}`]
    const submitted = Array.from({ length: writers }, (_, at) => ({
      title: `whole ${at}`,
      summary: `whole ${at}`,
      assigneeid: people[at % people.length] ?? '',
      followerid: people[at % people.length] ?? '',
      estimate: (at % people.length) + 1,
    }))
    await Promise.all(submitted.map((body, at) => bossAt(at).update(`/task/${id}/`, body)))
    const after = await administrator.read(`/task/${id}/`)
    const winner = submitted.find(({ title }) => title === after.title)
    assert.ok(winner, `task.title is "${after.title}"`)
    assert.deepEqual(
      [after.summary, after.assigneeid, after.followerid, after.estimate],
      [winner.summary, winner.assigneeid, winner.followerid, String(winner.estimate)],
    )
  })

  test('I-39: the notes of 32 concurrent changes are consistent: the old values of each are the new values of the one before', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/task/', taskBody(a, { title: 'start' }))
    await Promise.all(Array.from({ length: 32 }, (_, at) => bossAt(at).update(`/task/${id}/`, { title: `step ${at}` })))
    const rows = await database.read(a.accountid, (tx) =>
      tx.all(
        statement(
          sql`select tasknote.changes from tasknote where tasknote.accountid = ${accountSlot} and tasknote.taskid = ${slot('id')}`,
        ),
        { id: Number(id) },
      ),
    )
    const steps = new Map(
      rows.map(([changes]) => {
        const [change] = JSON.parse(String(changes)) as { was: string; now: string }[]
        return [change?.was, change?.now] as const
      }),
    )
    assert.equal(steps.size, 32, 'two changes started from the same title')
    let at: string | undefined = 'start'
    for (let step = 0; step < 32; step++) at = steps.get(at)
    assert.equal(at, (await administrator.read(`/task/${id}/`)).title, 'the last note does not have the current title')
  })
})
