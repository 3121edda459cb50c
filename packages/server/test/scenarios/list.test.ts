// Lists: counts are exact right after writes, also by another server over the same database, and long lists that are
// streamed equal their pages in both formats (decision 13, I-14, I-19).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { revokeTokens } from '../../src/accounts/create-account.ts'
import { NextNumber, nextId } from '../../src/io/database.ts'
import {
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  type Fields,
  ids,
  secondServer,
  sorted,
  taskBody,
} from '../fixture/api-caller.ts'
import type { ApiFixture } from '../fixture/api-fixture.ts'
import { basicAuth } from '../fixture/request-parts.ts'

const taskCount = 1200

/** Enough tasks for a list that is streamed in several chunks, with titles that both formats must escape. */
const insertTasks = ({ database, a }: ApiFixture): Promise<void> =>
  database.write(a.accountid, async (tx) => {
    for (let at = 0; at < taskCount; at++) {
      const taskid = await tx.insert('task', {
        id: nextId,
        localid: new NextNumber('task'),
        projectid: a.projects.seen,
        moduleid: a.modules[at % 5] ?? 0,
        statusid: at % 3 === 0 ? a.statuses.closed : a.statuses.open,
        priorityid: a.priorities[at % 5] ?? 0,
        title: `<${at % 7}> & "quoted" 'é' \u{1F600} ${at}`,
        summary: at % 2 === 0 ? '' : '<p>a &amp; b</p>',
        dateopen: '2026-04-01',
        datedue: at % 4 === 0 ? null : `2026-05-${String((at % 28) + 1).padStart(2, '0')}`,
        datecreated: '2026-04-01',
        datemodified: '2026-04-01 00:00:00',
        searchtext: `task ${at}`,
      })
      await tx.link('task', taskid, [{ table: 'taskowner', key: 'taskid', ids: [a.people.manager] }], 'new')
    }
  })

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#39|#34|#13);/g, (whole, name: string) => {
    const placeholders: Record<string, string> = {
      amp: '&',
      lt: '<',
      gt: '>',
      quot: '"',
      apos: "'",
      '#39': "'",
      '#34': '"',
      '#13': '\r',
    }
    return placeholders[name] ?? whole
  })

/** The records of an XML list; a null of JSON is an empty element here. */
const xmlRows = (text: string): Record<string, string>[] =>
  Array.from(text.matchAll(/<item>(.*?)<\/item>/gs), ([, item = '']) =>
    Object.fromEntries(
      Array.from(item.matchAll(/<(\w+)(?:\/>|>([^<]*)<\/\1>)/g), ([, name, value]) => [name, unescaped(value ?? '')]),
    ),
  )

const withoutNulls = (rows: readonly Fields[]): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [field, value ?? ''])))

/** Compared one by one, because printing the difference of two long lists would take minutes. */
function assertSameRows(actual: readonly object[], expected: readonly object[], what: string): void {
  assert.equal(actual.length, expected.length, `${what}: number of records`)
  for (const [at, row] of actual.entries()) assert.deepEqual(row, expected[at], `${what}: record ${at}`)
}

eachApiFixture((fixture, _kind, testDatabase) => {
  before(() => insertTasks(fixture()))

  test('I-14: the complete list of 1,200 tasks equals its pages, record by record, in every order', async () => {
    const { a } = fixture()
    for (const role of ['administrator', 'manager', 'executive', 'restricted'] as const) {
      const caller = callerFor(fixture(), a.tokens[role])
      for (const query of [
        '',
        '&sortfield=title&sortdir=DESC',
        '&sortfield=datedue',
        '&excludeclosed=t',
        '&search=task%201',
      ]) {
        const whole = await caller.list(`/task/?limit=0${query}`)
        assert.equal(whole.count, whole.rows.length, `${role} limit=0${query}: listcount`)
        const paged: Fields[] = []
        for (let offset = 0; offset < whole.count; offset += 250) {
          const page = await caller.list(`/task/?limit=250&offset=${offset}${query}`)
          assert.equal(page.count, whole.count, `${role} offset=${offset}${query}: listcount`)
          paged.push(...page.rows)
        }
        assertSameRows(paged, whole.rows, `${role} pages of${query}`)
      }
    }
  })

  test('every limit and offset gives a slice of the complete list, both for paged and streamed responses', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const whole = await administrator.list('/task/?limit=2147483647')
    assert.ok(whole.count > taskCount)
    for (const [limit, offset] of [
      [499, 3],
      [500, 0],
      [501, 0],
      [501, 499],
      [700, 800],
      [600, whole.count - 1],
      [10, whole.count],
      [600, whole.count],
      [0, whole.count + 5],
      [0, 1000],
    ] as const) {
      const page = await administrator.list(`/task/?limit=${limit}&offset=${offset}`)
      const end = limit === 0 ? undefined : offset + limit
      assert.equal(ids(page).join(), ids(whole).slice(offset, end).join(), `limit=${limit}&offset=${offset}`)
      assert.equal(page.count, whole.count, `listcount of limit=${limit}&offset=${offset}`)
    }
  })

  test('I-19: a streamed list has the same records in XML and in JSON', async () => {
    const { a, call } = fixture()
    for (const role of ['administrator', 'executive'] as const) {
      const path = '/task/?limit=0&sortfield=title'
      const json = await callerFor(fixture(), a.tokens[role]).list(path)
      const xml = await call({ token: a.tokens[role], path, headers: { accept: 'application/xml' } })
      assert.equal(xml.status, 200)
      assert.ok(xml.text.endsWith('</task></intervals>'), 'the response is complete')
      assert.ok(xml.text.includes(`<listcount>${json.count}</listcount>`), 'listcount')
      assertSameRows(xmlRows(xml.text), withoutNulls(json.rows), role)
    }
  })

  test('HEAD of a streamed list has its headers and no body', async () => {
    const { a, app } = fixture()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: basicAuth(a.tokens.administrator), accept: 'application/json' }
    const [head, get] = [
      await fetch(`${address}/task/?limit=0`, { method: 'HEAD', headers }),
      await fetch(`${address}/task/?limit=0`, { headers }),
    ]
    const { listcount } = (await get.json()) as { listcount: number }
    assert.ok(listcount > taskCount)
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'))
  })

  test('listcount is exact right after every kind of write', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const manager = callerFor(fixture(), a.tokens.manager)
    const count = async (query = '') => {
      const [ours, theirs] = [
        await administrator.list(`/task/?limit=2${query}`),
        await manager.list(`/task/?limit=2${query}`),
      ]
      assert.equal(theirs.count, ids(await manager.list(`/task/?limit=0${query}`)).length, `manager${query}`)
      return ours.count
    }
    const [all, open] = [await count(), await count('&excludeclosed=t')]
    const { id } = await administrator.create('/task/', taskBody(a))
    assert.deepEqual([await count(), await count('&excludeclosed=t')], [all + 1, open + 1], 'after create')
    await administrator.update(`/task/${id}/`, { statusid: a.statuses.closed })
    assert.deepEqual([await count(), await count('&excludeclosed=t')], [all + 1, open], 'after update')
    const before = await count(`&assigneeid=${a.people.manager}`)
    await administrator.update(`/task/${id}/`, { assigneeid: a.people.manager })
    assert.equal(await count(`&assigneeid=${a.people.manager}`), before + 1, 'after a change of people alone')
    await administrator.remove(`/task/${id}/`)
    assert.deepEqual([await count(), await count('&excludeclosed=t')], [all, open], 'after delete')
    await administrator.remove(`/projectteam/${a.projects.clientless}/`, { personid: a.people.manager })
    await count()
    await administrator.create(`/projectteam/${a.projects.clientless}/`, { personid: a.people.manager })
    await count()
  })

  test('listcount of a page beyond the end is exact after every write, from the first one of its table on', async () => {
    const administrator = callerFor(fixture(), fixture().a.tokens.administrator)
    const count = async (page: string) => (await administrator.list(`/invoiceterm/?${page}`)).count
    const start = await count('limit=1')
    for (const more of [1, 2, 3]) {
      await administrator.create('/invoiceterm/', { name: `Net ${more}`, duration: more, priority: more })
      assert.equal(await count('limit=1&offset=99'), start + more)
      assert.equal(await count('limit=1'), start + more)
    }
  })

  test('listcount is exact at once after a write by another server over the same database', async () => {
    const { a } = fixture()
    const other = await secondServer(fixture(), testDatabase())
    const [here, there] = [callerFor(fixture(), a.tokens.administrator), callerFor(other, a.tokens.administrator)]
    const both = async () => [(await here.list('/client/?limit=1')).count, (await there.list('/client/?limit=1')).count]
    const [start = 0] = await both()
    for (let round = 1; round <= 5; round++) {
      const [writer] = round % 2 === 0 ? [here] : [there]
      await writer?.create('/client/', { name: `Round ${round}`, datecreated: '2026-01-01' })
      assert.deepEqual(await both(), [start + round, start + round], `round ${round}`)
    }
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? here : there).create('/client/', { name: `At once ${at}`, datecreated: '2026-01-01' }),
      ),
    )
    assert.equal(
      new Set(sorted(created.map(({ localid }) => Number(localid)))).size,
      20,
      'two servers used the same number',
    )
    assert.deepEqual(await both(), [start + 25, start + 25])
  })

  test('T-06: a token revoked and a role changed by another server take effect with the next request', async () => {
    const { a, b } = fixture()
    const other = await secondServer(fixture(), testDatabase())
    const manager = callerFor(fixture(), a.tokens.manager)
    await manager.list('/me/')
    await callerFor(other, a.tokens.administrator).update(`/person/${a.people.manager}/`, { groupid: 5 })
    assertRefusedWith(await manager.send('GET', '/person/'), 403, 10)
    await callerFor(other, a.tokens.administrator).update(`/person/${a.people.manager}/`, { groupid: 3 })
    await manager.list('/person/')
    await revokeTokens(other.database, { accountid: a.accountid, personid: a.people.manager })
    assertRefusedWith(await manager.send('GET', '/me/'), 401, 9)
    await callerFor(fixture(), b.tokens.manager).list('/me/')
  })
})
