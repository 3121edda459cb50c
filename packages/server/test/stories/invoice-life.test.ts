// Issuing and voiding, and the notes of an invoice. An invoice that is never issued stays editable (told in `invoice.test.ts`);
// an issued one takes payments and notes and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unchanged } from '../world/dump.ts'
import type { PersonName } from '../world/world.ts'
import { invoiceBody, lineBody, linesOf, newBilled, paymentBody } from './billing.ts'
import { eachWorld, handOf, ids, mustRefuse } from './story.ts'

eachWorld((world) => {
  const hand = (name: PersonName) => handOf(world(), world().a.tokens[name])

  test('an issued invoice takes payments and notes and nothing else', async () => {
    const { boss, projectid, log } = await newBilled(world())
    await log('2026-04-01', '2')
    const { id } = await boss.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const custom = await boss.create('/invoiceitem/', lineBody(id, '10'))
    const issued = await hand('manager').try('POST', `/invoice/${id}/issue/`)
    assert.equal(issued.status, 202, issued.text)
    assert.equal((issued.json.invoice as { dateissued: string }).dateissued, '2026-05-14 10:00:00')
    const free = await boss.create('/invoice/', invoiceBody(projectid))
    const elsewhere = await boss.create('/invoiceitem/', lineBody(free.id, '5'))
    await log('2026-04-03', '1')
    await unchanged(world().database, 'refused', async () => {
      mustRefuse(await boss.try('PUT', `/invoice/${id}/`, { title: 'Other' }), 400, 18, 'issued')
      mustRefuse(await boss.try('DELETE', `/invoice/${id}/`), 400, 18, 'issued')
      mustRefuse(await boss.try('POST', `/invoice/${id}/import/`), 400, 18, 'issued')
      mustRefuse(await boss.try('POST', `/invoice/${id}/issue/`), 400, 18, 'issued')
      mustRefuse(await boss.try('POST', '/invoiceitem/', lineBody(id, '1')), 400, 18, 'issued')
      mustRefuse(await boss.try('PUT', `/invoiceitem/${custom.id}/`, { amount: '11' }), 400, 18, 'issued')
      mustRefuse(await boss.try('PUT', `/invoiceitem/${custom.id}/`, { invoiceid: String(free.id) }), 400, 18, 'issued')
      mustRefuse(await boss.try('PUT', `/invoiceitem/${elsewhere.id}/`, { invoiceid: String(id) }), 400, 18, 'issued')
      mustRefuse(await boss.try('DELETE', `/invoiceitem/${custom.id}/`), 400, 18, 'issued')
    })
    assert.equal(
      (await boss.update(`/invoice/${id}/`, { title: 'Work of the month' })).numitems,
      '2',
      'no change at all',
    )
    await boss.create('/payment/', paymentBody(projectid, '250', { invoiceid: String(id) }))
    await boss.create('/invoicenote/', { invoiceid: String(id), title: 'They called', note: 'Money is on its way' })
    const paid = await boss.read(`/invoice/${id}/`)
    assert.deepEqual([paid.status, paid.balance, paid.datepaid], ['paid', '0', '2026-05-10'])
    const those = async (issued: string) =>
      ids((await boss.list(`/invoice/?projectid=${projectid}&issued=${issued}`)).rows)
    assert.deepEqual([await those('t'), await those('f')], [[Number(id)], [Number(free.id)]])
    mustRefuse(await boss.try('GET', '/invoice/?issued=perhaps'), 400, 18, 'issued')
  })

  test('a void invoice keeps its number and lines, is owed by nobody, and its hours can be billed again', async () => {
    const { boss, projectid, log } = await newBilled(world())
    const entry = await log('2026-04-01', '2')
    const { id, localid } = await boss.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const act = (action: string) => boss.try('POST', `/invoice/${id}/${action}/`)
    mustRefuse(await act('void'), 400, 18, 'issued')
    assert.equal((await act('issue')).status, 202)
    const payment = await boss.create('/payment/', paymentBody(projectid, '5', { invoiceid: String(id) }))
    mustRefuse(await act('void'), 400, 18, 'payments')
    await boss.remove(`/payment/${payment.id}/`)
    assert.equal((await act('void')).status, 202)
    const gone = await boss.read(`/invoice/${id}/`)
    assert.deepEqual(
      [gone.status, gone.datevoided, gone.localid, gone.total, gone.daysoverdue],
      ['void', '2026-05-14 10:00:00', localid, '240', '0'],
    )
    assert.deepEqual(await linesOf(boss, id), ['Consulting 2 x 120 = 240'])
    const listed = async (status: string) => ids(await boss.list(`/invoice/?status=${status}&limit=0`))
    for (const status of ['outstanding', 'paid', 'overdue'])
      assert.ok(!(await listed(status)).includes(Number(id)), status)
    assert.ok((await listed('void')).includes(Number(id)))
    await unchanged(world().database, 'refused', async () => {
      mustRefuse(await act('void'), 400, 18, 'voided')
      mustRefuse(await act('issue'), 400, 18, 'void')
      mustRefuse(await boss.try('DELETE', `/invoice/${id}/`), 400, 18)
      mustRefuse(await boss.try('PUT', `/invoice/${id}/`, { title: 'Back' }), 400, 18, 'void')
      const late = paymentBody(projectid, '5', { invoiceid: String(id) })
      mustRefuse(await boss.try('POST', '/payment/', late), 400, 18, 'invoiceid')
    })
    await boss.update(`/time/${entry.id}/`, { time: '3' })
    const next = await boss.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    assert.deepEqual([next.total, Number(next.localid) > Number(localid)], ['360', true])
  })

  test('actions answer with the code of their fault, and are for those who write invoices', async () => {
    const { a, b } = world()
    const boss = hand('administrator')
    const { id } = await boss.create('/invoice/', invoiceBody(a.projects.seen))
    mustRefuse(await boss.try('POST', `/invoice/${id}/issue/`), 400, 18, 'without lines')
    mustRefuse(await boss.try('GET', `/invoice/${id}/issue/`), 400, 16)
    mustRefuse(await boss.try('POST', `/invoice/${id}/send/`), 400, 15)
    mustRefuse(await hand('executive').try('POST', `/invoice/${id}/issue/`), 403, 10)
    mustRefuse(await handOf(world(), b.tokens.administrator).try('POST', `/invoice/${id}/issue/`), 404, 14)
  })

  test('notes tell what happened; people add their own, and only Administrators change them', async () => {
    const { boss, projectid } = await newBilled(world())
    const { id } = await boss.create('/invoice/', invoiceBody(projectid))
    await boss.update(`/invoice/${id}/`, { title: 'A better title', tax: '19' })
    await boss.update(`/invoice/${id}/`, { title: 'Unsaid' }, { 'x-service-disable-action-notes': 't' })
    await boss.create('/invoiceitem/', lineBody(id, '100'))
    const manager = hand('manager')
    const mine = await manager.create('/invoicenote/', { invoiceid: String(id), title: 'Sent by post' })
    assert.equal(mine.date, '2026-05-14 10:00:00')
    const { rows } = await manager.list(`/invoicenote/?invoiceid=${id}`)
    assert.deepEqual(
      rows.map(({ title, actions }) => [title, actions]),
      [
        ['Invoice created', ''],
        ['Invoice updated', '<ul><li>Title: Work of the month → A better title</li><li>Tax: (none) → 19</li></ul>'],
        ['Sent by post', ''],
      ],
    )
    const [made] = rows
    mustRefuse(await manager.try('PUT', `/invoicenote/${mine.id}/`, { note: 'By hand' }), 403, 10)
    mustRefuse(await boss.try('PUT', `/invoicenote/${made?.id}/`, { title: 'Never happened' }), 400, 18, 'title')
    assert.equal((await boss.update(`/invoicenote/${mine.id}/`, { note: 'By hand' })).note, 'By hand')
    mustRefuse(await hand('executive').try('GET', `/invoicenote/?invoiceid=${id}`), 403, 10)
    mustRefuse(await boss.try('GET', '/invoicenote/'), 400, 18, 'invoiceid')
    await boss.remove(`/invoicenote/${mine.id}/`)
    await boss.remove(`/invoice/${id}/`)
    assert.equal((await boss.list(`/invoicenote/?invoiceid=${id}`)).count, 0, 'notes and lines are parts of it')
  })
})
