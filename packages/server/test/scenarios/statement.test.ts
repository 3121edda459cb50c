// The statement of account: opening and closing balance, invoices and payments in their order with the balance after
// each, for those who see the client's invoices; drafts and void invoices are not in it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

suiteApiFixture((fixture) => {
  const caller = (who: PersonName) => callerFor(fixture(), fixture().a.tokens[who])

  test('a statement adds up, and is the same for a Manager and an Executive of the client', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const bill = async (date: string, amount: string, more = {}): Promise<string> => {
      const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { date, tax: '0', ...more }))
      await administrator.create('/invoiceitem/', lineBody(id, amount))
      return String(id)
    }
    const pay = (date: string, amount: string, invoiceid?: string) =>
      administrator.create('/payment/', paymentBody(projectid, amount, { date, ...(invoiceid && { invoiceid }) }))
    const statement = async (who: PersonName, query: string): Promise<string[]> => {
      const { rows } = await caller(who).list(`/statement/?projectid=${projectid}&${query}`)
      return rows.map((row) => [row.kind, row.date, row.text ?? '', row.charged, row.paid, row.balance].join(' '))
    }
    const old = await bill('2026-01-10', '1000.25', { title: 'Old' })
    await pay('2026-02-01', '400.25', old)
    await bill('2026-03-05', '99.99', { title: 'New' })
    await pay('2026-03-05', '600', old)
    await pay('2026-03-20', '150')
    await bill('2026-03-25', '7', { title: 'Draft', draft: 't' })
    const voided = await bill('2026-03-26', '8', { title: 'Void' })
    await administrator.send('POST', `/invoice/${voided}/issue/`)
    await administrator.send('POST', `/invoice/${voided}/void/`)
    await bill('2026-04-01', '5', { title: 'Later' })
    const march = 'datebegin=2026-03-01&dateend=2026-03-31'
    const expected = [
      'opening 2026-03-01  0 0 600',
      'invoice 2026-03-05 New 99.99 0 699.99',
      'payment 2026-03-05 Electronic Transfer 0 600 99.99',
      'payment 2026-03-20 Electronic Transfer 0 150 -50.01',
      'closing 2026-03-31  99.99 750 -50.01',
    ]
    for (const who of ['administrator', 'manager', 'executive'] as const)
      assert.deepEqual(await statement(who, march), expected, who)
    const april = await statement('administrator', 'datebegin=2026-04-01&dateend=2026-04-30')
    assert.deepEqual([april[0], april.at(-1)], ['opening 2026-04-01  0 0 -50.01', 'closing 2026-04-30  5 0 -45.01'])
    const whole = await statement('administrator', '')
    assert.deepEqual(
      [whole[0], whole.at(-1)],
      ['opening 2026-01-01  0 0 0', 'closing 2026-05-14  1105.24 1150.25 -45.01'],
    )
    assert.deepEqual(await statement('administrator', 'datebegin=2025-01-01&dateend=2025-12-31'), [])
    const { rows } = await administrator.list(`/statement/?projectid=${projectid}&${march}`)
    const { localid } = await administrator.read(`/invoice/${old}/`)
    assert.deepEqual([rows[2]?.invoiceid, rows[2]?.number, rows[3]?.invoiceid], [old, localid, null])
    assertRefusedWith(await caller('resource').send('GET', '/statement/'), 403, 10)
  })
})
