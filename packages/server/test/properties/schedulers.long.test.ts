// Scheduled work of many servers whose clocks differ, over half a year with both changes of summer time: each period
// of a recurring invoice has one invoice, each reminder is one mail, and no mail is sent twice (T-196, T-245).
// The days are computed here again, with UTC days only.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Engine } from '../../src/engine/engine.ts'
import type { Database } from '../../src/io/database.ts'
import { openMailTransport } from '../../src/io/mail-transport.ts'
import type { MailSender } from '../../src/main/mail-sender.ts'
import { sendDueReminders } from '../../src/main/notifier.ts'
import { createDueInvoices } from '../../src/main/recurring-invoices.ts'
import { resources } from '../../src/resources/all.ts'
import { type ApiCaller, callerFor, eachApiFixture, type Fields, secondServer } from '../fixture/api-caller.ts'
import { type MailFixture, mailFrom, mailSite, newMailSender, startMailFixture } from '../fixture/mail-fixture.ts'
import type { ReceivedMail } from '../fixture/mail-sink.ts'
import { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { newBilledProject } from '../scenarios/billing.ts'

const schedulers = 64
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const begin = Date.parse('2026-10-20T12:00:00Z')
const end = Date.parse('2027-04-08T12:00:00Z')
const reminderSteps = [3, 10, 20]
/** A scheduler is at most this late: the longest pause between two runs, and a weekend for reminders. */
const [maxLateDays, maxLateReminderDays] = [3, 6]

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs)

/** The day of the month in each month of the run; the last day of a month that is shorter. */
const billingDays = (day: number): string[] =>
  Array.from({ length: 6 }, (_, month) => {
    const last = new Date(Date.UTC(2026, 10 + month, 0)).getUTCDate()
    return dayOf(Date.UTC(2026, 9 + month, Math.min(day, last)))
  })

/** Irregular instants: long pauses, and every hour of the nights in which the clocks change. */
function instantsOf(random: Random): number[] {
  const instants: number[] = []
  for (let now = begin; now < end; now += (20 + random.below(24)) * hourMs) instants.push(now)
  for (const night of ['2026-10-24T22:00:00Z', '2027-03-27T22:00:00Z'])
    for (let hour = 0; hour < 8; hour++) instants.push(Date.parse(night) + hour * hourMs)
  return [...instants, end].sort((a, b) => a - b)
}

eachApiFixture((fixture, kind, testDatabase) => {
  let mail: MailFixture
  let administrator: ApiCaller
  let engines: { readonly engine: Engine; readonly database: Database }[]
  let senders: MailSender[]
  before(async () => {
    const { clock, a } = fixture()
    clock.moveBy(begin - clock.now())
    mail = await startMailFixture(fixture())
    const others = [await secondServer(fixture(), testDatabase()), await secondServer(fixture(), testDatabase())]
    const databases = [fixture().database, ...others.map(({ database }) => database)]
    engines = Array.from({ length: schedulers }, (_, index) => {
      const database = databases[index % databases.length] as Database
      return { engine: new Engine(database, resources, mailSite), database }
    })
    const url = mail.smtpUrl
    senders = others.map(({ database }) => newMailSender(database, clock, openMailTransport(url, mailFrom)))
    for (const sender of senders) sender.start()
    administrator = callerFor(fixture(), a.tokens.administrator)
    await administrator.update(`/client/${a.clients.seen}/`, { email: 'books@client.example.com' })
    await administrator.update('/company/', { reminders: reminderSteps.join() })
  })
  after(async () => {
    for (const sender of senders) await sender.stop(1000)
    await mail.close()
  })

  const newRecurring = async (day: number, delivery: string) => {
    const { projectid } = await newBilledProject(fixture())
    const body: JsonObject = { projectid, title: `Day ${day}`, every: 'month', billing: 'advance', termid: 4 }
    const rules = { firstperiod: '2026-10-01', day: String(day), delivery }
    const { id } = await administrator.create('/recurringinvoice/', { ...body, ...rules })
    const line = { recurringinvoiceid: String(id), name: 'Hosting', quantity: '1', rate: '50', amount: '50' }
    await administrator.create('/recurringinvoiceitem/', line)
    return { id: String(id), projectid, day, delivery }
  }

  /** Every scheduler has a clock of its own, up to 80 minutes behind that of the senders. */
  const runAll = async (instant: number, random: Random): Promise<void> => {
    fixture().clock.moveBy(instant - fixture().clock.now())
    const runs = engines.map(async ({ engine, database }, index) => {
      const now = instant - random.below(81) * 60_000
      const jobs = [createDueInvoices, sendDueReminders]
      for (const job of index % 2 === 0 ? jobs : jobs.toReversed()) await job(engine, database, now)
    })
    await Promise.all(runs)
  }

  const invoicesOf = async (projectid: string): Promise<readonly Fields[]> =>
    (await administrator.list(`/invoice/?projectid=${projectid}&sortfield=date&limit=0`)).rows

  /** One invoice for each billing day, on that day or a little later, and one period for each. */
  const checkInvoices = async ({ id, projectid, day }: Awaited<ReturnType<typeof newRecurring>>): Promise<number> => {
    const [invoices, expected] = [await invoicesOf(projectid), billingDays(day)]
    const periods = (await administrator.list(`/recurringperiod/?recurringinvoiceid=${id}&limit=0`)).rows
    const created = periods.filter(({ state }) => state === 'created')
    assert.equal(new Set(created.map(({ period }) => period)).size, created.length)
    assert.deepEqual(created.map(({ invoiceid }) => invoiceid).sort(), invoices.map((one) => one.id).sort())
    const dates = invoices.map(({ date }) => String(date))
    const own = dates.slice(0, expected.length)
    assert.equal(own.length, expected.length, `day ${day}: ${dates}`)
    for (const [index, date] of own.entries()) {
      const planned = String(expected[index])
      assert.ok(date >= planned && date <= addDays(planned, maxLateDays), `${date} for ${planned}`)
    }
    return invoices.length
  }

  /** The reminders of an invoice by its record, and those that the calendar demands or allows. */
  const checkReminders = async (invoice: Fields, isSent: boolean): Promise<number> => {
    const reply = await administrator.send('GET', `/invoicemail/${invoice.id}/`)
    const { length } = (reply.json.invoicemail as JsonObject).reminders as unknown as string[]
    const dueOn = (step: number): string => addDays(String(invoice.datedue), step)
    const steps = isSent ? reminderSteps : []
    const demanded = steps.filter((step) => addDays(dueOn(step), maxLateReminderDays) <= dayOf(end)).length
    const allowed = steps.filter((step) => dueOn(step) <= dayOf(end)).length
    assert.ok(length >= demanded && length <= allowed, `${length} reminders of ${JSON.stringify(invoice)}`)
    return length
  }

  test(`T-196, T-245: ${schedulers} schedulers on three servers do each thing once, across both clock changes`, async () => {
    const random = new Random(19)
    const recurring = [
      await newRecurring(25, 'send'), // 25 October 2026: the end of summer time
      await newRecurring(28, 'send'), // 28 March 2027: its beginning
      await newRecurring(31, 'issue'),
    ]
    const instants = instantsOf(random)
    const arrived: ReceivedMail[] = []
    // The mails of one instant arrive before the clock is moved: their leases would end with it.
    for (const instant of instants) arrived.push(...(await mail.mailsSentBy(() => runAll(instant, random))).all)
    let [invoices, reminders] = [0, 0]
    for (const each of recurring) {
      invoices += await checkInvoices(each)
      for (const invoice of await invoicesOf(each.projectid)) {
        const isSent = each.delivery === 'send'
        const count = await checkReminders(invoice, isSent)
        const toClient = arrived.filter(
          ({ subject, to }) => subject.includes(String(invoice.number)) && to.includes('books@client.example.com'),
        )
        assert.equal(toClient.length, (isSent ? 1 : 0) + count, `mails of invoice ${invoice.number}`)
        reminders += count
      }
    }
    const messageIds = arrived.map(({ messageId }) => messageId)
    assert.equal(new Set(messageIds).size, messageIds.length, 'a mail was sent twice')
    console.log(
      `${kind}: ${instants.length} instants, ${invoices} invoices, ${reminders} reminders, ${messageIds.length} mails`,
    )
  })
})
