// Searches with an index find exactly what a search without it finds, whatever is searched and written. And the index
// itself: who keeps it current, how it is built, and what happens where the database cannot have one.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { isLong } from '../../../../scripts/test-suites.ts'
import type { Actor } from '../../src/define/actor.ts'
import { Invalid } from '../../src/define/api-error.ts'
import type { ParsedFilter } from '../../src/define/filters.ts'
import { inManyRows, isIndexed } from '../../src/define/search-filters.ts'
import { ListReader } from '../../src/engine/list.ts'
import { type Database, NextNumber, nextId, type WriteTransaction } from '../../src/io/database.ts'
import { searchIndexIds } from '../../src/io/dialect.ts'
import { checkIntegrity } from '../../src/io/integrity-check.ts'
import { accountSlot, slot, sql, statement, updateRows } from '../../src/io/sql.ts'
import { openSqliteFile } from '../../src/io/sqlite-connection.ts'
import { indexAllPendingRows, trigramGroups } from '../../src/io/sqlite-search.ts'
import { searchForm } from '../../src/kit/text.ts'
import { resources } from '../../src/resources/all.ts'
import { serverUrl } from '../fixture/database-servers.ts'
import { eachDatabase, type TestDatabase } from '../fixture/databases.ts'
import { Random } from '../fixture/random.ts'
import { type AccountRows, newAccountRows, newClient, newTask } from '../fixture/rows.ts'
import { quickTest } from '../fixture/suite-tests.ts'

const resourceNamed = (name: string) => {
  const resource = resources.get(name)
  assert.ok(resource)
  return resource
}

const actorOf = (accountid: number): Actor => ({
  accountid,
  personid: 1,
  role: 'Administrator',
  restricted: false,
  clientid: null,
  timezone: 'UTC',
  today: '2026-03-01',
  now: '2026-03-01 12:00:00',
  channel: 'token',
  requestid: null,
})

type Search = (resource: string, filter: string, text: string) => Promise<readonly unknown[]>

/** Lists the ids that a filter finds. `change` chooses another variant of the search. */
function searchWith(
  database: Database,
  accountid: number,
  change: (parsed: ParsedFilter) => ParsedFilter = (parsed) => parsed,
): Search {
  const reader = new ListReader(database, resourceNamed)
  return async (name, filterName, text) => {
    const resource = resourceNamed(name)
    const filter = resource.filters?.[filterName]
    assert.ok(filter)
    const parsed = filter.parse(text)
    assert.ok(!(parsed instanceof Invalid))
    const filters = [{ name: filterName, filter, parsed: change(parsed) }]
    const list = await reader.list(resource, actorOf(accountid), {
      filters,
      sort: null,
      limit: 250,
      offset: 0,
      may: false,
    })
    assert.equal(list.count, list.rows.length)
    return list.rows.map((row) => row[0])
  }
}

/** As in an account with many rows, if an index can find the text. */
const inLargeAccount = (parsed: ParsedFilter): ParsedFilter => (isIndexed(parsed.variant) ? inManyRows(parsed) : parsed)

/** The same database, whose searches read every row. */
const withoutIndex = (database: Database): Database =>
  new Proxy(database, {
    get: (target, key) => {
      if (key === 'searchIndexColumns') return () => []
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Words in twelve scripts, and texts that mean something to a search language or to LIKE. */
const words = [
  ...[
    'Süderhof',
    'straße',
    'ÉTUDE',
    'Ångström',
    'Οδυσσεύς',
    'ΑΘΗΝΑ',
    'Ёлка',
    'війна',
    'שלום',
    'עולם',
    'مرحبا',
    'العالم',
  ],
  ...[
    'हिन्दी',
    'भाषा',
    'ไทยแลนด์',
    '日本語',
    'ガイド',
    '漢字',
    '한국어',
    '안녕하세요',
    'Հայաստան',
    'საქართველო',
    'தமிழ்',
    'বাংলা',
  ],
  ...[
    '"quoted"',
    'a OR b',
    'x AND y',
    'NEAR(a b)',
    '100%',
    'under_score',
    'back\\slash',
    "it's",
    'name:',
    '-minus',
    '^start',
    'star*',
  ],
  ...['😀😀😀', 'e\u0301e\u0301', '   ', '{a b}', 'aaaa', '00012'],
]

const phrase = (random: Random): string =>
  Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(random.pick([' ', '', '-']))

/** A part of a text, sometimes in another case or form, or of two texts. */
function partOf(random: Random, text: string): string {
  const characters = [...text]
  const from = random.below(characters.length)
  const part = characters.slice(from, from + 1 + random.below(12)).join('')
  return random.pick([
    part,
    part,
    part.toUpperCase(),
    part.normalize('NFD'),
    searchForm(part),
    `${part}${random.pick(words)}`,
  ])
}

async function addRecords(database: Database, rows: AccountRows, random: Random): Promise<string[]> {
  const texts = Array.from({ length: 120 }, () => phrase(random))
  await database.write(rows.accountid, async (tx) => {
    for (const [at, text] of texts.entries()) {
      const other = texts[(at * 7) % texts.length] ?? ''
      if (at % 4 === 0) {
        const id = await newClient(tx, text)
        await tx.update('client', id, { description: other })
        await tx.insert('project', {
          ...{ id: nextId, localid: new NextNumber('project'), name: other, clientid: id },
          ...{ datestart: '2026-01-01', billable: 't', active: 't' },
        })
      }
      const task = await newTask(tx, rows, text)
      await tx.update('task', task, { summary: other, searchtext: searchForm(`${text}\u0001${other}`) })
    }
  })
  return texts
}

const renameClients = updateRows('client', sql`name = name || ${slot('more')}`, sql`localid % 3 = 0`)
const tasksToRemove = statement(sql`select id from task where accountid = ${accountSlot} and id % 5 = 0`)

async function removeTasks(tx: WriteTransaction): Promise<void> {
  for (const [id] of await tx.all(tasksToRemove)) await tx.remove('task', Number(id))
}

const asked: readonly (readonly [string, string])[] = [
  ['task', 'search'],
  ['task', 'title'],
  ['client', 'search'],
  ['project', 'name'],
  ['project', 'search'],
]

eachDatabase((kind, open, create) => {
  test('T-27, I-18: an index finds exactly what reading every row finds, in twelve scripts', async () => {
    const testDatabase = await create()
    const filled = await testDatabase.open()
    const rows = await newAccountRows(filled)
    const random = new Random(17)
    const texts = await addRecords(filled, rows, random)
    await filled.close()
    // SQLite indexes all texts when it is opened.
    const database = await testDatabase.open()
    const [indexed, scanned] = [database, withoutIndex(database)].map((each) => searchWith(each, rows.accountid))
    assert.ok(indexed && scanned)
    const inLarge = searchWith(database, rows.accountid, inLargeAccount)
    // PostgreSQL plans each of these lists anew, which takes far longer than the search.
    const searches = (isLong ? 20_000 : 400) / (kind === 'sqlite' ? 1 : 10)
    let hits = 0
    for (let at = 0; at < searches; at++) {
      // Halfway, texts change and rows disappear.
      if (at === searches / 2) {
        texts.push(...Array.from({ length: 30 }, () => 'Süderhof'))
        await database.write(rows.accountid, async (tx) => {
          await tx.run('client', renameClients, { more: ' Süderhof' })
          await removeTasks(tx)
        })
      }
      const [resource, filter] = random.pick(asked)
      const text = partOf(random, random.pick(texts))
      const search = at % 2 === 0 ? indexed : inLarge
      const found: readonly unknown[] = await search(resource, filter, text)
      assert.deepEqual(found, await scanned(resource, filter, text), `${resource}?${filter}=${JSON.stringify(text)}`)
      hits += found.length
    }
    assert.ok(hits > searches, `only ${hits} rows were found`)
  })

  quickTest('a search without accents finds texts with them, and the other way round', async () => {
    const database = await open()
    const { accountid } = await newAccountRows(database)
    const id = await database.write(accountid, (tx) => newClient(tx, 'Süderhof & Söhne'))
    for (const each of [database, withoutIndex(database)]) {
      const search = searchWith(each, accountid)
      for (const text of ['suder', 'SÜDERHOF', 'su\u0308der', 'sohne', 'ső', 'ü'])
        assert.deepEqual(await search('client', 'search', text), [id], text)
      for (const text of ['sueder', '\u0308', '\u0308\u0308\u0308'])
        assert.deepEqual(await search('client', 'search', text), [], text)
    }
  })

  quickTest('the index is written with its row: a write that fails leaves both as they were', async () => {
    const testDatabase = await create()
    const database = await testDatabase.open()
    const { accountid } = await newAccountRows(database)
    const search = searchWith(database, accountid)
    const id = await database.write(accountid, (tx) => newClient(tx, 'Northern Lights'))
    const failing = database.write(accountid, async (tx) => {
      await tx.update('client', id, { name: 'Southern Cross' })
      await newClient(tx, 'Southern Cross')
      throw new Error('on purpose')
    })
    const written = database.write(accountid, (tx) => newClient(tx, 'Eastern Wind'))
    await assert.rejects(failing, /on purpose/)
    const other = await written
    assert.deepEqual(await search('client', 'search', 'southern'), [])
    assert.deepEqual(await search('client', 'search', 'northern'), [id])
    assert.deepEqual(await search('client', 'search', 'eastern'), [other])
    await database.write(accountid, (tx) => tx.update('client', id, { name: 'Southern Cross' }))
    assert.deepEqual(await search('client', 'search', 'northern'), [])
    assert.deepEqual(await search('client', 'search', 'southern'), [id])
    await database.write(accountid, (tx) => tx.remove('client', id))
    assert.deepEqual(await search('client', 'search', 'southern'), [])
    assert.deepEqual((await checkIntegrity(testDatabase.url, testDatabase.dataFolder)).problems, [])
  })

  quickTest('every filter by text has an index of its columns, or a reason not to', async () => {
    const database = await open()
    const without: string[] = []
    for (const resource of resources.values()) {
      for (const [name, filter] of Object.entries(resource.filters ?? {})) {
        const use = {
          ...{ variant: 'indexed', slotName: 'text', table: resource.table, linkTable: () => undefined },
          viewer: { role: 'Administrator' as const, restricted: false },
          column: () => sql`''`,
          searchIndexColumns: (table: string) => database.searchIndexColumns(table),
        }
        if (filter.hasFewIndexed?.(use, 1) === null) without.push(`${resource.name}.${name}`)
      }
    }
    // An address is computed from another table; task notes are listed by task or for some days only; the text of a
    // project note may become secure.
    assert.deepEqual(without, notIndexed)
  })
})

const notIndexed: readonly string[] = ['person.email', 'projectnote.search', 'tasknote.title']

const sqliteFile = ({ dataFolder }: TestDatabase): string => join(dataFolder, 'stint.sqlite')

eachDatabase(
  (_kind, _open, create) => {
    quickTest('the groups of a text cover it, and long texts have few', () => {
      assert.deepEqual(trigramGroups('suderhof'), ['"sud"', '"erh"', '"hof"'])
      assert.deepEqual(trigramGroups('a"b'), ['"a""b"'])
      assert.deepEqual(trigramGroups('😀😀😀x'), ['"😀😀😀"', '"😀😀x"'])
      assert.equal(trigramGroups(Array.from({ length: 500 }, (_, at) => `${at} `).join('')).length, 12)
    })

    quickTest('a killed build of the index is continued by the next start', async () => {
      const testDatabase = await create()
      const database = await testDatabase.open()
      const { accountid } = await newAccountRows(database)
      await database.close()
      // The triggers note rows of every program.
      const file = new BetterSqlite(sqliteFile(testDatabase))
      file.exec(`insert into client (accountid, id, localid, name, datecreated, active)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 12000)
        select ${accountid}, 100000 + n, n, 'Client number ' || n, '2026-01-01 00:00:00', 't' from numbers`)
      file.close()
      const settings = { synchronous: 'full', cacheKilobytes: 2000 } as const
      const connection = openSqliteFile(sqliteFile(testDatabase), settings)
      const killed = (): never => {
        throw new Error('killed')
      }
      const indexed = connection.prepare('select count(*) from client_search').pluck()
      assert.throws(() => indexAllPendingRows(connection, killed), /killed/)
      assert.equal(indexed.get(), 5000)
      connection.close()
      const problems = async () => (await checkIntegrity(undefined, testDatabase.dataFolder)).problems
      assert.deepEqual(await problems(), [])
      const log: string[] = []
      const again = await testDatabase.open({ log: (line) => void log.push(line) })
      assert.deepEqual(log, ['Search index: 5000 of 7000 rows.', 'Search index: 7000 of 7000 rows.'])
      assert.deepEqual(await problems(), [])
      assert.deepEqual(await searchWith(again, accountid)('client', 'search', 'number 11999'), [111999])
    })

    quickTest('rows are found before and after their texts are indexed, and indexed after some writes', async () => {
      const testDatabase = await create()
      const database = await testDatabase.open()
      const { accountid } = await newAccountRows(database)
      const search = searchWith(database, accountid)
      const pending = statement(sql`select count(*) from searchpending where tablename = 'client'`)
      for (let at = 1; at <= 100; at++) {
        const id = await database.write(accountid, (tx) => newClient(tx, `Client number ${at} of many`))
        if (at % 9 === 0) assert.deepEqual(await search('client', 'search', `number ${at} of`), [id])
      }
      const [count] = (await database.read(accountid, (tx) => tx.first(pending))) ?? []
      assert.ok(Number(count) > 0 && Number(count) < 64, `${count} rows are not indexed`)
      assert.deepEqual((await checkIntegrity(undefined, testDatabase.dataFolder)).problems, [])
    })

    quickTest('T-78: a search runs on the event loop only if the index gives few rows', async () => {
      const testDatabase = await create()
      const database = await testDatabase.open()
      const { accountid } = await newAccountRows(database)
      await database.write(accountid, async (tx) => {
        for (let at = 1; at <= 600; at++) await newClient(tx, `Client number ${at} of many`)
      })
      await database.write(accountid, (tx) => newClient(tx, 'Zebra'))
      await database.close()
      const opened = await testDatabase.open()
      let offloaded = 0
      const counting = new Proxy(opened, {
        get: (target, key) => {
          if (key === 'readOffloaded') offloaded++
          const value: unknown = Reflect.get(target, key, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      const search = searchWith(counting, accountid)
      const offloads = async (text: string): Promise<number> => {
        offloaded = 0
        await search('client', 'search', text)
        await search('client', 'search', text)
        return offloaded
      }
      assert.equal(await offloads('zebra'), 0)
      assert.equal(await offloads('nowhere'), 0)
      assert.equal(await offloads('zebra client number'), 0)
      assert.ok((await offloads('of manclient')) > 0, 'no row has all, but many rows have each group')
      assert.ok((await offloads('ze')) > 0)
    })

    quickTest('stint doctor reports an index that is not that of the rows', async () => {
      const testDatabase = await create()
      const database = await testDatabase.open()
      const { accountid } = await newAccountRows(database)
      const ids = await database.write(accountid, async (tx) => [
        await newClient(tx, 'Northern Lights'),
        await newClient(tx, 'Eastern Wind'),
      ])
      await database.close()
      await (await testDatabase.open()).close()
      const changeUnnoticed = async (text: string): Promise<readonly string[]> => {
        const file = new BetterSqlite(sqliteFile(testDatabase))
        file.exec(`${text}; delete from searchpending`)
        file.close()
        return (await checkIntegrity(undefined, testDatabase.dataFolder)).problems
      }
      assert.deepEqual(await changeUnnoticed(`update client set name = 'Southern Cross' where id = ${ids[0]}`), [
        'the search index of client has other texts than the table',
      ])
      assert.deepEqual(await changeUnnoticed(`delete from client where id = ${ids[0]}`), [
        'the search index of client has 1 rows that the table does not have',
      ])
      assert.deepEqual(
        await changeUnnoticed(`delete from client_search where rowid = ${ids[0]};
          delete from client_search where rowid = ${ids[1]}`),
        ['1 rows of client are missing in its search index'],
      )
    })
  },
  ['sqlite'],
)

const searchedTables = [
  ...['client', 'person', 'personcontact', 'project', 'milestone', 'milestonenote', 'request', 'task', 'invoice'],
  ...['estimate', 'document', 'projectnote'],
]

eachDatabase(
  (_kind, _open, create) => {
    quickTest('PostgreSQL uses the index of every searched table', async () => {
      const testDatabase = await create()
      const database = await testDatabase.open()
      const texts = searchedTables.map((table) => {
        const ids = searchIndexIds(table, database.searchIndexColumns(table), 'text', true)
        return { table, text: statement(ids).compiledFor('postgres').text }
      })
      await database.close()
      await withPgClient(testDatabase.url ?? '', async (client) => {
        // Few rows are read faster without an index.
        await client.query('set enable_seqscan = off; set enable_indexscan = off')
        await client.query('set plan_cache_mode = force_custom_plan')
        for (const { table, text } of texts) {
          const { rows } = await client.query(`explain ${text}`, [1, 'suder'])
          assert.match(JSON.stringify(rows), new RegExp(`Bitmap Index Scan on ${table}_search`), text)
        }
        // PostgreSQL would run a strict function with CASE as a query of its own for each value.
        const strict = await client.query("select 1 from pg_proc where proname = 'searchform' and proisstrict")
        assert.equal(strict.rowCount, 0)
      })
    })

    quickTest('a PostgreSQL where pg_trgm cannot be installed searches without an index', async () => {
      const testDatabase = await create('empty')
      const url = new URL(testDatabase.url ?? '')
      const role = `${url.pathname.slice(1)}_role`
      await withPgClient(url.href, (client) =>
        client.query(`create role ${role} login password 'limited'; grant all on schema public to ${role};
          revoke create on database ${url.pathname.slice(1)} from public`),
      )
      try {
        Object.assign(url, { username: role, password: 'limited' })
        const database = await testDatabase.open({ url: url.href })
        const { accountid } = await newAccountRows(database)
        const id = await database.write(accountid, (tx) => newClient(tx, 'Süderhof'))
        assert.deepEqual(await searchWith(database, accountid)('client', 'search', 'suder'), [id])
        await database.close()
        const indexes = "select count(*)::int from pg_indexes where indexname like '%\\_search'"
        await withPgClient(testDatabase.url ?? '', async (client) => {
          assert.deepEqual((await client.query(indexes)).rows, [{ count: 0 }])
          // Later an operator installs it.
          await client.query('create extension pg_trgm; select createsearchindexes()')
          assert.deepEqual((await client.query(indexes)).rows, [{ count: 12 }])
        })
      } finally {
        await withPgClient(testDatabase.url ?? '', (client) => client.query(`drop owned by ${role}`))
        await withPgClient(serverUrl, (client) => client.query(`drop role ${role}`))
      }
    })
  },
  ['postgres'],
)
