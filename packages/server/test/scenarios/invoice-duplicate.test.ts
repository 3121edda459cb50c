// Duplicating an invoice: the copy is a draft of today with the same texts and custom lines, without hours; the
// original does not change, and roles decide as for new invoices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, type Fields, suiteApiFixture } from '../fixture/api-caller.ts'
import { invoiceBody, invoiceLineTexts, lineBody, newBilledProject } from './billing.ts'

suiteApiFixture((fixture, kind) => {
  test(`a copy has texts, term, taxes and custom lines, and no hours (${kind})`, async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    await log('2026-04-02', '2')
    const more = { datebegin: '2026-04-01', tax: '19', secondtax: '2.5', secondtaxcompound: 't', purchaseorder: 'PO-7' }
    const term = { termid: 6, termother: 'Later', termotherdatedue: '2026-05-08' }
    const texts = { description: 'As agreed', addressto: 'Them', addressfrom: 'Us', disclaimer: 'Thanks' }
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { ...more, ...term, ...texts }))
    await administrator.create('/invoiceitem/', lineBody(id, '37.5', { quantity: '3', rate: '12.5' }))
    await administrator.create('/invoiceitem/', lineBody(id, '-10', { name: 'Discount', description: 'Agreed' }))
    await administrator.send('POST', `/invoice/${id}/issue/`)
    const original = await administrator.read(`/invoice/${id}/`)
    const reply = await administrator.send('POST', `/invoice/${id}/duplicate/`)
    assert.equal(reply.status, 201, reply.text)
    const copy = reply.json.invoice as unknown as Fields
    const lines = await invoiceLineTexts(administrator, copy.id)
    assert.deepEqual(lines, ['Consulting 3 x 12.5 = 37.5', 'Discount  x  = -10'])
    const { title, tax, second_tax, second_tax_compound, purchaseorder, subtotal, draft, dateissued, datebegin } = copy
    assert.deepEqual(
      [title, tax, second_tax, second_tax_compound, purchaseorder, subtotal, draft, dateissued, datebegin],
      ['Work of the month', '19', '2.5', 't', 'PO-7', '27.5', 't', null, null],
    )
    const today = String(copy.date)
    const week = new Date(Date.parse(today) + 7 * 86_400_000).toISOString().slice(0, 10)
    assert.notEqual(today, original.date)
    assert.deepEqual([copy.term, copy.datedue], ['Later', week], 'seven days later, as in the original')
    for (const field of Object.keys(texts)) assert.equal(copy[field], original[field], field)
    assert.deepEqual(await administrator.read(`/invoice/${id}/`), original, 'the original does not change')
    const other = await administrator.send('POST', `/invoice/${id}/duplicate/`, { title: 'May', date: '2026-05-31' })
    const { title: named, date } = other.json.invoice as unknown as Fields
    assert.deepEqual([named, date], ['May', '2026-05-31'], 'values of the body come first')
  })

  test(`credit notes are not duplicated, and only who writes invoices duplicates them (${kind})`, async () => {
    const { a } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(id, '10'))
    await administrator.send('POST', `/invoice/${id}/issue/`)
    const note = (await administrator.send('POST', `/invoice/${id}/credit/`)).json.invoice as unknown as Fields
    const refused = await administrator.send('POST', `/invoice/${note.id}/duplicate/`)
    assertRefusedWith(refused, 400, 18, 'a credit note cannot be duplicated')
    const path = `/invoice/${id}/duplicate/`
    assert.equal((await callerFor(fixture(), a.tokens.manager).send('POST', path)).status, 201)
    for (const token of [a.tokens.executive, a.tokens.resource])
      assert.equal((await callerFor(fixture(), token).send('POST', path)).status, 403)
    assert.equal((await callerFor(fixture(), fixture().b.tokens.administrator).send('POST', path)).status, 404)
  })
})
