// The budget alert (decision 45): when logged time first reaches the percentage of the budget, the date is stored and
// the managers get a mail, for every way of logging time and for concurrent writers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callerFor, type Fields, secondServer, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { newApp, send } from '../fixture/api-fixture.ts'
import { type MailFixture, mailSite, notifyHeaders, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject, Request } from '../fixture/request-parts.ts'

suiteApiFixture((fixture, _kind, testDatabase) => {
  let mails: MailFixture
  before(async () => {
    mails = await startMailFixture(fixture())
  })
  after(() => mails.close())

  const quietly = () => callerFor(fixture(), fixture().a.tokens.administrator)

  const newProject = async (more: JsonObject): Promise<number> => {
    const { a } = fixture()
    const body = { name: 'Budgeted', datestart: '2026-02-01', managerid: a.people.manager, ...more }
    const { id } = await quietly().create('/project/', body)
    const reply = await quietly().send('POST', `/projectteam/${id}/`, [
      { personid: a.people.manager },
      { personid: a.people.resource },
    ])
    assert.equal(reply.status, 201)
    return Number(id)
  }

  const entry = (projectid: number, time: string | number, more: JsonObject = {}): JsonObject => {
    const { a } = fixture()
    const place = { projectid, moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    return { ...place, personid: a.people.resource, date: '2026-05-12', time, billable: 't', ...more }
  }

  const alertOf = async (projectid: number): Promise<unknown> =>
    (await quietly().read(`/project/${projectid}/`)).alert_date

  const logged = (projectid: number, time: string | number, more: JsonObject = {}) =>
    mails.mailsSentBy(() => mails.caller('resource').create('/time/', entry(projectid, time, more)))

  test('the alert is given when the percentage is reached, not before and not twice', async () => {
    const project = await newProject({ budget: 10, alert_percent: 80 })
    assert.deepEqual((await logged(project, '7.999999')).recipients, [])
    assert.equal(await alertOf(project), null)
    const reached = await logged(project, '0.000001')
    assert.deepEqual(reached.recipients, ['manager'])
    const { subject, plain } = reached.mailTo('manager')
    assert.equal(subject, 'Budget alert: Budgeted')
    assert.match(plain, /Time logged on project "Budgeted" reached 80% of the budget of 10 hours on 2026-05-14 12:00/)
    assert.equal(await alertOf(project), '2026-05-14')
    fixture().clock.moveBy(86_400_000)
    assert.deepEqual((await logged(project, '5')).recipients, [])
    assert.equal(await alertOf(project), '2026-05-14')
    fixture().clock.moveBy(-86_400_000)
  })

  test('without the header the date is stored and no mail is sent', async () => {
    const project = await newProject({ budget: 10, alert_percent: 80 })
    const arrived = await mails.mailsSentBy(() => quietly().create('/time/', entry(project, 8)))
    assert.deepEqual(arrived.recipients, [])
    assert.equal(await alertOf(project), '2026-05-14')
  })

  test('a manager who logs the time that reaches the budget gets the mail too', async () => {
    const { a } = fixture()
    const project = await newProject({ budget: 1, alert_percent: 100 })
    const arrived = await mails.mailsSentBy(() =>
      mails.caller('manager').create('/time/', entry(project, 1, { personid: a.people.manager })),
    )
    assert.deepEqual(arrived.recipients, ['manager'])
  })

  test('without a budget or a percentage there is no alert', async () => {
    const halves: JsonObject[] = [{ alert_percent: 80 }, { budget: 10 }, { budget: 0, alert_percent: 80 }, {}]
    for (const more of halves) {
      const project = await newProject(more)
      assert.deepEqual((await logged(project, 24)).recipients, [])
      assert.equal(await alertOf(project), null)
    }
  })

  test('in an account with budgets in money, hours are multiplied with the rate of the work type', async () => {
    const { a, database } = fixture()
    await database.write(a.accountid, (tx) => tx.update('account', a.accountid, { budgetsin: 'money' }))
    try {
      const project = await newProject({ budget: '1000.5', alert_percent: '50' })
      const [worktype] = (await quietly().list(`/projectworktype/?projectid=${project}&limit=0`)).rows
      await quietly().update(`/projectworktype/${worktype?.id}/`, { hourlyrate: '100.05' })
      const more = { worktypeid: Number(worktype?.worktypeid) }
      assert.deepEqual((await logged(project, '4.999999', more)).recipients, [])
      const reached = await logged(project, '0.000001', more)
      assert.match(reached.mailTo('manager').plain, /reached 50% of the budget of 1000\.5 on/)
    } finally {
      await database.write(a.accountid, (tx) => tx.update('account', a.accountid, { budgetsin: 'hours' }))
    }
  })

  test('amounts beyond the safe integers are compared exactly', async () => {
    const project = await newProject({ budget: '9999999999', alert_percent: '1000000' })
    assert.deepEqual((await logged(project, 24)).recipients, [])
    assert.equal(await alertOf(project), null)
  })

  test('an edit, a timer and a moved task can also reach the budget', async () => {
    const { a } = fixture()
    const edited = await newProject({ budget: 10, alert_percent: 50 })
    const { id } = await quietly().create('/time/', entry(edited, 4))
    assert.equal(await alertOf(edited), null)
    await quietly().update(`/time/${id}/`, { time: 5 })
    assert.equal(await alertOf(edited), '2026-05-14')

    const target = await newProject({ budget: 10, alert_percent: 50 })
    const [module = 0] = a.modules
    const task = await quietly().create('/task/', taskBody(a, { projectid: a.projects.seen, moduleid: module }))
    await quietly().create('/time/', entry(a.projects.seen, 6, { taskid: Number(task.id) }))
    await quietly().update(`/task/${task.id}/`, { projectid: target })
    assert.equal(await alertOf(target), '2026-05-14')

    const timed = await newProject({ budget: 1, alert_percent: 50 })
    const timer = await quietly().create('/timer/', { personid: a.people.administrator })
    fixture().clock.moveBy(3_600_000)
    await quietly().create(`/timer/${timer.id}/apply/`, entry(timed, 1, { personid: a.people.administrator }))
    assert.equal(await alertOf(timed), '2026-05-14')
    fixture().clock.moveBy(-3_600_000)
  })

  test('a new budget or percentage makes the alert pending again, and gives it at once if it is due', async () => {
    const project = await newProject({ budget: 10, alert_percent: 50 })
    await quietly().create('/time/', entry(project, 6))
    assert.equal(await alertOf(project), '2026-05-14')
    const administrator = mails.caller('administrator')
    const raised: Fields = await administrator.update(`/project/${project}/`, { budget: 20 })
    assert.equal(raised.alert_date, null)
    assert.deepEqual((await logged(project, 4)).recipients, ['manager'])
    const lowered = await mails.mailsSentBy(() => administrator.update(`/project/${project}/`, { alert_percent: 10 }))
    assert.deepEqual(lowered.recipients, ['manager'])
    assert.deepEqual(
      (await mails.mailsSentBy(() => administrator.update(`/project/${project}/`, { name: 'Renamed' }))).recipients,
      [],
    )
    assert.equal((await administrator.update(`/project/${project}/`, { alert_percent: 0 })).alert_date, null)
  })

  test('T-64: of several writers in several processes that reach the budget together, exactly one gives the alert', async () => {
    const { a } = fixture()
    const { database } = await secondServer(fixture(), testDatabase())
    const other = newApp(database, fixture().clock, mailSite)
    const call = (request: Request) => send(other, { ...request, headers: notifyHeaders })
    const callers = [mails.caller('resource'), callerFor({ call }, a.tokens.resource)]
    for (let round = 0; round < 5; round++) {
      const project = await newProject({ budget: 10, alert_percent: 100 })
      const body = entry(project, 1)
      const arrived = await mails.mailsSentBy(() =>
        Promise.all(Array.from({ length: 12 }, (_, at) => callers[at % 2]?.create('/time/', body))),
      )
      assert.equal(await alertOf(project), '2026-05-14', 'the alert was missed')
      assert.deepEqual(arrived.recipients, ['manager'], 'more than one alert was sent')
    }
  })
})
