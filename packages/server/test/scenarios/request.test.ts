// Work requests: who submits, sees, edits and deletes them, with and without a project, and what the list shows.
// Accepting is tested in `request-accept.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  ids,
  personBody,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { AccountFixture, PersonName } from '../fixture/api-fixture.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const requestBody = (a: AccountFixture, by: PersonName, more: JsonObject = {}): JsonObject => ({
  personid: a.people[by],
  projectid: a.projects.seen,
  priorityid: a.priorities[1] ?? 0,
  title: 'A new logo',
  ...more,
})

const others = ['manager', 'resource', 'executive', 'restricted'] as const

suiteApiFixture((fixture) => {
  const caller = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  test('a client submits a request with a title and a priority; it has the time of submission and is due in a week', async () => {
    const { a, clock } = fixture()
    clock.moveTo('2026-05-14T22:30:00Z')
    const created = await caller('executive').create(
      '/request/',
      requestBody(a, 'executive', { description: '<p>Blue</p>' }),
    )
    clock.moveTo(fixtureNow)
    assert.deepEqual(
      { ...created, id: '', clientid: '' },
      {
        id: '',
        title: 'A new logo',
        description: '<p>Blue</p>',
        date: '2026-05-14 22:30:00',
        datedue: '2026-05-22',
        personid: String(a.people.executive),
        person: 'executive Of-a',
        email: 'executive@a.example.com',
        projectid: String(a.projects.seen),
        project: 'Seen project a',
        clientid: '',
        client: 'Seen client a',
        priorityid: String(a.priorities[1]),
        priority: '2',
        accepted: 'f',
        taskid: null,
        tasklocalid: null,
      },
      'a week from 15 May, which it already is in Berlin',
    )
    assert.equal(created.clientid, String(a.clients.seen))
    assert.deepEqual(await caller('manager').read(`/request/${created.id}/`), { ...created })
  })

  test('a due date can be set, and a blank one means none, also later', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    assert.equal(
      (await administrator.create('/request/', requestBody(a, 'manager', { datedue: '2026/12/24' }))).datedue,
      '2026-12-24',
    )
    for (const blank of ['', null]) {
      const { id, datedue } = await administrator.create('/request/', requestBody(a, 'manager', { datedue: blank }))
      assert.equal(datedue, null)
      assert.equal((await administrator.update(`/request/${id}/`, { datedue: '2026-06-01' })).datedue, '2026-06-01')
      assert.equal((await administrator.update(`/request/${id}/`, { datedue: blank })).datedue, null)
    }
  })

  test('a request with missing or invalid fields is rejected with all errors at once', async () => {
    const { a, b } = fixture()
    const administrator = caller('administrator')
    const before = (await administrator.list('/request/?limit=1')).count
    assertRefusedWith(await administrator.send('POST', '/request/', {}), 400, 18, 'personid', 'priorityid', 'title')
    const wrong = { title: 'x'.repeat(256), datedue: '2026-02-30', priorityid: 'high' }
    assertRefusedWith(
      await administrator.send('POST', '/request/', requestBody(a, 'manager', wrong)),
      400,
      18,
      'title',
      'datedue',
      'priorityid',
    )
    const foreign = { personid: b.people.manager, projectid: b.projects.seen, priorityid: b.priorities[0] ?? 0 }
    assertRefusedWith(
      await administrator.send('POST', '/request/', requestBody(a, 'manager', foreign)),
      400,
      18,
      'personid',
      'projectid',
      'priorityid',
    )
    for (const field of ['date', 'person', 'email', 'priority', 'accepted', 'taskid', 'tasklocalid', 'queueid']) {
      assertRefusedWith(
        await administrator.send('POST', '/request/', requestBody(a, 'manager', { [field]: '1' })),
        400,
        17,
        field,
      )
    }
    assert.equal((await administrator.list('/request/?limit=1')).count, before, 'a rejected request was stored')
    const script = { description: '<p onclick="x()">Hi<script>alert(1)</script></p>' }
    assert.equal((await administrator.create('/request/', requestBody(a, 'manager', script))).description, '<p>Hi</p>')
  })

  test('people submit requests for themselves; only an Administrator submits one for another person', async () => {
    const { a } = fixture()
    for (const name of others) {
      const own = await caller(name).create('/request/', requestBody(a, name))
      assert.equal(own.personid, String(a.people[name]))
      for (const other of ['administrator', 'outsider', name === 'manager' ? 'resource' : 'manager'] as const) {
        assertRefusedWith(await caller(name).send('POST', '/request/', requestBody(a, other)), 403, 10, 'personid')
        assertRefusedWith(
          await caller(name).send('PUT', `/request/${own.id}/`, { personid: a.people[other] }),
          403,
          10,
          'personid',
        )
      }
      const created = await caller('administrator').create('/request/', requestBody(a, name))
      assert.equal(created.personid, String(a.people[name]))
      const moved = await caller('administrator').update(`/request/${created.id}/`, {
        personid: a.people.administrator,
      })
      assert.equal(moved.person, 'Ada Boss-a')
    }
  })

  test('requests of a project: a Manager edits and deletes all, Resources and Executives only their own', async () => {
    const { a } = fixture()
    const foreign = await caller('administrator').create('/request/', requestBody(a, 'administrator'))
    const hidden = await caller('administrator').create(
      '/request/',
      requestBody(a, 'resource', { projectid: a.projects.unseen }),
    )
    for (const name of others) {
      assert.ok(ids(await caller(name).list('/request/?limit=0')).includes(Number(foreign.id)), `${name} sees it`)
      const own = await caller(name).create('/request/', requestBody(a, name))
      assert.equal((await caller(name).update(`/request/${own.id}/`, { title: 'Mine' })).title, 'Mine')
      if (name === 'manager') {
        assert.equal((await caller(name).update(`/request/${foreign.id}/`, { title: 'Clearer' })).title, 'Clearer')
      } else {
        assertRefusedWith(await caller(name).send('PUT', `/request/${foreign.id}/`, { title: 'Mine' }), 403, 10, 'own')
        assertRefusedWith(await caller(name).send('DELETE', `/request/${foreign.id}/`), 403, 10, 'own')
      }
      await caller(name).remove(`/request/${own.id}/`)
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const body = method === 'PUT' ? { title: 'x' } : undefined
        assertRefusedWith(await caller(name).send(method, `/request/${hidden.id}/`, body), 404, 14, String(hidden.id))
      }
    }
    assert.equal((await caller('administrator').read(`/request/${foreign.id}/`)).title, 'Clearer')
    assertRefusedWith(await caller('outsider').send('GET', `/request/${foreign.id}/`), 404, 14)
    await caller('manager').remove(`/request/${foreign.id}/`)
    assertRefusedWith(await caller('administrator').send('GET', `/request/${foreign.id}/`), 404, 14)
    await caller('administrator').remove(`/request/${hidden.id}/`)
  })

  test('requests without a project are visible to their person and to the mail-queue list', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const nowhere = await administrator.create('/request/', requestBody(a, 'administrator', { projectid: '' }))
    assert.deepEqual([nowhere.projectid, nowhere.project, nowhere.clientid, nowhere.client], [null, null, null, null])
    const path = `/request/${nowhere.id}/`
    for (const name of [...others, 'outsider'] as const) {
      const own = await caller(name).create('/request/', requestBody(a, name, { projectid: null }))
      assert.equal((await caller(name).update(`/request/${own.id}/`, { title: 'Mine' })).title, 'Mine')
      assertRefusedWith(await caller(name).send('GET', path), 404, 14)
      await administrator.update(`/person/${a.people[name]}/`, { mailqueue: 't' })
      assert.equal((await caller(name).read(path)).id, nowhere.id, `${name} sees requests without a project now`)
      assert.ok(ids(await caller(name).list('/request/?limit=0')).includes(Number(nowhere.id)))
      if (name === 'manager') {
        assert.equal((await caller(name).update(path, { title: 'By the manager' })).title, 'By the manager')
        assertRefusedWith(await caller(name).send('PUT', path, { personid: a.people.manager }), 403, 10, 'personid')
      } else {
        assertRefusedWith(await caller(name).send('PUT', path, { title: 'x' }), 403, 10, 'own')
        assertRefusedWith(await caller(name).send('DELETE', path), 403, 10, 'own')
      }
      await administrator.update(`/person/${a.people[name]}/`, { mailqueue: 'f' })
      assertRefusedWith(await caller(name).send('GET', path), 404, 14)
      await caller(name).remove(`/request/${own.id}/`)
    }
    await administrator.update(`/person/${a.people.manager}/`, { mailqueue: 't' })
    await caller('manager').remove(path)
    await administrator.update(`/person/${a.people.manager}/`, { mailqueue: 'f' })
  })

  test('the mail-queue list is changed by Administrators and shown to them and to Managers', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const { id } = await administrator.create('/person/', personBody('Queuer', 4, { mailqueue: 't' }))
    assert.equal((await administrator.read(`/person/${id}/`)).mailqueue, 't')
    assert.equal((await administrator.create('/person/', { firstname: 'Nobody' })).mailqueue, 'f')
    assert.equal((await caller('manager').read(`/person/${a.people.resource}/`)).mailqueue, 'f')
    assert.ok(!('mailqueue' in (await caller('resource').read(`/person/${a.people.resource}/`))))
    assertRefusedWith(await caller('manager').send('PUT', `/person/${a.people.manager}/`, { mailqueue: 't' }), 403, 10)
  })

  test('the e-mail of a private person is hidden from Resources and Executives, in rows and in sorts', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const { id } = await administrator.create('/request/', requestBody(a, 'manager'))
    const emailFor = async (name: PersonName) => (await caller(name).read(`/request/${id}/`)).email
    for (const name of ['administrator', 'manager'] as const)
      assert.equal(await emailFor(name), 'manager@a.example.com')
    for (const name of ['resource', 'executive', 'restricted'] as const) assert.equal(await emailFor(name), null)
    const places = async (name: PersonName) => {
      const { rows } = await caller(name).list('/request/?sortfield=email&limit=0')
      return rows.map(({ email }) => email ?? '~')
    }
    assert.deepEqual(
      await places('executive'),
      [...(await places('executive'))].sort(),
      'hidden addresses sort like missing ones',
    )
    await administrator.update(`/person/${a.people.manager}/`, { private: 'f' })
    for (const name of ['resource', 'executive'] as const) assert.equal(await emailFor(name), 'manager@a.example.com')
    await administrator.update(`/person/${a.people.manager}/`, { private: 't' })
  })

  test('the queue is filtered by person, project and priority, and sorted by its visible fields', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const low = await administrator.create(
      '/request/',
      requestBody(a, 'restricted', { priorityid: a.priorities[4] ?? 0, title: 'b' }),
    )
    const high = await administrator.create(
      '/request/',
      requestBody(a, 'restricted', { priorityid: a.priorities[0] ?? 0, title: 'a' }),
    )
    const own = `personid=${a.people.restricted}&projectid=${a.projects.seen}`
    const listed = async (query: string) => ids(await administrator.list(`/request/?limit=0&${query}`))
    assert.deepEqual(await listed(`${own}&priorityid=${a.priorities[0]}`), [Number(high.id)])
    const two = [Number(high.id), Number(low.id)]
    assert.deepEqual(
      (await listed(`${own}&sortfield=priority`)).filter((id) => two.includes(id)),
      two,
    )
    assert.deepEqual(
      (await listed(`${own}&sortfield=title&sortdir=desc`)).filter((id) => two.includes(id)),
      [...two].reverse(),
    )
    assertRefusedWith(
      await administrator.send('GET', `/request/?personid=${a.people.resource},${a.people.manager}`),
      400,
      18,
      'personid',
    )
    assertRefusedWith(await administrator.send('GET', '/request/?status=open'), 400, 17, 'status')
  })
})
