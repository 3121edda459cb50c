// Opening a database that is old, new, changed, half migrated or locked by another process. The migrations here are
// only for these tests; every other test that opens a database shows that the real ones work on both.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import BetterSqlite from 'better-sqlite3'
import { withPgClient } from '../../../../scripts/postgres.ts'
import type { Database } from '../../src/io/database.ts'
import { CannotOpen } from '../../src/io/errors.ts'
import { splitStatements } from '../../src/io/migration-statements.ts'
import { expandPrefix, migrationsFolder, sqlFor } from '../../src/io/migrations.ts'
import { openPostgres } from '../../src/io/postgres.ts'
import { openSqlite } from '../../src/io/sqlite.ts'
import { startChild } from '../fixture/child-process.ts'
import { type TestDatabase, TestDatabases, testClock } from '../fixture/databases.ts'

const versionTable =
  'create table tableversion (accountid bigint, tablename text, n bigint, primary key (accountid, tablename));\n'
const firstMigration = `${versionTable}create table box (accountid bigint not null, id bigint not null, label text, primary key (accountid, id));
create table lid (accountid bigint not null, boxid bigint not null, primary key (accountid, boxid),
  foreign key (accountid, boxid) references box (accountid, id) on delete cascade);
insert into box values (1, 1, 'one'), (1, 2, 'two');
insert into lid values (1, 1), (1, 2);`

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** A folder of migrations with these names, numbered in the given order. */
function namedMigrations(...steps: readonly (readonly [name: string, text: string])[]): URL {
  const folder = mkdtempSync(join(tmpdir(), 'stint-migrations-'))
  folders.push(folder)
  for (const [at, [name, text]] of steps.entries()) writeFileSync(join(folder, `000${at + 1}-${name}.sql`), text)
  return pathToFileURL(`${folder}/`)
}

const migrationsOf = (...texts: string[]): URL => namedMigrations(...texts.map((text) => ['step', text] as const))

function openAt(testDatabase: TestDatabase, migrations: URL, log: string[] = []): Promise<Database> {
  const say = (line: string): void => void log.push(line)
  const { url, dataFolder } = testDatabase
  if (url !== undefined) return openPostgres({ url, clock: testClock, log: say, allowUnsafe: true, migrations })
  return openSqlite({ dataFolder, clock: testClock, log: say, workersMayShare: false, migrations })
}

const openAndClose = async (testDatabase: TestDatabase, migrations: URL, log?: string[]): Promise<void> =>
  (await openAt(testDatabase, migrations, log)).close()

/** A result of the database, read without the code under test. */
async function queryRow(testDatabase: TestDatabase, text: string): Promise<unknown[]> {
  if (testDatabase.url !== undefined)
    return withPgClient(testDatabase.url, async (client) => Object.values((await client.query(text)).rows[0] ?? {}))
  const file = new BetterSqlite(join(testDatabase.dataFolder, 'stint.sqlite'))
  try {
    return file.prepare<[], unknown[]>(text).raw().get() ?? []
  } finally {
    file.close()
  }
}

const backupFiles = (testDatabase: TestDatabase): string[] =>
  readdirSync(testDatabase.dataFolder).filter((file) => file.startsWith('stint-before-'))

/** Another process that opens the database, and its messages in order. */
class OpeningProcess {
  readonly child: ChildProcess
  readonly #messages: AsyncIterator<unknown[]>

  constructor(asked: Record<string, unknown>) {
    this.child = startChild('open-database', asked)
    this.#messages = on(this.child, 'message', { close: ['exit'] })
  }

  async nextMessage(): Promise<string> {
    const { value, done } = await this.#messages.next()
    return done === true ? 'ended' : String(value[0])
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
  }

  async disconnect(): Promise<void> {
    const ended = once(this.child, 'exit')
    this.child.disconnect()
    await ended
  }
}

const databases = new TestDatabases()
after(() => databases.clear())

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(kind, () => {
    const testDatabase = (): Promise<TestDatabase> => databases.create(kind, 'empty')

    test('migrations are applied once, in order, and recorded', async () => {
      const target = await testDatabase()
      const log: string[] = []
      await openAndClose(target, migrationsOf(firstMigration), log)
      assert.deepEqual(log, ['Applied migration 0001-step.'])
      const second = "insert into box values (1, 3, 'three');"
      await openAndClose(target, migrationsOf(firstMigration, second), log)
      await openAndClose(target, migrationsOf(firstMigration, second), log)
      assert.equal(log.filter((line) => line.startsWith('Applied')).length, 2)
      assert.deepEqual((await queryRow(target, 'select count(*) from box')).map(Number), [3])
    })

    test('T-82: a database of a newer program is rejected', async () => {
      const target = await testDatabase()
      await openAndClose(target, migrationsOf(firstMigration, 'create table later (id bigint);'))
      await assert.rejects(openAt(target, migrationsOf(firstMigration)), (error) => {
        assert.ok(error instanceof CannotOpen)
        assert.match(error.message, /newer Stint/)
        return true
      })
    })

    test('T-82: a migration that differs from the applied one is rejected', async () => {
      const target = await testDatabase()
      await openAndClose(target, migrationsOf(firstMigration))
      await assert.rejects(
        openAt(target, migrationsOf(`${firstMigration}\n-- and more`)),
        /not the one this database was made with/,
      )
    })

    test('the numbers of rows that a migration may have changed are not known afterwards', async () => {
      const target = await testDatabase()
      const counted = `alter table tableversion add column rowcount bigint;
        alter table tableversion add column rowcountat bigint;
        insert into tableversion (accountid, tablename, n) values (1, 'box', 3);`
      await openAndClose(target, migrationsOf(firstMigration, counted))
      const isKnown = 'select 1 from tableversion where rowcountat = n'
      await openAndClose(target, migrationsOf(firstMigration, counted, 'update tableversion set rowcountat = n;'))
      assert.deepEqual(await queryRow(target, isKnown), [])
      assert.equal((await queryRow(target, 'select 1 from tableversion where n = 3')).length, 1)
    })

    test('T-82: a failing migration leaves the database unchanged', async () => {
      const target = await testDatabase()
      await openAndClose(target, migrationsOf(firstMigration))
      const broken = "insert into box values (1, 3, 'three'); insert into nowhere values (1);"
      await assert.rejects(openAt(target, migrationsOf(firstMigration, broken)), (error) => {
        assert.ok(error instanceof CannotOpen)
        assert.match(error.message, /0002-step failed and changed nothing/)
        return true
      })
      assert.deepEqual((await queryRow(target, 'select count(*) from box')).map(Number), [2])
      await openAndClose(target, migrationsOf(firstMigration))
    })

    test('T-82: a killed migration leaves the old or the new schema', async () => {
      const long = `create table big (n bigint);
        insert into big with recursive c (n) as (select 1 union all select n + 1 from c where n < 40000) select n from c;
        create index big_n on big (n);
        alter table box add column size bigint;
        insert into big with recursive c (n) as (select 1 union all select n + 1 from c where n < 40000) select n from c;`
      const migrations = migrationsOf(firstMigration, long)
      const ends = new Set<number>()
      for (let round = 0; round < 5; round++) {
        const target = await testDatabase()
        await openAndClose(target, migrationsOf(firstMigration))
        const other = new OpeningProcess({
          url: target.url,
          dataFolder: target.dataFolder,
          migrations: migrations.href,
        })
        assert.equal(await other.nextMessage(), 'opening')
        await sleep(round * 80)
        await other.kill()
        const column =
          kind === 'sqlite'
            ? "select count(*) from pragma_table_info('box') where name = 'size'"
            : "select count(*) from pg_attribute where attrelid = 'box'::regclass and attname = 'size'"
        const [number, columns] = (await queryRow(target, `select max(number), (${column}) from migration`)).map(Number)
        assert.equal(columns, number === 2 ? 1 : 0)
        ends.add(Number(number))
        // If the server still runs the statement of the killed process, opening waits until it ends.
        await openAndClose(target, migrations)
        assert.deepEqual(
          (await queryRow(target, 'select max(number), (select count(*) from big) from migration')).map(Number),
          [2, 80000],
        )
      }
      assert.ok(ends.has(1), 'no migration was killed before its end')
    })
  })
}

describe('an SQLite file', () => {
  const testDatabase = (): Promise<TestDatabase> => databases.create('sqlite', 'empty')

  test('T-82: is copied before a migration, and only its owner can read the copy', async () => {
    const target = await testDatabase()
    await openAndClose(target, migrationsOf(firstMigration))
    assert.deepEqual(backupFiles(target), [], 'a new file is not copied')
    const log: string[] = []
    await openAndClose(target, migrationsOf(firstMigration, "update box set label = 'changed';"), log)
    assert.deepEqual(backupFiles(target), ['stint-before-0002-20260301T120000Z.sqlite'])
    const copy = join(target.dataFolder, backupFiles(target)[0] ?? '')
    assert.equal(statSync(copy).mode & 0o777, 0o600)
    assert.ok(log.some((line) => line.includes(copy) && line.includes('To go back')))
    const file = new BetterSqlite(copy, { readonly: true })
    assert.deepEqual(file.prepare('select label from box order by id').pluck().all(), ['one', 'two'])
    file.close()
    const others = readdirSync(target.dataFolder).filter((name) => name.includes('unfinished'))
    assert.deepEqual(others, [])
  })

  test('T-82: a copy has its name only when it is complete, and the rest of a killed one is removed', async () => {
    const target = await testDatabase()
    await openAndClose(target, migrationsOf(firstMigration))
    const left = ['stint-unfinished-copy-0002.sqlite', 'stint-unfinished-copy-0002.sqlite-journal']
    for (const name of left) writeFileSync(join(target.dataFolder, name), 'a part')
    const second = migrationsOf(firstMigration, "update box set label = 'changed';")
    // A folder in the place of the copy: the copy can be made, but it cannot get its name.
    const place = join(target.dataFolder, 'stint-before-0002-20260301T120000Z.sqlite')
    mkdirSync(join(place, 'full'), { recursive: true })
    await assert.rejects(openAndClose(target, second), /needed before a migration could not be made/)
    assert.deepEqual(readdirSync(place), ['full'])
    rmSync(place, { recursive: true })
    await openAndClose(target, second)
    const names = readdirSync(target.dataFolder)
    assert.deepEqual(
      names.filter((name) => name.includes('unfinished')),
      [],
    )
    assert.equal(names.filter((name) => name.startsWith('stint-before-')).length, 1)
  })

  test('T-82: loses no rows in a migration that does not announce it', async () => {
    const target = await testDatabase()
    await openAndClose(target, migrationsOf(firstMigration))
    const removal = 'delete from lid where boxid = 2;'
    await assert.rejects(openAt(target, migrationsOf(firstMigration, removal)), /would lose rows of lid/)
    assert.deepEqual(await queryRow(target, 'select count(*) from lid'), [2])
    await openAndClose(target, migrationsOf(firstMigration, `-- removes rows of lid\n${removal}`))
    assert.deepEqual(await queryRow(target, 'select count(*) from lid'), [1])
  })

  test('T-82: keeps the child rows of a table that a migration rebuilds', async () => {
    const target = await testDatabase()
    await openAndClose(target, migrationsOf(firstMigration))
    const rebuild = `create table box_new (accountid bigint not null, id bigint not null, label text not null, primary key (accountid, id));
      insert into box_new select * from box; drop table box; alter table box_new rename to box;`
    await openAndClose(target, migrationsOf(firstMigration, rebuild))
    assert.deepEqual(await queryRow(target, 'select count(*) from lid'), [2])
  })

  test('T-82: has no dangling references after a migration', async () => {
    const target = await testDatabase()
    await openAndClose(target, migrationsOf(firstMigration))
    const dangling = '-- removes rows of box\ndelete from box where id = 2;'
    await assert.rejects(openAt(target, migrationsOf(firstMigration, dangling)), /dangling references/)
    assert.deepEqual(await queryRow(target, 'select count(*) from box'), [2])
  })

  test('of another program is rejected and not changed', async () => {
    const target = await testDatabase()
    const path = join(target.dataFolder, 'stint.sqlite')
    const other = new BetterSqlite(path)
    other.exec('create table music (title text)')
    other.close()
    await assert.rejects(target.open(), /is not a Stint database/)
    writeFileSync(path, 'this is a letter to my aunt '.repeat(100))
    await assert.rejects(target.open(), CannotOpen)
  })

  test('that cannot be created is rejected with one sentence', async () => {
    const target = await testDatabase()
    const blocked = join(target.dataFolder, 'file')
    writeFileSync(blocked, '')
    await assert.rejects(target.open({ dataFolder: join(blocked, 'below') }), (error) => {
      assert.ok(error instanceof CannotOpen)
      assert.match(error.message, /^The database in .* cannot be opened: .*\.$/)
      return true
    })
  })

  test('T-83: is opened by one server at a time', async () => {
    const target = await testDatabase()
    const database = await target.open()
    const { dataFolder } = target
    const second = new OpeningProcess({ dataFolder })
    assert.equal(await second.nextMessage(), 'opening')
    assert.match(await second.nextMessage(), /^refused: Another Stint server is using the data folder/)
    await assert.rejects(target.open(), /Another Stint server/)
    await database.close()
    await openAndCloseReal(target)
  })

  test('T-83: can be opened again as soon as its server is killed', async () => {
    const target = await testDatabase()
    const { dataFolder } = target
    const server = new OpeningProcess({ dataFolder })
    assert.deepEqual([await server.nextMessage(), await server.nextMessage()], ['opening', 'open'])
    await assert.rejects(target.open(), /Another Stint server/)
    await server.kill()
    await openAndCloseReal(target)
  })

  test('T-83: is shared by the workers of one server and by no other process', async () => {
    const target = await testDatabase()
    const { dataFolder } = target
    const workers = [1, 2, 3].map(() => new OpeningProcess({ dataFolder, workersMayShare: true }))
    for (const worker of workers)
      assert.deepEqual([await worker.nextMessage(), await worker.nextMessage()], ['opening', 'open'])
    await assert.rejects(target.open(), /Another Stint server/)
    await Promise.all(workers.map((worker) => worker.disconnect()))
    await openAndCloseReal(target)
  })
})

const openAndCloseReal = async (target: TestDatabase): Promise<void> => (await target.open()).close()

test('the sections for one database are enabled, those for the other are removed, comments stay', () => {
  const text = 'a /*sqlite b*/ c /*postgres\nd */ e /* f */ /*sqlitely g*/'
  assert.equal(sqlFor('sqlite', text), 'a  b c  e /* f */ /*sqlitely g*/')
  assert.equal(sqlFor('postgres', text), 'a  c \nd  e /* f */ /*sqlitely g*/')
})

test('T-286: a server stays ready and may restart while newer ones only add to the schema of PostgreSQL', async () => {
  const testDatabase = await databases.create('postgres', 'empty')
  const first = ['step', firstMigration] as const
  const added = [
    'expand-color',
    'alter table box add column color text; create table pen (id bigint primary key);',
  ] as const
  const removed = ['no-label', 'alter table box drop column label;'] as const
  const old = await openAt(testDatabase, namedMigrations(first))
  const newer = await openAt(testDatabase, namedMigrations(first, added))
  assert.deepEqual([await old.isReady(), await newer.isReady()], [true, true])
  const log: string[] = []
  await openAndClose(testDatabase, namedMigrations(first), log)
  assert.deepEqual(log, [])
  const newest = await openAt(testDatabase, namedMigrations(first, added, removed))
  assert.deepEqual([await old.isReady(), await newer.isReady(), await newest.isReady()], [false, false, true])
  for (const migrations of [namedMigrations(first), namedMigrations(first, added)])
    await assert.rejects(openAt(testDatabase, migrations), /made by a newer Stint/)
  await Promise.all([old.close(), newer.close(), newest.close()])
})

test('T-286: a migration named expand only adds what older servers can leave out', () => {
  const all = readdirSync(migrationsFolder).map((name) => readFileSync(new URL(name, migrationsFolder), 'utf8'))
  const unique = all.flatMap((text) => [...text.matchAll(/create unique index (\w+)/g)].map(([, name]) => name))
  // Older servers are only slower without an index, unless it is unique.
  const addition = new RegExp(
    String.raw`^(create table \w+ \(|create index |drop index (?!(${unique.join('|')})$)|alter table \w+ add column (?!.*not null(?!.* default)))`,
    's',
  )
  const files = readdirSync(migrationsFolder).filter((name) => name.slice(5).startsWith(expandPrefix))
  assert.notEqual(files.length, 0)
  for (const file of files) {
    const text = readFileSync(new URL(file, migrationsFolder), 'utf8')
    for (const one of splitStatements(sqlFor('postgres', text))) assert.match(one, addition, file)
  }
})
