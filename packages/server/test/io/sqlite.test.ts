// What is SQLite's alone: its settings, its files, a disk that is full or broken, and other processes that hold the file.
// Power cuts are outside of this suite; that the setting against them is in force is tested here.
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { Busy, Unavailable } from '../../src/io/errors.ts'
import { accountSlot, slot, sql, statement } from '../../src/io/sql.ts'
import { openSqliteFile } from '../../src/io/sqlite-connection.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { newAccount, newClient } from '../fixture/rows.ts'

const databases = new TestDatabases()
after(() => databases.clear())

const clientCount = statement(sql`select count(*) from client where accountid = ${accountSlot}`)

test('acknowledged writes are synced: the settings are in force', async () => {
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

test('the database that is opened is synced too, and known as ours', async () => {
  const where = await databases.create('sqlite')
  const database = await where.open()
  const setting = async (name: string): Promise<unknown> =>
    (await database.read(0, (tx) => tx.first(statement(sql`select * from ${sql.raw(`pragma_${name}`)}`))))?.[0]
  assert.equal(await setting('synchronous'), 2)
  assert.equal(await setting('foreign_keys'), 1)
  assert.equal(await setting('application_id'), 0x53746e74)
})

test('the files can be read by their owner alone', async () => {
  const where = await databases.create('sqlite')
  const database = await where.open()
  const ours = await newAccount(database)
  await database.countRequest(ours, '2026-03-01')
  const files = readdirSync(where.dataFolder)
  assert.ok(files.includes('stint.sqlite-wal') && files.includes('quota.sqlite'))
  for (const file of files) assert.equal(statSync(join(where.dataFolder, file)).mode & 0o077, 0, file)
})

test('closing leaves one whole file and no log beside it', async () => {
  const where = await databases.create('sqlite')
  const database = await where.open()
  await newAccount(database)
  await database.close()
  assert.deepEqual(readdirSync(where.dataFolder).sort(), ['quota.sqlite', 'stint.lock', 'stint.sqlite'])
})

test('T-77: a full disk fails the whole batch, keeps nothing of it, and is got over', async () => {
  const database = await (await databases.create('sqlite')).open()
  const ours = await newAccount(database)
  const limit = (pages: number): Promise<void> =>
    database.write(ours, (tx) => tx.run('client', statement(sql`${sql.raw(`pragma max_page_count = ${pages}`)}`)))
  await limit(1)
  const outcomes = await Promise.allSettled([
    database.write(ours, (tx) => newClient(tx, 'small')),
    database.write(ours, (tx) => newClient(tx, 'x'.repeat(5_000_000))),
    database.write(ours, (tx) => newClient(tx, 'small too')),
  ])
  const large = outcomes[1]
  assert.ok(large?.status === 'rejected' && large.reason instanceof Unavailable)
  assert.match(large.reason.message, /full/)
  await limit(1_000_000)
  const kept = outcomes.filter((one) => one.status === 'fulfilled').length
  assert.deepEqual(await database.read(ours, (tx) => tx.first(clientCount)), [kept])
  await database.write(ours, (tx) => newClient(tx, 'x'.repeat(5_000_000)))
  assert.deepEqual(await database.read(ours, (tx) => tx.first(clientCount)), [kept + 1])
})

test('a work does not go on outside of a transaction that SQLite itself has undone', async () => {
  const database = await (await databases.create('sqlite')).open()
  const ours = await newAccount(database)
  const undo = statement(sql`rollback`)
  const outcomes = await Promise.allSettled([
    database.write(ours, (tx) => newClient(tx, 'before')),
    database.write(ours, async (tx) => {
      await tx.run('client', undo)
      await tx.run('client', statement(sql`select nothing from nowhere`)).catch(() => undefined)
      await newClient(tx, 'outside')
    }),
    database.write(ours, (tx) => newClient(tx, 'after')),
  ])
  assert.deepEqual(
    outcomes.map((one) => one.status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual(await database.read(ours, (tx) => tx.first(clientCount)), [0])
  await database.write(ours, (tx) => newClient(tx, 'again'))
  assert.deepEqual(await database.read(ours, (tx) => tx.first(clientCount)), [1])
})

test('another process that holds the file makes a write busy, never wrong', async () => {
  const where = await databases.create('sqlite')
  const database = await where.open()
  const ours = await newAccount(database)
  const other = new BetterSqlite(join(where.dataFolder, 'stint.sqlite'))
  other.exec('begin immediate')
  await assert.rejects(
    database.write(ours, (tx) => newClient(tx, 'a')),
    Busy,
  )
  other.exec('rollback')
  other.close()
  await database.write(ours, (tx) => newClient(tx, 'b'))
  assert.deepEqual(await database.read(ours, (tx) => tx.first(clientCount)), [1])
})

test('numbers bound to statements are whole numbers to SQLite', async () => {
  const database = await (await databases.create('sqlite')).open()
  const kinds = statement(sql`select typeof(${slot('whole')}), ${slot('whole')} || '', typeof(${slot('part')})`)
  assert.deepEqual(await database.read(0, (tx) => tx.first(kinds, { whole: 5, part: 5.5 })), ['integer', '5', 'real'])
  assert.deepEqual(await database.readOffloaded(0, (tx) => tx.first(kinds, { whole: 5, part: 5.5 })), [
    'integer',
    '5',
    'real',
  ])
})
