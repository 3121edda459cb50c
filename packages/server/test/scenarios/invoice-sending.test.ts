// Sending an issued invoice by mail with its PDF, and noting that it was sent in another way: who may, what arrives,
// once for each request (T-191), and what the invoice says when a mail server refuses it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type ApiCaller, assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { type MailFixture, startMailFixture } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject } from './billing.ts'

const letter = { subject: 'Invoice from us', text: 'Dear Ada,\n\nhere is <b>our</b> invoice.\n' }

suiteApiFixture((fixture) => {
  let mail: MailFixture
  before(async () => {
    mail = await startMailFixture(fixture())
  })
  beforeEach(() => {
    mail.sink.onRecipient = () => 'take'
  })
  after(() => mail.close())

  const caller = (name: PersonName): ApiCaller => mail.caller(name)

  const newInvoice = async (issued = true, project?: number): Promise<Fields> => {
    const { administrator, projectid: billed } = await newBilledProject(fixture())
    const projectid = project ?? billed
    const invoice = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(invoice.id, '1234.5'))
    if (issued) assert.equal((await administrator.send('POST', `/invoice/${invoice.id}/issue/`)).status, 202)
    return administrator.read(`/invoice/${invoice.id}/`)
  }

  const mailInvoice = (from: ApiCaller, id: unknown, more: JsonObject = {}) =>
    from.send('POST', `/invoice/${id}/mail/`, { to: 'ada@example.com', ...letter, ...more })

  test('an invoice is mailed with its PDF to all recipients in one mail, and says so', async () => {
    const { id, localid } = await newInvoice()
    const manager = caller('manager')
    const arrived = await mail.mailsSentBy(async () => {
      const body = { to: 'ada@example.com; bob@example.com', cc: 'Carl@example.com,ada@example.com' }
      const reply = await mailInvoice(manager, id, body)
      assert.equal(reply.status, 202, reply.text)
    })
    const [one, ...more] = arrived.all
    assert.deepEqual(more, [])
    assert.deepEqual(one?.to, ['ada@example.com', 'bob@example.com', 'Carl@example.com'])
    assert.deepEqual(one?.headers.get('to'), ['ada@example.com, bob@example.com'])
    assert.deepEqual(one?.headers.get('cc'), ['Carl@example.com'])
    assert.match(one?.headers.get('reply-to')?.[0] ?? '', /@/, 'replies go to the person who sends it')
    assert.equal(one?.subject, letter.subject)
    assert.equal(one?.plain, 'Dear Ada,\n\nhere is <b>our</b> invoice.\n')
    assert.match(one?.html ?? '', /<p>here is &lt;b&gt;our&lt;\/b&gt; invoice\.<\/p>/)
    assert.deepEqual(
      one?.attachments.map(({ filename, bytes }) => [filename, bytes.subarray(0, 5).toString()]),
      [[`invoice-${localid}.pdf`, '%PDF-']],
    )
    const { datesent, sentto, mailerror } = await manager.read(`/invoice/${id}/`)
    assert.deepEqual(
      [datesent, sentto, mailerror],
      ['2026-05-14', 'ada@example.com, bob@example.com, Carl@example.com', ''],
    )
    const executive = await caller('executive').read(`/invoice/${id}/`)
    assert.equal('sentto' in executive || 'datesent' in executive, false, 'a client does not see to whom it was sent')
    const { rows: notes } = await manager.list(`/invoicenote/?invoiceid=${id}`)
    assert.ok(notes.some(({ title }) => title === 'Invoice sent by email'))
    const { rows: events } = await manager.list(`/invoice/${id}/event/?kind=mail`)
    assert.equal(events.length, 1)
  })

  test('the next invoice of the client suggests the recipients, and subject and text of the template', async () => {
    const first = await newInvoice()
    const administrator = caller('administrator')
    const clientid = fixture().a.clients.seen
    await administrator.update(`/client/${clientid}/`, { email: 'office@example.com', invoiceto: '', invoicecc: '' })
    const suggested = await administrator.read(`/invoicemail/${first.id}/`)
    assert.equal(suggested.to, 'office@example.com')
    assert.equal(suggested.subject, `Invoice ${first.localid} from Account a`)
    assert.match(suggested.text ?? '', /for 1,234\.50.*, due on 31 May 2026/)
    await mail.mailsSentBy(() => mailInvoice(administrator, first.id, { cc: 'boss@example.com' }))
    await administrator.update('/company/', {
      invoicesubject: '{title}: {number} {unknown}',
      invoicetext: 'Pay {balance}',
    })
    const next = await newInvoice()
    const { to, cc, subject, text } = await caller('manager').read(`/invoicemail/${next.id}/`)
    assert.deepEqual([to, cc], ['ada@example.com', 'boss@example.com'])
    assert.equal(subject, `Work of the month: ${next.localid} {unknown}`)
    assert.match(text ?? '', /^Pay 1,234\.50/)
    await administrator.update('/company/', { invoicesubject: '', invoicetext: '' })
    for (const name of ['resource', 'executive'] as const)
      assertRefusedWith(await caller(name).send('GET', `/invoicemail/${next.id}/`), 403, 10)
    const other = callerFor(fixture(), fixture().b.tokens.administrator)
    assertRefusedWith(await other.send('GET', `/invoicemail/${next.id}/`), 404, 14)
    const hidden = await newInvoice(true, fixture().a.projects.unseen)
    assertRefusedWith(await caller('manager').send('GET', `/invoicemail/${hidden.id}/`), 404, 14)
  })

  test('T-191: a request that is repeated with its key sends one mail', async () => {
    const { id } = await newInvoice()
    const { tokens } = fixture().a
    const arrived = await mail.mailsSentBy(async () => {
      const request = {
        token: tokens.manager,
        method: 'POST',
        path: `/invoice/${id}/mail/`,
        body: { to: 'ada@example.com', ...letter },
        headers: { 'idempotency-key': 'send-once' },
      } as const
      const replies = [await mail.call(request), ...(await Promise.all([1, 2, 3].map(() => mail.call(request))))]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [202, 202, 202, 202],
      )
    })
    assert.equal(arrived.all.length, 1)
  })

  test('T-190: drafts, void invoices, wrong addresses and other roles are refused, and nothing is written', async () => {
    const [draft, issued, voided] = [await newInvoice(false), await newInvoice(), await newInvoice()]
    const hidden = await newInvoice(true, fixture().a.projects.unseen)
    const administrator = caller('administrator')
    assert.equal((await administrator.send('POST', `/invoice/${voided.id}/void/`)).status, 202)
    await assertUnchanged(fixture().database, 'refused', async () => {
      assertRefusedWith(await mailInvoice(administrator, draft.id), 400, 18, 'issue it before you send it')
      assertRefusedWith(await mailInvoice(administrator, voided.id), 400, 18, 'void')
      assertRefusedWith(await administrator.send('POST', `/invoice/${draft.id}/marksent/`), 400, 18, 'not issued')
      for (const name of ['resource', 'executive'] as const)
        assertRefusedWith(await mailInvoice(caller(name), issued.id), 403, 10)
      assertRefusedWith(await mailInvoice(caller('manager'), hidden.id), 404, 14)
      const many = Array.from({ length: 11 }, (_, at) => `a${at}@example.com`).join(',')
      for (const to of ['ada', 'ada@example.com\r\nBcc: x@y.com', 'Ada <ada@example.com>', ' , ', '', many])
        assertRefusedWith(await mailInvoice(administrator, issued.id, { to }), 400, 18, 'to')
      assertRefusedWith(await mailInvoice(administrator, issued.id, { cc: 'x' }), 400, 18, 'cc')
      assertRefusedWith(await mailInvoice(administrator, issued.id, { subject: '' }), 400, 18, 'subject')
      assertRefusedWith(
        await administrator.send('POST', `/invoice/${issued.id}/marksent/`, { date: '2026-05-15' }),
        400,
        18,
        'future',
      )
    })
  })

  test('without a mail server the answer says what to do, and the invoice can be marked as sent', async () => {
    const { id } = await newInvoice()
    const manager = callerFor(fixture(), fixture().a.tokens.manager)
    assertRefusedWith(await mailInvoice(manager, id), 400, 18, 'mark the invoice as sent')
    const marked = await manager.send('POST', `/invoice/${id}/marksent/`, { date: '2026-05-02' })
    assert.equal(marked.status, 202, marked.text)
    const { datesent, sentto } = await manager.read(`/invoice/${id}/`)
    assert.deepEqual([datesent, sentto], ['2026-05-02', ''])
  })

  test('T-192: the invoice says which address the mail server refused, and when it refused all of them', async () => {
    const { id } = await newInvoice()
    const manager = caller('manager')
    mail.sink.onRecipient = ({ to }) => (to === 'gone@example.com' ? 550 : 'take')
    const arrived = await mail.mailsSentBy(() => mailInvoice(manager, id, { cc: 'gone@example.com' }))
    assert.deepEqual(
      arrived.all.map(({ to }) => to),
      [['ada@example.com']],
    )
    assert.match((await manager.read(`/invoice/${id}/`)).mailerror ?? '', /refused gone@example\.com/)
    await mail.mailsSentBy(() => mailInvoice(manager, id, { to: 'gone@example.com' }))
    assert.match((await manager.read(`/invoice/${id}/`)).mailerror ?? '', /550/)
    await mail.mailsSentBy(() => mailInvoice(manager, id))
    assert.equal((await manager.read(`/invoice/${id}/`)).mailerror, '', 'a new attempt clears it')
  })

  test('a mail that waits is not sent when the invoice becomes void', async () => {
    const { id } = await newInvoice()
    const manager = caller('manager')
    mail.sink.onRecipient = () => 451
    const arrived = await mail.mailsSentBy(async () => {
      assert.equal((await mailInvoice(manager, id)).status, 202)
      assert.equal((await manager.send('POST', `/invoice/${id}/void/`)).status, 202)
      mail.sink.onRecipient = () => 'take'
      fixture().clock.moveBy(120_000)
    })
    assert.deepEqual(arrived.all, [])
  })
})
