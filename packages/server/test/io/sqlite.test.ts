// Behaviour of SQLite only: its settings, its files, a full or broken disk, and other processes that lock the file.
// Power cuts are not simulated; the setting that protects against them is checked.
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import BetterSqlite from 'better-sqlite3'
import { Busy, DatabaseFull } from '../../src/io/errors.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { openSqliteFile } from '../../src/io/sqlite-connection.ts'
import { readSqliteSchema } from '../../src/io/sqlite-schema.ts'
import { maxKeyedStatements, SqliteSession } from '../../src/io/sqlite-session.ts'
import { StatementWatch } from '../../src/io/statement-watch.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

const databases = new TestDatabases()
after(() => databases.clear())

const clientCount = statement(sql`select count(*) from client where accountid = ${accountSlot}`)

test('acknowledged writes are synced: the settings are active', async () => {
  const { dataFolder } = await databases.create('sqlite')
  const connection = openSqliteFile(join(dataFolder, 'a.sqlite'), { synchronous: 'full', cacheKilobytes: 64_000 })
  const now = (name: string): unknown => connection.pragma(name, { simple: true })
  assert.equal(now('synchronous'), 2)
  assert.equal(now('journal_mode'), 'wal')
  assert.equal(now('foreign_keys'), 1)
  assert.equal(now('trusted_schema'), 0)
  assert.equal(now('cell_size_check'), 1)
  assert.equal(now('busy_timeout'), 5000)
  assert.equal(now('cache_size'), -64_000)
  connection.close()
})

test('the opened database is synced too, and has the application id', async () => {
  const target = await databases.create('sqlite')
  const database = await target.open()
  const setting = async (name: string): Promise<unknown> =>
    (await database.read(0, (tx) => tx.first(statement(sql`select * from ${sql.raw(`pragma_${name}`)}`))))?.[0]
  assert.equal(await setting('synchronous'), 2)
  assert.equal(await setting('foreign_keys'), 1)
  assert.equal(await setting('application_id'), 0x53746e74)
})

test('only the owner can read the files', async () => {
  const target = await databases.create('sqlite')
  const database = await target.open()
  const accountid = await newAccount(database)
  await database.countRequest(accountid, '2026-03-01')
  const files = readdirSync(target.dataFolder)
  assert.ok(files.includes('stint.sqlite-wal') && files.includes('quota.sqlite'))
  for (const file of files) assert.equal(statSync(join(target.dataFolder, file)).mode & 0o077, 0, file)
})

test('closing leaves one complete file and no log file', async () => {
  const target = await databases.create('sqlite')
  const database = await target.open()
  await newAccount(database)
  await database.close()
  assert.deepEqual(readdirSync(target.dataFolder).sort(), ['quota.sqlite', 'stint.lock', 'stint.sqlite'])
})

test('T-77: a full disk fails the whole batch, stores nothing of it, and later writes work', async () => {
  const database = await (await databases.create('sqlite')).open()
  const accountid = await newAccount(database)
  const limit = (pages: number): Promise<void> =>
    database.write(accountid, (tx) => tx.run('client', statement(sql`${sql.raw(`pragma max_page_count = ${pages}`)}`)))
  await limit(1)
  const outcomes = await Promise.allSettled([
    database.write(accountid, (tx) => newClient(tx, 'small')),
    database.write(accountid, (tx) => newClient(tx, 'x'.repeat(5_000_000))),
    database.write(accountid, (tx) => newClient(tx, 'small too')),
  ])
  const large = outcomes[1]
  assert.ok(large?.status === 'rejected' && large.reason instanceof DatabaseFull)
  assert.match(large.reason.message, /full/)
  await limit(1_000_000)
  const committed = outcomes.filter((one) => one.status === 'fulfilled').length
  assert.deepEqual(await database.read(accountid, (tx) => tx.first(clientCount)), [committed])
  await database.write(accountid, (tx) => newClient(tx, 'x'.repeat(5_000_000)))
  assert.deepEqual(await database.read(accountid, (tx) => tx.first(clientCount)), [committed + 1])
})

test('a callback does not continue outside of a transaction that SQLite has rolled back', async () => {
  const database = await (await databases.create('sqlite')).open()
  const accountid = await newAccount(database)
  const undo = statement(sql`rollback`)
  const outcomes = await Promise.allSettled([
    database.write(accountid, (tx) => newClient(tx, 'before')),
    database.write(accountid, async (tx) => {
      await tx.run('client', undo)
      await tx.run('client', statement(sql`select nothing from nowhere`)).catch(() => undefined)
      await newClient(tx, 'outside')
    }),
    database.write(accountid, (tx) => newClient(tx, 'after')),
  ])
  assert.deepEqual(
    outcomes.map((one) => one.status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual(await database.read(accountid, (tx) => tx.first(clientCount)), [0])
  await database.write(accountid, (tx) => newClient(tx, 'again'))
  assert.deepEqual(await database.read(accountid, (tx) => tx.first(clientCount)), [1])
})

test('T-86: reads that take long run in turns of their own, in order, so that others get a turn between them', async () => {
  const database = await (await databases.create('sqlite')).open()
  const accountid = await newAccount(database)
  const slow = statement(
    sql`with recursive c (n) as (select 1 union all select n + 1 from c where n < 300000) select count(*) from c`,
  )
  let turn = 0
  let isOver = false
  const countTurns = (): void => {
    turn++
    if (!isOver) setImmediate(countTurns)
  }
  countTurns()
  const begun: { readonly at: number; readonly turn: number }[] = []
  await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      database.read(accountid, async (tx) => {
        begun.push({ at, turn })
        await tx.first(clientCount)
        return tx.first(slow)
      }),
    ),
  )
  isOver = true
  assert.deepEqual(
    begun.map(({ at }) => at),
    [0, 1, 2, 3],
  )
  assert.equal(new Set(begun.map((one) => one.turn)).size, 4)
})

test('a file that another process locks makes a write fail as busy, with no other effect', async () => {
  const target = await databases.create('sqlite')
  const database = await target.open()
  const accountid = await newAccount(database)
  const other = new BetterSqlite(join(target.dataFolder, 'stint.sqlite'))
  other.exec('begin immediate')
  await assert.rejects(
    database.write(accountid, (tx) => newClient(tx, 'a')),
    Busy,
  )
  other.exec('rollback')
  other.close()
  await database.write(accountid, (tx) => newClient(tx, 'b'))
  assert.deepEqual(await database.read(accountid, (tx) => tx.first(clientCount)), [1])
})

test('numbers that are bound to statements are integers in SQLite', async () => {
  const database = await (await databases.create('sqlite')).open()
  const kinds = statement(sql`select typeof(${slot('whole')}), ${slot('whole')} || '', typeof(${slot('part')})`)
  assert.deepEqual(await database.read(0, (tx) => tx.first(kinds, { whole: 5, part: 5.5 })), ['integer', '5', 'real'])
  assert.deepEqual(await database.readOffloaded(0, (tx) => tx.first(kinds, { whole: 5, part: 5.5 })), [
    'integer',
    '5',
    'real',
  ])
})

test('T-90: prepared statements are released with their Statement, and beyond a number with their columns', async () => {
  const { dataFolder } = await databases.create('sqlite')
  const connection = openSqliteFile(join(dataFolder, 'stint.sqlite'), { synchronous: 'full', cacheKilobytes: 2000 })
  const session = new SqliteSession(connection, readSqliteSchema(connection), new StatementWatch())
  const prepareKeyed = (at: number): WeakRef<object> =>
    new WeakRef(session.prepareCached(`key ${at}`, () => `select ${at}`))
  const byStatement = new WeakRef(session.cachedStatement(statement(sql`select 1`)).prepared)
  const keyed = Array.from({ length: maxKeyedStatements + 50 }, (_, at) => prepareKeyed(at))
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  // A WeakRef keeps its object until the current turn of the event loop ends.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  assert.equal(byStatement.deref(), undefined)
  assert.deepEqual(
    keyed.map((prepared) => prepared.deref() !== undefined),
    keyed.map((_, at) => at >= 50),
  )
  connection.close()
})
