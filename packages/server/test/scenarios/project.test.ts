// The initial records of a project, the limit of active projects, and its modules and work types (decisions 35, 37).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  type Fields,
  ids,
  personBody,
  secondServer,
  sorted,
  taskBody,
} from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'

const names = (rows: readonly Fields[], field: string): string[] => rows.map((row) => String(row[field])).sort()

async function newProject(boss: ApiCaller, name: string): Promise<number> {
  return Number((await boss.create('/project/', { name, datestart: '2026-03-01' })).id)
}

async function setActiveProjectLimit(world: ApiFixture, account: AccountFixture, limit: number | null): Promise<void> {
  await world.database.write(account.accountid, (tx) =>
    tx.update('account', account.accountid, { activeprojectlimit: limit }),
  )
}

/** The project's row for one of the account's default modules. */
const moduleRow = async (boss: ApiCaller, projectid: number, moduleid: number): Promise<Fields> => {
  const { rows } = await boss.list(`/projectmodule/?projectid=${projectid}&limit=0`)
  const found = rows.find((row) => Number(row.moduleid) === moduleid)
  assert.ok(found, `module ${moduleid} is on project ${projectid}`)
  return found
}

eachApiFixture((world, _kind, place) => {
  test('a new project gets the active modules and work types of the account, and nothing inactive or custom', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    const asleep = await boss.create('/module/', { name: 'Asleep', active: 'f' })
    const idle = await boss.create('/worktype/', { name: 'Idle', defaulthourlyrate: '5', active: 'f' })
    await boss.create('/projectmodule/', { projectid: a.projects.seen, module: 'Only here', active: 't' })
    const projectid = await newProject(boss, 'Fresh')
    const active = await boss.list('/module/?active=t&limit=0')
    const got = await boss.list(`/projectmodule/?projectid=${projectid}&limit=0`)
    assert.deepEqual(names(got.rows, 'moduleid'), names(active.rows, 'id'), 'projectmodule.moduleid')
    assert.deepEqual(names(got.rows, 'modulename'), names(active.rows, 'name'), 'projectmodule.modulename')
    const kinds = await boss.list('/worktype/?active=t&limit=0')
    const work = await boss.list(`/projectworktype/?projectid=${projectid}&limit=0`)
    assert.deepEqual(names(work.rows, 'worktypeid'), names(kinds.rows, 'id'), 'projectworktype.worktypeid')
    assert.deepEqual(
      names(work.rows, 'hourlyrate'),
      names(kinds.rows, 'defaulthourlyrate'),
      'projectworktype.hourlyrate',
    )
    assert.ok(!names(got.rows, 'moduleid').includes(String(asleep.id)), 'an inactive module is not copied')
    assert.ok(!names(work.rows, 'worktypeid').includes(String(idle.id)), 'an inactive work type is not copied')
  })

  test('people with allprojects join the team of a new project, but no inactive person and no Administrator', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    const joins = await boss.create('/person/', personBody('Joins', 4, { allprojects: 't' }))
    const gone = await boss.create('/person/', personBody('Gone', 4, { allprojects: 't', active: 'f' }))
    const chief = await boss.create('/person/', personBody('Chief', 2, { allprojects: 't' }))
    const before = await boss.read(`/projectteam/${a.projects.seen}/`)
    const projectid = await newProject(boss, 'Joined')
    const team = await boss.read(`/projectteam/${projectid}/`)
    assert.deepEqual(team.personid, [joins.id], `team without ${gone.id} and ${chief.id}`)
    assert.deepEqual(await boss.read(`/projectteam/${a.projects.seen}/`), before, 'existing projects are not affected')
    await boss.update(`/person/${joins.id}/`, { allprojects: 'f' })
    assert.deepEqual((await boss.read(`/projectteam/${await newProject(boss, 'Alone')}/`)).personid, [])
  })

  test('the limit of active projects applies to creating and activating, and the error states it', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    const { count } = await boss.list('/project/?active=t&limit=1')
    await setActiveProjectLimit(world(), a, count + 1)
    const last = await newProject(boss, 'The last one')
    const body = { name: 'One too many', datestart: '2026-03-01' }
    assertRefusedWith(await boss.send('POST', '/project/', body), 400, 18, 'active', String(count + 1))
    assertRefusedWith(await boss.send('PUT', `/project/${a.projects.inactive}/`, { active: 't' }), 400, 18, 'active')
    assert.equal((await boss.create('/project/', { ...body, active: 'f' })).active, 'f', 'an inactive one is welcome')
    await boss.update(`/project/${last}/`, { name: 'Still the last one' })
    await boss.update(`/project/${last}/`, { active: 'f' })
    assert.equal((await boss.update(`/project/${a.projects.inactive}/`, { active: 't' })).active, 't')
    await boss.update(`/project/${a.projects.inactive}/`, { active: 'f' })
    await setActiveProjectLimit(world(), a, null)
  })

  test('T-64: the limit of active projects holds for 32 concurrent writers that create and activate', async () => {
    const { b } = world()
    const boss = callerFor(world(), b.tokens.administrator)
    const sleeping = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        boss.create('/project/', { name: `Sleeping ${at}`, datestart: '2026-03-01', active: 'f' }),
      ),
    )
    const { count } = await boss.list('/project/?active=t&limit=1')
    await setActiveProjectLimit(world(), b, count + 5)
    const other = callerFor(await secondServer(world(), place()), b.tokens.administrator)
    const replies = await Promise.all([
      ...Array.from({ length: 24 }, (_, at) =>
        (at % 2 ? boss : other).send('POST', '/project/', { name: `Rush ${at}`, datestart: '2026-03-01' }),
      ),
      ...sleeping.map(({ id }) => boss.send('PUT', `/project/${id}/`, { active: 't' })),
    ])
    assert.equal(replies.filter(({ status }) => status < 300).length, 5, 'exactly the free places were given')
    for (const reply of replies.filter(({ status }) => status >= 300)) assertRefusedWith(reply, 400, 18, 'active')
    assert.equal((await boss.list('/project/?active=t&limit=1')).count, count + 5)
    await setActiveProjectLimit(world(), b, null)
  })

  test('a custom module belongs to one project and has its own id for tasks', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    assertRefusedWith(
      await boss.send('POST', '/projectmodule/', { projectid: a.projects.seen, active: 't' }),
      400,
      18,
      'module',
    )
    const custom = await boss.create('/projectmodule/', { projectid: a.projects.seen, module: 'Polish', active: 't' })
    assert.deepEqual([custom.module, custom.modulename], ['Polish', 'Polish'])
    assert.notEqual(custom.moduleid, '0')
    const made = await boss.create('/task/', taskBody(a, { moduleid: String(custom.moduleid) }))
    assert.deepEqual([made.module, made.moduleid], ['Polish', custom.moduleid])
    const elsewhere = taskBody(a, { moduleid: String(custom.moduleid), projectid: a.projects.clientless })
    assertRefusedWith(await boss.send('POST', '/task/', elsewhere), 400, 18, 'moduleid')
    assert.ok(!ids(await boss.list('/module/?limit=0')).includes(Number(custom.moduleid)), 'not among the defaults')
    assertRefusedWith(await boss.send('GET', `/module/${custom.moduleid}/`), 404, 14)
    await boss.update(`/projectmodule/${custom.id}/`, { module: 'Shine' })
    assert.equal(
      (await boss.read(`/task/${made.id}/`)).module,
      'Shine',
      'renaming a custom module renames it on its tasks',
    )
    assert.equal((await boss.read(`/task/${made.id}/`)).moduleid, custom.moduleid)
  })

  test('renaming a default module on a project makes it custom, and only the tasks of that project follow', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    const [, moduleid = 0] = a.modules
    const here = await boss.create('/task/', taskBody(a, { moduleid }))
    const there = await boss.create('/task/', taskBody(a, { moduleid, projectid: a.projects.clientless }))
    const row = await moduleRow(boss, a.projects.seen, moduleid)
    const converted = await boss.update(`/projectmodule/${row.id}/`, { module: 'Our own design' })
    assert.equal(converted.id, row.id, 'the row stays')
    assert.notEqual(Number(converted.moduleid), moduleid)
    const followed = await boss.read(`/task/${here.id}/`)
    assert.deepEqual([followed.moduleid, followed.module], [converted.moduleid, 'Our own design'])
    const stayed = await boss.read(`/task/${there.id}/`)
    assert.deepEqual([Number(stayed.moduleid), stayed.module], [moduleid, row.module])
    assert.equal((await boss.read(`/module/${moduleid}/`)).name, row.module, 'the default keeps its name')
    const again = await boss.create('/projectmodule/', { projectid: a.projects.seen, moduleid, active: 't' })
    assert.equal(Number(again.moduleid), moduleid, 'the default can be added anew')
    const twice = { projectid: a.projects.seen, moduleid, active: 't' }
    assertRefusedWith(await boss.send('POST', '/projectmodule/', twice), 400, 18, 'moduleid')
  })

  test('I-32: the project of a project module or work type cannot be changed once it is set', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    for (const resource of ['projectmodule', 'projectworktype']) {
      const [row] = (await boss.list(`/${resource}/?projectid=${a.projects.seen}&limit=1`)).rows
      const moved = await boss.send('PUT', `/${resource}/${row?.id}/`, { projectid: a.projects.clientless })
      assertRefusedWith(moved, 400, 18, 'projectid')
      const same = await boss.update(`/${resource}/${row?.id}/`, { projectid: a.projects.seen })
      assert.equal(Number(same.projectid), a.projects.seen, `${resource}: sending the same project is no change`)
    }
  })

  test('a work type of a project gets the default rate; a custom one requires a rate', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    const rated = await boss.create('/worktype/', { name: 'Rated', defaulthourlyrate: '62.5', active: 't' })
    const body = { projectid: a.projects.seen, worktypeid: String(rated.id), active: 't' }
    assert.equal((await boss.create('/projectworktype/', body)).hourlyrate, '62.5')
    const custom = { projectid: a.projects.seen, worktype: 'By hand', active: 't' }
    assertRefusedWith(await boss.send('POST', '/projectworktype/', custom), 400, 18, 'hourlyrate')
    const made = await boss.create('/projectworktype/', { ...custom, hourlyrate: 80, esttime: '2.5' })
    assert.deepEqual([made.worktype, made.hourlyrate, made.esttime, made.total], ['By hand', '80', '2.5', '200'])
  })

  test('a project module or work type in use is not deleted; an unused one is, and a custom one with its own record', async () => {
    const { a, database } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    const custom = await boss.create('/projectmodule/', { projectid: a.projects.seen, module: 'Used', active: 't' })
    const user = await boss.create('/task/', taskBody(a, { moduleid: String(custom.moduleid) }))
    assertRefusedWith(await boss.send('DELETE', `/projectmodule/${custom.id}/`), 400, 18, 'task')
    const moved = await boss.send('PUT', `/task/${user.id}/`, { moduleid: a.modules[0] ?? 0 })
    assert.equal(moved.status, 202)
    await boss.remove(`/projectmodule/${custom.id}/`)
    assertRefusedWith(await boss.send('GET', `/projectmodule/${custom.id}/`), 404, 14)
    assertRefusedWith(
      await boss.send('PUT', `/task/${user.id}/`, { moduleid: String(custom.moduleid) }),
      400,
      18,
      'moduleid',
    )
    const { rows } = await boss.list(`/projectworktype/?projectid=${a.projects.seen}&limit=0`)
    const [worktype] = rows
    await database.write(a.accountid, (tx) =>
      tx.insert('time', {
        id: 900_001,
        projectid: a.projects.seen,
        moduleid: a.modules[0] ?? 0,
        worktypeid: Number(worktype?.worktypeid),
        personid: a.people.resource,
        date: '2026-05-01',
        time: 1_000_000,
        billable: 't',
        datemodified: '2026-05-01 00:00:00',
      }),
    )
    assertRefusedWith(await boss.send('DELETE', `/projectworktype/${worktype?.id}/`), 400, 18, 'time')
    assertRefusedWith(
      await boss.send('DELETE', `/projectmodule/${(await moduleRow(boss, a.projects.seen, a.modules[0] ?? 0)).id}/`),
      400,
      18,
    )
    await database.write(a.accountid, (tx) => tx.remove('time', 900_001))
    await boss.remove(`/projectworktype/${worktype?.id}/`)
  })

  test('Resources see only active modules and work types of their projects; the others see all of them', async () => {
    const { a } = world()
    const boss = callerFor(world(), a.tokens.administrator)
    for (const [resource, body] of [
      ['projectmodule', { module: 'Dormant' }],
      ['projectworktype', { worktype: 'Dormant', hourlyrate: 1 }],
    ] as const) {
      const row = await boss.create(`/${resource}/`, { projectid: a.projects.seen, active: 'f', ...body })
      const path = `/${resource}/?projectid=${a.projects.seen}&limit=0`
      for (const role of ['administrator', 'manager', 'executive', 'resource'] as const) {
        const seen = sorted(ids(await callerFor(world(), a.tokens[role]).list(path)))
        assert.equal(seen.includes(Number(row.id)), role !== 'resource', `${role} lists an inactive ${resource}`)
      }
      assertRefusedWith(await callerFor(world(), a.tokens.resource).send('GET', `/${resource}/${row.id}/`), 404, 14)
    }
  })
})
