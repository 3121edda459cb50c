// Expenses on invoices (docs/adr/0043-expenses.md): mark-ups, the lines that an invoice gets, that each expense is
// billed once also by concurrent requests (T-269), what locks and releases it (T-270), currencies, recurring invoices.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Engine } from '../../src/engine/engine.ts'
import { createDueInvoices } from '../../src/main/recurring-invoices.ts'
import { auditExpenses } from '../../src/maintenance/expense-audit.ts'
import { auditInvoiceLines, auditInvoices } from '../../src/maintenance/invoice-audit.ts'
import { resources } from '../../src/resources/all.ts'
import { assertRefusedWith, callerFor, type Fields, secondServer, suiteApiFixture } from '../fixture/api-caller.ts'
import type { ApiFixture, Reply } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { mailSite } from '../fixture/mail-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { type BilledProject, invoiceBody, invoiceLineTexts, lineBody, newBilledProject } from './billing.ts'

suiteApiFixture((fixture, _kind, testDatabase) => {
  let billed: BilledProject
  let beside: Pick<ApiFixture, 'call'> | undefined
  before(async () => {
    beside = await secondServer(fixture(), testDatabase())
    billed = await newBilledProject(fixture())
  })

  const newExpense = (more: JsonObject = {}): Promise<Fields> =>
    billed.administrator.create('/expense/', {
      projectid: billed.projectid,
      date: '2026-05-04',
      expense: '100',
      ...(Object.hasOwn(more, 'markup') ? {} : { fee: '120' }),
      ...more,
    })
  const newDraft = async (more: JsonObject = {}): Promise<Fields> =>
    billed.administrator.create('/invoice/', invoiceBody(billed.projectid, { draft: 't', ...more }))
  const run = (id: unknown, action: string, body: JsonObject = {}, from = billed.administrator): Promise<Reply> =>
    from.send('POST', `/invoice/${id}/${action}/`, body)
  const done = async (id: unknown, action: string, body: JsonObject = {}): Promise<Fields> => {
    const reply = await run(id, action, body)
    assert.ok([201, 202].includes(reply.status), reply.text)
    return (reply.json.invoice ?? reply.json) as Fields
  }
  const invoiceOf = async ({ id }: Fields): Promise<string | null | undefined> =>
    (await billed.administrator.read(`/expense/${id}/`)).invoiceid
  const assertAudited = async (): Promise<void> => {
    const { database, a } = fixture()
    for (const audit of [auditInvoices, auditInvoiceLines, auditExpenses])
      assert.deepEqual((await audit(database, a.accountid)).problems, [])
  }
  /** A new project, so that expenses of other tests are not in it. */
  const fresh = async (): Promise<void> => {
    billed = await newBilledProject(fixture())
  }

  test('with a mark-up the fee follows from the cost; a fee that is sent alone ends the mark-up', async () => {
    const { administrator } = billed
    for (const [expense, markup, fee] of [
      ['100', '20', '120'],
      ['33.33', '15', '38.33'],
      ['0.05', '10', '0.06'],
      ['-0.05', '10', '-0.06'],
      ['10.0049', '0', '10'],
      ['7', '12.3456', '7.86'],
    ])
      assert.equal(
        (await newExpense({ expense: expense ?? '', markup: markup ?? '' })).fee,
        fee,
        `${expense} ${markup}`,
      )
    const { id } = await newExpense({ markup: '20' })
    const write = (body: JsonObject) => administrator.update(`/expense/${id}/`, body)
    const sums = ({ expense, markup, fee }: Fields) => [expense, markup, fee]
    assert.deepEqual(sums(await write({ expense: '200' })), ['200', '20', '240'])
    assert.deepEqual(sums(await write({ markup: '10' })), ['200', '10', '220'])
    assert.deepEqual(sums(await write({ fee: '220', markup: '10' })), ['200', '10', '220'], 'sent back as it was read')
    assert.deepEqual(sums(await write({ fee: '220', expense: '200' })), ['200', '10', '220'])
    assert.deepEqual(sums(await write({ fee: '250' })), ['200', '', '250'], 'a program that knows no mark-up')
    assert.deepEqual(sums(await write({ expense: '300' })), ['300', '', '250'])
    assert.deepEqual(sums(await write({ markup: '1' })), ['300', '1', '303'])
    assert.deepEqual(sums(await write({ expense: '100', fee: '303' })), ['100', '', '303'])
    await assertUnchanged(fixture().database, 'refused', async () => {
      const send = (body: JsonObject) => administrator.send('PUT', `/expense/${id}/`, body)
      assertRefusedWith(await send({ markup: '10', fee: '111' }), 400, 18, 'fee: "111" must be 110')
      assertRefusedWith(await send({ markup: '-1', paidby: 'bank' }), 400, 18, 'markup: "-1"', 'paidby: "bank"')
      assertRefusedWith(await send({ expense: '9999999999', markup: '20' }), 400, 18, 'markup: "20" makes the fee too')
      assertRefusedWith(await send({ fee: '' }), 400, 18, 'fee')
    })
  })

  test('categories are a list of the account; one that is used stays, and an inactive one is not chosen', async () => {
    const { administrator } = billed
    const { rows } = await administrator.list('/expensecategory/?limit=0')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Travel', 'Accommodation', 'Meals', 'Materials', 'Software', 'Other'],
    )
    const { id } = await administrator.create('/expensecategory/', { name: 'Fuel', priority: 7 })
    const expense = await newExpense({ categoryid: String(id) })
    assert.equal(expense.category, 'Fuel')
    assertRefusedWith(await administrator.send('DELETE', `/expensecategory/${id}/`), 400, 18, 'expense')
    await administrator.update(`/expensecategory/${id}/`, { active: 'f' })
    const other = await administrator.send('PUT', `/expense/${(await newExpense()).id}/`, { categoryid: String(id) })
    assertRefusedWith(other, 400, 18, 'categoryid')
    const manager = callerFor(fixture(), fixture().a.tokens.manager)
    assertRefusedWith(await manager.send('POST', '/expensecategory/', { name: 'Mine', priority: 1 }), 403, 10)
    assert.equal((await manager.list(`/expense/?categoryid=${id}`)).count, 1)
  })

  test('unbilled expenses are reported beside unbilled hours until they are billed, in columns of their own', async () => {
    await fresh()
    const unbilled = async (more = ''): Promise<unknown[]> =>
      (await billed.administrator.list(`/unbilled/?projectid=${billed.projectid}${more}`)).rows.map((row) =>
        [row.hours, row.entries, row.firstdate ?? '-', row.expenses, row.expenseamount].join(' '),
      )
    await newExpense({ billable: 'f' })
    await newExpense({ fee: '0' })
    assert.deepEqual(await unbilled(), [], 'neither can be billed')
    await newExpense({ fee: '0.005', date: '2026-05-09' })
    await newExpense({ fee: '-10.005' })
    const [dear] = [await newExpense({ fee: '120.0049', date: '2026-06-01' })]
    assert.deepEqual(await unbilled(), ['0 0 - 3 110'], 'each is rounded: 0.01, -10.01 and 120')
    assert.deepEqual(await unbilled('&dateend=2026-05-31'), ['0 0 - 2 -10'])
    await billed.log('2026-05-03', '2')
    assert.deepEqual(await unbilled(), ['2 1 2026-05-03 3 110'])
    const draft = await newDraft()
    await done(draft.id, 'addexpenses', { expenseid: String(dear?.id) })
    assert.deepEqual(await unbilled(), ['2 1 2026-05-03 2 -10'])
    await billed.administrator.remove(`/invoice/${draft.id}/`)
    assert.deepEqual(await unbilled(), ['2 1 2026-05-03 3 110'])
  })

  test('a draft gets one line per expense: unbilled, billable, of its project and range, in the order of days', async () => {
    await fresh()
    const elsewhere = await newBilledProject(fixture())
    await newExpense({ projectid: elsewhere.projectid })
    const unbillable = await newExpense({ billable: 'f' })
    await newExpense({ fee: '0' })
    await newExpense({ date: '2026-06-01', note: 'Later' })
    const hotel = await newExpense({ date: '2026-05-09', markup: '15', expense: '33.33', categoryid: '2' })
    const train = await newExpense({ date: '2026-05-02', note: 'Train', fee: '89.9049' })
    const plain = await newExpense({ date: '2026-05-09', fee: '-5' })
    const found = await billed.administrator.list(`/expense/?projectid=${billed.projectid}&billable=f`)
    assert.deepEqual(
      found.rows.map(({ id }) => id),
      [unbillable.id],
    )
    await billed.log('2026-05-03', '2')
    const draft = await newDraft({ datebegin: '2026-05-01', dateend: '2026-05-31', tax: '10' })
    const added = await done(draft.id, 'addexpenses', { datebegin: '2026-05-01', dateend: '2026-05-31' })
    const lines = await invoiceLineTexts(billed.administrator, draft.id)
    assert.deepEqual(lines.slice(1), ['Train  x  = 89.9', 'Accommodation  x  = 38.33', 'Expense  x  = -5'])
    assert.deepEqual([added.numitems, added.subtotal, added.total], ['4', '363.23', '399.55'])
    for (const expense of [hotel, train, plain]) assert.equal(await invoiceOf(expense), String(draft.id))
    const { rows } = await billed.administrator.list(`/invoiceitem/?invoiceid=${draft.id}&limit=0`)
    assert.deepEqual(
      rows.map(({ expenseid, custom, description }) => [expenseid, custom, description]),
      [
        [null, 'f', ''],
        [String(train.id), 't', '2 May 2026'],
        [String(hotel.id), 't', '9 May 2026'],
        [String(plain.id), 't', '9 May 2026'],
      ],
    )
    assert.equal(
      (await done(draft.id, 'addexpenses', { dateend: '2026-05-31' })).numitems,
      '4',
      'nothing is added twice',
    )
    assert.equal((await done(draft.id, 'import')).numitems, '4', 'an import of time keeps the expenses')
    assert.equal((await done(draft.id, 'addexpenses')).numitems, '5', 'all days')
    const copy = await done(draft.id, 'duplicate')
    assert.equal(copy.numitems, '0', 'neither hours nor expenses are copied')
    await assertAudited()
  })

  test('T-270: a billed expense and the amount of its line cannot be changed; its line can be deleted', async () => {
    await fresh()
    const { administrator } = billed
    const expense = await newExpense()
    const draft = await newDraft()
    await done(draft.id, 'addexpenses', { expenseid: String(expense.id) })
    await administrator.create('/invoiceitem/', lineBody(draft.id, '5'))
    const [line] = (await administrator.list(`/invoiceitem/?invoiceid=${draft.id}`)).rows
    assert.equal((await administrator.update(`/invoiceitem/${line?.id}/`, { position: '2' })).position, '2')
    const other = await newDraft()
    const elsewhere = await newBilledProject(fixture())
    const shownNumber = String(draft.localid)
    await assertUnchanged(fixture().database, 'refused', async () => {
      for (const [method, body] of [
        ['PUT', { fee: '1' }],
        ['PUT', { receipt: 'Words', note: 'Other' }],
        ['DELETE', undefined],
      ] as const)
        assertRefusedWith(
          await administrator.send(method, `/expense/${expense.id}/`, body),
          400,
          18,
          `this expense is on invoice ${shownNumber}`,
        )
      for (const field of ['amount', 'quantity', 'rate'])
        assertRefusedWith(
          await administrator.send('PUT', `/invoiceitem/${line?.id}/`, { [field]: '7' }),
          400,
          18,
          field,
        )
      const moved = await administrator.send('PUT', `/invoiceitem/${line?.id}/`, { invoiceid: String(other.id) })
      assertRefusedWith(moved, 400, 18, 'invoiceid')
      const project = await administrator.send('PUT', `/invoice/${draft.id}/`, { projectid: elsewhere.projectid })
      assertRefusedWith(project, 400, 18, 'projectid: an invoice with expenses')
      assertRefusedWith(await run(other.id, 'addexpenses', { expenseid: String(expense.id) }), 400, 18, 'expenseid')
    })
    const named = await administrator.update(`/invoiceitem/${line?.id}/`, { name: 'Trip', description: 'By train' })
    assert.deepEqual([named.name, named.description, named.amount], ['Trip', 'By train', '120'])
    await administrator.remove(`/invoiceitem/${line?.id}/`)
    assert.equal(await invoiceOf(expense), null)
    assert.equal((await administrator.read(`/invoice/${draft.id}/`)).subtotal, '5')
    assert.equal((await done(other.id, 'addexpenses', { expenseid: String(expense.id) })).subtotal, '120')
    await assertAudited()
  })

  test('deleting the draft, voiding, and a credit note that releases hours release the expenses', async () => {
    await fresh()
    const expense = await newExpense()
    const first = await newDraft()
    await done(first.id, 'addexpenses')
    await billed.administrator.remove(`/invoice/${first.id}/`)
    assert.equal(await invoiceOf(expense), null, 'deleted')
    const second = await newDraft()
    await done(second.id, 'addexpenses')
    await done(second.id, 'issue')
    assertRefusedWith(await run(second.id, 'addexpenses'), 400, 18, 'is issued')
    assertRefusedWith(await billed.administrator.send('DELETE', `/expense/${expense.id}/`), 400, 18, 'is on invoice')
    await done(second.id, 'void')
    assert.equal(await invoiceOf(expense), null, 'void')
    assert.equal((await billed.administrator.read(`/invoice/${second.id}/`)).subtotal, '120', 'its lines stay')
    const third = await newDraft()
    await done(third.id, 'addexpenses')
    await done(third.id, 'issue')
    const kept = await done(third.id, 'credit')
    assertRefusedWith(await run(kept.id, 'addexpenses'), 400, 18, 'credit note')
    await done(kept.id, 'issue')
    assert.equal(await invoiceOf(expense), String(third.id), 'nobody asked to release it')
    await done(kept.id, 'void')
    await done((await done(third.id, 'credit', { releasetime: 't' })).id, 'issue')
    assert.equal(await invoiceOf(expense), null, 'credited in full')
    await assertAudited()
  })

  test('all errors are reported at once, and nothing is written', async () => {
    await fresh()
    const [mine, unbillable] = [await newExpense(), await newExpense({ billable: 'f' })]
    const hidden = await billed.administrator.create('/expense/', {
      ...{ projectid: fixture().a.projects.unseen, date: '2026-05-01', expense: '1', fee: '2' },
    })
    const draft = await newDraft()
    await assertUnchanged(fixture().database, 'refused', async () => {
      const chosen = [mine, unbillable, hidden].map(({ id }) => id).join()
      const errors = [unbillable, hidden].map(({ id }) => `expenseid: "${id}"`)
      assertRefusedWith(
        await run(draft.id, 'addexpenses', { expenseid: `${chosen},99999999` }),
        400,
        18,
        ...errors,
        '"99999999"',
      )
      const range = { expenseid: String(mine.id), datebegin: '2026-05-02', dateend: '2026-05-01' }
      assertRefusedWith(await run(draft.id, 'addexpenses', range), 400, 18, 'datebegin', 'dateend: "2026-05-01"')
      assertRefusedWith(await run(draft.id, 'addexpenses', { project: '1' }), 400, 17, 'project')
    })
  })

  test('an Executive does not learn from an expense that it is on a draft', async () => {
    await fresh()
    const executive = callerFor(fixture(), fixture().a.tokens.executive)
    const expense = await newExpense()
    const draft = await newDraft()
    await done(draft.id, 'addexpenses')
    const count = async (invoiced: string) =>
      (await executive.list(`/expense/?projectid=${billed.projectid}&invoiced=${invoiced}`)).count
    assert.equal((await executive.read(`/expense/${expense.id}/`)).invoiceid, null)
    assert.deepEqual([await count('t'), await count('f')], [0, 1])
    await done(draft.id, 'issue')
    assert.equal((await executive.read(`/expense/${expense.id}/`)).invoiceid, String(draft.id))
    assert.deepEqual([await count('t'), await count('f')], [1, 0])
  })

  test('only an invoice in the currency of the client gets expenses', async () => {
    await fresh()
    const { administrator } = billed
    const client = await administrator.create('/client/', {
      name: 'Abroad',
      datecreated: '2026-01-01',
      currency: 'USD',
    })
    await administrator.update(`/project/${billed.projectid}/`, { clientid: String(client.id) })
    const expense = await newExpense()
    const draft = await newDraft({ currency: 'CHF' })
    const refused = await run(draft.id, 'addexpenses')
    assertRefusedWith(refused, 400, 18, 'expenses are in USD')
    await administrator.update(`/invoice/${draft.id}/`, { currency: 'USD' })
    await done(draft.id, 'addexpenses')
    const changed = await administrator.send('PUT', `/invoice/${draft.id}/`, { currency: 'CHF' })
    assertRefusedWith(changed, 400, 18, 'currency: expenses are in USD')
    assert.equal(await invoiceOf(expense), String(draft.id))
  })

  test('T-269: of invoices that take the same expenses at the same time, one gets each', async () => {
    const other = callerFor(beside ?? fixture(), fixture().a.tokens.administrator)
    for (let round = 0; round < 6; round++) {
      await fresh()
      const expenses = await Promise.all(Array.from({ length: 5 }, () => newExpense()))
      const drafts = await Promise.all(Array.from({ length: 4 }, () => newDraft()))
      const replies = await Promise.all(
        drafts.map(({ id }, at) => run(id, 'addexpenses', {}, at % 2 === 0 ? billed.administrator : other)),
      )
      assert.deepEqual(
        replies.map(({ status }) => status),
        drafts.map(() => 202),
      )
      const sums = await Promise.all(drafts.map(({ id }) => billed.administrator.read(`/invoice/${id}/`)))
      assert.equal(
        sums.reduce((all, { subtotal }) => all + Number(subtotal), 0),
        600,
        'each is on one invoice',
      )
      const ids = drafts.map(({ id }) => String(id))
      for (const expense of expenses) assert.ok(ids.includes(String(await invoiceOf(expense))))
    }
    await assertAudited()
  })

  test('T-269: an expense that is changed while it is billed is billed as it is, or changed before', async () => {
    const other = callerFor(beside ?? fixture(), fixture().a.tokens.administrator)
    for (let round = 0; round < 6; round++) {
      await fresh()
      const expense = await newExpense()
      const draft = await newDraft()
      const [added, changed] = await Promise.all([
        run(draft.id, 'addexpenses'),
        other.send('PUT', `/expense/${expense.id}/`, { fee: '130' }),
      ])
      assert.equal(added.status, 202, added.text)
      assert.ok([202, 400].includes(changed.status), changed.text)
      const { fee, invoiceid } = await billed.administrator.read(`/expense/${expense.id}/`)
      const { subtotal } = await billed.administrator.read(`/invoice/${draft.id}/`)
      assert.deepEqual([invoiceid, subtotal], [String(draft.id), fee])
    }
  })

  test('a recurring invoice bills the expenses of its period, in arrears only', async () => {
    await fresh()
    const { administrator, projectid } = billed
    const [inside, after] = [await newExpense({ date: '2026-06-30' }), await newExpense({ date: '2026-07-01' })]
    const body = { projectid, title: 'Trips {period}', every: 'month', firstperiod: '2026-06-01', termid: 4 }
    const refused = await administrator.send('POST', '/recurringinvoice/', {
      ...{ ...body, billing: 'advance', includetime: 't', includeexpenses: 't' },
    })
    assertRefusedWith(refused, 400, 18, 'includetime', 'includeexpenses')
    const { id } = await administrator.create('/recurringinvoice/', { ...body, includeexpenses: 't' })
    const { clock, database } = fixture()
    clock.moveBy(Date.parse('2026-07-01T12:00:00Z') - clock.now())
    await createDueInvoices(new Engine(database, resources, mailSite), database, clock.now())
    const { rows } = await administrator.list(`/recurringperiod/?recurringinvoiceid=${id}`)
    assert.deepEqual(
      rows.map(({ state, invoiceid }) => [state, invoiceid]),
      [['created', await invoiceOf(inside)]],
    )
    assert.equal(await invoiceOf(after), null)
    assert.equal((await administrator.read(`/invoice/${rows[0]?.invoiceid}/`)).subtotal, '120')
    await administrator.update(`/recurringinvoice/${id}/`, { active: 'f' })
  })

  test('a line of an expense beside other lines is credited and printed like them', async () => {
    await fresh()
    await newExpense({ markup: '12.5', note: 'Flight' })
    const draft = await newDraft()
    await billed.administrator.create('/invoiceitem/', lineBody(draft.id, '10'))
    await done(draft.id, 'addexpenses')
    await done(draft.id, 'issue')
    const credit = await done(draft.id, 'credit')
    assert.deepEqual(await invoiceLineTexts(billed.administrator, credit.id), [
      'Consulting -1 x 10 = -10',
      'Flight -1 x 112.5 = -112.5',
    ])
  })
})
