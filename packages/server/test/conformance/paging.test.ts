// Pages: any limit and offset gives a slice of one total order, and listcount is always the number of matches (I-14,
// I-15, decision 13), for every list and role and some orders, and around the size from which lists are streamed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import type { Resource } from '../../src/define/resource.ts'
import { NextNumber, nextId } from '../../src/io/database.ts'
import { Random } from '../fixture/random.ts'
import {
  type ConformanceFixture,
  completeListQueries,
  eachConformanceFixture,
  listable,
  queryOf,
  sortsOf,
  type ViewerName,
  viewers,
} from './conformance-fixture.ts'
import { acceptOf, assertRefused, formats, recordsIn, treeOf } from './reply-tree.ts'

/** Each round takes another order. */
const rounds = isLong ? 3 : 1

async function page(conformance: ConformanceFixture, who: ViewerName, resource: Resource, ...parts: string[]) {
  const path = `/${resource.name}/${queryOf(...parts)}`
  const reply = await conformance.sendAs(who, { path })
  assert.equal(reply.status, 200, `${who} ${path}: ${reply.text}`)
  const ids = recordsIn(reply, resource.name).map(({ id }) => String(id))
  return { ids, count: Number(treeOf(reply).listcount), path: `${who} ${path}` }
}

eachConformanceFixture((conformance, { cells, cellsOf }) => {
  for (const who of viewers) {
    test(`I-14, I-15: ${who}: pages are slices of one order, and listcount is its length`, async () => {
      const random = new Random(viewers.indexOf(who) + 1)
      const upTo = (most: number): number => random.below(most + 1)
      for (const resource of cellsOf(who, listable(who))) {
        const sorts = sortsOf(resource, who)
        for (const whole of completeListQueries(conformance(), resource).slice(0, 3)) {
          for (let round = 0; round < rounds; round++) {
            const sort = sorts[upTo(sorts.length - 1)]
            const order =
              sort === undefined || round === 1 ? '' : `sortfield=${sort}&sortdir=${round === 0 ? 'DESC' : 'ASC'}`
            const all = await page(conformance(), who, resource, whole, order, 'limit=0')
            assert.equal(all.count, all.ids.length, all.path)
            assert.equal(new Set(all.ids).size, all.ids.length, `${all.path} repeats a record`)
            const standard = await page(conformance(), who, resource, whole, order)
            assert.deepEqual(standard.ids, all.ids.slice(0, 10), standard.path)
            const cuts = [
              [1 + upTo(5), upTo(all.count)],
              [1 + upTo(all.count), upTo(3)],
              [10, all.count],
              [7, all.count + 5],
              [1, 9007199254740991],
              [2147483647, 0],
              [2147483647, 2],
              [501, 1],
              [0, 1],
              [0, all.count + 1],
            ]
            for (const [limit = 0, offset = 0] of cuts) {
              const cut = await page(conformance(), who, resource, whole, order, `limit=${limit}`, `offset=${offset}`)
              const expected = all.ids.slice(offset, limit === 0 ? undefined : offset + limit)
              assert.deepEqual(cut.ids, expected, cut.path)
              assert.equal(cut.count, all.count, `${cut.path}: listcount`)
            }
          }
        }
      }
    })
  }

  test('limit and offset are whole numbers that are not negative', async () => {
    for (const resource of cells(listable('administrator'))) {
      const [whole = ''] = completeListQueries(conformance(), resource)
      for (const name of ['limit', 'offset']) {
        for (const value of [
          '-1',
          '1.5',
          'x',
          '',
          '1e3',
          '٥',
          '0x5',
          '+5',
          ' 5',
          '9007199254740993',
          '9223372036854775808',
          'null',
        ]) {
          const path = `/${resource.name}/${queryOf(whole, `${name}=${encodeURIComponent(value)}`)}`
          assertRefused(await conformance().sendAs('administrator', { path }), 400, 18, path, [name])
        }
        const path = `/${resource.name}/${queryOf(whole, `${name}=1`, `${name}=2`)}`
        assertRefused(await conformance().sendAs('administrator', { path }), 400, 18, path, [name])
      }
      const path = `/${resource.name}/${queryOf(whole, 'limit=-1', 'offset=-1')}`
      assertRefused(await conformance().sendAs('administrator', { path }), 400, 18, path, ['limit', 'offset'])
    }
  })

  test('a streamed list has the same pages, counts and formats', async () => {
    const { fixture, sendAs } = conformance()
    await fixture.database.write(fixture.a.accountid, async (tx) => {
      for (let at = 0; at < 1100; at++) {
        const row = {
          localid: new NextNumber('client'),
          name: `Many ${at % 7}`,
          datecreated: '2026-05-01',
          active: 't',
        }
        await tx.insert('client', { id: nextId, ...row })
      }
    })
    const client = listable('administrator').find(({ name }) => name === 'client')
    assert.ok(client !== undefined)
    for (const order of ['', 'sortfield=name&sortdir=DESC', 'search=many&sortfield=localid&sortdir=desc']) {
      const all = await page(conformance(), 'administrator', client, order, 'limit=0')
      assert.ok(all.ids.length >= 1100, `${all.path}: ${all.ids.length} rows`)
      assert.equal(all.count, all.ids.length, all.path)
      assert.equal(new Set(all.ids).size, all.count, all.path)
      for (const [limit, offset] of [
        [499, 0],
        [500, 0],
        [501, 0],
        [501, 500],
        [1000, 3],
        [2147483647, 600],
        [0, 601],
        [600, all.count - 1],
        [501, all.count],
        [0, all.count + 7],
        [10, all.count + 7],
      ] as const) {
        const cut = await page(conformance(), 'administrator', client, order, `limit=${limit}`, `offset=${offset}`)
        assert.deepEqual(cut.ids, all.ids.slice(offset, limit === 0 ? undefined : offset + limit), cut.path)
        assert.equal(cut.count, all.count, `${cut.path}: listcount`)
      }
    }
    // The limit decides that the list is streamed. The offset keeps it below what the XML reader takes.
    const [json, xml] = await Promise.all(
      formats.map((format) =>
        sendAs('administrator', { path: '/client/?limit=501&offset=800', headers: acceptOf(format) }),
      ),
    )
    assert.ok(json !== undefined && xml !== undefined)
    assert.deepEqual(treeOf(json), treeOf(xml))
  })
})
