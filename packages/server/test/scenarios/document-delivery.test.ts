// What became of the mail with an invoice or estimate: it is being sent, it waits with a reason, it was given up, or
// the mail server has accepted it (T-192). A corrected mail server is tried at once.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { readSettings } from '../../src/main/config.ts'
import { MailConnection } from '../../src/main/mail-connection.ts'
import { type ApiCaller, assertRefusedWith, callerFor, eachApiFixture } from '../fixture/api-caller.ts'
import { send, testFiles, testOptions } from '../fixture/api-fixture.ts'
import { signInBrowser } from '../fixture/cookie-browser.ts'
import { type MailFixture, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject } from './billing.ts'

const letter = { to: 'ada@example.com', subject: 'Ours', text: 'Hello' }
const password = 'correct horse battery'
const setPerson = statement(sql`update outbox set personid = ${slot('personid')} where accountid = ${accountSlot}`)

eachApiFixture((fixture) => {
  let mail: MailFixture
  before(async () => {
    mail = await startMailFixture(fixture())
  })
  afterEach(() => {
    mail.sink.onRecipient = () => 'take'
    mail.sink.onMessage = () => 'take'
  })
  after(() => mail.close())

  const newInvoice = async (): Promise<string> => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(id, '100'))
    await administrator.send('POST', `/invoice/${id}/issue/`)
    return `invoice/${id}`
  }
  const newEstimate = async (): Promise<string> => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/estimate/', { projectid, title: 'Website', date: '2026-05-01' })
    await administrator.create('/estimateitem/', { estimateid: String(id), name: 'Design', amount: '100' })
    return `estimate/${id}`
  }

  const stateOf = async (caller: ApiCaller, document: string): Promise<(string | null | undefined)[]> => {
    const { delivery, deliveryto, deliveryerror, deliverynext } = await caller.read(
      `/${document.replace('/', 'mail/')}/`,
    )
    return [delivery, deliveryto, deliveryerror, deliverynext]
  }
  const until = async (caller: ApiCaller, document: string, wanted: string): Promise<(string | null | undefined)[]> => {
    for (let round = 0; round < 2000; round++) {
      const state = await stateOf(caller, document)
      if (state[0] === wanted) return state
      mail.sender.wake()
      await sleep(5)
    }
    throw new Error(`${document} is ${await stateOf(caller, document)}, not ${wanted}`)
  }
  const mailTo = async (caller: ApiCaller, document: string, more: JsonObject = {}): Promise<void> => {
    const reply = await caller.send('POST', `/${document}/mail/`, { ...letter, ...more })
    assert.equal(reply.status, 202, reply.text)
  }

  test('T-192: a document says that its mail is being sent, then that the mail server has accepted it', async () => {
    const manager = mail.caller('manager')
    for (const document of [await newInvoice(), await newEstimate()]) {
      assert.deepEqual(await stateOf(manager, document), ['', '', '', null])
      const [arriving, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<'take'>()]
      mail.sink.onMessage = () => {
        arriving.resolve()
        return taken.promise
      }
      await mailTo(manager, document, { cc: 'carl@example.com' })
      await arriving.promise
      assert.deepEqual(await stateOf(manager, document), ['sending', 'ada@example.com, carl@example.com', '', null])
      taken.resolve('take')
      const accepted = ['accepted', 'ada@example.com, carl@example.com', '', null]
      assert.deepEqual(await until(manager, document, 'accepted'), accepted)
      for (const name of ['resource', 'executive'] as const)
        assertRefusedWith(await mail.caller(name).send('GET', `/${document.replace('/', 'mail/')}/`), 403, 10)
    }
  })

  test('T-192: a mail that is not taken waits with its reason and its next attempt, and is accepted later', async () => {
    const manager = mail.caller('manager')
    const { clock, a } = fixture()
    for (const document of [await newInvoice(), await newEstimate()]) {
      mail.sink.onRecipient = () => 451
      await mailTo(manager, document)
      const reason = 'the mail server refused ada@example.com: 451 not today'
      const [, to, error, next] = await until(manager, document, 'waiting')
      assert.deepEqual([to, error], ['ada@example.com', reason])
      assert.match(next ?? '', /^2026-05-14 /)
      assert.equal((await manager.read(`/${document}/`)).mailerror, reason, 'lists show it too')
      const xml = await mail.call({
        token: a.tokens.manager,
        path: `/${document.replace('/', 'mail/')}/`,
        headers: { accept: 'application/xml' },
      })
      assert.ok(xml.text.includes(`<delivery>waiting</delivery>`) && xml.text.includes(next ?? 'no next'), xml.text)
      mail.sink.onRecipient = () => 'take'
      clock.moveBy(120_000)
      assert.deepEqual(await until(manager, document, 'accepted'), ['accepted', 'ada@example.com', '', null])
      assert.equal((await manager.read(`/${document}/`)).mailerror, '')
    }
  })

  test('T-192: a mail that was given up says so until it is sent again, and its sender and Administrators are told', async () => {
    const manager = mail.caller('manager')
    for (const document of [await newInvoice(), await newEstimate()]) {
      mail.sink.onRecipient = ({ to }) => (to === 'ada@example.com' ? 550 : 'take')
      const told = await mail.mailsSentBy(() => mailTo(manager, document))
      const reason = 'the mail server refused ada@example.com: 550 not today'
      assert.deepEqual(await stateOf(manager, document), ['failed', 'ada@example.com', reason, null])
      assert.deepEqual(told.recipients, ['ada', 'manager'])
      assert.ok(told.mailTo('manager').plain.replaceAll(/\s+/g, ' ').includes(`was not delivered: ${reason}.`))
      const [resource, id] = document.split('/')
      for (const name of ['manager', 'administrator'] as const) {
        const { rows } = await mail.caller(name).list('/notification/?kind=mailfailed&limit=0')
        assert.ok(
          rows.some((row) => row.resource === resource && row.recordid === id),
          `${name} is told`,
        )
      }
      mail.sink.onRecipient = () => 'take'
      await mailTo(manager, document)
      assert.deepEqual(await until(manager, document, 'accepted'), ['accepted', 'ada@example.com', '', null])
    }
  })

  test('a mail that is dropped because its invoice became void was not delivered; a reopened estimate says nothing', async () => {
    const manager = mail.caller('manager')
    const [invoice, estimate] = [await newInvoice(), await newEstimate()]
    mail.sink.onRecipient = () => 451
    for (const document of [invoice, estimate]) await mailTo(manager, document)
    for (const document of [invoice, estimate]) await until(manager, document, 'waiting')
    assert.equal((await manager.send('POST', `/${invoice}/void/`)).status, 202)
    assert.equal((await manager.send('POST', `/${estimate}/reopen/`)).status, 202)
    fixture().clock.moveBy(120_000)
    const [, , error] = await until(manager, invoice, 'failed')
    assert.equal(error, 'the invoice became void before it was sent')
    assert.deepEqual(await until(manager, estimate, ''), ['', '', '', null])
  })

  test('a mail that waits is sent although the person who asked for it is deleted', async () => {
    const { database, clock, a } = fixture()
    const manager = mail.caller('manager')
    const document = await newEstimate()
    mail.sink.onRecipient = () => 451
    await mailTo(manager, document)
    await until(manager, document, 'waiting')
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const { id } = await administrator.create('/person/', { firstname: 'Gone' })
    await database.write(a.accountid, (tx) => tx.run('outbox', setPerson, { personid: Number(id) }))
    await administrator.remove(`/person/${id}/`)
    assert.equal((await stateOf(manager, document))[0], 'waiting')
    mail.sink.onRecipient = () => 'take'
    clock.moveBy(120_000)
    await until(manager, document, 'accepted')
  })

  /** A process whose mail server is entered in the settings. The sender of the fixture is stopped: its server works. */
  const startProcess = async () => {
    const { database, clock, a } = fixture()
    await mail.sender.stop(1000)
    await callerFor(fixture(), a.tokens.administrator).update(`/person/${a.people.administrator}/`, { password })
    const settings = readSettings({}, { STINT_MAIL_SETTINGS: 'on' })
    const service = new MailConnection(settings, database, pino({ level: 'silent' }), testFiles)
    const app = createServer({ ...testOptions(database, clock), mail: service.site, mailControl: service })
    const call: MailFixture['call'] = (request) => send(app, request)
    const boss = await signInBrowser(app, 'ada', password)
    const { hostname: host, port } = new URL(mail.smtpUrl)
    const valid = { current: password, host, port, security: 'starttls', sender: 'stint@example.com' }
    const setUp = async (change: JsonObject = {}): Promise<void> => {
      const reply = await boss.post('/app/mailsettings', { ...valid, ...change })
      assert.equal(reply.status, 204, reply.text)
    }
    const close = async (): Promise<void> => {
      await service.stop(1000)
      await app.close()
    }
    return { service, manager: callerFor({ call }, a.tokens.manager), setUp, close }
  }

  test('mails that wait are tried at once with a corrected mail server, also after a restart', async () => {
    const { service, manager, setUp, close } = await startProcess()
    await service.start()
    await setUp({ port: '1' })
    const document = await newInvoice()
    await mailTo(manager, document)
    const [, , error] = await until(manager, document, 'waiting')
    assert.match(error ?? '', /^connection refused by 127\.0\.0\.1:1;/)
    await setUp()
    assert.deepEqual(await until(manager, document, 'accepted'), ['accepted', 'ada@example.com', '', null])
    await setUp({ port: '1' })
    await mailTo(manager, document)
    await until(manager, document, 'waiting')
    await close()
    const later = await startProcess()
    await later.setUp()
    await later.service.start()
    await until(later.manager, document, 'accepted')
    await later.close()
  })

  test('a mail that the previous mail server refuses after the change is sent with the new one', async () => {
    const { service, manager, setUp, close } = await startProcess()
    const document = await newInvoice()
    const [arriving, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<554>()]
    mail.sink.onMessage = ({ from }) => {
      if (from !== 'wrong@example.com') return 'take'
      arriving.resolve()
      return answer.promise
    }
    await service.start()
    await setUp({ sender: 'wrong@example.com' })
    await mailTo(manager, document)
    await arriving.promise
    await setUp()
    answer.resolve(554)
    assert.deepEqual(await until(manager, document, 'accepted'), ['accepted', 'ada@example.com', '', null])
    await close()
  })
})
