// Recurring invoices with a moved clock: which day each period is billed, what is in the invoice, who is told, and that
// several servers at the same time create one invoice per period (T-245). Missed periods wait for a person (T-246).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Engine } from '../../src/engine/engine.ts'
import { createDueInvoices } from '../../src/main/recurring-invoices.ts'
import { resources } from '../../src/resources/all.ts'
import { type ApiCaller, assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import { type MailFixture, mailSite, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceLineTexts, newBilledProject } from './billing.ts'

suiteApiFixture((fixture) => {
  let mail: MailFixture
  let administrator: ApiCaller
  before(async () => {
    mail = await startMailFixture(fixture())
    administrator = callerFor(fixture(), fixture().a.tokens.administrator)
    await administrator.update(`/client/${fixture().a.clients.seen}/`, { email: 'books@client.example.com' })
  })
  after(() => mail.close())

  /** Moves the clock and lets several servers look for due periods. */
  const runAt = async (instant: string, servers = 3) => {
    const { clock, database } = fixture()
    clock.moveBy(Date.parse(instant) - clock.now())
    return mail.mailsSentBy(async () => {
      const runs = Array.from({ length: servers }, () => new Engine(database, resources, mailSite))
      await Promise.all(runs.map((engine) => createDueInvoices(engine, database, clock.now())))
    })
  }

  const recurringBody = (projectid: string, more: JsonObject = {}): JsonObject => ({
    projectid,
    title: 'Hosting {period}',
    every: 'month',
    billing: 'advance',
    firstperiod: '2026-06-01',
    termid: 4,
    tax: '19',
    ...more,
  })

  const newRecurring = async (more: JsonObject = {}, line = true) => {
    const billed = await newBilledProject(fixture())
    const made = await administrator.create('/recurringinvoice/', recurringBody(billed.projectid, more))
    if (line) {
      const item = {
        recurringinvoiceid: String(made.id),
        name: 'Server, {period}',
        quantity: '2',
        rate: '50',
        amount: '100',
      }
      await administrator.create('/recurringinvoiceitem/', item)
    }
    return { ...billed, id: String(made.id) }
  }

  const periodsOf = async (id: string): Promise<readonly Fields[]> =>
    (await administrator.list(`/recurringperiod/?recurringinvoiceid=${id}&sortfield=period`)).rows
  const statesOf = async (id: string): Promise<string[]> =>
    (await periodsOf(id)).map(({ period, state }) => `${period} ${state}`)
  const finish = (id: string) => administrator.update(`/recurringinvoice/${id}/`, { active: 'f' })

  test('T-245: each period has one invoice, from six in the morning of the account, by whichever server', async () => {
    const { id, projectid } = await newRecurring({ day: '31', delivery: 'draft' })
    const invoices = async () => (await administrator.list(`/invoice/?projectid=${projectid}&sortfield=date`)).rows
    const counts: number[] = []
    for (const instant of [
      '2026-06-29T12:00:00Z',
      '2026-06-30T03:59:00Z', // 5:59 in Berlin
      '2026-06-30T04:01:00Z',
      '2026-06-30T20:00:00Z',
      '2026-07-31T05:00:00Z',
      '2026-09-02T05:00:00Z', // two days late
      '2026-09-30T05:00:00Z',
      '2026-10-31T06:00:00Z', // after the end of summer time
    ]) {
      await runAt(instant)
      counts.push((await invoices()).length)
    }
    assert.deepEqual(counts, [0, 0, 1, 1, 2, 3, 4, 5])
    const [first, , late] = await invoices()
    assert.deepEqual(
      [first?.title, first?.date, first?.total, first?.draft, first?.dateissued ?? null, late?.date],
      ['Hosting 1 – 30 June 2026', '2026-06-30', '119', 't', null, '2026-09-02'],
    )
    assert.deepEqual(await invoiceLineTexts(administrator, first?.id), ['Server, 1 – 30 June 2026 2 x 50 = 100'])
    assert.equal((await administrator.read(`/recurringinvoice/${id}/`)).nextdate, '2026-11-30')
    const { rows: events } = await administrator.list(`/invoice/${first?.id}/event/?kind=created`)
    assert.deepEqual(
      events.map(({ channel, personid }) => [channel, personid ?? null]),
      [['schedule', null]],
    )
    await finish(id)
  })

  test('issue and send: the mail goes to the client, Administrators are told', async () => {
    const { id, projectid } = await newRecurring({ firstperiod: '2026-11-01', day: '5', delivery: 'send' })
    const arrived = await runAt('2026-11-05T06:00:00Z')
    const [letter] = arrived.all.filter(({ to }) => to.includes('books@client.example.com'))
    assert.match(letter?.subject ?? '', /^Invoice \d{5} from/)
    assert.equal(letter?.attachments.length, 1)
    const notice = arrived.mailTo('ada')
    assert.match(notice.plain, /Invoice \d{5} was issued and is being sent\.[\s\S]*Total: +119/)
    const [invoice] = (await administrator.list(`/invoice/?projectid=${projectid}`)).rows
    assert.deepEqual(
      [invoice?.datesent, invoice?.sentto, invoice?.draft],
      ['2026-11-05', 'books@client.example.com', 'f'],
    )
    const { rows } = await administrator.list('/notification/?kind=recurringcreated')
    assert.deepEqual(
      [rows[0]?.resource, rows[0]?.recordid, rows[0]?.title],
      ['recurringinvoice', id, 'Hosting {period}'],
    )
    const [period] = await periodsOf(id)
    assert.deepEqual([period?.state, period?.invoiceid, period?.number], ['created', invoice?.id, invoice?.number])
    await finish(id)
  })

  test('the time of the period is billed after it, beside the fixed lines', async () => {
    const { id, projectid, log } = await newRecurring({
      title: 'Work',
      every: 'quarter',
      billing: 'arrears',
      firstperiod: '2026-08-01',
      includetime: 't',
      delivery: 'issue',
    })
    await log('2026-07-31', '4')
    await log('2026-08-01', '1')
    await log('2026-10-31', '2')
    await log('2026-11-01', '8')
    assert.equal((await administrator.read(`/recurringinvoice/${id}/`)).nextdate, '2026-11-01')
    await administrator.update(`/recurringinvoice/${id}/`, { day: '7' })
    await runAt('2026-11-07T08:00:00Z')
    const [invoice] = (await administrator.list(`/invoice/?projectid=${projectid}`)).rows
    const lines = await invoiceLineTexts(administrator, invoice?.id)
    assert.deepEqual(lines, ['Consulting 3 x 120 = 360', 'Server, 1 August – 31 October 2026 2 x 50 = 100'])
    assert.deepEqual([invoice?.datebegin, invoice?.dateend], ['2026-08-01', '2026-10-31'])
    assert.notEqual(invoice?.dateissued ?? null, null)
    await finish(id)
  })

  test('T-246: after a time without a server all missed periods wait for a person, and nothing is sent', async () => {
    const { id, projectid } = await newRecurring({ firstperiod: '2026-12-01', delivery: 'send' })
    const arrived = await runAt('2027-02-02T08:00:00Z')
    assert.deepEqual(arrived.recipients, ['ada'])
    assert.match(arrived.all[0]?.plain ?? '', /No invoice was created\.[\s\S]*3 periods became due at once\./)
    assert.ok(arrived.all[0]?.plain.includes(`${mailSite.publicUrl}app/recurring/${id}`))
    assert.deepEqual(await statesOf(id), ['2026-12-01 waiting', '2027-01-01 waiting', '2027-02-01 waiting'])
    assert.equal((await administrator.read(`/recurringinvoice/${id}/`)).waiting, '3')
    assert.equal((await runAt('2027-02-02T09:00:00Z')).all.length, 0)
    const [first, second] = await periodsOf(id)
    const manager = mail.caller('manager')
    assert.equal((await manager.send('POST', `/recurringperiod/${first?.id}/skip/`)).status, 202)
    const sent = await mail.mailsSentBy(() => manager.create(`/recurringperiod/${second?.id}/bill/`, {}))
    assert.deepEqual(sent.recipients, ['books'])
    for (const [one, state] of [
      [first, 'skipped'],
      [second, 'created'],
    ] as const)
      for (const action of ['bill', 'skip'])
        assertRefusedWith(await manager.send('POST', `/recurringperiod/${one?.id}/${action}/`), 400, 18, state)
    assert.deepEqual(await statesOf(id), ['2026-12-01 skipped', '2027-01-01 created', '2027-02-01 waiting'])
    assert.equal((await administrator.list(`/invoice/?projectid=${projectid}`)).count, 1)
    for (const role of ['resource', 'executive'] as const) {
      const caller = mail.caller(role)
      for (const path of ['/recurringinvoice/', '/recurringperiod/', `/recurringinvoice/${id}/`])
        assert.equal((await caller.send('GET', path)).status, 403)
      assert.equal((await caller.send('POST', `/recurringperiod/${first?.id}/bill/`)).status, 403)
    }
    await finish(id)
  })

  test('a period that cannot be billed waits with its reason; the next one is billed again', async () => {
    const { id, projectid } = await newRecurring({ firstperiod: '2027-03-01', delivery: 'issue' }, false)
    const arrived = await runAt('2027-03-01T08:00:00Z')
    assert.match(arrived.mailTo('ada').plain, /There is nothing to bill in this period; skip it\./)
    assert.deepEqual(await statesOf(id), ['2027-03-01 waiting'])
    assert.equal((await administrator.list(`/invoice/?projectid=${projectid}`)).count, 0)
    const item = { recurringinvoiceid: id, name: 'Support', amount: '10' }
    await administrator.create('/recurringinvoiceitem/', item)
    await runAt('2027-04-01T08:00:00Z')
    assert.deepEqual(await statesOf(id), ['2027-03-01 waiting', '2027-04-01 created'])
    await administrator.update(`/project/${projectid}/`, { active: 'f' })
    await runAt('2027-05-01T08:00:00Z')
    const { state, reason } = (await periodsOf(id))[2] ?? {}
    assert.deepEqual([state, reason], ['waiting', 'The project is not active.'])
    await administrator.remove(`/recurringinvoice/${id}/`)
    assert.equal((await administrator.list(`/invoice/?projectid=${projectid}`)).count, 1, 'invoices stay')
  })

  test('a period that is more than three days late waits', async () => {
    const { id } = await newRecurring({ firstperiod: '2027-05-01', day: '10' })
    const other = await newRecurring({ firstperiod: '2027-05-01', day: '11' })
    await runAt('2027-05-14T08:00:00Z')
    assert.deepEqual([await statesOf(id), await statesOf(other.id)], [['2027-05-01 waiting'], ['2027-05-01 created']])
    for (const one of [id, other.id]) await finish(one)
  })

  test('fields that do not fit together, and the schedule after its first period, are refused', async () => {
    const { projectid } = await newBilledProject(fixture())
    const refused = async (more: JsonObject, ...words: string[]) =>
      assertRefusedWith(
        await administrator.send('POST', '/recurringinvoice/', recurringBody(projectid, more)),
        400,
        18,
        ...words,
      )
    await refused({ includetime: 't' }, 'includetime', 'arrears')
    await refused({ termid: 6 }, 'termid')
    await refused({ firstperiod: '2027-06-02' }, 'first day of a month')
    await refused({ firstperiod: '2020-01-01' }, 'more than a year ago')
    await refused({ firstperiod: '2027-06-01', dateend: '2027-05-31' }, 'dateend')
    for (const day of ['0', '32']) await refused({ day }, 'from 1 to 31')
    await refused({ every: 'week' }, "'month', 'quarter' or 'year'")
    const { id } = await newRecurring({ firstperiod: '2027-05-01', day: '14', dateend: '2027-05-31' })
    await administrator.update(`/recurringinvoice/${id}/`, { every: 'year' })
    await administrator.update(`/recurringinvoice/${id}/`, { every: 'month' })
    await runAt('2027-05-14T09:00:00Z')
    assertRefusedWith(await administrator.send('PUT', `/recurringinvoice/${id}/`, { every: 'year' }), 400, 18, 'every')
    assert.equal((await administrator.read(`/recurringinvoice/${id}/`)).nextdate ?? null, null, 'it has ended')
    const longer = await administrator.update(`/recurringinvoice/${id}/`, { dateend: '' })
    assert.equal(longer.nextdate, '2027-06-14')
    await finish(id)
  })
})
