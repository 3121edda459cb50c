// Estimates: who sees and writes them, their states and sums, the decision of the client, and the draft of an invoice
// that an accepted one becomes. Decisions and conversions also run on two servers at the same time.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  type Fields,
  recordIn,
  secondServer,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, invoiceLineTexts, newBilledProject } from './billing.ts'
import { assertShows, readPdf } from './invoice-printing.ts'

const states = (record: Fields) => [record.state, record.expired, record.onbehalf]

suiteApiFixture((fixture, _kind, database) => {
  let projectid: string
  let administrator: ApiCaller
  const as = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  before(async () => {
    const billed = await newBilledProject(fixture())
    projectid = billed.projectid
    administrator = billed.administrator
  })

  const estimateBody = (more: JsonObject = {}): JsonObject => ({
    projectid,
    title: 'New website',
    date: '2026-05-01',
    ...more,
  })

  const newEstimate = async (more: JsonObject = {}): Promise<Fields> => {
    const made = await administrator.create('/estimate/', estimateBody(more))
    const line = { estimateid: String(made.id), name: 'Design', quantity: '2', rate: '50.5', amount: '101' }
    await administrator.create('/estimateitem/', line)
    return administrator.read(`/estimate/${made.id}/`)
  }

  const act = (caller: ApiCaller, id: unknown, action: string, body?: JsonObject, headers?: Record<string, string>) =>
    caller.send('POST', `/estimate/${id}/${action}/`, body, headers)

  const run = async (caller: ApiCaller, id: unknown, action: string, body?: JsonObject): Promise<Fields> => {
    const reply = await act(caller, id, action, body)
    assert.equal(reply.status, action === 'convert' ? 201 : 202, `${action}: ${reply.text}`)
    return (action === 'convert' ? reply.json.invoice : reply.json.estimate) as unknown as Fields
  }

  const sentEstimate = async (more: JsonObject = {}): Promise<Fields> => {
    const { id } = await newEstimate(more)
    return run(administrator, id, 'send')
  }

  const etagOf = async (caller: ApiCaller, id: unknown): Promise<string> =>
    String((await caller.send('GET', `/estimate/${id}/`)).headers.etag)

  test('it has a number of its own, and no list of invoices has it', async () => {
    const invoices = (await administrator.list('/invoice/?limit=0')).count
    const [first, second] = [await newEstimate(), await newEstimate()]
    assert.equal(Number(second.localid), Number(first.localid) + 1)
    assert.match(String(first.localid), /^\d{5}$/)
    assert.equal((await administrator.list('/invoice/?limit=0')).count, invoices)
  })

  test('its sums are those of an invoice with the same lines and taxes', async () => {
    const taxes = { tax: '7.75', secondtax: '3.333', secondtaxcompound: 't' }
    const lines: readonly JsonObject[] = [
      { name: 'One', quantity: '0.333333', rate: '99.99', amount: '33.33' },
      { name: 'Two', quantity: '3', rate: '10.005', amount: '30.02' },
      { name: 'Discount', amount: '-0.01' },
    ]
    const invoice = await administrator.create('/invoice/', invoiceBody(projectid, taxes))
    const estimate = await administrator.create('/estimate/', estimateBody({ tax: '7.75' }))
    for (const line of lines) {
      await administrator.create('/invoiceitem/', { invoiceid: String(invoice.id), ...line })
      await administrator.create('/estimateitem/', { estimateid: String(estimate.id), ...line })
    }
    await administrator.update(`/estimate/${estimate.id}/`, taxes)
    const billed = await administrator.read(`/invoice/${invoice.id}/`)
    const estimated = await administrator.read(`/estimate/${estimate.id}/`)
    for (const sum of ['numitems', 'subtotal', 'taxamount', 'secondtaxamount', 'total', 'currency'])
      assert.equal(estimated[sum], billed[sum], sum)
    assert.equal(estimated.subtotal, '63.34')
    const [first] = (await administrator.list(`/estimateitem/?estimateid=${estimate.id}`)).rows
    await administrator.remove(`/estimateitem/${first?.id}/`)
    assert.equal((await administrator.read(`/estimate/${estimate.id}/`)).subtotal, '30.01')
    const wrong = await administrator.send('PUT', `/estimate/${estimate.id}/`, { validuntil: '2026-04-30', tax: 'x' })
    assertRefusedWith(wrong, 400, 18, 'validuntil: "2026-04-30" is before date (2026-05-01)', 'tax')
  })

  test('its currency is that of the client unless another one is sent', async () => {
    const clientid = fixture().a.clients.seen
    await administrator.update(`/client/${clientid}/`, { currency: 'CHF' })
    assert.equal((await newEstimate()).currency, 'CHF')
    const other = await newEstimate({ currency: 'USD' })
    assert.equal(other.currency, 'USD')
    assertRefusedWith(
      await administrator.send('PUT', `/estimate/${other.id}/`, { currency: 'JPY' }),
      400,
      18,
      'two decimals',
    )
    assert.equal((await administrator.update(`/estimate/${other.id}/`, { currency: '' })).currency, 'CHF')
    await administrator.update(`/client/${clientid}/`, { currency: '' })
  })

  test('T-255: Executives see what was sent in their projects, Resources nothing, another account nothing', async () => {
    const { id } = await newEstimate()
    const [item] = (await administrator.list(`/estimateitem/?estimateid=${id}`)).rows
    const paths = [`/estimate/${id}/`, `/estimateitem/${item?.id}/`]
    const executive = as('executive')
    const statuses = async (caller: ApiCaller) =>
      Promise.all(paths.map(async (path) => (await caller.send('GET', path)).status))
    assert.deepEqual(await statuses(executive), [404, 404])
    assertRefusedWith(await act(executive, id, 'accept'), 404, 14)
    await run(as('manager'), id, 'send')
    assert.deepEqual(await statuses(executive), [200, 200])
    assert.deepEqual(await statuses(as('resource')), [403, 403])
    assert.deepEqual(await statuses(callerFor(fixture(), fixture().b.tokens.administrator)), [404, 404])
    assert.deepEqual(await statuses(callerFor(fixture(), fixture().b.tokens.executive)), [404, 404])
    assert.equal('invoiceid' in (await executive.read(`/estimate/${id}/`)), false)
    for (const action of ['send', 'reopen', 'convert']) assert.equal((await act(executive, id, action)).status, 403)
    assert.equal((await executive.send('PUT', `/estimate/${id}/`, { title: 'Cheap' })).status, 403)
    await run(administrator, id, 'reopen')
    assert.deepEqual(await statuses(executive), [404, 404])
    assert.equal((await executive.list('/estimate/?state=draft')).count, 0)
  })

  test('T-255: an Executive of another company on the team sees it and cannot decide', async () => {
    const { a } = fixture()
    const project = { name: 'Of others', datestart: '2026-01-01', clientid: a.clients.unseen }
    const other = await administrator.create('/project/', project)
    await administrator.create(`/projectteam/${other.id}/`, { personid: a.people.executive })
    const { id } = await sentEstimate({ projectid: String(other.id) })
    const caller = as('executive')
    assert.equal((await caller.read(`/estimate/${id}/`)).state, 'sent')
    for (const action of ['accept', 'decline']) assertRefusedWith(await act(caller, id, action), 403, 10, 'client')
    const mayOf = async (path: string) => recordIn(await caller.send('GET', `${path}?may=t`)).may
    assert.deepEqual(await mayOf(`/estimate/${id}/`), [])
    assert.deepEqual(await mayOf(`/estimate/${(await sentEstimate()).id}/`), ['accept', 'decline'])
  })

  test('only a draft can be changed; sending needs lines and a day that is not over', async () => {
    const empty = await administrator.create('/estimate/', estimateBody({ validuntil: '2026-05-02' }))
    assertRefusedWith(await act(administrator, empty.id, 'send'), 400, 18, 'add a line first')
    await administrator.create('/estimateitem/', { estimateid: String(empty.id), name: 'Flat', amount: '10' })
    assertRefusedWith(await act(administrator, empty.id, 'send'), 400, 18, 'valid until 2026-05-02')
    await administrator.update(`/estimate/${empty.id}/`, { validuntil: '' })
    const sent = await run(administrator, empty.id, 'send')
    assert.deepEqual([...states(sent), sent.revision], ['sent', 'f', 'f', '1'])
    const [item] = (await administrator.list(`/estimateitem/?estimateid=${sent.id}`)).rows
    const line = { estimateid: String(sent.id), name: 'More', amount: '1' }
    for (const reply of [
      await administrator.send('PUT', `/estimate/${sent.id}/`, { title: 'Other' }),
      await administrator.send('DELETE', `/estimate/${sent.id}/`),
      await administrator.send('PUT', `/estimateitem/${item?.id}/`, { name: 'Other' }),
      await administrator.send('DELETE', `/estimateitem/${item?.id}/`),
      await administrator.send('POST', '/estimateitem/', line),
    ])
      assertRefusedWith(reply, 400, 18, `estimate ${sent.localid} is sent and cannot be changed; reopen it first`)
    assertRefusedWith(await act(administrator, sent.id, 'send'), 400, 18, 'is sent')
    await run(administrator, sent.id, 'reopen')
    await administrator.create('/estimateitem/', line)
    assert.equal((await run(administrator, sent.id, 'send')).revision, '2')
    await run(administrator, sent.id, 'reopen')
    await administrator.remove(`/estimate/${sent.id}/`)
    assert.equal((await administrator.send('GET', `/estimateitem/${item?.id}/`)).status, 404)
  })

  test('the client accepts or declines with a comment; others do it on behalf of the client', async () => {
    const { a, clock } = fixture()
    const executive = as('executive')
    const one = await sentEstimate()
    const accepted = await run(executive, one.id, 'accept', { note: 'Go ahead' })
    assert.deepEqual(states(accepted), ['accepted', 'f', 'f'])
    assert.deepEqual([accepted.decisionnote, accepted.decidedby], ['Go ahead', String(a.people.executive)])
    assert.ok(accepted.datedecided)
    for (const action of ['accept', 'decline'])
      assertRefusedWith(await act(administrator, one.id, action), 400, 18, 'is accepted')
    const two = await sentEstimate()
    const declined = await run(executive, two.id, 'decline', { note: 'Too expensive' })
    assert.deepEqual([declined.state, declined.decisionnote], ['declined', 'Too expensive'])
    const reopened = await run(administrator, two.id, 'reopen')
    assert.deepEqual(
      [reopened.state, reopened.decisionnote ?? '', reopened.decidedby ?? null, reopened.datedecided ?? null],
      ['draft', '', null, null],
    )
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    const late = await sentEstimate({ validuntil: today })
    clock.moveBy(48 * 3_600_000)
    assert.equal((await executive.read(`/estimate/${late.id}/`)).expired, 't')
    assert.equal((await executive.list(`/estimate/?expired=t&projectid=${projectid}`)).count, 1)
    assertRefusedWith(await act(executive, late.id, 'accept'), 400, 18, `valid until ${today}; ask for a new one`)
    assert.deepEqual(states(await run(as('manager'), late.id, 'accept')), ['accepted', 'f', 't'])
  })

  test('T-256: with If-Match nobody accepts a revision that they have not seen', async () => {
    const executive = as('executive')
    const { id } = await sentEstimate()
    const seen = await etagOf(executive, id)
    await run(administrator, id, 'reopen')
    const [item] = (await administrator.list(`/estimateitem/?estimateid=${id}`)).rows
    await administrator.update(`/estimateitem/${item?.id}/`, { name: 'Less for the same price' })
    await run(administrator, id, 'send')
    assert.equal((await act(executive, id, 'accept', {}, { 'if-match': seen })).status, 412)
    assert.equal((await executive.read(`/estimate/${id}/`)).state, 'sent')
    const reply = await act(executive, id, 'accept', {}, { 'if-match': await etagOf(executive, id) })
    assert.equal(reply.status, 202, reply.text)
  })

  test('the PDF has the words of an estimate in the language of the client, and nothing is owed', async () => {
    const clientid = fixture().a.clients.seen
    const more = { tax: '19', validuntil: '2027-06-30', disclaimer: 'Without travel', currency: 'EUR' }
    const { id, localid } = await sentEstimate(more)
    const expected = {
      en: [`Estimate ${localid}`, 'Prepared for', 'Valid until 30 June 2027', 'EUR 120.19'],
      de: [`Angebot ${localid}`, 'Angebot für', 'Gültig bis 30. Juni 2027', '120,19'],
      fr: [`Devis ${localid}`, 'Devis pour', 'Valable jusqu’au 30 juin 2027', '120,19'],
      es: [`Presupuesto ${localid}`, 'Presupuesto para', 'Válido hasta 30 de junio de 2027', '120,19'],
    }
    for (const [language, words] of Object.entries(expected)) {
      await administrator.update(`/client/${clientid}/`, { language })
      const reply = await as('executive').send('GET', `/estimate/${id}/pdf/`)
      assert.equal(reply.status, 200, reply.text)
      const content = await readPdf(reply.bytes)
      assertShows(content, ...words, 'New website', 'Design', 'Without travel')
      assert.doesNotMatch(content.text, /Invoice|Rechnung|Facture|Factura|Balance|Offener|Solde|pendiente/)
      assert.match(String(reply.headers['content-disposition']), /(estimate|angebot|devis|presupuesto)-\d{5}\.pdf/)
    }
    await administrator.update(`/client/${clientid}/`, { language: '' })
    assert.equal((await as('resource').send('GET', `/estimate/${id}/pdf/`)).status, 403)
  })

  test('an accepted one is reopened as a new revision, until it is converted', async () => {
    const executive = as('executive')
    const { id, localid } = await sentEstimate()
    await run(executive, id, 'accept', { note: 'Go ahead' })
    assertRefusedWith(await act(executive, id, 'reopen'), 403, 10)
    const reopened = await run(as('manager'), id, 'reopen')
    assert.deepEqual(
      [reopened.state, reopened.decisionnote ?? '', reopened.decider ?? '', reopened.datedecided ?? null],
      ['draft', '', '', null],
    )
    const { rows } = await administrator.list(`/estimate/${id}/event/?kind=reopen`)
    assert.equal(rows.length, 1)
    assertRefusedWith(await act(administrator, id, 'convert'), 400, 18, 'is draft')
    assert.equal((await run(administrator, id, 'send')).revision, '2')
    await run(executive, id, 'accept')
    const invoice = await run(administrator, id, 'convert')
    assertRefusedWith(
      await act(administrator, id, 'reopen'),
      400,
      18,
      `estimate ${localid} is already converted; see invoice ${invoice.id}`,
    )
    await administrator.remove(`/invoice/${invoice.id}/`)
    const again = await run(administrator, id, 'reopen')
    assert.deepEqual([again.state, again.invoiceid ?? null], ['draft', null])
    await administrator.remove(`/estimate/${id}/`)
  })

  test('an accepted one becomes the draft of an invoice with the same lines, once', async () => {
    const fields = { tax: '19', purchaseorder: 'PO-7', disclaimer: 'As agreed', currency: 'USD', description: 'Words' }
    const { id, localid } = await sentEstimate(fields)
    assertRefusedWith(await act(administrator, id, 'convert'), 400, 18, 'is sent')
    await run(as('executive'), id, 'accept')
    const invoice = await run(as('manager'), id, 'convert', { date: '2026-06-01' })
    for (const [field, value] of Object.entries(fields)) assert.equal(invoice[field], value, field)
    assert.deepEqual(
      [invoice.title, invoice.date, invoice.draft, invoice.total, invoice.dateissued ?? null],
      ['New website', '2026-06-01', 't', '120.19', null],
    )
    assert.deepEqual(await invoiceLineTexts(administrator, invoice.id), ['Design 2 x 50.5 = 101'])
    const converted = await administrator.read(`/estimate/${id}/`)
    assert.deepEqual([converted.invoiceid, converted.invoicenumber], [invoice.id, invoice.number])
    assert.equal((await administrator.list(`/estimate/?invoiceid=${invoice.id}`)).count, 1)
    assertRefusedWith(
      await act(administrator, id, 'convert'),
      400,
      18,
      `estimate ${localid} is already converted; see invoice ${invoice.id}`,
    )
    await administrator.remove(`/invoice/${invoice.id}/`)
    assert.equal((await administrator.read(`/estimate/${id}/`)).invoicenumber ?? '', '')
    const again = await run(administrator, id, 'convert', { termid: '2' })
    assert.equal(again.termid, '2')
  })

  test('T-257: of many conversions and decisions on two servers one counts', async () => {
    const other = await secondServer(fixture(), database())
    const servers = [fixture(), other]
    const callerAt = (at: number, name: PersonName) => callerFor(servers[at % 2] ?? fixture(), fixture().a.tokens[name])
    try {
      for (let round = 0; round < 4; round++) {
        const { id } = await sentEstimate({ title: `Round ${round}` })
        const decisions = await Promise.all(
          Array.from({ length: 6 }, (_, at) =>
            act(callerAt(at, at % 3 === 0 ? 'executive' : 'manager'), id, at % 2 === round % 2 ? 'accept' : 'decline'),
          ),
        )
        assert.equal(decisions.filter(({ status }) => status === 202).length, 1)
        const { state } = await administrator.read(`/estimate/${id}/`)
        if (state === 'declined') {
          await run(administrator, id, 'reopen')
          await run(administrator, id, 'send')
          await run(administrator, id, 'accept')
        }
        const conversions = await Promise.all(
          Array.from({ length: 6 }, (_, at) => act(callerAt(at, 'manager'), id, 'convert')),
        )
        assert.equal(conversions.filter(({ status }) => status === 201).length, 1)
        const drafts = (await administrator.list(`/invoice/?projectid=${projectid}&search=Round ${round}`)).rows
        assert.deepEqual([drafts.length, drafts[0]?.total], [1, '101'])
      }
    } finally {
      await other.database.close()
    }
  })

  test('a line that is added while an estimate is being sent is in it or refused', async () => {
    const other = await secondServer(fixture(), database())
    const second = callerFor(other, fixture().a.tokens.manager)
    try {
      for (let round = 0; round < 6; round++) {
        const { id } = await newEstimate()
        const line = { estimateid: String(id), name: 'Late', amount: '9' }
        const [sent, added] = await Promise.all([
          act(administrator, id, 'send'),
          second.send('POST', '/estimateitem/', line),
        ])
        assert.equal(sent.status, 202)
        assert.ok([201, 400].includes(added.status), added.text)
        const { total } = await administrator.read(`/estimate/${id}/`)
        assert.equal(total, added.status === 201 ? '110' : '101')
      }
    } finally {
      await other.database.close()
    }
  })
})
