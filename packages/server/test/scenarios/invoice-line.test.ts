// Lines that people write, and what may be changed on those built from time; payments and their effect on an invoice
// (decisions 42 to 44), by the account's calendar.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { basicAuth } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody, performAction } from './billing.ts'
import { readPdf } from './invoice-printing.ts'

suiteApiFixture((fixture) => {
  const caller = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])

  test('an amount is quantity times rate, rounded half away from zero, or the submitted one without a rate', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    for (const [quantity, rate, amount, kept] of [
      ['1.5', '100', '150', '150'],
      ['0.333333', '90', '30', '30'],
      ['1', '0.125', '0.13', '0.13'],
      ['1', '-0.125', '-0.125', '-0.13'],
      ['3', '0.335', '1.005', '1.01'],
      ['-2', '50', '-100.00', '-100'],
      ['', '', '12.34', '12.34'],
      ['7', '', '1', '1'],
    ] as const) {
      const line = await administrator.create('/invoiceitem/', lineBody(id, amount, { quantity, rate }))
      assert.equal(line.amount, kept, `${quantity} x ${rate} = ${amount}`)
    }
    assert.equal((await administrator.read(`/invoice/${id}/`)).subtotal, '94.35')
    await assertUnchanged(fixture().database, 'refused', async () => {
      const wrong: readonly JsonObject[] = [
        { quantity: '2', rate: '3', amount: '7' },
        { quantity: '2', rate: '3', amount: '6.01' },
        { amount: '1.005' },
        { amount: '' },
        { quantity: '1000000', rate: '9999999999', amount: '9999999999' },
      ]
      for (const body of wrong) {
        const submitted = lineBody(id, '0', body)
        assertRefusedWith(await administrator.send('POST', '/invoiceitem/', submitted), 400, 18, 'amount')
      }
      assertRefusedWith(
        await administrator.send('POST', '/invoiceitem/', { name: 'x' }),
        400,
        18,
        'invoiceid',
        'amount',
      )
    })
  })

  test('a line can be edited and moved; its amount follows its quantity, and both invoices are recalculated', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const from = await administrator.create('/invoice/', invoiceBody(projectid, { tax: '10' }))
    const to = await administrator.create('/invoice/', invoiceBody(projectid))
    const line = await administrator.create('/invoiceitem/', lineBody(from.id, '20', { quantity: 2, rate: 10 }))
    assert.equal((await administrator.update(`/invoiceitem/${line.id}/`, { quantity: '3' })).amount, '30')
    assertRefusedWith(
      await administrator.send('PUT', `/invoiceitem/${line.id}/`, { quantity: '4', amount: '30' }),
      400,
      18,
      'amount',
    )
    const total = async (id: unknown) => (await administrator.read(`/invoice/${id}/`)).total
    assert.deepEqual([await total(from.id), await total(to.id)], ['33', '0'])
    await administrator.update(`/invoiceitem/${line.id}/`, { invoiceid: String(to.id) })
    assert.deepEqual([await total(from.id), await total(to.id)], ['0', '30'])
    await administrator.remove(`/invoiceitem/${line.id}/`)
    assert.equal(await total(to.id), '0')
  })

  test('lines have an order of their own, which the PDF, credit notes and duplicates have too', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    await log('2026-04-01', '1')
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const lines = async (of: unknown = id, sort = 'position'): Promise<string> =>
      (await administrator.list(`/invoiceitem/?invoiceid=${of}&sortfield=${sort}`)).rows
        .map(({ name, position }) => `${position} ${name}`)
        .join(', ')
    const add = (name: string, more: JsonObject = {}) =>
      administrator.create('/invoiceitem/', lineBody(id, '1', { name, ...more }))
    assert.equal((await add('First')).position, '2', 'a new line is the last')
    const second = await add('Second')
    assert.equal((await add('Top', { position: '1' })).position, '1')
    assert.equal(await lines(), '1 Top, 2 Consulting, 3 First, 4 Second')
    assert.equal(await lines(id, 'id'), '2 Consulting, 3 First, 4 Second, 1 Top', 'the default order stays')
    assert.equal((await administrator.update(`/invoiceitem/${second.id}/`, { position: 2 })).position, '2')
    assert.equal(await lines(), '1 Top, 2 Second, 3 Consulting, 4 First')
    assert.equal((await administrator.update(`/invoiceitem/${second.id}/`, { position: 99 })).position, '4')
    const time = (await administrator.list(`/invoiceitem/?invoiceid=${id}`)).rows[0]
    await administrator.update(`/invoiceitem/${time?.id}/`, { position: '3' })
    assert.equal(await lines(), '1 Top, 2 First, 3 Consulting, 4 Second', 'also lines built from time')
    await log('2026-04-02', '1', fixture().a.worktypes[1])
    await performAction(administrator, `/invoice/${id}/import/`)
    assert.equal(await lines(), '1 Top, 2 First, 3 Consulting, 4 Second, 5 Design', 'an import keeps the places')
    for (const position of ['0', '-1', '', '1.5'])
      assertRefusedWith(
        await administrator.send('PUT', `/invoiceitem/${second.id}/`, { position }),
        400,
        18,
        'position',
      )
    const to = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(to.id, '1', { name: 'Alone' }))
    await administrator.update(`/invoiceitem/${second.id}/`, { invoiceid: String(to.id) })
    assert.equal(await lines(to.id), '1 Alone, 2 Second', 'on another invoice it is the last')
    assert.equal(await lines(), '1 Top, 2 First, 3 Consulting, 4 Design')
    const copy = await performAction(administrator, `/invoice/${id}/duplicate/`)
    assert.equal(await lines(copy.id), '1 Top, 2 First')
    await performAction(administrator, `/invoice/${id}/issue/`)
    const credit = await performAction(administrator, `/invoice/${id}/credit/`)
    assert.equal(await lines(credit.id, 'id'), '1 Top, 2 First, 3 Consulting, 4 Design')
    const { rawPayload } = await fixture().app.inject({
      url: `/invoice/${id}/pdf/`,
      headers: { authorization: basicAuth(fixture().a.tokens.administrator) },
    })
    const { text } = await readPdf(rawPayload)
    assert.match(text, /Top.*First.*Consulting.*Design/s)
  })

  test('on a line built from time only the description and the place can be changed, and it cannot be deleted', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    await log('2026-04-01', '1')
    const created = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const free = await administrator.create('/invoice/', invoiceBody(projectid))
    const [line] = (await administrator.list(`/invoiceitem/?invoiceid=${created.id}`)).rows
    assert.equal(line?.custom, 'f')
    const path = `/invoiceitem/${line?.id}/`
    await assertUnchanged(fixture().database, 'refused', async () => {
      const all = { invoiceid: String(free.id), name: 'Mine', quantity: 2, rate: 1, amount: 2 }
      assertRefusedWith(
        await administrator.send('PUT', path, all),
        400,
        18,
        'invoiceid',
        'name',
        'quantity',
        'rate',
        'amount',
      )
      assertRefusedWith(await administrator.send('DELETE', path), 400, 18, 'created from time')
    })
    const same = { ...line, description: 'Written', quantity: String(line?.quantity) } as JsonObject
    delete same.custom
    delete same.writtendown
    delete same.expenseid
    assert.equal(
      (await administrator.update(path, same)).description,
      'Written',
      'sending back the current values changes nothing',
    )
  })

  test('payments close an invoice by the account’s calendar, late or in time, and their removal opens it again', async () => {
    const { clock } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { termid: 2 }))
    await administrator.create('/invoiceitem/', lineBody(id, '100'))
    const state = async () => {
      const { status, balance, datepaid, daysoverdue, daysoverduepaid } = await administrator.read(`/invoice/${id}/`)
      return [status, balance, datepaid, daysoverdue, daysoverduepaid]
    }
    assert.deepEqual(await state(), ['overdue', '100', null, '3', null])
    // The eleventh ends in Berlin at 22:00 UTC.
    clock.moveTo('2026-05-11T21:59:59Z')
    assert.deepEqual(await state(), ['outstanding', '100', null, '0', null])
    clock.moveTo('2026-05-11T22:00:00Z')
    assert.deepEqual(await state(), ['overdue', '100', null, '1', null])
    clock.moveTo(fixtureNow)
    const pay = (amount: string, date: string) =>
      administrator.create('/payment/', paymentBody(projectid, amount, { date, invoiceid: String(id) }))
    const rest = await pay('60.5', '2026-05-13')
    await pay('39.5', '2026-05-05')
    assert.deepEqual(await state(), ['paid', '0', '2026-05-13', '0', '2'])
    const over = await pay('10', '2026-05-09')
    assert.deepEqual(await state(), ['paid', '-10', '2026-05-13', '0', '2'])
    await administrator.update(`/payment/${over.id}/`, { amount: '60.5' })
    assert.deepEqual(
      await state(),
      ['paid', '-60.5', '2026-05-09', '0', null],
      'the payment of the 9th now settles the invoice',
    )
    await administrator.update(`/payment/${over.id}/`, { invoiceid: '' })
    await administrator.remove(`/payment/${rest.id}/`)
    assert.deepEqual(await state(), ['overdue', '60.5', null, '3', null])
    const refund = await pay('-39.5', '2026-05-14')
    assert.equal((await state())[1], '100')
    assert.equal((await caller('executive').read(`/payment/${refund.id}/`)).personid, undefined)
    const { rows } = await administrator.list(`/invoicenote/?invoiceid=${id}&limit=0`)
    assert.deepEqual(
      rows.map(({ title }) => title),
      [
        'Invoice created',
        'Payment added',
        'Payment added',
        'Payment added',
        'Payment updated',
        'Payment updated',
      ].concat(['Payment deleted', 'Payment added']),
    )
    assert.match(String(rows[2]?.actions), /Balance: 39\.5 → 0.*Status: overdue → paid/)
  })

  test('a payment has whole cents, an existing type, and an invoice of its own project', async () => {
    const { a } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    const other = await administrator.create('/invoice/', invoiceBody(a.projects.seen))
    await assertUnchanged(fixture().database, 'refused', async () => {
      const pay = (more: JsonObject) => administrator.send('POST', '/payment/', paymentBody(projectid, '10', more))
      assertRefusedWith(await pay({ invoiceid: String(other.id) }), 400, 18, 'invoiceid', String(other.id))
      assertRefusedWith(await pay({ amount: '10.001' }), 400, 18, 'amount')
      assertRefusedWith(
        await pay({ typeid: 99, reference: 'x'.repeat(36), note: 'x'.repeat(256) }),
        400,
        18,
        'reference',
        'note',
      )
      assertRefusedWith(await pay({ typeid: 99 }), 400, 18, 'typeid')
      assertRefusedWith(await pay({ personid: a.people.manager }), 400, 17, 'personid')
      assertRefusedWith(
        await administrator.send('POST', '/payment/', {}),
        400,
        18,
        'projectid',
        'date',
        'amount',
        'typeid',
      )
    })
    const created = await caller('manager').create('/payment/', paymentBody(projectid, '10'))
    assert.deepEqual(
      [created.personid, created.invoiceid, created.type],
      [String(a.people.manager), null, 'Electronic Transfer'],
    )
    assertRefusedWith(await caller('manager').send('DELETE', `/payment/${created.id}/`), 403, 10)
    assertRefusedWith(await administrator.send('DELETE', `/paymenttype/4/`), 400, 18, 'payment')
    assertRefusedWith(await administrator.send('DELETE', `/project/${projectid}/`), 400, 18, 'payment')
  })
})
