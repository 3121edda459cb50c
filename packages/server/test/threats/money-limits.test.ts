// Threats T-67 and T-68: the same total everywhere, and amounts that are exact or rejected. Concurrent writers are
// tested in `money.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlot, sql, sqlName } from '../../src/io/sql.ts'
import { assertRefusedWith, selectRows, suiteApiFixture } from '../fixture/api-caller.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject, newOverpricedProject, paymentBody } from '../scenarios/billing.ts'

const maxAmount = '9999999999'

suiteApiFixture((fixture) => {
  test('T-67: with two taxes and odd amounts, list, member, sort, filter and both formats give the same total', async () => {
    const { a } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    for (const [amounts, taxes, total] of [
      [['33.33', '33.33', '33.33'], { tax: '5', secondtax: '9.975' }, '114.96'],
      [['0.5', '0.5'], { tax: '0.5', secondtax: '0.5', secondtaxcompound: 't' }, '1.02'],
      [['157.14'], { tax: '5', secondtax: '0' }, '165'],
      [['-10.1'], { tax: '12.5', secondtax: '-12.5', secondtaxcompound: 't' }, '-9.94'],
    ] as const) {
      const { id } = await administrator.create('/invoice/', invoiceBody(projectid, taxes))
      for (const amount of amounts) await administrator.create('/invoiceitem/', lineBody(id, amount))
      assert.equal(
        (await administrator.read(`/invoice/${id}/`)).total,
        total,
        `invoice.total of ${amounts} with ${JSON.stringify(taxes)}`,
      )
      await administrator.create('/payment/', paymentBody(projectid, total, { invoiceid: String(id) }))
      for (const path of [
        `/invoice/?projectid=${projectid}&sortfield=total`,
        `/invoice/?projectid=${projectid}&status=paid`,
      ]) {
        const match = (await administrator.list(`${path}&limit=0`)).rows.find((row) => row.id === id)
        assert.deepEqual([match?.total, match?.balance, match?.status], [total, '0', 'paid'], path)
      }
      const xml = await fixture().call({
        token: a.tokens.administrator,
        path: `/invoice/${id}/`,
        headers: { accept: 'application/xml' },
      })
      assert.ok(xml.text.includes(`<total>${total}</total>`), xml.text)
    }
  })

  test('T-68: amounts that are too large, too precise or not decimal are rejected with 400/18, and nothing is written', async () => {
    const { a } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    const invoice = await administrator.create('/invoice/', invoiceBody(projectid, { tax: '10' }))
    const full = await administrator.create('/invoice/', invoiceBody(projectid))
    const line = await administrator.create('/invoiceitem/', lineBody(full.id, maxAmount))
    const under = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(under.id, `-${maxAmount}`))
    const paid = await administrator.create(
      '/payment/',
      paymentBody(projectid, maxAmount, { invoiceid: String(full.id) }),
    )
    const rows = () =>
      Promise.all(
        ['invoice', 'invoiceitem', 'payment', 'invoicenote'].map((table) =>
          selectRows(
            fixture(),
            a.accountid,
            sql`select * from ${sqlName(table)} where accountid = ${accountSlot} order by id`,
          ),
        ),
      )
    const was = await rows()
    const item = (body: JsonObject, id: unknown = invoice.id) =>
      ['POST', '/invoiceitem/', { invoiceid: String(id), name: 'L', ...body }] as const
    for (const [method, path, body] of [
      item({ quantity: '999999999999', rate: '999999999999', amount: '1' }),
      item({ quantity: '1000000', rate: maxAmount, amount: '1' }),
      item({ quantity: '1000000', rate: maxAmount, amount: maxAmount }),
      item({ quantity: '-1000000', rate: maxAmount, amount: `-${maxAmount}` }),
      item({ quantity: '1000000.000001', rate: '1', amount: '1000000' }),
      item({ quantity: '1', rate: '10000000000', amount: '1' }),
      item({ quantity: '0.1234567891', rate: '1', amount: '0.12' }),
      item({ quantity: '1', rate: '0.1234567891', amount: '0.12' }),
      item({ amount: '10000000000' }),
      item({ amount: '0.001' }),
      item({ amount: '1e3' }),
      item({ amount: 'NaN' }),
      item({ amount: '0x10' }),
      item({ amount: '1,5' }),
      item({ amount: maxAmount }),
      item({ amount: '0.01' }, full.id),
      item({ amount: '-0.01' }, under.id),
      ['PUT', `/invoiceitem/${line.id}/`, { quantity: '1000000', rate: maxAmount }],
      ['PUT', `/invoiceitem/${line.id}/`, { quantity: '2', rate: maxAmount }],
      ['PUT', `/invoiceitem/${line.id}/`, { invoiceid: String(invoice.id) }],
      ['PUT', `/invoice/${full.id}/`, { tax: '0.0001' }],
      ['PUT', `/invoice/${full.id}/`, { tax: '1000', secondtax: '1000', secondtaxcompound: 't' }],
      ['PUT', `/invoice/${full.id}/`, { tax: '1000.0001' }],
      ['PUT', `/invoice/${full.id}/`, { tax: '0.00001' }],
      ['POST', '/payment/', paymentBody(projectid, '0.01', { invoiceid: String(full.id) })],
      ['POST', '/payment/', paymentBody(projectid, '10000000000')],
      ['POST', '/payment/', paymentBody(projectid, '0.0001')],
      ['PUT', `/payment/${paid.id}/`, { amount: '12345678901234567890' }],
    ] as const) {
      assertRefusedWith(await administrator.send(method, path, body), 400, 18)
      assert.deepEqual(await rows(), was, `${method} ${path} ${JSON.stringify(body)} left something behind`)
    }
    const dear = await newOverpricedProject(fixture())
    const before = await rows()
    assertRefusedWith(
      await dear.administrator.send('POST', '/invoice/', invoiceBody(dear.projectid, { dateend: '2026-12-31' })),
      400,
      18,
    )
    assert.deepEqual(await rows(), before, 'an import of too much left something behind')
  })

  test('T-68: valid amounts are exact: tenths, millionths, ten-thousandths, and the largest amount', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    for (const [lines, subtotal] of [
      [
        [
          ['1', '0.1'],
          ['1', '0.2'],
        ],
        '0.3',
      ],
      [
        [
          ['3', '0.1'],
          ['-1', '0.3'],
        ],
        '0',
      ],
      [
        [
          ['1.005', '1'],
          ['1.005', '-1'],
        ],
        '0',
      ],
      [[['0.000001', maxAmount]], '10000'],
      [[['1', maxAmount]], maxAmount],
      [[['1000000', '9999.9999']], '9999999900'],
      [
        [
          ['-0.5', '0.01'],
          ['0.5', '0.01'],
          ['0.5', '0.03'],
        ],
        '0.02',
      ],
      [
        [
          ['2.675', '1'],
          ['1.115', '1'],
          ['8.345', '1'],
        ],
        '12.15',
      ],
    ] as const) {
      const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
      for (const [quantity, rate] of lines) {
        // If the submitted amount is wrong, the error states the right one.
        const body = lineBody(id, '0.01', { quantity, rate })
        const reply = await administrator.send('POST', '/invoiceitem/', body)
        if (reply.status === 201) continue
        const amount = /which is (-?[\d.]+)/.exec(reply.text)?.[1]?.replace(/\.$/, '') ?? ''
        await administrator.create('/invoiceitem/', { ...body, amount })
      }
      assert.equal(
        (await administrator.read(`/invoice/${id}/`)).subtotal,
        subtotal,
        `subtotal of ${JSON.stringify(lines)}`,
      )
    }
  })
})
