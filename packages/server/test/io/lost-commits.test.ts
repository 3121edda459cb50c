// T-341: a database whose write-ahead log was cut, damaged or removed after a crash is refused, because SQLite itself
// would go on with the commits before the damage. A copy of the files of an open database is what a kill leaves.
import assert from 'node:assert/strict'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { CannotOpen } from '../../src/io/errors.ts'
import { openSqlite } from '../../src/io/sqlite.ts'
import { addToSqliteStore, readSqliteStore } from '../../src/io/sqlite-store.ts'
import type { WritableStore } from '../../src/io/store.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'
import { newAccount } from '../fixture/rows.ts'

const databases = new TestDatabases()
const root = mkdtempSync(join(tmpdir(), 'stint-lost-'))
after(async () => {
  await databases.clear()
  rmSync(root, { recursive: true, force: true })
})

let copies = 0
const copyOf = (folder: string): string => {
  const copy = join(root, String(copies++))
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('-shm') })
  return copy
}
const openIn = (dataFolder: string, alongsideServer = false): Promise<Database> =>
  openSqlite({
    dataFolder,
    clock: new FixedClock(fixtureNow),
    log: assert.fail,
    workersMayShare: false,
    alongsideServer,
  })

const walOf = (folder: string): string => join(folder, 'stint.sqlite-wal')
const markOf = (folder: string): string => join(folder, 'stint.sqlite-commits')

/** Puts one acknowledged write after the other. */
async function writeAccounts(database: Database, count: number): Promise<void> {
  for (let at = 0; at < count; at++) await newAccount(database)
}

async function killed(count: number): Promise<string> {
  const target = await databases.create('sqlite')
  const database = await target.open()
  await writeAccounts(database, count)
  const copy = copyOf(target.dataFolder)
  await database.close()
  return copy
}

const lost = (error: unknown): boolean =>
  error instanceof CannotOpen && /has lost its newest .*commit.* was confirmed.* remove the file/.test(error.message)

const accountsIn = async (folder: string): Promise<number> => {
  const store = await readSqliteStore(folder)
  const table = store.tables.find(({ name }) => name === 'account')
  assert.ok(table !== undefined)
  const { rows } = await store.totals(table)
  await store.close()
  return rows
}

test('T-341: a log that was cut, removed, or has one changed bit is refused and stays as it is', async () => {
  const source = await killed(12)
  const { length } = readFileSync(walOf(source))
  const damages: ((path: string) => void)[] = [
    (path) => rmSync(path),
    (path) => truncateSync(path, 0),
    ...[0.1, 0.5, 0.9].map((part) => (path: string) => truncateSync(path, Math.floor(length * part))),
    (path) => truncateSync(path, length - 1),
    ...Array.from({ length: 24 }, (_, at) => (path: string) => {
      const bytes = readFileSync(path)
      const place = Math.floor((length / 24) * at + ((at * 997) % (length / 24)))
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8))
      writeFileSync(path, bytes)
    }),
  ]
  for (const [at, damage] of damages.entries()) {
    const folder = copyOf(source)
    damage(walOf(folder))
    const before = existsSync(walOf(folder)) ? readFileSync(walOf(folder)) : null
    await assert.rejects(openIn(folder), lost, `damage ${at}`)
    await assert.rejects(openIn(folder, true), lost, `damage ${at}, a command`)
    await assert.rejects(readSqliteStore(folder), lost, `damage ${at}, a backup`)
    if (before !== null) assert.ok(before.equals(readFileSync(walOf(folder))), `damage ${at}: the log was changed`)
    rmSync(markOf(folder))
    await (await openIn(folder)).close()
    assert.ok((await accountsIn(folder)) < 12, `damage ${at} lost nothing`)
  }
})

test('T-341: without damage nothing is refused: after a kill, while others write, with an older or broken mark', async () => {
  const source = await killed(3)
  for (let round = 0; round < 3; round++) {
    const database = await openIn(source)
    await Promise.all([writeAccounts(database, 2), writeAccounts(database, 2)])
    const command = await openIn(source, true)
    await Promise.all([writeAccounts(database, 3), writeAccounts(command, 3), accountsIn(source)])
    await command.close()
    const copy = copyOf(source)
    const older = copyOf(source)
    const broken = copyOf(source)
    await database.close()
    assert.ok(!existsSync(markOf(source)), 'a server that was stopped leaves no mark')
    writeFileSync(markOf(older), readFileSync(markOf(older), 'latin1').replace(/^\d+/, '0000000000000002'))
    writeFileSync(markOf(broken), '00')
    for (const folder of [copy, older, broken]) await (await openIn(folder)).close()
  }
  assert.equal(await accountsIn(source), 33)
})

test('T-341: writes of a command that runs beside a server are marked too', async () => {
  const target = await databases.create('sqlite')
  const server = await target.open()
  await newAccount(server)
  const command = await openIn(target.dataFolder, true)
  await newAccount(command)
  const copy = copyOf(target.dataFolder)
  await command.close()
  await server.close()
  truncateSync(walOf(copy), readFileSync(walOf(copy)).length - 1)
  await assert.rejects(openIn(copy), lost)
})

test('T-341: a copy of the database that is put back after a stop is no alarm', async () => {
  const folder = await killed(2)
  await (await openIn(folder)).close()
  const older = join(root, 'older.sqlite')
  copyFileSync(join(folder, 'stint.sqlite'), older)
  const database = await openIn(folder)
  await writeAccounts(database, 3)
  await database.close()
  copyFileSync(older, join(folder, 'stint.sqlite'))
  await (await openIn(folder)).close()
  assert.equal(await accountsIn(folder), 2)
})

test('T-341: what a command writes beside a mark is counted, also when it removes everything', async () => {
  const folder = await killed(4)
  const writes = [(store: WritableStore) => store.takeIds(5), (store: WritableStore) => store.removeAll()]
  for (const write of writes) {
    const before = readFileSync(markOf(folder), 'latin1')
    const store = await addToSqliteStore(folder)
    await write(store)
    await store.commit()
    await store.close()
    assert.ok(readFileSync(markOf(folder), 'latin1') > before)
  }
  // A power cut may leave this file as it is while the next commits are on disk.
  const mark = readFileSync(markOf(folder), 'latin1')
  const database = await openIn(folder)
  await writeAccounts(database, 2)
  const copy = copyOf(folder)
  await database.close()
  writeFileSync(markOf(copy), mark)
  await (await openIn(copy)).close()
})

test('T-341: a database that is missing beside a mark is lost, not new', async () => {
  const folder = await killed(2)
  for (const name of ['stint.sqlite', 'stint.sqlite-wal', 'quota.sqlite']) rmSync(join(folder, name), { force: true })
  await assert.rejects(openIn(folder), /has no data, but .* holds stint\.sqlite-commits/)
})
