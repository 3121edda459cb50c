// Threats T-58 to T-60 and T-64 for money: invoice numbers without gaps, no hour billed twice, and correct totals with
// two servers that write at once. Two writes of one invoice are tested in `money-races.test.ts`.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  type ApiCaller,
  assertRefusedWith,
  callerFor,
  eachApiFixture,
  type Fields,
  recordIn,
  secondServer,
  sorted,
} from '../fixture/api-caller.ts'
import type { ApiFixture, Reply } from '../fixture/api-fixture.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { centsOf, expectedInvoice, type Invoice } from '../properties/invoice-model.ts'
import { invoiceBody, lineBody, newBilledProject, newOverpricedProject, paymentBody } from '../scenarios/billing.ts'

const writers = 64

/** Hours as an integer number of millionths. */
const millionths = (hours: string | null | undefined): bigint => {
  const [whole = '0', fraction = ''] = String(hours || '0').split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

const sumOfField = (rows: readonly Fields[], field: string): bigint =>
  rows.reduce((all, row) => all + millionths(row[field]), 0n)

eachApiFixture((fixture, kind, testDatabase) => {
  let beside: Pick<ApiFixture, 'call'> | undefined
  before(async () => {
    beside = await secondServer(fixture(), testDatabase())
  })
  /** The Administrator as caller of two servers over one database, by turns. */
  const bossAt = (at: number): ApiCaller =>
    callerFor(at % 2 ? (beside ?? fixture()) : fixture(), fixture().a.tokens.administrator)

  test(`T-58: ${writers} concurrent creators of invoices get consecutive numbers, also if others fail`, async () => {
    const { a } = fixture()
    const administrator = bossAt(0)
    const dear = await newOverpricedProject(fixture())
    const { localid: last } = await administrator.create('/invoice/', invoiceBody(a.projects.seen))
    const bodyOf = (at: number): JsonObject => {
      if (at % 8 === 3) return invoiceBody(a.projects.seen, { termid: 99 })
      if (at % 8 === 5) return invoiceBody(dear.projectid, { datebegin: '2026-05-01' })
      if (at % 8 === 6) return invoiceBody(a.projects.seen, { datebegin: '2026-05-01', dateend: '2026-05-31' })
      return invoiceBody(a.projects.seen)
    }
    const replies = await Promise.all(
      Array.from({ length: writers }, (_, at) => bossAt(at >> 1).send('POST', '/invoice/', bodyOf(at))),
    )
    for (const [at, reply] of replies.entries()) {
      if (at % 8 === 3) assertRefusedWith(reply, 400, 18, 'termid')
      else if (at % 8 === 5) assertRefusedWith(reply, 400, 18, 'too large')
      else assert.equal(reply.status, 201, reply.text)
    }
    const created = replies.filter(({ status }) => status === 201).map(recordIn)
    const numbers = sorted(created.map(({ localid }) => Number(localid)))
    assert.deepEqual(
      numbers,
      numbers.map((_, at) => Number(last) + 1 + at),
      'invoice.localid',
    )
    for (const { localid } of created) assert.match(String(localid), /^\d{5}$/, 'invoice.localid')
    assert.equal(
      (await administrator.list(`/invoice/?projectid=${dear.projectid}`)).count,
      0,
      'a failed import left an invoice',
    )
  })

  test('T-59: the number of a deleted invoice is never used again', async () => {
    const { a } = fixture()
    const numbers = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const one = await bossAt(round).create('/invoice/', invoiceBody(a.projects.seen))
      assert.ok(!numbers.has(String(one.localid)), `${one.localid} was used twice`)
      numbers.add(String(one.localid))
      await bossAt(round + 1).remove(`/invoice/${one.id}/`)
    }
  })

  test('T-60: of 32 invoices that import one range concurrently on two servers, each hour is on one', async () => {
    for (const round of [0, 1, 2]) {
      const { administrator, log, projectid, worktypes } = await newBilledProject(fixture())
      const entries = 24
      for (let at = 0; at < entries; at++) {
        const day = `2026-04-${String(at + 1).padStart(2, '0')}`
        await log(day, `0.${at + 1}`, worktypes[at % 3], at % 8 === 7 ? { billable: 'f' } : {})
      }
      // Later rounds import overlapping ranges, and into invoices that are older than the time.
      const range = (at: number): JsonObject =>
        round === 0
          ? { datebegin: '2026-04-01' }
          : { datebegin: `2026-04-0${1 + (at % 9)}`, dateend: `2026-04-${20 + (at % 9)}` }
      const early = round === 2 ? 16 : 0
      const empty = { datebegin: '2020-01-01', dateend: '2020-01-01' }
      const waiting: Fields[] = []
      for (let at = 0; at < early; at++)
        waiting.push(await administrator.create('/invoice/', invoiceBody(projectid, empty)))
      const replies = await Promise.all(
        Array.from({ length: 32 }, (_, at) =>
          at < early
            ? bossAt(at).send('PUT', `/invoice/${waiting[at]?.id}/`, range(at))
            : bossAt(at).send('POST', '/invoice/', invoiceBody(projectid, range(at))),
        ),
      )
      for (const [at, { status, text }] of replies.entries()) assert.equal(status, at < early ? 202 : 201, text)
      const lines: Fields[] = []
      for (const { id } of replies.map(recordIn)) {
        lines.push(...(await administrator.list(`/invoiceitem/?invoiceid=${id}&limit=0`)).rows)
      }
      const { rows: logged } = await administrator.list(`/time/?projectid=${projectid}&billable=t&limit=0`)
      const covered = logged.filter(({ date }) => round === 0 || String(date) <= '2026-04-28')
      assert.equal(
        sumOfField(lines, 'quantity'),
        sumOfField(covered, 'time'),
        `round ${round}: hours on lines are not the logged hours`,
      )
      const behind: Fields[] = []
      for (const { id, quantity } of lines) {
        const { rows } = await administrator.list(`/invoiceitem/${id}/time/?limit=0`)
        assert.equal(millionths(quantity), sumOfField(rows, 'time'), `round ${round}: invoiceitem ${id} quantity`)
        behind.push(...rows)
      }
      assert.equal(new Set(behind.map(({ id }) => id)).size, behind.length, `round ${round}: an entry is on two lines`)
      assert.equal(behind.length, covered.length, `round ${round}: entries on lines`)
    }
  })

  /** The expected totals of an invoice, from its own lines and payments. */
  const mustAddUp = async (administrator: ApiCaller, id: unknown, what: string): Promise<void> => {
    const record = await administrator.read(`/invoice/${id}/`)
    const { rows: lines } = await administrator.list(`/invoiceitem/?invoiceid=${id}&limit=0`)
    const { rows: payments } = await administrator.list(`/payment/?invoiceid=${id}&limit=0`)
    const books: Invoice = {
      ...{
        id: Number(id),
        projectid: Number(record.projectid),
        date: String(record.date),
        datedue: String(record.datedue),
      },
      ...{
        tax: record.tax || null,
        secondtax: record.second_tax || null,
        compound: record.second_tax_compound === 't',
      },
      lines: new Map(
        lines.map((row) => [Number(row.id), { quantity: null, rate: null, amount: centsOf(String(row.amount)) }]),
      ),
      payments: new Map(
        payments.map((row) => [
          Number(row.id),
          { id: Number(row.id), date: String(row.date), amount: centsOf(String(row.amount)) },
        ]),
      ),
    }
    const expected = expectedInvoice(books, '2026-05-14')
    const actual = Object.fromEntries(Object.keys(expected).map((field) => [field, record[field] ?? '']))
    assert.deepEqual(actual, expected, `${what}: invoice ${id}`)
  }

  const noFaults = (replies: readonly Reply[], what: string): void => {
    for (const { status, text } of replies) assert.ok([200, 201, 202, 400, 404].includes(status), `${what}: ${text}`)
  }

  test('T-64, I-40: payments, lines and taxes written concurrently on two servers give correct totals', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const other = String((await administrator.create('/invoice/', invoiceBody(projectid))).id)
    for (let round = 0; round < 4; round++) {
      const invoice = await administrator.create('/invoice/', invoiceBody(projectid, { tax: '19' }))
      const invoiceid = String(invoice.id)
      const old: { line: Fields; payment: Fields }[] = []
      for (let at = 0; at < 6; at++) {
        old.push({
          line: await administrator.create('/invoiceitem/', lineBody(invoiceid, '10.01')),
          payment: await administrator.create('/payment/', paymentBody(projectid, '5.55', { invoiceid })),
        })
      }
      const deeds = old.flatMap(({ line, payment }, at): ((caller: ApiCaller) => Promise<Reply>)[] => [
        (caller) => caller.send('POST', '/payment/', paymentBody(projectid, '7.77', { invoiceid })),
        (caller) => caller.send('POST', '/invoiceitem/', lineBody(invoiceid, `${at}.11`)),
        (caller) => caller.send('PUT', `/invoiceitem/${line.id}/`, at % 2 ? { amount: '3.33' } : { invoiceid: other }),
        (caller) => caller.send('PUT', `/payment/${payment.id}/`, at % 2 ? { amount: '2.22' } : { invoiceid: other }),
        (caller) =>
          at % 3 ? caller.send('DELETE', `/payment/${payment.id}/`) : caller.send('DELETE', `/invoiceitem/${line.id}/`),
        (caller) =>
          caller.send('PUT', `/invoice/${invoiceid}/`, { tax: `${at}.5`, secondtax: '7', secondtaxcompound: 't' }),
      ])
      noFaults(await Promise.all(deeds.map((action, at) => action(bossAt(at >> 1)))), `round ${round}`)
      await mustAddUp(administrator, invoiceid, `round ${round}`)
      await mustAddUp(administrator, other, `round ${round}`)
    }
  })

  test('T-64, I-40: two concurrent writes of one invoice, one on each server, both count', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const invoiceid = String((await administrator.create('/invoice/', invoiceBody(projectid, { tax: '7' }))).id)
    const line = await administrator.create('/invoiceitem/', lineBody(invoiceid, '50'))
    const paid = await administrator.create('/payment/', paymentBody(projectid, '5', { invoiceid }))
    const pay = (caller: ApiCaller) => caller.send('POST', '/payment/', paymentBody(projectid, '1.01', { invoiceid }))
    const add = (caller: ApiCaller) => caller.send('POST', '/invoiceitem/', lineBody(invoiceid, '2.02'))
    let turn = 0
    const amount = (): string => `${++turn}.03`
    const deeds = [
      pay,
      add,
      (caller: ApiCaller) => caller.send('PUT', `/invoiceitem/${line.id}/`, { amount: amount() }),
      (caller: ApiCaller) => caller.send('PUT', `/payment/${paid.id}/`, { amount: amount() }),
      (caller: ApiCaller) => caller.send('PUT', `/invoice/${invoiceid}/`, { tax: amount() }),
    ]
    for (let round = 0; round < (kind === 'postgres' ? 3 : 1); round++) {
      for (const [at, one] of deeds.entries()) {
        for (const other of deeds.slice(at)) {
          const replies = await Promise.all([one(bossAt(round)), other(bossAt(round + 1))])
          for (const { status, text } of replies) assert.ok(status < 300, `round ${round}: ${text}`)
          await mustAddUp(administrator, invoiceid, `round ${round}, ${one} and ${other}`)
        }
      }
    }
  })

  test('T-64, I-40: lines and payments that two servers move between two invoices are never lost', async () => {
    const { administrator, projectid } = await newBilledProject(fixture())
    const pair = [
      await administrator.create('/invoice/', invoiceBody(projectid)),
      await administrator.create('/invoice/', invoiceBody(projectid)),
    ]
    const [here = '', there = ''] = pair.map(({ id }) => String(id))
    const things: string[] = []
    for (let at = 0; at < 8; at++) {
      const on = at % 2 ? here : there
      things.push(`/invoiceitem/${(await administrator.create('/invoiceitem/', lineBody(on, '1.01'))).id}/`)
      const paid = paymentBody(projectid, '0.5', { invoiceid: on })
      things.push(`/payment/${(await administrator.create('/payment/', paid)).id}/`)
    }
    for (let round = 0; round < (kind === 'postgres' ? 10 : 3); round++) {
      const replies = await Promise.all(
        things.map((path, at) =>
          bossAt(at + (at >> 1)).send('PUT', path, { invoiceid: (at + round) % 3 ? here : there }),
        ),
      )
      for (const reply of replies) assert.equal(reply.status, 202, `round ${round}: ${reply.text}`)
      for (const { id } of pair) await mustAddUp(administrator, id, `round ${round}`)
    }
  })
})
