// Currencies of clients, invoices and payments: who takes which, what is refused, and that no report adds up two of
// them. The sums themselves are compared with a model in `properties/currencies.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPublicInvoice } from '../../src/resources/invoice-pdf.ts'
import { type ApiCaller, assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

suiteApiFixture((fixture) => {
  const caller = (who: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[who])

  /** A project of a client of its own, with everyone on its team. */
  async function newProject(currency: string) {
    const billed = await newBilledProject(fixture())
    const client = { name: `Client in ${currency || 'none'}`, datecreated: '2026-01-01', currency }
    const { id: clientid } = await billed.administrator.create('/client/', client)
    await billed.administrator.update(`/project/${billed.projectid}/`, { clientid: String(clientid) })
    const bill = async (more: JsonObject = {}, amount = '100'): Promise<Fields> => {
      const { id } = await billed.administrator.create('/invoice/', invoiceBody(billed.projectid, more))
      await billed.administrator.create('/invoiceitem/', lineBody(id, amount))
      return billed.administrator.read(`/invoice/${id}/`)
    }
    const issue = async (id: unknown): Promise<void> =>
      assert.equal((await billed.administrator.send('POST', `/invoice/${id}/issue/`)).status, 202)
    return { ...billed, clientid: String(clientid), bill, issue }
  }

  const withCompany = async (currency: string, run: () => Promise<void>): Promise<void> => {
    await caller('administrator').update('/company/', { currency })
    try {
      await run()
    } finally {
      await caller('administrator').update('/company/', { currency: '' })
    }
  }

  test('an invoice has the currency of its client, and a draft may have another one', async () => {
    const { administrator, projectid, clientid, bill, issue } = await newProject('USD')
    const first = await bill()
    assert.equal(first.currency, 'USD')
    assert.equal((await bill({ currency: 'CHF' })).currency, 'CHF')
    assert.equal((await administrator.update(`/invoice/${first.id}/`, { currency: 'GBP' })).currency, 'GBP')
    assert.equal((await administrator.update(`/invoice/${first.id}/`, { currency: '' })).currency, 'USD')
    await administrator.update(`/client/${clientid}/`, { currency: 'CHF' })
    assert.equal((await administrator.read(`/invoice/${first.id}/`)).currency, 'USD', 'it keeps its currency')
    assert.equal((await administrator.update(`/invoice/${first.id}/`, { title: 'Other' })).currency, 'USD')
    const other = await newProject('GBP')
    const moved = await administrator.update(`/invoice/${first.id}/`, { projectid: other.projectid })
    assert.equal(moved.currency, 'GBP', 'the currency of the new client')
    await administrator.update(`/invoice/${first.id}/`, { projectid, currency: 'USD' })
    await issue(first.id)
    assertRefusedWith(await administrator.send('PUT', `/invoice/${first.id}/`, { currency: 'CHF' }), 400, 18, 'issued')
  })

  test('T-250: a company that changes its currency changes no invoice and no payment', async () => {
    const { administrator, projectid, bill, issue } = await newProject('')
    const before = await bill()
    const { id: paid } = await administrator.create('/payment/', paymentBody(projectid, '5'))
    assert.equal(before.currency, '')
    await issue(before.id)
    const currencies = async (): Promise<unknown[]> => [
      (await administrator.read(`/invoice/${before.id}/`)).currency,
      (await administrator.read(`/payment/${paid}/`)).currency,
      (await administrator.read(`/project/${projectid}/`)).currency,
    ]
    await withCompany('EUR', async () => {
      assert.deepEqual(await currencies(), ['EUR', 'EUR', 'EUR'], 'the first currency is that of what it had before')
      await administrator.update('/company/', { currency: 'CHF' })
      assert.deepEqual(await currencies(), ['EUR', 'EUR', 'CHF'])
      assert.equal((await bill()).currency, 'CHF')
    })
  })

  test('a credit note and payments have the currency of their invoice', async () => {
    const { administrator, projectid, clientid, bill, issue } = await newProject('USD')
    const { id } = await bill()
    const loose = await administrator.create('/payment/', paymentBody(projectid, '5'))
    assert.equal(loose.currency, 'USD')
    const other = await bill({ currency: 'CHF' })
    const payment = await administrator.create('/payment/', paymentBody(projectid, '5', { invoiceid: other.id ?? '' }))
    assert.equal(payment.currency, 'CHF')
    const move = await administrator.send('PUT', `/payment/${payment.id}/`, { invoiceid: String(id) })
    assertRefusedWith(move, 400, 18, 'the payment is in CHF, and the invoice in USD')
    const change = await administrator.send('PUT', `/invoice/${other.id}/`, { currency: 'USD' })
    assertRefusedWith(change, 400, 18, 'an invoice with payments cannot change its currency')
    assert.equal((await administrator.update(`/payment/${loose.id}/`, { invoiceid: String(id) })).currency, 'USD')
    await administrator.update(`/client/${clientid}/`, { currency: 'GBP' })
    await issue(other.id)
    const reply = await administrator.send('POST', `/invoice/${other.id}/credit/`)
    const note = reply.json.invoice as Fields
    assert.equal(note.currency, 'CHF')
    assertRefusedWith(await administrator.send('PUT', `/invoice/${note.id}/`, { currency: 'GBP' }), 400, 18, 'credited')
    const refused = await administrator.send('POST', `/invoice/${other.id}/credit/`, { currency: 'GBP' })
    assertRefusedWith(refused, 400, 18, 'currency')
  })

  test('T-251: hours are invoiced in the currency of their rates only', async () => {
    const { administrator, projectid, clientid, log } = await newProject('USD')
    await log('2026-04-01', '2')
    const range = { datebegin: '2026-04-01', dateend: '2026-04-30' }
    const wrong = await administrator.send('POST', '/invoice/', invoiceBody(projectid, { ...range, currency: 'CHF' }))
    assertRefusedWith(wrong, 400, 18, 'hours are priced in USD')
    const { id, currency, subtotal } = await administrator.create('/invoice/', invoiceBody(projectid, range))
    assert.deepEqual([currency, subtotal], ['USD', '240'])
    assertRefusedWith(await administrator.send('PUT', `/invoice/${id}/`, { currency: 'CHF' }), 400, 18, 'priced in USD')
    await administrator.update(`/client/${clientid}/`, { currency: 'CHF' })
    assertRefusedWith(await administrator.send('POST', `/invoice/${id}/import/`), 400, 18, 'change its currency first')
    const longer = await administrator.send('PUT', `/invoice/${id}/`, { dateend: '2026-05-31' })
    assertRefusedWith(longer, 400, 18, 'currency')
    assert.equal((await administrator.update(`/invoice/${id}/`, { title: 'Other' })).currency, 'USD')
    assert.equal((await administrator.update(`/invoice/${id}/`, { currency: '' })).currency, 'CHF')
    assert.equal((await administrator.send('POST', `/invoice/${id}/import/`)).status, 202)
  })

  test('currencies without cents are refused, except for that of the company', async () => {
    const { administrator, clientid, bill } = await newProject('USD')
    const { id } = await bill()
    for (const currency of ['JPY', 'KWD', 'BHD']) {
      const ofClient = await administrator.send('PUT', `/client/${clientid}/`, { currency })
      assertRefusedWith(ofClient, 400, 18, `amounts have two decimals, and those of ${currency} do not`)
      assertRefusedWith(await administrator.send('PUT', `/invoice/${id}/`, { currency }), 400, 18, 'two decimals')
    }
    for (const currency of ['eur', 'XYZ', 'EURO'])
      assertRefusedWith(await administrator.send('PUT', `/client/${clientid}/`, { currency }), 400, 18, 'currency')
    await withCompany('JPY', async () => {
      assert.equal((await administrator.update(`/client/${clientid}/`, { currency: 'JPY' })).currency, 'JPY')
      assert.equal((await administrator.update(`/invoice/${id}/`, { currency: 'JPY' })).currency, 'JPY')
    })
  })

  test('T-252: no report adds up two currencies, and Executives see that of their invoices', async () => {
    const { administrator, projectid, bill, log } = await newProject('USD')
    await log('2026-04-01', '2')
    await bill({ date: '2026-04-02' })
    await bill({ date: '2026-04-03', currency: 'CHF' }, '7.5')
    await administrator.create('/payment/', paymentBody(projectid, '30', { date: '2026-04-20' }))
    await administrator.create('/expense/', { projectid, date: '2026-04-02', expense: '8', fee: '9' })
    const rows = async (who: PersonName, path: string, columns: string): Promise<string[]> => {
      const list = await caller(who).list(`${path}${path.includes('?') ? '&' : '?'}projectid=${projectid}`)
      return list.rows.map((row) =>
        columns
          .split(' ')
          .map((column) => row[column] ?? '-')
          .join(' '),
      )
    }
    const april = 'datebegin=2026-04-01&dateend=2026-04-30'
    for (const who of ['administrator', 'manager', 'executive'] as const) {
      assert.deepEqual(await rows(who, '/receivables/', 'currency total invoices'), ['CHF 7.5 1', 'USD 100 1'])
      const revenue = await rows(who, `/revenue/?${april}`, 'month currency total payments balance')
      assert.deepEqual(revenue, ['2026-04 CHF 7.5 0 7.5', '2026-04 USD 100 30 100'])
      assert.deepEqual(await rows(who, `/statement/?${april}`, 'currency kind charged paid balance'), [
        'CHF opening 0 0 0',
        'CHF invoice 7.5 0 7.5',
        'CHF closing 7.5 0 7.5',
        'USD opening 0 0 0',
        'USD invoice 100 0 100',
        'USD payment 0 30 70',
        'USD closing 100 30 70',
      ])
      assert.deepEqual(await rows(who, '/invoice/', 'currency total'), ['USD 100', 'CHF 7.5'])
      assert.deepEqual(await rows(who, '/payment/', 'currency amount'), ['USD 30'])
      assert.deepEqual(await rows(who, '/expense/', 'currency fee'), ['USD 9'])
    }
    assert.deepEqual(await rows('manager', '/budget/', 'currency value invoiced fee'), ['USD 240 100 9'])
    assert.deepEqual(await rows('manager', '/unbilled/', 'currency amount'), ['USD 240'])
    const { text } = await administrator.send('GET', `/receivables/?projectid=${projectid}&format=csv`)
    assert.match(text, /,total,currency\r\n.*,7\.5,CHF\r\n.*,100,USD\r\n$/)
    const [client] = (await caller('executive').list('/client/')).rows
    assert.equal(client?.currency, undefined)
    assert.equal((await caller('resource').read(`/project/${projectid}/`)).currency, undefined)
  })

  test('PDF, public page and pay link have the currency of the invoice, and only euros a transfer code', async () => {
    const { administrator, bill, issue } = await newProject('USD')
    const ways = { iban: 'DE75512108001245126199', paylink: 'https://pay.example.com/{currency}/{balance}' }
    await administrator.update('/company/', ways)
    try {
      await withCompany('EUR', async () => {
        for (const [currency, hasCode] of [
          ['USD', false],
          ['EUR', true],
        ] as const) {
          const { id } = await bill({ currency }, '12.5')
          await issue(id)
          const { text } = await administrator.read(`/invoicemail/${id}/`)
          assert.match(String(text), new RegExp(`12\\.50 ${currency}`))
          assert.match(String(text), new RegExp(`https://pay.example.com/${currency}/12.50`))
          const { database, a } = fixture()
          const shown = await database.read(a.accountid, (tx) => readPublicInvoice(tx, Number(id)))
          assert.deepEqual([shown.currency, shown.qr !== ''], [currency, hasCode])
        }
      })
    } finally {
      await administrator.update('/company/', { iban: '', paylink: '' })
    }
  })
})
