// The search of all resources: each role finds what its lists would give, at most five of each resource, the best
// first. Secure notes are never found.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { largeThreshold } from '../../src/engine/count-cache.ts'
import { tablesWithManyRows } from '../../src/io/row-counts.ts'
import { slot, sql, updateRows } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import { treeOf } from '../conformance/reply-tree.ts'
import { callerFor, eachApiFixture, type Fields, rowsIn } from '../fixture/api-caller.ts'
import type { PersonName } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import { insertReportRecords } from './report-records.ts'

const everyPerson: readonly PersonName[] = [
  'administrator',
  'manager',
  'resource',
  'executive',
  'restricted',
  'outsider',
]

/** As if so many rows had been counted; null if they are not known. */
const storeRows = updateRows(
  'tableversion',
  sql`rowcount = ${slot('rows')}, rowcountat = n, rowsfrom = null`,
  sql`1 = 1`,
)

const searched = ['client', 'document', 'estimate', 'invoice', 'milestone', 'person', 'project', 'projectnote', 'task']

eachApiFixture((fixture) => {
  const caller = (who: PersonName) => callerFor(fixture(), fixture().a.tokens[who])
  const find = async (who: PersonName, text: string): Promise<readonly Fields[]> =>
    (await caller(who).list(`/search/?q=${encodeURIComponent(text)}`)).rows

  before(async () => {
    await insertReportRecords(fixture(), fixture().a, 17)
    await insertReportRecords(fixture(), fixture().b, 18)
    const { seen, unseen } = fixture().a.projects
    for (const [at, projectid] of [seen, unseen].entries()) {
      await caller('administrator').create('/projectnote/', { projectid, title: `Open note ${at}`, note: 'plain' })
      const secure = { projectid, title: `Secure note ${at}`, note: 'hidden', secure: 't' }
      await caller('administrator').create('/projectnote/', secure)
    }
  })

  test('the resources with a filter search are those that are searched', () => {
    const found = [...resources.values()].filter(({ filters, inSearch }) => filters?.search !== undefined && inSearch)
    assert.deepEqual(found.map(({ name }) => name).sort(), searched)
    assert.deepEqual(
      [...resources.values()]
        .filter(({ filters }) => filters?.search !== undefined)
        .map(({ name }) => name)
        .sort(),
      searched,
    )
  })

  test('T-125: each role finds what its lists would give, and nothing else', async () => {
    let hits = 0
    for (const who of everyPerson) {
      for (const text of ['a', 'project', 'note', 'ÁDA', '00001', '%', '" OR "']) {
        const found = await find(who, text)
        hits += found.length
        for (const name of searched) {
          const of = found.filter(({ resource }) => resource === name)
          const path = `/${name}/?limit=0&search=${encodeURIComponent(text)}`
          const reply = await caller(who).send('GET', path)
          assert.ok(reply.status === 200 || reply.status === 403, path)
          const listed = reply.status === 200 ? rowsIn(reply).filter(({ secure }) => secure !== 't') : []
          assert.equal(of.length, Math.min(5, listed.length), `${who} ${path}`)
          const ids = new Set(listed.map(({ id }) => id))
          for (const { id } of of) assert.ok(ids.has(id ?? ''), `${who} ${path} has no ${id}`)
        }
      }
    }
    assert.ok(hits > 100, `${hits} hits`)
  })

  test('T-125: secure notes are never found, and the fields hidden from a role are null', async () => {
    assert.ok((await find('administrator', 'open note')).length > 0)
    assert.deepEqual(await find('administrator', 'secure note'), [])
    const people = (await find('administrator', 'a')).filter(({ resource }) => resource === 'person')
    assert.ok(people.some(({ context }) => context !== null))
    for (const { resource, context } of await find('resource', 'a'))
      if (resource === 'person') assert.equal(context, null)
  })

  test('the best match comes first, then the newest record', async () => {
    const administrator = caller('administrator')
    const names = ['Of the quagga', 'Subquagga', 'Quagga and sons', 'Quagga', 'The quaggas', 'Also quagga here']
    const ids = new Map<string, string | null | undefined>()
    for (const name of names)
      ids.set((await administrator.create('/client/', { name, datecreated: '2026-01-01' })).id ?? '', name)
    const titles = (await find('administrator', 'QUÁGGA')).map(({ id }) => ids.get(id ?? ''))
    assert.deepEqual(titles, ['Quagga', 'Quagga and sons', 'Also quagga here', 'The quaggas', 'Of the quagga'])
  })

  test('a number finds its record first, with and without zeros', async () => {
    const administrator = caller('administrator')
    const { id, localid } = await administrator.create('/client/', { name: 'Numbered', datecreated: '2026-01-01' })
    for (const text of [String(localid), String(Number(localid))]) {
      const [first] = (await find('administrator', text)).filter(({ resource }) => resource === 'client')
      assert.deepEqual(first, { resource: 'client', id, localid, title: 'Numbered', context: null })
    }
  })

  test('an account with many rows finds the same, with its own statements on PostgreSQL', async () => {
    const { accountid } = fixture().a
    const { database } = fixture()
    const findAll = async () => {
      const found: (readonly Fields[])[] = []
      for (const who of everyPerson)
        for (const text of ['a', 'project', 'ÁDA', '00001', '%']) found.push(await find(who, text))
      return found
    }
    const before = await findAll()
    const rowsOf = (rows: number | null) =>
      database.write(accountid, (tx) => tx.run('tableversion', storeRows, { rows }))
    try {
      await rowsOf(largeThreshold)
      const large = await database.read(accountid, (tx) => tx.all(tablesWithManyRows, { many: largeThreshold }))
      assert.ok(large.length > 5)
      assert.deepEqual(await findAll(), before)
    } finally {
      await rowsOf(null)
    }
  })

  test('JSON and XML have the same rows, nothing is found without a text, and nothing is written', async () => {
    await assertUnchanged(fixture().database, 'a search', async () => {
      const path = '/search/?q=an'
      const { tokens } = fixture().a
      const ask = (accept: string) => fixture().call({ token: tokens.manager, path, headers: { accept } })
      const json = await ask('application/json')
      assert.deepEqual(treeOf(json), treeOf(await ask('application/xml')))
      assert.ok(rowsIn(json).length > 3)
      assert.equal((await caller('manager').list('/search/')).count, 0)
      assert.equal((await caller('manager').list('/search/?q=%20%20')).count, 0)
    })
  })
})
