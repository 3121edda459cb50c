// Tasks: status and closing date, overdue by the account's calendar, people and hours (decisions 32, 36).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { assertRefusedWith, callerFor, ids, sorted, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'

suiteApiFixture((fixture) => {
  test('I-32: closing a task sets the current day of the account, reopening clears the date, a submitted date is kept', async () => {
    const { a, clock } = fixture()
    const manager = callerFor(fixture(), a.tokens.manager)
    const { id, dateclosed } = await manager.create('/task/', taskBody(a))
    assert.equal(dateclosed, null)
    clock.moveTo('2026-05-14T22:30:00Z')
    const closed = await manager.update(`/task/${id}/`, { statusid: a.statuses.closed })
    assert.deepEqual(
      [closed.status, closed.dateclosed],
      ['Closed', '2026-05-15'],
      'in Berlin it is already the next day',
    )
    clock.moveTo(fixtureNow)
    assert.equal((await manager.update(`/task/${id}/`, { title: 'Same status' })).dateclosed, '2026-05-15')
    assert.equal((await manager.update(`/task/${id}/`, { dateclosed: '2026-05-02' })).dateclosed, '2026-05-02')
    assert.equal(
      (await manager.update(`/task/${id}/`, { dateclosed: '' })).dateclosed,
      '2026-05-14',
      'a closed task always has a closing date',
    )
    assert.equal((await manager.update(`/task/${id}/`, { statusid: a.statuses.progress })).dateclosed, null)
    assert.equal(
      (await manager.update(`/task/${id}/`, { dateclosed: '2026-05-02' })).dateclosed,
      null,
      'an open task has no closing date',
    )
    const body = { statusid: a.statuses.closed, dateclosed: '2026-01-09' }
    assert.equal((await manager.update(`/task/${id}/`, body)).dateclosed, '2026-01-09')
    assert.equal(
      (await manager.create('/task/', taskBody(a, { statusid: a.statuses.closed }))).dateclosed,
      '2026-05-14',
    )
    assert.equal((await manager.create('/task/', taskBody(a, { dateclosed: '2026-01-01' }))).dateclosed, null)
  })

  for (const [zone, lastInstant, nextDay] of [
    ['Europe/Berlin', '2026-05-20T21:59:59Z', '2026-05-20T22:00:00Z'],
    ['America/Los_Angeles', '2026-05-21T06:59:59Z', '2026-05-21T07:00:00Z'],
    ['Pacific/Kiritimati', '2026-05-20T09:59:59Z', '2026-05-20T10:00:00Z'],
  ] as const) {
    test(`a task due on 20 May is overdue after midnight in ${zone}, and a closed one never`, async () => {
      const { a, clock, database } = fixture()
      await database.write(a.accountid, (tx) => tx.update('account', a.accountid, { timezone: zone }))
      const manager = callerFor(fixture(), a.tokens.manager)
      const due = await manager.create('/task/', taskBody(a, { datedue: '2026-05-20' }))
      const done = await manager.create('/task/', taskBody(a, { datedue: '2026-05-20', statusid: a.statuses.closed }))
      const never = await manager.create('/task/', taskBody(a, {}))
      const overdue = async (flag: 't' | 'f') => ids(await manager.list(`/task/?overdue=${flag}&limit=0`))
      const all = ids(await manager.list('/task/?limit=0'))
      for (const [instant, isOverdue] of [
        [lastInstant, false],
        [nextDay, true],
        [lastInstant, false],
      ] as const) {
        clock.moveTo(instant)
        const [yes, no] = [await overdue('t'), await overdue('f')]
        assert.equal(yes.includes(Number(due.id)), isOverdue, `${instant} in ${zone}`)
        for (const { id } of [done, never]) assert.ok(no.includes(Number(id)), `task ${id} at ${instant}`)
        assert.deepEqual(sorted([...yes, ...no]), sorted(all), 'overdue and not overdue together are not all tasks')
      }
      clock.moveTo(fixtureNow)
      await database.write(a.accountid, (tx) => tx.update('account', a.accountid, { timezone: 'Europe/Berlin' }))
    })
  }

  test('a task may have several owners, assignees and followers, in the given order, each once', async () => {
    const { a } = fixture()
    const { manager: m, resource: r, restricted: s } = a.people
    const manager = callerFor(fixture(), a.tokens.manager)
    const created = await manager.create(
      '/task/',
      taskBody(a, { ownerid: `${r},${m}`, assigneeid: [s, r, s], followerid: `${m},${m}` }),
    )
    assert.deepEqual([created.ownerid, created.assigneeid, created.followerid], [`${r},${m}`, `${s},${r}`, `${m}`])
    assert.equal(String(created.owners).split(', ').length, 2, 'task.owners has two names')
    assert.equal(String(created.followers).split(', ').length, 1, 'task.followers has one name')
    const changed = await manager.update(`/task/${created.id}/`, { assigneeid: r, followerid: '' })
    assert.deepEqual([changed.assigneeid, changed.followerid, changed.ownerid], [`${r}`, '', `${r},${m}`])
    assert.equal(changed.followers, '', 'no followers')
    assertRefusedWith(await manager.send('PUT', `/task/${created.id}/`, { ownerid: '' }), 400, 18, 'ownerid')
    assertRefusedWith(
      await manager.send('PUT', `/task/${created.id}/`, { assigneeid: `${r},999999` }),
      400,
      18,
      '999999',
    )
    assertRefusedWith(
      await manager.send('PUT', `/task/${created.id}/`, { assigneeid: a.people.inactive }),
      400,
      18,
      'assigneeid',
    )
  })

  test('an empty list of names is blank and not null, for tasks and milestones in both formats', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const task = await administrator.create('/task/', taskBody(a))
    assert.deepEqual([task.assignees, task.followers], ['', ''])
    const owner = { projectid: a.projects.seen, ownerid: a.people.manager }
    const goal = await administrator.create('/milestone/', {
      ...owner,
      title: 'Nobody',
      datedue: '2026-06-01',
      complete: 'f',
    })
    await database.write(a.accountid, async (tx) => {
      await tx.link('task', Number(task.id), [{ table: 'taskowner', key: 'taskid', ids: [] }], 'existing')
      const owners = { table: 'milestoneowner', key: 'milestoneid', ids: [] }
      await tx.link('milestone', Number(goal.id), [owners], 'existing')
    })
    const readTask = await administrator.read(`/task/${task.id}/`)
    assert.deepEqual([readTask.assignees, readTask.followers, readTask.owners], ['', '', ''])
    assert.equal((await administrator.read(`/milestone/${goal.id}/`)).owners, '')
    const [listed] = (await administrator.list(`/task/?localid=${task.localid}`)).rows
    assert.deepEqual([listed?.assignees, listed?.followers, listed?.owners], ['', '', ''])
    const xml = await administrator.send('GET', `/task/${task.id}/`, undefined, { accept: 'application/xml' })
    for (const field of ['assignees', 'followers', 'owners']) assert.ok(xml.text.includes(`<${field}/>`), field)
    for (const order of ['asc', 'desc']) {
      const sorted = await administrator.list(`/task/?sortfield=owners&sortdir=${order}&limit=0`)
      assert.ok(sorted.rows.some(({ id }) => id === task.id))
    }
  })

  test('T-21: a Resource owns the tasks they add and changes no owner; another order, duplicates or omission are no change', async () => {
    const { a } = fixture()
    const { manager: m, resource: r, restricted: s } = a.people
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const resource = callerFor(fixture(), a.tokens.resource)
    const own = await resource.create('/task/', taskBody(a, { ownerid: r }))
    assert.equal(own.ownerid, String(r))
    assert.equal((await resource.create('/task/', taskBody(a, { ownerid: `${r},${r}` }))).ownerid, String(r))
    for (const ownerid of [m, `${r},${m}`, `${m},${r}`]) {
      assertRefusedWith(await resource.send('POST', '/task/', taskBody(a, { ownerid })), 403, 10, 'ownerid')
    }
    const { id } = await administrator.create('/task/', taskBody(a, { ownerid: `${m},${r},${s}` }))
    const orders = [
      [m, r, s],
      [m, s, r],
      [r, m, s],
      [r, s, m],
      [s, m, r],
      [s, r, m],
    ].map((order) => order.join(','))
    for (const same of [...orders, `${m},${m},${s},${r},${r}`]) {
      const updated = await resource.update(`/task/${id}/`, { ownerid: same, title: `Sent ${same}` })
      assert.equal(updated.ownerid, `${m},${r},${s}`, `owners sent as ${same}`)
    }
    for (const other of [`${m},${r}`, `${r}`, `${m},${r},${s},${a.people.administrator}`]) {
      const reply = await resource.send('PUT', `/task/${id}/`, { ownerid: other, title: 'Stolen' })
      assertRefusedWith(reply, 403, 10, 'ownerid')
    }
    const unchanged = await resource.update(`/task/${id}/`, { summary: 'no owner sent' })
    assert.deepEqual([unchanged.ownerid, unchanged.title], [`${m},${r},${s}`, `Sent ${m},${m},${s},${r},${r}`])
  })

  test('hastaskrelation and its deprecated alias find what a person owns, is assigned to or follows', async () => {
    const { a } = fixture()
    const { manager: m, resource: r } = a.people
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const clerk = await administrator.create('/person/', { firstname: 'Clerk' })
    const c = Number(clerk.id)
    const related = [
      await administrator.create('/task/', taskBody(a, { ownerid: c })),
      await administrator.create('/task/', taskBody(a, { assigneeid: `${r},${c}` })),
      await administrator.create('/task/', taskBody(a, { followerid: c })),
    ]
    for (const filter of ['hastaskrelation', 'assignedorownedby']) {
      assert.deepEqual(
        sorted(ids(await administrator.list(`/task/?${filter}=${c}&limit=0`))),
        sorted(ids(related)),
        filter,
      )
      const both = await administrator.list(`/task/?${filter}=${c},${m}&limit=0`)
      const alone = await administrator.list(`/task/?${filter}=${m}&limit=0`)
      assert.deepEqual(
        sorted(ids(both)),
        sorted([...new Set([...ids(alone), ...ids(related)])]),
        `${filter} with two people`,
      )
      assert.equal((await administrator.list(`/task/?${filter}=999999`)).count, 0, `${filter} with an unknown person`)
    }
  })

  test('the hours of a task and of its milestone are the sums of its time, billable and unbillable', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const goal = await administrator.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Hours',
      datedue: '2026-06-01',
      complete: 'f',
    })
    const task = await administrator.create('/task/', taskBody(a, { milestoneid: String(goal.id), estimate: '1.5' }))
    const bare = await administrator.create('/task/', taskBody(a, { milestoneid: String(goal.id) }))
    const log = (hours: number, billable: string) =>
      database.write(a.accountid, (tx) =>
        tx.insert('time', {
          id: nextId,
          projectid: a.projects.seen,
          moduleid: a.modules[0] ?? 0,
          taskid: Number(task.id),
          worktypeid: a.worktypes[0] ?? 0,
          personid: a.people.resource,
          date: '2026-05-01',
          time: Math.round(hours * 1_000_000),
          billable,
          datemodified: '2026-05-01 00:00:00',
        }),
      )
    for (const [hours, billable] of [
      [0.1, 't'],
      [0.2, 't'],
      [1.25, 'f'],
      [0.000001, 't'],
    ] as const)
      await log(hours, billable)
    const { billable, unbillable, actual } = await administrator.read(`/task/${task.id}/`)
    assert.deepEqual({ billable, unbillable, actual }, { billable: '0.300001', unbillable: '1.25', actual: '1.550001' })
    assert.deepEqual((await administrator.read(`/task/${bare.id}/`)).actual, '0')
    const milestone = await administrator.read(`/milestone/${goal.id}/`)
    assert.deepEqual([milestone.actual, milestone.estimate, milestone.progress], ['1.550001', '1.5', '0'])
    await administrator.update(`/task/${bare.id}/`, { statusid: a.statuses.closed })
    assert.equal((await administrator.read(`/milestone/${goal.id}/`)).progress, '50')
    assertRefusedWith(await administrator.send('DELETE', `/task/${task.id}/`), 400, 18, 'time')
  })

  test("includetimerid adds a timer: anyone's for an Administrator, their own for others, none for Executives", async () => {
    const { a, database } = fixture()
    const timer = (personid: number, starttime: string) =>
      database.write(a.accountid, (tx) =>
        tx.insert('timer', { id: nextId, taskid: a.tasks.own, personid, starttime, lastupdate: starttime }),
      )
    const mine = await timer(a.people.resource, '2026-05-14 09:00:00')
    const theirs = await timer(a.people.manager, '2026-05-14 09:30:00')
    const timerFor = async (role: 'administrator' | 'manager' | 'resource', personid: number) => {
      const { rows } = await callerFor(fixture(), a.tokens[role]).list(`/task/?includetimerid=${personid}&limit=0`)
      const row = rows.find(({ id }) => Number(id) === a.tasks.own)
      for (const other of rows)
        assert.ok('timerid' in other && 'starttime' in other, `task ${other.id} has both fields`)
      return [row?.timerid, row?.starttime]
    }
    const { resource, manager } = a.people
    assert.deepEqual(await timerFor('administrator', resource), [String(mine), '2026-05-14 09:00:00'])
    assert.deepEqual(await timerFor('administrator', manager), [String(theirs), '2026-05-14 09:30:00'])
    assert.deepEqual(await timerFor('resource', resource), [String(mine), '2026-05-14 09:00:00'], 'own timer')
    assert.deepEqual(await timerFor('resource', manager), [null, null], "another's timer")
    assert.deepEqual(await timerFor('manager', resource), [null, null], "another's timer as a Manager")
    const plain = await callerFor(fixture(), a.tokens.administrator).list('/task/?limit=1')
    assert.ok(!('timerid' in (plain.rows[0] ?? {})), 'the fields are shown without includetimerid')
    const executive = callerFor(fixture(), a.tokens.executive)
    assertRefusedWith(
      await executive.send('GET', `/task/?includetimerid=${a.people.executive}`),
      400,
      17,
      'includetimerid',
    )
  })
})
