// The public link of an invoice: a secret opens its invoice and no other (T-193), it can be renewed and revoked, views
// are counted, and neither the database nor a log has the secret in the clear (T-194).
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { Vault } from '../../src/io/vault.ts'
import { documentLinks } from '../../src/mail/document-link.ts'
import { type ApiCaller, assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import { type AccountFixture, testOptions } from '../fixture/api-fixture.ts'
import { CookieBrowser } from '../fixture/cookie-browser.ts'
import { dump } from '../fixture/dump.ts'
import { type MailFixture, publicUrl, startMailFixture } from '../fixture/mail-fixture.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'
import { readPdf } from './invoice-printing.ts'

suiteApiFixture((fixture) => {
  let mail: MailFixture
  let app: FastifyInstance
  const logged: string[] = []
  before(async () => {
    mail = await startMailFixture(fixture())
    const log = pino(
      { level: 'trace' },
      new Writable({
        write: (chunk, _encoding, done) => {
          logged.push(String(chunk))
          done()
        },
      }),
    )
    app = createServer({ ...testOptions(fixture().database, fixture().clock), log })
  })
  after(async () => {
    await app.close()
    await mail.close()
  })

  const newInvoice = async (account: AccountFixture, amount = '100'): Promise<Readonly<Record<string, string>>> => {
    const { administrator, projectid } = await newBilledProject(fixture(), account)
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(id, amount))
    await administrator.send('POST', `/invoice/${id}/issue/`)
    return (await administrator.read(`/invoice/${id}/`)) as Readonly<Record<string, string>>
  }

  const administratorOf = (account: AccountFixture): ApiCaller => callerFor(fixture(), account.tokens.administrator)

  const newSecret = async (caller: ApiCaller, id: unknown): Promise<string> => {
    const reply = await caller.send('POST', `/invoice/${id}/link/`)
    assert.equal(reply.status, 202, reply.text)
    const { link } = await caller.read(`/invoicemail/${id}/`)
    const [, secret = ''] = /^app\/invoice#([A-Za-z0-9_-]{43})$/.exec(link ?? '') ?? []
    return secret
  }

  const open = (code: string, more = {}, path = '') =>
    new CookieBrowser(app).post(`/app/publicinvoice${path}`, { code, ...more })

  test('T-193: each secret opens its own invoice, of all invoices of two accounts, and nothing else', async () => {
    const { a, b } = fixture()
    const secrets = new Map<string, string>()
    for (const account of [a, b, a, b]) {
      const { id = '', localid = '' } = await newInvoice(account, String(100 + secrets.size))
      secrets.set(
        await newSecret(administratorOf(account), id),
        `${account.accountid} ${localid} ${100 + secrets.size}`,
      )
    }
    assert.equal(new Set(secrets.keys()).size, 4)
    for (const [secret, expected] of secrets) {
      const reply = await open(secret)
      const { number, total, company, ...rest } = reply.json.invoice as Record<string, string>
      const account = company === 'Account a' ? a.accountid : b.accountid
      assert.equal(`${account} ${number} ${Number(total)}`, expected)
      assert.deepEqual(Object.keys(rest).sort(), [
        ...'accountholder balance bic creditof currency date datedue filename iban'.split(' '),
        ...'language paylink paymentinfo qr reference status title'.split(' '),
      ])
      assert.match(String(reply.headers['cache-control']), /no-store/)
      const pdf = await open(secret, {}, '/pdf')
      assert.equal(pdf.headers['content-disposition'], `attachment; filename="invoice-${number}.pdf"`)
      for (const path of ['/invoice/', '/app/api/invoice/', '/app/session']) {
        const other = await new CookieBrowser(app).request(path, { headers: { authorization: `Bearer ${secret}` } })
        assert.ok(other.status === 401 || other.json.session === null, `${path}: ${other.status}`)
      }
    }
  })

  test('T-279: sender, client, mail and public page have the same document, with the period of its hours', async () => {
    const { a } = fixture()
    const { administrator, projectid, log } = await newBilledProject(fixture())
    await log('2026-04-17', '2.5')
    const range = { datebegin: '2026-04-17', dateend: '2026-04-17' }
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, range))
    await administrator.send('POST', `/invoice/${id}/issue/`)
    const download = async (token: string): Promise<Buffer> =>
      (await fixture().call({ token, path: `/invoice/${id}/pdf/` })).bytes
    const letter = { to: 'ada@example.com', subject: 'Invoice', text: 'See {link}' }
    const arrived = await mail.mailsSentBy(() => mail.caller('manager').send('POST', `/invoice/${id}/mail/`, letter))
    const { link } = await administrator.read(`/invoicemail/${id}/`)
    const page = await new CookieBrowser(app).post('/app/publicinvoice/pdf', { code: link?.replace(/^.*#/, '') ?? '' })
    const checked = await download(a.tokens.manager)
    const { text } = await readPdf(checked)
    assert.match(text.replaceAll('\n', ' '), /Period 17 April 2026/)
    const copies = [await download(a.tokens.executive), arrived.mailTo('ada').attachments[0]?.bytes, page.bytes]
    for (const copy of copies) assert.ok(copy?.equals(checked), 'another document than the sender has checked')
  })

  test('T-193: wrong, replaced and revoked secrets, and those of drafts, have the same answer', async () => {
    const { a } = fixture()
    const caller = administratorOf(a)
    const { id } = await newInvoice(a)
    const first = await newSecret(caller, id)
    const second = await newSecret(caller, id)
    assert.equal((await open(second)).status, 200)
    const refused = [await open(first), await open('x'), await open('A'.repeat(43)), await open(`${second}=`)]
    assert.equal((await caller.send('POST', `/invoice/${id}/unlink/`)).status, 202)
    refused.push(await open(second), await open(second, {}, '/pdf'))
    assert.equal((await caller.read(`/invoicemail/${id}/`)).link, '')
    for (const reply of refused) assertRefusedWith(reply, 404, 14)
    assert.equal(new Set(refused.map(({ text }) => text)).size, 1)
    const { projectid } = await newBilledProject(fixture())
    const draft = await caller.create('/invoice/', invoiceBody(projectid))
    assertRefusedWith(await caller.send('POST', `/invoice/${draft.id}/link/`), 400, 18, 'not issued')
    const executive = callerFor(fixture(), a.tokens.executive)
    assertRefusedWith(await executive.send('POST', `/invoice/${id}/link/`), 403, 10)
  })

  test('views are counted by the request of the page, not for people of the company, nor for the PDF', async () => {
    const { a, clock } = fixture()
    const caller = administratorOf(a)
    const { id, projectid } = await newInvoice(a)
    const secret = await newSecret(caller, id)
    const views = async () => {
      const { linkviews, linkviewed } = await caller.read(`/invoicemail/${id}/`)
      return [linkviews, linkviewed]
    }
    assert.deepEqual(await views(), ['0', null])
    await open(secret, { count: 'f' })
    await open(secret, {}, '/pdf')
    assert.deepEqual(await views(), ['0', null])
    await open(secret, { count: 't' })
    clock.moveBy(60_000)
    await open(secret)
    assert.deepEqual(await views(), ['2', '2026-05-14 10:01:00'])
    await caller.update('/company/', { paymentinfo: 'IBAN DE02\nBIC X' })
    await caller.create('/payment/', paymentBody(projectid, '40', { invoiceid: String(id) }))
    const { invoice } = (await open(secret)).json as { invoice: Record<string, string> }
    assert.deepEqual([invoice.paymentinfo, Number(invoice.balance), invoice.status], ['IBAN DE02\nBIC X', 60, ''])
  })

  test('the page says how to pay what is owed: link, account, reference and QR code of invoices in euros', async () => {
    const { a } = fixture()
    const caller = administratorOf(a)
    const ways = {
      paylink: 'https://pay.example.com/{number}?a={balance}&c={currency}',
      iban: 'DE02 1203 0000 0000 2020 51',
    }
    await caller.update('/company/', { ...ways, bic: 'BYLADEM1001', currency: 'EUR' })
    assert.equal((await caller.read('/company/1/')).iban, 'DE02120300000000202051')
    const { id, localid, projectid } = await newInvoice(a, '12.3')
    const secret = await newSecret(caller, id)
    const shown = async (of = secret) => ((await open(of)).json as { invoice: Record<string, string> }).invoice
    const owed = await shown()
    assert.equal(owed.paylink, `https://pay.example.com/${localid}?a=12.30&c=EUR`)
    assert.deepEqual([owed.iban, owed.accountholder], ['DE02120300000000202051', 'Account a'])
    assert.match(String(owed.reference), new RegExp(`^RF\\d\\d${localid}$`))
    assert.match(String(owed.qr), /^<svg /)
    const { text } = await caller.read(`/invoicemail/${id}/`)
    assert.ok(String(text).includes(`You can pay it online: ${owed.paylink}\n`))
    await caller.update('/company/', { currency: 'USD' })
    assert.deepEqual(await shown(), owed)
    const inDollars = await newSecret(caller, (await newInvoice(a, '12.3')).id)
    assert.equal((await shown(inDollars)).qr, '')
    await caller.update('/company/', { currency: 'EUR' })
    await caller.create('/payment/', paymentBody(projectid, '12.3', { invoiceid: String(id) }))
    const paid = await shown()
    assert.deepEqual([paid.paylink, paid.iban, paid.qr], ['', '', ''])
    for (const [field, value] of Object.entries({ iban: 'DE02120300000000202052', paylink: 'http://x.org/', bic: 'x' }))
      assertRefusedWith(await caller.send('PUT', '/company/', { [field]: value }), 400, 18, field)
    await caller.update('/company/', { paylink: '', iban: '', bic: '', currency: '' })
    assert.ok(!String((await caller.read(`/invoicemail/${id}/`)).text).includes('pay'))
  })

  test('T-194: a mail has the link, and the outbox, the database and the log do not', async () => {
    const { a, database } = fixture()
    const { id } = await newInvoice(a)
    const manager = mail.caller('manager')
    const text = 'Hello,\n\nsee {link}\n\nBye'
    let stored = ''
    const arrived = await mail.mailsSentBy(async () => {
      const body = { to: 'ada@example.com', subject: 'Invoice', text }
      assert.equal((await manager.send('POST', `/invoice/${id}/mail/`, body)).status, 202)
      stored = JSON.stringify([...(await dump(database))])
    })
    const { link } = await manager.read(`/invoicemail/${id}/`)
    assert.equal(arrived.all[0]?.plain, `Hello,\n\nsee ${publicUrl}${link}\n\nBye\n`)
    assert.match(arrived.all[0]?.html ?? '', new RegExp(`<a href="${publicUrl}${link}">`))
    const [, secret = ''] = link?.split('#') ?? []
    assert.equal(secret.length, 43)
    logged.length = 0
    await open(secret)
    await open(secret, {}, '/pdf')
    for (const [where, content] of [
      ['database', stored],
      ['log', logged.join('')],
    ] as const)
      assert.ok(!content.includes(secret), `the ${where} has the secret`)
    await manager.send('POST', `/invoice/${id}/unlink/`)
    const vault = new Vault({ keys: [Buffer.from('0123456789abcdefghijklmnopqrstuv')] })
    await newSecret(administratorOf(a), id)
    const lost = await database.read(a.accountid, (tx) => documentLinks.invoice.read(tx, vault, Number(id)))
    assert.equal(lost?.path, null, 'without the key the link cannot be shown')
  })

  test('T-195: one address gets at most 120 answers a minute', async () => {
    fixture().clock.moveBy(60_000)
    for (let at = 0; at < 120; at++) assert.equal((await open('x')).status, 404)
    const reply = await open('x')
    assertRefusedWith(reply, 400, 12)
    fixture().clock.moveBy(60_000)
    assert.equal((await open('x')).status, 404)
  })
})
