// Threats T-22, T-25 and T-64 for time, and I-12 with concurrent writers: time moves only where the caller may put it,
// is written for others only by those who may, and sums and approvals stay correct.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addDays } from '../../src/kit/calendar.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  errorMessagesIn,
  type Fields,
  recordIn,
  secondServer,
  taskBody,
  timeBody,
} from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'

/** For decisions that need `If-Match`. */
const anyVersion = { 'if-match': '*' }

eachApiFixture((fixture, _kind, testDatabase) => {
  let beside: Pick<ApiFixture, 'call'> | undefined
  before(async () => {
    beside = await secondServer(fixture(), testDatabase())
  })
  const handFor = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])
  /** The same caller on two servers over one database, by turns. */
  const callerAt = (at: number, name: PersonName = 'administrator'): ApiCaller =>
    callerFor(at % 2 ? (beside ?? fixture()) : fixture(), fixture().a.tokens[name])

  let weeks = 0
  const freshWeek = (): string => addDays('2024-01-01', 7 * weeks++)

  test('T-22: time moves only to tasks and projects that the caller sees; invisible, foreign and missing ones give the same error', async () => {
    const { a, b } = fixture()
    for (const role of ['manager', 'resource', 'restricted'] as const) {
      const caller = handFor(role)
      const created = await caller.create('/time/', timeBody(a, a.people[role]))
      const path = `/time/${created.id}/`
      const messages = { taskid: new Set<string>(), projectid: new Set<string>() }
      const unusable = {
        taskid: [a.tasks.unseen, b.tasks.own, ...(role === 'restricted' ? [a.tasks.other] : [])],
        projectid: [a.projects.unseen, a.projects.inactive, b.projects.seen],
      }
      for (const field of ['taskid', 'projectid'] as const) {
        for (const target of [...unusable[field], 2_147_483_647]) {
          const body = { ...(field === 'projectid' ? { taskid: '' } : {}), [field]: target }
          const reply = await caller.send('PUT', path, { ...body, description: 'moved' })
          assertRefusedWith(reply, 400, 18, field)
          messages[field].add(errorMessagesIn(reply).replaceAll(String(target), 'N'))
          const anew = { ...timeBody(a, a.people[role], { moduleid: a.modules[0] ?? 0 }), ...body }
          assertRefusedWith(await caller.send('POST', '/time/', anew), 400, 18, field)
        }
        assert.equal(messages[field].size, 1, [...messages[field]].join('\n'))
      }
      assert.deepEqual(await caller.read(path), created, `${role}: nothing moved`)
    }
    for (const role of ['outsider', 'restricted', 'resource'] as const) {
      const others = await handFor('administrator').create('/time/', timeBody(a, a.people.manager))
      assertRefusedWith(await handFor(role).send('PUT', `/time/${others.id}/`, { taskid: a.tasks.own }), 404, 14)
    }
  })

  test('T-22: work type, module and person of moved time must belong to the new project', async () => {
    const { a } = fixture()
    const [administrator, manager] = [handFor('administrator'), handFor('manager')]
    const where = { projectid: a.projects.seen, active: 't' }
    const worktype = await administrator.create('/projectworktype/', { ...where, worktype: 'Ours', hourlyrate: 1 })
    const module = await administrator.create('/projectmodule/', { ...where, module: 'Ours' })
    const member = await administrator.create('/person/', { firstname: 'Member' })
    await administrator.send('POST', `/projectteam/${a.projects.seen}/`, { personid: String(member.id) })
    const rest = { taskid: '', ...where, moduleid: String(module.moduleid), worktypeid: String(worktype.worktypeid) }
    const { active: _, ...body } = { ...timeBody(a, Number(member.id)), ...rest }
    const { id } = await manager.create('/time/', body)
    const path = `/time/${id}/`
    const target = { projectid: a.projects.clientless }
    assertRefusedWith(await manager.send('PUT', path, target), 400, 18, 'worktypeid', 'moduleid', 'personid')
    assertRefusedWith(
      await manager.send('PUT', path, { taskid: a.tasks.clientless }),
      400,
      18,
      'worktypeid',
      'personid',
    )
    const fitting = { moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    assertRefusedWith(await manager.send('PUT', path, { ...target, ...fitting }), 400, 18, 'personid')
    const moved = await manager.update(path, { ...target, ...fitting, personid: a.people.resource })
    assert.equal(moved.projectid, String(a.projects.clientless))
    const byBoss = await administrator.update(path, { personid: String(member.id) })
    assert.equal(byBoss.personid, member.id, 'an Administrator may choose anyone')
  })

  test('T-25: a Resource writes only their own time, a Manager that of people of their projects', async () => {
    const { a } = fixture()
    const { people } = a
    const administrator = handFor('administrator')
    for (const role of ['resource', 'restricted'] as const) {
      const caller = handFor(role)
      const own = await caller.create('/time/', timeBody(a, people[role]))
      for (const other of [people.manager, people.administrator, people.outsider, 2_147_483_647]) {
        assertRefusedWith(await caller.send('POST', '/time/', timeBody(a, other)), 403, 10, 'personid')
        assertRefusedWith(await caller.send('PUT', `/time/${own.id}/`, { personid: other }), 403, 10, 'personid')
      }
      const theirs = await administrator.create('/time/', timeBody(a, people.manager))
      for (const method of ['PUT', 'POST', 'DELETE'] as const) {
        assertRefusedWith(
          await caller.send(method, `/time/${theirs.id}/`, method === 'DELETE' ? undefined : { time: 9 }),
          404,
          14,
        )
      }
      await caller.remove(`/time/${own.id}/`)
    }
    const manager = handFor('manager')
    const created = await manager.create('/time/', timeBody(a, people.resource))
    assert.equal(
      (await manager.update(`/time/${created.id}/`, { personid: people.restricted })).person,
      'restricted Of-a',
    )
    assertRefusedWith(
      await manager.send('PUT', `/time/${created.id}/`, { personid: people.outsider }),
      400,
      18,
      'personid',
    )
    const elsewhere = await administrator.create('/time/', timeBody(a, people.resource, { taskid: a.tasks.unseen }))
    assertRefusedWith(await manager.send('PUT', `/time/${elsewhere.id}/`, { time: 9 }), 404, 14)
    assertRefusedWith(await manager.send('DELETE', `/time/${elsewhere.id}/`), 404, 14)
    await manager.remove(`/time/${created.id}/`)
  })

  test('I-12: the hours of a task are the sum of its time after 64 concurrent writes, also while it moves', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const task = await administrator.create('/task/', taskBody(a))
    const rest = { taskid: String(task.id) }
    const created = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        callerAt(at).create(
          '/time/',
          timeBody(a, a.people.resource, { ...rest, time: '0.1', billable: at % 3 ? 't' : 'f' }),
        ),
      ),
    )
    await Promise.all(
      created.map(({ id }, at) => {
        const caller = callerAt(at >> 1)
        if (at % 4 === 0) return caller.remove(`/time/${id}/`)
        if (at % 4 === 1) return caller.update(`/time/${id}/`, { time: '1.000001' })
        if (at % 8 === 2) {
          const projectid = at % 16 === 2 ? a.projects.clientless : a.projects.seen
          return caller.update(`/task/${task.id}/`, { projectid })
        }
        return caller.create('/time/', timeBody(a, a.people.manager, { ...rest, time: '0.01' }))
      }),
    )
    const { rows } = await administrator.list(`/time/?taskid=${task.id}&limit=0`)
    const sum = (which: readonly Fields[]): number =>
      which.reduce((total, { time }) => total + Math.round(Number(time) * 1e6), 0)
    const record = await administrator.read(`/task/${task.id}/`)
    const printed = [record.actual, record.billable, record.unbillable].map((hours) => Math.round(Number(hours) * 1e6))
    const billable = rows.filter((row) => row.billable === 't')
    assert.deepEqual(printed, [sum(rows), sum(billable), sum(rows) - sum(billable)])
    assert.equal(sum(rows), 16 * 100_000 + 8 * 1_000_001 + 12 * 10_000)
    for (const row of rows)
      assert.equal(row.projectid, record.projectid, `time ${row.id} is in another project than its task`)
  })

  test('T-64: time that is written while its task moves is in the project of the task', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    for (let round = 0; round < 16; round++) {
      const { id: task } = await administrator.create('/task/', taskBody(a))
      const taskid = String(task)
      const books = Array.from({ length: 4 }, () =>
        callerAt(0, 'resource').create('/time/', timeBody(a, a.people.resource, { taskid })),
      )
      const move = callerAt(1).update(`/task/${task}/`, { projectid: a.projects.clientless })
      await Promise.all([...books, move])
      const { projectid } = await administrator.read(`/task/${task}/`)
      const { rows } = await administrator.list(`/time/?taskid=${task}`)
      assert.deepEqual(
        rows.map((row) => row.projectid),
        [projectid, projectid, projectid, projectid],
        `round ${round}`,
      )
    }
  })

  test('T-64: of 32 concurrent submits, approvals, rejections and reopenings of one week, each finds the state it needs', async () => {
    const { a } = fixture()
    const leads: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
      submit: [['open', 'rejected'], 'submitted'],
      approve: [['submitted'], 'approved'],
      reject: [['submitted'], 'rejected'],
      reopen: [['submitted', 'approved', 'rejected'], 'open'],
    }
    const actions = Object.keys(leads)
    for (const only of [['submit'], actions]) {
      const sheet = await handFor('resource').create('/timesheet/', {
        personid: a.people.resource,
        weekstart: freshWeek(),
      })
      const replies = await Promise.all(
        Array.from({ length: 32 }, (_, at) =>
          callerAt(at >> 2).send('POST', `/timesheet/${sheet.id}/${only[at % only.length]}/`, undefined, anyVersion),
        ),
      )
      for (const reply of replies) if (reply.status !== 202) assertRefusedWith(reply, 400, 18, 'this week is')
      const { rows } = await handFor('administrator').list(`/timesheethistory/?timesheetid=${sheet.id}&limit=0`)
      const done = replies.filter(({ status }) => status === 202).length
      assert.equal(rows.length, done, 'one history entry for each accepted action')
      if (only.length === 1) assert.equal(done, 1)
      let status = 'open'
      for (const { action } of rows) {
        const [from, to] = leads[String(action)] ?? [[], '']
        assert.ok(from.includes(status), `${action} of a week that was ${status}`)
        status = to
      }
      assert.equal((await handFor('resource').read(`/timesheet/${sheet.id}/`)).status, status)
    }
  })

  test('T-64: 32 concurrent creations of the timesheet of one week create one', async () => {
    const { a } = fixture()
    const body = { personid: a.people.resource, weekstart: freshWeek() }
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, at) => callerAt(at).send('POST', '/timesheet/', body)),
    )
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    for (const reply of replies) if (reply.status !== 201) assertRefusedWith(reply, 400, 18)
  })

  test('T-64: a week is approved with the time it has: later writes are rejected', async () => {
    const { a } = fixture()
    let [kept, refused] = [0, 0]
    for (let round = 0; round < 24; round++) {
      const week = freshWeek()
      const resource = handFor('resource')
      const sheet = await resource.create('/timesheet/', { personid: a.people.resource, weekstart: week })
      const book = (at: number) =>
        callerAt(at).send('POST', '/time/', timeBody(a, a.people.resource, { date: addDays(week, at % 7) }))
      const [first] = [recordIn(await book(0)), recordIn(await resource.send('POST', `/timesheet/${sheet.id}/submit/`))]
      const races = Array.from({ length: 8 }, (_, at) => book(at + round))
      races.push(callerAt(round + 1).send('PUT', `/time/${first?.id}/`, { time: 3 }))
      // Some rounds wait for one of the writes before the approval.
      if (round % 3 > 0) await races[round % 3]
      const approved = await callerAt(round).send('POST', `/timesheet/${sheet.id}/approve/`, undefined, anyVersion)
      const replies = await Promise.all(races)
      assert.equal(approved.status, 202, approved.text)
      for (const reply of replies) {
        if (reply.status < 300) kept++
        else {
          refused++
          assertRefusedWith(reply, 400, 18, 'approved')
        }
      }
      const now = await resource.read(`/timesheet/${sheet.id}/`)
      assert.deepEqual(now, recordIn(approved), `round ${round}: an entry was added after the approval`)
    }
    assert.ok(kept > 0 && refused > 0, `${kept} were accepted, ${refused} rejected`)
  })

  test('T-64: with If-Match only hours that were read are approved, also while others write them', async () => {
    const { a } = fixture()
    const [resource, administrator] = [handFor('resource'), handFor('administrator')]
    for (let round = 0; round < 16; round++) {
      const week = freshWeek()
      const entry = await resource.create('/time/', timeBody(a, a.people.resource, { date: week }))
      const sheet = await resource.create('/timesheet/', { personid: a.people.resource, weekstart: week })
      await resource.send('POST', `/timesheet/${sheet.id}/submit/`)
      const read = await administrator.send('GET', `/timesheet/${sheet.id}/`)
      const write = callerAt(round + 1).send('PUT', `/time/${entry.id}/`, { time: 7, datemodified: '2026-01-01' })
      const headers = { 'if-match': String(read.headers.etag) }
      const decision = await callerAt(round).send('POST', `/timesheet/${sheet.id}/approve/`, undefined, headers)
      assert.ok([202, 412].includes(decision.status), decision.text)
      const { status } = await write
      assert.equal(status, decision.status === 202 ? 400 : 202, `round ${round}`)
      const now = await administrator.read(`/timesheet/${sheet.id}/`)
      if (decision.status === 202) assert.equal(now.time, recordIn(read).time, `round ${round}`)
      else assert.equal(now.status, 'submitted', `round ${round}`)
    }
  })

  test('T-64: nothing is written into a week of the writer after they submitted it', async () => {
    const { a } = fixture()
    const resource = handFor('resource')
    for (let round = 0; round < 12; round++) {
      const week = freshWeek()
      const sheet = await resource.create('/timesheet/', { personid: a.people.resource, weekstart: week })
      const book = (at: number) =>
        callerAt(at, 'resource').send('POST', '/time/', timeBody(a, a.people.resource, { date: addDays(week, at % 7) }))
      const races = Array.from({ length: 6 }, (_, at) => book(at))
      if (round % 3 > 0) await races[round % 3]
      const submitted = await callerAt(round, 'resource').send('POST', `/timesheet/${sheet.id}/submit/`)
      for (const reply of await Promise.all(races))
        if (reply.status !== 201) assertRefusedWith(reply, 400, 18, `week of ${week} is submitted`)
      assert.deepEqual(await resource.read(`/timesheet/${sheet.id}/`), recordIn(submitted), `round ${round}`)
    }
  })
})
