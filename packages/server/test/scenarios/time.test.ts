// Time entries: task, project and person, what they count for, and which values are rejected (decisions 33 and 37).
// Approved weeks are tested in `timesheet.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertRefusedWith,
  callerFor,
  errorMessagesIn,
  type Fields,
  ids,
  sorted,
  suiteApiFixture,
  taskBody,
  timeBody,
} from '../fixture/api-caller.ts'
import type { AccountFixture, PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

/** Hours on a project, without a task. */
const generalBody = (a: AccountFixture, personid: number, more: JsonObject = {}): JsonObject => {
  const { taskid: _, ...rest } = timeBody(a, personid)
  return { ...rest, projectid: a.projects.seen, moduleid: a.modules[1] ?? 0, ...more }
}

suiteApiFixture((fixture) => {
  const handFor = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])

  test('time on a task has the project and module of the task, whatever is submitted for them', async () => {
    const { a, b } = fixture()
    const resource = handFor('resource')
    const plain = await resource.create('/time/', timeBody(a, a.people.resource))
    assert.deepEqual(
      [plain.projectid, plain.moduleid, plain.taskid],
      [a.projects.seen, a.modules[0], a.tasks.own].map(String),
    )
    for (const submitted of [
      { projectid: a.projects.clientless, moduleid: a.modules[1] ?? 0 },
      { projectid: a.projects.unseen, moduleid: 2_147_483_647 },
      { projectid: b.projects.seen, moduleid: '' },
    ]) {
      const created = await resource.create('/time/', timeBody(a, a.people.resource, submitted))
      assert.deepEqual(
        [created.projectid, created.moduleid],
        [plain.projectid, plain.moduleid],
        JSON.stringify(submitted),
      )
      const updated = await resource.update(`/time/${created.id}/`, submitted)
      assert.deepEqual(updated, created, 'sending them is not a change')
    }
  })

  test('an entry has the names that a report shows', async () => {
    const { a } = fixture()
    const created = await handFor('manager').create(
      '/time/',
      timeBody(a, a.people.resource, { description: 'Mended it' }),
    )
    const expected: Fields = {
      date: '2026-05-13',
      dateiso: '2026-05-13',
      time: '1',
      description: 'Mended it',
      billable: 't',
      datemodified: '2026-05-14 10:00:00',
      project: 'Seen project a',
      active: 't',
      clientid: String(a.clients.seen),
      client: 'Seen client a',
      clientactive: 't',
      task: 'Own task a',
      statusid: String(a.statuses.open),
      milestoneid: String(a.milestones.seen),
      ogmilestoneid: String(a.milestones.seen),
      person: 'resource Of-a',
      firstname: 'resource',
      lastname: 'Of-a',
    }
    for (const [field, value] of Object.entries(expected)) assert.equal(created[field], value, field)
    for (const field of ['module', 'worktype', 'tasklocalid', 'hourlyrate']) assert.ok(created[field], field)
    assert.deepEqual((await handFor('manager').list(`/time/?sortfield=id&sortdir=desc&limit=1`)).rows, [created])
  })

  test('general time needs a project and one of its modules; otherwise it is rejected', async () => {
    const { a } = fixture()
    const resource = handFor('resource')
    const own = a.people.resource
    const created = await resource.create('/time/', generalBody(a, own))
    assert.deepEqual(
      [created.taskid, created.task, created.statusid, created.milestoneid, created.project],
      [null, null, null, null, 'Seen project a'],
    )
    const administrator = handFor('administrator')
    const custom = await administrator.create('/projectmodule/', {
      projectid: a.projects.clientless,
      module: 'There only',
      active: 't',
    })
    await assertUnchanged(fixture().database, 'general time', async () => {
      const nowhere = await resource.send('POST', '/time/', generalBody(a, own, { projectid: '', moduleid: '' }))
      assertRefusedWith(nowhere, 400, 18, 'projectid', 'moduleid')
      assert.doesNotMatch(
        errorMessagesIn(nowhere),
        /worktypeid|personid/,
        'values that depend on the project are not validated',
      )
      assertRefusedWith(
        await resource.send('POST', '/time/', generalBody(a, own, { moduleid: null })),
        400,
        18,
        'moduleid',
      )
      const foreign = generalBody(a, own, { moduleid: String(custom.moduleid) })
      assertRefusedWith(await resource.send('POST', '/time/', foreign), 400, 18, 'moduleid')
      const rowId = generalBody(a, own, { moduleid: String(custom.id) })
      assertRefusedWith(await resource.send('POST', '/time/', rowId), 400, 18, 'moduleid')
      const unseen = generalBody(a, own, { projectid: a.projects.unseen })
      assertRefusedWith(await resource.send('POST', '/time/', unseen), 400, 18, 'projectid')
      const inactive = generalBody(a, a.people.administrator, { projectid: a.projects.inactive })
      assertRefusedWith(await administrator.send('POST', '/time/', inactive), 400, 18, 'projectid')
      assertRefusedWith(await resource.send('PUT', `/time/${created.id}/`, { projectid: '' }), 400, 18, 'projectid')
    })
  })

  test('time on a task becomes general time, and general time becomes time on a task', async () => {
    const { a } = fixture()
    const resource = handFor('resource')
    const { id } = await resource.create('/time/', timeBody(a, a.people.resource))
    const general = await resource.update(`/time/${id}/`, { taskid: '', moduleid: a.modules[1] ?? 0 })
    assert.deepEqual(
      [general.taskid, general.projectid, general.moduleid],
      [null, String(a.projects.seen), String(a.modules[1])],
    )
    const moved = await resource.update(`/time/${id}/`, { taskid: a.tasks.clientless })
    assert.deepEqual(
      [moved.taskid, moved.projectid, moved.moduleid, moved.clientid],
      [String(a.tasks.clientless), String(a.projects.clientless), String(a.modules[0]), null],
    )
  })

  test('an entry has more than zero and at most 24 hours, with up to six decimals', async () => {
    const { a } = fixture()
    const resource = handFor('resource')
    const book = (time: string | number) => resource.send('POST', '/time/', timeBody(a, a.people.resource, { time }))
    for (const time of ['24', 24, '0.000001', '0.1', 7.25, '23.999999', '007.50']) {
      const reply = await book(time)
      assert.equal(reply.status, 201, `${time}: ${reply.text}`)
    }
    await assertUnchanged(fixture().database, 'hours', async () => {
      for (const time of [25, '24.000001', 0, '0', '0.000000', -1, '1e1', '1:30', '', '0.0000001', '9'.repeat(30)]) {
        assertRefusedWith(await book(time), 400, 18, 'time')
      }
      assertRefusedWith(await book(25), 400, 18, 'time: "25" must be more than 0 and at most 24 hours')
    })
    const tenth = await resource.create('/time/', timeBody(a, a.people.resource, { time: '0.10' }))
    assert.equal(tenth.time, '0.1')
  })

  test('work type, person, day, hours and billable are required', async () => {
    const { a } = fixture()
    const reply = await handFor('manager').send('POST', '/time/', { taskid: a.tasks.own })
    assertRefusedWith(reply, 400, 18, 'worktypeid', 'personid', 'date', 'time', 'billable')
  })

  test('the work type is an active one of the project; others are rejected', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const manager = handFor('manager')
    const custom = await administrator.create('/projectworktype/', {
      projectid: a.projects.clientless,
      worktype: 'There only',
      hourlyrate: 80,
      active: 't',
    })
    const worktypeid = String(custom.worktypeid)
    const body = timeBody(a, a.people.manager, { worktypeid })
    for (const caller of [administrator, manager])
      assertRefusedWith(await caller.send('POST', '/time/', body), 400, 18, 'worktypeid')
    assertRefusedWith(
      await manager.send('POST', '/time/', { ...body, worktypeid: String(custom.id) }),
      400,
      18,
      'worktypeid',
    )
    const entry = await manager.create('/time/', { ...body, taskid: a.tasks.clientless })
    assert.deepEqual([entry.worktype, entry.hourlyrate], ['There only', '80'])
    await administrator.update(`/projectworktype/${custom.id}/`, { active: 'f' })
    assertRefusedWith(
      await manager.send('POST', '/time/', { ...body, taskid: a.tasks.clientless }),
      400,
      18,
      'worktypeid',
    )
    const updated = await manager.update(`/time/${entry.id}/`, { description: 'What is there stays there' })
    assert.equal(updated.worktypeid, worktypeid)
  })

  test('the person is on the team of the project, unless an Administrator writes the time', async () => {
    const { a, b } = fixture()
    const [administrator, manager] = [handFor('administrator'), handFor('manager')]
    for (const personid of [
      a.people.outsider,
      a.people.inactive,
      a.people.administrator,
      b.people.resource,
      2_147_483_647,
    ]) {
      assertRefusedWith(await manager.send('POST', '/time/', timeBody(a, personid)), 400, 18, 'personid')
    }
    for (const personid of [a.people.outsider, a.people.administrator]) {
      assert.equal((await administrator.create('/time/', timeBody(a, personid))).personid, String(personid))
    }
    for (const personid of [a.people.inactive, b.people.resource]) {
      assertRefusedWith(await administrator.send('POST', '/time/', timeBody(a, personid)), 400, 18, 'personid')
    }
  })

  test('everyone sees their own time, a Manager also that of their projects, an Administrator all', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const created = async (personid: number, more: JsonObject) =>
      Number((await administrator.create('/time/', timeBody(a, personid, { date: '2026-03-04', ...more }))).id)
    const entries = {
      ofResource: await created(a.people.resource, {}),
      ofManager: await created(a.people.manager, {}),
      ofRestricted: await created(a.people.restricted, {}),
      elsewhere: await created(a.people.resource, { taskid: a.tasks.unseen }),
      ofManagerElsewhere: await created(a.people.manager, { taskid: a.tasks.unseen }),
    }
    const visible: Readonly<Record<string, readonly (keyof typeof entries)[]>> = {
      administrator: ['ofResource', 'ofManager', 'ofRestricted', 'elsewhere', 'ofManagerElsewhere'],
      manager: ['ofResource', 'ofManager', 'ofRestricted', 'ofManagerElsewhere'],
      resource: ['ofResource', 'elsewhere'],
      restricted: ['ofRestricted'],
      executive: ['ofResource', 'ofManager', 'ofRestricted'],
      outsider: [],
    }
    for (const [name, expected] of Object.entries(visible)) {
      const caller = handFor(name as PersonName)
      const listed = await caller.list('/time/?date=2026-03-04&limit=0')
      assert.deepEqual(sorted(ids(listed)), sorted(expected.map((one) => entries[one])), name)
      for (const [one, id] of Object.entries(entries)) {
        const reply = await caller.send('GET', `/time/${id}/`)
        assert.equal(reply.status, expected.includes(one as keyof typeof entries) ? 200 : 404, `${name} ${one}`)
      }
    }
    for (const name of ['manager', 'resource'] as const) {
      const caller = handFor(name)
      const [mine] = (await caller.list(`/time/?date=2026-03-04&projectid=${a.projects.unseen}`)).rows
      assert.deepEqual([mine?.taskid, mine?.time], [String(a.tasks.unseen), '1'])
      const untold = [
        'project',
        'client',
        'clientid',
        'module',
        'worktype',
        'task',
        'tasklocalid',
        'milestoneid',
        'active',
      ]
      for (const field of untold) assert.equal(mine?.[field], null, `${name}: ${field} of a project one is not on`)
      if (name === 'manager') assert.equal(mine?.hourlyrate, '')
      assert.equal((await caller.list(`/time/?clientid=${a.clients.unseen}`)).count, 0)
      assert.equal((await caller.list(`/time/?milestoneid=${a.milestones.unseen}`)).count, 0)
    }
    await administrator.remove(`/time/${entries.elsewhere}/`)
    await administrator.remove(`/time/${entries.ofManagerElsewhere}/`)
  })

  test('a person restricted to their tasks sees the id but not the title of a task that is no longer theirs', async () => {
    const { a } = fixture()
    const [administrator, restricted] = [handFor('administrator'), handFor('restricted')]
    const milestoneid = a.milestones.seen
    const task = await administrator.create(
      '/task/',
      taskBody(a, { assigneeid: a.people.restricted, title: 'Theirs', milestoneid }),
    )
    const body = timeBody(a, a.people.restricted, { taskid: String(task.id) })
    const entry = await restricted.create('/time/', body)
    const isFound = async () =>
      ids(await restricted.list(`/time/?milestoneid=${milestoneid}&limit=0`)).includes(Number(entry.id))
    assert.deepEqual([entry.taskid, entry.task, entry.milestoneid], [task.id, 'Theirs', String(milestoneid)])
    assert.ok(await isFound())
    await administrator.update(`/task/${task.id}/`, { assigneeid: a.people.resource })
    const later = await restricted.read(`/time/${entry.id}/`)
    assert.deepEqual([later.taskid, later.task, later.milestoneid], [task.id, null, null])
    assert.ok(!(await isFound()), 'the milestone of the task is hidden, so no filter finds it')
  })

  test('T-97: an Executive sees the hours of their projects but neither the people nor approved weeks', async () => {
    const { a } = fixture()
    await handFor('administrator').create('/time/', timeBody(a, a.people.resource))
    const executive = handFor('executive')
    const { rows } = await executive.list('/time/?limit=0')
    assert.ok(rows.length > 0)
    for (const row of rows) {
      for (const field of ['personid', 'person', 'firstname', 'lastname', 'hourlyrate']) {
        assert.ok(!Object.hasOwn(row, field), field)
      }
    }
    assertRefusedWith(await executive.send('GET', `/time/?personid=${a.people.resource}`), 400, 17, 'personid')
    assertRefusedWith(
      await executive.send('GET', '/time/?approved=t'),
      400,
      17,
      'approved: your role cannot filter by this field',
    )
    assertRefusedWith(await executive.send('POST', '/time/', timeBody(a, a.people.executive)), 403, 10)
    assertRefusedWith(await executive.send('PUT', `/time/${rows[0]?.id}/`, { time: 2 }), 403, 10)
    assertRefusedWith(await executive.send('DELETE', `/time/${rows[0]?.id}/`), 403, 10)
  })

  test('only entries of active people count as active, and an Executive does not see who is inactive', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const { id: personid } = await administrator.create('/person/', { firstname: 'Leaver' })
    const on = '2026-02-03'
    const ofInactive = await administrator.create('/time/', timeBody(a, Number(personid), { date: on }))
    const ofActive = await administrator.create('/time/', timeBody(a, a.people.resource, { date: on }))
    await administrator.update(`/person/${personid}/`, { active: 'f' })
    const both = sorted([Number(ofInactive.id), Number(ofActive.id)])
    const listed = async (name: PersonName, flag: string) =>
      sorted(ids(await handFor(name).list(`/time/?date=${on}&activeonly=${flag}`)))
    assert.deepEqual(await listed('manager', 't'), [Number(ofActive.id)])
    assert.deepEqual(await listed('manager', 'f'), both)
    assert.deepEqual(await listed('executive', 't'), both)
    await administrator.update(`/project/${a.projects.seen}/`, { active: 'f' })
    assert.deepEqual(await listed('manager', 't'), [])
    assertRefusedWith(await administrator.send('POST', '/time/', timeBody(a, a.people.resource)), 400, 18, 'taskid')
    await administrator.update(`/project/${a.projects.seen}/`, { active: 't' })
  })

  test('filters by client, milestone and day: -1 adds entries without one, ranges include both days', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const book = async (day: number, more: JsonObject) =>
      Number(
        (await administrator.create('/time/', timeBody(a, a.people.resource, { date: `2026-01-0${day}`, ...more }))).id,
      )
    const created = [
      await book(3, {}),
      await book(2, { taskid: a.tasks.other }),
      await book(1, { taskid: a.tasks.clientless }),
      await book(4, { taskid: '', projectid: a.projects.clientless, moduleid: a.modules[0] ?? 0 }),
    ]
    const [withMilestone = 0, without = 0, clientless = 0, general = 0] = created
    const idsFor = async (query: string) =>
      ids(await administrator.list(`/time/?datebegin=2026-01-01&dateend=2026-01-04&sortfield=t.date&${query}`))
    assert.deepEqual(await idsFor(''), [clientless, without, withMilestone, general])
    assert.deepEqual(await idsFor('sortdir=desc'), [general, withMilestone, without, clientless])
    assert.deepEqual(await idsFor(`clientid=${a.clients.seen}`), [without, withMilestone])
    assert.deepEqual(await idsFor('clientid=-1'), [clientless, general])
    assert.deepEqual(await idsFor(`clientid=-1,${a.clients.seen}`), [clientless, without, withMilestone, general])
    assert.deepEqual(await idsFor(`milestoneid=${a.milestones.seen}`), [withMilestone])
    assert.deepEqual(await idsFor('milestoneid=-1'), [clientless, without, general])
    assert.deepEqual(await idsFor(`taskid=${a.tasks.own},${a.tasks.other}`), [without, withMilestone])
    assert.deepEqual(
      ids(await administrator.list('/time/?datebegin=2026-01-02&dateend=2026-01-03')),
      sorted([withMilestone, without]),
    )
  })

  test('the modification time is now or the submitted one; a write without changes does not change it', async () => {
    const { a, clock } = fixture()
    const resource = handFor('resource')
    const past = '2025-12-24 18:00:00'
    const { id } = await resource.create('/time/', timeBody(a, a.people.resource, { datemodified: past }))
    clock.moveBy(1000)
    const path = `/time/${id}/`
    assert.equal((await resource.update(path, { time: '1.0', billable: true })).datemodified, past)
    assert.equal((await resource.update(path, { time: 2 })).datemodified, '2026-05-14 10:00:01')
    assert.equal(
      (await resource.update(path, { time: 3, datemodified: '2025-12-25T08:30' })).datemodified,
      '2025-12-25 08:30:00',
    )
    const matches = await resource.list(
      '/time/?datemodifiedbegin=2025-12-25%2008:30:00&datemodifiedend=2025-12-25%2008:30:00',
    )
    assert.deepEqual(ids(matches), [Number(id)])
    clock.moveBy(-1000)
  })

  test('I-12: hours are counted on the task, its milestone and the project, and move with the task', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const [module = 0, other = 0] = a.modules
    const milestone = await administrator.create('/milestone/', {
      projectid: a.projects.seen,
      ownerid: a.people.manager,
      title: 'Counted',
      datedue: '2026-06-01',
      complete: 'f',
    })
    const body = taskBody(a, { milestoneid: String(milestone.id), estimate: '1.5', moduleid: module })
    const task = await administrator.create('/task/', body)
    const book = (time: string, billable: string) =>
      administrator.create('/time/', timeBody(a, a.people.resource, { taskid: String(task.id), time, billable }))
    const [first] = [await book('0.1', 't'), await book('0.2', 't'), await book('0.333333', 'f')]
    const hours = async () => {
      const { actual, billable, unbillable } = await administrator.read(`/task/${task.id}/`)
      return [actual, billable, unbillable, (await administrator.read(`/milestone/${milestone.id}/`)).actual]
    }
    assert.deepEqual(await hours(), ['0.633333', '0.3', '0.333333', '0.633333'])
    await administrator.update(`/time/${first?.id}/`, { billable: 'f', time: '1' })
    assert.deepEqual(await hours(), ['1.533333', '0.2', '1.333333', '1.533333'])
    const countThere = async () => (await administrator.list(`/time/?projectid=${a.projects.clientless}&limit=1`)).count
    const before = await countThere()
    await administrator.update(`/task/${task.id}/`, {
      projectid: a.projects.clientless,
      moduleid: other,
      milestoneid: '',
    })
    const { rows } = await administrator.list(`/time/?taskid=${task.id}&limit=0`)
    for (const row of rows) {
      assert.deepEqual([row.projectid, row.moduleid], [String(a.projects.clientless), String(other)])
    }
    assert.equal(await countThere(), before + 3)
    await administrator.remove(`/time/${first?.id}/`)
    assert.deepEqual((await hours()).slice(0, 3), ['0.533333', '0.2', '0.333333'])
  })

  test('a moved task adds the work types of its time to the new project, at their rate and inactive', async () => {
    const { a } = fixture()
    const [administrator, resource] = [handFor('administrator'), handFor('resource')]
    const custom = await administrator.create('/projectworktype/', {
      projectid: a.projects.seen,
      worktype: 'From elsewhere',
      hourlyrate: '12.5',
      active: 't',
    })
    const worktypeid = String(custom.worktypeid)
    const { id } = await resource.create('/task/', taskBody(a, { ownerid: a.people.resource }))
    const body = timeBody(a, a.people.resource, { taskid: String(id), worktypeid })
    const entry = await resource.create('/time/', body)
    await resource.update(`/task/${id}/`, { projectid: a.projects.clientless })
    const moved = await administrator.read(`/time/${entry.id}/`)
    assert.deepEqual(
      [moved.projectid, moved.worktype, moved.hourlyrate],
      [String(a.projects.clientless), 'From elsewhere', '12.5'],
    )
    const { rows } = await administrator.list(`/projectworktype/?projectid=${a.projects.clientless}&active=f&limit=0`)
    const [there] = rows.filter((row) => row.worktypeid === worktypeid)
    assert.equal(there?.hourlyrate, '12.5')
    assertRefusedWith(await resource.send('POST', '/time/', body), 400, 18, 'worktypeid')
  })

  test('records with time are not deleted: task, project, person, work type and module', async () => {
    const { a } = fixture()
    const administrator = handFor('administrator')
    const worktype = await administrator.create('/worktype/', { name: 'Held', defaulthourlyrate: 1, active: 't' })
    const module = await administrator.create('/module/', { name: 'Held', active: 't' })
    const person = await administrator.create('/person/', { firstname: 'Held' })
    const project = await administrator.create('/project/', { name: 'Held', datestart: '2026-01-01' })
    const task = await administrator.create(
      '/task/',
      taskBody(a, { projectid: String(project.id), moduleid: String(module.id) }),
    )
    const body = timeBody(a, Number(person.id), { taskid: String(task.id), worktypeid: String(worktype.id) })
    const entry = await administrator.create('/time/', body)
    const held = { task, project, person, worktype, module }
    for (const [resource, { id }] of Object.entries(held)) {
      assertRefusedWith(
        await administrator.send('DELETE', `/${resource}/${id}/`),
        400,
        18,
        'id',
        resource === 'module' ? 'task' : 'time',
      )
    }
    await administrator.remove(`/time/${entry.id}/`)
    await administrator.remove(`/task/${task.id}/`)
    await administrator.remove(`/person/${person.id}/`)
    await administrator.remove(`/project/${project.id}/`)
  })
})
