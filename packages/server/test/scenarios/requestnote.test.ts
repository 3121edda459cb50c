// Comments on requests (ADR 49): who reads, writes, changes and deletes which, and who is told. Internal ones are
// hidden from Executives wherever a comment could appear.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  type Fields,
  ids,
} from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { type MailFixture, startMailFixture } from '../fixture/mail-fixture.ts'
import { otherExecutive } from '../fixture/other-client.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const people = ['administrator', 'manager', 'resource', 'restricted', 'executive'] as const

eachApiFixture((fixture) => {
  let other: ApiCaller
  let mails: MailFixture
  before(async () => {
    other = await otherExecutive(fixture())
    mails = await startMailFixture(fixture())
  })
  after(() => mails.close())
  const as = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  const newRequest = async (more: JsonObject = {}): Promise<number> => {
    const { a } = fixture()
    const asked = { personid: a.people.executive, projectid: a.projects.seen, priorityid: a.priorities[1] ?? 0 }
    return Number((await as('administrator').create('/request/', { title: 'A bell', ...asked, ...more })).id)
  }
  const comment = (name: PersonName, requestid: number, more: JsonObject = {}): Promise<Fields> =>
    as(name).create('/requestnote/', { requestid, note: `<p>Of ${name}</p>`, ...more })

  test('everyone who sees a request comments on it, and changes and deletes their own comments', async () => {
    const { a } = fixture()
    const requestid = await newRequest()
    for (const name of people) {
      const written = await comment(name, requestid)
      const { id, ...rest } = written
      const isExecutive = name === 'executive'
      assert.deepEqual(rest, {
        requestid: String(requestid),
        date: '2026-05-14 10:00:00',
        ...(isExecutive ? {} : { authorid: String(a.people[name]) }),
        note: `<p>Of ${name}</p>`,
        public: isExecutive ? 't' : 'f',
        ...(isExecutive ? {} : { author: name === 'administrator' ? 'Ada Boss-a' : `${name} Of-a` }),
      })
      const path = `/requestnote/${id}/`
      assert.equal(String((await as(name).read(`${path}?may=t`)).may), 'update,delete')
      assert.equal((await as(name).update(path, { note: '<p>Better</p>' })).note, '<p>Better</p>')
      assert.equal(String((await as('administrator').read(`${path}?may=t`)).may), 'update,delete')
    }
    const all = ids(await as('resource').list(`/requestnote/?requestid=${requestid}`))
    assert.equal(all.length, people.length)
    for (const [at, name] of people.entries()) await as(name).remove(`/requestnote/${all[at]}/`)
    assert.equal((await as('resource').list(`/requestnote/?requestid=${requestid}`)).count, 0)
  })

  test('a list is of one request, a comment needs a text, and it stays with its request', async () => {
    const requestid = await newRequest()
    const manager = as('manager')
    assertRefusedWith(await manager.send('GET', '/requestnote/'), 400, 18, 'requestid: is required')
    const empty = await manager.send('POST', '/requestnote/', { note: '', public: 'maybe' })
    assertRefusedWith(empty, 400, 18, 'requestid: is required', 'note: must not be blank', 'public: "maybe"')
    const { id } = await comment('manager', requestid)
    const moved = await manager.send('PUT', `/requestnote/${id}/`, { requestid: await newRequest() })
    assertRefusedWith(moved, 400, 18, 'requestid')
    await as('administrator').remove(`/request/${requestid}/`)
    assertRefusedWith(await manager.send('GET', `/requestnote/${id}/`), 404, 14)
  })

  test('T-282: Executives read public comments without authors, and never internal ones', async () => {
    const requestid = await newRequest()
    const internal = await comment('manager', requestid, { note: 'internal canary' })
    const shown = await comment('manager', requestid, { note: 'public parrot', public: 't' })
    const executive = as('executive')
    const list = `/requestnote/?requestid=${requestid}`
    const { rows } = await executive.list(list)
    assert.deepEqual(ids(rows), [Number(shown.id)])
    assert.deepEqual(Object.keys(rows[0] ?? {}), ['id', 'requestid', 'date', 'note', 'public'])
    for (const accept of ['application/json', 'application/xml']) {
      for (const path of [list, `/request/${requestid}/event/`, '/event/?limit=0', '/notification/?limit=0']) {
        const { text } = await executive.send('GET', path, undefined, { accept })
        assert.ok(!text.includes('canary') && !text.includes('manager Of-a'), `${path} in ${accept}: ${text}`)
      }
    }
    for (const [method, body] of [['GET'], ['PUT', { note: 'x' }], ['DELETE']] as const)
      assertRefusedWith(await executive.send(method, `/requestnote/${internal.id}/`, body), 404, 14)
    await as('manager').update(`/requestnote/${shown.id}/`, { public: 'f' })
    assert.equal((await executive.list(list)).count, 0)
  })

  test('T-282: nobody but the author and Administrators writes a comment, and that of an Executive stays public', async () => {
    const { database } = fixture()
    const requestid = await newRequest()
    const ofManager = await comment('manager', requestid, { public: 't' })
    const own = await comment('executive', requestid, { public: 'f' })
    assert.equal(own.public, 't')
    await assertUnchanged(database, 'comments of others', async () => {
      for (const name of ['resource', 'restricted', 'executive'] as const) {
        const path = `/requestnote/${ofManager.id}/`
        assert.equal(String((await as(name).read(`${path}?may=t`)).may), '')
        for (const [method, body] of [['PUT', { note: 'x' }], ['DELETE']] as const)
          assertRefusedWith(await as(name).send(method, path, body), 403, 10, 'only its author or an Administrator')
      }
      assertRefusedWith(await as('manager').send('DELETE', `/requestnote/${own.id}/`), 403, 10)
      const hidden = await as('executive').send('PUT', `/requestnote/${own.id}/`, { public: 'f' })
      assertRefusedWith(hidden, 400, 18, 'public: "f" notes of Executives are always public')
    })
    await as('administrator').remove(`/requestnote/${own.id}/`)
  })

  test('T-282: a request that somebody does not see shows no comments and takes none', async () => {
    const { a, b } = fixture()
    const seen = await newRequest()
    const unseen = await newRequest({ projectid: a.projects.unseen })
    const queued = await newRequest({ projectid: '', personid: a.people.manager })
    const written = async (requestid: number) =>
      (await comment('administrator', requestid, { note: 'hidden heron', public: 't' })).id
    const cases: readonly (readonly [ApiCaller, number, unknown])[] = [
      [other, seen, await written(seen)],
      [other, queued, await written(queued)],
      [as('outsider'), seen, await written(seen)],
      [as('restricted'), unseen, await written(unseen)],
      [as('executive'), unseen, await written(unseen)],
      [as('executive'), queued, await written(queued)],
      [callerFor(fixture(), b.tokens.administrator), seen, await written(seen)],
      [callerFor(fixture(), b.tokens.executive), seen, await written(seen)],
    ]
    for (const [caller, requestid, id] of cases) {
      assertRefusedWith(await caller.send('GET', `/requestnote/${id}/`), 404, 14)
      const path = `/requestnote/?requestid=${requestid}`
      assert.equal((await caller.list(path)).count, 0)
      const xml = await caller.send('GET', path, undefined, { accept: 'application/xml' })
      assert.ok(!xml.text.includes('heron'))
      const body = { requestid, note: 'x' }
      assertRefusedWith(await caller.send('POST', '/requestnote/', body), 400, 18, 'requestid: ', 'cannot see it')
    }
    assert.equal((await other.list(`/requestnote/?requestid=${unseen}`)).count, 2)
  })

  test('who must not comment, does not', async () => {
    const { a } = fixture()
    const requestid = await newRequest()
    const permit = (cancomment: string) =>
      as('administrator').send('POST', `/person/${a.people.restricted}/permit/`, { cancomment })
    await permit('f')
    const reply = await as('restricted').send('POST', '/requestnote/', { requestid, note: 'x' })
    assertRefusedWith(reply, 403, 10, 'note: you do not have permission to comment')
    await permit('t')
  })

  test('who asked and who manages the project are told; an internal comment is not for the client', async () => {
    const requestid = await newRequest()
    const write = (name: PersonName, note: string, shown: string) =>
      mails.mailsSentBy(() => mails.caller(name).create('/requestnote/', { requestid, note, public: shown }))
    const asked = await write('executive', '<p>How loud?</p>', 't')
    assert.deepEqual(asked.recipients, ['manager'])
    const { subject, plain } = asked.mailTo('manager')
    assert.equal(subject, 'Request: A bell')
    assert.match(plain, /executive Of-a commented on request "A bell" on [^\n]*\n\n> How loud\?/)
    assert.match(plain, /because you handle this request/)
    assert.ok(plain.includes(`request/${requestid}/`))
    assert.deepEqual((await write('resource', 'Not at all', 'f')).recipients, ['manager'])
    const answered = await write('resource', 'Very', 't')
    assert.deepEqual(answered.recipients, ['executive', 'manager'])
    assert.match(
      answered.mailTo('executive').plain,
      /A comment was added to request "A bell"[\s\S]*you sent this request/,
    )
    assert.doesNotMatch(answered.mailTo('executive').plain, /Of-a/)
    const { rows } = await as('executive').list('/notification/?kind=requestcommented&limit=0')
    assert.deepEqual(
      rows.filter(({ parentid }) => parentid === String(requestid)).map(({ title, resource }) => [title, resource]),
      [['A bell', 'requestnote']],
    )
  })
})
