// Rates from a day on (ADR 33): from when a changed rate is valid, rates of people, who sees them, and what becomes of
// them when work types are renamed or removed, projects duplicated and tasks moved. Sums are in `dated-rates.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiCaller, assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const forAllTime = '0001-01-01'

suiteApiFixture((fixture) => {
  const administrator = (): ApiCaller => callerFor(fixture(), fixture().a.tokens.administrator)

  interface RatedProject {
    readonly projectid: number
    readonly worktypeid: number
    /** The path of the project's work type. */
    readonly path: string
  }

  const newProject = async (more: JsonObject = {}): Promise<RatedProject> => {
    const { id } = await administrator().create('/project/', { name: 'Rated', datestart: '2026-01-01', ...more })
    const projectid = Number(id)
    const [part] = (await administrator().list(`/projectworktype/?projectid=${projectid}&limit=0`)).rows
    await administrator().update(`/projectworktype/${part?.id}/`, { hourlyrate: '100' })
    return { projectid, worktypeid: Number(part?.worktypeid), path: `/projectworktype/${part?.id}/` }
  }

  const log = async ({ projectid, worktypeid }: RatedProject, date: string, more: JsonObject = {}): Promise<string> => {
    const { modules, people } = fixture().a
    const where = { projectid, moduleid: modules[0] ?? 0, worktypeid }
    const body = { ...where, personid: people.resource, date, time: 1, billable: 't', ...more }
    return `/time/${(await administrator().create('/time/', body)).id}/`
  }

  const rateOf = async (path: string): Promise<unknown> => (await administrator().read(path)).hourlyrate
  const ratesOf = async ({ projectid }: Pick<RatedProject, 'projectid'>): Promise<Fields[]> => [
    ...(await administrator().list(`/projectrate/?projectid=${projectid}&sortfield=datebegin&limit=0`)).rows,
  ]
  const texts = (rates: readonly Fields[]): string[] =>
    rates.map(({ datebegin, hourlyrate, person }) => `${datebegin} ${hourlyrate} ${person ?? 'everyone'}`)

  test('a rate is for all time while nothing was priced, and from today on afterwards (T-210)', async () => {
    const project = await newProject()
    assert.deepEqual(await ratesOf(project), [], 'the first rate is for all time')
    const [old, recent] = [await log(project, '2026-05-13'), await log(project, '2026-05-14')]
    const record = await administrator().update(project.path, { hourlyrate: '120' })
    assert.deepEqual([record.hourlyrate, record.firstrate], ['120', '100'])
    assert.deepEqual([await rateOf(old), await rateOf(recent)], ['100', '120'])
    await administrator().update(project.path, { hourlyrate: '130' })
    assert.deepEqual(texts(await ratesOf(project)), ['2026-05-14 130 everyone'], 'a second change of a day replaces it')
    await administrator().update(project.path, { hourlyrate: '100' })
    assert.deepEqual(await ratesOf(project), [], 'back to the rate before: no rate of its own is needed')
  })

  test('a rate of zero is no rate yet, so the first one is for all time', async () => {
    const project = await newProject()
    await administrator().update(project.path, { hourlyrate: '0' })
    const old = await log(project, '2026-01-01')
    await administrator().update(project.path, { hourlyrate: '80' })
    assert.equal(await rateOf(old), '80')
  })

  test('a rate can be valid from any day, and for all time; a rate of the future waits for its day', async () => {
    const project = await newProject()
    const days = ['2026-01-31', '2026-02-01', '2026-03-01', '2026-06-01']
    const entries: string[] = []
    for (const day of days) entries.push(await log(project, day))
    const rates = async (): Promise<unknown> => Promise.all(entries.map(rateOf))
    await administrator().update(project.path, { hourlyrate: '120', ratefrom: '2026-03-01' })
    const future = await administrator().update(project.path, { hourlyrate: '150', ratefrom: '2026-06-01' })
    assert.equal(future.hourlyrate, '120')
    assert.deepEqual(await rates(), ['100', '100', '120', '150'])
    await administrator().update(project.path, { hourlyrate: '110', ratefrom: '2026-02-01' })
    assert.deepEqual(await rates(), ['100', '110', '110', '150'], 'rates until today are replaced, later ones stay')
    fixture().clock.moveBy(20 * 86_400_000)
    assert.equal((await administrator().read(project.path)).hourlyrate, '150')
    fixture().clock.moveBy(-20 * 86_400_000)
    await administrator().update(project.path, { hourlyrate: '90', ratefrom: forAllTime })
    assert.deepEqual(await rates(), ['90', '90', '90', '150'])
  })

  test('a record that is sent back as it was read changes nothing', async () => {
    const project = await newProject()
    await log(project, '2026-01-01')
    await administrator().update(project.path, { hourlyrate: '120' })
    const { hourlyrate = '', esttime = '', active = '' } = await administrator().read(project.path)
    await administrator().update(project.path, { hourlyrate, esttime, active })
    assert.deepEqual(texts(await ratesOf(project)), ['2026-05-14 120 everyone'])
  })

  test('the rate of a person takes precedence, and each day has one rate', async () => {
    const { people } = fixture().a
    const project = await newProject()
    const { projectid, worktypeid } = project
    const [own, other] = [
      await log(project, '2026-05-01'),
      await log(project, '2026-05-01', { personid: people.manager }),
    ]
    const body = { projectid, worktypeid, personid: people.resource, hourlyrate: '70' }
    const rate = await administrator().create('/projectrate/', body)
    assert.equal(rate.datebegin, forAllTime)
    await administrator().update(project.path, { hourlyrate: '120', ratefrom: '2026-04-01' })
    assert.deepEqual([await rateOf(own), await rateOf(other)], ['70', '120'])
    assertRefusedWith(await administrator().send('POST', '/projectrate/', body), 400, 18, 'datebegin')
    await administrator().remove(`/projectrate/${rate.id}/`)
    assert.equal(await rateOf(own), '120')
    const strange = { ...body, worktypeid: 999_999 }
    assertRefusedWith(await administrator().send('POST', '/projectrate/', strange), 400, 18, 'worktypeid')
  })

  test('only those who see rates see them, and only Administrators write them (T-211)', async () => {
    const { a } = fixture()
    const { seen, unseen } = a.projects
    for (const projectid of [seen, unseen]) {
      const body = { projectid, worktypeid: a.worktypes[0] ?? 0, personid: a.people.resource, hourlyrate: '77.7' }
      await administrator().create('/projectrate/', body)
    }
    const { rows } = await callerFor(fixture(), a.tokens.manager).list('/projectrate/?limit=0')
    assert.deepEqual([...new Set(rows.map(({ projectid }) => Number(projectid)))], [seen])
    const [rate] = rows
    for (const name of ['resource', 'executive', 'restricted'] as const) {
      const caller = callerFor(fixture(), a.tokens[name])
      for (const path of ['/projectrate/', `/projectrate/${rate?.id}/`, `/projectrate/${rate?.id}/event/`])
        assert.equal((await caller.send('GET', path)).status, 403, `${name} ${path}`)
      const events = await caller.send('GET', '/event/?limit=0')
      assert.ok(!events.text.includes('77.7'), name)
    }
    const change = await callerFor(fixture(), a.tokens.manager).send('PUT', `/projectrate/${rate?.id}/`, {
      hourlyrate: '1',
    })
    assert.equal(change.status, 403)
  })

  test('rates follow a renamed work type and a copied project, and are removed with their work type', async () => {
    const { projectid, path } = await newProject()
    await administrator().update(path, { hourlyrate: '120', ratefrom: '2026-04-01' })
    const { worktypeid } = await administrator().update(path, {
      worktype: 'Renamed',
      hourlyrate: '130',
      ratefrom: '2026-05-01',
    })
    const expected = ['2026-04-01 120 everyone', '2026-05-01 130 everyone']
    assert.deepEqual(texts(await ratesOf({ projectid })), expected)
    assert.deepEqual(new Set((await ratesOf({ projectid })).map((rate) => rate.worktypeid)), new Set([worktypeid]))
    const copy = await administrator().send('POST', `/project/${projectid}/duplicate/`, { name: 'Copy' })
    assert.deepEqual(texts(await ratesOf({ projectid: Number((copy.json.project as Fields).id) })), expected)
    await administrator().remove(path)
    assert.deepEqual(await ratesOf({ projectid }), [])
  })

  test('time that moves with its task to a project without its work type keeps its rate', async () => {
    const { a } = fixture()
    const [from, to] = [await newProject(), await newProject()]
    const body = { projectid: from.projectid, worktype: 'Special', hourlyrate: '10', active: 't' }
    const part = await administrator().create('/projectworktype/', body)
    const task = await administrator().create('/task/', {
      ...{ title: 'Work', projectid: from.projectid, moduleid: a.modules[0] ?? 0, statusid: a.statuses.open },
      ...{ priorityid: a.priorities[0] ?? 0, ownerid: a.people.manager, dateopen: '2026-01-01' },
    })
    const special = { ...from, worktypeid: Number(part.worktypeid) }
    const entry = await log(special, '2026-05-01', { taskid: Number(task.id) })
    await administrator().update(`/projectworktype/${part.id}/`, { hourlyrate: '20', ratefrom: '2026-04-01' })
    await administrator().update(`/task/${task.id}/`, { projectid: to.projectid })
    const moved = await administrator().read(entry)
    assert.deepEqual([moved.projectid, moved.hourlyrate], [String(to.projectid), '20'])
  })

  test('the budget alert uses the rate of each day', async () => {
    const project = await newProject({ budget: '300', alert_percent: 100 })
    await log(project, '2026-05-01', { time: 1 })
    await administrator().update(project.path, { hourlyrate: '200' })
    const alert = async (): Promise<unknown> =>
      (await administrator().read(`/project/${project.projectid}/`)).alert_date
    const { database, a } = fixture()
    await database.write(a.accountid, (tx) => tx.update('account', a.accountid, { budgetsin: 'money' }))
    await log(project, '2026-05-14', { time: '0.9' })
    assert.equal(await alert(), null)
    await log(project, '2026-05-14', { time: '0.1' })
    assert.equal(await alert(), '2026-05-14')
  })
})
