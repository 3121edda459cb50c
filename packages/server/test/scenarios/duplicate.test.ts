// Duplicating tasks and projects: what is copied and what is not, which dates move, who may do it, the rules that hold
// as for any new record, and the events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { addDays, daysBetween } from '../../src/kit/calendar.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  type Fields,
  recordIn,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { AccountFixture } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const today = '2026-05-14'

async function duplicate(caller: ApiCaller, path: string, body?: JsonObject): Promise<Fields> {
  const reply = await caller.send('POST', `${path}duplicate/`, body)
  assert.equal(reply.status, 201, reply.text)
  return recordIn(reply)
}

/** The values of some fields of all records of a list, sorted. */
async function valuesOf(caller: ApiCaller, path: string, ...fields: readonly string[]): Promise<string[]> {
  const { rows } = await caller.list(`${path}&limit=0`)
  return rows.map((row) => fields.map((field) => row[field]).join('|')).sort()
}

const titlesOf = (caller: ApiCaller, taskid: unknown): Promise<string[]> =>
  valuesOf(caller, `/taskitem/?taskid=${taskid}`, 'position', 'title', 'done', 'personid')

suiteApiFixture((fixture) => {
  const as = (name: keyof AccountFixture['tokens']): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  const newTask = async (more: JsonObject = {}): Promise<Fields> => {
    const { a } = fixture()
    const { people } = a
    const links = {
      ownerid: people.manager,
      assigneeid: `${people.resource},${people.restricted}`,
      followerid: people.executive,
    }
    const dates = { dateopen: '2026-03-02', datedue: '2026-03-12', estimate: 2.5, summary: '<p>What</p>' }
    const task = await as('administrator').create('/task/', { ...taskBody(a), ...links, ...dates, ...more })
    for (const [at, title] of ['One', 'Two'].entries()) {
      const item = { taskid: Number(task.id), title, done: at === 0 ? 't' : 'f', personid: people.resource }
      await as('administrator').create('/taskitem/', item)
    }
    return task
  }

  test('a duplicate of a task has its people and checklist, begins today and is open', async () => {
    const { a } = fixture()
    const { people, statuses } = a
    const task = await newTask({ statusid: statuses.closed })
    const boss = as('administrator')
    await boss.create('/tasknote/', { taskid: Number(task.id), note: 'Not copied' })
    for (const name of ['administrator', 'manager', 'resource', 'restricted'] as const) {
      const copy = await duplicate(as(name), `/task/${task.id}/`)
      const { id, localid, datemodified, datecreated, items, itemsdone, ...rest } = await boss.read(`/task/${copy.id}/`)
      assert.notDeepEqual([id, localid], [task.id, task.localid])
      assert.deepEqual([items, itemsdone], ['2', '0'])
      const owner = name === 'resource' || name === 'restricted' ? name : 'manager'
      const {
        id: _id,
        localid: _localid,
        datemodified: _m,
        datecreated: _c,
        items: _i,
        itemsdone: _d,
        ...original
      } = task
      assert.deepEqual(rest, {
        ...original,
        statusid: String(statuses.open),
        status: 'Open',
        status_order: '1',
        dateclosed: null,
        dateopen: today,
        datedue: '2026-05-24',
        ownerid: String(people[owner]),
        owners: `${owner} Of-a`,
      })
      const resource = String(people.resource)
      assert.deepEqual(await titlesOf(boss, id), [`1|One|f|${resource}`, `2|Two|f|${resource}`])
      assert.equal((await boss.list(`/tasknote/?taskid=${id}`)).count, 0)
    }
    assertRefusedWith(await as('executive').send('POST', `/task/${task.id}/duplicate/`), 403, 10)
    for (const name of ['manager', 'resource', 'restricted'] as const)
      assertRefusedWith(await as(name).send('POST', `/task/${a.tasks.unseen}/duplicate/`), 404, 14)
  })

  test('the body of a duplicate wins; people who left or are inactive are not copied', async () => {
    const { a } = fixture()
    const { people, projects } = a
    const boss = as('administrator')
    const task = await newTask({ assigneeid: `${people.outsider},${people.resource}`, datedue: '' })
    const copy = await duplicate(as('manager'), `/task/${task.id}/`, { title: 'Other', dateopen: '2026-06-01' })
    assert.deepEqual(
      [copy.title, copy.dateopen, copy.datedue, copy.assigneeid],
      ['Other', '2026-06-01', null, String(people.resource)],
    )
    const elsewhere = await duplicate(boss, `/task/${task.id}/`, { projectid: projects.unseen })
    assert.equal(elsewhere.projectid, String(projects.unseen))
    // The Resource is not on the team of that project.
    assert.deepEqual(await titlesOf(boss, elsewhere.id), ['1|One|f|', '2|Two|f|'])
    assertRefusedWith(await boss.send('POST', `/task/${task.id}/duplicate/`, { copyteam: 't' }), 400, 17, 'copyteam')
    assertRefusedWith(
      await boss.send('POST', `/task/${task.id}/duplicate/`, { priorityid: 999 }),
      400,
      18,
      'priorityid',
    )
  })

  /** A project with every part: a team, own modules and rates, a milestone, and a closed task. */
  const newTemplate = async (): Promise<Fields> => {
    const { a } = fixture()
    const { people, clients } = a
    const boss = as('administrator')
    const budget = { budget: 100, budgetperiod: 'quarter', carryover: 't', alert_percent: 80 }
    const terms = { clientid: clients.seen, ...budget, billable: 'f', description: '<p>Plan</p>' }
    const dates = { datestart: '2026-01-05', dateend: '2026-03-31' }
    const project = await boss.create('/project/', { name: 'Template', managerid: people.manager, ...terms, ...dates })
    const projectid = Number(project.id)
    await boss.create(`/projectteam/${projectid}/`, { personid: people.resource, securenotes: 't' })
    const part = { projectid, active: 't' }
    const { moduleid } = await boss.create('/projectmodule/', { ...part, module: 'Own module', description: 'Why' })
    await boss.create('/projectworktype/', { ...part, worktype: 'Own work', hourlyrate: 77.5, esttime: 8 })
    const links = { ownerid: people.manager, projectid }
    const goal = { title: 'Launch', datedue: '2026-02-13', complete: 't' }
    const { id: milestoneid } = await boss.create('/milestone/', { ...links, ...goal })
    const task = { ...taskBody(a), ...links, milestoneid: Number(milestoneid), assigneeid: people.resource }
    const closed = { title: 'Closed', statusid: a.statuses.closed, dateopen: '2026-01-06', datedue: '2026-01-16' }
    const { id } = await boss.create('/task/', { ...task, ...closed, moduleid: Number(moduleid) })
    await boss.create('/task/', { ...task, title: 'Open', dateopen: '2026-01-05', milestoneid: '' })
    await boss.create('/taskitem/', { taskid: Number(id), title: 'Step', done: 't' })
    return project
  }

  test('a duplicate of a project has all its parts, with dates as far from the start', async () => {
    const { a } = fixture()
    const boss = as('administrator')
    const template = await newTemplate()
    const start = '2026-09-07'
    const copy = await duplicate(boss, `/project/${template.id}/`, { name: 'Copy', datestart: start })
    const days = daysBetween('2026-01-05', start)
    const { id, localid, localidunpadded, name, datestart, dateend, ...rest } = copy
    const {
      id: _id,
      localid: _local,
      localidunpadded: _n,
      name: _name,
      datestart: _s,
      dateend: _e,
      ...original
    } = template
    assert.deepEqual([name, datestart, dateend], ['Copy', start, addDays('2026-03-31', days)])
    assert.equal(Number(localid), Number(localidunpadded))
    assert.ok(Number(localid) > Number(template.localid))
    assert.deepEqual(rest, original)
    const same = async (path: string, ...fields: readonly string[]): Promise<void> => {
      const list = (project: unknown) => valuesOf(boss, `/${path}/?projectid=${project}`, ...fields)
      assert.deepEqual(await list(id), await list(template.id), path)
    }
    await same('projectmodule', 'module', 'description', 'active')
    await same('projectworktype', 'worktype', 'hourlyrate', 'esttime', 'active')
    await same('task', 'title', 'module', 'milestone', 'assigneeid', 'ownerid', 'estimate', 'items')
    const team = async (project: unknown) => (await boss.read(`/projectteam/${project}/`)).personid
    assert.deepEqual(await team(id), await team(template.id))
    const secure = await boss.send('GET', `/projectteam/?projectid=${id}&securenotes=t`)
    assert.deepEqual(secure.json.projectteam, { projectid: String(id), personid: [] })
    assert.deepEqual(await valuesOf(boss, `/milestone/?projectid=${id}`, 'title', 'datedue', 'complete', 'ownerid'), [
      `Launch|${addDays('2026-02-13', days)}|f|${a.people.manager}`,
    ])
    assert.deepEqual(
      await valuesOf(boss, `/task/?projectid=${id}`, 'title', 'dateopen', 'datedue', 'status', 'itemsdone'),
      [`Closed|${addDays('2026-01-06', days)}|${addDays('2026-01-16', days)}|Open|0`, `Open|${start}||Open|0`],
    )
    // A custom module belongs to one project, so that deleting one project does not touch the other.
    await boss.remove(`/project/${id}/`)
    assert.equal((await boss.list(`/projectmodule/?projectid=${template.id}`)).rows.at(-1)?.module, 'Own module')
  })

  test('parts that are not wanted are left out, and a project starts as any new one', async () => {
    const boss = as('administrator')
    const template = await newTemplate()
    const off = { copyteam: 'f', copymodules: 'f', copyworktypes: 'f', copymilestones: 'f', copytasks: 'f' }
    const path = `/project/${template.id}/`
    const bare = await duplicate(boss, path, { ...off, managerid: '', clientid: '' })
    const fresh = await boss.create('/project/', { name: 'Fresh', datestart: today })
    assert.deepEqual([bare.name, bare.datestart, bare.clientid], ['Template', today, null])
    for (const list of ['projectmodule', 'projectworktype', 'milestone', 'task']) {
      const titles = (id: unknown) => valuesOf(boss, `/${list}/?projectid=${id}`, 'module', 'worktype', 'title')
      assert.deepEqual(await titles(bare.id), await titles(fresh.id), list)
    }
    const noMilestones = await duplicate(boss, path, { copymilestones: 'f' })
    assert.deepEqual(await valuesOf(boss, `/task/?projectid=${noMilestones.id}`, 'title', 'milestoneid'), [
      'Closed|',
      'Open|',
    ])
    // People who are not on the new team are not on its tasks.
    const noTeam = await duplicate(boss, path, { copyteam: 'f', managerid: '' })
    const { administrator } = fixture().a.people
    assert.deepEqual(await valuesOf(boss, `/task/?projectid=${noTeam.id}`, 'assigneeid', 'ownerid'), [
      `|${administrator}`,
      `|${administrator}`,
    ])
  })

  test('T-151: only Administrators duplicate a project, under all rules of new records, all or nothing', async () => {
    const { a } = fixture()
    const boss = as('administrator')
    const template = await newTemplate()
    const path = `/project/${template.id}/duplicate/`
    for (const name of ['manager', 'resource', 'executive', 'restricted'] as const)
      assertRefusedWith(await as(name).send('POST', path), 403, 10)
    const other = callerFor(fixture(), fixture().b.tokens.administrator)
    assertRefusedWith(await other.send('POST', path), 404, 14)
    const before = (await boss.list('/project/?limit=0')).count
    for (const [body, message] of [
      [{ copymodules: 'f' }, "copymodules: must be 't' when tasks are copied"],
      [{ copyteam: 'x', name: '' }, 'copyteam'],
      [{ copyteam: 'x', name: '' }, 'name: must not be blank'],
      [{ clientid: 999_999 }, 'clientid'],
      [{ datestart: '9999-12-30' }, 'datestart: moves other dates out of the calendar'],
    ] as const)
      assertRefusedWith(await boss.send('POST', path, body), 400, 18, message)
    assertRefusedWith(await boss.send('POST', path, { copytime: 't' }), 400, 17, 'copytime')
    // A task whose priority became inactive gets the default one; everything else of it is kept.
    const [task] = (await boss.list(`/task/?projectid=${template.id}`)).rows
    const { id: priorityid } = await boss.create('/taskpriority/', { name: 'Gone', color: '123456', priority: 9 })
    await boss.update(`/task/${task?.id}/`, { priorityid: Number(priorityid) })
    await boss.update(`/taskpriority/${priorityid}/`, { active: 'f' })
    const copy = await duplicate(boss, `/project/${template.id}/`)
    const priorities = await valuesOf(boss, `/task/?projectid=${copy.id}`, 'priorityid')
    assert.ok(!priorities.includes(String(priorityid)))
    assert.equal((await boss.list('/project/?limit=0')).count, before + 1)
    assert.equal(copy.clientid, String(a.clients.seen))
  })

  test('T-151: a project with too many tasks or checklist items is copied without its tasks only', async () => {
    const { a, database } = fixture()
    const boss = as('administrator')
    const { id } = await boss.create('/project/', { name: 'Large', datestart: today })
    const projectid = Number(id)
    const task = await boss.create('/task/', { ...taskBody(a), projectid })
    const addItems = (count: number): Promise<void> =>
      database.write(a.accountid, async (tx) => {
        for (let position = 1; position <= count; position++)
          await tx.insert('taskitem', { id: nextId, taskid: Number(task.id), position, title: 'x', done: 'f' })
      })
    await addItems(2001)
    const path = `/project/${id}/duplicate/`
    assertRefusedWith(await boss.send('POST', path), 400, 18, 'copytasks: its tasks have 2001 checklist items')
    const dates = { dateopen: today, datecreated: today, datemodified: '2026-05-14 10:00:00' }
    const lists = { moduleid: a.modules[0] ?? 0, statusid: a.statuses.open, priorityid: a.priorities[0] ?? 0 }
    await database.write(a.accountid, async (tx) => {
      for (let at = 1; at <= 500; at++) {
        const row = {
          id: nextId,
          localid: 100_000 + at,
          projectid,
          title: 'x',
          summary: '',
          estimate: 0,
          searchtext: 'x',
        }
        await tx.insert('task', { ...row, ...dates, ...lists })
      }
    })
    assertRefusedWith(await boss.send('POST', path), 400, 18, 'copytasks: the project has 501 tasks')
    const copy = await duplicate(boss, `/project/${id}/`, { copytasks: 'f' })
    assert.equal((await boss.list(`/task/?projectid=${copy.id}`)).count, 0)
  })

  test('events tell of the template and of every new record; an idempotency key makes one copy', async () => {
    const boss = as('administrator')
    const template = await newTemplate()
    const path = `/project/${template.id}/duplicate/`
    const key = { 'idempotency-key': 'one-copy' }
    const [first, again] = [await boss.send('POST', path, {}, key), await boss.send('POST', path, {}, key)]
    assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text])
    const { id } = recordIn(first)
    const kinds = (query: string) => valuesOf(boss, `/event/?${query}`, 'resource', 'kind')
    assert.deepEqual(await kinds(`resource=project&recordid=${template.id}&kind=duplicate`), ['project|duplicate'])
    assert.deepEqual(await kinds(`projectid=${id}&resource=task`), ['task|created', 'task|created'])
    assert.deepEqual(await kinds(`projectid=${id}&resource=milestone`), ['milestone|created'])
    assert.deepEqual(await kinds(`projectid=${id}&resource=taskitem`), ['taskitem|created'])
    assert.deepEqual([...new Set(await kinds(`projectid=${id}&resource=projectmodule`))], ['projectmodule|created'])
  })
})
