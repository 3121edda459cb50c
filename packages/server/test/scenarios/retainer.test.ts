// Budgets per month, quarter or year (ADR 44): the rules of their fields, the report of their periods with what is
// carried over, and who sees them. Alerts are in `retainer-alert.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

suiteApiFixture((fixture) => {
  const as = (who: PersonName) => callerFor(fixture(), fixture().a.tokens[who])

  const newRetainer = async (more: JsonObject = {}): Promise<number> => {
    const terms = { budget: 10, budgetperiod: 'month', carryover: 't' }
    const body = { name: 'Retainer', datestart: '2026-01-20', ...terms, ...more }
    const { id } = await as('administrator').create('/project/', body)
    return Number(id)
  }

  const log = async (
    projectid: number,
    date: string,
    time: string | number,
    more: JsonObject = {},
  ): Promise<Fields> => {
    const { a } = fixture()
    const place = { projectid, moduleid: a.modules[0] ?? 0, worktypeid: a.worktypes[0] ?? 0 }
    const entry = { ...place, personid: a.people.administrator, date, time, billable: 'f', ...more }
    return as('administrator').create('/time/', entry)
  }

  const logAll = async (projectid: number, entries: Readonly<Record<string, string | number>>): Promise<void> => {
    for (const [date, time] of Object.entries(entries)) await log(projectid, date, time)
  }

  const report = async (projectid: number, more = '', who: PersonName = 'administrator') =>
    (await as(who).list(`/retainer/?projectid=${projectid}${more}`)).rows

  const periods = async (projectid: number, more = '', who: PersonName = 'administrator'): Promise<string[]> =>
    (await report(projectid, more, who)).map((row) =>
      [row.datebegin, row.dateend, row.carriedover, row.available, row.hours, row.used, row.remaining].join(' '),
    )

  const hours = { '2026-01-31': 8, '2026-02-01': 5, '2026-02-28': 10, '2026-04-15': 10, '2026-05-14': 3 }

  test('what a period leaves is added to the next one, and what it overran is taken from it', async () => {
    const projectid = await newRetainer()
    await logAll(projectid, hours)
    assert.deepEqual(await periods(projectid), [
      '2026-01-01 2026-01-31 0 10 8 80 2',
      '2026-02-01 2026-02-28 2 12 15 125 -3',
      '2026-03-01 2026-03-31 -3 7 0 0 7',
      '2026-04-01 2026-04-30 7 17 10 58.82 7',
      '2026-05-01 2026-05-31 7 17 3 17.64 14',
    ])
    const [row = {}] = await report(projectid)
    assert.deepEqual(
      [row.project, row.budgetsin, row.budgetperiod, row.budget, row.clientid, row.currency],
      ['Retainer', 'hours', 'month', '10', null, ''],
    )
  })

  test('without carry-over each period has its budget alone', async () => {
    const projectid = await newRetainer({ carryover: 'f' })
    await logAll(projectid, hours)
    assert.deepEqual(await periods(projectid, '&datebegin=2026-02-10&dateend=2026-03-01'), [
      '2026-02-01 2026-02-28 0 10 15 150 -5',
      '2026-03-01 2026-03-31 0 10 0 0 10',
    ])
  })

  test('nothing is available after a large overrun, and then there is no percentage', async () => {
    const projectid = await newRetainer({ datestart: '2026-04-01' })
    await logAll(projectid, { '2026-04-01': 24, '2026-05-01': 1 })
    assert.deepEqual(await periods(projectid), [
      '2026-04-01 2026-04-30 0 10 24 240 -14',
      '2026-05-01 2026-05-31 -14 -4 1  -5',
    ])
  })

  test('quarters and years are those of the calendar', async () => {
    const projectid = await newRetainer({ datestart: '2025-12-31', budgetperiod: 'quarter' })
    await logAll(projectid, { '2025-10-01': 1, '2025-12-31': 2, '2026-03-31': 4, '2026-04-01': 8, '2026-06-30': 16 })
    assert.deepEqual(await periods(projectid), [
      '2025-10-01 2025-12-31 0 10 3 30 7',
      '2026-01-01 2026-03-31 7 17 4 23.52 13',
      '2026-04-01 2026-06-30 13 23 24 104.34 -1',
    ])
    await as('administrator').update(`/project/${projectid}/`, { budgetperiod: 'year' })
    assert.deepEqual(await periods(projectid), [
      '2025-01-01 2025-12-31 0 10 3 30 7',
      '2026-01-01 2026-12-31 7 17 28 164.7 -11',
    ])
  })

  test('periods are those from the first to the last day of the project; other time counts in none', async () => {
    const projectid = await newRetainer({ datestart: '2026-02-28', dateend: '2026-04-01' })
    await logAll(projectid, { '2026-01-31': 7, '2026-02-01': 1, '2026-04-30': 2, '2026-05-01': 4 })
    const all = [
      '2026-02-01 2026-02-28 0 10 1 10 9',
      '2026-03-01 2026-03-31 9 19 0 0 19',
      '2026-04-01 2026-04-30 19 29 2 6.89 27',
    ]
    assert.deepEqual(await periods(projectid), all)
    assert.deepEqual(await periods(projectid, '&datebegin=2020-01-01&dateend=2029-12-31'), all)
    assert.deepEqual(await periods(projectid, '&datebegin=2026-04-30&dateend=2026-04-30'), all.slice(2))
    assert.deepEqual(await periods(projectid, '&datebegin=2026-05-01'), [])
    await as('administrator').update(`/project/${projectid}/`, { dateend: '2026-01-01' })
    assert.deepEqual(await periods(projectid), [], 'the end is before the start')
  })

  test('the present budget counts for all periods, and only for projects with the requested state', async () => {
    const projectid = await newRetainer({ datestart: '2026-04-01' })
    await log(projectid, '2026-04-01', 8)
    await as('administrator').update(`/project/${projectid}/`, { budget: 20, active: 'f' })
    assert.deepEqual(await periods(projectid), [])
    assert.deepEqual(await periods(projectid, '&active=f'), [
      '2026-04-01 2026-04-30 0 20 8 40 12',
      '2026-05-01 2026-05-31 12 32 0 0 32',
    ])
  })

  test('at most ten years are reported, and twelve months unless days are sent', async () => {
    const projectid = await newRetainer({ datestart: '0001-01-01' })
    assert.equal((await periods(projectid)).length, 12)
    const [first = '', ...more] = await periods(projectid, '&datebegin=2016-06-01')
    assert.equal(more.length, 119)
    // Without time, every month since the year 1 left its budget.
    assert.equal(
      first,
      `2016-06-01 2016-06-30 ${(2015 * 12 + 5) * 10} ${(2015 * 12 + 6) * 10} 0 0 ${(2015 * 12 + 6) * 10}`,
    )
    const reply = await as('administrator').send('GET', `/retainer/?projectid=${projectid}&datebegin=2016-05-31`)
    assertRefusedWith(reply, 400, 18, 'datebegin: choose at most 120 months')
    assert.equal((await periods(projectid, '&dateend=9999-12-31&datebegin=9999-12-01')).length, 1)
  })

  test("T-272: a budget in money uses the rate of each day, rounded like the lines of each period's invoice", async () => {
    const { a, database } = fixture()
    const budgetIn = (budgetsin: string) =>
      database.write(a.accountid, (tx) => tx.update('account', a.accountid, { budgetsin }))
    const projectid = await newRetainer({ budget: '100.5', datestart: '2026-03-01' })
    const [part = {}] = (await as('administrator').list(`/projectworktype/?projectid=${projectid}&limit=0`)).rows
    const more = { worktypeid: Number(part.worktypeid) }
    await as('administrator').update(`/projectworktype/${part.id}/`, { hourlyrate: '33.3333', ratefrom: '0001-01-01' })
    await as('administrator').update(`/projectworktype/${part.id}/`, { hourlyrate: '100', ratefrom: '2026-04-16' })
    await log(projectid, '2026-03-31', '1.5', more)
    await log(projectid, '2026-04-15', '1', more)
    await log(projectid, '2026-04-16', '0.333333', more)
    await budgetIn('money')
    try {
      const rows = await report(projectid, '&dateend=2026-04-30')
      assert.deepEqual(
        rows.map((row) =>
          [row.budgetsin, row.carriedover, row.available, row.value, row.used, row.remaining].join(' '),
        ),
        // 1.5 × 33.3333 = 49.99995; 33.3333 + 33.3333 are two lines of 33.33.
        ['money 0 100.5 50 49.75 50.5', 'money 50.5 151 66.66 44.14 84.34'],
      )
    } finally {
      await budgetIn('hours')
    }
  })

  test('the report of budgets leaves periods to this one', async () => {
    const projectid = await newRetainer()
    await log(projectid, '2026-05-01', 4)
    const read = async () => (await as('administrator').list(`/budget/?projectid=${projectid}`)).rows
    const [periodic = {}] = await read()
    assert.deepEqual(
      [periodic.budget, periodic.budgetperiod, periodic.hours, periodic.used, periodic.remaining],
      ['10', 'month', '4', '', ''],
    )
    await as('administrator').update(`/project/${projectid}/`, { budgetperiod: '', carryover: 'f' })
    const [whole = {}] = await read()
    assert.deepEqual([whole.budgetperiod, whole.used, whole.remaining], ['', '40', '6'])
    assert.deepEqual(await periods(projectid), [])
  })

  test('a period needs a budget and carry-over a period; all errors are reported at once', async () => {
    const { database } = fixture()
    const projectid = await newRetainer()
    await assertUnchanged(database, 'a rejected budget', async () => {
      const update = (body: JsonObject) => as('administrator').send('PUT', `/project/${projectid}/`, body)
      assertRefusedWith(await update({ budget: '' }), 400, 18, 'budgetperiod: "month" needs a budget above 0')
      assertRefusedWith(await update({ budget: 0 }), 400, 18, 'budgetperiod: "month" needs a budget above 0')
      assertRefusedWith(await update({ budgetperiod: '' }), 400, 18, 'carryover: "t" needs a budgetperiod')
      assertRefusedWith(await update({ budgetperiod: 'week' }), 400, 18, `budgetperiod: "week" must be 'month'`)
      const create = (body: JsonObject) => as('administrator').send('POST', '/project/', body)
      assertRefusedWith(await create({ carryover: 't' }), 400, 18, 'name: ', 'datestart: ', 'carryover: "t" needs')
      const both = await create({ name: 'X', datestart: 'soon', budgetperiod: 'year', carryover: 'maybe' })
      assertRefusedWith(both, 400, 18, 'datestart: "soon"', 'budgetperiod: "year" needs', 'carryover: "maybe"')
    })
    const cleared = await as('administrator').update(`/project/${projectid}/`, {
      budget: '',
      budgetperiod: '',
      carryover: 'f',
    })
    assert.deepEqual([cleared.budget, cleared.budgetperiod, cleared.carryover], ['', '', 'f'])
  })

  test('T-273: only Administrators, and Managers of the team, see budgets per period', async () => {
    const { a } = fixture()
    const projectid = await newRetainer()
    for (const who of ['resource', 'executive'] as const) {
      await as('administrator').create(`/projectteam/${projectid}/`, { personid: a.people[who] })
      const record = await as(who).read(`/project/${projectid}/`)
      for (const field of ['budgetperiod', 'carryover', 'alertuntil']) assert.ok(!(field in record), `${who} ${field}`)
      assertRefusedWith(await as(who).send('GET', '/retainer/'), 403, 10)
    }
    assert.deepEqual(await periods(projectid, '', 'manager'), [], 'not on the team yet')
    await as('administrator').create(`/projectteam/${projectid}/`, { personid: a.people.manager })
    assert.equal((await periods(projectid, '', 'manager')).length, 5)
    assert.equal((await as('manager').read(`/project/${projectid}/`)).budgetperiod, 'month')
  })

  test('T-274: for a restricted Manager only their own hours are counted, also in what is carried over', async () => {
    const { a, database } = fixture()
    const projectid = await newRetainer({ datestart: '2026-04-01' })
    await as('administrator').create(`/projectteam/${projectid}/`, { personid: a.people.manager })
    await log(projectid, '2026-04-01', 5)
    await log(projectid, '2026-04-02', 2, { personid: a.people.manager })
    const restrict = (restricttasks: string) =>
      database.write(a.accountid, (tx) => tx.update('person', a.people.manager, { restricttasks }))
    await restrict('t')
    try {
      assert.deepEqual(await periods(projectid, '', 'manager'), [
        '2026-04-01 2026-04-30 0 10 2 20 8',
        '2026-05-01 2026-05-31 8 18 0 0 18',
      ])
    } finally {
      await restrict('f')
    }
  })

  test("the current period is that of the account's calendar", async () => {
    const { clock } = fixture()
    const was = clock.now()
    const projectid = await newRetainer({ datestart: '2026-05-01' })
    const last = async (instant: string) => {
      clock.moveTo(instant)
      return (await report(projectid)).at(-1)?.datebegin
    }
    // Midnight in Berlin is at 22:00 UTC in summer and at 23:00 UTC in winter.
    assert.equal(await last('2026-05-31T21:59:59Z'), '2026-05-01')
    assert.equal(await last('2026-05-31T22:00:00Z'), '2026-06-01')
    assert.equal(await last('2026-12-31T22:59:59Z'), '2026-12-01')
    assert.equal(await last('2026-12-31T23:00:00Z'), '2027-01-01')
    clock.moveTo(was)
  })
})
