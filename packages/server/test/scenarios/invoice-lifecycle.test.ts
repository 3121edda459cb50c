// Issuing and voiding, and the notes of an invoice. An invoice that is not issued stays editable (see
// `invoice.test.ts`); an issued one accepts only payments and notes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, ids, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { invoiceBody, invoiceLineTexts, lineBody, newBilledProject, paymentBody } from './billing.ts'

suiteApiFixture((fixture) => {
  const caller = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])

  test('T-95: a draft is hidden from Executives, with lines, PDF, payments, time and sums, until it is issued', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    await log('2026-04-01', '2')
    const [executive, manager] = [caller('executive'), caller('manager')]
    const lists = ['invoice', 'payment', 'receivables', 'revenue'].map((name) => `/${name}/?projectid=${projectid}`)
    const sums = async (...more: readonly string[]): Promise<string[]> => {
      const paths = [...lists, `/time/?invoiced=t&projectid=${projectid}`, ...more]
      return Promise.all(paths.map(async (path) => (await executive.send('GET', path)).text))
    }
    const before = await sums()
    const body = invoiceBody(projectid, { datebegin: '2026-04-01', draft: 't' })
    const { id, draft } = await manager.create('/invoice/', body)
    assert.equal(draft, 't')
    const [line] = (await manager.list(`/invoiceitem/?invoiceid=${id}`)).rows
    const payment = await manager.create('/payment/', paymentBody(projectid, '50', { invoiceid: String(id) }))
    assert.deepEqual(await sums(), before, 'the draft changes a list or a report of an Executive')
    const records = [`/invoice/${id}/`, `/invoiceitem/${line?.id}/`, `/payment/${payment.id}/`]
    const parts = [`/invoice/${id}/pdf/`, `/invoiceitem/${line?.id}/time/`]
    for (const path of [...records, ...parts]) assertRefusedWith(await executive.send('GET', path), 404, 14)
    for (const filter of [`/invoiceitem/?invoiceid=${id}`, `/time/?invoiceitemid=${line?.id}`])
      assert.equal((await executive.list(filter)).count, 0, filter)
    assertRefusedWith(await manager.send('PUT', `/invoice/${id}/`, { draft: 'f' }), 400, 18, 'draft')
    const issued = await manager.send('POST', `/invoice/${id}/issue/`)
    assert.equal((issued.json.invoice as { draft: string }).draft, 'f')
    for (const path of [...records, ...parts]) assert.equal((await executive.send('GET', path)).status, 200, path)
    const after = await sums()
    for (const [at, text] of after.entries()) assert.notEqual(text, before[at], `list ${at} has the issued invoice`)
    const plain = await administrator.create('/invoice/', invoiceBody(projectid))
    assert.equal(plain.draft, 'f')
    assert.equal((await executive.read(`/invoice/${plain.id}/`)).id, plain.id, 'without draft it is visible at once')
  })

  test('an issued invoice accepts only payments and notes', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    await log('2026-04-01', '2')
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const custom = await administrator.create('/invoiceitem/', lineBody(id, '10'))
    const issued = await caller('manager').send('POST', `/invoice/${id}/issue/`)
    assert.equal(issued.status, 202, issued.text)
    assert.equal((issued.json.invoice as { dateissued: string }).dateissued, '2026-05-14 10:00:00')
    const free = await administrator.create('/invoice/', invoiceBody(projectid))
    const elsewhere = await administrator.create('/invoiceitem/', lineBody(free.id, '5'))
    await log('2026-04-03', '1')
    await assertUnchanged(fixture().database, 'refused', async () => {
      assertRefusedWith(await administrator.send('PUT', `/invoice/${id}/`, { title: 'Other' }), 400, 18, 'issued')
      assertRefusedWith(await administrator.send('DELETE', `/invoice/${id}/`), 400, 18, 'issued')
      assertRefusedWith(await administrator.send('POST', `/invoice/${id}/import/`), 400, 18, 'issued')
      assertRefusedWith(await administrator.send('POST', `/invoice/${id}/issue/`), 400, 18, 'issued')
      assertRefusedWith(await administrator.send('POST', '/invoiceitem/', lineBody(id, '1')), 400, 18, 'issued')
      assertRefusedWith(
        await administrator.send('PUT', `/invoiceitem/${custom.id}/`, { amount: '11' }),
        400,
        18,
        'issued',
      )
      assertRefusedWith(
        await administrator.send('PUT', `/invoiceitem/${custom.id}/`, { invoiceid: String(free.id) }),
        400,
        18,
        'issued',
      )
      assertRefusedWith(
        await administrator.send('PUT', `/invoiceitem/${elsewhere.id}/`, { invoiceid: String(id) }),
        400,
        18,
        'issued',
      )
      assertRefusedWith(await administrator.send('DELETE', `/invoiceitem/${custom.id}/`), 400, 18, 'issued')
    })
    assert.equal(
      (await administrator.update(`/invoice/${id}/`, { title: 'Work of the month' })).numitems,
      '2',
      'no change at all',
    )
    await administrator.create('/payment/', paymentBody(projectid, '250', { invoiceid: String(id) }))
    await administrator.create('/invoicenote/', {
      invoiceid: String(id),
      title: 'They called',
      note: 'Money is on its way',
    })
    const paid = await administrator.read(`/invoice/${id}/`)
    assert.deepEqual([paid.status, paid.balance, paid.datepaid], ['paid', '0', '2026-05-10'])
    const those = async (issued: string) =>
      ids((await administrator.list(`/invoice/?projectid=${projectid}&issued=${issued}`)).rows)
    assert.deepEqual([await those('t'), await those('f')], [[Number(id)], [Number(free.id)]])
    assertRefusedWith(await administrator.send('GET', '/invoice/?issued=perhaps'), 400, 18, 'issued')
  })

  test('a void invoice keeps its number and lines, is not owed, and its hours can be billed again', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const entry = await log('2026-04-01', '2')
    const { id, localid } = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const act = (action: string) => administrator.send('POST', `/invoice/${id}/${action}/`)
    assertRefusedWith(await act('void'), 400, 18, 'issued')
    assert.equal((await act('issue')).status, 202)
    const payment = await administrator.create('/payment/', paymentBody(projectid, '5', { invoiceid: String(id) }))
    assertRefusedWith(await act('void'), 400, 18, 'id: this invoice has 1 payment; delete')
    await administrator.remove(`/payment/${payment.id}/`)
    assert.equal((await act('void')).status, 202)
    const voided = await administrator.read(`/invoice/${id}/`)
    assert.deepEqual(
      [voided.status, voided.datevoided, voided.localid, voided.total, voided.daysoverdue],
      ['void', '2026-05-14 10:00:00', localid, '240', '0'],
    )
    assert.deepEqual(await invoiceLineTexts(administrator, id), ['Consulting 2 x 120 = 240'])
    const listed = async (status: string) => ids(await administrator.list(`/invoice/?status=${status}&limit=0`))
    for (const status of ['outstanding', 'paid', 'overdue'])
      assert.ok(!(await listed(status)).includes(Number(id)), status)
    assert.ok((await listed('void')).includes(Number(id)))
    await assertUnchanged(fixture().database, 'refused', async () => {
      assertRefusedWith(await act('void'), 400, 18, 'already void')
      assertRefusedWith(await act('issue'), 400, 18, 'void')
      assertRefusedWith(await administrator.send('DELETE', `/invoice/${id}/`), 400, 18, 'is void and cannot be deleted')
      assertRefusedWith(await administrator.send('PUT', `/invoice/${id}/`, { title: 'Back' }), 400, 18, 'void')
      const late = paymentBody(projectid, '5', { invoiceid: String(id) })
      assertRefusedWith(await administrator.send('POST', '/payment/', late), 400, 18, 'invoiceid')
    })
    await administrator.update(`/time/${entry.id}/`, { time: '3' })
    const next = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    assert.deepEqual([next.total, Number(next.localid) > Number(localid)], ['360', true])
  })

  test('actions return the code of their error, and are for roles that write invoices', async () => {
    const { a, b } = fixture()
    const administrator = caller('administrator')
    const { id } = await administrator.create('/invoice/', invoiceBody(a.projects.seen))
    assertRefusedWith(await administrator.send('POST', `/invoice/${id}/issue/`), 400, 18, 'without lines')
    assertRefusedWith(await administrator.send('GET', `/invoice/${id}/issue/`), 400, 16)
    assertRefusedWith(await administrator.send('POST', `/invoice/${id}/send/`), 400, 15)
    assertRefusedWith(await caller('executive').send('POST', `/invoice/${id}/issue/`), 403, 10)
    assertRefusedWith(await callerFor(fixture(), b.tokens.administrator).send('POST', `/invoice/${id}/issue/`), 404, 14)
  })

  test('the note of an update names every changed field with its old and its new value', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    const changes = { date: '2026-05-02', title: 'T', description: 'D', addressfrom: 'F', addressto: 'R', tax: '19' }
    const more = { purchaseorder: 'P', disclaimer: 'L', secondtax: '2', secondtaxcompound: 't' }
    await administrator.update(`/invoice/${id}/`, { ...changes, ...more })
    const { rows } = await administrator.list(`/invoicenote/?invoiceid=${id}`)
    assert.deepEqual(String(rows.at(-1)?.actions).match(/(?<=<li>).*?(?=<\/li>)/g), [
      'Date: 2026-05-01 → 2026-05-02',
      'Title: Work of the month → T',
      'Description: (none) → D',
      'Sender: (none) → F',
      'Recipient: (none) → R',
      'Purchase order: (none) → P',
      'Tax: (none) → 19',
      'Disclaimer: (none) → L',
      'Second tax: (none) → 2',
      'Second tax compounded: no → yes',
      'Due date: 2026-05-31 → 2026-06-01',
    ])
  })

  test('notes report what happened; people add their own, and only Administrators change them', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.update(`/invoice/${id}/`, { title: 'A better title', tax: '19' })
    await administrator.update(`/invoice/${id}/`, { title: 'Unsaid' }, { 'x-service-disable-action-notes': 't' })
    await administrator.create('/invoiceitem/', lineBody(id, '100'))
    const manager = caller('manager')
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
    const [created] = rows
    assertRefusedWith(await manager.send('PUT', `/invoicenote/${mine.id}/`, { note: 'By hand' }), 403, 10)
    assertRefusedWith(
      await administrator.send('PUT', `/invoicenote/${created?.id}/`, { title: 'Never happened' }),
      400,
      18,
      'title',
    )
    assert.equal((await administrator.update(`/invoicenote/${mine.id}/`, { note: 'By hand' })).note, 'By hand')
    assertRefusedWith(await caller('executive').send('GET', `/invoicenote/?invoiceid=${id}`), 403, 10)
    assertRefusedWith(await administrator.send('GET', '/invoicenote/'), 400, 18, 'invoiceid')
    await administrator.remove(`/invoicenote/${mine.id}/`)
    await administrator.remove(`/invoice/${id}/`)
    assert.equal(
      (await administrator.list(`/invoicenote/?invoiceid=${id}`)).count,
      0,
      'notes and lines were not deleted with it',
    )
  })
})
