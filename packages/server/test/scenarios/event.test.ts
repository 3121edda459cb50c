// The event log: what each kind of change leaves in it, who sees which event and which values, how programs continue
// after the last event they have read, and how long events are kept. That it is complete is tested in
// properties/event-replay.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditEvents, removeOldEvents } from '../../src/maintenance/event-retention.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  secondServer,
  taskBody,
} from '../fixture/api-caller.ts'
import { CookieBrowser } from '../fixture/cookie-browser.ts'

interface Change {
  readonly field: string
  readonly was?: string | null
  readonly now?: string | null
}

interface Event {
  readonly id: string
  readonly kind: string
  readonly resource: string
  readonly personid: string | null
  readonly channel: string
  readonly requestid: string | null
  readonly projectid: string | null
  readonly changes: readonly Change[]
  readonly removed: Readonly<Record<string, string>> | null
}

const eventsAt = async (caller: ApiCaller, path: string): Promise<Event[]> =>
  (await caller.list(path)).rows as unknown as Event[]

const withoutTimes = ({ changes }: Event): readonly Change[] => changes.filter(({ field }) => field !== 'datemodified')

eachApiFixture((fixture, kind, database) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)
  const as = (role: 'manager' | 'resource' | 'executive') => callerFor(fixture(), fixture().a.tokens[role])

  test('an update leaves one event with the old and new values, the person, the channel and the request', async () => {
    const { a } = fixture()
    const { id } = await administrator().create('/task/', taskBody(a, { title: 'Plan', assigneeid: a.people.manager }))
    const reply = await as('manager').send(
      'PUT',
      `/task/${id}/`,
      { title: 'Plan A', assigneeid: `${a.people.resource},${a.people.manager}` },
      { 'x-request-id': 'from-a-test' },
    )
    assert.equal(reply.status, 202)
    const [created, updated, ...more] = await eventsAt(administrator(), `/task/${id}/event/`)
    assert.deepEqual(more, [])
    assert.ok(created !== undefined && updated !== undefined)
    assert.deepEqual(
      created.changes.find(({ field }) => field === 'title'),
      { field: 'title', now: 'Plan' },
    )
    assert.deepEqual(
      [updated.kind, updated.personid, updated.channel, updated.requestid, updated.projectid],
      ['updated', String(a.people.manager), 'token', 'from-a-test', String(a.projects.seen)],
    )
    assert.deepEqual(withoutTimes(updated), [
      { field: 'title', was: 'Plan', now: 'Plan A' },
      { field: 'assigneeid', was: String(a.people.manager), now: `${a.people.resource},${a.people.manager}` },
    ])
    const xml = await administrator().send('GET', `/event/${updated.id}/`, undefined, { accept: 'application/xml' })
    assert.match(xml.text, /<changes><item><field>title<\/field><was>Plan<\/was><now>Plan A<\/now><\/item>/)
  })

  test('a deletion keeps the values for Administrators and counts what was deleted with the record', async () => {
    const { a } = fixture()
    const { id } = await administrator().create('/task/', taskBody(a, { title: 'Short' }))
    await administrator().create('/tasknote/', { taskid: String(id), note: 'One', public: 'f' })
    await administrator().remove(`/task/${id}/`)
    const path = `/event/?resource=task&recordid=${id}&kind=deleted`
    const [deleted] = await eventsAt(administrator(), path)
    assert.deepEqual([deleted?.removed, deleted?.projectid], [{ tasknote: '1' }, String(a.projects.seen)])
    assert.deepEqual(
      deleted?.changes.find(({ field }) => field === 'title'),
      { field: 'title', was: 'Short' },
    )
    const [forManager] = await eventsAt(as('manager'), path)
    assert.deepEqual([forManager?.changes, forManager?.removed], [[], null], 'a Manager knows that, not what')
  })

  test('the project of a timer is shown only to who sees its task', async () => {
    const { a } = fixture()
    const restricted = callerFor(fixture(), a.tokens.restricted)
    const body = taskBody(a, { title: 'Moved on', assigneeid: a.people.restricted })
    const { id } = await administrator().create('/task/', body)
    const timer = await restricted.create('/timer/', { personid: a.people.restricted, taskid: String(id) })
    const projects = async () =>
      (await eventsAt(restricted, `/timer/${timer.id}/event/`)).map(({ projectid }) => projectid)
    assert.deepEqual(await projects(), [String(a.projects.seen)])
    await administrator().update(`/task/${id}/`, { assigneeid: a.people.manager })
    assert.deepEqual(await projects(), [null])
  })

  test('an action has its name, and secrets are named without their values', async () => {
    const { a } = fixture()
    const note = { projectid: a.projects.seen, title: 'Key', note: 'the secret text', secure: 't' }
    const { id } = await administrator().create('/projectnote/', note)
    await administrator().update(`/person/${a.people.resource}/`, { password: 'a long pass phrase' })
    const events = await eventsAt(administrator(), '/event/?since=0&limit=0')
    const ofNote = events.find((one) => one.resource === 'projectnote' && one.kind === 'created' && one.id !== '')
    assert.ok(
      ofNote?.changes.some(({ field, now }) => field === 'note' && now === undefined),
      String(id),
    )
    const ofPassword = events.filter((one) => one.changes.some(({ field }) => field === 'password')).at(-1)
    assert.deepEqual(
      ofPassword?.changes.find(({ field }) => field === 'password'),
      { field: 'password' },
    )
    assert.doesNotMatch(JSON.stringify(events), /the secret text|a long pass phrase|argon2/)
    const timer = await as('resource').create('/timer/', { personid: a.people.resource })
    await as('resource').send('POST', `/timer/${timer.id}/pause/`)
    const kinds = (await eventsAt(as('resource'), `/timer/${timer.id}/event/`)).map((one) => one.kind)
    assert.deepEqual(kinds, ['created', 'pause'])
  })

  test('everybody reads the history of a record that they see, without hidden fields, and nothing else', async () => {
    const { a } = fixture()
    const { id } = await administrator().create('/task/', taskBody(a, { title: 'Seen', estimate: 7 }))
    for (const role of ['manager', 'resource'] as const)
      assert.equal((await eventsAt(as(role), `/task/${id}/event/`)).length, 1, role)
    const [forClient] = await eventsAt(as('executive'), `/task/${id}/event/`)
    assert.deepEqual(
      forClient?.changes.filter(({ field }) => ['title', 'ownerid', 'projectid'].includes(field)),
      [{ field: 'projectid' }, { field: 'title' }],
      'a client sees no earlier texts and no hidden fields',
    )
    assert.ok(forClient !== undefined && !('person' in forClient) && !('personid' in forClient), 'a client sees who')
    const query = `/task/${id}/event/?personid=${a.people.administrator}`
    assertRefusedWith(await as('executive').send('GET', query), 400, 17, 'personid')
    for (const role of ['resource', 'executive'] as const)
      assertRefusedWith(await as(role).send('GET', '/event/'), 403, 10)
    assertRefusedWith(await as('resource').send('GET', `/task/${a.tasks.unseen}/event/`), 404, 14)
    const unseen = await as('manager').list(`/event/?resource=task&recordid=${a.tasks.unseen}`)
    assert.deepEqual(unseen.rows, [])
    assertRefusedWith(await administrator().send('GET', '/event/?resource=wall'), 400, 18, 'resource')
    assertRefusedWith(await administrator().send('POST', '/event/', {}), 400, 16)
  })

  test('sign-ins, tokens and teams are events; sign-ins are shown to Administrators only', async () => {
    const { a, app } = fixture()
    await administrator().update(`/person/${a.people.resource}/`, { password: 'a long pass phrase' })
    assert.equal((await new CookieBrowser(app).signIn('resource', 'a long pass phrase')).status, 201)
    const [signIn] = (await eventsAt(administrator(), `/person/${a.people.resource}/event/?kind=signin`)).slice(-1)
    assert.deepEqual([signIn?.personid, signIn?.channel], [String(a.people.resource), 'session'])
    assert.deepEqual(await eventsAt(as('manager'), `/person/${a.people.resource}/event/?kind=signin`), [])
    await administrator().send('POST', `/projectteam/${a.projects.unseen}/`, { personid: String(a.people.resource) })
    const [joined] = (await eventsAt(administrator(), '/event/?resource=projectteam&limit=0')).slice(-1)
    assert.deepEqual(joined?.changes, [
      { field: 'personid', now: String(a.people.resource) },
      { field: 'securenotes', now: 'f' },
    ])
    await administrator().send('DELETE', `/projectteam/?projectid=${a.projects.unseen}&personid=${a.people.resource}`)
  })

  test('a rejected request leaves no event, and a request without a change leaves none either', async () => {
    const { a } = fixture()
    const { id } = await administrator().create('/task/', taskBody(a, { title: 'Same' }))
    await administrator().send('PUT', `/task/${id}/`, { title: 'Same' })
    await administrator().send('PUT', `/task/${id}/`, { title: 'Other', statusid: 999_999 })
    assert.equal((await eventsAt(administrator(), `/task/${id}/event/`)).length, 1)
  })

  test('I-47: writers on two servers and a reader that continues after its last event: none is missed', async () => {
    const { a } = fixture()
    const other = await secondServer(fixture(), database())
    const callers = [administrator(), callerFor(other, a.tokens.administrator)]
    const seen: number[] = []
    let writing = true
    const read = async (): Promise<void> => {
      for (;;) {
        const wasWriting = writing
        const page = await eventsAt(administrator(), `/event/?since=${seen.at(-1) ?? 0}&limit=50`)
        seen.push(...page.map(({ id }) => Number(id)))
        if (page.length === 0 && !wasWriting) return
      }
    }
    const reading = read()
    await Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: 8 }, async (_, writer) => {
          for (let round = 0; round < 6; round++)
            await caller.create('/client/', { name: `Client ${writer} ${round}`, datecreated: '2026-01-01' })
        }),
      ),
    )
    writing = false
    await reading
    assert.deepEqual(
      seen,
      seen.map((_, at) => (seen[0] ?? 0) + at),
      'in order and without gaps',
    )
    const all = (await eventsAt(administrator(), '/event/?resource=client&kind=created&limit=0')).length
    assert.ok(all >= 96)
  })

  test('old events are removed, and a program that asks for removed ones is told so', async () => {
    const { a, database: stint } = fixture()
    assert.deepEqual((await auditEvents(stint, a.accountid)).problems, [])
    const before = await eventsAt(administrator(), '/event/?limit=0')
    await removeOldEvents(stint, a.accountid, '2026-01-01 00:00:00')
    assert.equal((await eventsAt(administrator(), '/event/?limit=0')).length, before.length, kind)
    await removeOldEvents(stint, a.accountid, '9999-01-01 00:00:00')
    assert.deepEqual(await eventsAt(administrator(), '/event/?limit=0'), [])
    const last = Number(before.at(-1)?.id)
    assertRefusedWith(await administrator().send('GET', '/event/?since=1'), 400, 18, 'since', String(last + 1))
    assert.deepEqual(await eventsAt(administrator(), `/event/?since=${last}`), [])
    assert.deepEqual((await auditEvents(stint, a.accountid)).problems, [])
  })
})
