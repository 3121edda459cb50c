// Action notes (decision 46): a change of a task or milestone leaves one note in the same transaction, with the changed
// fields and their old and new values. A write that changes nothing, is rejected, or turns notes off leaves none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlot, slot, sql, sqlName, statement } from '../../src/io/sql.ts'
import { assertRefusedWith, callerFor, secondServer, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'

interface Note {
  readonly author: number
  readonly title: string
  readonly date: string
  readonly changes: readonly { field: string; label: string; was: string; now: string }[]
}

async function notesOf(
  fixture: ApiFixture,
  { accountid }: AccountFixture,
  kind: 'task' | 'milestone',
  id: unknown,
): Promise<Note[]> {
  const text =
    statement(sql`select note.authorid, note.title, note.date, note.changes from ${sqlName(`${kind}note`)} note
    where note.accountid = ${accountSlot} and note.${sqlName(`${kind}id`)} = ${slot('id')} order by note.id`)
  const rows = await fixture.database.read(accountid, (tx) => tx.all(text, { id: Number(id) }))
  return rows.map(([author, title, date, changes]) => ({
    author: Number(author),
    title: String(title),
    date: String(date),
    changes: JSON.parse(String(changes)),
  }))
}

suiteApiFixture((fixture, _kind, testDatabase) => {
  test('a change of a task leaves one note with every changed field and its old and new values as people read them', async () => {
    const { a, clock } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { manager: m, resource: r } = a.people
    const { id } = await manager.create('/task/', taskBody(a, { title: 'Old', datedue: '2026-06-01' }))
    assert.deepEqual(await notesOf(fixture(), a, 'task', id), [], 'creating writes no action note')
    clock.moveBy(61_000)
    const before = await manager.read(`/task/${id}/`)
    const after = await manager.update(`/task/${id}/`, {
      title: 'New <b>',
      datedue: '',
      statusid: a.statuses.closed,
      priorityid: a.priorities[0] ?? 0,
      assigneeid: r,
      ownerid: `${m},${r}`,
      estimate: '2.50',
      milestoneid: a.milestones.seen,
    })
    const [note, ...more] = await notesOf(fixture(), a, 'task', id)
    assert.equal(more.length, 0)
    assert.deepEqual([note?.author, note?.title, note?.date], [m, 'Task updated', '2026-05-14 10:01:01'])
    const changes = Object.fromEntries(note?.changes.map(({ label, was, now }) => [label, [was, now]]) ?? [])
    assert.deepEqual(changes, {
      Title: ['Old', 'New <b>'],
      'Due date': ['2026-06-01', ''],
      Status: ['Open', 'Closed'],
      'Closed on': ['', '2026-05-14'],
      Priority: ['P3', 'P1'],
      Assignees: ['', after.assignees],
      Owners: [before.owners, after.owners],
      Estimate: ['0', '2.5'],
      Milestone: ['', after.milestone],
    })
    assert.equal(after.datemodified, '2026-05-14 10:01:01', 'the note and the change have the same time')
  })

  test('a change of a milestone leaves a note too, and other resources leave none', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    await manager.update(`/milestone/${a.milestones.seen}/`, { complete: 't', datedue: '2026-06-02' })
    const notes = await notesOf(fixture(), a, 'milestone', a.milestones.seen)
    assert.equal(notes.length, 1)
    assert.equal(notes[0]?.title, 'Milestone updated')
    assert.deepEqual(notes[0]?.changes.map(({ field, was, now }) => [field, was, now]).sort(), [
      ['complete', 'f', 't'],
      ['datedue', '2026-06-01', '2026-06-02'],
    ])
  })

  test('I-29, I-30: sending the present values leaves no note and does not change the modification time', async () => {
    const { a, clock } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { manager: m, resource: r } = a.people
    const created = await manager.create(
      '/task/',
      taskBody(a, { summary: '<p>Hi</p>', assigneeid: `${m},${r}`, estimate: 1 }),
    )
    clock.moveBy(60_000)
    const settable = [
      'title',
      'summary',
      'projectid',
      'moduleid',
      'statusid',
      'priorityid',
      'ownerid',
      'assigneeid',
    ] as const
    const echo = Object.fromEntries(
      [...settable, 'followerid', 'dateopen', 'datedue', 'dateclosed', 'estimate', 'milestoneid'].map((field) => [
        field,
        created[field] ?? null,
      ]),
    )
    for (const body of [
      {},
      echo,
      { assigneeid: `${r},${m}` },
      { estimate: '1.0' },
      { id: String(created.id) },
      { dateopen: '2026/04/01' },
    ]) {
      assert.deepEqual(await manager.update(`/task/${created.id}/`, body), created, JSON.stringify(body))
    }
    assert.deepEqual(await notesOf(fixture(), a, 'task', created.id), [])
  })

  test('both headers turn the note off, and only with a true value', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { id } = await manager.create('/task/', taskBody(a))
    for (const header of ['X-Service-Disable-Action-Notes', 'X-Intervals-Disable-Action-Notes']) {
      await manager.update(`/task/${id}/`, { title: `quiet by ${header}` }, { [header]: 't' })
      assert.deepEqual(await notesOf(fixture(), a, 'task', id), [], header)
    }
    await manager.update(`/task/${id}/`, { title: 'loud' }, { 'X-Service-Disable-Action-Notes': 'f' })
    assert.equal((await notesOf(fixture(), a, 'task', id)).length, 1)
    const reply = await manager.send('POST', `/task/${id}/`, { title: 'by POST' })
    assert.ok(reply.status < 300, reply.text)
    assert.equal((await notesOf(fixture(), a, 'task', id)).length, 2, 'POST with an id is an update')
  })

  test('I-27: a rejected write leaves no note, for every caller and reason', async () => {
    const { a, b } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { id } = await manager.create('/task/', taskBody(a))
    const tries: readonly (readonly [keyof typeof a.tokens, Record<string, string | number>, number, number])[] = [
      ['manager', { title: 'x', statusid: 999_999 }, 400, 18],
      ['manager', { title: 'x', localid: 1 }, 400, 17],
      ['resource', { title: 'x', ownerid: a.people.resource }, 403, 10],
      ['executive', { title: 'x' }, 403, 10],
      ['outsider', { title: 'x' }, 404, 14],
    ]
    for (const [role, body, status, code] of tries) {
      assertRefusedWith(await callerFor(fixture(), a.tokens[role]).send('PUT', `/task/${id}/`, body), status, code)
    }
    assertRefusedWith(
      await callerFor(fixture(), b.tokens.administrator).send('PUT', `/task/${id}/`, { title: 'x' }),
      404,
      14,
    )
    assert.deepEqual(await notesOf(fixture(), a, 'task', id), [])
  })

  test('T-72: concurrent writes leave one note each, and the old values of each are the new values of the one before', async () => {
    const { a } = fixture()
    const second = await secondServer(fixture(), testDatabase())
    const callers = [callerFor(fixture(), a.tokens.manager), callerFor(second, a.tokens.administrator)] as const
    const { id } = await callers[0].create('/task/', taskBody(a, { title: 'Start' }))
    const titles = Array.from({ length: 24 }, (_, at) => `Title ${at}`)
    await Promise.all(
      titles.map((title, at) => callers[at % 2 === 0 ? 0 : 1].update(`/task/${id}/`, { title, estimate: at % 3 })),
    )
    const notes = await notesOf(fixture(), a, 'task', id)
    assert.equal(notes.length, titles.length)
    const renamed = new Map(
      notes.map(({ changes }) => {
        const title = changes.find(({ field }) => field === 'title')
        return [title?.was, title?.now] as const
      }),
    )
    const chain = ['Start']
    while (renamed.has(chain.at(-1))) chain.push(String(renamed.get(chain.at(-1))))
    assert.equal(chain.length, titles.length + 1, 'every title exactly once, from the first to the last')
    assert.equal((await callers[0].read(`/task/${id}/`)).title, chain.at(-1))
  })

  test('T-72: a write of another record leaves no note', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const milestone = await administrator.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Held',
      datedue: '2026-08-01',
      complete: 'f',
    })
    const more = { milestoneid: Number(milestone.id), assigneeid: a.people.resource }
    const { id, status } = await administrator.create('/task/', taskBody(a, more))
    assertRefusedWith(await administrator.send('DELETE', `/milestone/${milestone.id}/`), 400, 18, 'task')
    assertRefusedWith(
      await administrator.send('DELETE', `/person/${a.people.resource}/`),
      400,
      18,
      'tasks still use it',
    )
    await administrator.remove(`/projectteam/${a.projects.seen}/`, { personid: a.people.resource })
    await administrator.create(`/projectteam/${a.projects.seen}/`, { personid: a.people.resource })
    const { rows } = await administrator.list(`/projectmodule/?projectid=${a.projects.seen}`)
    const module = rows.find((row) => row.moduleid === String(a.modules[0]))
    await administrator.update(`/projectmodule/${module?.id}/`, { module: 'Renamed here' })
    await administrator.update(`/taskpriority/${a.priorities[2]}/`, { name: 'Middle' })
    await administrator.create('/tasknote/', { taskid: Number(id), note: 'A comment' })
    const task = await administrator.read(`/task/${id}/`)
    assert.deepEqual([task.module, task.severity, task.status], ['Renamed here', 'Middle', status])
    assert.deepEqual(
      (await administrator.list(`/tasknote/?taskid=${id}`)).rows.map(({ title }) => title),
      ['Note added'],
    )
    assert.equal((await administrator.list(`/milestonenote/?milestoneid=${milestone.id}`)).count, 0)
  })
})
