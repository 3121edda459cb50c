// Applying a timer: its seconds become a time entry and the timer is deleted, in one step (decision 39). The rules of
// time entries apply, and values in the request override those of the timer.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertRefusedWith, callerFor, eachApiFixture, type Fields, secondServer } from '../fixture/api-caller.ts'
import { type ApiFixture, fixtureNow } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { callerNamed, newTask, SECOND_MS } from './timer-actions.ts'

/** A timer of the Resource with this many seconds. */
const newPausedTimer = (fixture: ApiFixture, time: number | string, more: JsonObject = {}): Promise<Fields> =>
  callerNamed(fixture, 'resource').create('/timer/', {
    personid: fixture.a.people.resource,
    starttime: '',
    time,
    ...more,
  })

/** The entries of a task, and the number of its timers. */
async function countEntriesAndTimers(
  fixture: ApiFixture,
  taskid: number,
): Promise<readonly [entries: number, timers: number]> {
  const administrator = callerNamed(fixture, 'administrator')
  const [entries, timers] = [
    await administrator.list(`/time/?taskid=${taskid}`),
    await administrator.list(`/timer/?taskid=${taskid}`),
  ]
  return [entries.count, timers.count]
}

eachApiFixture((fixture, _kind, testDatabase) => {
  beforeEach(() => fixture().clock.moveTo(fixtureNow))

  test('I-34: applying a timer creates one entry with its task, person, name and hours, dated today, and deletes the timer', async () => {
    const { a, clock } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const taskid = await newTask(fixture())
    const { id } = await resource.create('/timer/', { personid: a.people.resource, taskid, name: 'Laid the floor' })
    clock.moveBy(5400 * SECOND_MS)
    const entry = await resource.create(`/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0 })
    assert.deepEqual(
      [entry.taskid, entry.personid, entry.projectid, entry.time, entry.description, entry.date],
      [String(taskid), String(a.people.resource), String(a.projects.seen), '1.5', 'Laid the floor', '2026-05-14'],
    )
    assert.equal((await resource.read(`/time/${entry.id}/`)).worktypeid, String(a.worktypes[0]))
    assertRefusedWith(await resource.send('GET', `/timer/${id}/`), 404, 14)
    assert.deepEqual(await countEntriesAndTimers(fixture(), taskid), [1, 0])
    assertRefusedWith(await resource.send('POST', `/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0 }), 404, 14)
  })

  test('running or paused, the hours are the exact seconds, rounded once to the scale of hours', async () => {
    const { a, clock } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const apply = async (id: string | null | undefined) =>
      (await resource.create(`/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0 })).time
    for (const [seconds, hours] of [
      ['3600', '1'],
      ['1', '0.000278'],
      ['100', '0.027778'],
      ['0.009', '0.000003'],
      ['86400', '24'],
      ['1.8', '0.0005'],
      ['12345.678', '3.429355'],
    ] as const) {
      const { id } = await newPausedTimer(fixture(), seconds, { taskid: await newTask(fixture()) })
      assert.equal(await apply(id), hours, `${seconds} seconds`)
    }
    const running = await newPausedTimer(fixture(), '0.5', { taskid: await newTask(fixture()) })
    const path = `/timer/${running.id}`
    assert.equal((await resource.send('POST', `${path}/resume/`)).status, 202)
    clock.moveBy(3600 * SECOND_MS)
    assert.equal(await apply(running.id), '1.000139', 'the recorded time plus the elapsed time')
  })

  test('the company decides how a timer is rounded: to steps of minutes, to the nearest or up', async () => {
    const { a } = fixture()
    const [administrator, resource] = [callerNamed(fixture(), 'administrator'), callerNamed(fixture(), 'resource')]
    const apply = async (seconds: string, body: JsonObject = {}) => {
      const { id } = await newPausedTimer(fixture(), seconds, { taskid: await newTask(fixture()) })
      return (await resource.create(`/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0, ...body })).time
    }
    for (const [timerrounding, timerroundingmode, seconds, hours] of [
      ['0', 'up', '39', '0.010833'],
      ['1', 'nearest', '89.999', '0.016667'],
      ['1', 'nearest', '90', '0.033333'],
      ['5', 'nearest', '449.999', '0.083333'],
      ['5', 'nearest', '450', '0.166667'],
      ['6', 'up', '360', '0.1'],
      ['6', 'up', '360.001', '0.2'],
      ['10', 'up', '0.001', '0.166667'],
      ['15', 'nearest', '1349.999', '0.25'],
      ['15', 'nearest', '1350', '0.5'],
      ['15', 'nearest', '39', '0.25'],
      ['30', 'up', '84601', '24'],
    ] as const) {
      await administrator.update('/company/', { timerrounding, timerroundingmode })
      assert.equal(await apply(seconds), hours, `${seconds} seconds, ${timerrounding} minutes, ${timerroundingmode}`)
    }
    assert.equal(await apply('39', { time: '0.05' }), '0.05', 'hours in the request are not rounded')
    for (const [field, value] of [
      ['timerrounding', '7'],
      ['timerroundingmode', 'down'],
    ] as const)
      assertRefusedWith(await administrator.send('PUT', '/company/', { [field]: value }), 400, 18, field, value)
    await administrator.update('/company/', { timerrounding: '0', timerroundingmode: 'nearest' })
  })

  test('values in the request override day, hours, description and billable', async () => {
    const { a } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const { id } = await newPausedTimer(fixture(), 60, { taskid: await newTask(fixture()), name: 'Short' })
    const fields = { date: '2026-05-11', time: '0.25', description: 'Rounded up', billable: 'f' }
    const entry = await resource.create(`/timer/${id}/apply/`, { worktypeid: a.worktypes[1] ?? 0, ...fields })
    const { date, time, description, billable } = entry
    assert.deepEqual({ date, time, description, billable }, fields)
  })

  test('by default the entry is billable if its project is', async () => {
    const { a } = fixture()
    const [resource, administrator] = [callerNamed(fixture(), 'resource'), callerNamed(fixture(), 'administrator')]
    for (const billable of ['f', 't'] as const) {
      await administrator.update(`/project/${a.projects.seen}/`, { billable })
      const { id } = await newPausedTimer(fixture(), 60, { taskid: await newTask(fixture()) })
      const entry = await resource.create(`/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0 })
      assert.equal(entry.billable, billable)
      const general = await newPausedTimer(fixture(), 60)
      const where = { projectid: a.projects.seen, moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
      assert.equal((await resource.create(`/timer/${general.id}/apply/`, where)).billable, billable)
    }
  })

  test('a general timer needs a project and a module, every timer a work type, and the day is that of the account', async () => {
    const { a, clock, database } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const { id } = await newPausedTimer(fixture(), 900, { name: 'Thinking' })
    await assertUnchanged(database, 'an incomplete entry', async () => {
      const bare = await resource.send('POST', `/timer/${id}/apply/`)
      assertRefusedWith(bare, 400, 18, 'worktypeid')
      const placed = { worktypeid: a.worktypes[0] ?? 0, billable: 't' }
      assertRefusedWith(await resource.send('POST', `/timer/${id}/apply/`, placed), 400, 18, 'projectid', 'moduleid')
      assertRefusedWith(await resource.send('POST', `/timer/${id}/apply/`, { ...placed, hours: 1 }), 400, 17, 'hours')
    })
    clock.moveTo('2026-05-14T22:30:00Z')
    const where = { projectid: a.projects.clientless, moduleid: a.modules[1] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    const entry = await resource.create(`/timer/${id}/apply/`, where)
    assert.deepEqual(
      [entry.taskid, entry.projectid, entry.moduleid, entry.time, entry.date, entry.description],
      [null, String(a.projects.clientless), String(a.modules[1]), '0.25', '2026-05-15', 'Thinking'],
    )
  })

  test('a rejected entry leaves the timer unchanged', async () => {
    const { a, database } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const taskid = await newTask(fixture())
    const { id } = await newPausedTimer(fixture(), 90_000, { taskid })
    const worktypeid = a.worktypes[0] ?? 0
    await assertUnchanged(database, 'a refused entry', async () => {
      const apply = (body: JsonObject) => resource.send('POST', `/timer/${id}/apply/`, { worktypeid, ...body })
      assertRefusedWith(await apply({}), 400, 18, 'time')
      assertRefusedWith(await apply({ time: 1, worktypeid: fixture().b.worktypes[0] ?? 0 }), 400, 18, 'worktypeid')
      assertRefusedWith(await apply({ time: 1, date: '2026-02-30' }), 400, 18, 'date')
      assertRefusedWith(await apply({ time: 1, personid: a.people.manager }), 403, 10, 'personid')
      assertRefusedWith(await apply({ time: 1, taskid: a.tasks.unseen }), 400, 18, 'taskid')
      assertRefusedWith(await apply({ time: 1, taskid: 'none' }), 400, 18, 'taskid')
    })
    const started = await resource.create('/timer/', { personid: a.people.resource, taskid: await newTask(fixture()) })
    assertRefusedWith(await resource.send('POST', `/timer/${started.id}/apply/`, { worktypeid }), 400, 18, 'time: "0"')
    assert.deepEqual(await countEntriesAndTimers(fixture(), taskid), [0, 1])
    await resource.create(`/timer/${id}/apply/`, { worktypeid, time: 24 })
    assert.deepEqual(await countEntriesAndTimers(fixture(), taskid), [1, 0])
  })

  test('an Administrator applies the timer of another person: the entry belongs to that person', async () => {
    const { a } = fixture()
    const { id } = await newPausedTimer(fixture(), 1800, { taskid: await newTask(fixture()) })
    const administrator = callerNamed(fixture(), 'administrator')
    const entry = await administrator.create(`/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0 })
    assert.deepEqual([entry.personid, entry.time], [String(a.people.resource), '0.5'])
  })

  test('an invisible task accepts no time; the timer can be applied to another task', async () => {
    const { a } = fixture()
    const [resource, administrator] = [callerNamed(fixture(), 'resource'), callerNamed(fixture(), 'administrator')]
    const taskid = await newTask(fixture())
    const { id } = await newPausedTimer(fixture(), 3600, { taskid, name: 'Half done' })
    await administrator.update(`/task/${taskid}/`, { projectid: a.projects.unseen })
    const worktypeid = a.worktypes[0] ?? 0
    assertRefusedWith(await resource.send('POST', `/timer/${id}/apply/`, { worktypeid }), 400, 18, 'taskid')
    assert.deepEqual(await countEntriesAndTimers(fixture(), taskid), [0, 1])
    const elsewhere = { taskid: '', projectid: a.projects.seen, moduleid: a.modules[0] ?? 0, worktypeid }
    const entry = await resource.create(`/timer/${id}/apply/`, elsewhere)
    assert.deepEqual([entry.taskid, entry.time, entry.projectid], [null, '1', String(a.projects.seen)])
    assert.deepEqual(await countEntriesAndTimers(fixture(), taskid), [0, 0])
  })

  test('T-65, I-34: of 32 concurrent applies on two servers one creates the entry, and the others find no timer', async () => {
    const { a } = fixture()
    const other = await secondServer(fixture(), testDatabase())
    const callers = [callerNamed(fixture(), 'resource'), callerFor(other, a.tokens.resource)]
    for (let round = 0; round < 3; round++) {
      const taskid = await newTask(fixture())
      const { id } = await newPausedTimer(fixture(), 3600, { taskid })
      const replies = await Promise.all(
        Array.from({ length: 32 }, (_, at) =>
          callers[at % 2]?.send('POST', `/timer/${id}/apply/`, { worktypeid: a.worktypes[0] ?? 0 }),
        ),
      )
      assert.deepEqual(
        replies.map((reply) => reply?.status).sort(),
        [201, ...Array.from({ length: 31 }, () => 404)],
        `round ${round}`,
      )
      assert.deepEqual(await countEntriesAndTimers(fixture(), taskid), [1, 0])
      assert.equal((await callerNamed(fixture(), 'resource').read(`/task/${taskid}/`)).actual, '1')
    }
  })
})
