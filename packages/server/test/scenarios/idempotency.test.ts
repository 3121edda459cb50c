// Writes that are sent again because their response was lost: with the same key and request the first response is
// returned and the write is not repeated, on several servers, after a restart, for a day (T-62, I-37). ETags are tested
// in `etag.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpiredResponses, keyTimes } from '../../src/engine/idempotency.ts'
import { ClockBounds } from '../../src/io/clock.ts'
import { accountSlot, sql } from '../../src/io/sql.ts'
import {
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  personBody,
  recordIn,
  secondServer,
  selectRows,
  taskBody,
  timeBody,
} from '../fixture/api-caller.ts'
import type { Reply } from '../fixture/api-fixture.ts'
import { fixtureNow } from '../fixture/api-fixture.ts'
import { assertUnchanged } from '../fixture/dump.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { invoiceBody, lineBody, newBilledProject, paymentBody } from './billing.ts'

const keyTimesAt = (instant: string) => {
  const now = Date.parse(instant)
  return keyTimes({ earliest: now, latest: now })
}

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key })

eachApiFixture((fixture, _kind, testDatabase) => {
  const administrator = () => callerFor(fixture(), fixture().a.tokens.administrator)

  test('T-62: a payment that is sent twice is created once and gets the same response', async () => {
    const { projectid } = await newBilledProject(fixture())
    const { id } = await administrator().create('/invoice/', invoiceBody(projectid))
    await administrator().create('/invoiceitem/', lineBody(id, '100'))
    const pay = (key: string, more: JsonObject = {}) =>
      administrator().send(
        'POST',
        '/payment/',
        paymentBody(projectid, '40', { invoiceid: String(id), ...more }),
        keyed(key),
      )
    const first = await pay('pay-1')
    const again = await pay('pay-1')
    assert.deepEqual([first.status, first.headers['idempotency-replayed']], [201, undefined])
    assert.deepEqual([again.status, again.headers['idempotency-replayed'], again.text], [201, 'true', first.text])
    const sorted = { typeid: 4, amount: '40', date: '2026-05-10', invoiceid: String(id), projectid }
    const reordered = await administrator().send('POST', '/payment/', sorted, keyed('pay-1'))
    assert.equal(reordered.text, first.text, 'the same fields in another order are the same request')
    await assertUnchanged(fixture().database, 'refused', async () => {
      assertRefusedWith(await pay('pay-1', { amount: '41' }), 400, 18, 'Idempotency-Key', 'pay-1', 'different request')
      assertRefusedWith(
        await administrator().send('DELETE', `/payment/${recordIn(first).id}/`, undefined, keyed('pay-1')),
        400,
        18,
      )
      for (const bad of ['', 'with blank', 'x'.repeat(256)])
        assertRefusedWith(await pay(bad), 400, 18, 'Idempotency-Key')
    })
    assert.equal((await administrator().read(`/invoice/${id}/`)).payments, '40')
    assert.notEqual((await pay('pay-2')).text, first.text)
    const manager = callerFor(fixture(), fixture().a.tokens.manager)
    const others = await manager.send('POST', '/payment/', paymentBody(projectid, '1'), keyed('pay-1'))
    assert.equal(others.headers['idempotency-replayed'], undefined, 'a key belongs to one person')
  })

  test('updates, actions, deletions and teams are replayed too, in the requested format', async () => {
    const { a } = fixture()
    const { projectid } = await newBilledProject(fixture())
    const { id } = await administrator().create('/invoice/', invoiceBody(projectid))
    await administrator().create('/invoiceitem/', lineBody(id, '100'))
    const twice = async (
      method: 'POST' | 'PUT' | 'DELETE',
      path: string,
      key: string,
      body?: JsonObject,
    ): Promise<Reply> => {
      const xml = { accept: 'application/xml', ...keyed(key) }
      const replies = [
        await administrator().send(method, path, body, xml),
        await administrator().send(method, path, body, xml),
      ] as const
      const [first, again] = replies
      assert.ok(first.status < 300, first.text)
      assert.deepEqual(
        [again.status, again.text, again.headers['idempotency-replayed']],
        [first.status, first.text, 'true'],
      )
      return again
    }
    assert.match((await twice('PUT', `/invoice/${id}/`, 'put', { title: 'Twice' })).text, /^<\?xml.*<title>Twice</s)
    await twice('POST', `/invoice/${id}/issue/`, 'issue')
    const { id: noteid } = await administrator().create('/invoicenote/', { invoiceid: String(id), title: 'Gone soon' })
    assert.equal((await twice('DELETE', `/invoicenote/${noteid}/`, 'delete')).text, '')
    const person = await administrator().create('/person/', personBody('Repeated', 4))
    const member = { personid: String(person.id) }
    await twice('POST', `/projectteam/${a.projects.seen}/`, 'team', member)
    const otherTeam = `/projectteam/${a.projects.clientless}/`
    assertRefusedWith(await administrator().send('POST', otherTeam, member, keyed('team')), 400, 18, 'Idempotency-Key')
    const json = await administrator().send('PUT', `/invoice/${id}/`, { title: 'Twice' }, keyed('put'))
    assertRefusedWith(json, 400, 18, 'Idempotency-Key')
  })

  test('T-06, T-62: a response is not replayed to somebody who no longer sees its record', async () => {
    const { a } = fixture()
    const { projectid } = await newBilledProject(fixture())
    const manager = callerFor(fixture(), a.tokens.manager)
    const member = { personid: String(a.people.manager) }
    const task = taskBody(a, { projectid, ownerid: a.people.resource, title: 'Hidden soon' })
    const create = () => manager.send('POST', '/task/', task, keyed('task'))
    const { id } = recordIn(await create())
    const update = () => manager.send('PUT', `/task/${id}/`, { title: 'Hidden soon too' }, keyed('title'))
    const updated = await update()
    assert.equal(updated.status, 202, updated.text)
    await administrator().remove(`/projectteam/${projectid}/`, member)
    for (const reply of [await create(), await update()]) {
      assertRefusedWith(reply, 404, 14)
      assert.ok(!reply.text.includes('Hidden soon'), reply.text)
    }
    await administrator().create(`/projectteam/${projectid}/`, member)
    assert.deepEqual([(await update()).text, (await create()).status], [updated.text, 201])
    await administrator().remove(`/task/${id}/`)
    assertRefusedWith(await create(), 404, 14)
  })

  test('a rejected request is not stored under its key, and reads ignore the key', async () => {
    const { a } = fixture()
    const body = timeBody(a, a.people.administrator)
    assertRefusedWith(
      await administrator().send('POST', '/time/', { ...body, time: '25' }, keyed('mend')),
      400,
      18,
      'time',
    )
    const mended = await administrator().send('POST', '/time/', body, keyed('mend'))
    assert.deepEqual([mended.status, mended.headers['idempotency-replayed']], [201, undefined])
    assert.equal((await administrator().send('GET', '/time/', undefined, keyed('mend'))).status, 200)
  })

  test('I-37: of 24 concurrent requests on two servers one is executed, and all get the same response', async () => {
    const { projectid } = await newBilledProject(fixture())
    const second = await secondServer(fixture(), testDatabase())
    const callers = [administrator(), callerFor(second, fixture().a.tokens.administrator)]
    const body = paymentBody(projectid, '7')
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, at) => callers[at % 2]?.send('POST', '/payment/', body, keyed('crowd'))),
    )
    assert.deepEqual([...new Set(replies.map((reply) => reply?.status))], [201], String(replies.at(-1)?.text))
    assert.equal(new Set(replies.map((reply) => reply?.text)).size, 1)
    assert.equal((await administrator().list(`/payment/?projectid=${projectid}`)).count, 1)
    const fresh = await callerFor(second, fixture().a.tokens.administrator).send(
      'POST',
      '/payment/',
      body,
      keyed('crowd'),
    )
    assert.equal(
      fresh.headers['idempotency-replayed'],
      'true',
      'the stored response is in the database, not in a process',
    )
  })

  test('a key is valid for a day, then it can be used again and is deleted', async () => {
    const { a, clock, database } = fixture()
    const make = () => administrator().send('POST', '/time/', timeBody(a, a.people.administrator), keyed('daily'))
    const first = await make()
    clock.moveTo('2026-05-15T09:59:59Z')
    assert.equal((await make()).text, first.text)
    clock.moveTo('2026-05-15T10:00:00Z')
    const later = await make()
    assert.notEqual(recordIn(later).id, recordIn(first).id)
    await deleteExpiredResponses(database, keyTimesAt('2026-05-16T09:00:00Z'))
    const keys = () =>
      selectRows(fixture(), a.accountid, sql`select key from keptanswer where accountid = ${accountSlot}`)
    assert.deepEqual(await keys(), [['daily']])
    await deleteExpiredResponses(database, keyTimesAt('2026-05-16T10:00:00Z'))
    assert.deepEqual(await keys(), [])
    clock.moveTo(fixtureNow)
  })

  test('T-116: while the clock is years wrong, and when it is right again, a repeated write is not done twice', async () => {
    const { a, clock, database } = fixture()
    const bounds = new ClockBounds(clock)
    const year = 365 * 86_400_000
    const make = (key: string) =>
      administrator().send('POST', '/time/', timeBody(a, a.people.administrator), keyed(key))
    const repeat = async (key: string, first: Reply, when: string): Promise<void> => {
      await deleteExpiredResponses(database, keyTimes(bounds.read()))
      assert.equal((await make(key)).text, first.text, `${key}, repeated ${when}`)
    }
    for (const jump of [10 * year, -10 * year, -5 * 3_600_000]) {
      const before = await make(`before:${jump}`)
      clock.jumpBy(jump)
      const during = await make(`during:${jump}`)
      assert.deepEqual([before.status, during.status], [201, 201])
      await repeat(`before:${jump}`, before, 'while it is wrong')
      await repeat(`during:${jump}`, during, 'while it is wrong')
      clock.jumpBy(-jump)
      await repeat(`before:${jump}`, before, 'when it is right again')
      await repeat(`during:${jump}`, during, 'when it is right again')
    }
    clock.moveBy(86_400_000)
    await deleteExpiredResponses(database, keyTimes(bounds.read()))
    const left = await selectRows(fixture(), a.accountid, sql`select key from keptanswer where key like 'during%'`)
    assert.deepEqual(left, [], 'a key is not kept longer because the clock was ahead')
    clock.moveTo(fixtureNow)
  })

  test('the text of a secure note is not stored unencrypted with its key', async () => {
    const { a } = fixture()
    const note = { projectid: a.projects.seen, title: 'Codes', note: 'canary-of-the-vault', secure: 't' }
    const first = await administrator().send('POST', '/projectnote/', note, keyed('secret'))
    assert.equal(first.status, 201, first.text)
    assert.equal((await administrator().send('POST', '/projectnote/', note, keyed('secret'))).text, first.text)
    const stored = await selectRows(
      fixture(),
      a.accountid,
      sql`select answer from keptanswer where accountid = ${accountSlot}`,
    )
    assert.ok(stored.length > 0 && stored.every(([answer]) => !String(answer).includes('canary')))
  })
})
