// Saved filters of the task list: each person has their own and may share them. The task list applies a filter as if
// its parameters had been sent, and never shows more than they would.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  errorMessagesIn,
  type Fields,
  ids,
  suiteApiFixture,
  taskBody,
} from '../fixture/api-caller.ts'
import type { ApiFixture, PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'

const callerNamed = ({ a, call }: ApiFixture, name: PersonName): ApiCaller => callerFor({ call }, a.tokens[name])

/** The body that saves a filter. */
const filterOf = ({ a }: ApiFixture, name: PersonName, params: string, more: JsonObject = {}): JsonObject => ({
  personid: a.people[name],
  title: 'My list',
  params,
  date: '2026-05-14',
  ...more,
})

const save = (fixture: ApiFixture, name: PersonName, params: string, more: JsonObject = {}): Promise<Fields> =>
  callerNamed(fixture, name).create('/tasklistfilter/', filterOf(fixture, name, params, more))

const staff = ['administrator', 'manager', 'resource', 'restricted'] as const
const roles = [...staff, 'executive'] as const

suiteApiFixture((fixture) => {
  test('everyone, also Executives, saves, changes and deletes their own filters', async () => {
    const { a } = fixture()
    for (const name of roles) {
      const own = callerNamed(fixture(), name)
      const saved = await save(fixture(), name, 'excludeclosed=t&sortfield=datedue&sortdir=desc')
      assert.deepEqual(saved, {
        id: saved.id,
        filtertypeid: '1',
        personid: String(a.people[name]),
        title: 'My list',
        subfilterid: null,
        shared: 'f',
        scheduled: 'f',
        filtertype: 'tasks',
        person: name === 'administrator' ? 'Ada Boss-a' : `${name} Of-a`,
        datesent: null,
        params: 'excludeclosed=t&sortfield=datedue&sortdir=desc',
        date: '2026-05-14',
      })
      const path = `/tasklistfilter/${saved.id}/`
      const changed = await own.update(path, { title: 'Renamed', params: 'hasduedate=f' })
      assert.deepEqual([changed.title, changed.params, changed.date], ['Renamed', 'hasduedate=f', '2026-05-14'])
      assert.deepEqual(await own.read(path), changed)
      await own.remove(path)
      assertRefusedWith(await own.send('GET', path), 404, 14)
    }
  })

  test('a filter is visible to its owner, and to all staff if it is shared; only the owner writes it', async () => {
    const { b, database } = fixture()
    const saved = await save(fixture(), 'manager', 'excludeclosed=t')
    const path = `/tasklistfilter/${saved.id}/`
    for (const name of roles.filter((role) => role !== 'manager')) {
      const other = callerNamed(fixture(), name)
      assertRefusedWith(await other.send('GET', path), 404, 14)
      assertRefusedWith(await other.send('PUT', path, { title: 'Mine' }), 404, 14)
      assertRefusedWith(await other.send('DELETE', path), 404, 14)
      assert.ok(
        !ids(await other.list('/tasklistfilter/?limit=0')).includes(Number(saved.id)),
        `${name} does not see it`,
      )
    }
    const shared = await callerNamed(fixture(), 'manager').update(path, { shared: 't' })
    await assertUnchanged(database, 'filters of others', async () => {
      for (const name of staff.filter((role) => role !== 'manager')) {
        const other = callerNamed(fixture(), name)
        assert.deepEqual(await other.read(path), shared, name)
        assert.ok(ids(await other.list('/tasklistfilter/?limit=0')).includes(Number(saved.id)), `${name} sees it`)
        assertRefusedWith(await other.send('PUT', path, { title: 'Mine' }), 403, 10, 'owner')
        assertRefusedWith(await other.send('DELETE', path), 403, 10, 'owner')
        const forAnother = filterOf(fixture(), 'manager', 'excludeclosed=t')
        assertRefusedWith(await other.send('POST', '/tasklistfilter/', forAnother), 403, 10, 'personid')
      }
      const owner = callerNamed(fixture(), 'manager')
      assertRefusedWith(await owner.send('PUT', path, { personid: fixture().a.people.resource }), 400, 18, 'personid')
      assertRefusedWith(await callerFor(fixture(), b.tokens.administrator).send('GET', path), 404, 14)
      for (const field of ['scheduled', 'datesent', 'filtertypeid', 'filtertype', 'subfilterid', 'person']) {
        assertRefusedWith(await owner.send('PUT', path, { [field]: '1' }), 400, 17, field)
      }
      assertRefusedWith(await owner.send('GET', '/tasklistfilter/?shared=t'), 400, 17, 'shared')
      assertRefusedWith(await owner.send('GET', '/tasklistfilter/?sortfield=id'), 400, 17, 'sortfield')
    })
  })

  test('T-96: an Executive sees and applies only their own filters', async () => {
    const executive = callerNamed(fixture(), 'executive')
    const own = await save(fixture(), 'executive', 'excludeclosed=t')
    for (const name of staff) {
      const { id } = await save(fixture(), name, 'excludeclosed=t', { shared: 't', title: 'Do not tell the client' })
      const path = `/tasklistfilter/${id}/`
      assertRefusedWith(await executive.send('GET', path), 404, 14)
      assertRefusedWith(await executive.send('PUT', path, { title: 'Mine' }), 404, 14)
      assertRefusedWith(await executive.send('DELETE', path), 404, 14)
      const reply = await executive.send('GET', `/task/?tasklistfilterid=${id}`)
      assertRefusedWith(reply, 400, 18, `tasklistfilterid: "${id}" does not exist, or you cannot see it`)
    }
    const seen = await executive.list('/tasklistfilter/?limit=0')
    assert.deepEqual([...new Set(seen.rows.map(({ personid }) => personid))], [own.personid])
    assert.ok(ids(seen).includes(Number(own.id)))
    assert.ok((await executive.list(`/task/?tasklistfilterid=${own.id}`)).count > 0)
  })

  test('parameters that the task list rejects are rejected by name, all at once, and nothing is saved', async () => {
    const { database } = fixture()
    await assertUnchanged(database, 'a refused filter', async () => {
      const attempt = (params: string, name: PersonName = 'administrator') =>
        callerNamed(fixture(), name).send('POST', '/tasklistfilter/', filterOf(fixture(), name, params))
      for (const [params, ...words] of [
        ['nonsense=1', 'nonsense: is not a filter of task'],
        ['statusid=x', 'statusid: "x" must be ids separated by commas'],
        ['datedue=2026-02-30', 'datedue', '2026-02-30'],
        ['sortfield=secret', 'sortfield secret'],
        ['sortfield=title&sortdir=up', 'sortdir', 'up'],
        ['statusid=1&statusid=2', 'statusid: is sent more than once'],
        ['title=%ZZ', 'percent-encoding'],
        ['limit=5', 'limit: cannot be part of a saved query'],
        ['excludeclosed=t&offset=3', 'offset: cannot be part of a saved query'],
        ['tasklistfilterid=1', 'tasklistfilterid: cannot be part of a saved query'],
        ['?excludeclosed=t', '?excludeclosed'],
        ['/task/?excludeclosed=t', 'excludeclosed'],
        ['{"statusid":3}', 'statusid'],
        ['__proto__=1&constructor=2', '__proto__', 'constructor'],
        [`title=${'x'.repeat(16_384)}`, 'title: is too long'],
        ['nonsense=1&limit=x&statusid=y', 'nonsense', 'limit', 'statusid'],
      ] as const) {
        const reply = await attempt(params)
        assertRefusedWith(reply, 400, 18, 'params: ', ...words)
        for (const sentence of errorMessagesIn(reply).split('\n')) assert.ok(sentence.startsWith('params: '), sentence)
      }
      assertRefusedWith(await attempt(''), 400, 18, 'params: must not be blank')
      for (const filter of [
        'assigneeid=1',
        'ownerid=1',
        'hastaskrelation=1',
        'includetimerid=1',
        'sortfield=assignee',
      ]) {
        assertRefusedWith(await attempt(filter, 'executive'), 400, 18, 'params: ')
      }
    })
    const { id } = await save(fixture(), 'resource', 'excludeclosed=t')
    const changed = await callerNamed(fixture(), 'resource').send('PUT', `/tasklistfilter/${id}/`, {
      params: 'overdue=maybe',
    })
    assertRefusedWith(changed, 400, 18, 'params: overdue: "maybe"')
  })

  test('the task list applies a saved filter as if its parameters had been sent', async () => {
    const { a } = fixture()
    const manager = callerNamed(fixture(), 'manager')
    for (const title of ['Ünder 50%', 'ünder 60', 'Beside']) {
      await manager.create('/task/', taskBody(a, { title, datedue: '2026-05-20', statusid: a.statuses.progress }))
    }
    for (const params of [
      `statusid=${a.statuses.progress}&sortfield=title&sortdir=DESC`,
      'title=%C3%BCnder+50%25',
      'search=BESIDE&excludeclosed=t',
      `assigneeid=${a.people.resource},-1&hasduedate=1`,
      'dateduebegin=2026/05/20&datedueend=2026-05-20',
      `includetimerid=${a.people.manager}`,
      'sortfield=datedue',
    ]) {
      const { id } = await save(fixture(), 'manager', params)
      const saved = await manager.list(`/task/?limit=0&tasklistfilterid=${id}`)
      assert.deepEqual(saved, await manager.list(`/task/?limit=0&${params}`), params)
      const paged = await manager.list(`/task/?limit=2&offset=1&tasklistfilterid=${id}`)
      assert.deepEqual([paged.count, paged.rows], [saved.count, saved.rows.slice(1, 3)], `${params}, a page`)
    }
    const { id } = await save(fixture(), 'manager', `statusid=${a.statuses.progress}`)
    const xml = await fixture().call({
      token: a.tokens.manager,
      path: `/task?tasklistfilterid=${id}`,
      headers: { accept: 'application/xml' },
    })
    assert.match(xml.text, /<listcount>3<\/listcount>/)
  })

  test('sent parameters override those of a saved filter, one by one', async () => {
    const { a } = fixture()
    const manager = callerNamed(fixture(), 'manager')
    const { id } = await save(fixture(), 'manager', `statusid=${a.statuses.closed}&sortfield=title&sortdir=DESC`)
    const list = (query: string) => manager.list(`/task/?limit=0&${query}`)
    assert.deepEqual(
      await list(`tasklistfilterid=${id}&statusid=${a.statuses.open}`),
      await list(`statusid=${a.statuses.open}&sortfield=title&sortdir=DESC`),
    )
    assert.deepEqual(
      await list(`projectid=${a.projects.seen}&tasklistfilterid=${id}&sortdir=ASC`),
      await list(`statusid=${a.statuses.closed}&sortfield=title&projectid=${a.projects.seen}`),
    )
    assertRefusedWith(await manager.send('GET', `/task/?tasklistfilterid=${id}&nonsense=1`), 400, 17, 'nonsense')
    assertRefusedWith(await manager.send('GET', `/task/?tasklistfilterid=${id}&statusid=x`), 400, 18, 'statusid')
  })

  test('a filter that is not visible to the caller is rejected in the same way as one that does not exist', async () => {
    const { b } = fixture()
    const manager = callerNamed(fixture(), 'manager')
    const own = await save(fixture(), 'manager', 'excludeclosed=t')
    const theirs = await save(fixture(), 'administrator', 'excludeclosed=t')
    const foreign = await callerFor(fixture(), b.tokens.manager).create('/tasklistfilter/', {
      ...filterOf(fixture(), 'manager', 'excludeclosed=t', { shared: 't' }),
      personid: b.people.manager,
    })
    for (const id of [theirs.id, foreign.id, '2147483647', fixture().a.tasks.own]) {
      const reply = await manager.send('GET', `/task/?tasklistfilterid=${id}`)
      assertRefusedWith(reply, 400, 18, `tasklistfilterid: "${id}" does not exist, or you cannot see it`)
    }
    for (const id of ['', '0', '-1', 'x', `${own.id},${own.id}`]) {
      assertRefusedWith(await manager.send('GET', `/task/?tasklistfilterid=${id}`), 400, 18, 'tasklistfilterid')
    }
    await manager.remove(`/tasklistfilter/${own.id}/`)
    assertRefusedWith(await manager.send('GET', `/task/?tasklistfilterid=${own.id}`), 400, 18, 'tasklistfilterid')
    assertRefusedWith(
      await manager.send('GET', `/milestone/?tasklistfilterid=${theirs.id}`),
      400,
      17,
      'tasklistfilterid',
    )
  })

  test('T-07: a shared filter never extends what its user may see', async () => {
    const { a } = fixture()
    const everything = await save(fixture(), 'administrator', 'sortfield=id', { shared: 't' })
    const unseen = await save(fixture(), 'administrator', `projectid=${a.projects.unseen}`, { shared: 't' })
    const others = await save(fixture(), 'administrator', `ownerid=${a.people.manager}`, { shared: 't' })
    for (const name of staff) {
      const user = callerNamed(fixture(), name)
      const [plain, saved] = [
        await user.list('/task/?limit=0'),
        await user.list(`/task/?limit=0&tasklistfilterid=${everything.id}`),
      ]
      assert.deepEqual(saved, plain, name)
      const hidden = await user.list(`/task/?tasklistfilterid=${unseen.id}`)
      assert.equal(hidden.count > 0, name === 'administrator', `${name} and the unseen project`)
    }
    const restricted = callerNamed(fixture(), 'restricted')
    assert.deepEqual(
      ids(await restricted.list(`/task/?limit=0&tasklistfilterid=${others.id}`)),
      ids(await restricted.list('/task/?limit=0')),
      'a restricted person gets their own tasks, as with ownerid sent',
    )
  })

  test('T-10: a filter with parameters that are hidden from its owner by a new role is rejected without naming them', async () => {
    const { a } = fixture()
    const [administrator, resource] = [callerNamed(fixture(), 'administrator'), callerNamed(fixture(), 'resource')]
    for (const params of [`assigneeid=${a.people.resource}`, 'excludeclosed=t&sortfield=owners']) {
      const { id } = await save(fixture(), 'resource', params)
      assert.ok((await resource.list(`/task/?tasklistfilterid=${id}`)).count >= 0)
      await administrator.update(`/person/${a.people.resource}/`, { groupid: 5 })
      const reply = await resource.send('GET', `/task/?tasklistfilterid=${id}`)
      await administrator.update(`/person/${a.people.resource}/`, { groupid: 4 })
      assertRefusedWith(reply, 400, 18, `tasklistfilterid: "${id}" holds parameters that are not available to you`)
      assert.doesNotMatch(errorMessagesIn(reply), /assigneeid|owners/)
    }
  })

  test('a filter is deleted with its owner', async () => {
    const { a } = fixture()
    const administrator = callerNamed(fixture(), 'administrator')
    const { id } = await save(fixture(), 'outsider', 'excludeclosed=t', { shared: 't' })
    assert.equal((await administrator.read(`/tasklistfilter/${id}/`)).person, 'outsider Of-a')
    await administrator.remove(`/person/${a.people.outsider}/`)
    assertRefusedWith(await administrator.send('GET', `/tasklistfilter/${id}/`), 404, 14)
    assertRefusedWith(await administrator.send('GET', `/task/?tasklistfilterid=${id}`), 400, 18, 'tasklistfilterid')
  })
})
