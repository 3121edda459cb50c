// Notes on milestones: comments and history of one milestone at a time, with the same rules as on tasks. A search for
// milestones includes only the notes that the viewer may read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, ids, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'

suiteApiFixture((fixture) => {
  test('a list requires the filter for one milestone', async () => {
    const { a } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const body = { milestoneid: a.milestones.seen, note: '<p>On <b>track</b></p>' }
    const { id, date, ...rest } = await manager.create('/milestonenote/', body)
    assert.deepEqual(rest, {
      milestoneid: String(a.milestones.seen),
      title: 'Note added',
      authorid: String(a.people.manager),
      note: '<p>On <b>track</b></p>',
      public: 'f',
      actions: '',
      author: 'manager Of-a',
    })
    assert.equal(date, '2026-05-14 10:00:00')
    assert.deepEqual(ids(await manager.list(`/milestonenote/?milestoneid=${a.milestones.seen}`)), [Number(id)])
    assert.equal((await manager.read(`/milestonenote/${id}/`)).date, date)
    assertRefusedWith(await manager.send('GET', '/milestonenote/'), 400, 18, 'milestoneid: is required')
    const both = `/milestonenote/?milestoneid=${a.milestones.seen},${a.milestones.unseen}`
    assertRefusedWith(await manager.send('GET', both), 400, 18, 'milestoneid')
    for (const filter of ['sortfield=date', 'authorid=1', 'search=x']) {
      const path = `/milestonenote/?milestoneid=${a.milestones.seen}&${filter}`
      assertRefusedWith(await manager.send('GET', path), 400, 17)
    }
  })

  test('an invisible milestone shows no notes and accepts none', async () => {
    const { a, b } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/milestonenote/', { milestoneid: a.milestones.unseen, note: 'Hidden' })
    for (const name of ['manager', 'resource', 'executive', 'restricted', 'outsider'] as const) {
      const caller = callerFor(fixture(), a.tokens[name])
      assertRefusedWith(await caller.send('GET', `/milestonenote/${id}/`), 404, 14)
      assert.equal((await caller.list(`/milestonenote/?milestoneid=${a.milestones.unseen}`)).count, 0)
      const body = { milestoneid: a.milestones.unseen, note: 'x' }
      assertRefusedWith(await caller.send('POST', '/milestonenote/', body), 400, 18, 'milestoneid')
    }
    assertRefusedWith(await callerFor(fixture(), b.tokens.administrator).send('GET', `/milestonenote/${id}/`), 404, 14)
  })

  test('restricted people read the notes of the milestones that they see', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const restricted = callerFor(fixture(), a.tokens.restricted)
    const other = await administrator.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Not theirs',
      datedue: '2026-07-01',
      complete: 'f',
    })
    await administrator.create('/milestonenote/', { milestoneid: Number(other.id), note: 'x' })
    assert.equal((await restricted.list(`/milestonenote/?milestoneid=${other.id}`)).count, 0)
    const task = await administrator.create(
      '/task/',
      taskBody(a, { milestoneid: Number(other.id), assigneeid: a.people.restricted }),
    )
    assert.equal((await restricted.list(`/milestonenote/?milestoneid=${other.id}`)).count, 1)
    await restricted.create('/milestonenote/', { milestoneid: Number(other.id), note: 'Mine' })
    await administrator.remove(`/task/${task.id}/`)
    assert.equal((await restricted.list(`/milestonenote/?milestoneid=${other.id}`)).count, 0)
  })

  test('T-14: Executives read public notes without authors, and no owners in the history', async () => {
    const { a, call } = fixture()
    const [administrator, manager, executive] = (['administrator', 'manager', 'executive'] as const).map((name) =>
      callerFor(fixture(), a.tokens[name]),
    ) as [ReturnType<typeof callerFor>, ReturnType<typeof callerFor>, ReturnType<typeof callerFor>]
    const milestone = await manager.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'First',
      datedue: '2026-07-01',
      complete: 'f',
    })
    const path = `/milestonenote/?milestoneid=${milestone.id}`
    await manager.update(`/milestone/${milestone.id}/`, { ownerid: a.people.resource, title: 'Second', complete: 't' })
    const [change] = (await administrator.list(path)).rows
    assert.equal(change?.title, 'Milestone updated')
    assert.match(String(change?.actions), /<li>Owners: manager Of-a → resource Of-a<\/li>/)
    assert.deepEqual((await executive.list(path)).rows, [])
    await administrator.update(`/milestonenote/${change?.id}/`, { public: 't' })
    const [shown] = (await executive.list(path)).rows
    assert.equal(shown?.actions, '<ul><li>Title: First → Second</li><li>Complete: no → yes</li></ul>')
    assert.ok(shown && !('author' in shown) && !('authorid' in shown))
    const theirs = await executive.create('/milestonenote/', { milestoneid: Number(milestone.id), note: 'Thank you' })
    assert.equal(theirs.public, 't')
    const { text } = await call({ token: a.tokens.executive, path, headers: { accept: 'application/xml' } })
    assert.ok(text.includes('Thank you') && !text.includes('Of-a'), text)
  })

  test('T-12: a search for milestones finds only text in notes that the viewer may read', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const executive = callerFor(fixture(), a.tokens.executive)
    const manager = callerFor(fixture(), a.tokens.manager)
    const milestoneid = a.milestones.seen
    await administrator.create('/milestonenote/', { milestoneid, note: 'internal canary' })
    await administrator.create('/milestonenote/', { milestoneid, note: 'public parrot', public: 't' })
    await administrator.create('/milestonenote/', {
      milestoneid: a.milestones.unseen,
      note: 'unseen pelican',
      public: 't',
    })
    await administrator.update(`/milestone/${milestoneid}/`, { ownerid: `${a.people.manager},${a.people.resource}` })
    const idsFor = async (caller: typeof administrator, text: string) =>
      ids(await caller.list(`/milestone/?search=${text}`))
    assert.deepEqual(await idsFor(manager, 'canary'), [milestoneid])
    assert.deepEqual(await idsFor(executive, 'canary'), [])
    assert.deepEqual(await idsFor(executive, 'PARROT'), [milestoneid])
    assert.deepEqual(await idsFor(executive, 'pelican'), [])
    assert.deepEqual(await idsFor(manager, 'pelican'), [])
    for (const caller of [administrator, manager, executive]) {
      assert.deepEqual(await idsFor(caller, 'resource%20Of-a'), [], 'action notes are not searched')
    }
  })

  test('a note is deleted with its milestone', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const milestone = await administrator.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Short-lived',
      datedue: '2026-07-01',
      complete: 'f',
    })
    const { id } = await administrator.create('/milestonenote/', { milestoneid: Number(milestone.id), note: 'x' })
    await administrator.remove(`/milestone/${milestone.id}/`)
    assertRefusedWith(await administrator.send('GET', `/milestonenote/${id}/`), 404, 14)
  })
})
