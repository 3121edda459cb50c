// A timesheet from open to approved: who may do what, what an approved week protects, and the history of every step
// (decision 38).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/io/sql.ts'
import { addDays, mondayOf } from '../../src/kit/calendar.ts'
import {
  assertRefusedWith,
  callerFor,
  type Fields,
  ids,
  recordIn,
  selectRows,
  suiteApiFixture,
  taskBody,
  timeBody,
} from '../fixture/api-caller.ts'
import type { PersonName, Reply } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

suiteApiFixture((fixture) => {
  const handFor = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])
  const personOf = (name: PersonName): number => fixture().a.people[name]

  /** Each test has its own weeks. */
  let weeks = 0
  const freshWeek = (): string => addDays('2025-01-06', 7 * weeks++)

  const makeSheet = (name: PersonName, weekstart: string): Promise<Fields> =>
    handFor(name).create('/timesheet/', { personid: personOf(name), weekstart })

  const attempt = (
    name: PersonName,
    id: Fields[string] | undefined,
    action: string,
    body?: JsonObject,
    headers: Record<string, string> = { 'if-match': '*' },
  ): Promise<Reply> => handFor(name).send('POST', `/timesheet/${id}/${action}/`, body, headers)

  const act = async (
    name: PersonName,
    id: Fields[string] | undefined,
    action: string,
    body?: JsonObject,
  ): Promise<Fields> => {
    const reply = await attempt(name, id, action, body)
    assert.equal(reply.status, 202, `${name} ${action}: ${reply.text}`)
    return recordIn(reply)
  }

  test('T-80: the time of the last change does not go back with the clock', async () => {
    const { clock } = fixture()
    const sheet = await makeSheet('resource', freshWeek())
    clock.moveBy(-3_600_000)
    assert.equal((await act('resource', sheet.id, 'submit')).datemodified, sheet.datemodified)
    clock.moveBy(3_600_000)
  })

  test('the owner submits a week, an Administrator approves it, and the history has who did what and when', async () => {
    const { clock } = fixture()
    const sheet = await makeSheet('resource', freshWeek())
    assert.deepEqual(
      [sheet.status, sheet.person, sheet.time, sheet.datesubmitted, sheet.datedecided, sheet.deciderid, sheet.decider],
      ['open', 'resource Of-a', '0', null, null, null, null],
    )
    const submitted = await act('resource', sheet.id, 'submit', { note: 'All of it' })
    assert.deepEqual(
      [submitted.status, submitted.datesubmitted, submitted.datedecided],
      ['submitted', '2026-05-14 10:00:00', null],
    )
    clock.moveBy(60_000)
    const rejected = await act('administrator', sheet.id, 'reject', { note: 'Friday is missing' })
    assert.deepEqual(
      [rejected.status, rejected.datesubmitted, rejected.datedecided, rejected.decider],
      ['rejected', '2026-05-14 10:00:00', '2026-05-14 10:01:00', 'Ada Boss-a'],
    )
    clock.moveBy(60_000)
    await act('resource', sheet.id, 'submit')
    const approved = await act('administrator', sheet.id, 'approve')
    assert.deepEqual(
      [approved.status, approved.datesubmitted, approved.datedecided, approved.deciderid, approved.datemodified],
      [
        'approved',
        '2026-05-14 10:02:00',
        '2026-05-14 10:02:00',
        String(personOf('administrator')),
        '2026-05-14 10:02:00',
      ],
    )
    const reopened = await act('administrator', sheet.id, 'reopen')
    assert.deepEqual([reopened.status, reopened.datesubmitted, reopened.decider], ['open', null, null])
    clock.moveBy(-120_000)
    for (const name of ['resource', 'administrator'] as const) {
      const { rows } = await handFor(name).list(`/timesheethistory/?timesheetid=${sheet.id}`)
      assert.deepEqual(
        rows.map((row) => [row.action, row.date, row.person, row.note]),
        [
          ['submit', '2026-05-14 10:00:00', 'resource Of-a', 'All of it'],
          ['reject', '2026-05-14 10:01:00', 'Ada Boss-a', 'Friday is missing'],
          ['submit', '2026-05-14 10:02:00', 'resource Of-a', ''],
          ['approve', '2026-05-14 10:02:00', 'Ada Boss-a', ''],
          ['reopen', '2026-05-14 10:02:00', 'Ada Boss-a', ''],
        ],
        name,
      )
      assert.deepEqual(await handFor(name).read(`/timesheethistory/${rows[0]?.id}/`), rows[0])
    }
  })

  test('an Administrator creates and submits the week of another person', async () => {
    const administrator = handFor('administrator')
    const sheet = await administrator.create('/timesheet/', { personid: personOf('resource'), weekstart: freshWeek() })
    assert.equal((await act('administrator', sheet.id, 'submit')).status, 'submitted')
    assert.equal((await handFor('resource').read(`/timesheet/${sheet.id}/`)).status, 'submitted')
  })

  test('a step from the wrong state is rejected, and the error names the required state', async () => {
    const sheet = await makeSheet('resource', freshWeek())
    const refusedNow = async (status: string, ...actions: readonly string[]) => {
      await assertUnchanged(fixture().database, status, async () => {
        for (const action of actions) {
          assertRefusedWith(await attempt('administrator', sheet.id, action), 400, 18, `this week is ${status}`, action)
        }
      })
    }
    await refusedNow('open', 'approve', 'reject', 'reopen')
    await act('resource', sheet.id, 'submit')
    await refusedNow('submitted', 'submit')
    await act('administrator', sheet.id, 'reject')
    await refusedNow('rejected', 'approve', 'reject')
    await act('resource', sheet.id, 'submit')
    await act('administrator', sheet.id, 'approve')
    await refusedNow('approved', 'submit', 'approve', 'reject')
    await act('administrator', sheet.id, 'reopen')
    await act('resource', sheet.id, 'submit')
    assert.equal((await act('administrator', sheet.id, 'reopen')).status, 'open', 'also before it is decided')
  })

  test('only Administrators approve and reject; Executives have no timesheets', async () => {
    const sheet = await makeSheet('manager', freshWeek())
    await act('manager', sheet.id, 'submit')
    await assertUnchanged(fixture().database, 'deciding', async () => {
      for (const name of ['manager', 'resource', 'restricted', 'executive'] as const) {
        for (const action of ['approve', 'reject', 'reopen'])
          assertRefusedWith(await attempt(name, sheet.id, action), 403, 10)
      }
      const executive = handFor('executive')
      assertRefusedWith(await executive.send('GET', '/timesheet/'), 403, 10)
      assertRefusedWith(await executive.send('GET', `/timesheet/${sheet.id}/`), 403, 10)
      assertRefusedWith(await executive.send('GET', `/timesheethistory/?timesheetid=${sheet.id}`), 403, 10)
      assertRefusedWith(
        await executive.send('POST', '/timesheet/', { personid: personOf('executive'), weekstart: freshWeek() }),
        403,
        10,
      )
      assertRefusedWith(await attempt('executive', sheet.id, 'submit'), 403, 10)
    })
  })

  test('everyone sees their own weeks; those of others do not exist for them, and neither does their history', async () => {
    const { b } = fixture()
    const week = freshWeek()
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    const [step] = (await handFor('resource').list(`/timesheethistory/?timesheetid=${sheet.id}`)).rows
    const strangers = [handFor('manager'), handFor('restricted'), callerFor(fixture(), b.tokens.administrator)]
    for (const caller of strangers) {
      assertRefusedWith(await caller.send('GET', `/timesheet/${sheet.id}/`), 404, 14)
      assertRefusedWith(await caller.send('POST', `/timesheet/${sheet.id}/submit/`), 404, 14)
      assertRefusedWith(await caller.send('DELETE', `/timesheet/${sheet.id}/`), 404, 14)
      assertRefusedWith(await caller.send('GET', `/timesheethistory/${step?.id}/`), 404, 14)
      assert.equal((await caller.list(`/timesheethistory/?timesheetid=${sheet.id}`)).count, 0)
      assert.equal((await caller.list(`/timesheet/?weekstart=${week}`)).count, 0)
    }
    assert.deepEqual(ids(await handFor('administrator').list(`/timesheet/?weekstart=${week}`)), [Number(sheet.id)])
  })

  test('a week begins on a Monday, has one timesheet per person, and belongs to the person who creates it', async () => {
    const { b } = fixture()
    const week = freshWeek()
    const administrator = handFor('administrator')
    await makeSheet('resource', week)
    await makeSheet('manager', week)
    await assertUnchanged(fixture().database, 'a sheet', async () => {
      const make = (weekstart: string | number, personid = personOf('resource'), caller = handFor('resource')) =>
        caller.send('POST', '/timesheet/', { personid, weekstart })
      for (let day = 1; day < 7; day++) {
        assertRefusedWith(await make(addDays('2026-05-11', day)), 400, 18, 'weekstart', 'Monday')
      }
      assertRefusedWith(await make('soon'), 400, 18, 'weekstart')
      assertRefusedWith(await make(''), 400, 18, 'weekstart')
      assertRefusedWith(await make(week), 400, 18, 'weekstart', 'already')
      assertRefusedWith(await make(week, personOf('resource'), administrator), 400, 18, 'weekstart', 'already')
      assertRefusedWith(await make(freshWeek(), personOf('manager')), 403, 10)
      assertRefusedWith(await make(freshWeek(), personOf('resource'), handFor('manager')), 403, 10)
      assertRefusedWith(await make(freshWeek(), b.people.resource, administrator), 400, 18, 'personid')
      assertRefusedWith(
        await administrator.send('POST', '/timesheet/', { personid: 1, weekstart: week, status: 'approved' }),
        400,
        17,
        'status',
      )
    })
  })

  test('a timesheet cannot be edited; its owner can delete an open one and create it again', async () => {
    const week = freshWeek()
    const resource = handFor('resource')
    const sheet = await makeSheet('resource', week)
    assertRefusedWith(await resource.send('PUT', `/timesheet/${sheet.id}/`, { weekstart: freshWeek() }), 400, 16)
    assertRefusedWith(await attempt('resource', sheet.id, 'forget'), 400, 15)
    await act('resource', sheet.id, 'submit')
    assertRefusedWith(await resource.send('DELETE', `/timesheet/${sheet.id}/`), 400, 18, 'submitted')
    await act('administrator', sheet.id, 'reopen')
    await resource.remove(`/timesheet/${sheet.id}/`)
    assertRefusedWith(await resource.send('GET', `/timesheet/${sheet.id}/`), 404, 14)
    assert.equal((await resource.list(`/timesheethistory/?timesheetid=${sheet.id}`)).count, 0)
    const anew = await makeSheet('resource', week)
    await handFor('administrator').remove(`/timesheet/${anew.id}/`)
  })

  test('a timesheet sums the hours of its seven days only', async () => {
    const { a } = fixture()
    const week = freshWeek()
    const administrator = handFor('administrator')
    for (const [offset, time, billable] of [
      [-1, '10', 't'],
      [0, '0.1', 't'],
      [3, '0.2', 't'],
      [6, '0.4', 'f'],
      [7, '10', 'f'],
    ] as const) {
      await administrator.create(
        '/time/',
        timeBody(a, a.people.resource, { date: addDays(week, offset), time, billable }),
      )
    }
    await administrator.create('/time/', timeBody(a, a.people.manager, { date: week }))
    const sheet = await makeSheet('resource', week)
    assert.deepEqual([sheet.time, sheet.billable, sheet.unbillable], ['0.7', '0.3', '0.4'])
    const { rows } = await administrator.list(`/timesheet/?weekstartbegin=${week}&weekstartend=${week}&status=open`)
    assert.deepEqual(rows, [sheet])
    assert.equal((await administrator.list(`/timesheet/?weekstart=${week}&status=approved`)).count, 0)
    assertRefusedWith(await administrator.send('GET', '/timesheet/?status=done'), 400, 18, 'status')
  })

  test('time of a person who left every team is not moved into their approved week', async () => {
    const { a } = fixture()
    const [week, other] = [freshWeek(), freshWeek()]
    const administrator = handFor('administrator')
    const member = { personid: a.people.outsider }
    await administrator.send('POST', `/projectteam/${a.projects.seen}/`, member)
    const entry = await administrator.create('/time/', timeBody(a, a.people.outsider, { date: other }))
    const sheet = await makeSheet('outsider', week)
    await act('outsider', sheet.id, 'submit')
    await act('administrator', sheet.id, 'approve')
    await administrator.send('DELETE', `/projectteam/${a.projects.seen}/`, member)
    for (const name of ['outsider', 'manager', 'administrator'] as const) {
      const reply = await handFor(name).send('PUT', `/time/${entry.id}/`, { date: week })
      assertRefusedWith(reply, 400, 18, `date: the week of ${week} is approved`)
    }
  })

  test('an approved week accepts no new time, and its entries cannot be changed or deleted by anyone', async () => {
    const { a } = fixture()
    const [week, other] = [freshWeek(), freshWeek()]
    const administrator = handFor('administrator')
    const { resource: own, manager: another } = a.people
    const inside = await administrator.create('/time/', timeBody(a, own, { date: addDays(week, 6) }))
    const outside = await administrator.create('/time/', timeBody(a, own, { date: other }))
    const ofAnother = await administrator.create('/time/', timeBody(a, another, { date: week }))
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    await act('administrator', sheet.id, 'approve')
    await assertUnchanged(fixture().database, 'an approved week', async () => {
      for (const name of ['resource', 'manager', 'administrator'] as const) {
        const caller = handFor(name)
        const refuse = (reply: Reply) => assertRefusedWith(reply, 400, 18, `week of ${week} is approved`)
        for (const offset of [0, 3, 6]) {
          refuse(await caller.send('POST', '/time/', timeBody(a, own, { date: addDays(week, offset) })))
        }
        const changes: readonly JsonObject[] = [
          { time: 2 },
          { description: 'No' },
          { billable: 'f' },
          { date: other },
          { taskid: a.tasks.other },
          { datemodified: '2026-01-01' },
        ]
        for (const body of changes) refuse(await caller.send('PUT', `/time/${inside.id}/`, body))
        const invalid = await caller.send('PUT', `/time/${inside.id}/`, { worktypeid: 2_147_483_647 })
        assertRefusedWith(invalid, 400, 18, 'worktypeid', `date: the week of ${week}`)
        assertRefusedWith(await caller.send('DELETE', `/time/${inside.id}/`), 400, 18, `id: the week of ${week}`)
        refuse(await caller.send('PUT', `/time/${outside.id}/`, { date: week }))
        if (name === 'resource') continue
        refuse(await caller.send('PUT', `/time/${ofAnother.id}/`, { personid: own }))
        refuse(await caller.send('PUT', `/time/${inside.id}/`, { personid: another }))
      }
    })
    await administrator.update(`/time/${inside.id}/`, { time: '1' })
    await administrator.update(`/time/${ofAnother.id}/`, { time: 2 })
    await administrator.create('/time/', timeBody(a, own, { date: addDays(week, 7) }))
    await administrator.create('/time/', timeBody(a, own, { date: addDays(week, -1) }))
    await act('administrator', sheet.id, 'reopen')
    await handFor('resource').update(`/time/${inside.id}/`, { time: 2 })
    await handFor('resource').remove(`/time/${inside.id}/`)
  })

  test('decision 53: a submitted week accepts no writes of its person until they withdraw it', async () => {
    const { a } = fixture()
    const [week, other] = [freshWeek(), freshWeek()]
    const [resource, administrator] = [handFor('resource'), handFor('administrator')]
    const own = a.people.resource
    const inside = await resource.create('/time/', timeBody(a, own, { date: addDays(week, 6) }))
    const outside = await resource.create('/time/', timeBody(a, own, { date: other }))
    const { id: taskid } = await administrator.create('/task/', taskBody(a, { ownerid: own }))
    await resource.create('/time/', timeBody(a, own, { date: week, taskid: String(taskid) }))
    const timer = await resource.create('/timer/', { personid: own, time: 600 })
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    const refuse = (reply: Reply, field: string) =>
      assertRefusedWith(reply, 400, 18, `${field}: the week of ${week} is submitted`, 'withdraw the week first')
    await assertUnchanged(fixture().database, 'a submitted week', async () => {
      refuse(await resource.send('POST', '/time/', timeBody(a, own, { date: addDays(week, 3) })), 'date')
      for (const body of [{ time: 2 }, { description: 'No' }, { date: other }] as JsonObject[])
        refuse(await resource.send('PUT', `/time/${inside.id}/`, body), 'date')
      refuse(await resource.send('PUT', `/time/${outside.id}/`, { date: week }), 'date')
      refuse(await resource.send('DELETE', `/time/${inside.id}/`), 'id')
      refuse(await resource.send('PUT', `/task/${taskid}/`, { moduleid: a.modules[1] ?? 0 }), 'moduleid')
      const entry = timeBody(a, own, { date: addDays(week, 2) })
      refuse(await resource.send('POST', `/timer/${timer.id}/apply/`, entry), 'date')
    })
    const may = async (name: PersonName) => (await handFor(name).read(`/time/${inside.id}/?may=t`)).may
    assert.deepEqual([await may('resource'), await may('administrator')], [[], ['update', 'delete']])
    await administrator.update(`/time/${inside.id}/`, { time: 3 })
    await handFor('manager').update(`/time/${inside.id}/`, { time: 4 })
    assert.equal((await act('resource', sheet.id, 'withdraw', { note: 'Forgot Friday' })).status, 'open')
    await resource.update(`/time/${inside.id}/`, { time: 5 })
    await resource.create(`/timer/${timer.id}/apply/`, timeBody(a, own, { date: addDays(week, 2) }))
    const { rows } = await resource.list(`/timesheethistory/?timesheetid=${sheet.id}`)
    assert.deepEqual(
      rows.map(({ action, note }) => [action, note]),
      [
        ['submit', ''],
        ['withdraw', 'Forgot Friday'],
      ],
    )
  })

  test('decision 53: only its owner withdraws a week, and only until it is decided', async () => {
    const sheet = await makeSheet('resource', freshWeek())
    await act('resource', sheet.id, 'submit')
    assertRefusedWith(await attempt('administrator', sheet.id, 'withdraw'), 403, 10, 'only its owner')
    assertRefusedWith(await attempt('manager', sheet.id, 'withdraw'), 404, 14)
    await act('administrator', sheet.id, 'approve')
    assertRefusedWith(await attempt('resource', sheet.id, 'withdraw'), 400, 18, 'this week is approved')
  })

  test('decision 53: a decision with the ETag of what was read is refused after any change of the hours', async () => {
    const { a } = fixture()
    const week = freshWeek()
    const administrator = handFor('administrator')
    const book = (day: number, time: number) =>
      administrator.create('/time/', timeBody(a, a.people.resource, { date: addDays(week, day), time }))
    const [first, second] = [await book(0, 3), await book(1, 4)]
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    const readEtag = async (name: PersonName = 'administrator') =>
      String((await handFor(name).send('GET', `/timesheet/${sheet.id}/`)).headers.etag)
    const seen = [await readEtag()]
    // The sums stay, the entries do not.
    await administrator.update(`/time/${first.id}/`, { time: 4 })
    seen.push(await readEtag())
    await administrator.update(`/time/${second.id}/`, { time: 3 })
    seen.push(await readEtag())
    await administrator.update(`/time/${second.id}/`, { date: addDays(week, 2) })
    seen.push(await readEtag())
    const third = await book(4, 1)
    seen.push(await readEtag())
    await administrator.remove(`/time/${third.id}/`)
    await administrator.update(`/time/${second.id}/`, { billable: 'f' })
    assert.equal(new Set([...seen, await readEtag()]).size, 6, 'each version has its own ETag')
    for (const old of seen) {
      const reply = await attempt('administrator', sheet.id, 'approve', undefined, { 'if-match': old })
      assertRefusedWith(reply, 412, 18, 'has changed since you read it')
    }
    const headers = { 'if-match': await readEtag() }
    assert.equal((await attempt('administrator', sheet.id, 'approve', undefined, headers)).status, 202)
  })

  test('decision 53: Managers decide about weeks of people on their projects where the company lets them', async () => {
    const manager = handFor('manager')
    const weekstart = freshWeek()
    const [ofTeam, ofOutsider, own] = [
      await makeSheet('resource', weekstart),
      await makeSheet('outsider', weekstart),
      await makeSheet('manager', weekstart),
    ]
    for (const [name, { id }] of [
      ['resource', ofTeam],
      ['outsider', ofOutsider],
      ['manager', own],
    ] as const)
      await act(name, id, 'submit')
    const seen = async (name: PersonName = 'manager') =>
      ids(await handFor(name).list(`/timesheet/?weekstart=${weekstart}&may=t&limit=0`))
    assert.deepEqual(await seen(), [Number(own.id)])
    assertRefusedWith(await attempt('manager', ofTeam.id, 'approve'), 404, 14)
    assertRefusedWith(await attempt('manager', own.id, 'approve'), 403, 10, 'their own week')
    await handFor('administrator').update('/company/', { managersapprove: 't' })
    try {
      assert.deepEqual(await seen(), [Number(ofTeam.id), Number(own.id)])
      assert.deepEqual(await seen('restricted'), [], 'a restricted person sees only their own')
      const { rows } = await manager.list(`/timesheet/?weekstart=${weekstart}&may=t`)
      assert.deepEqual(
        rows.map(({ may }) => may),
        [['approve', 'reject'], ['withdraw']],
      )
      for (const action of ['approve', 'reject']) {
        assertRefusedWith(await attempt('manager', ofOutsider.id, action), 404, 14)
        assertRefusedWith(await attempt('manager', own.id, action), 403, 10, 'their own week')
      }
      assertRefusedWith(await attempt('manager', ofTeam.id, 'reopen'), 403, 10)
      await act('manager', ofTeam.id, 'reject', { note: 'Friday?' })
      assertRefusedWith(await attempt('manager', ofTeam.id, 'submit'), 403, 10, 'only their own timesheets')
      assertRefusedWith(await manager.send('DELETE', `/timesheet/${ofTeam.id}/`), 403, 10)
      await act('resource', ofTeam.id, 'submit')
      assert.equal((await act('manager', ofTeam.id, 'approve')).deciderid, String(personOf('manager')))
      assert.equal((await manager.list(`/timesheethistory/?timesheetid=${ofTeam.id}`)).count, 4)
    } finally {
      await handFor('administrator').update('/company/', { managersapprove: 'f' })
    }
  })

  test('a task with time in an approved week stays in its project and module', async () => {
    const { a } = fixture()
    const week = freshWeek()
    const administrator = handFor('administrator')
    const { id: taskid } = await administrator.create('/task/', taskBody(a))
    const rest = { taskid: String(taskid), date: week }
    await administrator.create('/time/', timeBody(a, a.people.resource, rest))
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    await act('administrator', sheet.id, 'approve')
    const path = `/task/${taskid}/`
    assertRefusedWith(
      await administrator.send('PUT', path, { projectid: a.projects.clientless }),
      400,
      18,
      'projectid',
      'approved',
    )
    assertRefusedWith(
      await administrator.send('PUT', path, { moduleid: a.modules[1] ?? 0 }),
      400,
      18,
      'moduleid',
      'approved',
    )
    assert.equal((await administrator.update(path, { title: 'Else it is free' })).title, 'Else it is free')
    await act('administrator', sheet.id, 'reopen')
    assert.equal(
      (await administrator.update(path, { projectid: a.projects.clientless })).projectid,
      String(a.projects.clientless),
    )
  })

  test('the time list filters by approved weeks', async () => {
    const { a } = fixture()
    const week = freshWeek()
    const administrator = handFor('administrator')
    const book = async (personid: number) =>
      Number((await administrator.create('/time/', timeBody(a, personid, { date: week }))).id)
    const [own, other] = [await book(a.people.resource), await book(a.people.manager)]
    const idsFor = async (name: PersonName, flag: string) =>
      ids(await handFor(name).list(`/time/?date=${week}&approved=${flag}`))
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    assert.deepEqual([await idsFor('manager', 't'), await idsFor('manager', 'f')], [[], [own, other]])
    await act('administrator', sheet.id, 'approve')
    for (const name of ['administrator', 'manager'] as const) {
      assert.deepEqual([await idsFor(name, 't'), await idsFor(name, 'f')], [[own], [other]], name)
    }
    await act('administrator', sheet.id, 'reopen')
    assert.deepEqual(await idsFor('manager', 't'), [])
  })

  test('the number of approved entries, and of others, follows each decision and each entry', async () => {
    const { a } = fixture()
    const week = freshWeek()
    const administrator = handFor('administrator')
    // A page that is full does not tell the number of all entries.
    const counts = async () => {
      const of = async (flag: string) => (await administrator.list(`/time/?approved=${flag}&limit=1`)).count
      return { approved: await of('t'), others: await of('f') }
    }
    for (const day of [0, 3, 6]) {
      await administrator.create('/time/', timeBody(a, a.people.resource, { date: addDays(week, day) }))
    }
    await administrator.create('/time/', timeBody(a, a.people.resource, { date: addDays(week, 7) }))
    const timeEvents = async () => (await administrator.list('/event/?resource=time&limit=1')).count
    const before = await counts()
    const sheet = await makeSheet('resource', week)
    await act('resource', sheet.id, 'submit')
    assert.deepEqual(await counts(), before)
    const eventsBefore = await timeEvents()
    await act('administrator', sheet.id, 'approve')
    assert.deepEqual(await counts(), { approved: before.approved + 3, others: before.others - 3 })
    assert.equal(await timeEvents(), eventsBefore, 'the entries themselves have not changed')
    await administrator.create('/time/', timeBody(a, a.people.manager, { date: week }))
    assert.deepEqual(await counts(), { approved: before.approved + 3, others: before.others - 2 })
    await act('administrator', sheet.id, 'reopen')
    assert.deepEqual(await counts(), { approved: before.approved, others: before.others + 1 })
  })

  test('a Manager does not learn whether weeks of people that they do not see are approved', async () => {
    const { a } = fixture()
    const [week, other] = [freshWeek(), freshWeek()]
    const sheet = await makeSheet('outsider', week)
    await act('outsider', sheet.id, 'submit')
    await act('administrator', sheet.id, 'approve')
    const manager = handFor('manager')
    const messageFor = async (date: string) =>
      (await manager.send('POST', '/time/', timeBody(a, a.people.outsider, { date }))).text
    assert.equal(await messageFor(week), await messageFor(other))
  })

  test('a person with timesheets is not deleted', async () => {
    const administrator = handFor('administrator')
    const person = await administrator.create('/person/', { firstname: 'Weekly' })
    const sheet = await administrator.create('/timesheet/', { personid: String(person.id), weekstart: freshWeek() })
    assertRefusedWith(await administrator.send('DELETE', `/person/${person.id}/`), 400, 18, 'timesheet')
    await administrator.remove(`/timesheet/${sheet.id}/`)
    await administrator.remove(`/person/${person.id}/`)
  })

  test('the database and the program agree on the Monday of every day', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const days = ['0001-01-01', '0001-01-07', '2024-02-29', '2024-12-31', '2026-01-01', '9999-12-26', '9999-12-31']
    for (const date of days) await administrator.create('/time/', timeBody(a, a.people.outsider, { date }))
    const rows = await selectRows(fixture(), a.accountid, sql`select date, weekstart from time`)
    assert.ok(rows.length > days.length)
    for (const [date, weekstart] of rows) assert.equal(weekstart, mondayOf(String(date)), String(date))
    const last = await administrator.create('/timesheet/', { personid: a.people.outsider, weekstart: '9999-12-27' })
    assert.equal(last.time, '1', 'the last week ends with the calendar')
  })
})
