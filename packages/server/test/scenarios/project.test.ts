// The initial records of a project, the limit of active projects, and its modules and work types (decisions 35, 37),
// and its managers, who are on its team (decision 52).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrationsFolder, readMigrations } from '../../src/io/migrations.ts'
import { deleteRows, slot, sql, statement } from '../../src/io/sql.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  type Fields,
  ids,
  personBody,
  recordIn,
  secondServer,
  sorted,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { AccountFixture, ApiFixture } from '../fixture/api-fixture.ts'

const names = (rows: readonly Fields[], field: string): string[] => rows.map((row) => String(row[field])).sort()

async function newProject(administrator: ApiCaller, name: string): Promise<number> {
  return Number((await administrator.create('/project/', { name, datestart: '2026-03-01' })).id)
}

async function setActiveProjectLimit(
  fixture: ApiFixture,
  account: AccountFixture,
  limit: number | null,
): Promise<void> {
  await fixture.database.write(account.accountid, (tx) =>
    tx.update('account', account.accountid, { activeprojectlimit: limit }),
  )
}

const teamOf = async (administrator: ApiCaller, projectid: string | number | null | undefined): Promise<number[]> =>
  ((await administrator.read(`/projectteam/${projectid}/`)).personid as unknown as string[]).map(Number).sort()

/** The project's row for one of the account's default modules. */
const moduleRow = async (administrator: ApiCaller, projectid: number, moduleid: number): Promise<Fields> => {
  const { rows } = await administrator.list(`/projectmodule/?projectid=${projectid}&limit=0`)
  const module = rows.find((row) => Number(row.moduleid) === moduleid)
  assert.ok(module, `module ${moduleid} is on project ${projectid}`)
  return module
}

suiteApiFixture((fixture, kind, testDatabase) => {
  test('a new project gets the active modules and work types of the account, and nothing inactive or custom', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const asleep = await administrator.create('/module/', { name: 'Asleep', active: 'f' })
    const idle = await administrator.create('/worktype/', { name: 'Idle', defaulthourlyrate: '5', active: 'f' })
    await administrator.create('/projectmodule/', { projectid: a.projects.seen, module: 'Only here', active: 't' })
    const projectid = await newProject(administrator, 'Fresh')
    const active = await administrator.list('/module/?active=t&limit=0')
    const got = await administrator.list(`/projectmodule/?projectid=${projectid}&limit=0`)
    assert.deepEqual(names(got.rows, 'moduleid'), names(active.rows, 'id'), 'projectmodule.moduleid')
    assert.deepEqual(names(got.rows, 'modulename'), names(active.rows, 'name'), 'projectmodule.modulename')
    const kinds = await administrator.list('/worktype/?active=t&limit=0')
    const work = await administrator.list(`/projectworktype/?projectid=${projectid}&limit=0`)
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
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const joins = await administrator.create('/person/', personBody('Joins', 4, { allprojects: 't' }))
    const inactive = await administrator.create('/person/', personBody('Gone', 4, { allprojects: 't', active: 'f' }))
    const chief = await administrator.create('/person/', personBody('Chief', 2, { allprojects: 't' }))
    const before = await administrator.read(`/projectteam/${a.projects.seen}/`)
    const projectid = await newProject(administrator, 'Joined')
    const team = await administrator.read(`/projectteam/${projectid}/`)
    assert.deepEqual(team.personid, [joins.id], `team without ${inactive.id} and ${chief.id}`)
    assert.deepEqual(
      await administrator.read(`/projectteam/${a.projects.seen}/`),
      before,
      'existing projects are not affected',
    )
    await administrator.update(`/person/${joins.id}/`, { allprojects: 'f' })
    assert.deepEqual(
      (await administrator.read(`/projectteam/${await newProject(administrator, 'Alone')}/`)).personid,
      [],
    )
  })

  test('decision 52: a manager of a project is on its team, from the write that names them', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const manager = callerFor(fixture(), a.tokens.manager)
    const { manager: m, administrator: boss } = a.people
    const body = { name: 'Managed', datestart: '2026-03-01', managerid: `${boss},${m}` }
    const created = await administrator.create('/project/', body)
    assert.deepEqual(await teamOf(administrator, created.id), [m], 'an Administrator is on no team')
    assert.equal((await manager.read(`/project/${created.id}/`)).name, 'Managed')
    const projectid = await newProject(administrator, 'Managed later')
    assert.deepEqual(await teamOf(administrator, projectid), [])
    await administrator.update(`/project/${projectid}/`, { managerid: m })
    assert.deepEqual(await teamOf(administrator, projectid), [m])
    const secure = { personid: m, securenotes: 't' }
    await administrator.create(`/projectteam/${projectid}/`, secure)
    await administrator.update(`/project/${projectid}/`, { managerid: `${m},${boss}` })
    const readers = await administrator.send('GET', `/projectteam/?projectid=${projectid}&securenotes=t`)
    assert.deepEqual(recordIn(readers).personid, [String(m)], 'who is on the team already stays as they are')
  })

  test('decision 52: a manager cannot leave the team; a former manager can', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { manager: m, resource: r } = a.people
    const created = await administrator.create('/project/', { name: 'Held', datestart: '2026-03-01', managerid: m })
    const path = `/projectteam/${created.id}/`
    await administrator.create(path, { personid: r })
    const removal = [{ personid: r }, { personid: m }]
    assertRefusedWith(
      await administrator.send('DELETE', path, removal),
      400,
      18,
      `personid: "${m}"`,
      'is a manager of this project; remove them from its managers first',
    )
    assert.deepEqual(await teamOf(administrator, created.id), [m, r].sort(), 'nobody was removed')
    await administrator.update(`/project/${created.id}/`, { managerid: '' })
    await administrator.remove(path, removal)
    assert.deepEqual(await teamOf(administrator, created.id), [])
  })

  test('decision 52: an Administrator who gets another role joins the teams of the projects they manage', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const former = await administrator.create('/person/', personBody('Former', 2))
    const body = { name: 'Kept', datestart: '2026-03-01', managerid: String(former.id) }
    const created = await administrator.create('/project/', body)
    assert.deepEqual(await teamOf(administrator, created.id), [])
    await administrator.update(`/person/${former.id}/`, { groupid: 3 })
    assert.deepEqual(await teamOf(administrator, created.id), [Number(former.id)])
  })

  test('decision 52: a manager who is named while they leave the team is on it afterwards', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const m = a.people.manager
    for (let round = 0; round < 8; round++) {
      const projectid = await newProject(administrator, `Contended ${round}`)
      await administrator.create(`/projectteam/${projectid}/`, { personid: m })
      const replies = await Promise.all([
        administrator.send('PUT', `/project/${projectid}/`, { managerid: m }),
        administrator.send('DELETE', `/projectteam/${projectid}/`, { personid: m }),
      ])
      assert.equal(replies[0]?.status, 202, replies[0]?.text)
      assert.deepEqual(await teamOf(administrator, projectid), [m], `round ${round}: ${replies[1]?.status}`)
    }
  })

  test('decision 52: the migration puts managers of existing projects on their teams, once', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const managerid = `${a.people.administrator},${a.people.manager}`
    const created = await administrator.create('/project/', { name: 'Old', datestart: '2026-03-01', managerid })
    const migrations = await readMigrations(kind, migrationsFolder)
    const { text = '' } = migrations.find(({ name }) => name === 'project-teams') ?? {}
    const repair = statement(sql(Object.assign([text], { raw: [text] })))
    const leave = deleteRows('projectteam', sql`projectid = ${slot('projectid')}`)
    await database.write(a.accountid, (tx) => tx.run('projectteam', leave, { projectid: Number(created.id) }))
    assert.deepEqual(await teamOf(administrator, created.id), [])
    for (let round = 0; round < 2; round++) {
      await database.write(a.accountid, (tx) => tx.run('projectteam', repair))
      assert.deepEqual(await teamOf(administrator, created.id), [a.people.manager])
    }
  })

  test('the limit of active projects applies to creating and activating, and the error states it', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { count } = await administrator.list('/project/?active=t&limit=1')
    await setActiveProjectLimit(fixture(), a, count + 1)
    const last = await newProject(administrator, 'The last one')
    const body = { name: 'One too many', datestart: '2026-03-01' }
    assertRefusedWith(await administrator.send('POST', '/project/', body), 400, 18, 'active', String(count + 1))
    assertRefusedWith(
      await administrator.send('PUT', `/project/${a.projects.inactive}/`, { active: 't' }),
      400,
      18,
      'active',
    )
    assert.equal(
      (await administrator.create('/project/', { ...body, active: 'f' })).active,
      'f',
      'an inactive project is allowed',
    )
    await administrator.update(`/project/${last}/`, { name: 'Still the last one' })
    await administrator.update(`/project/${last}/`, { active: 'f' })
    assert.equal((await administrator.update(`/project/${a.projects.inactive}/`, { active: 't' })).active, 't')
    await administrator.update(`/project/${a.projects.inactive}/`, { active: 'f' })
    await setActiveProjectLimit(fixture(), a, null)
  })

  test('T-64: the limit of active projects holds for 32 concurrent writers that create and activate', async () => {
    const { b } = fixture()
    const administrator = callerFor(fixture(), b.tokens.administrator)
    const sleeping = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        administrator.create('/project/', { name: `Sleeping ${at}`, datestart: '2026-03-01', active: 'f' }),
      ),
    )
    const { count } = await administrator.list('/project/?active=t&limit=1')
    await setActiveProjectLimit(fixture(), b, count + 5)
    const other = callerFor(await secondServer(fixture(), testDatabase()), b.tokens.administrator)
    const replies = await Promise.all([
      ...Array.from({ length: 24 }, (_, at) =>
        (at % 2 ? administrator : other).send('POST', '/project/', { name: `Rush ${at}`, datestart: '2026-03-01' }),
      ),
      ...sleeping.map(({ id }) => administrator.send('PUT', `/project/${id}/`, { active: 't' })),
    ])
    assert.equal(replies.filter(({ status }) => status < 300).length, 5, 'exactly as many projects as the limit allows')
    for (const reply of replies.filter(({ status }) => status >= 300)) assertRefusedWith(reply, 400, 18, 'active')
    assert.equal((await administrator.list('/project/?active=t&limit=1')).count, count + 5)
    await setActiveProjectLimit(fixture(), b, null)
  })

  test('a custom module belongs to one project and has its own id for tasks', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    assertRefusedWith(
      await administrator.send('POST', '/projectmodule/', { projectid: a.projects.seen, active: 't' }),
      400,
      18,
      'module',
    )
    const custom = await administrator.create('/projectmodule/', {
      projectid: a.projects.seen,
      module: 'Polish',
      active: 't',
    })
    assert.deepEqual([custom.module, custom.modulename], ['Polish', 'Polish'])
    assert.notEqual(custom.moduleid, '0')
    const created = await administrator.create('/task/', taskBody(a, { moduleid: String(custom.moduleid) }))
    assert.deepEqual([created.module, created.moduleid], ['Polish', custom.moduleid])
    const elsewhere = taskBody(a, { moduleid: String(custom.moduleid), projectid: a.projects.clientless })
    assertRefusedWith(await administrator.send('POST', '/task/', elsewhere), 400, 18, 'moduleid')
    assert.ok(
      !ids(await administrator.list('/module/?limit=0')).includes(Number(custom.moduleid)),
      'not among the default modules',
    )
    assertRefusedWith(await administrator.send('GET', `/module/${custom.moduleid}/`), 404, 14)
    await administrator.update(`/projectmodule/${custom.id}/`, { module: 'Shine' })
    assert.equal(
      (await administrator.read(`/task/${created.id}/`)).module,
      'Shine',
      'renaming a custom module renames it on its tasks',
    )
    assert.equal((await administrator.read(`/task/${created.id}/`)).moduleid, custom.moduleid)
  })

  test('renaming a default module on a project makes it custom, and only the tasks of that project follow', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const [, moduleid = 0] = a.modules
    const here = await administrator.create('/task/', taskBody(a, { moduleid }))
    const otherTask = await administrator.create('/task/', taskBody(a, { moduleid, projectid: a.projects.clientless }))
    const row = await moduleRow(administrator, a.projects.seen, moduleid)
    const converted = await administrator.update(`/projectmodule/${row.id}/`, { module: 'Our own design' })
    assert.equal(converted.id, row.id, 'the row keeps its id')
    assert.notEqual(Number(converted.moduleid), moduleid)
    const followed = await administrator.read(`/task/${here.id}/`)
    assert.deepEqual([followed.moduleid, followed.module], [converted.moduleid, 'Our own design'])
    const stayed = await administrator.read(`/task/${otherTask.id}/`)
    assert.deepEqual([Number(stayed.moduleid), stayed.module], [moduleid, row.module])
    assert.equal((await administrator.read(`/module/${moduleid}/`)).name, row.module, 'the default keeps its name')
    const again = await administrator.create('/projectmodule/', { projectid: a.projects.seen, moduleid, active: 't' })
    assert.equal(Number(again.moduleid), moduleid, 'the default module can be added again')
    const twice = { projectid: a.projects.seen, moduleid, active: 't' }
    assertRefusedWith(await administrator.send('POST', '/projectmodule/', twice), 400, 18, 'moduleid')
  })

  test('I-32: the project of a project module or work type cannot be changed once it is set', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const resource of ['projectmodule', 'projectworktype']) {
      const [row] = (await administrator.list(`/${resource}/?projectid=${a.projects.seen}&limit=1`)).rows
      const moved = await administrator.send('PUT', `/${resource}/${row?.id}/`, { projectid: a.projects.clientless })
      assertRefusedWith(moved, 400, 18, 'projectid')
      const same = await administrator.update(`/${resource}/${row?.id}/`, { projectid: a.projects.seen })
      assert.equal(Number(same.projectid), a.projects.seen, `${resource}: sending the same project is no change`)
    }
  })

  test('a work type of a project gets the default rate; a custom one requires a rate', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const rated = await administrator.create('/worktype/', { name: 'Rated', defaulthourlyrate: '62.5', active: 't' })
    const body = { projectid: a.projects.seen, worktypeid: String(rated.id), active: 't' }
    assert.equal((await administrator.create('/projectworktype/', body)).hourlyrate, '62.5')
    const custom = { projectid: a.projects.seen, worktype: 'By hand', active: 't' }
    assertRefusedWith(await administrator.send('POST', '/projectworktype/', custom), 400, 18, 'hourlyrate')
    const created = await administrator.create('/projectworktype/', { ...custom, hourlyrate: 80, esttime: '2.5' })
    assert.deepEqual(
      [created.worktype, created.hourlyrate, created.esttime, created.total],
      ['By hand', '80', '2.5', '200'],
    )
  })

  test('the estimate and total of a project work type are 0 when unset, in both formats', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const body = { projectid: a.projects.seen, worktype: 'Not estimated', hourlyrate: 80, active: 't' }
    const created = await administrator.create('/projectworktype/', body)
    const path = `/projectworktype/${created.id}/`
    assert.deepEqual([created.esttime, created.total], ['0', '0'])
    assert.deepEqual(await administrator.read(path), created)
    const xml = await administrator.send('GET', path, undefined, { accept: 'application/xml' })
    assert.match(xml.text, /<esttime>0<\/esttime><total>0<\/total>/)
    const estimated = await administrator.update(path, { esttime: '1.5' })
    assert.deepEqual([estimated.esttime, estimated.total], ['1.5', '120'])
    for (const blank of ['', null, 0]) {
      const cleared = await administrator.update(path, { esttime: blank })
      assert.deepEqual([cleared.esttime, cleared.total], ['0', '0'], `esttime ${JSON.stringify(blank)}`)
    }
    const list = await administrator.list(`/projectworktype/?projectid=${a.projects.seen}&limit=0`)
    assert.ok(list.rows.every(({ esttime, total }) => esttime !== null && total !== null && total !== ''))
  })

  test('a project module or work type in use is not deleted; an unused one is, and a custom one with its own record', async () => {
    const { a, database } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const custom = await administrator.create('/projectmodule/', {
      projectid: a.projects.seen,
      module: 'Used',
      active: 't',
    })
    const user = await administrator.create('/task/', taskBody(a, { moduleid: String(custom.moduleid) }))
    assertRefusedWith(await administrator.send('DELETE', `/projectmodule/${custom.id}/`), 400, 18, 'task')
    const moved = await administrator.send('PUT', `/task/${user.id}/`, { moduleid: a.modules[0] ?? 0 })
    assert.equal(moved.status, 202)
    await administrator.remove(`/projectmodule/${custom.id}/`)
    assertRefusedWith(await administrator.send('GET', `/projectmodule/${custom.id}/`), 404, 14)
    assertRefusedWith(
      await administrator.send('PUT', `/task/${user.id}/`, { moduleid: String(custom.moduleid) }),
      400,
      18,
      'moduleid',
    )
    const { rows } = await administrator.list(`/projectworktype/?projectid=${a.projects.seen}&limit=0`)
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
    assertRefusedWith(await administrator.send('DELETE', `/projectworktype/${worktype?.id}/`), 400, 18, 'time')
    assertRefusedWith(
      await administrator.send(
        'DELETE',
        `/projectmodule/${(await moduleRow(administrator, a.projects.seen, a.modules[0] ?? 0)).id}/`,
      ),
      400,
      18,
    )
    await database.write(a.accountid, (tx) => tx.remove('time', 900_001))
    await administrator.remove(`/projectworktype/${worktype?.id}/`)
  })

  test('Resources see only active modules and work types of their projects; the others see all of them', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    for (const [resource, body] of [
      ['projectmodule', { module: 'Dormant' }],
      ['projectworktype', { worktype: 'Dormant', hourlyrate: 1 }],
    ] as const) {
      const row = await administrator.create(`/${resource}/`, { projectid: a.projects.seen, active: 'f', ...body })
      const path = `/${resource}/?projectid=${a.projects.seen}&limit=0`
      for (const role of ['administrator', 'manager', 'executive', 'resource'] as const) {
        const visible = sorted(ids(await callerFor(fixture(), a.tokens[role]).list(path)))
        assert.equal(visible.includes(Number(row.id)), role !== 'resource', `${role} lists an inactive ${resource}`)
      }
      assertRefusedWith(await callerFor(fixture(), a.tokens.resource).send('GET', `/${resource}/${row.id}/`), 404, 14)
    }
  })
})
