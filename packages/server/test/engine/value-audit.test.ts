// T-342: `stint doctor --deep` finds every bit that changed in a text or number of a record, in either of its two
// copies, the row and the event. Other places of the file are flipped too, and what is found there is counted.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { isLong } from '../../../../scripts/test-suites.ts'
import { auditValues } from '../../src/engine/value-audit.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { checkIntegrity } from '../../src/io/integrity-check.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { openSqlite } from '../../src/io/sqlite.ts'
import { changeLog } from '../../src/main/event-log.ts'
import { eachApiFixture } from '../fixture/api-caller.ts'
import { type ApiFixture, fixtureNow, startApiFixture } from '../fixture/api-fixture.ts'
import { Random } from '../fixture/random.ts'

const root = mkdtempSync(join(tmpdir(), 'stint-bits-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** A statement of the test itself. */
const sqlText = (text: string) => sql.raw(text)

const noProgress = { begin: () => undefined, add: () => undefined }
const audit = async (database: Database, accountid: number): Promise<string[]> =>
  (await auditValues(database, accountid, changeLog.tables, noProgress)).problems

const openIn = (dataFolder: string, alongsideServer = false): Promise<Database> =>
  openSqlite({
    ...{ dataFolder, clock: new FixedClock(fixtureNow), log: () => undefined, workersMayShare: false },
    ...{ alongsideServer, changeLog },
  })

const texts = Array.from({ length: 40 }, (_, at) => `Unmistakable text number ${at + 100} of a client`)

/** The ids by name. */
async function writeClients({ make, a }: ApiFixture): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const name of texts) {
    const body = { name, datecreated: '2026-01-01', description: `${name}, described` }
    ids.set(name, String((await make(a.tokens.administrator, '/client/', body)).id))
  }
  return ids
}

/** Everything that `stint doctor --deep` runs over the records and the pages. An error of the database is found too. */
async function findings(folder: string, accountid: number): Promise<string[]> {
  try {
    const database = await openIn(folder, true)
    try {
      const { problems } = await checkIntegrity(undefined, folder)
      return [...problems, ...(await audit(database, accountid))]
    } finally {
      await database.close()
    }
  } catch (error) {
    return [String(error)]
  }
}

/** The rows as the table has them, and not as an index has them. */
function rowsIn(folder: string): string {
  const file = new BetterSqlite(join(folder, 'stint.sqlite'), { readonly: true })
  try {
    return JSON.stringify(['client', 'event'].map((table) => file.prepare(`select * from ${table} not indexed`).all()))
  } catch (error) {
    return String(error)
  } finally {
    file.close()
  }
}

test('T-342: a flipped bit in a text is found with its record and field, in the row and in the event', async () => {
  const source = join(root, 'source')
  const database = await openIn(source)
  const fixture = await startApiFixture(database)
  const ids = await writeClients(fixture)
  const { accountid } = fixture.a
  assert.deepEqual(await audit(database, accountid), [])
  await fixture.app.close()
  await database.close()
  const bytes = readFileSync(join(source, 'stint.sqlite'))
  const random = new Random(1)
  const rows = rowsIn(source)
  /** What is found; null if the place is an unused part of a page, where rows were before. */
  const flipped = async (place: number, bit: number): Promise<string[] | null> => {
    const folder = join(root, 'flipped')
    rmSync(folder, { recursive: true, force: true })
    cpSync(source, folder, { recursive: true })
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ (1 << bit)
    writeFileSync(join(folder, 'stint.sqlite'), changed)
    return rowsIn(folder) === rows ? null : findings(folder, accountid)
  }
  const places: { readonly at: number; readonly name: string }[] = []
  for (const name of texts.filter((_, at) => at % (isLong ? 8 : 20) === 0))
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) places.push({ at, name })
  let live = 0
  for (const { at, name } of places) {
    const found = await flipped(at + random.below(name.length), random.below(7))
    if (found === null) continue
    live++
    assert.ok(
      found.some((text) => text.includes(`client ${ids.get(name)}`)),
      `${name} at ${at}: ${found}`,
    )
  }
  assert.equal(live, isLong ? 20 : 8, 'each record has two texts, each in the row and in the event')
  const counts = { live: 0, found: 0 }
  for (let one = 0; one < (isLong ? 40 : 12); one++) {
    const found = await flipped(random.pick(places).at - 60 + random.below(200), random.below(8))
    if (found === null) continue
    counts.live++
    if (found.length > 0) counts.found++
  }
  assert.ok(counts.live >= (isLong ? 20 : 6) && counts.found >= counts.live * 0.7, JSON.stringify(counts))
})

eachApiFixture((fixture) => {
  test('T-342: a value that differs from its newest event is reported once, with record, field and event', async () => {
    const { a, database, make } = fixture()
    const { accountid } = a
    const token = a.tokens.administrator
    const long = 'x'.repeat(3000)
    const client = await make(token, '/client/', { name: 'Before', datecreated: '2026-01-01', description: long })
    assert.deepEqual(await audit(database, accountid), [])
    const set = (text: string) => database.write(accountid, (tx) => tx.run('quota', statement(sqlText(text))))
    const task = a.tasks.own
    const changes = [
      ['client', client.id, 'name', "'Befose'"],
      ['client', client.id, 'active', "'f'"],
      ['client', client.id, 'datecreated', "'2026-01-05 00:00:00'"],
      ['client', client.id, 'description', `'y${long.slice(1)}'`],
      ['client', client.id, 'localid', '99'],
      ['task', task, 'title', "'another'"],
      ['task', task, 'summary', "''"],
      ['project', a.projects.seen, 'name', "'another'"],
      ['person', a.people.manager, 'firstname', "'another'"],
    ] as const
    let reported = 0
    for (const [table, id, column, value] of changes) {
      const [before] = await database.read(accountid, (tx) =>
        tx.all(statement(sqlText(`select ${column} from ${table} where id = ${id}`))),
      )
      const isSet = before?.[0] !== null && before?.[0] !== ''
      await set(`update ${table} set ${column} = ${value} where id = ${id}`)
      const problems = await audit(database, accountid)
      if (isSet) {
        reported++
        assert.equal(problems.length, 1, `${table}.${column}: ${problems}`)
        assert.match(problems[0] ?? '', new RegExp(`^${column} of ${table} ${id} is not what event \\d+ says$`))
      }
      const old = typeof before?.[0] === 'number' ? before[0] : `'${before?.[0]}'`
      await set(`update ${table} set ${column} = ${before?.[0] === null ? 'null' : old} where id = ${id}`)
      assert.deepEqual(await audit(database, accountid), [])
    }
    assert.ok(reported >= 7, `${reported} were reported`)
    await set(`update event set changes = '[{' where recordid = ${client.id}`)
    assert.match((await audit(database, accountid)).join(), /^event \d+ of client \d+ cannot be read$/)
  })

  test('T-342: events of before a migration, and up to a day after it, are not compared', async () => {
    const { a, database, make } = fixture()
    const { accountid } = a
    const token = a.tokens.administrator
    const set = (text: string) => database.write(accountid, (tx) => tx.run('quota', statement(sqlText(text))))
    const ids: string[] = []
    for (const name of ['Long before', 'Just before', 'Later'])
      ids.push(String((await make(token, '/client/', { name, datecreated: '2026-01-01' })).id))
    const dates = ['2026-05-01 10:00:00', '2026-05-10 11:00:00', '2026-05-11 12:00:01']
    for (const [at, date] of dates.entries()) await set(`update event set date = '${date}' where recordid = ${ids[at]}`)
    await set(`update event set date = '2026-05-01 09:00:00' where date not in ('${dates.join("', '")}')`)
    await set(`update migration set applied = '2026-05-10 10:00:00'`)
    await set(`update client set name = 'Changed' where id in (${ids.join()})`)
    const found = async (): Promise<string[]> =>
      (await audit(database, accountid)).filter((text) => ids.some((id) => text.startsWith(`name of client ${id} `)))
    assert.equal((await found()).length, 1)
    assert.match((await found()).join(), new RegExp(`client ${ids[2]} `))
    await set(`update migration set applied = '2026-05-01 08:00:00'`)
    assert.equal((await found()).length, 3, 'nothing is older than a new database')
  })

  test('T-342: a field that was secret when it was changed is not compared', async () => {
    const { a, database, make } = fixture()
    const { accountid } = a
    const { id } = await make(a.tokens.administrator, '/client/', { name: 'Shown', datecreated: '2026-01-01' })
    const set = (text: string) => database.write(accountid, (tx) => tx.run('quota', statement(sqlText(text))))
    await set(
      `insert into event select accountid, id + 100000, date, personid, channel, requestid, resource, recordid, projectid, kind,
        '<name>', '[{"field":"name"}]', removed from event where recordid = ${id}`,
    )
    await set(`update client set name = 'Other' where id = ${id}`)
    const problems = await audit(database, accountid)
    assert.ok(!problems.some((text) => text.includes(`client ${id} `)), problems.join())
  })
})
