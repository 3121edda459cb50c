// What no request causes: notices of tasks that are due tomorrow, and collected mails with several notifications, also
// when two servers do it at the same time (T-138) and when a reader lost access (T-139). And how long they are kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Engine } from '../../src/engine/engine.ts'
import { nextId } from '../../src/io/database.ts'
import { sql } from '../../src/io/sql.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { mailDueAt } from '../../src/mail/digest-time.ts'
import { notifyDueTomorrow, writeDueDigests } from '../../src/main/notifier.ts'
import { removeOldNotifications } from '../../src/maintenance/notification-retention.ts'
import { resources } from '../../src/resources/all.ts'
import { type ApiCaller, callerFor, selectRows, suiteApiFixture, taskBody } from '../fixture/api-caller.ts'
import { newApp, type PersonName, send } from '../fixture/api-fixture.ts'
import { mailSite, notifyHeaders } from '../fixture/mail-fixture.ts'
import type { Request } from '../fixture/request-parts.ts'

const hourMs = 3_600_000

suiteApiFixture((fixture) => {
  const as = (name: PersonName): ApiCaller => callerFor(fixture(), fixture().a.tokens[name])

  /** A caller whose requests ask for mails; nobody sends them. */
  const mailing = (name: PersonName): ApiCaller => {
    const app = newApp(fixture().database, fixture().clock, mailSite)
    return callerFor(
      { call: (request: Request) => send(app, { ...request, headers: request.headers ?? notifyHeaders }) },
      fixture().a.tokens[name],
    )
  }

  const outbox = async (personid: number) =>
    (
      await selectRows(
        fixture(),
        fixture().a.accountid,
        sql`select outbox.personid, outbox.kind, outbox.subject, outbox.plain from outbox order by outbox.id`,
      )
    )
      .filter((row) => Number(row[0]) === personid)
      .map(([, kind, subject, plain]) => ({ kind, subject: String(subject), plain: String(plain) }))

  const engine = () => new Engine(fixture().database, resources, mailSite)
  const twice = (work: (now: number) => Promise<void>, now: number) => Promise.all([work(now), work(now)])
  const digestsAt = (now: number) => twice((at) => writeDueDigests(engine(), fixture().database, at), now)

  test('T-138: assignees are told once that a task is due tomorrow, by whichever server', async () => {
    const { a, database, clock } = fixture()
    // 22:30 UTC is the next day in the zone of the account, so the tasks of 16 May are due tomorrow.
    const now = Date.parse('2026-05-14T22:30:00Z')
    assert.ok(clock.now() < now)
    const make = (title: string, more: object) =>
      as('administrator').create('/task/', taskBody(a, { title, datedue: '2026-05-16', ...more }))
    const both = `${a.people.resource},${a.people.administrator}`
    await make('Two assignees', { assigneeid: both, ownerid: a.people.manager })
    await make('Only an owner', { ownerid: a.people.manager })
    await make('Closed', { assigneeid: both, statusid: a.statuses.closed })
    await make('Another day', { assigneeid: both, datedue: '2026-05-15' })
    const run = (at: number) => notifyDueTomorrow(engine(), database, at)
    await twice(run, now)
    await run(now + hourMs)
    const titles = async (name: PersonName) =>
      (await as(name).list('/notification/?limit=0&kind=duetomorrow')).rows.map(({ title, actor }) => [title, actor])
    assert.deepEqual(await titles('resource'), [['Two assignees', null]])
    assert.deepEqual(await titles('administrator'), [['Two assignees', null]])
    assert.deepEqual(await titles('manager'), [['Only an owner', null]])
    assert.deepEqual(await outbox(a.people.resource), [])
  })

  test('T-138: collected notifications are in one mail, at its time, and in no second one', async () => {
    const { a, clock } = fixture()
    await as('resource').update('/me/', {
      mailhourly: 'taskassigned',
      maildaily: 'taskcommented',
      inappoff: 'taskcommented',
    })
    const first = await mailing('administrator').create(
      '/task/',
      taskBody(a, { title: 'First', assigneeid: a.people.resource }),
    )
    await mailing('administrator').create('/task/', taskBody(a, { title: 'Second', assigneeid: a.people.resource }))
    // Without mails being asked for, there is a notification and no mail.
    await as('administrator').create('/task/', taskBody(a, { title: 'Quiet', assigneeid: a.people.resource }))
    await mailing('administrator').create('/tasknote/', { taskid: String(first.id), note: '<p>Hello</p>' })
    await digestsAt(clock.now())
    assert.deepEqual(await outbox(a.people.resource), [])
    await digestsAt(clock.now() + hourMs)
    const [hourly, ...none] = await outbox(a.people.resource)
    assert.deepEqual(none, [])
    assert.equal(hourly?.subject, '2 notifications')
    assert.match(String(hourly?.plain), /Assigned to you: First \(Ada Boss-a\)\n {2}Assigned to you: Second/)
    assert.doesNotMatch(String(hourly?.plain), /Quiet|Comment/)
    await digestsAt(clock.now() + 2 * hourMs)
    assert.equal((await outbox(a.people.resource)).length, 1)
    await digestsAt(clock.now() + 24 * hourMs)
    const [, daily, ...more] = await outbox(a.people.resource)
    assert.deepEqual(more, [])
    assert.match(String(daily?.plain), /New comment: First/)
    const shown = (await as('resource').list('/notification/?limit=0')).rows.map(({ kind }) => kind)
    assert.ok(shown.includes('taskassigned') && !shown.includes('taskcommented'))
    await as('resource').update('/me/', { mailhourly: '', maildaily: '', inappoff: '' })
  })

  test('T-139: a collected mail has nothing about a record that its reader does not see any more', async () => {
    const { a, clock } = fixture()
    await as('restricted').update('/me/', { mailhourly: 'taskassigned' })
    const boss = mailing('administrator')
    const lost = await boss.create('/task/', taskBody(a, { title: 'Lost', assigneeid: a.people.restricted }))
    await boss.create('/task/', taskBody(a, { title: 'Kept', assigneeid: a.people.restricted }))
    await as('administrator').update(`/task/${lost.id}/`, { assigneeid: '' })
    await digestsAt(clock.now() + hourMs)
    const [mail, ...none] = await outbox(a.people.restricted)
    assert.deepEqual(none, [])
    assert.equal(mail?.subject, '1 notification')
    assert.match(String(mail?.plain), /Kept/)
    assert.doesNotMatch(String(mail?.plain), /Lost/)
  })

  test('old notifications are removed, newer ones are kept', async () => {
    const { a, database, clock } = fixture()
    const about = { kind: 'budgetalert', resource: 'project', recordid: a.projects.seen }
    await database.write(a.accountid, async (tx) => {
      for (const date of ['2026-01-01 00:00:00', '2026-02-01 00:00:00'])
        await tx.insert('notification', { id: nextId, personid: a.people.manager, ...about, date })
    })
    await removeOldNotifications(database, a.accountid, '2026-01-15 00:00:00')
    const dates = (await as('manager').list('/notification/?limit=0&kind=budgetalert')).rows.map(({ date }) => date)
    assert.deepEqual(dates, ['2026-02-01 00:00:00'])
    assert.ok(utcText(clock.now()) > '2026-02-01')
  })
})

test('mails are due at the next full hour, or at seven in the morning of the reader', () => {
  assert.equal(mailDueAt('now', '2026-05-14 10:00:00', 'UTC'), null)
  assert.equal(mailDueAt('hourly', '2026-05-14 10:00:00', 'UTC'), '2026-05-14 11:00:00')
  assert.equal(mailDueAt('hourly', '2026-05-14 23:59:59', 'UTC'), '2026-05-15 00:00:00')
  assert.equal(mailDueAt('daily', '2026-05-14 04:59:59', 'Europe/Berlin'), '2026-05-14 05:00:00')
  assert.equal(mailDueAt('daily', '2026-05-14 05:00:00', 'Europe/Berlin'), '2026-05-15 05:00:00')
  assert.equal(mailDueAt('daily', '2026-05-14 10:00:00', 'America/New_York'), '2026-05-14 11:00:00')
})
