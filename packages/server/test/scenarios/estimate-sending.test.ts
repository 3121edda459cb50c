// Sending an estimate by mail, and its public page: a secret opens its estimate and no other document (T-275), only the
// revision that was shown can be accepted (T-276), and the person who sent it is told (T-277).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../src/api/server.ts'
import { countMails } from '../../src/mail/outbox.ts'
import { type ApiCaller, assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import { type AccountFixture, type PersonName, send, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser } from '../fixture/cookie-browser.ts'
import { assertUnchanged, dump } from '../fixture/dump.ts'
import { type MailFixture, mailSite, publicUrl, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject } from './billing.ts'

const letter = { to: 'ada@example.com', subject: 'Our estimate', text: 'Hello,\n\nsee {link}\n\nBye' }

suiteApiFixture((fixture) => {
  let mail: MailFixture
  let app: FastifyInstance
  before(async () => {
    mail = await startMailFixture(fixture())
    const site = { ...mailSite, wakeSender: () => mail.sender.wake() }
    app = createServer({ ...testOptions(fixture().database, fixture().clock), mail: site })
  })
  after(async () => {
    await app.close()
    await mail.close()
  })

  const caller = (name: PersonName): ApiCaller => mail.caller(name)
  const administratorOf = (account: AccountFixture): ApiCaller => callerFor(fixture(), account.tokens.administrator)

  const newEstimate = async (more: JsonObject = {}, account = fixture().a): Promise<Fields> => {
    const { administrator, projectid } = await newBilledProject(fixture(), account)
    const body = { projectid, title: 'New website', date: '2026-05-01', ...more }
    const { id } = await administrator.create('/estimate/', body)
    await administrator.create('/estimateitem/', { estimateid: String(id), name: 'Design', amount: '1234.5' })
    return administrator.read(`/estimate/${id}/`)
  }

  const act = (from: ApiCaller, id: unknown, action: string, body?: JsonObject) =>
    from.send('POST', `/estimate/${id}/${action}/`, body)

  const run = async (from: ApiCaller, id: unknown, action: string, body?: JsonObject): Promise<void> => {
    const reply = await act(from, id, action, body)
    assert.equal(reply.status, 202, `${action}: ${reply.text}`)
  }

  const secretOf = async (from: ApiCaller, id: unknown, resource = 'estimate'): Promise<string> => {
    const { link } = await from.read(`/${resource}mail/${id}/`)
    const [, secret = ''] = new RegExp(`^app/${resource}#([A-Za-z0-9_-]{43})$`).exec(link ?? '') ?? []
    return secret
  }

  /** A sent estimate and the secret of its link. */
  const linkedEstimate = async (more: JsonObject = {}, account = fixture().a) => {
    const { id, localid } = await newEstimate(more, account)
    const administrator = administratorOf(account)
    await run(administrator, id, 'send')
    await run(administrator, id, 'link')
    return { id, localid, secret: await secretOf(administrator, id) }
  }

  const open = (code: string, path = '', more: JsonObject = {}, page = 'estimate') =>
    new CookieBrowser(app).post(`/app/public${page}${path}`, { code, ...more })

  const shown = async (code: string): Promise<Record<string, string>> =>
    (await open(code)).json.estimate as Record<string, string>

  const decide = (code: string, word: 'accept' | 'decline', more: JsonObject = {}) =>
    open(code, `/${word}`, { revision: '1', name: 'Ada Byron', ...more })

  test('a draft is mailed with its PDF and its link, and is sent by that; it can be mailed again', async () => {
    const { id, localid } = await newEstimate({ validuntil: '2027-06-30' })
    const manager = caller('manager')
    const arrived = await mail.mailsSentBy(() =>
      run(manager, id, 'mail', { ...letter, to: 'ada@example.com, bob@example.com', cc: 'carl@example.com' }),
    )
    const [one, ...more] = arrived.all
    assert.deepEqual(more, [])
    assert.deepEqual(one?.to, ['ada@example.com', 'bob@example.com', 'carl@example.com'])
    assert.deepEqual(
      one?.attachments.map(({ filename, bytes }) => [filename, bytes.subarray(0, 5).toString()]),
      [[`estimate-${localid}.pdf`, '%PDF-']],
    )
    const secret = await secretOf(manager, id)
    assert.equal(one?.plain, `Hello,\n\nsee ${publicUrl}app/estimate#${secret}\n\nBye\n`)
    const sent = await manager.read(`/estimate/${id}/`)
    assert.deepEqual(
      [sent.state, sent.revision, sent.sentto, sent.sentby, sent.mailerror ?? ''],
      ['sent', '1', 'ada@example.com, bob@example.com, carl@example.com', String(fixture().a.people.manager), ''],
    )
    const executive = await caller('executive').read(`/estimate/${id}/`)
    for (const field of ['sentto', 'sentby', 'mailerror']) assert.equal(field in executive, false, field)
    const again = await mail.mailsSentBy(() => run(manager, id, 'mail', letter))
    assert.equal(again.all.length, 1)
    assert.equal((await manager.read(`/estimate/${id}/`)).revision, '1', 'the same revision')
    assert.equal(await secretOf(manager, id), secret)
    const { rows: events } = await manager.list(`/estimate/${id}/event/?kind=mail`)
    assert.equal(events.length, 2)
  })

  test('a text that has only a link is refused by a server without a public address', async () => {
    const { id } = await newEstimate()
    const { database, clock, a } = fixture()
    const other = createServer({ ...testOptions(database, clock), mail: { ...mailSite, publicUrl: null } })
    const manager = callerFor({ call: (request) => send(other, request) }, a.tokens.manager)
    const refused = await act(manager, id, 'mail', { ...letter, text: 'See {link}\n\n' })
    assert.deepEqual([refused.status, refused.text.includes('STINT_PUBLIC_URL')], [400, true], refused.text)
    assert.equal((await manager.read(`/estimate/${id}/`)).state, 'draft')
    await run(manager, id, 'mail', letter)
    await other.close()
  })

  test('the client remembers its recipients, apart from those of invoices; the text is in its language', async () => {
    const administrator = caller('administrator')
    const clientid = fixture().a.clients.seen
    const blank = { estimateto: '', estimatecc: '', invoiceto: 'bills@example.com' }
    await administrator.update(`/client/${clientid}/`, { email: 'office@example.com', ...blank })
    const { id, localid } = await newEstimate({ validuntil: '2027-06-30', currency: 'EUR' })
    const first = await administrator.read(`/estimatemail/${id}/`)
    assert.deepEqual([first.to, first.cc, first.link], ['office@example.com', '', ''])
    const expected = {
      en: [/^Estimate \d{5} from Account a: New website$/, /for 1,234\.50 EUR.*\n\nIt is valid until 30 June 2027\./],
      de: [/^Angebot \d{5} von Account a/, /über 1\.234,50 EUR.*\n\nEs ist gültig bis 30\. Juni 2027\./],
      fr: [/^Devis \d{5} de Account a/, /montant de 1.234,50 EUR.*\n\nIl est valable jusqu’au 30 juin 2027\./],
      es: [/^Presupuesto \d{5} de Account a/, /importe de 1\.234,50 EUR.*\n\nEs válido hasta el 30 de junio de 2027\./],
    }
    for (const [language, [subject, text]] of Object.entries(expected)) {
      await administrator.update(`/client/${clientid}/`, { language })
      const suggested = await administrator.read(`/estimatemail/${id}/`)
      assert.match(suggested.subject ?? '', subject ?? /^$/)
      assert.match(suggested.text ?? '', text ?? /^$/)
      assert.match(suggested.text ?? '', /\{link\}/)
    }
    await administrator.update(`/client/${clientid}/`, { language: '' })
    await mail.mailsSentBy(() => run(administrator, id, 'mail', { ...letter, cc: 'boss@example.com' }))
    const next = await newEstimate()
    const second = await caller('manager').read(`/estimatemail/${next.id}/`)
    assert.deepEqual([second.to, second.cc], ['ada@example.com', 'boss@example.com'])
    assert.equal((await administrator.read(`/client/${clientid}/`)).invoiceto, 'bills@example.com')
    assert.doesNotMatch(second.text ?? '', /valid until/)
    assert.equal(second.filename, `estimate-${next.localid}.pdf`)
    assert.notEqual(localid, next.localid)
    for (const name of ['resource', 'executive'] as const)
      assertRefusedWith(await caller(name).send('GET', `/estimatemail/${id}/`), 403, 10)
    assertRefusedWith(await administratorOf(fixture().b).send('GET', `/estimatemail/${id}/`), 404, 14)
  })

  test('T-278: what cannot be sent is refused, and nothing is written', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const body = { projectid, title: 'Empty', date: '2026-05-01' }
    const empty = await administrator.create('/estimate/', body)
    const late = await newEstimate({ validuntil: '2026-05-02' })
    const good = await newEstimate()
    const accepted = await newEstimate()
    await run(administrator, accepted.id, 'send')
    await run(administrator, accepted.id, 'accept')
    const sender = caller('administrator')
    await assertUnchanged(fixture().database, 'refused', async () => {
      assertRefusedWith(await act(sender, empty.id, 'mail', letter), 400, 18, 'add a line first')
      assertRefusedWith(await act(sender, late.id, 'mail', letter), 400, 18, 'valid until 2026-05-02')
      assertRefusedWith(await act(sender, accepted.id, 'mail', letter), 400, 18, 'is accepted')
      assertRefusedWith(await act(sender, good.id, 'link'), 400, 18, 'is draft')
      for (const to of ['ada', 'Ada <ada@example.com>', 'ada@example.com\r\nBcc: x@y.com', ''])
        assertRefusedWith(await act(sender, good.id, 'mail', { ...letter, to }), 400, 18, 'to')
      for (const name of ['resource', 'executive'] as const)
        assert.equal((await act(caller(name), good.id, 'mail', letter)).status, 403)
      assertRefusedWith(await act(administrator, good.id, 'mail', letter), 400, 18, 'send it without an email')
    })
  })

  test('T-276: a mail of an earlier revision is not sent any more', async () => {
    const { id } = await newEstimate()
    const manager = caller('manager')
    let refusals = 0
    mail.sink.onRecipient = () => {
      refusals++
      return 451
    }
    const until = async (isDone: () => boolean | Promise<boolean>): Promise<void> => {
      while (!(await isDone())) await sleep(2)
    }
    const arrived = await mail.mailsSentBy(async () => {
      await run(manager, id, 'mail', { ...letter, subject: 'First' })
      await until(() => refusals > 0)
      mail.sink.onRecipient = () => 'take'
      await run(manager, id, 'reopen')
      await run(manager, id, 'mail', { ...letter, subject: 'Second' })
      // The first one waits for its next attempt.
      await until(async () => (await countMails(fixture().database)).waiting === 1)
      fixture().clock.moveBy(120_000)
    })
    assert.deepEqual(
      arrived.all.map(({ subject }) => subject),
      ['Second'],
    )
  })

  test('the estimate says which address the mail server refused', async () => {
    const { id } = await newEstimate()
    const manager = caller('manager')
    mail.sink.onRecipient = ({ to }) => (to === 'gone@example.com' ? 550 : 'take')
    await mail.mailsSentBy(() => run(manager, id, 'mail', { ...letter, cc: 'gone@example.com' }))
    assert.match((await manager.read(`/estimate/${id}/`)).mailerror ?? '', /refused gone@example\.com/)
    mail.sink.onRecipient = () => 'take'
    await mail.mailsSentBy(() => run(manager, id, 'mail', letter))
    assert.equal((await manager.read(`/estimate/${id}/`)).mailerror ?? '', '')
  })

  test('T-275: each secret opens its own estimate, no invoice, and nothing else', async () => {
    const { a, b } = fixture()
    for (const account of [a, b, a]) {
      const { localid, secret } = await linkedEstimate({}, account)
      const { number, company, ...rest } = await shown(secret)
      assert.deepEqual([number, company], [localid, account === a ? 'Account a' : 'Account b'])
      assert.deepEqual(Object.keys(rest).sort(), [
        ...'currency date datedecided decider expired filename language revision state title total'.split(' '),
        'validuntil',
      ])
      const pdf = await open(secret, '/pdf')
      assert.equal(pdf.headers['content-disposition'], `attachment; filename="estimate-${number}.pdf"`)
      assertRefusedWith(await open(secret, '', {}, 'invoice'), 404, 14)
      assertRefusedWith(await open(secret, '/pdf', {}, 'invoice'), 404, 14)
      for (const path of ['/estimate/', '/app/api/estimate/', '/app/session']) {
        const other = await new CookieBrowser(app).request(path, { headers: { authorization: `Bearer ${secret}` } })
        assert.ok(other.status === 401 || other.json.session === null, `${path}: ${other.status}`)
      }
    }
    const { administrator, projectid } = await newBilledProject(fixture())
    const bill = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(bill.id, '10'))
    await administrator.send('POST', `/invoice/${bill.id}/issue/`)
    await administrator.send('POST', `/invoice/${bill.id}/link/`)
    const ofInvoice = await secretOf(administrator, bill.id, 'invoice')
    assert.equal((await open(ofInvoice, '', {}, 'invoice')).status, 200)
    for (const path of ['', '/pdf']) assertRefusedWith(await open(ofInvoice, path), 404, 14)
    assertRefusedWith(await decide(ofInvoice, 'accept'), 404, 14)
  })

  test('T-275: wrong, replaced and revoked secrets, and those of reopened estimates, have the same answer', async () => {
    const administrator = administratorOf(fixture().a)
    const { id, secret: first } = await linkedEstimate()
    await run(administrator, id, 'link')
    const second = await secretOf(administrator, id)
    assert.equal((await open(second)).status, 200)
    const refused = [await open(first), await open('x'), await open(`${second}=`), await decide(first, 'accept')]
    await run(administrator, id, 'unlink')
    refused.push(await open(second), await open(second, '/pdf'))
    await run(administrator, id, 'link')
    const third = await secretOf(administrator, id)
    await run(administrator, id, 'reopen')
    refused.push(await open(third), await open(third, '/pdf'), await decide(third, 'decline'))
    for (const reply of refused) assertRefusedWith(reply, 404, 14)
    assert.equal(new Set(refused.map(({ text }) => text)).size, 1)
    await run(administrator, id, 'send')
    assertRefusedWith(await open(third), 404, 14)
    assert.ok(!JSON.stringify([...(await dump(fixture().database))]).includes(third), 'the database has no secret')
  })

  test('views are counted, not for people of the company, nor for the PDF', async () => {
    const administrator = administratorOf(fixture().a)
    const { id, secret } = await linkedEstimate()
    await open(secret, '', { count: 'f' })
    await open(secret, '/pdf')
    await open(secret)
    const { linkviews, linkviewed } = await administrator.read(`/estimatemail/${id}/`)
    assert.equal(linkviews, '1')
    assert.ok(linkviewed)
  })

  test('T-277: who has the link accepts it with a name; it is an event, and the sender is told', async () => {
    const { a } = fixture()
    const { id, localid } = await newEstimate()
    const manager = caller('manager')
    await mail.mailsSentBy(() => run(manager, id, 'mail', letter))
    const secret = await secretOf(manager, id)
    const arrived = await mail.mailsSentBy(async () => {
      const reply = await decide(secret, 'accept', { note: 'Start in <b>June</b>' })
      assert.equal(reply.status, 204, reply.text)
    })
    const record = await manager.read(`/estimate/${id}/`)
    assert.deepEqual(
      [record.state, record.signedby, record.decider, record.decidedby ?? null, record.onbehalf, record.decisionnote],
      ['accepted', 'Ada Byron', 'Ada Byron', null, 'f', 'Start in <b>June</b>'],
    )
    const page = await shown(secret)
    assert.deepEqual([page.state, page.decider], ['accepted', 'Ada Byron'])
    const { rows } = await manager.list(`/estimate/${id}/event/?kind=accept`)
    assert.deepEqual(
      rows.map(({ personid, channel }) => [personid ?? null, channel]),
      [[null, 'session']],
    )
    assert.match(JSON.stringify(rows[0]?.changes), /Ada Byron/)
    const { rows: told } = await manager.list('/notification/?kind=estimateaccepted&limit=1')
    assert.deepEqual(
      told.map(({ resource, recordid, actorid, title }) => [resource, recordid, actorid ?? null, title]),
      [['estimate', id, null, 'New website']],
    )
    const [one, ...more] = arrived.all
    assert.deepEqual(more, [])
    assert.equal(one?.subject, `Estimate ${localid} was accepted: New website`)
    assert.match(one?.plain ?? '', /Ada Byron, on the public page, accepted estimate \d{5} "New website"/)
    assert.match(one?.plain ?? '', /app\/estimates\/\d+/)
    assert.match(one?.html ?? '', /&lt;b&gt;June/)
    assert.equal((await administratorOf(a).list('/notification/?kind=estimateaccepted')).count, 0)
    assertRefusedWith(await decide(secret, 'decline'), 400, 18, `estimate ${localid} is accepted`)
    const invoice = await act(caller('manager'), id, 'convert')
    assert.equal(invoice.status, 201, invoice.text)
  })

  test('T-277: a decision in the application tells the sender too, with the name of the person', async () => {
    const { id } = await newEstimate()
    const manager = caller('manager')
    await run(manager, id, 'send')
    const arrived = await mail.mailsSentBy(() => run(caller('executive'), id, 'decline', { note: 'Too late' }))
    assert.equal(arrived.all.length, 1)
    assert.match(arrived.all[0]?.subject ?? '', /^Estimate \d{5} was declined: New website$/)
    const { rows } = await manager.list('/notification/?kind=estimatedeclined&limit=1')
    assert.deepEqual(
      rows.map(({ recordid, actorid }) => [recordid, actorid]),
      [[id, String(fixture().a.people.executive)]],
    )
  })

  test('T-277: if the sender is gone, the managers of the project are told', async () => {
    const { a, database } = fixture()
    const { id, projectid } = await newEstimate()
    const administrator = caller('administrator')
    await administrator.update(`/project/${projectid}/`, { managerid: String(a.people.manager) })
    await run(administrator, id, 'send')
    await run(administrator, id, 'link')
    await database.write(a.accountid, (tx) => tx.update('estimate', Number(id), { sentby: 999_999 }))
    assert.equal((await decide(await secretOf(administrator, id), 'accept')).status, 204)
    const { rows } = await caller('manager').list('/notification/?kind=estimateaccepted&limit=1')
    assert.equal(rows[0]?.recordid, id)
  })

  test('T-276: another revision than the one that was read, and an expired one, cannot be accepted', async () => {
    const administrator = administratorOf(fixture().a)
    const { id, secret } = await linkedEstimate()
    const read = await shown(secret)
    assert.equal(read.revision, '1')
    for (const [body, words] of [
      [{ name: '' }, 'name: is required'],
      [{ name: '  ' }, 'name: is required'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ note: 'x'.repeat(2001) }, 'note'],
      [{ revision: '' }, 'revision: is required'],
    ] as const)
      assertRefusedWith(await decide(secret, 'accept', body), 400, 18, words)
    await run(administrator, id, 'reopen')
    const [item] = (await administrator.list(`/estimateitem/?estimateid=${id}`)).rows
    await administrator.update(`/estimateitem/${item?.id}/`, { amount: '9999' })
    await run(administrator, id, 'send')
    await run(administrator, id, 'link')
    const next = await secretOf(administrator, id)
    assertRefusedWith(await decide(secret, 'accept'), 404, 14)
    assertRefusedWith(await decide(next, 'accept'), 412, 18, 'has changed')
    assert.equal((await administrator.read(`/estimate/${id}/`)).state, 'sent')
    assert.equal((await decide(next, 'decline', { revision: '2' })).status, 204)
    const today = new Date(fixture().clock.now()).toISOString().slice(0, 10)
    const late = await linkedEstimate({ validuntil: today })
    fixture().clock.moveBy(48 * 3_600_000)
    assert.equal((await shown(late.secret)).expired, 't')
    assertRefusedWith(await decide(late.secret, 'accept'), 400, 18, `valid until ${today}`)
  })

  test('T-276: reopening an accepted one makes its link and its acceptance void', async () => {
    const administrator = administratorOf(fixture().a)
    const { id, secret } = await linkedEstimate()
    assert.equal((await decide(secret, 'accept')).status, 204)
    await run(administrator, id, 'reopen')
    assertRefusedWith(await open(secret), 404, 14)
    await run(administrator, id, 'send')
    await run(administrator, id, 'link')
    const next = await secretOf(administrator, id)
    const page = await shown(next)
    assert.deepEqual([page.state, page.revision, page.decider], ['sent', '2', ''])
    assertRefusedWith(await decide(next, 'accept'), 412, 18)
    assertRefusedWith(await act(administrator, id, 'convert'), 400, 18, 'is sent')
  })

  test('T-257: of many decisions on the page and in the application, one counts', async () => {
    const { id, secret } = await linkedEstimate()
    const executive = callerFor(fixture(), fixture().a.tokens.executive)
    const replies = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const word = at % 3 === 0 ? 'decline' : 'accept'
        return at % 2 === 0 ? decide(secret, word) : act(executive, id, word)
      }),
    )
    assert.equal(replies.filter(({ status }) => status === 204 || status === 202).length, 1)
  })
})
