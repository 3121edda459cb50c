// An invoice before it is issued: term and due date, the two kinds, importing and releasing time, and who sees it
// (decisions 40, 41, 43). Totals in all cases are tested by the property tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefusedWith, callerFor, errorMessagesIn, ids, sorted, suiteApiFixture } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, invoiceLineTexts, lineBody, newBilledProject, paymentBody } from './billing.ts'

suiteApiFixture((fixture) => {
  const caller = (name: PersonName) => callerFor(fixture(), fixture().a.tokens[name])

  test('a new freeform invoice is empty and shows all its fields', async () => {
    const { a } = fixture()
    const { projectid } = await newBilledProject(fixture())
    const created = await caller('manager').create(
      '/invoice/',
      invoiceBody(projectid, {
        description: 'As agreed',
        addressfrom: 'Us\nStreet 1',
        addressto: 'Them\nStreet 2',
        purchaseorder: 'PO-7',
        tax: '19',
        secondtax: 2.5,
        secondtaxcompound: true,
        disclaimer: 'Thank you',
      }),
    )
    const { id, localid, projectlabel, projectlabelid, projectlabel_order, ...rest } = created
    assert.match(String(id), /^\d+$/)
    assert.match(String(localid), /^\d{5}$/)
    assert.deepEqual([projectlabel, projectlabelid, projectlabel_order], [null, null, null])
    assert.deepEqual(rest, {
      projectid,
      date: '2026-05-01',
      termid: '4',
      termother: '',
      termotherdatedue: null,
      title: 'Work of the month',
      description: 'As agreed',
      addressfrom: 'Us\nStreet 1',
      addressto: 'Them\nStreet 2',
      purchaseorder: 'PO-7',
      tax: '19',
      disclaimer: 'Thank you',
      datebegin: null,
      dateend: null,
      second_tax: '2.5',
      second_tax_compound: 't',
      project: 'Billed project',
      client: 'Seen client a',
      clientid: String(a.clients.seen),
      term: 'Net 30',
      datepaid: null,
      datesent: null,
      sentto: '',
      mailerror: '',
      remindersoff: 'f',
      subtotal: '0',
      taxamount: '0',
      secondtaxamount: '0',
      numitems: '0',
      total: '0',
      payments: '0',
      balance: '0',
      datedue: '2026-05-31',
      daysoverdue: '0',
      daysoverduepaid: null,
      status: 'outstanding',
      dateissued: null,
      draft: 'f',
      excludefuture: 'f',
      excludeunapproved: 'f',
      groupby: 'worktype',
      number: localid,
      datevoided: null,
      creditof: null,
      currency: '',
      writtendown: '0',
    })
    assert.deepEqual(await caller('administrator').read(`/invoice/${id}/`), created)
    const { datebegin, dateend, excludefuture, excludeunapproved, groupby, ...more } = created
    const { datesent, sentto, mailerror, remindersoff, writtendown, ...forExecutives } = more
    assert.deepEqual(await caller('executive').read(`/invoice/${id}/`), forExecutives)
    assert.deepEqual([datebegin, dateend, excludefuture, excludeunapproved], [null, null, 'f', 'f'])
    assert.equal(groupby, 'worktype')
    assert.deepEqual([datesent, sentto, mailerror, remindersoff, writtendown], [null, '', '', 'f', '0'])
  })

  test('the term decides the due date, and a later change of the term moves no invoice', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    for (const [termid, datedue] of [
      [1, '2026-05-01'],
      [2, '2026-05-11'],
      [3, '2026-05-16'],
      [4, '2026-05-31'],
      [5, '2026-06-30'],
    ] as const) {
      const created = await administrator.create('/invoice/', invoiceBody(projectid, { termid, termother: 'not used' }))
      assert.deepEqual([created.datedue, created.termother], [datedue, ''])
    }
    const own = { termid: 6, termother: 'By hand', termotherdatedue: '2026-08-01' }
    const other = await administrator.create('/invoice/', invoiceBody(projectid, own))
    assert.deepEqual([other.term, other.datedue, other.termotherdatedue], ['By hand', '2026-08-01', '2026-08-01'])
    const later = await administrator.update(`/invoice/${other.id}/`, { termotherdatedue: '2026-09-01', termother: '' })
    assert.deepEqual([later.term, later.datedue], ['Other', '2026-09-01'])
    const usual = await administrator.update(`/invoice/${other.id}/`, { termid: 2, date: '2026-02-20' })
    assert.deepEqual([usual.term, usual.datedue, usual.termotherdatedue], ['Net 10', '2026-03-02', null])
    assertRefusedWith(
      await administrator.send('PUT', `/invoice/${other.id}/`, { termid: 6 }),
      400,
      18,
      'termotherdatedue',
    )
    const term = await administrator.create('/invoiceterm/', { name: 'Net 45', duration: 45, priority: 7 })
    const long = await administrator.create('/invoice/', invoiceBody(projectid, { termid: String(term.id) }))
    assert.equal(long.datedue, '2026-06-15')
    await administrator.update(`/invoiceterm/${term.id}/`, { duration: 50 })
    const titled = await administrator.update(`/invoice/${long.id}/`, { title: 'Another title' })
    assert.equal(titled.datedue, '2026-06-15')
    assertRefusedWith(await administrator.send('DELETE', `/invoiceterm/${term.id}/`), 400, 18, 'invoice')
    assertRefusedWith(await administrator.send('PUT', '/invoiceterm/6/', { name: 'Mine' }), 400, 18, 'term 6')
    assertRefusedWith(await administrator.send('DELETE', '/invoiceterm/6/'), 400, 18)
  })

  test('a freeform invoice bills no logged hours, neither when it is created nor when it is changed', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const logged = await log('2026-04-01', '1.5')
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid))
    await administrator.create('/invoiceitem/', lineBody(id, '10'))
    const changes: readonly JsonObject[] = [{ title: 'Renamed' }, { tax: '19' }, { date: '2026-05-02' }]
    for (const change of changes) {
      await administrator.update(`/invoice/${id}/`, change)
    }
    assert.equal((await administrator.read(`/invoice/${id}/`)).numitems, '1')
    const unbilled = await administrator.list(`/time/?projectid=${projectid}&invoiced=f`)
    assert.deepEqual(ids(unbilled), [Number(logged.id)])
  })

  test('a prefilled invoice bills the billable hours of its range, one line per work type', async () => {
    const { administrator, projectid, log, worktypes } = await newBilledProject(fixture())
    const [consulting = 0, design = 0] = worktypes
    const before = await log('2026-03-31', '8')
    const first = await log('2026-04-01', '1.5')
    await log('2026-04-15', '2.25')
    const drawn = await log('2026-04-30', '0.333333', design)
    const unbillable = await log('2026-04-20', '4', consulting, { billable: 'f' })
    const range = { datebegin: '2026-04-01', dateend: '2026-04-30' }
    const created = await administrator.create('/invoice/', invoiceBody(projectid, range))
    assert.deepEqual(await invoiceLineTexts(administrator, created.id), [
      'Consulting 3.75 x 120 = 450',
      'Design 0.333333 x 90 = 30',
    ])
    assert.deepEqual([created.subtotal, created.total, created.numitems], ['480', '480', '2'])
    const { rows } = await administrator.list(`/invoiceitem/?invoiceid=${created.id}`)
    const behind = await administrator.list(`/invoiceitem/${rows[1]?.id}/time/`)
    assert.deepEqual([behind.count, ids(behind)], [1, [Number(drawn.id)]])
    const again = await administrator.create('/invoice/', invoiceBody(projectid, range))
    assert.deepEqual([again.numitems, again.total, again.status], ['0', '0', 'outstanding'])
    const open = await administrator.create('/invoice/', invoiceBody(projectid, { dateend: '2026-04-30' }))
    assert.deepEqual(
      await invoiceLineTexts(administrator, open.id),
      ['Consulting 8 x 120 = 960'],
      'the remaining entries up to the end date',
    )

    for (const held of [first, before]) {
      const reply = await administrator.send('PUT', `/time/${held.id}/`, { description: 'Changed' })
      assertRefusedWith(reply, 400, 18, 'is on invoice', 'void or delete the invoice')
      assertRefusedWith(await administrator.send('DELETE', `/time/${held.id}/`), 400, 18, 'is on invoice')
    }
    await administrator.update(`/time/${unbillable.id}/`, { time: '5' })
    assert.ok(
      !ids(await administrator.list(`/time/?projectid=${projectid}&invoiced=f&limit=0`)).includes(Number(first.id)),
    )
    await administrator.remove(`/invoice/${open.id}/`)
    await administrator.remove(`/time/${before.id}/`)
  })

  test('a prefilled invoice can leave out hours of the future and of weeks that are not approved', async () => {
    const { a, clock } = fixture()
    const { administrator, projectid, log } = await newBilledProject(fixture())
    // Today is 14 May 2026; the week of 4 May is approved.
    const mine = { personid: a.people.resource }
    for (const [date, hours] of [
      ['2026-05-05', '1'],
      ['2026-05-14', '2'],
      ['2026-05-15', '4'],
    ] as const)
      await log(date, hours, undefined, mine)
    const week = { personid: a.people.resource, weekstart: '2026-05-04' }
    const sheet = await administrator.create('/timesheet/', week)
    for (const action of ['submit', 'approve'])
      await administrator.send('POST', `/timesheet/${sheet.id}/${action}/`, undefined, { 'if-match': '*' })
    const hoursOf = async (id: unknown) =>
      (await administrator.list(`/invoiceitem/?invoiceid=${id}`)).rows.map(({ quantity }) => quantity)
    const range = { datebegin: '2026-05-01', dateend: '2026-05-31' }
    const created = await administrator.create('/invoice/', invoiceBody(projectid, { ...range, excludefuture: 't' }))
    assert.deepEqual([created.excludefuture, created.excludeunapproved], ['t', 'f'])
    assert.deepEqual(await hoursOf(created.id), ['3'])
    const path = `/invoice/${created.id}/`
    assert.equal((await administrator.update(path, { excludeunapproved: 't' })).subtotal, '120')
    assert.deepEqual(await hoursOf(created.id), ['1'])
    await administrator.update(path, { excludefuture: 'f' })
    assert.deepEqual(await hoursOf(created.id), ['1'])
    await administrator.update(path, { excludeunapproved: 'f' })
    assert.deepEqual(await hoursOf(created.id), ['7'])
    await administrator.update(path, { excludefuture: 't' })
    clock.moveBy(86_400_000)
    await administrator.send('POST', `${path}import/`)
    assert.deepEqual(await hoursOf(created.id), ['7'], 'tomorrow it is no longer the future')
    clock.moveBy(-86_400_000)
    const [entry] = (await administrator.list(`/time/?projectid=${projectid}&invoiced=f`)).rows
    assert.equal(entry, undefined)
  })

  test('only a person who sees the invoice is told which one has the time', async () => {
    const { a } = fixture()
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const entry = await log('2026-04-01', '1')
    const managers = await log('2026-04-02', '1', undefined, { personid: a.people.manager })
    const { localid } = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const refusal = async (name: 'administrator' | 'manager' | 'resource', id: unknown) =>
      errorMessagesIn(await caller(name).send('PUT', `/time/${id}/`, { time: '2' }))
    const sentence = (invoice: string) =>
      `id: this time is on ${invoice} and cannot be changed or deleted; void or delete the invoice first`
    const named = sentence(`invoice ${String(localid).padStart(5, '0')}`)
    assert.equal(await refusal('administrator', entry.id), named)
    assert.equal(await refusal('manager', managers.id), named)
    assert.equal(await refusal('resource', entry.id), sentence('an invoice'))
    assertRefusedWith(await caller('resource').send('GET', `/time/?invoiced=t`), 400, 17, 'invoiced')
    await administrator.send('DELETE', `/projectteam/${projectid}/`, { personid: a.people.manager })
    assert.equal(await refusal('manager', managers.id), sentence('an invoice'), 'no longer on the team')
  })

  test('another range is imported again: custom lines and descriptions are kept', async () => {
    const { administrator, projectid, log, worktypes } = await newBilledProject(fixture())
    const [consulting, design = 0] = worktypes
    await log('2026-04-01', '1')
    await log('2026-04-10', '2')
    await log('2026-05-01', '3', design)
    const created = await administrator.create(
      '/invoice/',
      invoiceBody(projectid, { datebegin: '2026-04-01', dateend: '2026-04-05' }),
    )
    const [line] = (await administrator.list(`/invoiceitem/?invoiceid=${created.id}`)).rows
    await administrator.update(`/invoiceitem/${line?.id}/`, { description: 'As in the offer' })
    await administrator.create('/invoiceitem/', lineBody(created.id, '-10.5', { name: 'Discount' }))
    const wider = await administrator.update(`/invoice/${created.id}/`, { dateend: '2026-05-31' })
    assert.equal(wider.subtotal, '619.5')
    assert.deepEqual(await invoiceLineTexts(administrator, created.id), [
      'Consulting 3 x 120 = 360',
      'Discount  x  = -10.5',
      'Design 3 x 90 = 270',
    ])
    const unchanged = await administrator.read(`/invoiceitem/${line?.id}/`)
    assert.deepEqual([unchanged.description, unchanged.quantity], ['As in the offer', '3'])
    const parts = await administrator.list(`/projectworktype/?projectid=${projectid}&limit=0`)
    const part = parts.rows.find(({ worktypeid }) => worktypeid === String(consulting))
    await administrator.update(`/projectworktype/${part?.id}/`, { hourlyrate: '150', ratefrom: '0001-01-01' })
    assert.equal(
      (await administrator.update(`/invoice/${created.id}/`, { title: 'Frozen' })).subtotal,
      '619.5',
      'a new rate does not change the invoice',
    )
    const imported = await administrator.send('POST', `/invoice/${created.id}/import/`)
    assert.deepEqual([imported.status, (imported.json.invoice as { subtotal: string }).subtotal], [202, '709.5'])
    const narrow = await administrator.update(`/invoice/${created.id}/`, { datebegin: '2026-05-01', dateend: '' })
    assert.deepEqual([narrow.subtotal, narrow.numitems, narrow.dateend], ['259.5', '2', null])
    assert.equal(
      (await administrator.list(`/time/?projectid=${projectid}&invoiced=f`)).count,
      2,
      'entries outside the new range are unbilled again',
    )
  })

  test('the kind of an invoice never changes, and a range does not end before it begins', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const freeform = await administrator.create('/invoice/', invoiceBody(projectid))
    const prefilled = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    await assertUnchanged(fixture().database, 'refused', async () => {
      const change = (id: unknown, body: Record<string, string>) => administrator.send('PUT', `/invoice/${id}/`, body)
      assertRefusedWith(await change(freeform.id, { dateend: '2026-04-01' }), 400, 18, 'dateend', 'freeform')
      assertRefusedWith(await change(prefilled.id, { datebegin: '' }), 400, 18, 'datebegin', 'prefilled')
      assertRefusedWith(
        await change(prefilled.id, { dateend: '2026-03-31' }),
        400,
        18,
        'dateend',
        '2026-03-31',
        'before',
      )
      const backwards = invoiceBody(projectid, { datebegin: '2026-04-02', dateend: '2026-04-01' })
      assertRefusedWith(await administrator.send('POST', '/invoice/', backwards), 400, 18, 'dateend')
      assertRefusedWith(await administrator.send('POST', `/invoice/${freeform.id}/import/`), 400, 18, 'without time')
      assertRefusedWith(
        await administrator.send('POST', '/invoice/', { termid: 6 }),
        400,
        18,
        'projectid',
        'date',
        'title',
      )
      const taxed = invoiceBody(projectid, { tax: '1000000000', secondtax: '1e9' })
      assertRefusedWith(await administrator.send('POST', '/invoice/', taxed), 400, 18, 'tax', 'secondtax')
      assertRefusedWith(
        await administrator.send('POST', '/invoice/', invoiceBody(projectid, { status: 'paid' })),
        400,
        17,
        'status',
      )
    })
  })

  test('an invoice with payments stays in its project; without them its time is imported from the new one', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const otherProject = await newBilledProject(fixture())
    await log('2026-04-01', '1')
    await otherProject.log('2026-04-02', '5')
    const created = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const payment = await administrator.create(
      '/payment/',
      paymentBody(projectid, '20', { invoiceid: String(created.id) }),
    )
    const moved = { projectid: otherProject.projectid }
    assertRefusedWith(
      await administrator.send('PUT', `/invoice/${created.id}/`, moved),
      400,
      18,
      'projectid',
      'payments',
    )
    await administrator.remove(`/payment/${payment.id}/`)
    assert.equal((await administrator.update(`/invoice/${created.id}/`, moved)).total, '600')
    assert.equal((await administrator.list(`/time/?projectid=${projectid}&invoiced=t`)).count, 0)
  })

  test('a task with time on an invoice stays in its project until the time is released', async () => {
    const { a } = fixture()
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const task = await administrator.create('/task/', {
      title: 'Billed task',
      projectid,
      moduleid: a.modules[0] ?? 0,
      statusid: a.statuses.open,
      priorityid: a.priorities[0] ?? 0,
      dateopen: '2026-04-01',
      ownerid: a.people.administrator,
    })
    await log('2026-04-01', '1', undefined, { taskid: String(task.id) })
    const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { datebegin: '2026-04-01' }))
    const move = () => administrator.send('PUT', `/task/${task.id}/`, { projectid: a.projects.seen })
    assertRefusedWith(await move(), 400, 18, 'projectid', 'invoice')
    await administrator.remove(`/invoice/${id}/`)
    assert.equal((await move()).status, 202)
  })

  test('Managers and Executives see the invoices of their projects, Resources none, and nobody those of other projects', async () => {
    const { a, b } = fixture()
    const administrator = caller('administrator')
    const unseen = await administrator.create('/invoice/', invoiceBody(a.projects.unseen))
    const visible = await administrator.create('/invoice/', invoiceBody(a.projects.seen))
    const line = await administrator.create('/invoiceitem/', lineBody(unseen.id, '5'))
    for (const name of ['manager', 'executive'] as const) {
      const reader = caller(name)
      const listed = ids(await reader.list('/invoice/?limit=0'))
      assert.ok(listed.includes(Number(visible.id)) && !listed.includes(Number(unseen.id)), name)
      assertRefusedWith(await reader.send('GET', `/invoice/${unseen.id}/`), 404, 14)
      assertRefusedWith(await reader.send('GET', `/invoiceitem/${line.id}/time/`), 404, 14)
      assert.equal((await reader.list(`/invoiceitem/?invoiceid=${unseen.id}`)).count, 0)
    }
    const manager = caller('manager')
    assertRefusedWith(await manager.send('POST', '/invoiceitem/', lineBody(unseen.id, '1')), 400, 18, 'invoiceid')
    assertRefusedWith(await manager.send('POST', '/invoice/', invoiceBody(a.projects.unseen)), 400, 18, 'projectid')
    assertRefusedWith(await caller('executive').send('PUT', `/invoice/${visible.id}/`, { title: 'Mine' }), 403, 10)
    for (const path of ['/invoice/', '/invoiceitem/?invoiceid=1', '/payment/', '/invoiceterm/', '/paymenttype/']) {
      assertRefusedWith(await caller('resource').send('GET', path), 403, 10)
    }
    const stranger = callerFor(fixture(), b.tokens.administrator)
    assertRefusedWith(await stranger.send('GET', `/invoice/${visible.id}/`), 404, 14)
    assertRefusedWith(await stranger.send('POST', '/invoiceitem/', lineBody(visible.id, '1')), 400, 18, 'invoiceid')
  })

  test('an inactive project can be invoiced, and lists can be sorted by calculated fields', async () => {
    const { a } = fixture()
    const { administrator, projectid } = await newBilledProject(fixture())
    await administrator.create('/invoice/', invoiceBody(a.projects.inactive))
    const created: number[] = []
    for (const [amount, date] of [
      ['30', '2026-01-01'],
      ['10', '2026-03-01'],
      ['20', '2026-05-01'],
    ] as const) {
      const { id } = await administrator.create('/invoice/', invoiceBody(projectid, { date }))
      await administrator.create('/invoiceitem/', lineBody(id, amount))
      created.push(Number(id))
    }
    const [old = 0, mid = 0, young = 0] = created
    const by = async (query: string) =>
      ids(await administrator.list(`/invoice/?projectid=${projectid}&limit=0&${query}`))
    assert.deepEqual(await by('sortfield=balance&sortdir=asc'), [mid, young, old])
    assert.deepEqual(await by('sortfield=daysoverdue&sortdir=DESC'), [old, mid, young])
    assert.deepEqual(sorted(await by('status=overdue')), sorted([old, mid]))
    assert.deepEqual(await by('status=paid'), [])
    assert.equal((await by('status=outstanding')).length, 3)
    assertRefusedWith(await administrator.send('GET', '/invoice/?status=due'), 400, 18, 'status')
  })
})
