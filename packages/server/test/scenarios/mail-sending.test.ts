// Sending mails: shared by all processes, retried after a temporary rejection, given up after a permanent one, and
// never lost (T-71, I-43).
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MailTransport, openMailTransport } from '../../src/io/mail-transport.ts'
import { slot, sql, statement } from '../../src/io/sql.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { deleteGivenUpMails, leaseMails } from '../../src/mail/outbox.ts'
import type { MailSender } from '../../src/main/mail-sender.ts'
import { secondServer, selectRows, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { newApp, send } from '../fixture/api-fixture.ts'
import { mailFrom, mailSite, newMailSender, notifyHeaders } from '../fixture/mail-fixture.ts'
import { MailSink } from '../fixture/mail-sink.ts'

const day = 86_400_000
const clearOutbox = statement(sql`delete from outbox`)
const setAttempts = statement(sql`update outbox set attempts = ${slot('attempts')}`)

suiteApiFixture((fixture, _kind, testDatabase) => {
  const sink = new MailSink()
  let transport: MailTransport
  let app: ReturnType<typeof newApp>
  before(async () => {
    transport = openMailTransport(await sink.listen(), mailFrom)
    app = newApp(fixture().database, fixture().clock, mailSite)
  })
  beforeEach(() => {
    sink.mails = []
    sink.onRecipient = () => 'take'
    sink.onMessage = () => 'take'
  })
  after(async () => {
    await app.close()
    await sink.close()
  })

  const newSender = (database = fixture().database): MailSender => newMailSender(database, fixture().clock, transport)

  /** Assigns a person to new tasks, so that the outbox has this many mails. */
  const write = async (count: number, assigneeid = fixture().a.people.resource): Promise<void> => {
    const { a } = fixture()
    const body = taskBody(a, { ownerid: a.people.administrator, assigneeid })
    const request = {
      token: a.tokens.administrator,
      method: 'POST',
      path: '/task/',
      body,
      headers: notifyHeaders,
    } as const
    const replies = await Promise.all(Array.from({ length: count }, () => send(app, request)))
    for (const reply of replies) assert.equal(reply.status, 201, reply.text)
  }

  const outbox = async () =>
    (
      await selectRows(
        fixture(),
        fixture().a.accountid,
        sql`select outbox.messageid, outbox.attempts, outbox.heldtill, outbox.lasterror, outbox.givenup, outbox.claim from outbox order by outbox.id`,
      )
    ).map(([messageid, attempts, heldtill, lasterror, givenup, claim]) => ({
      messageid: String(messageid),
      attempts: Number(attempts),
      heldtill: String(heldtill),
      lasterror: String(lasterror),
      givenup,
      isLeased: claim !== '',
    }))

  const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let waited = 0; !(await holds()); waited += 5) {
      assert.ok(waited < 20_000, `${what}: ${JSON.stringify(await outbox())}`)
      await sleep(5)
    }
  }

  const emptied = (): Promise<void> => until('the outbox is not emptied', async () => (await outbox()).length === 0)

  test('a temporarily rejected mail is retried with growing pauses and the same Message-ID', async () => {
    const { clock } = fixture()
    sink.onRecipient = ({ before }) => (before < 4 ? 451 : 'take')
    const sender = newSender()
    sender.start()
    await write(1)
    sender.wake()
    const waits: number[] = []
    let [first] = await outbox()
    for (let attempt = 1; attempt <= 4; attempt++) {
      // The attempt is counted when it begins. Moving the clock before it has ended would move its next attempt too.
      await until('no attempt', async () => {
        const [mail] = await outbox()
        return mail?.attempts === attempt && !mail.isLeased
      })
      const [mail] = await outbox()
      assert.equal(mail?.messageid, first?.messageid)
      assert.match(mail?.lasterror ?? '', /451 not today/)
      assert.equal(mail?.givenup, null)
      const wait = Date.parse(`${mail?.heldtill.replace(' ', 'T')}Z`) - clock.now()
      waits.push(wait)
      clock.moveBy(wait + 1000)
      first = mail
      sender.wake()
    }
    await emptied()
    assert.deepEqual(
      sink.mails.map(({ messageId }) => messageId),
      [first?.messageid],
    )
    assert.deepEqual(
      waits,
      waits.toSorted((a, b) => a - b),
      'each wait is longer than the one before',
    )
    await sender.stop(1000)
  })

  test('a permanently rejected mail is given up with its reason, and delays no other mail', async () => {
    const { a } = fixture()
    sink.onRecipient = ({ to }) => (to.startsWith('restricted@') ? 550 : 'take')
    const sender = newSender()
    sender.start()
    await write(1, a.people.restricted)
    await write(2)
    sender.wake()
    await until('the others did not arrive', () => sink.mails.length === 2)
    await until('it was not given up', async () => (await outbox()).every(({ givenup }) => givenup !== null))
    const [mail, ...more] = await outbox()
    assert.deepEqual([mail?.attempts, more], [1, []])
    assert.match(mail?.lasterror ?? '', /550 not today/)
    await sender.stop(1000)
    const { clock, database } = fixture()
    await deleteGivenUpMails(database, utcText(clock.now() - day))
    assert.equal((await outbox()).length, 1)
    await deleteGivenUpMails(database, utcText(clock.now() + day))
    await until('it is never forgotten', async () => (await outbox()).length === 0)
  })

  test('a mail that is not accepted for five days is given up', async () => {
    const { clock } = fixture()
    sink.onRecipient = () => 450
    await write(1)
    await fixture().database.write(0, (tx) => tx.run('outbox', setAttempts, { attempts: 9 }))
    clock.moveBy(5 * day + 1000)
    const sender = newSender()
    sender.start()
    await until('it was not given up', async () => (await outbox()).every(({ givenup }) => givenup !== null))
    await sender.stop(1000)
    clock.moveBy(-5 * day - 1000)
    await fixture().database.write(0, (tx) => tx.run('outbox', clearOutbox))
  })

  test('T-116: mails that were written, leased or retried under a clock years ahead are sent when it is right again', async () => {
    const { clock, database } = fixture()
    const years = 10 * 365 * day
    const instant = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
    clock.jumpBy(years)
    await write(1)
    const now = clock.now()
    await leaseMails(database, { now: instant(now), till: instant(now + 90_000), claim: 'dies', most: 5 })
    await write(1)
    let isFirst = true
    sink.onRecipient = () => {
      const outcome = isFirst ? 451 : 'take'
      isFirst = false
      return outcome
    }
    const sender = newSender()
    sender.start()
    await until('no attempt', async () => (await outbox()).some(({ lasterror }) => lasterror !== ''))
    await write(1)
    clock.jumpBy(-years)
    sender.wake()
    const soon = instant(clock.now() + 600_000)
    await until('they are held for years', async () => (await outbox()).every(({ heldtill }) => heldtill < soon))
    clock.moveBy(600_000)
    sender.wake()
    await emptied()
    assert.equal(new Set(sink.mails.map(({ messageId }) => messageId)).size, 3)
    await sender.stop(1000)
    clock.moveBy(-600_000)
  })

  test('T-116: a clock that is years ahead does not end the attempts, and one that was ahead does not make them endless', async () => {
    const { clock, database } = fixture()
    const years = 10 * 365 * day
    sink.onRecipient = () => 450
    await write(1)
    clock.jumpBy(years)
    const sender = newSender()
    sender.start()
    await until('no attempt', async () => (await outbox()).every(({ lasterror }) => lasterror !== ''))
    assert.deepEqual((await outbox())[0]?.givenup, null)
    await sender.stop(1000)
    await database.write(0, (tx) => tx.run('outbox', clearOutbox))
    await write(1)
    clock.jumpBy(-years)
    await database.write(0, (tx) => tx.run('outbox', setAttempts, { attempts: 199 }))
    const later = newSender()
    later.start()
    await until('it is held for years', async () => (await outbox()).every(({ heldtill }) => heldtill < '2030'))
    clock.moveBy(600_000)
    later.wake()
    await until('it was not given up', async () => (await outbox()).every(({ givenup }) => givenup !== null))
    await later.stop(1000)
    clock.moveBy(-600_000)
    await database.write(0, (tx) => tx.run('outbox', clearOutbox))
  })

  test('T-15: a person who became inactive before the mail was sent does not get it', async () => {
    const { a, database } = fixture()
    await write(1)
    await database.write(a.accountid, (tx) => tx.update('person', a.people.resource, { active: 'f' }))
    const sender = newSender()
    sender.start()
    await emptied()
    assert.deepEqual(sink.mails, [])
    await sender.stop(1000)
    await database.write(a.accountid, (tx) => tx.update('person', a.people.resource, { active: 't' }))
  })

  test('T-71: two senders with one outbox send each mail once', async () => {
    const { database } = await secondServer(fixture(), testDatabase())
    const senders = [newSender(), newSender(database)]
    sink.onMessage = async () => {
      await sleep(3)
      return 'take' as const
    }
    await write(60)
    for (const sender of senders) sender.start()
    await emptied()
    const ids = sink.mails.map(({ messageId }) => messageId)
    assert.equal(ids.length, 60)
    assert.equal(new Set(ids).size, 60, 'a mail was sent twice')
    for (const sender of senders) await sender.stop(1000)
  })

  test('I-43: a mail whose sender crashed is not touched while its lease lasts, and then sent by another sender', async () => {
    const { clock, database } = fixture()
    await write(1)
    const [dead] = await leaseMails(database, {
      now: '9999-12-31 00:00:00',
      till: new Date(clock.now() + 90_000).toISOString().slice(0, 19).replace('T', ' '),
      claim: 'a sender that dies',
      most: 5,
    })
    const sender = newSender()
    sender.start()
    await write(1)
    sender.wake()
    await until('the other mail did not arrive', () => sink.mails.length === 1)
    assert.notEqual(sink.mails[0]?.messageId, dead?.messageid, 'a leased mail was sent')
    // The sent mail must be deleted from the outbox first; moving the clock before that would end its lease too.
    await until('the mail that arrived is not written off', async () => (await outbox()).length === 1)
    clock.moveBy(91_000)
    sender.wake()
    await emptied()
    assert.deepEqual(sink.mails.map(({ messageId }) => messageId).slice(1), [dead?.messageid])
    await sender.stop(1000)
  })

  test('a stopped sender finishes the mails in progress and sends those that are due, within its time limit', async () => {
    const arriving = Promise.withResolvers<void>()
    sink.onMessage = async () => {
      arriving.resolve()
      await sleep(20)
      return 'take' as const
    }
    const sender = newSender()
    sender.start()
    await write(12)
    sender.wake()
    await arriving.promise
    await sender.stop(20_000)
    assert.equal(sink.mails.length, 12)
    assert.deepEqual(await outbox(), [])
    const stuck = newSender()
    stuck.start()
    sink.onMessage = () => new Promise(() => undefined)
    await write(1)
    stuck.wake()
    await until('it was not taken', async () => (await outbox())[0]?.attempts === 1)
    await stuck.stop(10)
    assert.equal((await outbox()).length, 1, 'an unsent mail is no longer stored')
    await fixture().database.write(0, (tx) => tx.run('outbox', clearOutbox))
  })
})
