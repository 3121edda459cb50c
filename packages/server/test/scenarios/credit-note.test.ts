// Credit notes of issued invoices (docs/adr/0036-credit-notes.md): who may create them, what the draft has, the limit
// also for concurrent credit notes (T-213), balances and reports, released hours (T-214), and what clients get.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { auditInvoiceLines, auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  type Fields,
  secondServer,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName, Reply } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  type BilledProject,
  invoiceBody,
  invoiceLineTexts,
  lineBody,
  newBilledProject,
  paymentBody,
} from './billing.ts'
import { readPdf } from './invoice-printing.ts'

suiteApiFixture((fixture, _kind, testDatabase) => {
  let billed: BilledProject
  let beside: Pick<ApiFixture, 'call'> | undefined
  before(async () => {
    beside = await secondServer(fixture(), testDatabase())
    billed = await newBilledProject(fixture())
  })
  const caller = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])
  const run = (id: unknown, action: string, body: JsonObject = {}, from = billed.administrator): Promise<Reply> =>
    from.send('POST', `/invoice/${id}/${action}/`, body)
  const done = async (id: unknown, action: string, body: JsonObject = {}): Promise<Fields> => {
    const reply = await run(id, action, body)
    assert.ok([201, 202].includes(reply.status), reply.text)
    return (reply.json.invoice ?? reply.json) as Fields
  }
  const read = (id: unknown): Promise<Fields> => billed.administrator.read(`/invoice/${id}/`)
  const lines = async (id: unknown): Promise<readonly Fields[]> =>
    (await billed.administrator.list(`/invoiceitem/?invoiceid=${id}&limit=0`)).rows

  /** An issued invoice of 1,000.00 and 20 percent. */
  const newInvoice = async (more: JsonObject = {}): Promise<Fields> => {
    const { id } = await billed.administrator.create('/invoice/', invoiceBody(billed.projectid, { tax: '20', ...more }))
    await billed.administrator.create('/invoiceitem/', lineBody(id, '800', { quantity: '8', rate: '100' }))
    await billed.administrator.create('/invoiceitem/', lineBody(id, '200', { name: 'Flat' }))
    await done(id, 'issue')
    return read(id)
  }
  const assertAudited = async (): Promise<void> => {
    const { database, a } = fixture()
    assert.deepEqual((await auditInvoices(database, a.accountid)).problems, [])
    assert.deepEqual((await auditInvoiceLines(database, a.accountid)).problems, [])
  }

  test('the draft has the lines with negative quantities and changes nothing until it is issued', async () => {
    const invoice = await newInvoice({ addressto: 'Ada', purchaseorder: 'PO 7' })
    const draft = await done(invoice.id, 'credit')
    assert.equal(invoice.creditof, null)
    assert.equal(draft.creditof, invoice.id)
    assert.equal(draft.title, `Credit for invoice ${invoice.localid}`)
    const expected = {
      total: '-1200',
      taxamount: '-200',
      balance: '0',
      status: 'outstanding',
      draft: 't',
      daysoverdue: '0',
    }
    const same = {
      addressto: 'Ada',
      purchaseorder: 'PO 7',
      projectid: invoice.projectid,
      tax: '20',
      date: '2026-05-14',
    }
    for (const [field, value] of Object.entries({ ...expected, ...same })) assert.equal(draft[field], value, field)
    assert.deepEqual(await invoiceLineTexts(billed.administrator, draft.id), [
      'Consulting -8 x 100 = -800',
      'Flat -1 x 200 = -200',
    ])
    assert.deepEqual(await read(invoice.id), invoice)
    const hidden = await caller('executive').send('GET', `/invoice/${draft.id}/`)
    assert.equal(hidden.status, 404, 'a client does not see the draft')
    const issued = await done(draft.id, 'issue')
    assert.deepEqual([issued.balance, issued.status], ['0', 'paid'])
    const credited = await read(invoice.id)
    assert.deepEqual([credited.balance, credited.status, credited.datepaid], ['0', 'paid', '2026-05-14'])
    const found = await caller('executive').list(`/invoice/?creditof=${invoice.id}`)
    assert.deepEqual(
      found.rows.map(({ id }) => id),
      [draft.id],
    )
    await assertAudited()
    await done(draft.id, 'void')
    assert.deepEqual(await read(invoice.id), invoice, 'voiding the credit note restores the balance')
    await assertAudited()
  })

  test('a line with a negative price, and one without quantity, are credited with positive prices', async () => {
    const { id } = await billed.administrator.create('/invoice/', invoiceBody(billed.projectid))
    await billed.administrator.create(
      '/invoiceitem/',
      lineBody(id, '10', { quantity: '3', rate: '33.3333', amount: '100' }),
    )
    await billed.administrator.create('/invoiceitem/', lineBody(id, '-5', { name: 'Less', quantity: '1', rate: '-5' }))
    await billed.administrator.create('/invoiceitem/', lineBody(id, '-7.5', { name: 'Discount' }))
    await done(id, 'issue')
    const note = await done(id, 'credit')
    assert.deepEqual(await invoiceLineTexts(billed.administrator, note.id), [
      'Consulting -3 x 33.3333 = -100',
      'Less 1 x 5 = 5',
      'Discount 1 x 7.5 = 7.5',
    ])
    assert.equal(note.total, '-87.5')
  })

  test('only those who create invoices, only of issued invoices, and only once in full', async () => {
    const invoice = await newInvoice()
    for (const name of ['executive', 'resource'] as const)
      assert.equal((await run(invoice.id, 'credit', {}, caller(name))).status, 403, name)
    const draft = await billed.administrator.create('/invoice/', invoiceBody(billed.projectid))
    assertRefusedWith(await run(draft.id, 'credit'), 400, 18, 'only an issued invoice')
    const asManager = await run(invoice.id, 'credit', {}, caller('manager'))
    assert.equal(asManager.status, 201, asManager.text)
    const [note] = (await billed.administrator.list(`/invoice/?creditof=${invoice.id}`)).rows
    assertRefusedWith(await run(note?.id, 'credit'), 400, 18, 'a credit note cannot be credited')
    assertRefusedWith(await run(invoice.id, 'void'), 400, 18, 'has credit notes')
    await done(note?.id, 'issue')
    assertRefusedWith(await run(invoice.id, 'credit'), 400, 18, 'left to credit')
    assertRefusedWith(await run(invoice.id, 'void'), 400, 18, 'has credit notes')
    assertRefusedWith(await run(note?.id, 'import'), 400, 18, 'is issued')
    await done(note?.id, 'void')
    await done(invoice.id, 'void')
    assertRefusedWith(await run(invoice.id, 'credit'), 400, 18, 'a void invoice')
  })

  test('a credit note keeps project and taxes, imports no time and takes no payments', async () => {
    const invoice = await newInvoice()
    const { id } = await done(invoice.id, 'credit')
    const other = await newBilledProject(fixture())
    const changes: JsonObject[] = [
      { projectid: other.projectid },
      { tax: '10' },
      { secondtax: '3' },
      { secondtaxcompound: 't' },
    ]
    for (const change of changes)
      assertRefusedWith(await billed.administrator.send('PUT', `/invoice/${id}/`, change), 400, 18, 'credit note has')
    const range = await billed.administrator.send('PUT', `/invoice/${id}/`, { datebegin: '2026-05-01' })
    assertRefusedWith(range, 400, 18, 'freeform')
    assertRefusedWith(await run(id, 'import'), 400, 18, 'without time')
    assertRefusedWith(
      await run(invoice.id, 'credit', { tax: '5', projectid: other.projectid }),
      400,
      18,
      'tax',
      'projectid',
    )
    const payment = paymentBody(billed.projectid, '5', { invoiceid: String(id) })
    assertRefusedWith(await billed.administrator.send('POST', '/payment/', payment), 400, 18, 'takes no payments')
    const unapplied = await billed.administrator.create('/payment/', paymentBody(billed.projectid, '5'))
    const moved = await billed.administrator.send('PUT', `/payment/${unapplied.id}/`, { invoiceid: String(id) })
    assertRefusedWith(moved, 400, 18, 'takes no payments')
    assert.equal((await billed.administrator.update(`/invoice/${id}/`, { title: 'Goodwill' })).title, 'Goodwill')
  })

  test('T-213: lines are reduced and removed, never beyond what is left, also after others were issued', async () => {
    const invoice = await newInvoice()
    const [first, second] = [await done(invoice.id, 'credit'), await done(invoice.id, 'credit')]
    const [hours, flat] = await lines(first.id)
    const change = (line: Fields | undefined, body: JsonObject): Promise<Reply> =>
      billed.administrator.send('PUT', `/invoiceitem/${line?.id}/`, body)
    assertRefusedWith(await change(hours, { quantity: '-9' }), 400, 18, invoice.localid ?? '', '1000 ')
    const extra = await billed.administrator.send('POST', '/invoiceitem/', lineBody(first.id, '-0.01'))
    assertRefusedWith(extra, 400, 18, 'left to credit')
    await billed.administrator.remove(`/invoiceitem/${flat?.id}/`)
    assert.equal((await change(hours, { quantity: '-3' })).status, 202)
    assert.equal((await done(first.id, 'issue')).total, '-360')
    assert.equal((await read(invoice.id)).balance, '840')
    // The second draft credits too much now: it can be reduced in steps, and not be issued before it fits.
    assertRefusedWith(await run(second.id, 'issue'), 400, 18, '700 ')
    const [other] = await lines(second.id)
    assert.equal((await change(other, { quantity: '-7' })).status, 202)
    assertRefusedWith(await run(second.id, 'issue'), 400, 18, 'left to credit')
    assert.equal((await change(other, { quantity: '-5' })).status, 202)
    assertRefusedWith(await change(other, { quantity: '-5.01' }), 400, 18, 'left to credit')
    assert.equal((await done(second.id, 'issue')).total, '-840')
    assert.deepEqual([(await read(invoice.id)).balance, (await read(invoice.id)).status], ['0', 'paid'])
    await assertAudited()
  })

  test('a second credit note has one line with the rest, and a positive one cannot be issued', async () => {
    const invoice = await newInvoice()
    const first = await done(invoice.id, 'credit')
    const [hours, flat] = await lines(first.id)
    await billed.administrator.remove(`/invoiceitem/${hours?.id}/`)
    assert.equal((await billed.administrator.send('PUT', `/invoiceitem/${flat?.id}/`, { quantity: '1' })).status, 202)
    assertRefusedWith(await run(first.id, 'issue'), 400, 18, 'negative total')
    assert.equal((await billed.administrator.send('PUT', `/invoiceitem/${flat?.id}/`, { quantity: '-1' })).status, 202)
    await done(first.id, 'issue')
    const rest = await done(invoice.id, 'credit')
    assert.deepEqual(await invoiceLineTexts(billed.administrator, rest.id), [
      `Remaining amount of invoice ${invoice.localid} -1 x 800 = -800`,
    ])
    assert.equal(rest.total, '-960')
  })

  test('T-213: of credit notes that are issued at the same time, only what fits is issued', async () => {
    const other = callerFor(beside ?? fixture(), fixture().a.tokens.administrator)
    for (let round = 0; round < 4; round++) {
      const invoice = await newInvoice()
      const [one, two] = [await done(invoice.id, 'credit'), await done(invoice.id, 'credit')]
      const replies = await Promise.all([run(one.id, 'issue'), run(two.id, 'issue', {}, other)])
      assert.deepEqual(replies.map(({ status }) => status).sort(), [202, 400])
      assert.equal((await read(invoice.id)).balance, '0')
      const issued = replies[0]?.status === 202 ? one : two
      const [voided, credit] = await Promise.all([run(issued.id, 'void'), run(invoice.id, 'credit', {}, other)])
      assert.equal(voided.status, 202, voided.text)
      assert.ok([201, 400].includes(credit.status), credit.text)
      assert.equal((await read(invoice.id)).balance, '1200')
    }
    await assertAudited()
  })

  test('a credited invoice that was paid has a negative balance, which a refund settles', async () => {
    const invoice = await newInvoice()
    const payment = paymentBody(billed.projectid, '1200', { invoiceid: String(invoice.id) })
    await billed.administrator.create('/payment/', payment)
    await done((await done(invoice.id, 'credit')).id, 'issue')
    assert.deepEqual([(await read(invoice.id)).balance, (await read(invoice.id)).payments], ['-1200', '1200'])
    await billed.administrator.create('/payment/', { ...payment, amount: '-1200' })
    assert.deepEqual([(await read(invoice.id)).balance, (await read(invoice.id)).status], ['0', 'paid'])
    const { rows: notes } = await billed.administrator.list(`/invoicenote/?invoiceid=${invoice.id}`)
    assert.ok(notes.some(({ title }) => /^Credit note \d+ issued$/.test(title ?? '')))
    await assertAudited()
  })

  test('T-214: hours are released once, by the issue that credits all, and then its credit notes stay', async () => {
    const entry = await billed.log('2026-05-04', '2')
    const isBilled = async (): Promise<boolean> =>
      (await billed.administrator.list(`/time/?projectid=${billed.projectid}&invoiced=t`)).rows.some(
        ({ id }) => id === entry.id,
      )
    const range = { datebegin: '2026-05-04', dateend: '2026-05-04' }
    const { id } = await billed.administrator.create('/invoice/', invoiceBody(billed.projectid, range))
    await done(id, 'issue')
    const first = await done(id, 'credit', { releasetime: 't' })
    const [line] = await lines(first.id)
    assert.equal((await billed.administrator.send('PUT', `/invoiceitem/${line?.id}/`, { quantity: '-1' })).status, 202)
    await done(first.id, 'issue')
    assert.equal(await isBilled(), true, 'a part of it is still owed')
    const rest = await done(id, 'credit')
    assert.equal(await isBilled(), true, 'a draft releases nothing')
    await done(rest.id, 'issue')
    assert.equal(await isBilled(), false)
    await assertAudited()
    for (const note of [first, rest]) assertRefusedWith(await run(note.id, 'void'), 400, 18, 'were released')
    const again = await billed.administrator.create('/invoice/', invoiceBody(billed.projectid, range))
    assert.deepEqual(await invoiceLineTexts(billed.administrator, again.id), ['Consulting 2 x 120 = 240'])
    await done(again.id, 'issue')
    await done((await done(again.id, 'credit')).id, 'issue')
    assert.equal(await isBilled(), true, 'nobody asked to release them')
  })

  test('PDF, mail and file name say what it is, in the language of the client, without a way to pay', async () => {
    const { administrator } = billed
    const clientid = fixture().a.clients.seen
    await administrator.update('/company/', {
      paylink: 'https://pay.example.com/{number}',
      invoicetext: 'Pay {balance}',
    })
    const names = {
      en: ['Credit note', 'credit-note'],
      de: ['Rechnungskorrektur', 'rechnungskorrektur'],
      fr: ['Avoir', 'avoir'],
      es: ['Factura rectificativa', 'factura-rectificativa'],
    }
    for (const [language, [name = '', file]] of Object.entries(names)) {
      await administrator.update(`/client/${clientid}/`, { language })
      const invoice = await newInvoice()
      const note = await done(invoice.id, 'credit')
      await done(note.id, 'issue')
      const mail = await administrator.read(`/invoicemail/${note.id}/`)
      assert.match(mail.subject ?? '', new RegExp(`^${name} ${note.localid} `))
      assert.match(mail.text ?? '', new RegExp(String(invoice.localid)))
      assert.doesNotMatch(mail.text ?? '', /pay\.example|\{paylink\}|^Pay/)
      assert.equal(mail.filename, `${file}-${note.localid}.pdf`)
      const pdf = async (id: unknown): Promise<string> => {
        const reply = await fixture().call({ token: fixture().a.tokens.executive, path: `/invoice/${id}/pdf/` })
        return (await readPdf(reply.bytes)).text
      }
      const text = await pdf(note.id)
      assert.ok(text.includes(`${name} ${note.localid}`) && text.includes(String(invoice.localid)), text)
      assert.doesNotMatch(text, /pay\.example|PAID|BEZAHLT/)
      assert.ok((await pdf(invoice.id)).includes(`${name} ${note.localid}`), 'the invoice names its credit note')
    }
    await administrator.update(`/client/${clientid}/`, { language: '' })
    await administrator.update('/company/', { paylink: '', invoicetext: '' })
  })
})
