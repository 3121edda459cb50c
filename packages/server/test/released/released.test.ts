// I-45: a database of every schema that was ever released, opened by today's code, is migrated, is well, and answers what it
// answered then: every field of then has its value of then. Fields that came since may stand beside them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from '../../src/api/server.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { FolderFiles } from '../../src/io/files.ts'
import { label, migrationsFolder, readMigrations } from '../../src/io/migrate.ts'
import { openDatabase } from '../../src/io/open.ts'
import { readSettings } from '../../src/main/config.ts'
import { examine } from '../../src/main/doctor.ts'
import { moveToPostgres } from '../../src/main/move.ts'
import { Progress } from '../../src/main/progress.ts'
import { Desk } from '../startup/stint.ts'
import { newDurableDatabase } from '../world/databases.ts'
import { type Json, type JsonObject, send, testOptions } from '../world/world.ts'
import { type Fixture, fixtures, releasedKey } from './fixture.ts'
import { type Answer, bodyOf } from './questions.ts'

/** Migrations that are still being written: they may change, and no server has them. One that lands is recorded. */
const unreleased: readonly string[] = []

interface Intended {
  /** Up to which schema it was otherwise. */
  readonly until: number
  readonly path: RegExp
  /** Where in the answer, as `differences` names it. */
  readonly at: RegExp
  readonly reason: string
}

/** What is deliberately not answered as it was. */
const intended: readonly Intended[] = [
  {
    until: 1,
    path: /./,
    at: /^\/body\/error\/verbose\/.* a Executive .* an Executive /,
    reason: 'roles have their article',
  },
]

const desk = new Desk()
const all = fixtures()

test('I-45: every migration is part of a recorded schema, or is named as not released yet', async () => {
  const known = (await readMigrations('sqlite', migrationsFolder)).map(label)
  const recorded = new Set(all.flatMap(({ migrations }) => migrations.map(label)))
  const missing = known.filter((name) => !recorded.has(name) && !unreleased.includes(name))
  assert.deepEqual(missing, [], 'record it (npm run record), or name it in `unreleased` while it is being written')
  const stale = unreleased.filter((name) => recorded.has(name) || !known.includes(name))
  assert.deepEqual(stale, [], 'named as unreleased, and recorded or gone')
})

test('I-45: a recorded migration is never changed', async () => {
  const known = await readMigrations('sqlite', migrationsFolder)
  for (const { schema, migrations } of all) {
    assert.equal(migrations.length, schema)
    for (const was of migrations) {
      const { number, name, checksum } = known[was.number - 1] ?? {}
      assert.deepEqual({ number, name, checksum }, was, `${label(was)} was released: write a new migration instead`)
    }
  }
})

/** Where today's answer lacks something of then, or has another value. */
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

async function compare(fixture: Fixture, database: Database, clock: FixedClock, data: string): Promise<void> {
  const app = createServer({ ...testOptions(database, clock), files: new FolderFiles(`${data}/files`) })
  const found: string[] = []
  const isIntended = ({ path }: Answer, difference: string): boolean =>
    intended.some((one) => fixture.schema <= one.until && one.path.test(path) && one.at.test(difference))
  const answers = fixture.answers()
  const waiting = answers.values()
  const ask = async (): Promise<void> => {
    for (const answer of waiting) {
      const { role, token, path, status, body } = answer
      const reply = await send(app, { token, path })
      const changes = differences({ status, body }, { status: reply.status, body: bodyOf(reply) })
      found.push(...changes.filter((one) => !isIntended(answer, one)).map((one) => `${role} ${path} ${one}`))
    }
  }
  await Promise.all(Array.from({ length: 4 }, ask))
  await app.close()
  assert.ok(answers.length > 300, 'there is too little to compare')
  assert.deepEqual(found.slice(0, 20), [], `${found.length} differences`)
}

for (const fixture of all) {
  for (const kind of ['sqlite', 'postgres'] as const) {
    test(`I-45: a database of schema ${fixture.schema} is migrated on ${kind}, is well, and answers as it did`, async () => {
      const data = desk.folder()
      fixture.unpack(data)
      const url = kind === 'sqlite' ? undefined : await newDurableDatabase()
      // The old schema is built there, and filled; today's code finds it as an old program would have left it.
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
      const known = await readMigrations('sqlite', migrationsFolder)
      const applied = lines.flatMap((line) => /^Applied migration (\S+)\.$/.exec(line)?.[1] ?? [])
      assert.deepEqual(applied, known.slice(fixture.schema).map(label))
      try {
        await compare(fixture, database, clock, data)
      } finally {
        await database.close()
      }
      const settings = readSettings({ data, databaseUrl: url, secretKey: releasedKey.toString('base64') }, {})
      const checks = await examine(settings, { deep: true, done: () => undefined })
      const findings = checks.flatMap(({ name, findings: each }) => each.map((finding) => `${name}: ${finding}`))
      assert.deepEqual(findings, [])
    })
  }
}
