// I-45: a database of every released schema, opened by the current code, is migrated, is consistent, and gives the
// recorded responses: every recorded field has its recorded value. New fields are allowed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import { createServer } from '../../src/api/server.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { type Migration, migrationLabel, migrationsFolder, readMigrations } from '../../src/io/migrations.ts'
import { openDatabase } from '../../src/io/open-database.ts'
import { PostgresConnection } from '../../src/io/postgres-connection.ts'
import { addLookups } from '../../src/io/postgres-distribution.ts'
import { withoutTimeouts } from '../../src/io/postgres-settings.ts'
import { runChecks } from '../../src/main/commands/doctor-checks.ts'
import { Progress } from '../../src/main/commands/progress.ts'
import { readSettings } from '../../src/main/config.ts'
import { moveToPostgres } from '../../src/main/transfer/move.ts'
import { send, testOptions } from '../fixture/api-fixture.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import type { Json, JsonObject } from '../fixture/request-parts.ts'
import { TextWatch, tablesOfAccounts, tablesWithoutAccount } from '../fixture/statement-accounts.ts'
import { TestProcesses } from '../process/stint-process.ts'
import { bodyOf, type RecordedAnswer } from './questions.ts'
import { type ReleasedSnapshot, releasedKey, releasedSnapshots } from './snapshot.ts'

/** A migration that is still being written has a comment that says so. It may change, and no server has it. */
const isUnreleased = ({ text }: Migration): boolean => /(?:^|\s)-- not released yet$/m.test(text)

interface IntendedDifference {
  /** The last schema with the old response. */
  readonly until: number
  /** Only in responses to this role. */
  readonly role?: string
  readonly path: RegExp
  /** The position in the response, as `differences` names it. */
  readonly at: RegExp
  readonly reason: string
}

/** Responses that were changed on purpose. */
const intendedDifferences: readonly IntendedDifference[] = [
  {
    until: 1,
    path: /./,
    at: /^\/body\/error\/verbose\/.* a Executive .* an Executive /,
    reason: 'roles have their article',
  },
  {
    until: 6,
    path: /^\/(task|milestone)\//,
    at: /\/(assignees|followers|owners): null is now ""$/,
    reason: 'an empty list of names is blank (decision 56)',
  },
  {
    until: 6,
    path: /^\/projectworktype\//,
    at: /\/(esttime|total): "" is now "0"$/,
    reason: 'an estimate that is not set is 0 (decision 56)',
  },
  {
    until: 6,
    role: 'Executive',
    path: /^\/tasklistfilter\//,
    at: /./,
    reason: 'Executives see only their own saved filters (T-96)',
  },
  {
    until: 6,
    path: /[?&]search=an&/,
    at: /\/listcount: |: not as many$/,
    reason: 'a search finds letters with accents too (decision 17)',
  },
]

const processes = new TestProcesses()
const snapshots = releasedSnapshots()

test('I-45: every migration is part of a recorded schema, or is marked as not released yet', async () => {
  const current = await readMigrations('sqlite', migrationsFolder)
  const recorded = new Set(snapshots.flatMap(({ migrations }) => migrations.map(migrationLabel)))
  const isRecorded = (migration: Migration): boolean => recorded.has(migrationLabel(migration))
  const missing = current.filter((migration) => !isRecorded(migration) && !isUnreleased(migration))
  assert.deepEqual(missing, [], 'record it (npm run record), or write "-- not released yet" while it is being written')
  assert.deepEqual(
    current.filter((migration) => isRecorded(migration) && isUnreleased(migration)),
    [],
  )
})

test('I-45: a recorded migration is never changed', async () => {
  const current = await readMigrations('sqlite', migrationsFolder)
  for (const { schema, migrations } of snapshots) {
    assert.equal(migrations.length, schema)
    for (const was of migrations) {
      const { number, name, checksum } = current[was.number - 1] ?? {}
      assert.deepEqual(
        { number, name, checksum },
        was,
        `${migrationLabel(was)} was released: write a new migration instead`,
      )
    }
  }
})

/** The positions where the current response lacks a recorded field or has another value. */
function differences(was: Json, now: Json | undefined, at = ''): string[] {
  if (Array.isArray(was)) {
    if (!Array.isArray(now) || now.length !== was.length) return [`${at}: not as many`]
    return was.flatMap((one, index) => differences(one, now[index], `${at}/${index}`))
  }
  if (typeof was === 'object' && was !== null) {
    if (typeof now !== 'object' || now === null || Array.isArray(now)) return [`${at}: not an object`]
    return Object.entries(was).flatMap(([name, value]) =>
      differences(value, (now as JsonObject)[name], `${at}/${name}`),
    )
  }
  return was === now ? [] : [`${at}: ${JSON.stringify(was)} is now ${JSON.stringify(now)}`]
}

async function compare(fixture: ReleasedSnapshot, database: Database, clock: FixedClock, data: string): Promise<void> {
  const app = createServer({ ...testOptions(database, clock), files: new FolderFileStore(`${data}/files`) })
  const unintended: string[] = []
  const isIntended = ({ path, role }: RecordedAnswer, difference: string): boolean =>
    intendedDifferences.some(
      (one) =>
        fixture.schema <= one.until && (one.role ?? role) === role && one.path.test(path) && one.at.test(difference),
    )
  const answers = fixture.answers()
  const waiting = answers.values()
  const ask = async (): Promise<void> => {
    for (const answer of waiting) {
      const { role, token, path, status, body } = answer
      const reply = await send(app, { token, path })
      const changes = differences({ status, body }, { status: reply.status, body: bodyOf(reply) })
      unintended.push(...changes.filter((one) => !isIntended(answer, one)).map((one) => `${role} ${path} ${one}`))
    }
  }
  await Promise.all(Array.from({ length: 4 }, ask))
  await app.close()
  assert.ok(answers.length > 300, 'too few responses to compare')
  assert.deepEqual(unintended.slice(0, 20), [], `${unintended.length} differences`)
}

/** The statements of a distributed database give the same responses, and name the account for every table. */
async function compareAsDistributed(
  fixture: ReleasedSnapshot,
  url: string,
  clock: FixedClock,
  data: string,
): Promise<void> {
  const watch = new TextWatch()
  const options = { url, dataFolder: data, clock, secretKeys: [releasedKey], watch, asDistributed: true }
  const connection = new PostgresConnection(url, withoutTimeouts)
  await addLookups(connection).finally(() => connection.close())
  const database = await openDatabase(options)
  await compare(fixture, database, clock, data).finally(() => database.close())
  const tables = await tablesOfAccounts(url)
  const ofSeveral = [...watch.texts].filter((text) => tablesWithoutAccount(text, tables).length > 0)
  assert.deepEqual(ofSeveral, [])
  assert.ok(watch.texts.size > 300, 'too few statements')
}

for (const fixture of snapshots) {
  // `npm test` opens the first and the newest schema on SQLite and the newest on PostgreSQL; the long suite the others.
  const isNewest = fixture === snapshots.at(-1)
  for (const kind of ['sqlite', 'postgres'] as const) {
    const isQuick = isNewest || (kind === 'sqlite' && fixture === snapshots[0])
    if (isQuick === isLong) continue
    test(`I-45: a database of schema ${fixture.schema} is migrated on ${kind}, is consistent, and gives the recorded responses`, async () => {
      const data = processes.newFolder()
      fixture.unpack(data)
      const url = kind === 'sqlite' ? undefined : await newDurableDatabase()
      // Creates the old schema with its rows on PostgreSQL, as an old version of the program would have left it.
      if (url !== undefined) await moveToPostgres(data, url, new Progress())
      const clock = new FixedClock(fixture.instant)
      const lines: string[] = []
      const database = await openDatabase({
        url,
        dataFolder: data,
        clock,
        secretKeys: [releasedKey],
        log: (line) => lines.push(line),
      })
      const current = await readMigrations('sqlite', migrationsFolder)
      const applied = lines.flatMap((line) => /^Applied migration (\S+)\.$/.exec(line)?.[1] ?? [])
      assert.deepEqual(applied, current.slice(fixture.schema).map(migrationLabel))
      try {
        await compare(fixture, database, clock, data)
      } finally {
        await database.close()
      }
      if (url !== undefined && isNewest) await compareAsDistributed(fixture, url, clock, data)
      const settings = readSettings({ data, databaseUrl: url, secretKey: releasedKey.toString('base64') }, {})
      const checks = await runChecks(settings, { deep: true, done: () => undefined })
      const findings = checks.flatMap(({ name, findings: each }) => each.map((finding) => `${name}: ${finding}`))
      assert.deepEqual(findings, [])
    })
  }
}
