// A dry run of migrations: it reports the result and leaves the database unchanged, also if a migration fails.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { CannotOpen } from '../../src/io/errors.ts'
import { dryRunMigrations } from '../../src/io/migrate-dry-run.ts'
import { openPostgres } from '../../src/io/postgres.ts'
import { openSqlite } from '../../src/io/sqlite.ts'
import { eachDatabase, type TestDatabase, testClock } from '../fixture/databases.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function migrationsOf(...texts: string[]): URL {
  const folder = mkdtempSync(join(tmpdir(), 'stint-migrations-'))
  folders.push(folder)
  for (const [at, text] of texts.entries()) writeFileSync(join(folder, `000${at + 1}-step.sql`), text)
  return pathToFileURL(`${folder}/`)
}

const firstMigration = `create table tableversion (accountid bigint, tablename text, n bigint, primary key (accountid, tablename));
create table box (id bigint primary key, label text);
insert into box values (1, 'one'), (2, 'two');`

/** An empty database with these migrations applied. */
async function migrateWith(testDatabase: TestDatabase, migrations: URL): Promise<void> {
  const { url, dataFolder } = testDatabase
  const log = (): void => undefined
  const database = await (url === undefined
    ? openSqlite({ dataFolder, clock: testClock, log, workersMayShare: false, migrations })
    : openPostgres({ url, clock: testClock, log, allowUnsafe: true, migrations }))
  await database.close()
}

eachDatabase((_kind, _open, create) => {
  const empty = (): Promise<TestDatabase> => create('empty')

  test('T-82: a dry run reports the pending migrations and the rows before and after, and changes nothing', async () => {
    const here = await empty()
    await migrateWith(here, migrationsOf(firstMigration))
    const files = readdirSync(here.dataFolder).sort()
    const more = migrationsOf(
      firstMigration,
      "create table lid (id bigint primary key);\ninsert into lid values (7);\ninsert into box values (3, 'three');",
      '-- removes rows of box\ndelete from box where id = 1;',
    )
    const options = { url: here.url, dataFolder: here.dataFolder, clock: testClock, migrations: more }
    const trial = await dryRunMigrations(options)
    assert.deepEqual(trial.outstanding, ['0002-step', '0003-step'])
    const of = (table: string) => trial.tables.find((row) => row.table === table)
    assert.deepEqual(of('box'), { table: 'box', before: 2, after: 2 })
    assert.deepEqual(of('lid'), { table: 'lid', before: null, after: 1 })
    assert.deepEqual(of('migration'), { table: 'migration', before: 1, after: 3 })
    assert.deepEqual(await dryRunMigrations(options), trial, 'the first dry run changed something')
    assert.deepEqual(
      readdirSync(here.dataFolder)
        .filter((name) => !/-(shm|wal)$/.test(name))
        .sort(),
      files,
    )
    assert.deepEqual(await dryRunMigrations({ ...options, migrations: migrationsOf(firstMigration) }), {
      outstanding: [],
      tables: [],
    })
  })

  test('T-82: a failing migration is reported in a sentence, and the dry run leaves nothing behind', async () => {
    const here = await empty()
    await migrateWith(here, migrationsOf(firstMigration))
    const options = { url: here.url, dataFolder: here.dataFolder, clock: testClock }
    const failing = {
      ...options,
      migrations: migrationsOf(firstMigration, 'insert into box values (4, null);\nselect nonsense;'),
    }
    await assert.rejects(dryRunMigrations(failing), (error) => {
      assert.ok(error instanceof CannotOpen)
      assert.match(error.message, /^Migration 0002-step fail.*changed.*nonsense.*\.$/s)
      return true
    })
    const after = await dryRunMigrations({
      ...options,
      migrations: migrationsOf(firstMigration, 'create table lid (id bigint);'),
    })
    assert.deepEqual(
      after.tables.find(({ table }) => table === 'box'),
      { table: 'box', before: 2, after: 2 },
    )
    await assert.rejects(
      dryRunMigrations({ ...options, migrations: migrationsOf('select 1;') }),
      /not the one this database/,
    )
  })
})
