// Threat T-330: what a server that is started under a wrong clock must not delete for good, and how long old data waits
// for a clock that is right after a long pause. How long each kind of data is kept is tested beside its rules.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { createPasswordLink } from '../../src/auth/link-code.ts'
import { FixedClock } from '../../src/io/clock.ts'
import { type Database, nextId } from '../../src/io/database.ts'
import type { FileStore } from '../../src/io/file-store.ts'
import { type Fragment, sql, statement } from '../../src/io/sql.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { ExpiredDataCleanup } from '../../src/main/cleanup.ts'
import { beginKnownTime, RetentionTime } from '../../src/main/retention-time.ts'
import { insertDelivery } from '../../src/webhooks/deliveries.ts'
import { eachApiFixture, secondServer, selectRows } from '../fixture/api-caller.ts'
import { testFiles } from '../fixture/api-fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const yearMs = 365 * dayMs
const keptDays = 400

/** Keeps the messages of warnings and of what is told at the level info. */
class KeptLog {
  readonly lines: string[] = []
  readonly log = pino({ base: null }, { write: (line: string) => this.lines.push(JSON.parse(line).msg) })

  count(pattern: RegExp): number {
    return this.lines.filter((line) => pattern.test(line)).length
  }
}

const waits = /more than a day ahead/
const goesOn = /are deleted again/

/** Runs the first removal of old data of a server, and stops the server. */
const startAndStop = (database: Database, now: number, files: FileStore = testFiles): Promise<void> =>
  new ExpiredDataCleanup(database, files, new FixedClock(now), pino({ level: 'silent' }), keptDays).stop()

/** As while a mounted folder is not in its place. */
const unreachable = new Proxy(testFiles, {
  get: (target, name) => {
    if (name === 'cleanUp') return () => Promise.reject(new Error('unreachable'))
    return Reflect.get(target, name, target)
  },
})

const stepHours = 4

/** A server that only asks for the time by which it may delete, when it starts and then every four hours. */
class Server {
  readonly kept = new KeptLog()
  readonly clock: FixedClock
  readonly #time: RetentionTime

  constructor(database: Database, now: number) {
    this.clock = new FixedClock(now)
    this.#time = new RetentionTime(database, this.clock, this.kept.log)
  }

  async earliest(): Promise<number> {
    return (await this.#time.read()).earliest
  }

  async step(): Promise<number> {
    this.clock.moveBy(stepHours * hourMs)
    return this.earliest()
  }

  async run(hours: number): Promise<number> {
    let earliest = await this.earliest()
    for (let hour = 0; hour < hours; hour += stepHours) earliest = await this.step()
    return earliest
  }
}

const forgetTime = statement(sql`delete from installation where name = 'time'`)

eachApiFixture((fixture, kind, testDatabase) => {
  const forget = (): Promise<void> => fixture().database.write(0, (tx) => tx.run('installation', forgetTime))
  beforeEach(forget)

  const start = (now: number): Server => new Server(fixture().database, now)

  const kinds: Readonly<Record<string, Fragment>> = {
    events: sql`select event.id from event`,
    notifications: sql`select notification.id from notification`,
    links: sql`select linkcode.personid from linkcode`,
    deliveries: sql`select webhookdelivery.id from webhookdelivery`,
    mails: sql`select outbox.id from outbox`,
  }
  const counts = async (): Promise<Record<string, number>> => {
    const found: Record<string, number> = {}
    for (const [name, text] of Object.entries(kinds))
      found[name] = (await selectRows(fixture(), fixture().a.accountid, text)).length
    return found
  }

  test('T-330: a start under a clock two years ahead deletes nothing for good', async () => {
    const { a, database, clock } = fixture()
    const now = utcText(clock.now())
    await database.write(a.accountid, async (tx) => {
      const personid = a.people.manager
      await createPasswordLink(tx, { personid, kind: 'invite', now: clock.now(), address: null })
      const hook = { url: 'https://a.example', events: 'task', secret: 'x' }
      const webhookid = await tx.insert('webhook', { id: nextId, personid, ...hook, datecreated: now })
      const id = await insertDelivery(tx, { webhookid, eventid: null, event: '{}', now })
      await tx.update('webhookdelivery', id, { status: 'failed' })
      const to = { recipient: 'a@example.com', recipientname: 'A', subject: 'A', plain: 'A', html: 'A', messageid: 'a' }
      const when = { datecreated: now, heldtill: now, givenup: now }
      await tx.insert('outbox', { id: nextId, personid, kind: 'reset', ...to, ...when })
    })
    const before = await counts()
    for (const [name, count] of Object.entries(before)) assert.ok(count > 0, `${kind}: no ${name}`)
    await beginKnownTime(database, clock)
    await startAndStop(database, clock.now() + 2 * yearMs)
    assert.deepEqual(await counts(), before, 'the clock is two years ahead')
    await startAndStop(database, clock.now())
    assert.deepEqual(await counts(), before, 'the clock is right again')
    await startAndStop(database, clock.now() + 2 * yearMs)
    assert.deepEqual(await counts(), before, 'the clock is two years ahead again')
  })

  test('other old data is deleted also while the files cannot be reached', async () => {
    const { a, database, clock } = fixture()
    const old = await database.write(a.accountid, (tx) =>
      tx.insert('notification', {
        ...{ id: nextId, personid: a.people.manager, kind: 'assigned', resource: 'task', recordid: 1 },
        ...{ date: '2001-01-01 00:00:00', inapp: 't' },
      }),
    )
    const isKept = async () =>
      (await selectRows(fixture(), a.accountid, sql`select 1 from notification where id = ${sql.lit(old)}`)).length > 0
    assert.equal(await isKept(), true)
    await beginKnownTime(database, clock)
    await startAndStop(database, clock.now(), unreachable)
    assert.equal(await isKept(), false)
  })

  test('T-330: a database without a known time takes the dates of its records', async () => {
    const { database, clock } = fixture()
    const before = await counts()
    await startAndStop(database, clock.now() + 2 * yearMs)
    assert.deepEqual(await counts(), before)
  })

  test('T-330: a clock that is right is believed at once, also after a night', async () => {
    const { clock } = fixture()
    const server = start(clock.now())
    assert.equal(await server.run(8), server.clock.now())
    const next = start(server.clock.now() + 20 * hourMs)
    assert.equal(await next.earliest(), next.clock.now())
    assert.deepEqual([...server.kept.lines, ...next.kept.lines], [])
  })

  test('T-330: after a year without a server old data is deleted a week later, also with restarts', async () => {
    const { database, clock } = fixture()
    const known = await start(clock.now()).earliest()
    let server = start(known + yearMs)
    assert.equal(await server.run(100), known + 100 * hourMs)
    assert.deepEqual([server.kept.count(waits), server.kept.count(goesOn)], [1, 0], 'the warning is not repeated')
    server = start(server.clock.now() + 3 * dayMs)
    assert.equal(await server.run(64), known + 164 * hourMs, 'the time without a server does not count')
    assert.equal(await server.run(4), server.clock.now())
    assert.deepEqual([server.kept.count(waits), server.kept.count(goesOn)], [1, 1])
    await startAndStop(database, server.clock.now() + hourMs)
    const { events = 0, ...others } = await counts()
    assert.ok(events > 0, 'they are kept longer than a year')
    assert.deepEqual(others, { notifications: 0, links: 0, deliveries: 0, mails: 0 })
  })

  test('T-330: a clock that was wrong while a server ran is not believed, also after a restart', async () => {
    const { clock } = fixture()
    const server = start(clock.now())
    await server.run(4)
    server.clock.jumpBy(2 * yearMs)
    assert.equal(await server.run(48), server.clock.now() - 2 * yearMs)
    const restarted = start(server.clock.now())
    assert.equal(await restarted.run(48), restarted.clock.now() - 2 * yearMs)
    restarted.clock.jumpBy(-2 * yearMs)
    assert.equal(await restarted.run(4), restarted.clock.now(), 'it is right again')
  })

  test('T-330: a clock that is behind when the machine starts does not change what is known', async () => {
    const { clock } = fixture()
    const known = await start(clock.now()).earliest()
    const behind = start(known - 6 * yearMs)
    assert.equal(await behind.earliest(), known - 6 * yearMs, 'nothing is deleted by a time that is not reached')
    behind.clock.jumpBy(6 * yearMs)
    await behind.run(28)
    assert.equal(await behind.earliest(), behind.clock.now())
    assert.equal(behind.kept.count(waits), 0)
  })

  test('T-330: of two servers, the one whose clock is ahead never deletes by it', async () => {
    const { database: second } = await secondServer(fixture(), testDatabase())
    const { clock } = fixture()
    const right = start(clock.now())
    const wrong = new Server(second, clock.now() + 2 * yearMs)
    for (let hour = 0; hour < 10 * 24; hour += stepHours) {
      assert.equal(await right.step(), right.clock.now())
      assert.ok((await wrong.step()) <= right.clock.now())
    }
  })

  test('T-330: several servers with the right clock wait as long as one', async () => {
    const { database: second } = await secondServer(fixture(), testDatabase())
    const { clock } = fixture()
    const known = await start(clock.now()).earliest()
    const servers = [start(known + yearMs), new Server(second, known + yearMs)]
    for (const server of servers) await server.earliest()
    for (let hour = stepHours; hour < 7 * 24; hour += stepHours) {
      for (const server of servers) assert.equal(await server.step(), known + hour * hourMs)
    }
    for (const server of servers) assert.equal(await server.step(), server.clock.now())
  })
})
