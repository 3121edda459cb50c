// Interrupted copies. A killed restore or move leaves the source unchanged and no target that looks complete, and the
// next attempt reports it. One that is stopped with Ctrl-C removes what it has created.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { FixedClock } from '../../src/io/clock.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { openDatabase } from '../../src/io/open-database.ts'
import { commitMarkFile } from '../../src/io/sqlite-commit-mark.ts'
import { restoreBackup } from '../../src/main/backup/restore.ts'
import { Progress } from '../../src/main/commands/progress.ts'
import { moveToPostgres, moveToSqlite } from '../../src/main/transfer/move.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { testInstant } from '../fixture/test-clock.ts'
import { type ProcessResult, TestProcesses } from '../process/stint-process.ts'
import { releasedSnapshots } from '../released/snapshot.ts'
import { runToSuccess } from './run-command.ts'

const processes = new TestProcesses()
const source = processes.newFolder()
const goodBackup = join(processes.newFolder(), 'good.stint')
let rows = 0

/** A company with so much text that copying it takes a while. */
before(async () => {
  releasedSnapshots().at(-1)?.unpack(source)
  const file = new Sqlite(join(source, 'stint.sqlite'))
  file.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 100)
    insert into tasknote select accountid, id + 1000000 * i, taskid, authorid, title, date, datemodified, note, public, changes
    from tasknote, n`)
  file.close()
  rows = Number((await runToSuccess(processes, ['backup', '--data', source, '--to', goodBackup])).rows)
})

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
const sourceHash = (): string => hashOf(join(source, 'stint.sqlite'))
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

type IsReady = () => boolean | Promise<boolean>

/** Starts a command and sends it a signal as soon as the condition is true. The command must not end before. */
async function interruptCommand(
  args: readonly string[],
  signal: 'SIGKILL' | 'SIGINT',
  isTime: IsReady,
): Promise<ProcessResult> {
  const running = processes.run({ args })
  while (!(await isTime())) {
    assert.equal(running.result, undefined, `${args[0]} ended before it could be interrupted: ${running.stderr}`)
    await sleep(1)
  }
  return running.stop(signal)
}

async function killCommand(args: readonly string[], isTime: IsReady): Promise<void> {
  assert.equal((await interruptCommand(args, 'SIGKILL', isTime)).signal, 'SIGKILL')
}

/** Ctrl-C: one sentence and exit code 1. */
async function stopCommand(args: readonly string[], isTime: IsReady): Promise<void> {
  const { code, stdout, stderr } = await interruptCommand(args, 'SIGINT', isTime)
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, /^stint: [^\n]+ (was|were) not (made|moved|restored|exported)[^\n]*: it was stopped\.\n$/)
}

const isCopying = (url: string) => (): Promise<boolean> =>
  withPgClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into tasknote%'`,
    )
    return rowCount === 1
  })

/** The names of the tables, after all connections of a killed process have ended. */
const tablesIn = (url: string): Promise<string[]> =>
  withPgClient(url, async (client) => {
    const others = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`
    while ((await client.query(others)).rowCount !== 0) await sleep(10)
    const { rows: found } = await client.query(
      'select relname from pg_class where relnamespace = current_schema()::regnamespace',
    )
    return found.map(({ relname }) => String(relname))
  })

test('I-38: a server and the next restore reject the folder of a killed restore until it is emptied', async () => {
  const sum = hashOf(goodBackup)
  const data = join(processes.newFolder(), 'restored')
  const into = { data, databaseUrl: undefined }
  for (const name of ['stint.sqlite', 'files']) {
    await killCommand(['restore', '--from', goodBackup, '--data', data], () => existsSync(join(data, name)))
    await assert.rejects(
      restoreBackup(goodBackup, into, new Progress()),
      /holds a copy that was never finished: empty it/,
    )
    await assert.rejects(
      openDatabase({ dataFolder: data, clock: new FixedClock(testInstant) }),
      /a copy that was never finished/,
    )
    rmSync(data, { recursive: true })
  }
  const { rows: restored } = await restoreBackup(goodBackup, into, new Progress())
  assert.equal(restored, rows)
  assert.equal(hashOf(goodBackup), sum)
})

test('I-38: a killed restore into PostgreSQL leaves the database empty', async () => {
  const [data, url] = [join(processes.newFolder(), 'restored'), await newDurableDatabase()]
  await killCommand(['restore', '--from', goodBackup, '--data', data, '--database-url', url], isCopying(url))
  assert.deepEqual(await tablesIn(url), [])
  const into = { data, databaseUrl: url }
  await assert.rejects(
    restoreBackup(goodBackup, into, new Progress()),
    /holds a copy that was never finished: empty it/,
  )
  rmSync(data, { recursive: true })
  const { rows: restored } = await restoreBackup(goodBackup, into, new Progress())
  assert.equal(restored, rows)
})

test('I-38: a killed move leaves its source unchanged, and the next one succeeds', async () => {
  const [sum, url] = [sourceHash(), await newDurableDatabase()]
  await killCommand(['move', '--data', source, '--to', url], isCopying(url))
  assert.deepEqual(await tablesIn(url), [])
  const { rows: moved } = await moveToPostgres(source, url, new Progress())
  assert.deepEqual([moved, sourceHash()], [rows, sum])

  const data = withoutDatabase()
  const back = ['move', '--data', data, '--database-url', url, '--to', 'sqlite']
  await killCommand(back, () => existsSync(join(data, 'moving', 'stint.sqlite')))
  assert.ok(!existsSync(join(data, 'stint.sqlite')))
  await tablesIn(url)
  const { rows: returned } = await moveToSqlite(data, url, new FolderFileStore(join(data, 'files')), new Progress())
  assert.equal(returned, rows)
  assert.deepEqual(readdirSync(data).sort(), ['files', 'quota.sqlite', 'stint.lock', 'stint.sqlite'])
})

test('T-341: a move that fails at its end has removed the mark of an earlier database', async () => {
  const url = await newDurableDatabase()
  await moveToPostgres(source, url, new Progress())
  const data = withoutDatabase()
  const mark = join(data, commitMarkFile)
  writeFileSync(mark, 'of an earlier database')
  // No file can be put in the place of a folder.
  const blocked = join(data, 'quota.sqlite')
  rmSync(blocked, { force: true })
  mkdirSync(join(blocked, 'folder'), { recursive: true })
  const move = () => moveToSqlite(data, url, new FolderFileStore(join(data, 'files')), new Progress())
  await assert.rejects(move(), /it is a folder/)
  assert.deepEqual([existsSync(mark), existsSync(join(data, 'stint.sqlite'))], [false, false])
  rmSync(blocked, { recursive: true })
  assert.equal((await move()).rows, rows)
})

/** The data folder of a server whose records are in PostgreSQL. */
function withoutDatabase(): string {
  const data = processes.newFolder()
  releasedSnapshots().at(-1)?.unpack(data)
  rmSync(join(data, 'stint.sqlite'))
  return data
}

test('Ctrl-C during a backup, an export or a restore leaves nothing behind', async () => {
  const sum = sourceHash()
  const folder = processes.newFolder()
  const file = join(folder, 'stopped.stint')
  const draft = () => readdirSync(folder).find((name) => name.startsWith('stopped.stint.unfinished-')) ?? 'none'
  await stopCommand(['backup', '--data', source, '--to', file], () => sizeOf(join(folder, draft())) > 0)
  const out = join(folder, 'exported')
  const notes = join(`${out}.unfinished`, 'tables', 'tasknote.jsonl')
  await stopCommand(['export', '--account', '1', '--data', source, '--to', out], () => sizeOf(notes) > 0)
  const data = join(folder, 'restored')
  await stopCommand(['restore', '--from', goodBackup, '--data', data], () => existsSync(join(data, 'stint.sqlite')))
  assert.deepEqual(readdirSync(folder), [])
  assert.equal(sourceHash(), sum)
})

test('two concurrent backups to one name are both complete, and leftovers of a killed one are removed', async () => {
  const folder = processes.newFolder()
  const file = join(folder, 'same.stint')
  // No process has the first id; the second is the id of this process.
  const [dead, living] = [`${file}.unfinished-4194305`, `${file}.unfinished-${process.pid}`]
  for (const left of [dead, living]) writeFileSync(left, 'half of it')
  const args = ['backup', '--data', source, '--to', file]
  const results = await Promise.all([processes.run({ args }).finished, processes.run({ args }).finished])
  // On a busy machine one may start only after the other has finished; then it is rejected.
  const failed = results.filter(({ code }) => code !== 0)
  assert.ok(failed.length < 2, JSON.stringify(results))
  for (const { stderr } of failed) assert.match(stderr, /same\.stint exists already/)
  assert.deepEqual(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
    [file, living],
  )
  await runToSuccess(processes, ['restore', '--from', file, '--data', join(folder, 'restored')])
})

test('Ctrl-C during a move leaves nothing behind', async () => {
  const [sum, url] = [sourceHash(), await newDurableDatabase()]
  await stopCommand(['move', '--data', source, '--to', url], isCopying(url))
  assert.deepEqual(await tablesIn(url), [])
  await moveToPostgres(source, url, new Progress())
  const data = withoutDatabase()
  const was = readdirSync(data)
  const workshop = join(data, 'moving', 'stint.sqlite')
  await stopCommand(['move', '--data', data, '--database-url', url, '--to', 'sqlite'], () => existsSync(workshop))
  assert.deepEqual(
    readdirSync(data).filter((name) => name !== 'stint.lock'),
    was,
  )
  assert.equal(sourceHash(), sum)
})
