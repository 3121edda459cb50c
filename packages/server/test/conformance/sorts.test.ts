// Every sort name in both directions, for every role: the expected order is computed here from the rows. Numbers are
// sorted by value, dates and texts by code point, missing values come last in both directions, and equal values are
// sorted by id (I-15). Hidden names do not exist.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '../../src/define/resource.ts'
import { resources } from '../../src/resources/all.ts'
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
import { assertRefused, errorContent, type RecordTree, recordsIn } from './reply-tree.ts'

const numeric = new Set(['integer', 'double', 'integer list'])

type Key = number | Buffer | null

/** The sort key of a row. A sort by people uses the first person, which is not a field of its own. */
function keyOf(resource: Resource, sort: string, row: RecordTree): Key {
  const name = resource.sorts?.[sort] ?? sort
  const field = resource.fields[name]
  assert.ok(field !== undefined, `${resource.name} sorts by ${name}`)
  const text = String(field.shown ? row[name] : row[sort]).split(field.shown ? '\u0000' : ',')[0] ?? ''
  if (text === '' && field.kind.blank === null) return null
  return numeric.has(field.kind.type) ? Number(text) : Buffer.from(text)
}

function compare(first: Key, second: Key): number {
  if (first === null || second === null) return Number(first === null) - Number(second === null)
  if (typeof first === 'number' || typeof second === 'number') return Number(first) - Number(second)
  return Buffer.compare(first, second)
}

function sortedRows(resource: Resource, sort: string, descending: boolean, rows: readonly RecordTree[]): RecordTree[] {
  return [...rows].sort((one, other) => {
    const [first, second] = [keyOf(resource, sort, one), keyOf(resource, sort, other)]
    const way = first === null || second === null || !descending ? 1 : -1
    const byKey = way * compare(first, second)
    if (byKey !== 0) return byKey
    return sort === 'id' ? 0 : Number(one.id) - Number(other.id)
  })
}

const idsOf = (rows: readonly RecordTree[]): string[] => rows.map(({ id }) => String(id))

async function listedRows(
  conformance: ConformanceFixture,
  who: ViewerName,
  resource: Resource,
  ...parts: string[]
): Promise<RecordTree[]> {
  const path = `/${resource.name}/${queryOf('limit=0', ...parts)}`
  const reply = await conformance.sendAs(who, { path })
  assert.equal(reply.status, 200, `${who} ${path}: ${reply.text}`)
  return recordsIn(reply, resource.name)
}

eachConformanceFixture((conformance, { cellsOf }) => {
  for (const who of viewers) {
    // The order depends on the database, but not on who asks for it.
    const sortable = who === 'administrator' ? listable(who) : cellsOf(who, listable(who))
    test(`${who}: every sort name gives its order, ascending and descending, in any case of the word`, async () => {
      for (const resource of sortable) {
        // If several lists are needed to return everything, each of them is sorted by itself.
        for (const whole of completeListQueries(conformance(), resource)) {
          const plain = await listedRows(conformance(), who, resource, whole)
          const { field, descending: down } = resource.defaultSort ?? { field: 'id', descending: false }
          const unasked = sortedRows(resource, field, down, plain)
          assert.deepEqual(idsOf(plain), idsOf(unasked), `${who} ${resource.name}?${whole} without a sort order`)
          for (const sort of plain.length < 2 ? [] : sortsOf(resource, who)) {
            for (const direction of ['', 'DESC', 'asc']) {
              const query = [whole, `sortfield=${sort}`, direction === '' ? '' : `sortdir=${direction}`]
              const rows = await listedRows(conformance(), who, resource, ...query)
              const descending = direction === '' ? down : direction.toUpperCase() === 'DESC'
              const expected = sortedRows(resource, sort, descending, plain)
              assert.deepEqual(idsOf(rows), idsOf(expected), `${who} ${resource.name}${queryOf(...query)}`)
            }
          }
        }
      }
    })

    test(`T-11: ${who}: hidden and unknown sort names are rejected in the same way`, async () => {
      for (const resource of cellsOf(who, listable(who))) {
        const [whole = ''] = completeListQueries(conformance(), resource)
        const ask = (query: string) => conformance().sendAs(who, { path: `/${resource.name}/${queryOf(whole, query)}` })
        if (resource.sorts === undefined) {
          for (const query of ['sortfield=id', 'sortfield=nonsense', 'sortdir=ASC', 'sortdir=up']) {
            const reply = await ask(query)
            assertRefused(reply, 400, 17, `${resource.name}?${query}`, [query.split('=')[0] ?? ''])
            assert.equal(errorContent(reply).messages.length, 1, `${resource.name}?${query}: ${reply.text}`)
          }
          continue
        }
        const permitted = sortsOf(resource, who)
        const hidden = Object.keys(resource.sorts).filter((sort) => !permitted.includes(sort))
        const bad = [
          'nonsense',
          'ID',
          'id desc',
          '__proto__',
          'constructor',
          '',
          '(case when 1=1 then id else -id end)',
          'id;--',
        ]
        for (const sort of [...hidden, ...bad]) {
          const reply = await ask(`sortfield=${encodeURIComponent(sort)}`)
          assertRefused(reply, 400, 17, `${who} ${resource.name}?sortfield=${sort}`, ['sortfield'])
        }
        for (const direction of ['', 'up', 'ASC,DESC', 'DESC;', ' asc']) {
          const reply = await ask(`sortfield=${permitted[0]}&sortdir=${encodeURIComponent(direction)}`)
          assertRefused(reply, 400, 18, `${who} ${resource.name}?sortdir=${direction}`, ['sortdir'])
        }
      }
    })
  }

  test('I-15: the fixture has at least two different values for every sort', async () => {
    for (const resource of resources.values()) {
      const rows = await conformance().allRows('administrator', resource)
      for (const sort of Object.keys(resource.sorts ?? {})) {
        const keys = rows.map((row) => keyOf(resource, sort, row))
        const different = new Set(keys.map(String))
        assert.ok(different.size > 1, `${resource.name}: every row has the same ${sort}`)
      }
    }
  })
})
