// Filters that know how many records of an account match them, without asking each record: the number is that of the
// list, and it is read from indexes. The demo company has active, approved and billed time, and other time.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Filter, FilterContext } from '../../src/define/filters.ts'
import type { Resource } from '../../src/define/resource.ts'
import { filterContext } from '../../src/engine/list-statements.ts'
import { listSql } from '../../src/engine/select-sql.ts'
import type { Database } from '../../src/io/database.ts'
import { compile, type Fragment, sql, statement } from '../../src/io/sql.ts'
import { openSqliteFile } from '../../src/io/sqlite-connection.ts'
import { resources } from '../../src/resources/all.ts'
import { suiteDatabase } from '../fixture/databases.ts'
import { loadDemoCompany, thursday } from '../fixture/demo-company.ts'

const viewer = { role: 'Administrator', restricted: false } as const
const accountid = 1

interface Counted {
  readonly label: string
  readonly quick: Fragment
  readonly whole: Fragment
}

function countsOf(database: Database): Counted[] {
  return [...resources.values()].flatMap((resource) =>
    Object.entries(resource.filters ?? {}).flatMap(([name, filter]) =>
      ['t', 'f'].flatMap((variant) =>
        countedBy(resource, name, filter, filterContext(resource, viewer, name, variant, database)),
      ),
    ),
  )
}

function countedBy(resource: Resource, name: string, filter: Filter, use: FilterContext): Counted[] {
  const quick = filter.countAlone?.(use)
  if (quick === undefined || quick === null) return []
  const shape = { viewer, columns: [], sort: null, maxRows: 10, isFirstPage: true }
  const { count } = listSql(resource, { ...shape, conditions: [filter.where(use)] })
  return [{ label: `${resource.name}?${name}=${use.variant}`, quick, whole: count }]
}

suiteDatabase((kind, _open, create) => {
  test('the number of matches of one filter is the same in the short way', async () => {
    const { open, dataFolder } = await create()
    const database = await open()
    await loadDemoCompany(database, thursday)
    const counts = countsOf(database)
    assert.ok(counts.length >= 5)
    for (const { label, quick, whole } of counts) {
      const row = await database.read(accountid, (tx) => tx.first(statement(sql`select ${quick}, ${whole}`)))
      assert.equal(Number(row?.[0]), Number(row?.[1]), label)
      assert.ok(Number(row?.[0]) > 0, `${label}: the demo company has none`)
    }
    if (kind === 'sqlite') assertReadsIndexes(dataFolder, counts)
  })
})

/** Rows of the table are not read, but for those of a few people. */
function assertReadsIndexes(dataFolder: string, counts: readonly Counted[]): void {
  const file = join(dataFolder, 'stint.sqlite')
  const connection = openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 2000 })
  try {
    for (const { label, quick } of counts) {
      const text = compile(sql`select ${quick}`, 'sqlite').text.replaceAll('?', '1')
      const plan = connection.prepare<[], { detail: string }>(`explain query plan ${text}`).all()
      const reads = plan.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN) time /.test(detail))
      assert.deepEqual(
        reads.filter((detail) => !/COVERING INDEX|personid=/.test(detail)),
        [],
        label,
      )
    }
  } finally {
    connection.close()
  }
}
