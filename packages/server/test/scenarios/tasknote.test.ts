// Notes on tasks: everyone on the project comments, changes leave notes, Executives read public notes without the
// people who did the work. A list without a task covers seven days.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeHtml } from '../../src/kit/html-sanitizer.ts'
import {
  assertRefusedWith,
  callerFor,
  errorMessagesIn,
  type Fields,
  ids,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'

const callers = (fixture: ApiFixture) => {
  const of = (name: PersonName) => callerFor(fixture, fixture.a.tokens[name])
  return {
    boss: of('administrator'),
    manager: of('manager'),
    resource: of('resource'),
    executive: of('executive'),
    restricted: of('restricted'),
    outsider: of('outsider'),
  }
}

const setPerson = (fixture: ApiFixture, id: number, values: Record<string, string>): Promise<void> =>
  fixture.database.write(fixture.a.accountid, (tx) => tx.update('person', id, values))

suiteApiFixture((fixture) => {
  test('people who see the task write notes, and a note has its author and time', async () => {
    const { a, clock } = fixture()
    const { manager, boss: administrator } = callers(fixture())
    clock.moveBy(1000)
    const note = await manager.create('/tasknote/', { taskid: a.tasks.own, note: '<p>Done by <b>Friday</b></p>' })
    const { id, date, datemodified, ...rest } = note
    assert.deepEqual(rest, {
      taskid: String(a.tasks.own),
      title: 'Note added',
      authorid: String(a.people.manager),
      note: '<p>Done by <b>Friday</b></p>',
      public: 'f',
      actions: '',
      author: 'manager Of-a',
    })
    assert.equal(date, '2026-05-14 10:00:01')
    assert.equal(datemodified, date)
    assert.deepEqual(await manager.read(`/tasknote/${id}/`), note)
    clock.moveBy(60_000)
    const changed = await administrator.update(`/tasknote/${id}/`, { note: '<p>Done by Monday</p>' })
    assert.deepEqual([changed.date, changed.datemodified], [date, '2026-05-14 10:01:01'])
    assert.equal(changed.authorid, String(a.people.manager), 'an edit does not change the author')
  })

  test('T-80: the time of the last change does not go back with the clock, and goes on after it', async () => {
    const { a, clock } = fixture()
    const { boss: administrator } = callers(fixture())
    const note = await administrator.create('/tasknote/', { taskid: a.tasks.own, note: 'First' })
    const change = async (text: string) =>
      (await administrator.update(`/tasknote/${note.id}/`, { note: text })).datemodified
    clock.moveBy(-3_600_000)
    assert.equal(await change('An hour earlier'), note.datemodified)
    clock.moveBy(3_601_000)
    assert.ok(String(await change('A second later')) > String(note.datemodified))
  })

  test('only Administrators change or delete notes, not even their authors', async () => {
    const { a } = fixture()
    const { boss: administrator, ...others } = callers(fixture())
    for (const [name, caller] of Object.entries(others)) {
      if (name === 'outsider') continue
      const { id } = await caller.create('/tasknote/', { taskid: a.tasks.own, note: name })
      assertRefusedWith(await caller.send('PUT', `/tasknote/${id}/`, { note: 'x' }), 403, 10)
      assertRefusedWith(await caller.send('DELETE', `/tasknote/${id}/`), 403, 10)
      await administrator.update(`/tasknote/${id}/`, { note: 'By the boss', taskid: a.tasks.other })
      await administrator.remove(`/tasknote/${id}/`)
      assertRefusedWith(await administrator.send('GET', `/tasknote/${id}/`), 404, 14)
    }
  })

  test('nobody writes or reads notes of a task that they cannot see', async () => {
    const { a, b } = fixture()
    const { boss: administrator, manager, outsider, restricted } = callers(fixture())
    const unseen = await administrator.create('/tasknote/', { taskid: a.tasks.unseen, note: 'Hidden' })
    for (const caller of [manager, outsider, restricted]) {
      assertRefusedWith(
        await caller.send('POST', '/tasknote/', { taskid: a.tasks.unseen, note: 'x' }),
        400,
        18,
        'taskid',
      )
      assertRefusedWith(await caller.send('GET', `/tasknote/${unseen.id}/`), 404, 14)
      assert.deepEqual((await caller.list(`/tasknote/?taskid=${a.tasks.unseen}`)).rows, [])
    }
    assertRefusedWith(
      await callerFor(fixture(), b.tokens.administrator).send('GET', `/tasknote/${unseen.id}/`),
      404,
      14,
    )
    assertRefusedWith(await manager.send('POST', '/tasknote/', { taskid: b.tasks.own, note: 'x' }), 400, 18, 'taskid')
    const other = await administrator.create('/tasknote/', { taskid: a.tasks.other, note: 'Not a task of theirs' })
    assertRefusedWith(await restricted.send('GET', `/tasknote/${other.id}/`), 404, 14)
    assert.ok((await manager.read(`/tasknote/${other.id}/`)).note, 'the manager sees every task of the project')
  })

  test('Executives read only public notes, without authors, and what they write is public', async () => {
    const { a } = fixture()
    const { manager, executive } = callers(fixture())
    const { id: taskid } = await manager.create('/task/', taskBody(a))
    const inner = await manager.create('/tasknote/', { taskid: Number(taskid), note: 'Internal', public: 'f' })
    const open = await manager.create('/tasknote/', { taskid: Number(taskid), note: 'For the client', public: 't' })
    const theirs = await executive.create('/tasknote/', { taskid: Number(taskid), note: 'Thanks', public: 'f' })
    assert.equal(theirs.public, 't')
    const { rows, count } = await executive.list(`/tasknote/?taskid=${taskid}`)
    assert.deepEqual([count, ids(rows)], [2, [Number(open.id), Number(theirs.id)]])
    for (const row of rows) assert.ok(!('authorid' in row) && !('author' in row), JSON.stringify(row))
    assertRefusedWith(await executive.send('GET', `/tasknote/${inner.id}/`), 404, 14)
    assert.deepEqual((await executive.list(`/tasknote/?taskid=${taskid}&public=f`)).rows, [])
    for (const name of ['authorid=1', 'sortfield=authorid']) {
      assertRefusedWith(await executive.send('GET', `/tasknote/?${name}`), 400, 17)
    }
  })

  test('a person without the comment permission cannot add a note', async () => {
    const { a } = fixture()
    const { resource, boss: administrator } = callers(fixture())
    const written = await resource.create('/tasknote/', { taskid: a.tasks.own, note: 'Before' })
    await setPerson(fixture(), a.people.resource, { cancomment: 'f' })
    assertRefusedWith(await resource.send('POST', '/tasknote/', { taskid: a.tasks.own, note: 'x' }), 403, 10)
    const onMilestone = { milestoneid: a.milestones.seen, note: 'x' }
    assertRefusedWith(await resource.send('POST', '/milestonenote/', onMilestone), 403, 10)
    const onProject = { projectid: a.projects.seen, title: 'x', note: 'x' }
    assertRefusedWith(await resource.send('POST', '/projectnote/', onProject), 403, 10)
    assert.deepEqual(await resource.read(`/tasknote/${written.id}/`), written, 'existing notes stay readable')
    await setPerson(fixture(), a.people.resource, { cancomment: 't' })
    await administrator.remove(`/tasknote/${written.id}/`)
  })

  test('a change of a task is shown as a list of its fields with old and new values', async () => {
    const { a } = fixture()
    const { manager } = callers(fixture())
    const { resource: r } = a.people
    const task = await manager.create('/task/', taskBody(a, { title: 'A & <b>', datedue: '2026-06-01' }))
    await manager.update(`/task/${task.id}/`, {
      title: 'C > "D"',
      summary: '<p>First</p><p>Second &amp; <i>third</i></p>',
      statusid: a.statuses.closed,
      datedue: '',
      assigneeid: r,
      milestoneid: a.milestones.seen,
    })
    const { rows } = await manager.list(`/tasknote/?taskid=${task.id}`)
    assert.equal(rows.length, 1)
    const [{ title, note, public: open, actions, author } = {} as Fields] = rows
    assert.deepEqual([title, note, open, author], ['Task updated', '', 'f', 'manager Of-a'])
    const lines = String(actions).match(/<li>.*?<\/li>/g)
    assert.deepEqual([...(lines ?? [])].sort(), [
      '<li>Assignees: (none) → resource Of-a</li>',
      '<li>Closed on: (none) → 2026-05-14</li>',
      '<li>Due date: 2026-06-01 → (none)</li>',
      `<li>Milestone: (none) → Milestone of ${a.projects.seen}</li>`,
      '<li>Status: Open → Closed</li>',
      '<li>Summary: (none) → First Second &amp; third</li>',
      '<li>Title: A &amp; &lt;b&gt; → C &gt; "D"</li>',
    ])
    assert.equal(sanitizeHtml(String(actions)), actions, 'I-35: generated HTML passes the sanitizer unchanged')
  })

  test('T-14: a note does not show assignees to an Executive, in JSON, XML, lists and responses', async () => {
    const { a, call } = fixture()
    const { boss: administrator, manager, executive } = callers(fixture())
    await setPerson(fixture(), a.people.resource, { firstname: 'Canary', lastname: 'Bird' })
    const task = await manager.create('/task/', taskBody(a, { title: 'Old' }))
    await manager.update(`/task/${task.id}/`, {
      title: 'New',
      assigneeid: a.people.resource,
      ownerid: a.people.resource,
    })
    await manager.update(`/task/${task.id}/`, { followerid: a.people.resource })
    const [both, hidden] = (await administrator.list(`/tasknote/?taskid=${task.id}`)).rows
    assert.match(String(both?.actions), /Canary/)
    assert.match(String(hidden?.actions), /Followers: \(none\) → Canary Bird/)
    assert.deepEqual((await executive.list(`/tasknote/?taskid=${task.id}`)).rows, [], 'automatic notes are not public')
    await administrator.update(`/tasknote/${both?.id}/`, { public: 't' })
    const visible = await executive.read(`/tasknote/${both?.id}/`)
    assert.equal(visible.actions, '<ul><li>Title: Old → New</li></ul>')
    const nothing = await administrator.send('PUT', `/tasknote/${hidden?.id}/`, { public: 't' })
    assertRefusedWith(nothing, 400, 18, 'public', 'this note has nothing that Executives can see')
    await administrator.update(`/tasknote/${hidden?.id}/`, { public: 't', note: 'We have found somebody' })
    const visibleNotes = await executive.list(`/tasknote/?taskid=${task.id}`)
    assert.deepEqual(
      visibleNotes.rows.map(({ note, actions }) => [note, actions]),
      [
        ['', '<ul><li>Title: Old → New</li></ul>'],
        ['We have found somebody', ''],
      ],
    )
    for (const path of [`/tasknote/?taskid=${task.id}`, `/tasknote/${both?.id}/`, '/task/?search=Canary']) {
      for (const accept of ['application/xml', 'application/json']) {
        const { status, text } = await call({ token: a.tokens.executive, path, headers: { accept } })
        assert.equal(status, 200, text)
        assert.ok(!text.includes('Canary'), `${path} ${accept}: ${text}`)
      }
    }
    await setPerson(fixture(), a.people.resource, { firstname: 'resource', lastname: 'Of-a' })
  })

  test('an automatic note stays with its task; an Administrator may add text to it or delete it', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const task = await administrator.create('/task/', taskBody(a))
    await administrator.update(`/task/${task.id}/`, { title: 'Changed' })
    const [note] = (await administrator.list(`/tasknote/?taskid=${task.id}`)).rows
    assertRefusedWith(
      await administrator.send('PUT', `/tasknote/${note?.id}/`, { taskid: a.tasks.own }),
      400,
      18,
      'taskid',
    )
    assertRefusedWith(await administrator.send('PUT', `/tasknote/${note?.id}/`, { actions: '' }), 400, 17, 'actions')
    const changed = await administrator.update(`/tasknote/${note?.id}/`, { note: 'As agreed' })
    assert.deepEqual([changed.actions, changed.note], [note?.actions, 'As agreed'])
    await administrator.remove(`/tasknote/${note?.id}/`)
    assert.deepEqual((await administrator.list(`/tasknote/?taskid=${task.id}`)).rows, [])
  })

  test('T-31: scripts in a note are not stored, and a note of nothing else is rejected', async () => {
    const { a } = fixture()
    const { resource } = callers(fixture())
    const submitted = '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">there</a></p>'
    const { id, note } = await resource.create('/tasknote/', { taskid: a.tasks.own, note: submitted })
    assert.ok(!/script|onclick/i.test(String(note)), String(note))
    assert.equal((await resource.read(`/tasknote/${id}/`)).note, note)
    assert.equal(sanitizeHtml(String(note)), note)
    for (const nothing of ['<script>alert(1)</script>', '<style>p{}</style>', '', '<!-- only -->']) {
      const reply = await resource.send('POST', '/tasknote/', { taskid: a.tasks.own, note: nothing })
      assertRefusedWith(reply, 400, 18, 'note: must not be blank')
    }
  })

  test('all errors of a note are reported at once', async () => {
    const { manager } = callers(fixture())
    const reply = await manager.send('POST', '/tasknote/', {
      public: 'perhaps',
      title: 'x',
      authorid: 1,
      date: 'now',
    })
    assertRefusedWith(reply, 400, 17, 'title', 'authorid', 'date', 'public', 'taskid', 'note')
    assert.equal(errorMessagesIn(reply).split('\n').length, 6)
  })

  test('a note is deleted with its task', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const task = await administrator.create('/task/', taskBody(a))
    const { id } = await administrator.create('/tasknote/', { taskid: Number(task.id), note: 'Short-lived' })
    await administrator.remove(`/task/${task.id}/`)
    assertRefusedWith(await administrator.send('GET', `/tasknote/${id}/`), 404, 14)
  })

  test('the author of a note is not deleted', async () => {
    const { a } = fixture()
    const { boss: administrator } = callers(fixture())
    const person = { firstname: 'Nora', username: 'nora', email: 'nora@example.com', groupid: 4 }
    const { id } = await administrator.create('/person/', person)
    const { id: note } = await administrator.create('/tasknote/', { taskid: a.tasks.own, note: 'x' })
    await fixture().database.write(a.accountid, (tx) => tx.update('tasknote', Number(note), { authorid: Number(id) }))
    assertRefusedWith(await administrator.send('DELETE', `/person/${id}/`), 400, 18, '1 task comment')
    await administrator.remove(`/tasknote/${note}/`)
    await administrator.remove(`/person/${id}/`)
  })
})

suiteApiFixture((fixture) => {
  /** Notes of three weeks on one task, the last one at the fixture's time. */
  const written: string[] = []
  const idOn = (day: string): string => written[days.indexOf(day)] ?? ''
  const days = ['2026-04-23', '2026-05-06', '2026-05-07', '2026-05-13', '2026-05-14']

  test('a list without a task has the notes of the last seven days', async () => {
    const { a } = fixture()
    const { manager } = callers(fixture())
    for (const day of days) {
      const { id } = await manager.create('/tasknote/', { taskid: a.tasks.own, note: day })
      written.push(String(id))
      const times = {
        date: `${day} 10:00:00`,
        datemodified: day === '2026-04-23' ? '2026-05-14 09:00:00' : `${day} 10:00:00`,
      }
      await fixture().database.write(a.accountid, (tx) => tx.update('tasknote', Number(id), times))
    }
    const notesFor = async (query: string) => (await manager.list(`/tasknote/?${query}`)).rows.map((row) => row.note)
    assert.deepEqual(await notesFor(''), ['2026-05-07', '2026-05-13', '2026-05-14'], 'the last seven days')
    assert.deepEqual(await notesFor(`taskid=${a.tasks.own}`), days)
    assert.deepEqual(
      await notesFor(`taskid=${a.tasks.own}&datebegin=2026-01-01`),
      days,
      'with taskid any range is allowed',
    )
    assert.deepEqual(await notesFor('sortfield=date&sortdir=desc&limit=1'), ['2026-05-14'])
  })

  test('a day, or a range of at most seven days, can be further back', async () => {
    const { manager } = callers(fixture())
    const notesFor = async (query: string) => (await manager.list(`/tasknote/?${query}`)).rows.map((row) => row.note)
    assert.deepEqual(await notesFor('date=2026-04-23'), ['2026-04-23'])
    assert.deepEqual(await notesFor('date=2026-04-23T23:59:59Z'), ['2026-04-23'], 'the time of day does not matter')
    assert.deepEqual(await notesFor('date=2026-04-24'), [])
    assert.deepEqual(await notesFor('datebegin=2026-05-06&dateend=2026-05-13%2000:00:00'), ['2026-05-06', '2026-05-07'])
    assert.deepEqual(
      await notesFor('dateend=2026-05-06%2010:00:00'),
      ['2026-05-06'],
      'the end of a range is used exactly',
    )
    assert.deepEqual(
      await notesFor('dateend=2026-04-30%2010:00:00'),
      ['2026-04-23'],
      'a range without begin is seven days long',
    )
    assert.deepEqual(await notesFor('datebegin=2026-05-13%2010:00:00'), ['2026-05-13', '2026-05-14'])
    assert.deepEqual(await notesFor('datemodifiedbegin=2026-05-14'), ['2026-04-23', '2026-05-14'])
    assert.deepEqual(await notesFor('datemodifiedbegin=2026-05-14&datebegin=2026-05-14'), ['2026-05-14'])
  })

  test('a longer range without a task is rejected with the name of its first field', async () => {
    const { manager } = callers(fixture())
    for (const [query, field] of [
      ['datebegin=2026-05-07%2009:59:59', 'datebegin'],
      ['datebegin=2026-04-01&dateend=2026-04-08%2000:00:01', 'datebegin'],
      ['datemodifiedbegin=2026-01-01', 'datemodifiedbegin'],
      ['datemodifiedbegin=2026-01-01&datemodifiedend=2026-05-01&date=2026-01-01', 'datemodifiedbegin'],
    ] as const) {
      assertRefusedWith(
        await manager.send('GET', `/tasknote/?${query}`),
        400,
        18,
        `${field}: must be at most 7 days before`,
      )
    }
    assertRefusedWith(
      await manager.send('GET', '/tasknote/?datebegin=soon&datemodifiedbegin=2026-01-01'),
      400,
      18,
      'soon',
      '7 days',
    )
    assert.equal((await manager.list('/tasknote/?datebegin=2026-04-01&dateend=2026-04-08')).count, 0)
  })

  test('filters by author, title and public', async () => {
    const { a } = fixture()
    const { manager, boss: administrator } = callers(fixture())
    const { id } = await administrator.create('/tasknote/', { taskid: a.tasks.own, note: 'x', public: 't' })
    assert.deepEqual(ids(await manager.list(`/tasknote/?authorid=${a.people.administrator}`)), [Number(id)])
    assert.deepEqual(ids(await manager.list('/tasknote/?public=t')), [Number(id)])
    assert.equal((await manager.list(`/tasknote/?title=NOTE%20add&date=2026-05-14`)).count, 2)
    assert.equal((await manager.list('/tasknote/?title=updated')).count, 0)
    assert.equal(
      (await manager.read(`/tasknote/${idOn('2026-05-06')}/`)).note,
      '2026-05-06',
      'a note of any age can be read by id',
    )
  })
})
