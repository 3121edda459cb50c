// Threat T-61 and I-40 for money: an import, issue or void that is concurrent with another write on another server. The
// result is that of one of the two orders, and no request fails with a server error.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { isLong } from '../../../../scripts/test-suites.ts'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  type Fields,
  recordIn,
  secondServer,
} from '../fixture/api-caller.ts'
import type { ApiFixture, Reply } from '../fixture/api-fixture.ts'
import { allDatabases, databasesOfSuite } from '../fixture/database-servers.ts'
import { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import {
  type BilledProject,
  invoiceBody,
  invoiceLineTexts,
  lineBody,
  newBilledProject,
  paymentBody,
} from '../scenarios/billing.ts'

const april = { datebegin: '2026-04-01', dateend: '2026-04-30' }

/** The long suite repeats them on PostgreSQL only: on SQLite one transaction writes at a time. */
const kinds = isLong ? databasesOfSuite : allDatabases

eachApiFixture((fixture, _kind, testDatabase) => {
  let beside: Pick<ApiFixture, 'call'> | undefined
  let billed: BilledProject
  let elsewhere: BilledProject
  const random = new Random(20260514)
  before(async () => {
    beside = await secondServer(fixture(), testDatabase())
    billed = await newBilledProject(fixture())
    elsewhere = await newBilledProject(fixture())
  })
  const otherCaller = (): ApiCaller => callerFor(beside ?? fixture(), fixture().a.tokens.administrator)
  const rounds = isLong ? 24 : 6

  /** Runs both at once, each on its own server, sometimes with a short delay of one. */
  async function runBoth(
    one: (caller: ApiCaller) => Promise<Reply>,
    other: (caller: ApiCaller) => Promise<Reply>,
  ): Promise<[Reply, Reply]> {
    const late = async (action: () => Promise<Reply>): Promise<Reply> => {
      if (random.below(3) === 0) await setTimeout(random.below(6))
      else if (random.below(2) === 0) await setImmediate()
      return action()
    }
    const replies = await Promise.all([late(() => one(billed.administrator)), late(() => other(otherCaller()))])
    for (const { status, text } of replies) assert.ok(status < 500, text)
    return replies
  }

  const importing = (id: unknown) => (caller: ApiCaller) => caller.send('POST', `/invoice/${id}/import/`)
  const newInvoice = (more: JsonObject = april): Promise<Fields> =>
    billed.administrator.create('/invoice/', invoiceBody(billed.projectid, more))
  const total = async (id: unknown): Promise<string> =>
    String((await billed.administrator.read(`/invoice/${id}/`)).total)
  /** Deletes the invoice, so that its time is unbilled again. */
  const clear = (id: unknown): Promise<void> => billed.administrator.remove(`/invoice/${id}/`)

  // Consulting costs 120, Design 90.
  const edits: Readonly<Record<string, readonly [body: () => JsonObject | null, line: string | null]>> = {
    'more hours': [() => ({ time: '5' }), 'Consulting 5 x 120 = 600'],
    'not to be billed': [() => ({ billable: 'f' }), null],
    'another day in the range': [() => ({ date: '2026-04-11' }), 'Consulting 2 x 120 = 240'],
    'a day out of the range': [() => ({ date: '2026-06-01' }), null],
    'another work type': [() => ({ worktypeid: billed.worktypes[1] ?? 0 }), 'Design 2 x 90 = 180'],
    'another project': [() => ({ projectid: elsewhere.projectid }), null],
    deleted: [() => null, null],
  }

  for (const [what, [body, line]] of Object.entries(edits)) {
    test(`T-61: an entry that is edited during an import (${what}) is billed as before or after the edit`, async () => {
      for (let round = 0; round < rounds; round++) {
        const invoice = await newInvoice()
        const { id } = await billed.log('2026-04-10', '2')
        const submitted = body()
        const edit = (caller: ApiCaller): Promise<Reply> =>
          submitted === null ? caller.send('DELETE', `/time/${id}/`) : caller.send('PUT', `/time/${id}/`, submitted)
        const [imported, edited] = await runBoth(importing(invoice.id), edit)
        assert.equal(imported.status, 202, `round ${round}: ${imported.text}`)
        const lines = await invoiceLineTexts(billed.administrator, invoice.id)
        if (edited.status >= 400) {
          assertRefusedWith(edited, 400, 18, 'invoice')
          assert.deepEqual(lines, ['Consulting 2 x 120 = 240'], `round ${round}: rejected, so the old value is billed`)
        } else {
          assert.deepEqual(lines, line === null ? [] : [line], `round ${round}: accepted, so the new value is billed`)
        }
        await clear(invoice.id)
        await billed.administrator.send('DELETE', `/time/${id}/`)
      }
    })
  }

  test('T-60: two concurrent imports of one range both succeed, and each hour is on one of them', async () => {
    const entries = [await billed.log('2026-04-10', '2'), await billed.log('2026-04-11', '3', billed.worktypes[1])]
    for (let round = 0; round < rounds; round++) {
      const pair = [await newInvoice({ datebegin: '2027-01-01' }), await newInvoice({ datebegin: '2027-01-01' })]
      const take = (at: number) => (caller: ApiCaller) =>
        caller.send('PUT', `/invoice/${pair[at]?.id}/`, { datebegin: '2026-04-01' })
      const replies = await runBoth(take(0), take(1))
      for (const { status, text } of replies) assert.equal(status, 202, `round ${round}: ${text}`)
      const lines = [
        ...(await invoiceLineTexts(billed.administrator, pair[0]?.id)),
        ...(await invoiceLineTexts(billed.administrator, pair[1]?.id)),
      ]
      assert.deepEqual(lines.sort(), ['Consulting 2 x 120 = 240', 'Design 3 x 90 = 270'], `round ${round}`)
      for (const { id } of pair) await clear(id)
    }
    for (const { id } of entries) await billed.administrator.remove(`/time/${id}/`)
  })

  test('T-61: a task that moves during an import of its time moves with all of it, or stays', async () => {
    const { a } = fixture()
    const task = await billed.administrator.create('/task/', {
      ...{ title: 'Goes', moduleid: a.modules[0] ?? 0, statusid: a.statuses.open, priorityid: a.priorities[0] ?? 0 },
      ...{ projectid: billed.projectid, ownerid: a.people.manager, dateopen: '2026-04-01' },
    })
    const taskid = String(task.id)
    for (let at = 0; at < 4; at++) await billed.log('2026-04-10', '2', billed.worktypes[at % 2], { taskid })
    for (let round = 0; round < rounds; round++) {
      const invoice = await newInvoice({ datebegin: '2027-01-01' })
      const take = (caller: ApiCaller) => caller.send('PUT', `/invoice/${invoice.id}/`, { datebegin: '2026-04-01' })
      const [imported, moved] = await runBoth(take, (caller) =>
        caller.send('PUT', `/task/${taskid}/`, { projectid: elsewhere.projectid }),
      )
      assert.equal(imported.status, 202, imported.text)
      const lines = await invoiceLineTexts(billed.administrator, invoice.id)
      if (moved.status >= 400) {
        assertRefusedWith(moved, 400, 18, 'projectid')
        assert.deepEqual(
          lines,
          ['Consulting 4 x 120 = 480', 'Design 4 x 90 = 360'],
          `round ${round}: the task was not moved`,
        )
      } else assert.deepEqual(lines, [], `round ${round}: the task was moved`)
      await clear(invoice.id)
      await billed.administrator.update(`/task/${taskid}/`, { projectid: billed.projectid })
    }
    for (const { id } of (await billed.administrator.list(`/time/?taskid=${taskid}&limit=0`)).rows) {
      await billed.administrator.remove(`/time/${id}/`)
    }
  })

  test('T-61: an entry on the invoice is not changed by repeated imports', async () => {
    const { id } = await billed.log('2026-04-10', '2')
    const invoice = await newInvoice()
    for (let round = 0; round < rounds; round++) {
      const [imported, edited] = await runBoth(importing(invoice.id), (caller) =>
        round % 2 ? caller.send('DELETE', `/time/${id}/`) : caller.send('PUT', `/time/${id}/`, { time: '7' }),
      )
      assert.equal(imported.status, 202, imported.text)
      assertRefusedWith(edited, 400, 18, 'invoice')
      assert.deepEqual(await invoiceLineTexts(billed.administrator, invoice.id), ['Consulting 2 x 120 = 240'])
    }
    await clear(invoice.id)
    await billed.administrator.remove(`/time/${id}/`)
  })

  test('T-61: lines, payments, rates and descriptions that change during an import all count', async () => {
    const { administrator, projectid } = billed
    const time = await billed.log('2026-04-10', '2')
    const [rate] = (await administrator.list(`/projectworktype/?projectid=${projectid}`)).rows
    for (let round = 0; round < rounds; round++) {
      const invoice = await newInvoice()
      const invoiceid = String(invoice.id)
      const [generated] = (await administrator.list(`/invoiceitem/?invoiceid=${invoiceid}`)).rows
      const line = await administrator.create('/invoiceitem/', lineBody(invoiceid, '1.5'))
      const paid = await administrator.create('/payment/', paymentBody(projectid, '10', { invoiceid }))
      const others: [(caller: ApiCaller) => Promise<Reply>, string, string][] = [
        [(caller) => caller.send('POST', '/invoiceitem/', lineBody(invoiceid, '2.5')), '244', '10'],
        [(caller) => caller.send('PUT', `/invoiceitem/${line.id}/`, { amount: '0.5' }), '240.5', '10'],
        [(caller) => caller.send('DELETE', `/invoiceitem/${line.id}/`), '240', '10'],
        [(caller) => caller.send('PUT', `/invoiceitem/${generated?.id}/`, { description: 'Kept' }), '241.5', '10'],
        [(caller) => caller.send('POST', '/payment/', paymentBody(projectid, '5', { invoiceid })), '241.5', '15'],
        [(caller) => caller.send('PUT', `/payment/${paid.id}/`, { amount: '1' }), '241.5', '1'],
        [(caller) => caller.send('DELETE', `/payment/${paid.id}/`), '241.5', '0'],
        [(caller) => caller.send('PUT', `/invoice/${invoiceid}/`, { tax: '10' }), '265.65', '10'],
        [importing(invoiceid), '241.5', '10'],
      ]
      const [other, sum, payments] = others[round % others.length] ?? [importing(invoiceid), '241.5', '10']
      const replies = await runBoth(importing(invoiceid), other)
      for (const { status, text } of replies) assert.ok(status < 300, `round ${round}: ${text}`)
      const now = await administrator.read(`/invoice/${invoiceid}/`)
      assert.deepEqual([now.total, now.payments], [sum, payments], `round ${round}: total, payments`)
      const [same] = (await administrator.list(`/invoiceitem/?invoiceid=${invoiceid}`)).rows
      assert.deepEqual(
        [same?.id, same?.description],
        [generated?.id, round % others.length === 3 ? 'Kept' : ''],
        `round ${round}`,
      )
      for (const { id } of (await administrator.list(`/payment/?invoiceid=${invoiceid}`)).rows)
        await administrator.remove(`/payment/${id}/`)
      await clear(invoiceid)
    }
    const invoice = await newInvoice()
    for (let round = 0; round < rounds; round++) {
      // T-212: for all time, and from a day on.
      const change = { hourlyrate: String(121 + round), ratefrom: round % 2 === 0 ? '0001-01-01' : '2026-04-01' }
      const [, rated] = await runBoth(importing(invoice.id), (caller) =>
        caller.send('PUT', `/projectworktype/${rate?.id}/`, change),
      )
      assert.equal(rated.status, 202, rated.text)
      const sum = await total(invoice.id)
      assert.ok(
        [120 + round, 121 + round].some((one) => String(2 * one) === sum),
        `round ${round}: ${sum}`,
      )
      await importing(invoice.id)(administrator)
    }
    await administrator.update(`/projectworktype/${rate?.id}/`, { hourlyrate: '120', ratefrom: '0001-01-01' })
    await clear(invoice.id)
    await administrator.remove(`/time/${time.id}/`)
  })

  test('I-40: an invoice that is issued while its lines or range change has the values of that moment', async () => {
    const { administrator } = billed
    const time = await billed.log('2026-04-10', '2')
    for (let round = 0; round < rounds; round++) {
      const { id } = await newInvoice()
      const line = await administrator.create('/invoiceitem/', lineBody(id, '1.5'))
      const others: [(caller: ApiCaller) => Promise<Reply>, string][] = [
        [(caller) => caller.send('POST', '/invoiceitem/', lineBody(id, '2.5')), '244'],
        [(caller) => caller.send('PUT', `/invoiceitem/${line.id}/`, { amount: '0.5' }), '240.5'],
        [(caller) => caller.send('DELETE', `/invoiceitem/${line.id}/`), '240'],
        [(caller) => caller.send('PUT', `/invoice/${id}/`, { datebegin: '2026-04-20' }), '1.5'],
        [(caller) => caller.send('PUT', `/invoice/${id}/`, { tax: '10' }), '265.65'],
        [(caller) => caller.send('DELETE', `/invoice/${id}/`), ''],
      ]
      const [other, sum] = others[round % others.length] ?? [importing(id), '241.5']
      const [issued, changed] = await runBoth((caller) => caller.send('POST', `/invoice/${id}/issue/`), other)
      if (issued.status === 404) {
        assert.equal(changed.status, 200, changed.text)
        continue
      }
      assert.equal(issued.status, 202, `round ${round}: ${issued.text}`)
      if (changed.status >= 300) assertRefusedWith(changed, 400, 18, 'issued')
      const expected = changed.status < 300 ? sum : '241.5'
      assert.deepEqual([recordIn(issued).total, await total(id)], [expected, expected], `round ${round}: invoice.total`)
      await administrator.send('POST', `/invoice/${id}/void/`)
    }
    await administrator.remove(`/time/${time.id}/`)
  })

  test('I-40: no payment is added to an invoice that is voided, deleted or moved to another project at the same time', async () => {
    const { administrator, projectid } = billed
    for (let round = 0; round < rounds * 2; round++) {
      const invoice = await administrator.create('/invoice/', invoiceBody(projectid))
      const invoiceid = String(invoice.id)
      await administrator.create('/invoiceitem/', lineBody(invoiceid, '5'))
      const spare = await administrator.create('/payment/', paymentBody(projectid, '5'))
      if (round % 3 === 0) await administrator.send('POST', `/invoice/${invoiceid}/issue/`)
      const away = (caller: ApiCaller): Promise<Reply> => {
        if (round % 3 === 0) return caller.send('POST', `/invoice/${invoiceid}/void/`)
        if (round % 3 === 1) return caller.send('DELETE', `/invoice/${invoiceid}/`)
        return caller.send('PUT', `/invoice/${invoiceid}/`, { projectid: elsewhere.projectid })
      }
      const [paid, gone] = await runBoth(
        (caller) =>
          round % 2
            ? caller.send('POST', '/payment/', paymentBody(projectid, '5', { invoiceid }))
            : caller.send('PUT', `/payment/${spare.id}/`, { invoiceid }),
        away,
      )
      const what = `round ${round}: paid ${paid.status}, gone ${gone.status}`
      assert.ok(paid.status < 300 !== gone.status < 300, `${what}: exactly one of the two must succeed`)
      assertRefusedWith(paid.status < 300 ? gone : paid, 400, 18)
    }
  })

  test('T-262: entries that are moved, excluded and imported at the same time are on one invoice at most', async () => {
    const { administrator, projectid, log } = await newBilledProject(fixture())
    const days = (day: number) => ({ datebegin: `2026-03-0${day}`, dateend: `2026-03-0${day}` })
    const drafts: string[] = []
    for (const day of [1, 2, 3])
      drafts.push(String((await administrator.create('/invoice/', invoiceBody(projectid, days(day)))).id))
    const [one = '', two = '', three = ''] = drafts
    const [first, second] = [String((await log('2026-03-01', '1')).id), String((await log('2026-03-02', '2')).id)]
    const moving = (from: string, to: string, timeid: string) => (caller: ApiCaller) =>
      caller.send('POST', `/invoice/${from}/move/`, { timeid, invoiceid: to })
    const sums = async (): Promise<bigint> => {
      let all = 0n
      for (const id of drafts) all += BigInt(await total(id))
      return all
    }
    for (let round = 0; round < rounds; round++) {
      for (const id of [three, one, two]) await administrator.send('POST', `/invoice/${id}/include/`, { timeid: first })
      for (const id of drafts) {
        await administrator.send('POST', `/invoice/${id}/move/`, { timeid: first, invoiceid: one })
        await administrator.send('POST', `/invoice/${id}/move/`, { timeid: second, invoiceid: two })
      }
      for (const id of [one, two]) await administrator.send('POST', `/invoice/${id}/import/`)
      assert.equal(await sums(), 360n, `round ${round}: both entries are billed`)
      // In opposite directions: the locks of the two drafts are taken in opposite orders.
      const crossed = await runBoth(moving(one, two, first), moving(two, one, second))
      assert.deepEqual([crossed[0].status, crossed[1].status], [202, 202], `${crossed[0].text} ${crossed[1].text}`)
      assert.deepEqual([await total(one), await total(two)], ['240', '120'])
      const both = await runBoth(moving(two, three, first), moving(two, one, first))
      assert.equal(both.filter(({ status }) => status === 202).length, 1, 'one of two moves of an entry')
      assert.equal(await sums(), 360n)
      const holder = both[0].status === 202 ? three : one
      await runBoth((caller) => caller.send('POST', `/invoice/${holder}/exclude/`, { timeid: first }), importing(one))
      assert.ok([240n, 360n].includes(await sums()), `round ${round}: no entry is billed twice`)
    }
  })
}, kinds)
