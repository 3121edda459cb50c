// The time entries of a draft: excluded and included again, moved to another draft, written down. What each does to
// lines, sums and hours, and what happens to it when the draft is imported again, regrouped, issued, credited, voided,
// deleted or duplicated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditInvoiceLines, auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  type Body,
  callerFor,
  type Fields,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import { invoiceBody, invoiceLineTexts, lineBody, newBilledProject, performAction } from './billing.ts'

const april = { datebegin: '2026-04-01', dateend: '2026-04-30' }

interface Draft {
  readonly administrator: ApiCaller
  readonly projectid: string
  readonly id: string
  /** Entries of 1, 2 and 3 hours of Consulting at 120 on the first days of April. */
  readonly entries: readonly string[]
  readonly log: Awaited<ReturnType<typeof newBilledProject>>['log']
  /** Performs an action on the draft. */
  act(action: string, body?: Body): Promise<Fields>
  lines(invoiceid?: unknown): Promise<string[]>
}

async function newDraft(fixture: ApiFixture, more: Record<string, string> = {}): Promise<Draft> {
  const { administrator, projectid, log } = await newBilledProject(fixture)
  const entries: string[] = []
  for (const day of [1, 2, 3]) entries.push(String((await log(`2026-04-0${day}`, String(day))).id))
  const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { ...april, ...more }))
  return {
    administrator,
    projectid,
    id: String(id),
    entries,
    log,
    act: (action, body) => performAction(administrator, `/invoice/${id}/${action}/`, body),
    lines: (invoiceid = id) => invoiceLineTexts(administrator, invoiceid),
  }
}

const unbilledIds = async ({ administrator, projectid }: Draft): Promise<string[]> =>
  (await administrator.list(`/time/?projectid=${projectid}&invoiced=f&limit=0`)).rows.map(({ id }) => String(id)).sort()

const excludedIds = async ({ administrator, id }: Draft): Promise<string[]> =>
  (await administrator.list(`/time/?excludedfrom=${id}&limit=0`)).rows.map((row) => String(row.id)).sort()

suiteApiFixture((fixture, kind) => {
  const assertSound = async (): Promise<void> => {
    const { database, a } = fixture()
    for (const audit of [auditInvoices, auditInvoiceLines])
      assert.deepEqual((await audit(database, a.accountid)).problems, [])
  }

  test(`an excluded entry stays unbilled until it is included again (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { act, lines, entries, administrator, log } = draft
    const [first = '', second = '', third = ''] = entries
    assert.equal((await act('exclude', { timeid: `${first},${second}` })).subtotal, '360')
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360'])
    assert.deepEqual(await unbilledIds(draft), [first, second].sort())
    assert.deepEqual(await excludedIds(draft), [first, second].sort())
    await log('2026-04-04', '5')
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360'], 'only the import takes new time')
    await act('import')
    assert.deepEqual(await lines(), ['Consulting 8 x 120 = 960'], 'an import leaves excluded entries out')
    await administrator.update(`/invoice/${draft.id}/`, { groupby: 'day' })
    assert.equal((await lines()).length, 2, 'and so does another grouping')
    await administrator.update(`/invoice/${draft.id}/`, { groupby: 'worktype', dateend: '2026-04-03' })
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360'])
    await act('include', { timeid: first })
    assert.deepEqual(await lines(), ['Consulting 4 x 120 = 480'])
    assert.deepEqual(await excludedIds(draft), [second])
    // Included although the range has changed since: it stays.
    await administrator.update(`/invoice/${draft.id}/`, { datebegin: '2026-04-03' })
    await act('include', { timeid: second })
    await act('import')
    assert.deepEqual(await lines(), ['Consulting 5 x 120 = 600'])
    assert.deepEqual(await excludedIds(draft), [])
    await act('exclude', { timeid: `${second},${third}` })
    assert.deepEqual(await lines(), [], 'a line without entries is removed')
    assert.equal((await administrator.read(`/invoice/${draft.id}/`)).total, '0')
    await assertSound()
  })

  test(`an excluded entry can be billed elsewhere, changed and deleted (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { act, lines, entries, administrator, projectid } = draft
    const [first = '', second = '', third = ''] = entries
    await act('exclude', { timeid: entries.map(Number) })
    await administrator.update(`/time/${first}/`, { time: '0.5' })
    await administrator.remove(`/time/${second}/`)
    const other = await administrator.create('/invoice/', invoiceBody(projectid, { ...april, dateend: '2026-04-01' }))
    assert.deepEqual(await lines(other.id), ['Consulting 0.5 x 120 = 60'])
    const path = `/invoice/${draft.id}/include/`
    assertRefusedWith(
      await administrator.send('POST', path, { timeid: `${first},${second},${third}` }),
      400,
      18,
      `"${first}" is on another invoice by now`,
      `"${second}" does not exist`,
    )
    assert.deepEqual(await lines(), [], 'nothing was written')
    await administrator.update(`/time/${third}/`, { billable: 'f' })
    assertRefusedWith(await administrator.send('POST', path, { timeid: third }), 400, 18, 'is not billable')
    await administrator.remove(`/invoice/${draft.id}/`)
    await assertSound()
  })

  test(`entries move to another draft of the project, and stay there (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { act, lines, entries, administrator, projectid } = draft
    const [first = '', second = '', third = ''] = entries
    await act('writedown', { timeid: second, amount: '100' })
    const may = { datebegin: '2026-05-01', dateend: '2026-05-31', groupby: 'day' }
    const other = await administrator.create('/invoice/', invoiceBody(projectid, may))
    const moved = await act('move', { timeid: `${first},${second}`, invoiceid: String(other.id) })
    assert.deepEqual([moved.id, moved.subtotal, moved.writtendown], [draft.id, '360', '0'])
    const expected = ['1 April 2026 (Consulting) 1 x 120 = 120', '2 April 2026 (Consulting) 2 x 50 = 100']
    assert.deepEqual(await lines(other.id), expected)
    await performAction(administrator, `/invoice/${other.id}/import/`)
    assert.deepEqual(await lines(other.id), expected, 'although its range does not have these days')
    assert.equal((await administrator.read(`/invoice/${other.id}/`)).writtendown, '140')
    await act('import')
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360'])
    await performAction(administrator, `/invoice/${other.id}/move/`, { timeid: second, invoiceid: draft.id })
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360', 'Consulting 2 x 50 = 100'])
    await administrator.remove(`/invoice/${other.id}/`)
    assert.deepEqual(await unbilledIds(draft), [first], 'deleting the draft releases its time')
    await act('import')
    assert.deepEqual(await lines(), ['Consulting 4 x 120 = 480', 'Consulting 2 x 50 = 100'])
    assert.ok(third)
    await assertSound()
  })

  test(`T-263: a move names all errors of the draft and the entries (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { entries, administrator, projectid, id, log } = draft
    const [first = '', second = ''] = entries
    const elsewhere = await newDraft(fixture())
    const free = await administrator.create('/invoice/', invoiceBody(projectid))
    const strict = { datebegin: '2026-01-01', dateend: '2026-01-02', excludeunapproved: 't', excludefuture: 't' }
    const approved = await administrator.create('/invoice/', invoiceBody(projectid, strict))
    const late = await log('2026-12-01', '1')
    await administrator.update(`/invoice/${id}/`, { dateend: '2026-12-31' })
    const refuse = async (timeid: string, invoiceid: unknown, ...errors: string[]): Promise<void> => {
      const body = { timeid, invoiceid: String(invoiceid) }
      assertRefusedWith(await administrator.send('POST', `/invoice/${id}/move/`, body), 400, 18, ...errors)
    }
    await refuse(elsewhere.entries[0] ?? '', 99_999_999, 'is not an invoice of this project', 'is not on this invoice')
    await refuse(first, elsewhere.id, `"${elsewhere.id}" is not an invoice of this project`)
    await refuse(first, id, 'is this invoice')
    await refuse(first, free.id, 'was created without time')
    await refuse(
      `${late.id},${second}`,
      approved.id,
      `"${late.id}" is in the future`,
      `"${second}" is not in an approved week`,
    )
    await administrator.create('/invoiceitem/', lineBody(approved.id, '1'))
    await performAction(administrator, `/invoice/${approved.id}/issue/`)
    await refuse(first, approved.id, 'is not a draft')
    assertRefusedWith(await administrator.send('POST', `/invoice/${id}/move/`, {}), 400, 18, 'timeid', 'invoiceid')
    assertRefusedWith(
      await administrator.send('POST', `/invoice/${free.id}/exclude/`, { timeid: first }),
      400,
      18,
      'created without time',
    )
    await assertSound()
  })

  test(`an entry that is written down has a line and a price of its own (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { act, lines, entries, administrator, id, projectid } = draft
    const [first = '', , third = ''] = entries
    const written = await act('writedown', { timeid: third, amount: '100' })
    assert.deepEqual([written.subtotal, written.writtendown], ['460', '260'])
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360', 'Consulting 3 x 33.3333 = 100'])
    const items = (await administrator.list(`/invoiceitem/?invoiceid=${id}`)).rows
    assert.deepEqual(
      items.map((item) => item.writtendown),
      ['0', '260'],
    )
    const entry = await administrator.read(`/time/${third}/`)
    assert.deepEqual([entry.time, entry.hourlyrate], ['3', '120'], 'hours and rate stay')
    await administrator.update(`/invoiceitem/${items[1]?.id}/`, { description: 'As agreed' })
    assert.equal((await act('writedown', { timeid: `${first},${third}`, amount: '0' })).writtendown, '480')
    assert.deepEqual(await lines(), ['Consulting 2 x 120 = 240', 'Consulting 3 x 0 = 0', 'Consulting 1 x 0 = 0'])
    const again = (await administrator.list(`/invoiceitem/?invoiceid=${id}`)).rows
    assert.equal(again[1]?.description, 'As agreed', 'the line follows its entry')
    await act('import')
    assert.equal((await administrator.read(`/invoice/${id}/`)).subtotal, '240', 'an import keeps it')
    await administrator.update(`/invoice/${id}/`, { groupby: 'day' })
    assert.ok((await lines()).includes('3 April 2026 (Consulting) 3 x 0 = 0'))
    const [budget] = (await administrator.list(`/budget/?projectid=${projectid}`)).rows
    assert.deepEqual([budget?.hours, budget?.value, budget?.invoiced, budget?.writtendown], ['6', '720', '240', '480'])
    await act('writedown', { timeid: `${first},${third}`, amount: '' })
    const whole = await administrator.read(`/invoice/${id}/`)
    assert.deepEqual([whole.subtotal, whole.writtendown], ['720', '0'])
    await assertSound()
  })

  test(`a write-down must lower the amount, and ends when its entry leaves or costs no more (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { act, lines, entries, administrator, id, projectid } = draft
    const [first = '', second = ''] = entries
    const refuse = async (timeid: string, amount: string, ...errors: string[]): Promise<void> =>
      assertRefusedWith(
        await administrator.send('POST', `/invoice/${id}/writedown/`, { timeid, amount }),
        400,
        18,
        ...errors,
      )
    await refuse(
      `${first},${second}`,
      '240',
      `less than 120, the amount of time entry ${first}`,
      `time entry ${second}`,
    )
    await refuse(first, '-1', 'amount')
    await refuse(first, '1.005', 'at most two decimals')
    await refuse(first, '', `"${first}" is not written down`)
    await act('writedown', { timeid: second, amount: '200' })
    const [part] = (await administrator.list(`/projectworktype/?projectid=${projectid}`)).rows.filter(
      ({ worktype }) => worktype === 'Consulting',
    )
    await administrator.update(`/projectworktype/${part?.id}/`, { hourlyrate: '90', ratefrom: '0001-01-01' })
    await act('exclude', { timeid: first })
    assert.deepEqual(await lines(), ['Consulting 3 x 120 = 360', 'Consulting 2 x 100 = 200'], 'others keep their rate')
    await act('import')
    assert.deepEqual(await lines(), ['Consulting 5 x 90 = 450'], 'it costs 180 now, which is less than 200')
    await act('writedown', { timeid: second, amount: '20' })
    await administrator.update(`/invoice/${id}/`, { datebegin: '2026-04-03' })
    await administrator.update(`/invoice/${id}/`, { datebegin: '2026-04-01' })
    assert.deepEqual(await lines(), ['Consulting 5 x 90 = 450'], 'it was not on the invoice in between')
    await assertSound()
  })

  test(`issued, credited, voided and duplicated invoices with written down time have exact sums (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { act, lines, entries, administrator, id, projectid } = draft
    const [first = '', second = '', third = ''] = entries
    await administrator.create('/invoiceitem/', lineBody(id, '10'))
    await act('writedown', { timeid: third, amount: '100' })
    await act('exclude', { timeid: second })
    const copy = await act('duplicate')
    assert.deepEqual([copy.subtotal, copy.writtendown], ['10', '0'], 'only custom lines are copied')
    await act('issue')
    for (const [action, body] of [
      ['exclude', { timeid: first }],
      ['include', { timeid: second }],
      ['writedown', { timeid: first, amount: '1' }],
      ['move', { timeid: first, invoiceid: String(copy.id) }],
    ] as const)
      assertRefusedWith(await administrator.send('POST', `/invoice/${id}/${action}/`, body), 400, 18, 'is issued')
    const credit = await act('credit', { releasetime: 't' })
    assert.equal(credit.subtotal, '-230')
    assert.ok((await lines(credit.id)).includes('Consulting -3 x 33.3333 = -100'))
    await performAction(administrator, `/invoice/${credit.id}/issue/`)
    assert.deepEqual(await unbilledIds(draft), [...entries].sort(), 'its hours are released')
    const [budget] = (await administrator.list(`/budget/?projectid=${projectid}`)).rows
    assert.equal(budget?.writtendown, '0', 'and can be billed in full')
    const next = await administrator.create('/invoice/', invoiceBody(projectid, april))
    assert.deepEqual(await lines(next.id), ['Consulting 6 x 120 = 720'], 'decisions belong to one invoice')
    await performAction(administrator, `/invoice/${next.id}/writedown/`, { timeid: third, amount: '0' })
    await performAction(administrator, `/invoice/${next.id}/issue/`)
    await performAction(administrator, `/invoice/${next.id}/void/`)
    const void_ = await administrator.read(`/invoice/${next.id}/`)
    assert.deepEqual([void_.subtotal, void_.writtendown], ['360', '360'], 'a void invoice keeps its lines')
    assert.deepEqual(await unbilledIds(draft), [...entries].sort())
    await assertSound()
  })

  test(`T-263, T-264: roles, formats and what clients see (${kind})`, async () => {
    const draft = await newDraft(fixture())
    const { entries, id, act } = draft
    const [first = ''] = entries
    const { tokens } = fixture().a
    const path = `/invoice/${id}/writedown/`
    for (const name of ['resource', 'executive'] as const) {
      const reply = await callerFor(fixture(), tokens[name]).send('POST', path, { timeid: first, amount: '0' })
      assert.ok([403, 404].includes(reply.status), `${name}: ${reply.text}`)
    }
    await performAction(callerFor(fixture(), tokens.manager), path, { timeid: first, amount: '0' })
    // A Manager who sees only their own time cannot name that of others, nor learn whether it exists.
    const { administrator } = draft
    const managerid = fixture().a.people.manager
    await performAction(administrator, `/person/${managerid}/permit/`, { restricttasks: 't' })
    const reply = await callerFor(fixture(), tokens.manager).send('POST', path, { timeid: `${first},99999999` })
    const notSeen = 'does not exist, or you cannot see it'
    assertRefusedWith(reply, 400, 18, `"${first}" ${notSeen}`, `"99999999" ${notSeen}`)
    await performAction(administrator, `/person/${managerid}/permit/`, { restricttasks: 'f' })
    const client = callerFor(fixture(), tokens.executive)
    assert.equal(Object.hasOwn(await client.read(`/invoice/${id}/`), 'writtendown'), false)
    const [line] = (await client.list(`/invoiceitem/?invoiceid=${id}`)).rows
    assert.equal(Object.hasOwn(line ?? {}, 'writtendown'), false)
    assertRefusedWith(await client.send('GET', `/time/?excludedfrom=${id}`), 400, 17)
    const xml = await fixture().app.inject({
      method: 'POST',
      url: `/invoice/${id}/exclude/`,
      headers: {
        authorization: `Basic ${Buffer.from(`${tokens.administrator}:X`).toString('base64')}`,
        'content-type': 'application/xml',
        accept: 'application/xml',
      },
      payload: `<invoice><timeid>${first}</timeid></invoice>`,
    })
    assert.equal(xml.statusCode, 202, xml.body)
    assert.match(xml.body, /<writtendown>0<\/writtendown>/)
    assert.equal((await act('include', { timeid: first })).subtotal, '720', 'at its full price')
  })
})
