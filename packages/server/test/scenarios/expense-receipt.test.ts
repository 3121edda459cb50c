// The receipt of an expense: uploaded with it or later, replaced and removed, downloaded like the file of a document,
// hidden from Executives because it shows the cost (T-268), and deleted when nothing uses it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditFiles } from '../../src/maintenance/record-audit.ts'
import { removeUnusedFiles } from '../../src/maintenance/unused-files.ts'
import { type ApiCaller, assertRefusedWith, callerFor, recordIn, suiteApiFixture } from '../fixture/api-caller.ts'
import { type PersonName, testFiles } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { greyPng } from '../fixture/images.ts'
import { type JsonObject, multipartBody, multipartPart } from '../fixture/request-parts.ts'
import { machineNow } from '../fixture/test-clock.ts'
import { invoiceBody } from './billing.ts'
import { fetchFile, formType } from './file-upload.ts'

const headers = { 'content-type': formType }

const receiptPart = (content: Buffer | string, filename: string, type: string): Buffer =>
  multipartPart(`name="receipt"; filename="${filename}"\r\nContent-Type: ${type}`, content)

suiteApiFixture((fixture, kind) => {
  const caller = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])
  const fetch = (who: PersonName, path: string, more = {}) =>
    fetchFile(fixture().app, fixture().a.tokens[who], path, more)
  const body = (): JsonObject => ({
    projectid: fixture().a.projects.seen,
    date: '2026-05-04',
    expense: '80',
    fee: '90',
  })
  const picture = (note: string): Buffer => greyPng(2, `receipt ${kind} ${note}`)
  const removeUnusedLater = () => removeUnusedFiles(fixture().database, testFiles, machineNow() + 7_200_000)
  const isStored = async (id: unknown): Promise<boolean> =>
    (await fetch('administrator', `/expense/${id}/download/`)).status === 200

  test('it is uploaded with the expense or later, replaced, kept by other changes, and removed by a blank', async () => {
    const manager = caller('manager')
    const parts = Object.entries(body()).map(([name, value]) => multipartPart(`name="${name}"`, String(value)))
    const first = picture('first')
    const whole = multipartBody([...parts, receiptPart(first, 'Taxi.png', 'image/png')])
    const created = await manager.create('/expense/', whole, headers)
    assert.deepEqual(
      [created.receiptfilename, created.receiptfilesize, created.fee],
      ['Taxi.png', String(first.length), '90'],
    )
    const path = `/expense/${created.id}/`
    assert.equal((await manager.update(path, { note: 'Airport' })).receiptfilename, 'Taxi.png')
    const pdf = '%PDF-1.4 a receipt'
    const replaced = await manager.update(
      path,
      multipartBody([receiptPart(pdf, 'Taxi.pdf', 'application/pdf')]),
      headers,
    )
    assert.equal(replaced.receiptfilename, 'Taxi.pdf')
    const file = await fetch('administrator', `${path}download/`)
    assert.deepEqual([file.status, String(file.bytes)], [200, pdf])
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="Taxi.pdf"/)
    const blank = await manager.update(path, { receipt: '' })
    assert.deepEqual([blank.receiptfilename, blank.receiptfilesize], [null, null])
    assertRefusedWith(await manager.send('GET', `${path}download/`), 404, 14, `expense ${created.id} has no file`)
    assert.deepEqual((await auditFiles(fixture().database, fixture().a.accountid, testFiles, true)).problems, [])
  })

  test('T-268: an Executive sees the expense, and neither the receipt nor its name, also not as an image', async () => {
    const { id } = await caller('manager').create('/expense/', { ...body(), receipt: 'Paid 80.00' })
    const path = `/expense/${id}/`
    const image = await caller('manager').update(
      path,
      multipartBody([receiptPart(picture('seen'), 'seen.png', 'image/png')]),
      headers,
    )
    assert.equal(image.receiptfilename, 'seen.png')
    assert.equal((await fetch('manager', path, { accept: 'image/*' })).headers['content-type'], 'image/png')
    const seen = await caller('executive').read(path)
    for (const field of ['receiptfilename', 'receiptfilesize', 'markup', 'paidby', 'expense'])
      assert.ok(!Object.hasOwn(seen, field), field)
    assertRefusedWith(await caller('executive').send('GET', `${path}download/`), 404, 14, 'has no file')
    assert.equal((await fetch('executive', path, { accept: 'image/*' })).status, 406)
    const preferred = await fetch('executive', path, { accept: 'image/png,application/json;q=0.5' })
    assert.equal(preferred.headers['content-type'], 'application/json; charset=utf-8')
    for (const who of ['resource', 'restricted'] as const)
      assertRefusedWith(await caller(who).send('GET', `${path}download/`), 403, 10)
    assertRefusedWith(await caller('outsider').send('GET', `${path}download/`), 403, 10)
  })

  test('T-268: a text, an unknown part or a receipt without valid fields is refused, and nothing is written', async () => {
    const manager = caller('manager')
    await assertUnchanged(fixture().database, 'refused', async () => {
      const json = { 'content-type': 'application/json' }
      const asText = await manager.send('POST', '/expense/', JSON.stringify({ ...body(), receipt: 'x' }), json)
      assertRefusedWith(asText, 400, 18, 'receipt')
      const alone = multipartBody([receiptPart('x', 'x.txt', 'text/plain')])
      assertRefusedWith(await manager.send('POST', '/expense/', alone, headers), 400, 18, 'projectid', 'date', 'fee')
    })
  })

  test('T-270: a missing receipt is added to a billed expense, once, and nothing else of it is changed', async () => {
    const manager = caller('manager')
    const expense = await manager.create('/expense/', { ...body(), markup: '12.5', fee: '90' })
    const path = `/expense/${expense.id}/`
    const draft = await manager.create('/invoice/', invoiceBody(fixture().a.projects.seen, { draft: 't' }))
    const added = await manager.send('POST', `/invoice/${draft.id}/addexpenses/`, { expenseid: String(expense.id) })
    assert.equal(added.status, 202, added.text)
    const upload = (content: Buffer, more: readonly Buffer[] = []): Buffer =>
      multipartBody([...more, receiptPart(content, 'late.png', 'image/png')])
    const may = async () => recordIn(await manager.send('GET', `${path}?may=t`)).may
    const other = [multipartPart('name="note"', 'Other'), multipartPart('name="expense"', '81')]
    await assertUnchanged(fixture().database, 'refused', async () => {
      const both = await manager.send('PUT', path, upload(picture('late'), other), headers)
      assertRefusedWith(both, 400, 18, 'note: cannot be changed, because', 'expense: cannot be changed, because')
      assertRefusedWith(await manager.send('PUT', path, { fee: '1' }), 400, 18, 'fee: cannot be changed')
    })
    assert.deepEqual(await may(), ['update'])
    const late = await manager.update(path, upload(picture('late'), [multipartPart('name="note"', '')]), headers)
    assert.deepEqual([late.receiptfilename, late.fee, late.expense], ['late.png', '90', '80'])
    assert.ok(await isStored(expense.id))
    assert.deepEqual(await may(), [])
    await assertUnchanged(fixture().database, 'refused', async () => {
      for (const reply of [
        await manager.send('PUT', path, upload(picture('again')), headers),
        await manager.send('PUT', path, { receipt: '' }),
        await manager.send('PUT', path, { note: 'x' }),
      ])
        assertRefusedWith(reply, 400, 18, 'id: this expense is on invoice')
    })
    await removeUnusedLater()
    assert.ok(await isStored(expense.id))
  })

  test('a receipt is kept while an expense uses it, and deleted when none does', async () => {
    const administrator = caller('administrator')
    const shared = multipartBody([receiptPart(picture('shared'), 'a.png', 'image/png')])
    const [one, two] = [
      await administrator.create('/expense/', body()),
      await administrator.create('/expense/', body()),
    ]
    for (const { id } of [one, two]) await administrator.update(`/expense/${id}/`, shared, headers)
    await administrator.remove(`/expense/${one.id}/`)
    await removeUnusedLater()
    assert.ok(await isStored(two.id), 'the other expense uses it')
    await administrator.update(`/expense/${two.id}/`, { receipt: '' })
    await removeUnusedLater()
    await administrator.update(`/expense/${two.id}/`, shared, headers)
    assert.ok(await isStored(two.id), 'it can be uploaded again')
  })
})
