// Timers: started, paused and resumed by the server or by a client that keeps the time itself, one per person and task.
// Owners are tested in `timer-ownership.test.ts`, applying in `timer-apply.test.ts`.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { assertRefusedWith, callerFor, type Fields, secondServer, suiteApiFixture } from '../fixture/api-caller.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { callerNamed, newTask, performAction, SECOND_MS } from './timer-actions.ts'

const stateOf = ({ starttime, time, timelapsed, totaltime, isrunning, lastupdate }: Fields) => ({
  starttime,
  time,
  timelapsed,
  totaltime,
  isrunning,
  lastupdate,
})

suiteApiFixture((fixture, _kind, testDatabase) => {
  beforeEach(() => fixture().clock.moveTo(fixtureNow))

  test("a timer is started with only a person: it is general and runs from the server's current time", async () => {
    const { a, clock, call } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const started = await resource.create('/timer/', { personid: a.people.resource })
    assert.deepEqual(started, {
      id: started.id,
      taskid: null,
      personid: String(a.people.resource),
      starttime: '2026-05-14 10:00:00',
      time: '0',
      timelapsed: '0',
      totaltime: '0',
      isrunning: 't',
      name: '',
      lastupdate: '2026-05-14 10:00:00',
      tasklocalid: null,
      task: null,
    })
    clock.moveBy(90 * SECOND_MS)
    const later = await resource.read(`/timer/${started.id}/`)
    assert.deepEqual([later.time, later.timelapsed, later.totaltime], ['0', '90', '90'], 'a new timer runs')
    const { text } = await call({
      token: a.tokens.resource,
      method: 'POST',
      path: '/timer',
      body: `<?xml version="1.0"?><timer><personid>${a.people.resource}</personid><name>Phone &amp; mail</name></timer>`,
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
    })
    assert.match(text, /<starttime>2026-05-14 10:01:30<\/starttime><time>0<\/time><timelapsed>0<\/timelapsed>/)
    assert.match(text, /<isrunning>t<\/isrunning><name>Phone &amp; mail<\/name>/)
  })

  test('pausing adds the elapsed seconds, resuming starts again from now, and both return the timer', async () => {
    const { a, clock } = fixture()
    const manager = callerNamed(fixture(), 'manager')
    const { id } = await manager.create('/timer/', { personid: a.people.manager, time: '30.25' })
    clock.moveBy(3600 * SECOND_MS)
    const paused = await performAction(manager, `/timer/${id}/pause/`)
    assert.deepEqual(stateOf(paused), {
      starttime: null,
      time: '3630.25',
      timelapsed: '0',
      totaltime: '3630.25',
      isrunning: 'f',
      lastupdate: '2026-05-14 11:00:00',
    })
    clock.moveBy(600 * SECOND_MS)
    assert.deepEqual(stateOf(await manager.read(`/timer/${id}/`)), stateOf(paused), 'a paused timer does not change')
    const resumed = await performAction(manager, `/timer/${id}/resume/`)
    assert.deepEqual([resumed.starttime, resumed.time, resumed.isrunning], ['2026-05-14 11:10:00', '3630.25', 't'])
    clock.moveBy(5 * SECOND_MS)
    const again = await performAction(manager, `/timer/${id}/pause/`)
    assert.deepEqual([again.time, again.lastupdate], ['3635.25', '2026-05-14 11:10:05'])
  })

  test('a paused timer cannot be paused and a running one cannot be resumed, and nothing changes', async () => {
    const { a, database } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const { id } = await resource.create('/timer/', { personid: a.people.resource })
    await assertUnchanged(database, 'resuming what runs', async () => {
      assertRefusedWith(await resource.send('POST', `/timer/${id}/resume/`), 400, 18, 'starttime', 'is already running')
    })
    await performAction(resource, `/timer/${id}/pause/`)
    await assertUnchanged(database, 'pausing what is paused', async () => {
      assertRefusedWith(await resource.send('POST', `/timer/${id}/pause/`), 400, 18, 'starttime', 'is already paused')
      assertRefusedWith(await resource.send('POST', `/timer/${id}/resume/`, { stop: true }), 400, 17, 'stop')
    })
  })

  test('a client may keep the time itself: it clears starttime to pause and sets it to continue', async () => {
    const { a, clock } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const { id } = await resource.create('/timer/', {
      personid: a.people.resource,
      starttime: '2026-05-14T09:59:00',
      name: 'By the client',
    })
    assert.equal((await resource.read(`/timer/${id}/`)).timelapsed, '60', 'a T between date and time is allowed')
    clock.moveBy(SECOND_MS)
    const paused = await resource.update(`/timer/${id}/`, { starttime: null, time: 61.5 })
    assert.deepEqual([paused.starttime, paused.totaltime, paused.isrunning], [null, '61.5', 'f'])
    assert.equal(paused.lastupdate, '2026-05-14 10:00:01', 'stopping is an update')
    clock.moveBy(SECOND_MS)
    const renamed = await resource.update(`/timer/${id}/`, { name: 'Renamed', time: 62 })
    assert.equal(renamed.lastupdate, '2026-05-14 10:00:01', 'neither a name nor seconds start or stop it')
    const running = await resource.update(`/timer/${id}/`, { starttime: '2026-05-14 10:00:00' })
    assert.deepEqual([running.time, running.totaltime, running.lastupdate], ['62', '64', '2026-05-14 10:00:02'])
    const set = await resource.update(`/timer/${id}/`, { starttime: '', lastupdate: '2026-05-01' })
    assert.deepEqual([set.time, set.lastupdate], ['62', '2026-05-01 00:00:00'], 'time stays unless it is sent')
    await resource.update(`/timer/${id}/`, { starttime: '2026-05-14 10:00:00' })
    const zero = await resource.update(`/timer/${id}/`, { starttime: '', time: 0 })
    assert.deepEqual(
      [zero.starttime, zero.totaltime, zero.isrunning],
      [null, '0', 'f'],
      'only a new timer starts itself',
    )
  })

  test('a new timer without start and seconds runs; with seconds and a blank start it is paused', async () => {
    const { a } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const start = (body: Record<string, string | number | null>) =>
      resource.create('/timer/', { personid: a.people.resource, ...body })
    const blanks: Record<string, string | null>[] = [{ starttime: '' }, { starttime: null, time: '' }, { time: '' }, {}]
    for (const body of blanks) {
      const { starttime, time } = await start(body)
      assert.deepEqual([starttime, time], ['2026-05-14 10:00:00', '0'], JSON.stringify(body))
    }
    assert.deepEqual(stateOf(await start({ starttime: '', time: '0.001' })).totaltime, '0.001')
    const both = await start({ time: 60 })
    assert.deepEqual(
      [both.starttime, both.totaltime],
      ['2026-05-14 10:00:00', '60'],
      'with seconds only, it runs from now on',
    )
  })

  test('seconds are exact to the millisecond; other values are rejected', async () => {
    const { a, database } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const { id } = await resource.create('/timer/', { personid: a.people.resource, starttime: '', time: '0.1' })
    for (const [submitted, kept] of [
      ['0.2', '0.2'],
      [0.3, '0.3'],
      ['86400', '86400'],
      ['1000000000000', '1000000000000'],
      ['12.50', '12.5'],
    ] as const) {
      const { time, totaltime } = await resource.update(`/timer/${id}/`, { time: submitted })
      assert.deepEqual([time, totaltime], [kept, kept])
    }
    await assertUnchanged(database, 'a refused time', async () => {
      for (const time of ['-1', '0.0001', '1e3', 'x', '1:30', '1000000000000.001', true, [1]]) {
        assertRefusedWith(await resource.send('PUT', `/timer/${id}/`, { time }), 400, 18, 'time')
      }
      for (const starttime of ['2026-02-30 10:00:00', '2026-05-14 10:00:00+02:00', 'now', 5]) {
        assertRefusedWith(await resource.send('PUT', `/timer/${id}/`, { starttime }), 400, 18, 'starttime')
      }
      for (const field of ['timelapsed', 'totaltime', 'isrunning', 'task', 'stop']) {
        assertRefusedWith(await resource.send('PUT', `/timer/${id}/`, { [field]: '1' }), 400, 17, field)
      }
    })
  })

  test('T-69: a start in the future has no elapsed time, and the first and last years work', async () => {
    const { a, clock } = fixture()
    const resource = callerNamed(fixture(), 'resource')
    const start = (starttime: string) => resource.create('/timer/', { personid: a.people.resource, starttime, time: 7 })
    const future = await start('2026-05-14 10:00:30')
    assert.deepEqual([future.timelapsed, future.totaltime, future.isrunning], ['0', '7', 't'])
    assert.equal((await start('9999-12-31 23:59:59')).totaltime, '7')
    clock.moveBy(40 * SECOND_MS)
    assert.equal((await resource.read(`/timer/${future.id}/`)).totaltime, '17', 'it counts from its start time')
    clock.moveTo(fixtureNow)
    assert.equal(
      (await performAction(resource, `/timer/${future.id}/pause/`)).time,
      '7',
      'pausing never reduces the time',
    )
    const first = await start('0001-01-01 00:00:00')
    assert.equal(first.timelapsed, String((Date.parse(fixtureNow) - Date.parse('0001-01-01T00:00:00Z')) / 1000))
    const { time } = await performAction(resource, `/timer/${first.id}/pause/`)
    assert.equal(time, first.totaltime)
    const same = await resource.update(`/timer/${first.id}/`, { time: String(time) })
    assert.equal(same.time, time, 'what was read can be sent back')
    for (const day of ['2024-02-29', '2000-03-01', '1900-02-28']) {
      const lapsed = (Date.parse(fixtureNow) - Date.parse(`${day}T12:34:56Z`)) / 1000
      assert.equal((await start(`${day} 12:34:56`)).timelapsed, String(lapsed), day)
    }
  })

  test('a person has one timer per task, and any number of general ones', async () => {
    const { a } = fixture()
    const taskid = await newTask(fixture())
    const otherTask = await newTask(fixture())
    const [resource, manager] = [callerNamed(fixture(), 'resource'), callerNamed(fixture(), 'manager')]
    const mine = await resource.create('/timer/', { personid: a.people.resource, taskid })
    assert.equal(mine.taskid, String(taskid))
    const twice = await resource.send('POST', '/timer/', { personid: a.people.resource, taskid })
    assertRefusedWith(twice, 400, 18, 'taskid', `"${taskid}"`, `already has a timer of this person: timer ${mine.id}`)
    const theirs = await manager.create('/timer/', { personid: a.people.manager, taskid })
    const general = await resource.create('/timer/', { personid: a.people.resource })
    await resource.create('/timer/', { personid: a.people.resource })
    assertRefusedWith(
      await resource.send('PUT', `/timer/${general.id}/`, { taskid }),
      400,
      18,
      'taskid',
      `timer ${mine.id}`,
    )
    const administrator = callerNamed(fixture(), 'administrator')
    const handed = await administrator.send('PUT', `/timer/${theirs.id}/`, { personid: a.people.resource })
    assertRefusedWith(handed, 400, 18, 'taskid', `timer ${mine.id}`)
    assert.equal((await resource.update(`/timer/${mine.id}/`, { taskid: otherTask })).taskid, String(otherTask))
    assert.equal(
      (await resource.update(`/timer/${general.id}/`, { taskid })).taskid,
      String(taskid),
      'the task has no timer any more',
    )
    await resource.remove(`/timer/${general.id}/`)
    await resource.create('/timer/', { personid: a.people.resource, taskid })
  })

  test('T-65, I-34: of 32 concurrent starts on two servers one creates the timer, and the others get a clear error', async () => {
    const { a } = fixture()
    const other = await secondServer(fixture(), testDatabase())
    const callers = [callerNamed(fixture(), 'resource'), callerFor(other, a.tokens.resource)]
    for (let round = 0; round < 3; round++) {
      const taskid = await newTask(fixture())
      const replies = await Promise.all(
        Array.from({ length: 32 }, (_, at) =>
          callers[at % 2]?.send('POST', '/timer/', { personid: a.people.resource, taskid }),
        ),
      )
      assert.deepEqual(
        replies.map((reply) => reply?.status).sort(),
        [201, ...Array.from({ length: 31 }, () => 400)],
        `round ${round}`,
      )
      for (const reply of replies) {
        if (reply?.status === 400) assertRefusedWith(reply, 400, 18, 'taskid', 'already has a timer of this person')
      }
      assert.equal((await callerNamed(fixture(), 'resource').list(`/timer/?taskid=${taskid}`)).count, 1)
    }
  })

  test('T-65: concurrent pauses and resumes of two devices are serialized: each is done once', async () => {
    const { a, clock } = fixture()
    const other = await secondServer(fixture(), testDatabase())
    const callers = [callerNamed(fixture(), 'resource'), callerFor(other, a.tokens.resource)]
    const { id } = await callerNamed(fixture(), 'resource').create('/timer/', { personid: a.people.resource })
    for (const [action, total] of [
      ['pause', '10'],
      ['resume', '10'],
      ['pause', '20'],
    ] as const) {
      clock.moveBy(action === 'pause' ? 10 * SECOND_MS : SECOND_MS)
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, at) => callers[at % 2]?.send('POST', `/timer/${id}/${action}/`)),
      )
      assert.equal(replies.filter((reply) => reply?.status === 202).length, 1, action)
      assert.equal((await callerNamed(fixture(), 'resource').read(`/timer/${id}/`)).totaltime, total, action)
    }
  })
})
