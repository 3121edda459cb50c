// Backups that must not be restored: damaged, truncated, of a newer schema, or with paths outside the folder. Each is
// rejected with one message before anything is created. After a full disk or a lost connection only the source exists.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { before } from 'node:test'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { openArchive, writeArchive } from '../../src/io/archive.ts'
import { FixedClock } from '../../src/io/clock.ts'
import { migrationsFolder, readMigrations } from '../../src/io/migrations.ts'
import { createSqliteStore } from '../../src/io/sqlite-store.ts'
import { tarHeader } from '../../src/kit/tar.ts'
import { restoreBackup } from '../../src/main/backup/restore.ts'
import { Progress } from '../../src/main/commands/progress.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { machineNow } from '../fixture/test-clock.ts'
import { TestProcesses } from '../process/stint-process.ts'
import { runOnSmallDisk, runStint, runToFailure, runToSuccess } from './run-command.ts'

const processes = new TestProcesses()
const source = processes.newFolder()
const workFolder = processes.newFolder()
const goodBackup = join(workFolder, 'good.stint')
const target = join(workFolder, 'target')

before(async () => {
  await (await processes.serve(source, { STINT_DEMO: 'on' })).process.stop()
  await runToSuccess(processes, ['backup', '--data', source, '--to', goodBackup])
})

/** Restoring fails with a message that matches, and creates nothing. */
async function assertRestoreRefused(file: string, reason: RegExp): Promise<void> {
  const settings = { data: target, databaseUrl: undefined }
  await assert.rejects(restoreBackup(file, settings, new Progress()), (error: Error) => {
    assert.match(error.message, reason)
    assert.match(error.message, /^[^\n]+\.$/)
    return true
  })
  assert.ok(!existsSync(target), 'something was created')
}

function writeBackup(name: string, bytes: Buffer): string {
  const file = join(workFolder, name)
  writeFileSync(file, bytes)
  return file
}

quickTest('T-81: one flipped bit in headers, padding, rows, files or the manifest is detected', async () => {
  const bytes = readFileSync(goodBackup)
  let seed = 20_260_301
  for (let turn = 0; turn < 50; turn++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const at = turn < 4 ? ([0, 156, bytes.length - 1, bytes.length - 600][turn] ?? 0) : seed % bytes.length
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (seed % 8)), at)
    await assertRestoreRefused(writeBackup('flipped.stint', flipped), /is damaged/)
  }
  const { code, stderr } = await runStint(processes, [
    'restore',
    '--from',
    join(workFolder, 'flipped.stint'),
    '--data',
    target,
  ])
  assert.deepEqual(
    [code, /^stint: [^\n]+ is damaged[^\n]+\.\n$/.test(stderr), existsSync(target)],
    [1, true, false],
    stderr,
  )
})

quickTest('T-81: a file that is truncated, has extra bytes or is not a backup is rejected', async () => {
  const bytes = readFileSync(goodBackup)
  for (const length of [0, 1, 511, 512, 5000, Math.floor(bytes.length / 2), bytes.length - 1024, bytes.length - 1]) {
    await assertRestoreRefused(writeBackup('short.stint', bytes.subarray(0, length)), /is damaged/)
  }
  await assertRestoreRefused(writeBackup('long.stint', Buffer.concat([bytes, Buffer.alloc(512)])), /is damaged/)
  await assertRestoreRefused(writeBackup('text.stint', Buffer.from('hello\n'.repeat(1000))), /is damaged/)
  await assertRestoreRefused(join(workFolder, 'nowhere.stint'), /it is not there/)
  await assertRestoreRefused(workFolder, /is damaged: it is not a file/)
})

/** The valid backup with a changed manifest or a changed entry; everything else is valid. */
async function rewriteBackup(
  change: (manifest: JsonObject) => void,
  name?: string,
  bytes = Buffer.from('x'),
): Promise<string> {
  const file = join(workFolder, 'remade.stint')
  rmSync(file, { force: true })
  const archive = await openArchive(goodBackup)
  const writer = await writeArchive(file)
  let manifest: JsonObject = {}
  for (const place of await archive.readEntries(() => undefined)) {
    const content = await archive.readAll(place)
    if (place.name === 'manifest.json') manifest = JSON.parse(String(content)) as JsonObject
    else if (place.name !== 'manifest.sha256') await writer.add(place.name, content)
  }
  await archive.close()
  const entries = manifest.entries as unknown[]
  if (name !== undefined) entries.push(await writer.add(name, bytes))
  change(manifest)
  const { sha256 } = await writer.add('manifest.json', Buffer.from(JSON.stringify(manifest)))
  await writer.add('manifest.sha256', Buffer.from(`${sha256}  manifest.json\n`))
  await writer.finish()
  return file
}

quickTest('T-41: no entry of a backup reaches outside the folder', async () => {
  const canary = join(workFolder, 'canary')
  writeFileSync(canary, 'sings')
  const names = [
    '../canary',
    '..\\canary',
    canary,
    'files/../../canary',
    'files/%2e%2e/canary',
    'tables/../secret.key',
    'stint.sqlite',
  ]
  for (const name of names)
    await assertRestoreRefused(await rewriteBackup(() => undefined, name), /does not belong into a backup/)
  const planted = 'files/00/'.padEnd(9 + 62, '0')
  await assertRestoreRefused(await rewriteBackup(() => undefined, planted), /is not named by its bytes/)
  // A link, as another tar program would write it. We never write such a header.
  const link = tarHeader({ name: 'files', size: 0 })
  link.write('2', 156)
  link.write('..', 157)
  await assertRestoreRefused(writeBackup('link.stint', Buffer.concat([link, Buffer.alloc(1024)])), /is damaged/)
  assert.equal(readFileSync(canary, 'utf8'), 'sings')
})

longTest('counts, sums, schemas and tables that do not match are rejected', async () => {
  const tables = (manifest: JsonObject) =>
    manifest.tables as Record<string, { rows: number; sums: Record<string, string> }>
  const schema = (manifest: JsonObject) => manifest.schema as JsonObject[]
  await assertRestoreRefused(
    await rewriteBackup((manifest) => Object.assign(tables(manifest).time ?? {}, { rows: 1 })),
    /of 1 rows of time/,
  )
  const otherSum = (manifest: JsonObject) => Object.assign(tables(manifest).time?.sums ?? {}, { time: '5' })
  await assertRestoreRefused(await rewriteBackup(otherSum), /time\.time adds up to \d+ instead of 5/)
  const newer = { number: 99, name: 'later', checksum: 'x' }
  await assertRestoreRefused(
    await rewriteBackup((manifest) => schema(manifest).push(newer)),
    /was made by Stint .*does not know/,
  )
  await assertRestoreRefused(
    await rewriteBackup((manifest) => Object.assign(schema(manifest)[0] ?? {}, newer)),
    /does not know/,
  )
  await assertRestoreRefused(
    await rewriteBackup((manifest) => Object.assign(manifest, { format: 'stint backup 9' })),
    /its format is/,
  )
  await assertRestoreRefused(
    await rewriteBackup((manifest) => delete tables(manifest).task),
    /the table task is missing/,
  )
})

longTest('a backup of an older schema is restored unchanged, and the server migrates it', async () => {
  const [old, data] = [processes.newFolder(), processes.newFolder()]
  const migrations = await readMigrations('sqlite', migrationsFolder)
  const store = createSqliteStore(old, migrations.slice(0, 2), new FixedClock('2026-01-01T00:00:00Z'))
  await store.commit()
  await store.close()
  const file = join(old, 'old.stint')
  assert.equal((await runToSuccess(processes, ['backup', '--data', old, '--to', file])).schema, 2)
  assert.equal((await runToSuccess(processes, ['restore', '--from', file, '--data', data])).schema, 2)
  const server = await processes.serve(data)
  assert.equal((await server.request('/company/', { token: server.token })).status, 200)
  await server.process.stop()
})

longTest('a backup removes what killed backups of any name left in its folder, and nothing else', async () => {
  const folder = processes.newFolder()
  // No process has the first number, and the parent of this process runs.
  const [dead, old, running] = [
    'a.stint.unfinished-4194305',
    `b.unfinished-${process.ppid}`,
    `c.unfinished-${process.ppid}`,
  ]
  const others = ['d.unfinished-', 'e.unfinished-12x', 'f.stint']
  for (const name of [dead, old, running, ...others]) writeFileSync(join(folder, name), 'bytes')
  utimesSync(join(folder, old), machineNow() / 1000 - 100_000, machineNow() / 1000 - 100_000)
  const writer = await writeArchive(join(folder, 'new.stint'))
  await writer.abandon()
  assert.deepEqual(readdirSync(folder).sort(), [running, ...others])
})

longTest('a server and another restore reject a folder with an unfinished copy', async () => {
  const data = processes.newFolder()
  writeFileSync(join(data, 'unfinished-copy'), '')
  await runToFailure(processes, ['serve', '--data', data, '--port', '0'], /holds a copy that was never finished/)
  await runToFailure(
    processes,
    ['restore', '--from', goodBackup, '--data', data],
    /holds a copy that was never finished/,
  )
})

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

longTest('a full disk during backup, restore or move gives one message, and nothing is left behind', async () => {
  const sum = hashOf(join(source, 'stint.sqlite'))
  const failed = async (blocks: number, args: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await runOnSmallDisk(processes, blocks, args)
    assert.deepEqual([code, stdout], [1, ''], stderr)
    assert.match(stderr, /^stint: [^\n]+\.\n$/)
    assert.match(stderr, /was not made|were not moved|was not restored/)
  }
  const folder = processes.newFolder()
  await failed(100, ['backup', '--data', source, '--to', join(folder, 'full.stint')])
  assert.deepEqual(readdirSync(folder), [])
  const data = join(folder, 'restored')
  await failed(800, ['restore', '--from', goodBackup, '--data', data])
  assert.ok(!existsSync(data))
  const url = await newDurableDatabase()
  await runToSuccess(processes, ['move', '--data', source, '--to', url])
  const target = join(folder, 'moved')
  mkdirSync(target)
  await runToSuccess(processes, ['restore', '--from', goodBackup, '--data', target])
  for (const file of ['stint.sqlite', 'quota.sqlite']) rmSync(join(target, file))
  const was = readdirSync(target)
  await failed(800, ['move', '--data', target, '--database-url', url, '--to', 'sqlite'])
  assert.deepEqual(readdirSync(target), was)
  assert.equal(hashOf(join(source, 'stint.sqlite')), sum)
})

longTest('a connection that breaks during a move leaves the new database empty', async () => {
  const url = await newDurableDatabase()
  const { hostname, port } = new URL(url)
  let remaining = 150_000
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    client.on('data', (bytes) => {
      remaining -= bytes.length
      if (remaining > 0) server.write(bytes)
      else {
        client.destroy()
        server.destroy()
      }
    })
    server.on('data', (bytes) => client.write(bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const through = Object.assign(new URL(url), {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  }).href
  try {
    await runToFailure(
      processes,
      ['move', '--data', source, '--to', through],
      /were not moved: the connection to PostgreSQL was lost/,
    )
    assert.ok(remaining <= 0, 'the move ended before the connection did')
    const tables = 'select relname from pg_class where relnamespace = current_schema()::regnamespace'
    assert.deepEqual((await withPgClient(url, (client) => client.query(tables))).rows, [])
    await runToSuccess(processes, ['move', '--data', source, '--to', url])
  } finally {
    proxy.close()
  }
})

longTest('a backup never overwrites a file, and wrong usage exits with 2', async () => {
  const { size } = statSync(goodBackup)
  await runToFailure(processes, ['backup', '--data', source, '--to', goodBackup], /exists already/)
  assert.equal(statSync(goodBackup).size, size)
  await runToFailure(
    processes,
    ['backup', '--data', join(workFolder, 'none'), '--to', join(workFolder, 'x.stint')],
    /There is no Stint database/,
  )
  for (const args of [
    ['restore'],
    ['move', '--to', 'mysql'],
    ['export', '--account', 'x', '--to', workFolder],
    ['backup', '--nope'],
  ]) {
    assert.equal((await runStint(processes, args, { STINT_DATA: source })).code, 2, args.join(' '))
  }
})
