// `stint doctor` finds currencies that do not belong together: of a payment and its invoice, of a credit note and its
// invoice, and records without a currency where the company has one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditCurrencies } from '../../src/maintenance/currency-audit.ts'
import { suiteApiFixture } from '../fixture/api-caller.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

suiteApiFixture((fixture) => {
  test('records of three currencies are well, and each damaged one is named', async () => {
    const { database, a } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    await administrator.update('/company/', { currency: 'EUR' })
    const audit = () => auditCurrencies(database, a.accountid)
    const records: { id: string; localid: string; paid: string; note: string; noteid: string }[] = []
    for (const currency of ['EUR', 'USD', 'CHF']) {
      const { id, localid } = await administrator.create('/invoice/', invoiceBody(projectid, { currency }))
      await administrator.create('/invoiceitem/', lineBody(id, '100'))
      assert.equal((await administrator.send('POST', `/invoice/${id}/issue/`)).status, 202)
      const payment = await administrator.create('/payment/', paymentBody(projectid, '10', { invoiceid: String(id) }))
      const credit = await administrator.send('POST', `/invoice/${id}/credit/`)
      const note = credit.json.invoice as unknown as Record<string, string>
      records.push({
        id: String(id),
        localid: String(localid),
        paid: String(payment.id),
        note: String(note.localid),
        noteid: String(note.id),
      })
    }
    const estimate = await administrator.create('/estimate/', { projectid, title: 'Work', date: '2026-05-01' })
    const { checked, problems } = await audit()
    assert.deepEqual(problems, [])
    assert.ok(checked >= 10, String(checked))
    const [first, second] = records
    const damage = (table: string, id: unknown, currency: string) =>
      database.write(a.accountid, (tx) => tx.update(table, Number(id), { currency }))
    await damage('payment', first?.paid, 'USD')
    await damage('invoice', second?.noteid, 'EUR')
    await damage('estimate', estimate.id, '')
    assert.deepEqual((await audit()).problems, [
      `payment ${first?.paid} is in USD, and its invoice ${first?.localid} in EUR`,
      `credit note ${second?.note} is in EUR, and its invoice ${second?.localid} in USD`,
      `estimate ${estimate.id} has no currency, and the company has one`,
    ])
    await administrator.update('/company/', { currency: '' })
    assert.equal((await audit()).problems.length, 2, 'without a currency of the company a blank is right')
  })
})
