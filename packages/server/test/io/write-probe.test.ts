// T-109, T-340: /readyz answers 503 when the database or the folder of files can be read but not written, or is
// another one. A read-only PostgreSQL is in postgres.test.ts.
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { createServer } from '../../src/api/server.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { Unavailable } from '../../src/io/errors.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { WriteProbe } from '../../src/io/write-probe.ts'
import { fixtureNow, testOptions } from '../fixture/api-fixture.ts'
import { TestDatabases } from '../fixture/databases.ts'

const databases = new TestDatabases()
const folder = mkdtempSync(join(tmpdir(), 'stint-probe-'))
after(async () => {
  await databases.clear()
  rmSync(folder, { recursive: true, force: true })
})

async function readiness(database: Database, files: FolderFileStore): Promise<readonly [number, string]> {
  const app = createServer({ ...testOptions(database, new FixedClock(fixtureNow)), files })
  const reply = await app.inject('/readyz')
  await app.close()
  return [reply.statusCode, reply.body]
}

async function* upload(): AsyncIterable<Buffer> {
  yield Buffer.from('bytes')
}

test('T-109: a probe writes at most once in 5 seconds, and never twice at the same time', async () => {
  let now = 0
  let writes = 0
  let works = true
  const probe = new WriteProbe(
    async () => {
      writes++
      await new Promise(setImmediate)
      if (!works) throw new Error('disk full')
    },
    () => now,
  )
  assert.deepEqual(await Promise.all([probe.succeeds(), probe.succeeds()]), [true, true])
  works = false
  now = 4999
  assert.deepEqual([await probe.succeeds(), writes], [true, 1])
  now = 5000
  assert.deepEqual([await probe.succeeds(), writes], [false, 2])
  works = true
  assert.deepEqual([await probe.succeeds(), writes], [false, 2])
  now = 10_000
  assert.deepEqual([await probe.succeeds(), writes], [true, 3])
})

test('T-109: a database that became read-only is not ready', async () => {
  const files = new FolderFileStore(join(folder, 'files'))
  const writable = await (await databases.create('sqlite')).open()
  assert.deepEqual(await readiness(writable, files), [200, 'ready\n'])
  const readOnly = await (await databases.create('sqlite')).open()
  const stopWrites = statement(sql`pragma query_only = on`)
  await assert.rejects(
    readOnly.write(0, (tx) => tx.run('client', stopWrites)),
    Unavailable,
  )
  assert.deepEqual(await readiness(readOnly, files), [503, 'not ready\n'])
})

test('T-109: a folder of files that cannot be written is not ready, and a probe leaves no file', async () => {
  const database = await (await databases.create('sqlite')).open()
  const path = join(folder, 'not-a-folder')
  writeFileSync(path, '')
  assert.deepEqual(await readiness(database, new FolderFileStore(path)), [503, 'not ready\n'])
  const usable = join(folder, 'usable')
  assert.deepEqual(await readiness(database, new FolderFileStore(usable)), [200, 'ready\n'])
  assert.deepEqual(readdirSync(join(usable, 'arriving')), [])
})

test('T-340: a folder of files that was moved away is not ready, stores nothing, and is not created again', async () => {
  const database = await (await databases.create('sqlite')).open()
  const path = join(folder, 'moved')
  const newStore = (): FolderFileStore => {
    const files = new FolderFileStore(path)
    files.expectId('store-1')
    return files
  }
  await new FolderFileStore(path).writeId('store-1')
  assert.deepEqual(await readiness(database, newStore()), [200, 'ready\n'])
  await (await newStore().receive(upload(), 10)).keep()
  const received = await newStore().receive(upload(), 10)
  renameSync(path, `${path}-away`)
  const refused = (problem: RegExp) => async () => {
    const files = newStore()
    assert.deepEqual(await readiness(database, files), [503, 'not ready\n'])
    await assert.rejects(files.receive(upload(), 10), problem)
    await assert.rejects(
      files.remove('0'.repeat(64), 0, async () => false),
      problem,
    )
  }
  await refused(/store-1 is not in its place: no store-id is there/)()
  await assert.rejects(received.keep())
  assert.equal(existsSync(path), false, 'the folder was created again')
  // The mount point of a file system that is not mounted.
  mkdirSync(path)
  await refused(/no store-id is there/)()
  assert.deepEqual(readdirSync(path), [])
  writeFileSync(join(path, 'store-id'), 'store-2\n')
  await refused(/the id there is store-2/)()
  assert.deepEqual(readdirSync(path), ['store-id'])
  rmSync(path, { recursive: true })
  renameSync(`${path}-away`, path)
  assert.deepEqual(await readiness(database, newStore()), [200, 'ready\n'])
  await received.keep()
})

test('T-340: an upload is not acknowledged if the folder of files is replaced before it is kept', async () => {
  const path = join(folder, 'replaced')
  const files = new FolderFileStore(path)
  await files.writeId('store-1')
  files.expectId('store-1')
  const received = await files.receive(upload(), 10)
  cpSync(path, `${path}-copy`, { recursive: true })
  rmSync(join(`${path}-copy`, 'store-id'))
  renameSync(path, `${path}-away`)
  renameSync(`${path}-copy`, path)
  await assert.rejects(received.keep(), /no store-id is there/)
})

test('T-109: a database that another process is writing to is ready, and later writes wait for locks again', async () => {
  const target = await databases.create('sqlite')
  const database = await target.open()
  const other = new BetterSqlite(join(target.dataFolder, 'stint.sqlite'))
  other.exec('begin immediate')
  assert.equal(await database.isReady(), true)
  other.exec('rollback')
  other.close()
  const timeout = statement(sql`pragma busy_timeout`)
  assert.deepEqual(await database.read(0, (tx) => tx.all(timeout)), [[5000]])
})
