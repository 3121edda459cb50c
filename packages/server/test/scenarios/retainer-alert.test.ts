// The budget alert of a budget per period (ADR 44): once in each period, for late hours too, by the account's calendar,
// and for concurrent writers. The alert of a budget of the whole project is in `budget-alert.test.ts`.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callerFor, secondServer, suiteApiFixture } from '../fixture/api-caller.ts'
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

  const newRetainer = async (more: JsonObject = {}): Promise<number> => {
    const { a } = fixture()
    const terms = { budget: 10, budgetperiod: 'month', alert_percent: 80, managerid: a.people.manager }
    const body = { name: 'Retainer', datestart: '2026-03-01', ...terms, ...more }
    const { id } = await quietly().create('/project/', body)
    await quietly().create(`/projectteam/${id}/`, { personid: a.people.resource })
    return Number(id)
  }

  const entry = (projectid: number, date: string, time: string | number): JsonObject => {
    const { a } = fixture()
    const place = { projectid, moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    return { ...place, personid: a.people.resource, date, time, billable: 't' }
  }

  /** Whether the managers get a mail for this entry; the text of it if they do. */
  const mailOf = async (projectid: number, date: string, time: string | number): Promise<string | null> => {
    const sent = await mails.mailsSentBy(() => mails.caller('resource').create('/time/', entry(projectid, date, time)))
    if (sent.recipients.length === 0) return null
    assert.deepEqual(sent.recipients, ['manager'])
    return sent.mailTo('manager').plain
  }

  const alertOf = async (projectid: number): Promise<unknown> =>
    (await quietly().read(`/project/${projectid}/`)).alert_date

  const atInstants = async (work: (moveTo: (instant: string) => void) => Promise<void>): Promise<void> => {
    const { clock } = fixture()
    const was = clock.now()
    try {
      await work((instant) => clock.moveTo(instant))
    } finally {
      clock.moveTo(was)
    }
  }

  test('T-271: the alert is given once in each period, when its percentage is reached', async () => {
    const project = await newRetainer()
    await atInstants(async (moveTo) => {
      assert.equal(await mailOf(project, '2026-05-01', '7.999999'), null)
      const text = await mailOf(project, '2026-05-31', '0.000001')
      assert.match(
        text ?? '',
        /Time logged on project "Retainer" from 2026-05-01 to 2026-05-31 reached 80% of the budget of 10 hours per month on/,
      )
      assert.equal(await alertOf(project), '2026-05-14')
      assert.equal(await mailOf(project, '2026-05-20', 10), null, 'not twice')
      moveTo('2026-06-10T10:00:00Z')
      assert.equal(await mailOf(project, '2026-06-01', 7), null)
      assert.match((await mailOf(project, '2026-06-09', 2)) ?? '', /from 2026-06-01 to 2026-06-30/)
      assert.equal(await alertOf(project), '2026-06-10')
      assert.equal(await mailOf(project, '2026-05-20', 10), null, 'May had its alert')
    })
  })

  test('hours of the period that has just ended give its alert, and the new period has its own', async () => {
    const project = await newRetainer()
    assert.match((await mailOf(project, '2026-04-30', 8)) ?? '', /from 2026-04-01 to 2026-04-30/)
    assert.match((await mailOf(project, '2026-05-02', 9)) ?? '', /from 2026-05-01 to 2026-05-31/)
    const older = await newRetainer()
    assert.equal(await mailOf(older, '2026-03-31', 20), null, 'two periods ago')
    assert.equal(await mailOf(older, '2026-06-01', 20), null, 'a period that has not begun')
    assert.equal(await alertOf(older), null)
    assert.match((await mailOf(older, '2026-05-14', 8)) ?? '', /from 2026-05-01/)
  })

  test('what is carried over counts, and its amount is not in the mail (T-274)', async () => {
    const project = await newRetainer({ carryover: 't', datestart: '2026-04-01' })
    assert.equal(await mailOf(project, '2026-04-10', 4), null)
    // 16 hours are available in May, of which 80% are 12.8.
    assert.equal(await mailOf(project, '2026-05-10', '12.799999'), null)
    const text = (await mailOf(project, '2026-05-10', '0.000001')) ?? ''
    assert.match(text, /reached 80% of the budget of 10 hours per month, with what earlier periods carried over, on/)
    assert.doesNotMatch(text, /16|12\.8|\b6\b/)
    const overrun = await newRetainer({ carryover: 't', datestart: '2026-04-01' })
    assert.match((await mailOf(overrun, '2026-04-10', 24)) ?? '', /from 2026-05-01/, 'nothing is left for May')
  })

  test('quarters and years have one alert each', async () => {
    await atInstants(async (moveTo) => {
      const [quarter, year] = [
        await newRetainer({ budgetperiod: 'quarter' }),
        await newRetainer({ budgetperiod: 'year' }),
      ]
      assert.match((await mailOf(quarter, '2026-04-01', 8)) ?? '', /from 2026-04-01 to 2026-06-30 .* per quarter/)
      assert.match((await mailOf(year, '2026-04-01', 8)) ?? '', /from 2026-01-01 to 2026-12-31 .* per year/)
      moveTo('2026-06-30T12:00:00Z')
      assert.equal(await mailOf(quarter, '2026-06-30', 8), null)
      moveTo('2026-07-01T12:00:00Z')
      assert.match((await mailOf(quarter, '2026-07-01', 8)) ?? '', /from 2026-07-01 to 2026-09-30/)
      assert.equal(await mailOf(year, '2026-07-01', 8), null)
    })
  })

  test("T-271: the period of an alert is that of the account's calendar, not of UTC", async () => {
    await atInstants(async (moveTo) => {
      const project = await newRetainer()
      moveTo('2026-05-31T21:59:59Z')
      assert.match((await mailOf(project, '2026-05-31', 8)) ?? '', /from 2026-05-01/)
      assert.equal(await mailOf(project, '2026-06-01', 8), null, 'June has not begun in Berlin')
      moveTo('2026-05-31T22:00:00Z')
      assert.match((await mailOf(project, '2026-06-01', '0.1')) ?? '', /from 2026-06-01/)
      assert.equal(await alertOf(project), '2026-06-01')
    })
  })

  test('changed terms make the alert pending again for the current period only', async () => {
    const project = await newRetainer()
    await quietly().create('/time/', entry(project, '2026-04-10', 24))
    await quietly().create('/time/', entry(project, '2026-05-10', 9))
    assert.equal(await alertOf(project), '2026-05-14')
    const update = async (body: JsonObject) =>
      (await mails.mailsSentBy(() => mails.caller('administrator').update(`/project/${project}/`, body))).recipients
    assert.deepEqual(await update({ budget: 20 }), [])
    assert.equal(await alertOf(project), null)
    assert.equal(await mailOf(project, '2026-05-11', 1), null, 'April has too many hours, but is over')
    assert.deepEqual(await update({ carryover: 't' }), [], '36 hours are available, 10 are used')
    assert.deepEqual(await update({ datestart: '2026-04-01' }), [], '16 hours are available, 12.8 would be needed')
    assert.deepEqual(await update({ name: 'Renamed', budget: 17 }), ['manager'], '10 hours are available')
    assert.deepEqual(await update({ name: 'Again' }), [])
    assert.deepEqual(await update({ budgetperiod: 'year' }), ['manager'])
    assert.deepEqual(await update({ budgetperiod: '', carryover: 'f' }), ['manager'], '34 hours of 17')
    assert.deepEqual(await update({ datestart: '2026-02-01' }), [], 'the whole project has no periods')
  })

  test('T-271: of several writers on two servers that reach the budget together, exactly one gives the alert', async () => {
    const { a } = fixture()
    const { database } = await secondServer(fixture(), testDatabase())
    const other = newApp(database, fixture().clock, mailSite)
    const call = (request: Request) => send(other, { ...request, headers: notifyHeaders })
    const callers = [mails.caller('resource'), callerFor({ call }, a.tokens.resource)]
    for (let round = 0; round < 3; round++) {
      const project = await newRetainer({ carryover: 't' })
      const body = entry(project, '2026-05-12', 3)
      const arrived = await mails.mailsSentBy(() =>
        Promise.all(Array.from({ length: 12 }, (_, at) => callers[at % 2]?.create('/time/', body))),
      )
      assert.equal(await alertOf(project), '2026-05-14', 'the alert was missed')
      assert.deepEqual(arrived.recipients, ['manager'], 'more than one alert was sent')
    }
  })
})
