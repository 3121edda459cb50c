// Lists that are sorted by a date that may be missing read their page from an index, in both directions. The plans are
// those of the databases themselves, without statistics.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { withPgClient } from '../../../../scripts/postgres.ts'
import type { Resource } from '../../src/define/resource.ts'
import { orderSql, selectWhere } from '../../src/engine/select-sql.ts'
import { compile, sql, sqlName } from '../../src/io/sql.ts'
import { openSqliteFile } from '../../src/io/sqlite-connection.ts'
import { resources } from '../../src/resources/all.ts'
import { eachDatabase, type TestDatabase } from '../fixture/databases.ts'

const viewer = { role: 'Administrator', restricted: false } as const

/** The fields that are sorted by, are stored in the own table and may be missing, and are dates. */
const nullableDates = (resource: Resource): string[] => [
  ...new Set(
    Object.values(resource.sorts ?? {}).filter((name) => {
      const field = resource.fields[name]
      return field?.nullable === true && 'column' in field.from && field.kind.type === 'date'
    }),
  ),
]

function pageSql(resource: Resource, field: string, descending: boolean): string {
  const ids = selectWhere(resource, [sqlName(`${resource.table}.id`)], [])
  const order = orderSql(resource, viewer, { field, descending })
  return compile(sql`${ids} order by ${order} limit 10`, 'sqlite').text.replaceAll('?', '1')
}

async function plansOf({ url, dataFolder }: TestDatabase, texts: readonly string[]): Promise<string[]> {
  if (url !== undefined) {
    return withPgClient(url, async (client) => {
      await client.query('set enable_sort = off; set enable_seqscan = off')
      const plans: string[] = []
      for (const text of texts) plans.push(JSON.stringify((await client.query(`explain (costs off) ${text}`)).rows))
      return plans
    })
  }
  const file = join(dataFolder, 'stint.sqlite')
  const connection = openSqliteFile(file, { readonly: true, synchronous: 'full', cacheKilobytes: 2000 })
  try {
    return texts.map((text) => JSON.stringify(connection.prepare(`explain query plan ${text}`).all()))
  } finally {
    connection.close()
  }
}

eachDatabase((_kind, _open, create) => {
  test('sorting by a date that may be missing needs no sorting, in both directions', async () => {
    const lists = [...resources.values()].flatMap((resource) =>
      nullableDates(resource).flatMap((field) =>
        [false, true].map((descending) => pageSql(resource, field, descending)),
      ),
    )
    assert.ok(lists.length >= 12)
    const plans = await plansOf(await create(), lists)
    const sorting = lists.filter((_, at) => /"Sort|Sort Key|TEMP B-TREE/.test(plans[at] ?? ''))
    assert.deepEqual(sorting, [])
  })
})
