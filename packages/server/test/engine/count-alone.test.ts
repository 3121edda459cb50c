// Filters that know how many records of an account match them, or which, without asking each record: numbers and ids
// are those of the list, and they are read from indexes. The demo company has time and tasks of both kinds for each
// filter.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Filter, FilterContext } from '../../src/define/filters.ts'
import type { Resource } from '../../src/define/resource.ts'
import { filterContext } from '../../src/engine/list-statements.ts'
import { listSql, selectWhere } from '../../src/engine/select-sql.ts'
import type { Database } from '../../src/io/database.ts'
import { accountSlot, compile, type Fragment, sql, sqlName, statement } from '../../src/io/sql.ts'
import { openSqliteFile } from '../../src/io/sqlite-connection.ts'
import { resources } from '../../src/resources/all.ts'
import { suiteDatabase } from '../fixture/databases.ts'
import { loadDemoCompany, thursday } from '../fixture/demo-company.ts'

const viewer = { role: 'Administrator', restricted: false } as const
const accountid = 1

interface Alone {
  readonly resource: Resource
  readonly name: string
  readonly filter: Filter
  readonly use: FilterContext
}

interface Counted {
  readonly label: string
  readonly quick: Fragment
  readonly whole: Fragment
}

const filtersOfTwoValues = (database: Database): Alone[] =>
  [...resources.values()].flatMap((resource) =>
    Object.entries(resource.filters ?? {}).flatMap(([name, filter]) =>
      ['t', 'f'].map((variant) => {
        const use = filterContext(resource, viewer, name, variant, database)
        return { resource, name, filter, use }
      }),
    ),
  )

const labelOf = ({ resource, name, use }: Alone): string => `${resource.name}?${name}=${use.variant}`

function countOf(alone: Alone): Counted[] {
  const { resource, filter, use } = alone
  const quick = filter.countAlone?.(use)
  if (quick === undefined || quick === null) return []
  const shape = { viewer, columns: [], sort: null, maxRows: 10, isFirstPage: true }
  const { count } = listSql(resource, { ...shape, conditions: [filter.where(use)] })
  return [{ label: labelOf(alone), quick, whole: count }]
}

const idsOf = async (database: Database, { resource }: Alone, condition: Fragment): Promise<number[]> => {
  const id = sqlName(`${resource.table}.id`)
  const ids =
    statement(sql`select ${id} from ${sqlName(resource.table)} where ${sqlName(`${resource.table}.accountid`)} = ${accountSlot}
    and ${condition} order by ${id}`)
  return (await database.read(accountid, (tx) => tx.all(ids))).map(([each]) => Number(each))
}

suiteDatabase((kind, _open, create) => {
  let folder = ''
  let database: Database

  before(async () => {
    const { open, dataFolder } = await create()
    folder = dataFolder
    database = await open()
    await loadDemoCompany(database, thursday)
  })

  test('the number of matches of one filter is the same in the short way', async () => {
    const counts = filtersOfTwoValues(database).flatMap(countOf)
    assert.ok(counts.length >= 5)
    for (const { label, quick, whole } of counts) {
      const row = await database.read(accountid, (tx) =>
        tx.first(statement(sql`select ${quick}, ${whole}`), { today: thursday.slice(0, 10) }),
      )
      assert.equal(Number(row?.[0]), Number(row?.[1]), label)
      assert.ok(Number(row?.[0]) > 0, `${label}: the demo company has none`)
    }
    if (kind === 'sqlite') assertReadsIndexes(folder, counts)
  })

  test('the records of a filter that has an index of its own are those of the list', async () => {
    const indexed = filtersOfTwoValues(database).filter(({ filter }) => filter.whereAlone !== undefined)
    assert.ok(indexed.length >= 4)
    for (const alone of indexed) {
      const { filter, use } = alone
      const condition = filter.whereAlone?.(use) ?? sql`1 = 0`
      const [short, whole] = [await idsOf(database, alone, condition), await idsOf(database, alone, filter.where(use))]
      assert.deepEqual(short, whole, labelOf(alone))
      assert.ok(short.length > 0, `${labelOf(alone)}: the demo company has none`)
    }
    if (kind === 'sqlite') assertOnlyAloneByIndex(folder, indexed)
  })
})

/** With another filter, SQLite would take the index of the flag instead of that of the person. */
function assertOnlyAloneByIndex(dataFolder: string, indexed: readonly Alone[]): void {
  const connection = openSqliteFile(join(dataFolder, 'stint.sqlite'), readOnly)
  try {
    for (const alone of indexed) {
      const { resource, filter, use } = alone
      const id = sqlName(`${resource.table}.id`)
      const planOf = (conditions: readonly Fragment[]): string => {
        const ids = sql`${selectWhere(resource, [id], conditions)} order by ${id} limit 10`
        const text = compile(ids, 'sqlite').text.replaceAll('?', '1')
        const plan = connection.prepare<[], { detail: string }>(`explain query plan ${text}`).all()
        return plan.map(({ detail }) => detail).join(', ')
      }
      const index = `INDEX ${resource.table}_${use.slotName.replace('filter.', '')} `
      const own = filter.whereAlone?.(use) ?? sql`1 = 0`
      assert.ok(planOf([own]).includes(index), `${labelOf(alone)}: ${planOf([own])}`)
      assert.ok(!planOf([own]).includes('TEMP B-TREE'), labelOf(alone))
      const ofPerson = [filter.where(use), sql`time.personid = 1`]
      assert.ok(!planOf(ofPerson).includes(index), `${labelOf(alone)} of a person: ${planOf(ofPerson)}`)
    }
  } finally {
    connection.close()
  }
}

const readOnly = { readonly: true, synchronous: 'full', cacheKilobytes: 2000 } as const

/** Rows of the table are not read, but for those of a few people. */
function assertReadsIndexes(dataFolder: string, counts: readonly Counted[]): void {
  const connection = openSqliteFile(join(dataFolder, 'stint.sqlite'), readOnly)
  try {
    for (const { label, quick } of counts) {
      const text = compile(sql`select ${quick}`, 'sqlite').text.replaceAll('?', '1')
      const plan = connection.prepare<[], { detail: string }>(`explain query plan ${text}`).all()
      const reads = plan.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN) (time|task) /.test(detail))
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
