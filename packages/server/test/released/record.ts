// `npm run record`: records the schema of this program as a released one: the demo company in a new SQLite file, and
// the responses of this code. Run it once when a schema is released, with the code of the release. An existing
// recording is not replaced, because later code could not record the same.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '../../src/accounts/create-account.ts'
import { createServer } from '../../src/api/server.ts'
import { FixedClock } from '../../src/io/clock.ts'
import { FolderFileStore } from '../../src/io/folder-file-store.ts'
import { migrationsFolder, readMigrations } from '../../src/io/migrations.ts'
import { openDatabase } from '../../src/io/open-database.ts'
import { dayInZone } from '../../src/kit/calendar.ts'
import { demoZone } from '../../src/main/demo/demo-writer.ts'
import { loadDemo } from '../../src/main/demo/load-demo.ts'
import { demoTokens } from '../../src/main/demo/people.ts'
import { reports } from '../../src/reports/all.ts'
import { resources } from '../../src/resources/all.ts'
import { send, testOptions } from '../fixture/api-fixture.ts'
import { collectAnswers } from './questions.ts'
import { folderOf, releasedKey, writeSnapshot } from './snapshot.ts'

/** A Thursday noon in Berlin. */
const instant = '2026-05-14T10:00:00Z'

const migrations = await readMigrations('sqlite', migrationsFolder)
const schema = migrations.length
if (existsSync(folderOf(schema))) {
  console.error(`Schema ${schema} is recorded already, in ${folderOf(schema)}.`)
  process.exit(1)
}
const data = mkdtempSync(join(tmpdir(), 'stint-record-'))
const clock = new FixedClock(instant)
const files = new FolderFileStore(join(data, 'files'))
try {
  const database = await openDatabase({ dataFolder: data, clock, secretKeys: [releasedKey] })
  const owner = await createAccount(database, {
    name: 'Demo company',
    timezone: demoZone,
    today: dayInZone(clock.now(), demoZone),
    administrator: { firstname: 'Ada', lastname: '', username: 'admin', passwordHash: '', email: 'ada@example.com' },
  })
  await loadDemo(database, clock, owner, files)
  const app = createServer({ ...testOptions(database, clock), files })
  const call = (request: Parameters<typeof send>[1]) => send(app, request)
  const answers = await collectAnswers({ resources, reports, tokens: demoTokens, call })
  await app.close()
  await database.close()
  const applied = migrations.map(({ number, name, checksum }) => ({ number, name, checksum }))
  console.log(`${writeSnapshot({ schema, instant, migrations: applied }, data, answers)}: ${answers.length} answers`)
} finally {
  rmSync(data, { recursive: true, force: true })
}
