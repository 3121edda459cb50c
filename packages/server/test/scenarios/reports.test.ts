// The money reports: every sum compared with an independent calculation from all records, for every role, with every
// filter, and by the account's calendar with its clock changes.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { nextId } from '../../src/io/database.ts'
import { callerFor, eachApiFixture, type Fields, timeBody } from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import {
  budgetRows,
  type ReportQuery,
  type ReportRows,
  readReportRows,
  receivablesRows,
  revenueRows,
  unbilledRows,
} from './report-oracle.ts'
import { insertReportRecords } from './report-records.ts'

const today = '2026-05-14'

/** All parameters of a report, with a few projects and clients at a time. */
function reportQueries({ account, projects }: ReportRows, who: PersonName, more: Partial<ReportQuery>): ReportQuery[] {
  const some = projects.filter((_, at) => at % 3 === 0).map(({ id }) => id)
  const clients = [account.clients.seen, ...projects.slice(-3).flatMap(({ clientid }) => clientid ?? [])]
  const narrowed: Partial<ReportQuery>[] = [
    {},
    { clientid: clients },
    { clientid: [account.clients.seen] },
    { projectid: some },
    { projectid: [account.projects.seen, account.projects.unseen], clientid: clients },
    { projectid: [1] },
  ]
  return narrowed.map((one) => ({ who, today, ...one, ...more }))
}

const pathOf = (report: string, { clientid, projectid, datebegin, dateend, active }: ReportQuery): string => {
  const submitted = { clientid: clientid?.join(), projectid: projectid?.join(), datebegin, dateend, active }
  const query = Object.entries(submitted).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return `/${report}/?${query.join('&')}`
}

eachApiFixture((fixture) => {
  before(async () => {
    await insertReportRecords(fixture(), fixture().a, 7)
    await insertReportRecords(fixture(), fixture().b, 8)
  })

  const ask = async (report: string, question: ReportQuery): Promise<readonly Fields[]> => {
    const { a } = fixture()
    const { count, rows } = await callerFor(fixture(), a.tokens[question.who]).list(pathOf(report, question))
    assert.equal(count, rows.length, report)
    return rows
  }

  const agree = async (report: string, question: ReportQuery, expected: readonly Fields[]): Promise<number> => {
    assert.deepEqual(await ask(report, question), expected, `${question.who} ${pathOf(report, question)}`)
    return expected.length
  }

  const facts = (): Promise<ReportRows> => readReportRows(fixture(), fixture().a)

  test('I-01: unbilled time is time on no invoice, by project, rounded like invoice lines', async () => {
    const books = await facts()
    let rows = 0
    for (const who of ['administrator', 'manager'] as const) {
      for (const days of [
        {},
        { datebegin: '2026-02-01' },
        { dateend: '2026-03-15' },
        { datebegin: today, dateend: today },
      ]) {
        for (const question of reportQueries(books, who, days))
          rows += await agree('unbilled', question, unbilledRows(books, question))
      }
    }
    assert.ok(rows > 50, `${rows} rows`)
    const [first = {}] = await ask('unbilled', { who: 'administrator', today, projectid: [fixture().a.projects.seen] })
    assert.deepEqual(Object.keys(first).slice(0, 4), ['clientid', 'client', 'projectid', 'project'])
  })

  test('an entry leaves the report when it is billed and returns when the invoice is voided', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const project = await administrator.create('/project/', { name: 'Billed soon', datestart: '2026-01-01' })
    const projectid = Number(project.id)
    const [module = 0] = a.modules
    const work = { projectid, moduleid: module, personid: a.people.administrator, date: '2026-05-02' }
    for (const time of ['1.5', '0.25']) {
      const { taskid: _none, ...body } = timeBody(a, a.people.administrator, { ...work, time })
      await administrator.create('/time/', body)
    }
    const question: ReportQuery = { who: 'administrator', today, projectid: [projectid] }
    const before = await ask('unbilled', question)
    assert.deepEqual(
      before.map(({ hours, entries }) => [hours, entries]),
      [['1.75', '2']],
    )
    const range = { datebegin: '2026-05-01', dateend: '2026-05-31' }
    const invoice = await administrator.create('/invoice/', {
      projectid,
      date: today,
      termid: 1,
      title: 'May',
      ...range,
    })
    assert.equal(invoice.subtotal, before[0]?.amount)
    assert.deepEqual(await ask('unbilled', question), [])
    for (const act of ['issue', 'void']) {
      const reply = await administrator.send('POST', `/invoice/${invoice.id}/${act}/`)
      assert.equal(reply.status, 202, reply.text)
    }
    assert.deepEqual(await ask('unbilled', question), before)
  })

  test('receivables are unpaid invoices by days overdue, without void ones', async () => {
    const books = await facts()
    let rows = 0
    for (const who of ['administrator', 'manager', 'executive'] as const) {
      for (const question of reportQueries(books, who, {}))
        rows += await agree('receivables', question, receivablesRows(books, question))
    }
    assert.ok(rows > 10, `${rows} rows`)
  })

  test('revenue counts invoices by their date and payments by theirs, with a row for every month', async () => {
    const books = await facts()
    const ranges = [
      { datebegin: '2025-03-01', dateend: '2026-08-31' },
      { datebegin: '2026-01-15', dateend: '2026-02-14' },
      { datebegin: '2026-02-02', dateend: '2026-02-02' },
      { datebegin: '1999-11-30', dateend: '2000-02-29' },
    ]
    for (const who of ['administrator', 'manager', 'executive'] as const) {
      for (const days of ranges) {
        for (const question of reportQueries(books, who, days))
          await agree('revenue', question, revenueRows(books, { ...question, ...days }))
      }
    }
  })

  test('revenue covers the last twelve months by default', async () => {
    const books = await facts()
    const question: ReportQuery = { who: 'administrator', today }
    const usual = revenueRows(books, { ...question, datebegin: '2025-06-01', dateend: '2026-05-31' })
    assert.equal(new Set(usual.map(({ month }) => month)).size, 12)
    await agree('revenue', question, usual)
    const months = async (more: Partial<ReportQuery>) => [
      ...new Set((await ask('revenue', { ...question, ...more })).map(({ month }) => month)),
    ]
    const until = await months({ dateend: '2026-02-10' })
    assert.deepEqual([until.length, until.at(0), until.at(-1)], [12, '2025-03', '2026-02'])
    assert.deepEqual(await months({ datebegin: '2026-03-31' }), ['2026-03', '2026-04', '2026-05'])
    assert.deepEqual(await months({ datebegin: '2027-01-01' }), ['2027-01'])
    assert.deepEqual(await months({ dateend: '0001-02-01' }), ['0001-01', '0001-02'])
  })

  const budgetIn = (budgetsin: string): Promise<void> => {
    const { a, database } = fixture()
    return database.write(a.accountid, (tx) => tx.update('account', a.accountid, { budgetsin }))
  }

  for (const budgetsin of ['money', 'hours']) {
    test(`a budget in ${budgetsin} is compared with all logged time, expenses and invoices`, async () => {
      await budgetIn(budgetsin)
      const books = await facts()
      assert.equal(books.budgetsin, budgetsin)
      let [used, overdrawn] = [0, 0]
      for (const who of ['administrator', 'manager'] as const) {
        for (const active of [{}, { active: 'f' as const }]) {
          for (const question of reportQueries(books, who, active)) {
            const expected = budgetRows(books, question)
            await agree('budget', question, expected)
            used += expected.filter((row) => row.used !== '').length
            overdrawn += expected.filter(({ remaining }) => remaining?.startsWith('-')).length
          }
        }
      }
      assert.ok(used > 5 && overdrawn > 2, `${used} budgets, ${overdrawn} overdrawn`)
    })
  }

  test('100 per cent means that the budget is used up, and less does not', async () => {
    const { a } = fixture()
    await budgetIn('hours')
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/project/', { name: 'Nearly', datestart: '2026-01-01', budget: '24' })
    const work = { projectid: Number(id), moduleid: a.modules[0] ?? 0, personid: a.people.administrator }
    const { taskid: _none, ...body } = timeBody(a, a.people.administrator, { ...work, time: '23.999999' })
    const question: ReportQuery = { who: 'administrator', today, projectid: [Number(id)] }
    const readBudget = async () => (await ask('budget', question)).map(({ used, remaining }) => [used, remaining])
    const entry = await administrator.create('/time/', body)
    assert.deepEqual(await readBudget(), [['99.99', '0.000001']])
    await administrator.update(`/time/${entry.id}/`, { time: '24' })
    assert.deepEqual(await readBudget(), [['100', '0']])
  })

  test('T-05: for a restricted Manager only their own hours are counted', async () => {
    const { a, database } = fixture()
    const restrict = (restricttasks: string) =>
      database.write(a.accountid, (tx) => tx.update('person', a.people.manager, { restricttasks }))
    await restrict('t')
    try {
      const books = await facts()
      for (const question of reportQueries(books, 'manager', { restricted: true })) {
        await agree('unbilled', question, unbilledRows(books, question))
        await agree('budget', question, budgetRows(books, question))
      }
      const [all, own] = [false, true].map((restricted) => unbilledRows(books, { who: 'manager', today, restricted }))
      assert.notDeepEqual(all, own)
      assert.ok((own?.length ?? 0) > 0)
    } finally {
      await restrict('f')
    }
  })

  test("an invoice is overdue when its due day ends in the account's calendar, also after a clock change", async () => {
    await assertAgesAt(fixture(), [
      // Berlin changed its clocks in the night before: midnight is at 23:00 UTC before, and at 22:00 UTC after.
      ['2026-03-28T22:59:59Z', 'current'],
      ['2026-03-28T23:00:00Z', 'days1to30'],
      ['2026-04-27T21:59:59Z', 'days1to30'],
      ['2026-04-27T22:00:00Z', 'days31to60'],
      ['2026-05-27T21:59:59Z', 'days31to60'],
      ['2026-05-27T22:00:00Z', 'days61to90'],
      ['2026-06-26T21:59:59Z', 'days61to90'],
      ['2026-06-26T22:00:00Z', 'over90'],
    ])
  })

  test("the last month of revenue is the current month of the account's calendar", async () => {
    const { clock, a } = fixture()
    const was = clock.now()
    const last = async (instant: string) => {
      clock.moveTo(instant)
      return (await callerFor(fixture(), a.tokens.executive).list('/revenue/')).rows.at(-1)?.month
    }
    assert.equal(await last('2026-05-31T21:59:59Z'), '2026-05')
    assert.equal(await last('2026-05-31T22:00:00Z'), '2026-06')
    assert.equal(await last('2026-12-31T23:00:00Z'), '2027-01')
    clock.moveTo(was)
  })
})

/** An invoice that was due on 28 March, at several instants. */
async function assertAgesAt(
  { a, clock, database, call }: ApiFixture,
  instants: readonly (readonly [string, string])[],
): Promise<void> {
  const was = clock.now()
  const { projectid, clientid } = await database.write(a.accountid, async (tx) => {
    const client = { localid: 9001, name: 'Late payer', datecreated: '2026-01-01', active: 't' }
    const clientid = await tx.insert('client', { id: nextId, ...client })
    const project = { localid: 9001, name: 'Late', datestart: '2026-01-01', billable: 't', active: 't', clientid }
    const projectid = await tx.insert('project', { id: nextId, ...project })
    const sums = { numitems: 1, subtotal: 100, total: 100, balance: 100 }
    const days = { date: '2026-03-01', datedue: '2026-03-28' }
    await tx.insert('invoice', { id: nextId, localid: 9001, projectid, termid: 1, title: 'Late', ...days, ...sums })
    return { projectid, clientid }
  })
  for (const [instant, span] of instants) {
    clock.moveTo(instant)
    const path = `/receivables/?clientid=${clientid}&projectid=${projectid}`
    const { json } = await call({ token: a.tokens.administrator, path })
    const [row = {}] = json.receivables as Fields[]
    const filled = Object.entries(row).filter(([name, value]) => /^(current|days|over)/.test(name) && value !== '0')
    assert.deepEqual(filled, [[span, '0.01']], instant)
    assert.deepEqual([row.invoices, row.total], ['1', '0.01'], instant)
  }
  clock.moveTo(was)
}
