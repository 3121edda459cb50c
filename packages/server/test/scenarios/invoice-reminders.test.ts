// Reminders of unpaid invoices with a moved clock: when each step is sent, who gets none, and that several servers at
// the same time send each step once (T-196).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Engine } from '../../src/engine/engine.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { dueStep } from '../../src/mail/invoice-reminders.ts'
import { sendDueReminders } from '../../src/main/notifier.ts'
import { resources } from '../../src/resources/all.ts'
import { type ApiCaller, assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { type MailFixture, mailSite, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

test('only the newest due step is sent, and none twice', () => {
  const steps = (overdue: number, last: number) => dueStep('3,10,20', overdue, last)
  assert.deepEqual([steps(2, 0), steps(3, 0), steps(9, 3), steps(12, 0), steps(12, 10)], [null, 3, null, 10, null])
  assert.deepEqual([steps(300, 10), steps(300, 20), dueStep('', 9, 0)], [20, null, null])
})

suiteApiFixture((fixture) => {
  let mail: MailFixture
  let administrator: ApiCaller
  before(async () => {
    mail = await startMailFixture(fixture())
    administrator = callerFor(fixture(), fixture().a.tokens.administrator)
    await administrator.update('/company/', { reminders: '3,10,20' })
  })
  after(() => mail.close())

  /** Moves the clock and lets several servers look for due reminders. */
  const remindAt = async (instant: string, servers = 4) => {
    const { clock, database } = fixture()
    clock.moveBy(Date.parse(instant) - clock.now())
    return mail.mailsSentBy(async () => {
      const runs = Array.from({ length: servers }, () => new Engine(database, resources, mailSite))
      await Promise.all(runs.map((engine) => sendDueReminders(engine, database, clock.now())))
    })
  }

  /** Dated 1 May 2026 with the term of 30 days: due on 31 May, a Sunday. */
  const newInvoice = async (more: JsonObject = {}, sent = true): Promise<string> => {
    const { projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, more))
    await administrator.create('/invoiceitem/', lineBody(id, '100'))
    await administrator.send('POST', `/invoice/${id}/issue/`)
    if (sent) {
      const letter = { to: 'ada@example.com', cc: 'bob@example.com', subject: 'Invoice', text: 'Hello' }
      await mail.mailsSentBy(() => mail.caller('manager').send('POST', `/invoice/${id}/mail/`, letter))
    }
    return String(id)
  }

  test('T-196: each step is mailed once, in the morning of a working day, by whichever server', async () => {
    const id = await newInvoice()
    await newInvoice({}, false)
    const counts: number[] = []
    const subjects = new Set<string>()
    for (const instant of [
      '2026-06-02T12:00:00Z', // two days late
      '2026-06-03T06:59:00Z', // 8:59 in Berlin
      '2026-06-03T07:01:00Z', // step 3
      '2026-06-04T09:00:00Z',
      '2026-06-13T09:00:00Z', // step 10 was due on Wednesday, but this is a Saturday
      '2026-06-15T09:00:00Z', // step 10
      '2026-08-14T09:00:00Z', // step 20, after two months without a server
      '2026-12-14T09:00:00Z',
    ]) {
      const arrived = await remindAt(instant)
      counts.push(arrived.all.length)
      for (const one of arrived.all) {
        subjects.add(one.subject)
        assert.deepEqual(one.to, ['ada@example.com', 'bob@example.com'])
        assert.equal(one.attachments.length, 1)
        assert.match(one.plain, /was due on 31 May 2026\. The amount due is 100\.00\.[\s\S]*app\/invoice#/)
      }
    }
    assert.deepEqual(counts, [0, 0, 1, 0, 0, 1, 1, 0])
    assert.equal(subjects.size, 1)
    const reply = await administrator.send('GET', `/invoicemail/${id}/`)
    assert.deepEqual((reply.json.invoicemail as JsonObject).reminders, [
      '2026-06-03 07:01:00',
      '2026-06-15 09:00:00',
      '2026-08-14 09:00:00',
    ])
    const { rows } = await administrator.list(`/invoice/${id}/event/?kind=remind`)
    assert.deepEqual(
      rows.map(({ channel, personid }) => [channel, personid ?? null]),
      Array.from({ length: 3 }, () => ['schedule', null]),
    )
  })

  test('mails and reminders are in the language of the client; own texts stay as they are', async () => {
    const date = utcText(fixture().clock.now()).slice(0, 10)
    const clientid = fixture().a.clients.seen
    await administrator.update(`/client/${clientid}/`, { language: 'de' })
    const id = await newInvoice({ date })
    const { subject, text, filename } = await administrator.read(`/invoicemail/${id}/`)
    assert.match(`${filename} ${subject}`, /^rechnung-\d{5}\.pdf Rechnung \d{5} von Account a$/)
    assert.match(String(text), /^Sehr geehrte Damen und Herren,[\s\S]*über 100,00, fällig am 13\. Januar 2027\./)
    await administrator.update('/company/', { invoicesubject: 'Bill {number}, {total}, {due}' })
    const own = await administrator.read(`/invoicemail/${id}/`)
    assert.match(String(own.subject), /^Bill \d{5}, 100\.00, 13 January 2027$/)
    const [reminder] = (await remindAt('2027-01-18T09:00:00Z', 1)).all
    assert.match(reminder?.subject ?? '', /^Zahlungserinnerung: Rechnung \d{5} von Account a$/)
    assert.match(reminder?.plain ?? '', /war am 13\. Januar 2027 fällig\. Der offene Betrag ist 100,00\./)
    assert.match(reminder?.attachments[0]?.filename ?? '', /^rechnung-/)
    await administrator.update(`/client/${clientid}/`, { language: '', remindersoff: 't' })
    await administrator.update('/company/', { language: 'fr', invoicesubject: '' })
    assert.match(String((await administrator.read(`/invoicemail/${id}/`)).subject), /^Facture \d{5} de Account a$/)
    await administrator.update('/company/', { language: '' })
    await administrator.update(`/client/${clientid}/`, { remindersoff: 'f' })
    assertRefusedWith(await administrator.send('PUT', '/company/', { language: 'xx' }), 400, 18, 'language')
  })

  test('paid, void and paused invoices, and those of a paused client, are not reminded of', async () => {
    const date = utcText(fixture().clock.now()).slice(0, 10)
    const [paid, voided, paused, resumed] = [
      await newInvoice({ date }),
      await newInvoice({ date }),
      await newInvoice({ date }),
      await newInvoice({ date }),
    ]
    const { projectid } = await administrator.read(`/invoice/${paid}/`)
    await administrator.create('/payment/', paymentBody(projectid, '100', { invoiceid: paid, date }))
    await administrator.send('POST', `/invoice/${voided}/void/`)
    const pause = (id: string, remindersoff: string) =>
      administrator.send('POST', `/invoice/${id}/reminders/`, { remindersoff })
    for (const id of [paused, resumed]) assert.equal((await pause(id, 't')).status, 202)
    await pause(resumed, 'f')
    assertRefusedWith(await pause(voided, 't'), 400, 18, 'void')
    const clientid = fixture().a.clients.seen
    await administrator.update(`/client/${clientid}/`, { remindersoff: 't' })
    assert.equal((await remindAt('2027-02-15T09:00:00Z', 2)).all.length, 0)
    await administrator.update(`/client/${clientid}/`, { remindersoff: 'f' })
    assert.equal((await remindAt('2027-02-15T09:01:00Z', 2)).all.length, 1, 'only the one that goes on')
    await administrator.update('/company/', { reminders: '' })
    await newInvoice({ date })
    assert.equal((await remindAt('2027-05-17T09:01:00Z', 2)).all.length, 0, 'without steps there are none')
    for (const reminders of ['0', 'x', '3,3', '10,3', '400', '1,2,3,4,5,6'])
      assertRefusedWith(await administrator.send('PUT', '/company/', { reminders }), 400, 18, 'reminders')
    assert.equal((await administrator.update('/company/', { reminders: ' 3 , 10 ' })).reminders, '3,10')
  })
})
