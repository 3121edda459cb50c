// Numbers of issued invoices in the form that the company chose: without gaps and unique, also when many are issued at
// the same time (T-220), on the PDF, in mails, lists and searches; and everything as before without that choice.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ApiCaller, assertRefusedWith, callerFor, eachApiFixture, secondServer } from '../fixture/api-caller.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

eachApiFixture((fixture, _kind, testDatabase) => {
  let administrator: ApiCaller
  let project = ''
  before(async () => {
    administrator = callerFor(fixture(), fixture().a.tokens.administrator)
    project = (await newBilledProject(fixture())).projectid
  })

  const newDraft = async (withLine = true): Promise<string> => {
    const { id } = await administrator.create('/invoice/', invoiceBody(project))
    if (withLine) await administrator.create('/invoiceitem/', lineBody(id, '100'))
    return String(id)
  }
  const issue = async (id: string): Promise<Readonly<Record<string, unknown>>> => {
    const reply = await administrator.send('POST', `/invoice/${id}/issue/`)
    assert.equal(reply.status, 202, reply.text)
    return administrator.read(`/invoice/${id}/`)
  }
  const choose = (fields: Record<string, string>) => administrator.send('PUT', '/company/', fields)

  test('without a form the number is localid, also after it is issued', async () => {
    const id = await newDraft()
    const { localid } = await administrator.read(`/invoice/${id}/`)
    const issued = await issue(id)
    assert.deepEqual([issued.number, issued.localid], [localid, localid])
    const refused = await administrator.send('DELETE', `/invoice/${id}/`)
    const shown = String(localid).padStart(5, '0')
    assertRefusedWith(refused, 400, 18, `id: invoice ${shown} is issued and cannot be deleted; void it instead`)
  })

  test('an invoice gets its number when it is issued, and keeps it when it is voided and the form changes', async () => {
    const older = await issue(await newDraft())
    assert.equal((await choose({ numbering: 'yearly', numberprefix: 'RE/', numberstart: '118' })).status, 202)
    const id = await newDraft()
    const draft = await administrator.read(`/invoice/${id}/`)
    assert.equal(draft.number, draft.localid)
    const first = await issue(id)
    assert.deepEqual([first.number, first.localid], ['RE/2026-0118', draft.localid])
    assert.equal((await issue(await newDraft())).number, 'RE/2026-0119')
    await administrator.send('POST', `/invoice/${id}/void/`)
    assertRefusedWith(await choose({ numberstart: '7' }), 400, 18, 'numberstart: invoices with this prefix')
    fixture().clock.moveBy(366 * 86_400_000)
    assert.equal((await issue(await newDraft())).number, 'RE/2027-0001', 'the next year begins with 1')
    assert.equal((await choose({ numbering: 'continuous', numberprefix: 'X', numberdigits: '6' })).status, 202)
    assert.equal((await issue(await newDraft())).number, 'X000118')
    assert.equal((await choose({ numbering: 'none' })).status, 202)
    const plain = await issue(await newDraft())
    assert.equal(plain.number, plain.localid)
    const kept = [await administrator.read(`/invoice/${id}/`), await administrator.read(`/invoice/${older.id}/`)]
    assert.deepEqual(
      kept.map(({ number }) => number),
      ['RE/2026-0118', older.localid],
    )
    assertRefusedWith(await administrator.send('DELETE', `/invoice/${id}/`), 400, 18, 'RE/2026-0118')
  })

  test('the number is on the PDF and in mails, payments, lists, filters and searches', async () => {
    await choose({ numbering: 'continuous', numberprefix: 'Bill/A-', numberdigits: '1', numberstart: '7' })
    const id = await newDraft()
    const { number } = await issue(id)
    assert.equal(number, 'Bill/A-7')
    const pdf = await administrator.send('GET', `/invoice/${id}/pdf/`)
    assert.match(String(pdf.headers['content-disposition']), /filename="invoice-Bill-A-7\.pdf"/)
    const { subject, filename } = await administrator.read(`/invoicemail/${id}/`)
    assert.deepEqual([subject, filename], ['Invoice Bill/A-7 from Account a', 'invoice-Bill-A-7.pdf'])
    const payment = await administrator.create('/payment/', paymentBody(project, '10', { invoiceid: id }))
    assert.equal(payment.invoicenumber, 'Bill/A-7')
    for (const query of ['number=Bill/A-7', 'search=bill/a', 'search=LL/A-7']) {
      const { rows } = await administrator.list(`/invoice/?${query}`)
      assert.deepEqual(
        rows.map((row) => row.id),
        [id],
        query,
      )
    }
    const { rows } = await administrator.list('/search/?q=bill/a-7')
    assert.deepEqual(rows.map(({ resource, localid }) => [resource, localid])[0], ['invoice', 'Bill/A-7'])
    const { rows: notes } = await administrator.list(`/invoicenote/?invoiceid=${id}`)
    assert.ok(notes.some(({ actions }) => String(actions).includes('Bill/A-7')))
  })

  test('T-220: invoices that are issued at the same time on two servers have each number once, without a gap', async () => {
    await choose({ numbering: 'continuous', numberprefix: 'P-', numberstart: '1', numberdigits: '3' })
    const other = callerFor(await secondServer(fixture(), testDatabase()), fixture().a.tokens.administrator)
    const servers = [administrator, other]
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push(await newDraft(at % 4 !== 3))
    // Each is issued by two requests, and every fourth has no lines and is refused.
    const replies = await Promise.all(
      ids.flatMap((id) => servers.map((server) => server.send('POST', `/invoice/${id}/issue/`))),
    )
    assert.equal(replies.filter(({ status }) => status === 202).length, 9)
    const { rows } = await administrator.list('/invoice/?search=P-0&limit=100')
    assert.deepEqual(
      rows.map(({ number }) => String(number)).sort(),
      Array.from({ length: 9 }, (_, at) => `P-00${at + 1}`),
    )
    assert.equal((await issue(await newDraft())).number, 'P-010')
  })

  test('a form that could repeat an older number is refused', async () => {
    for (const [fields, error] of [
      [{ numbering: 'continuous', numberprefix: '' }, 'numberprefix: is required'],
      [{ numberprefix: 'RE2' }, 'numberprefix'],
      [{ numberprefix: 'RÉ' }, 'numberprefix'],
      [{ numberprefix: 'A B-' }, 'numberprefix'],
      [{ numbering: 'daily' }, 'numbering'],
      [{ numberdigits: '0' }, 'numberdigits'],
      [{ numberstart: '0' }, 'numberstart'],
    ] as const)
      assertRefusedWith(await choose(fields), 400, 18, error)
    assert.equal((await choose({ numbering: 'yearly', numberprefix: '' })).status, 202)
    await choose({ numbering: 'none', numberprefix: '' })
  })
})
