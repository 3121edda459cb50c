// Expenses: cost and fee of a project, who may book for whom, and what is hidden from Executives. Amounts are exact to
// four decimals.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  ids,
  personBody,
  suiteApiFixture,
} from '../fixture/api-caller.ts'
import type { AccountFixture, PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const expenseBody = (a: AccountFixture, more: JsonObject = {}): JsonObject => ({
  projectid: a.projects.seen,
  date: '2026-05-04',
  expense: '100',
  fee: '120',
  ...more,
})

suiteApiFixture((fixture) => {
  const caller = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  test('a Manager books an expense: it is their own unless they name another person, and it shows project and client', async () => {
    const { a } = fixture()
    const created = await caller('manager').create(
      '/expense/',
      expenseBody(a, { note: 'Train', expense: 89.9, fee: '89.90' }),
    )
    assert.deepEqual(
      { ...created, id: '' },
      {
        id: '',
        projectid: String(a.projects.seen),
        personid: String(a.people.manager),
        date: '2026-05-04',
        expense: '89.9',
        fee: '89.9',
        currency: '',
        categoryid: null,
        category: null,
        paidby: 'company',
        markup: '',
        billable: 't',
        invoiceid: null,
        receiptfilename: null,
        receiptfilesize: null,
        note: 'Train',
        project: 'Seen project a',
        clientid: String(a.clients.seen),
        client: 'Seen client a',
        person: 'manager Of-a',
      },
    )
    assert.deepEqual(await caller('administrator').read(`/expense/${created.id}/`), created)
    const blank = await caller('administrator').update(`/expense/${created.id}/`, { personid: '' })
    assert.equal(blank.person, 'Ada Boss-a', 'a blank person is the one who saves it')
  })

  test('amounts are exact, may be negative for refunds and credits, and have up to four decimals', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    for (const [submitted, shown] of [
      ['0.1', '0.1'],
      ['1234567.8901', '1234567.8901'],
      ['-19.99', '-19.99'],
      ['9999999999', '9999999999'],
      ['007.500', '7.5'],
      [0, '0'],
    ] as const) {
      const { expense, fee } = await administrator.create(
        '/expense/',
        expenseBody(a, { expense: submitted, fee: submitted }),
      )
      assert.deepEqual([expense, fee], [shown, shown], String(submitted))
    }
    await assertUnchanged(fixture().database, 'refused', async () => {
      for (const wrong of ['0.00001', '10000000000', '1e3', '1,50', '12 EUR', 'NaN', '', null]) {
        const body = expenseBody(a, { expense: wrong, fee: wrong })
        assertRefusedWith(await administrator.send('POST', '/expense/', body), 400, 18, 'expense', 'fee')
      }
      assertRefusedWith(
        await administrator.send('POST', '/expense/', {}),
        400,
        18,
        'projectid',
        'date',
        'expense',
        'fee',
      )
      assertRefusedWith(
        await administrator.send('POST', '/expense/', expenseBody(a, { date: '2026-02-30' })),
        400,
        18,
        'date',
      )
      assertRefusedWith(
        await administrator.send('POST', '/expense/', expenseBody(a, { note: 'x'.repeat(256) })),
        400,
        18,
        'note',
      )
      assertRefusedWith(
        await administrator.send('POST', '/expense/', expenseBody(a, { person: 'Ada' })),
        400,
        17,
        'person',
      )
    })
  })

  test('a list starts with the latest day and is sorted by id within a day; other sorts are descending by default', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const project = await administrator.create('/project/', { name: 'Ordered', datestart: '2026-01-01' })
    const book = async (date: string, fee: number) =>
      Number((await administrator.create('/expense/', expenseBody(a, { projectid: String(project.id), date, fee }))).id)
    const [first, second, third] = [
      await book('2026-05-01', 3),
      await book('2026-05-03', 1),
      await book('2026-05-03', 2),
    ]
    const listed = async (query: string) => ids(await administrator.list(`/expense/?projectid=${project.id}${query}`))
    assert.deepEqual(await listed(''), [second, third, first])
    assert.deepEqual(await listed('&sortdir=ASC'), [first, second, third])
    assert.deepEqual(await listed('&sortfield=date&sortdir=desc'), [second, third, first])
    assert.deepEqual(await listed('&sortfield=fee'), [first, third, second])
    assert.deepEqual(await listed('&sortfield=fee&sortdir=asc'), [second, third, first])
    assert.deepEqual(await listed('&limit=1&offset=1'), [third])
  })

  test('an Executive sees fees but not costs or people, and cannot filter or sort by them', async () => {
    const { a } = fixture()
    const created = await caller('administrator').create('/expense/', expenseBody(a, { note: 'Lunch' }))
    const visible = await caller('executive').read(`/expense/${created.id}/`)
    const hidden = ['expense', 'personid', 'person', 'paidby', 'markup', 'receiptfilename', 'receiptfilesize']
    assert.deepEqual(visible, Object.fromEntries(Object.entries(created).filter(([field]) => !hidden.includes(field))))
    for (const field of ['expense', 'personid', 'person']) {
      assertRefusedWith(await caller('executive').send('GET', `/expense/?sortfield=${field}`), 400, 17, 'sortfield')
    }
    assertRefusedWith(
      await caller('executive').send('GET', `/expense/?personid=${a.people.manager}`),
      400,
      17,
      'personid',
    )
    assert.ok(ids(await caller('executive').list('/expense/?sortfield=fee&limit=0')).includes(Number(created.id)))
    const xml = await caller('executive').send('GET', `/expense/${created.id}/`, undefined, {
      accept: 'application/xml',
    })
    const record = xml.text.slice(xml.text.indexOf('<expense>'))
    assert.ok(record.includes('<fee>120</fee>') && !/<(expense>\d|person)/.test(record), xml.text)
  })

  test('Resources see no expenses, Executives book none, and only Administrators delete', async () => {
    const { a } = fixture()
    const { id } = await caller('manager').create('/expense/', expenseBody(a))
    for (const name of ['resource', 'restricted'] as const) {
      assertRefusedWith(await caller(name).send('GET', '/expense/'), 403, 10)
      assertRefusedWith(await caller(name).send('GET', `/expense/${id}/`), 403, 10)
    }
    for (const name of ['resource', 'executive'] as const) {
      assertRefusedWith(await caller(name).send('POST', '/expense/', expenseBody(a)), 403, 10)
      assertRefusedWith(await caller(name).send('PUT', `/expense/${id}/`, { fee: 1 }), 403, 10)
    }
    for (const name of ['manager', 'resource', 'executive'] as const) {
      assertRefusedWith(await caller(name).send('DELETE', `/expense/${id}/`), 403, 10)
    }
    assert.equal((await caller('manager').update(`/expense/${id}/`, { fee: 1 })).fee, '1')
    await caller('administrator').remove(`/expense/${id}/`)
    assertRefusedWith(await caller('administrator').send('GET', `/expense/${id}/`), 404, 14)
  })

  test('only people who see the project see its expenses', async () => {
    const { a, b } = fixture()
    const hidden = await caller('administrator').create('/expense/', expenseBody(a, { projectid: a.projects.unseen }))
    for (const name of ['manager', 'executive'] as const) {
      assertRefusedWith(await caller(name).send('GET', `/expense/${hidden.id}/`), 404, 14)
      assert.ok(!ids(await caller(name).list('/expense/?limit=0')).includes(Number(hidden.id)))
      assert.equal((await caller(name).list(`/expense/?projectid=${a.projects.unseen}`)).count, 0)
    }
    assertRefusedWith(await callerFor(fixture(), b.tokens.administrator).send('GET', `/expense/${hidden.id}/`), 404, 14)
  })

  test('a Manager books for people of the project, an Administrator for anyone who is active', async () => {
    const { a } = fixture()
    for (const name of ['resource', 'executive', 'restricted'] as const) {
      const created = await caller('manager').create('/expense/', expenseBody(a, { personid: a.people[name] }))
      assert.equal(created.personid, String(a.people[name]))
    }
    const { id } = await caller('manager').create('/expense/', expenseBody(a))
    for (const name of ['outsider', 'administrator', 'inactive'] as const) {
      const personid = a.people[name]
      assertRefusedWith(
        await caller('manager').send('POST', '/expense/', expenseBody(a, { personid })),
        400,
        18,
        'personid',
      )
      assertRefusedWith(await caller('manager').send('PUT', `/expense/${id}/`, { personid }), 400, 18, 'personid')
      const reply = await caller('administrator').send('POST', '/expense/', expenseBody(a, { personid }))
      if (name === 'inactive') assertRefusedWith(reply, 400, 18, 'personid')
      else assert.equal(reply.status, 201, reply.text)
    }
  })

  test('filters by project, client, manager, person and day, with several values at once', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const book = async (projectid: number, date: string, personid: number) =>
      Number((await administrator.create('/expense/', expenseBody(a, { projectid, date, personid }))).id)
    const { manager, resource } = a.people
    const one = await book(a.projects.seen, '2031-01-01', manager)
    const two = await book(a.projects.clientless, '2031-01-02', resource)
    const three = await book(a.projects.unseen, '2031-01-03', manager)
    const idsFor = async (query: string) =>
      ids(await administrator.list(`/expense/?limit=0&datebegin=2031-01-01&${query}`))
    assert.deepEqual(await idsFor(''), [three, two, one])
    assert.deepEqual(await idsFor(`projectid=${a.projects.seen},${a.projects.unseen}`), [three, one])
    assert.deepEqual(await idsFor(`clientid=${a.clients.seen}`), [one])
    assert.deepEqual(await idsFor(`clientid=${a.clients.seen},${a.clients.unseen}`), [three, one])
    assert.deepEqual(await idsFor(`managerid=${manager}`), [one], 'only the project that they manage')
    assert.deepEqual(await idsFor(`managerid=${resource}`), [])
    assert.deepEqual(await idsFor(`personid=${resource}`), [two])
    assert.deepEqual(await idsFor(`personid=${manager},${resource}`), [three, two, one])
    assert.deepEqual(await idsFor('dateend=2031-01-02'), [two, one])
    assert.deepEqual(await idsFor('date=2031-01-02'), [two])
    assertRefusedWith(await administrator.send('GET', '/expense/?clientid=-1'), 400, 18, 'clientid')
    assertRefusedWith(await administrator.send('GET', '/expense/?note=x&search=y'), 400, 17, 'note', 'search')
  })

  test('T-70: people and projects with expenses are not deleted, and the error names the expenses', async () => {
    const { a } = fixture()
    const administrator = caller('administrator')
    const project = await administrator.create('/project/', { name: 'Spent', datestart: '2026-01-01' })
    const person = await administrator.create('/person/', personBody('Spender', 4))
    const { id } = await administrator.create(
      '/expense/',
      expenseBody(a, { projectid: String(project.id), personid: String(person.id) }),
    )
    for (const path of [`/project/${project.id}/`, `/person/${person.id}/`]) {
      assertRefusedWith(await administrator.send('DELETE', path), 400, 18, 'expense')
    }
    await administrator.remove(`/expense/${id}/`)
    for (const path of [`/project/${project.id}/`, `/person/${person.id}/`]) await administrator.remove(path)
  })
})
