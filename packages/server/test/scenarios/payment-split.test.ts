// Splitting a payment over several invoices: the parts add up to what arrived, balances follow, and nothing is changed
// when a part is too large, of another currency or of an invoice that the caller does not see.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ApiCaller, assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

suiteApiFixture((fixture) => {
  let administrator: ApiCaller
  let manager: ApiCaller
  let projectid: string
  before(async () => {
    const billed = await newBilledProject(fixture())
    administrator = billed.administrator
    projectid = billed.projectid
    manager = callerFor(fixture(), fixture().a.tokens.manager)
  })

  const newInvoice = async (amount: string, project = projectid): Promise<string> => {
    const { id } = await administrator.create('/invoice/', invoiceBody(project))
    await administrator.create('/invoiceitem/', lineBody(id, amount))
    return String(id)
  }

  const newPayment = async (amount: string, invoiceid?: string): Promise<Fields> =>
    administrator.create(
      '/payment/',
      paymentBody(projectid, amount, { reference: 'Transfer 9', ...(invoiceid === undefined ? {} : { invoiceid }) }),
    )

  const balances = (...ids: string[]): Promise<unknown[]> =>
    Promise.all(ids.map(async (id) => (await administrator.read(`/invoice/${id}/`)).balance))

  const split = (id: unknown, body: Fields, caller = manager) => caller.send('POST', `/payment/${id}/split/`, body)

  test('the parts have the date, type and reference of the payment and add up to it', async () => {
    const other = await newBilledProject(fixture())
    const [first, second, third] = [
      await newInvoice('100'),
      await newInvoice('60'),
      await newInvoice('40', other.projectid),
    ]
    const { id } = await newPayment('200', first)
    assert.deepEqual(await balances(first, second, third), ['-100', '60', '40'])
    const reply = await split(id, { amount: '60', invoiceid: second })
    assert.equal(reply.status, 201, reply.text)
    const part = reply.json.payment as Fields
    assert.deepEqual(
      [part.amount, part.date, part.typeid, part.reference, part.invoiceid],
      ['60', '2026-05-10', '4', 'Transfer 9', second],
    )
    const otherPart = await split(id, { amount: '40', invoiceid: third, projectid: other.projectid, note: 'Rest' })
    assert.equal((otherPart.json.payment as Fields).note, 'Rest')
    assert.deepEqual(await balances(first, second, third), ['0', '0', '0'])
    assert.equal((await administrator.read(`/payment/${id}/`)).amount, '100')
    const { rows } = await administrator.list(`/invoicenote/?invoiceid=${first}&limit=0`)
    assert.ok(rows.some(({ title }) => title === 'Payment split'))
    const { rows: events } = await administrator.list(`/payment/${id}/event/?kind=split`)
    assert.equal(events.length, 2)
  })

  test('a part may be for no invoice yet, and a refund is split in the same way', async () => {
    const invoice = await newInvoice('30')
    const { id } = await newPayment('50', invoice)
    const rest = (await split(id, { amount: '20' })).json.payment as Fields
    assert.equal(rest.invoiceid, null)
    assert.deepEqual(await balances(invoice), ['0'])
    const refund = await newPayment('-50')
    assert.equal(((await split(refund.id, { amount: '-20.01' })).json.payment as Fields).amount, '-20.01')
    assert.equal((await administrator.read(`/payment/${refund.id}/`)).amount, '-29.99')
  })

  test('too much, nothing, the wrong sign and shared fields are refused, and nothing is written', async () => {
    const { id } = await newPayment('50')
    for (const amount of ['50', '50.01', '0', '-1'])
      assertRefusedWith(await split(id, { amount }), 400, 18, 'amount', 'between 0 and 50')
    assertRefusedWith(await split(id, { amount: '1.001' }), 400, 18, 'amount')
    assertRefusedWith(await split(id, {}), 400, 18, 'amount')
    const shared = { date: '2026-05-11', typeid: '1', reference: 'x', amount: 'much', colour: 'red' }
    assertRefusedWith(await split(id, shared), 400, 17, 'date', 'typeid', 'reference', 'amount', 'colour')
    const elsewhere = await newInvoice('10', (await newBilledProject(fixture())).projectid)
    assertRefusedWith(await split(id, { amount: '1', invoiceid: elsewhere }), 400, 18, 'invoiceid', 'another project')
    const { rows } = await administrator.list(`/payment/?projectid=${projectid}&limit=0`)
    assert.equal(rows.filter(({ amount }) => amount === '1').length, 0)
    assert.equal((await administrator.read(`/payment/${id}/`)).amount, '50')
  })

  test('an invoice in another currency cannot be paid by a part', async () => {
    const invoice = await newInvoice('10')
    const { currency } = await administrator.read(`/invoice/${invoice}/`)
    const other = currency === 'USD' ? 'GBP' : 'USD'
    await administrator.update(`/invoice/${invoice}/`, { currency: other })
    const { id } = await newPayment('50')
    assertRefusedWith(await split(id, { amount: '10', invoiceid: invoice }), 400, 18, 'invoiceid', other)
  })

  test('only who writes money splits payments, and concurrent splits never give away more than arrived', async () => {
    const { id } = await newPayment('50')
    const resource = callerFor(fixture(), fixture().a.tokens.resource)
    const executive = callerFor(fixture(), fixture().a.tokens.executive)
    const stranger = callerFor(fixture(), fixture().b.tokens.administrator)
    for (const caller of [resource, executive]) assert.equal((await split(id, { amount: '1' }, caller)).status, 403)
    assert.equal((await split(id, { amount: '1' }, stranger)).status, 404)
    const replies = await Promise.all(Array.from({ length: 8 }, () => split(id, { amount: '15' })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 201, 400, 400, 400, 400, 400])
    assert.equal((await administrator.read(`/payment/${id}/`)).amount, '5')
  })
})
