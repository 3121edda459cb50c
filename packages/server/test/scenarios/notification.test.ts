// Notifications: who is told what in the application, whether or not the request asked for mails; mentions in texts;
// reading, marking and deleting one's own; and that nobody reads one about a record that they do not see (T-136).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  type Fields,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'

suiteApiFixture((fixture) => {
  const as = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  const act = async (name: PersonName, path: string, body: Record<string, string> = {}): Promise<void> =>
    assert.equal((await as(name).send('POST', path, body)).status, 202, path)

  const inboxOf = async (name: PersonName, query = ''): Promise<readonly Fields[]> =>
    (await as(name).list(`/notification/?limit=0${query}`)).rows

  /** The notifications that the callback causes, by person. */
  async function toldBy(names: readonly PersonName[], work: () => Promise<unknown>): Promise<Record<string, Fields[]>> {
    const seen = new Set((await Promise.all(names.map((name) => inboxOf(name)))).flat().map(({ id }) => id))
    await work()
    const entries = await Promise.all(
      names.map(async (name) => [name, (await inboxOf(name)).filter(({ id }) => !seen.has(id))] as const),
    )
    return Object.fromEntries(entries)
  }

  const kindsOf = (told: Record<string, Fields[]>) =>
    Object.fromEntries(Object.entries(told).map(([name, rows]) => [name, rows.map(({ kind }) => kind).sort()]))

  const mentionOf = (name: PersonName) => `<span data-mention="${fixture().a.people[name]}">@${name}</span>`

  test('people on a task are told without mails being asked for, the actor is not', async () => {
    const { a } = fixture()
    const people = { ownerid: a.people.manager, assigneeid: a.people.resource, followerid: a.people.executive }
    let task: Fields = {}
    const told = await toldBy(['administrator', 'manager', 'resource', 'executive'], async () => {
      task = await as('administrator').create('/task/', taskBody(a, { title: 'Mend the roof', ...people }))
    })
    assert.deepEqual(kindsOf(told), {
      administrator: [],
      manager: ['taskassigned'],
      resource: ['taskassigned'],
      executive: ['taskassigned'],
    })
    const [own] = told.resource ?? []
    assert.deepEqual(
      { resource: own?.resource, recordid: own?.recordid, title: own?.title, actor: own?.actor, read: own?.read },
      { resource: 'task', recordid: task.id, title: 'Mend the roof', actor: 'Ada Boss-a', read: 'f' },
    )
    // Executives do not see who did the work.
    assert.deepEqual(
      ['actor', 'actorid'].filter((field) => field in (told.executive?.[0] ?? {})),
      [],
    )
    const comment = await toldBy(['administrator', 'manager', 'resource', 'executive'], () =>
      as('manager').create('/tasknote/', { taskid: String(task.id), note: '<p>Done?</p>', public: 'f' }),
    )
    assert.deepEqual(kindsOf(comment), { administrator: [], manager: [], resource: ['taskcommented'], executive: [] })
    assert.equal(comment.resource?.[0]?.parentid, task.id)
    assert.equal(comment.resource?.[0]?.title, 'Mend the roof')
  })

  test('marking, marking all older ones, filtering and deleting concern the own ones only', async () => {
    const { a } = fixture()
    const make = (title: string) =>
      as('administrator').create(
        '/task/',
        taskBody(a, { title, assigneeid: `${a.people.resource},${a.people.manager}` }),
      )
    const told = await toldBy(['resource', 'manager'], async () => {
      for (const title of ['First', 'Second', 'Third']) await make(title)
    })
    const [third, second, first] = told.resource ?? []
    assert.deepEqual([third?.title, second?.title, first?.title], ['Third', 'Second', 'First'])
    await act('resource', `/notification/${second?.id}/readall/`)
    const unread = (await inboxOf('resource', '&unread=t')).map(({ id }) => id)
    assert.ok(unread.includes(third?.id) && !unread.includes(second?.id) && !unread.includes(first?.id))
    const others = (await inboxOf('manager', '&unread=t')).map(({ title }) => title)
    assert.ok(['First', 'Second', 'Third'].every((title) => others.includes(title)))
    assert.equal((await as('resource').update(`/notification/${third?.id}/`, { read: 't' })).read, 't')
    assert.equal((await as('resource').update(`/notification/${third?.id}/`, { read: 'f' })).read, 'f')
    assertRefusedWith(
      await as('resource').send('PUT', `/notification/${third?.id}/`, { kind: 'milestone' }),
      400,
      17,
      'kind',
    )
    assertRefusedWith(await as('resource').send('POST', '/notification/', { read: 't' }), 400, 16)
    for (const name of ['administrator', 'manager'] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', 'readall/'],
      ] as const) {
        const body = method === 'PUT' ? { read: 't' } : undefined
        const reply = await as(name).send(method, `/notification/${third?.id}/${path}`, body)
        assert.equal(reply.status, 404, `${name} ${method} ${path}`)
      }
    }
    assert.ok((await inboxOf('resource', '&kind=taskassigned')).length >= 3)
    assert.deepEqual(
      (await inboxOf('resource', '&kind=budgetalert')).map(({ kind }) => kind),
      [],
    )
    await as('resource').remove(`/notification/${third?.id}/`)
    assert.ok(!(await inboxOf('resource')).some(({ id }) => id === third?.id))
    const events = (await as('administrator').list('/event/?limit=0&since=0')).rows
    assert.ok(!events.some(({ resource }) => resource === 'notification'))
  })

  test('T-136: who loses access to the record no longer sees the notification, and its title is the current one', async () => {
    const { a } = fixture()
    const body = taskBody(a, { title: 'Before', assigneeid: a.people.restricted })
    let task: Fields = {}
    const told = await toldBy(['restricted'], async () => {
      task = await as('administrator').create('/task/', body)
    })
    const [{ id }] = told.restricted as [Fields]
    await as('administrator').update(`/task/${task.id}/`, { title: 'After' })
    assert.equal((await as('restricted').read(`/notification/${id}/`)).title, 'After')
    await as('administrator').update(`/task/${task.id}/`, { assigneeid: a.people.resource })
    const reply = await as('restricted').send('GET', `/notification/${id}/`)
    assert.equal(reply.status, 404)
    assert.ok(!(await inboxOf('restricted')).some((row) => row.id === id))
    await as('administrator').update(`/task/${task.id}/`, { assigneeid: a.people.restricted })
    assert.equal((await as('restricted').read(`/notification/${id}/`)).title, 'After')
    await as('administrator').remove(`/task/${task.id}/`)
    assert.equal((await as('restricted').send('GET', `/notification/${id}/`)).status, 404)
  })

  test('a decision about a week is told to its owner, an accepted request to whoever asked', async () => {
    const { a } = fixture()
    const week = await as('resource').create('/timesheet/', {
      personid: fixture().a.people.resource,
      weekstart: '2026-03-02',
    })
    const submitted = await toldBy(['administrator'], () => act('resource', `/timesheet/${week.id}/submit/`))
    assert.deepEqual(kindsOf(submitted), { administrator: ['timesheetsubmitted'] })
    assert.equal(submitted.administrator?.[0]?.title, '2026-03-02')
    const rejected = await toldBy(['resource'], () =>
      act('administrator', `/timesheet/${week.id}/reject/`, { note: 'No' }),
    )
    assert.deepEqual(kindsOf(rejected), { resource: ['timesheetrejected'] })
    const request = await as('resource').create('/request/', {
      personid: a.people.resource,
      projectid: a.projects.seen,
      priorityid: a.priorities[0] ?? 0,
      title: 'A new door',
    })
    const accepted = await toldBy(['resource'], () =>
      as('administrator').create(`/request/${request.id}/accept/`, { moduleid: a.modules[0] ?? 0 }),
    )
    assert.deepEqual(kindsOf(accepted), { resource: ['requestaccepted'] })
  })

  test('T-137: people who are mentioned are told once, and only if they see the record and the text', async () => {
    const { a } = fixture()
    const all = ['manager', 'resource', 'restricted', 'executive'] as const
    const text = `<p>${all.map(mentionOf).join(' ')} and <span data-mention="${fixture().b.people.manager}">@x</span></p>`
    const own = { ownerid: a.people.administrator, assigneeid: a.people.resource }
    let task: Fields = {}
    const told = await toldBy(all, async () => {
      task = await as('administrator').create('/task/', taskBody(a, { title: 'Ask', summary: text, ...own }))
    })
    // The restricted person sees only tasks they are on, and the assignee is not told twice.
    assert.deepEqual(kindsOf(told), {
      manager: ['mentioned'],
      resource: ['mentioned'],
      restricted: [],
      executive: ['mentioned'],
    })
    const again = await toldBy(all, () =>
      as('administrator').update(`/task/${task.id}/`, { summary: `${text}<p>!</p>` }),
    )
    assert.deepEqual(kindsOf(again), { manager: [], resource: ['taskchanged'], restricted: [], executive: [] })
    const internal = await toldBy(all, () =>
      as('manager').create('/tasknote/', {
        taskid: String(task.id),
        note: `<p>${mentionOf('executive')} ${mentionOf('resource')}</p>`,
        public: 'f',
      }),
    )
    assert.deepEqual(kindsOf(internal), { manager: [], resource: ['mentioned'], restricted: [], executive: [] })
    // A description of a project is hidden from these roles.
    const hidden = await toldBy(['resource', 'executive', 'manager'], () =>
      as('administrator').update(`/project/${a.projects.seen}/`, { description: text }),
    )
    assert.deepEqual(kindsOf(hidden), { resource: [], executive: [], manager: ['mentioned'] })
  })

  test('a mention is stored in exactly one form', async () => {
    const { a } = fixture()
    const stored = async (summary: string) =>
      (await as('administrator').create('/task/', taskBody(a, { summary }))).summary
    const mention = `<span data-mention="${a.people.resource}">@r</span>`
    assert.equal(await stored(mention), mention)
    assert.equal(
      await stored(`<span class="x" data-mention="12" onclick="y">@r</span>`),
      '<span data-mention="12">@r</span>',
    )
    for (const bad of ['x', '0', '-1', '1 2', '', '1e3', '12345678901234567'])
      assert.equal(await stored(`<span data-mention="${bad}">@r</span>`), '<span>@r</span>')
    assert.equal(await stored('<b data-mention="12">@r</b>'), '<b>@r</b>')
  })

  test('a kind that a person does not want in the application is not shown to them', async () => {
    const { a } = fixture()
    await as('resource').update('/me/', { inappoff: 'taskassigned' })
    const told = await toldBy(['resource', 'manager'], () =>
      as('administrator').create('/task/', taskBody(a, { assigneeid: `${a.people.resource},${a.people.manager}` })),
    )
    assert.deepEqual(kindsOf(told), { resource: [], manager: ['taskassigned'] })
    await as('resource').update('/me/', { inappoff: '' })
    assertRefusedWith(await as('resource').send('PUT', '/me/', { inappoff: 'newlogin' }), 400, 18, 'inappoff')
  })
})
