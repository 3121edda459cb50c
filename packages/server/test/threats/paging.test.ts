// Concurrent reads and writes: one response is one snapshot (T-73), and two processes that write to one database do not
// fail by each other's locks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { callerFor, eachApiFixture, ids, sorted, taskBody } from '../fixture/api-caller.ts'
import { startChild } from '../fixture/child-process.ts'

eachApiFixture((fixture, _kind, testDatabase) => {
  test('T-73: every page read during writes is consistent with its own count, and no record is returned twice', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const created = await Promise.all(
      Array.from({ length: 30 }, (_, at) => administrator.create('/task/', taskBody(a, { title: `Page ${at}` }))),
    )
    const { count: steady } = await administrator.list('/task/?limit=1')
    let writing = true
    const toggle = async (id: unknown) => {
      for (let round = 0; writing; round++) {
        await administrator.update(`/task/${id}/`, { statusid: round % 2 === 0 ? a.statuses.closed : a.statuses.open })
      }
    }
    const comeAndGo = async () => {
      while (writing) {
        const { id } = await administrator.create('/task/', taskBody(a))
        await administrator.remove(`/task/${id}/`)
      }
    }
    const writers = [...created.slice(0, 4).map(({ id }) => toggle(id)), comeAndGo(), comeAndGo()]
    const pages = [
      'limit=400',
      'limit=7',
      'limit=7&offset=5',
      `limit=3&offset=${steady - 2}`,
      'limit=400&excludeclosed=t',
      'limit=7&excludeclosed=t&offset=3',
      'limit=0&excludeclosed=t',
      'limit=5&sortfield=status&sortdir=DESC',
      'limit=400&search=page',
    ]
    try {
      for (let round = 0; round < 20; round++) {
        for (const query of pages) {
          const { count, rows } = await administrator.list(`/task/?${query}`)
          const limit = Number(/limit=(\d+)/.exec(query)?.[1]) || Number.POSITIVE_INFINITY
          const offset = Number(/offset=(\d+)/.exec(query)?.[1] ?? 0)
          assert.equal(
            rows.length,
            Math.max(0, Math.min(limit, count - offset)),
            `round ${round}: ${query} with listcount ${count}`,
          )
          assert.equal(new Set(ids(rows)).size, rows.length, `round ${round}: ${query} repeats a record`)
          if (query.includes('excludeclosed'))
            assert.ok(
              rows.every(({ status }) => status !== 'Closed'),
              `round ${round}: ${query}`,
            )
          if (!query.includes('sortfield'))
            assert.deepEqual(ids(rows), sorted(ids(rows)), `round ${round}: ${query} is in order`)
        }
      }
    } finally {
      writing = false
      await Promise.all(writers)
    }
    const whole = ids(await administrator.list('/task/?limit=0'))
    const paged: number[] = []
    for (let offset = 0; offset < whole.length; offset += 7)
      paged.push(...ids(await administrator.list(`/task/?limit=7&offset=${offset}`)))
    assert.deepEqual(paged, whole, 'without writes the pages are the whole list')
  })

  test('two processes that write to one database at once both succeed, with consecutive numbers', async () => {
    const { a } = fixture()
    const administrator = callerFor(fixture(), a.tokens.administrator)
    const last = Number((await administrator.list('/client/?sortfield=localid&sortdir=DESC&limit=1')).rows[0]?.localid)
    const each = 120
    const { url, dataFolder } = testDatabase()
    const child = startChild('write-clients', { url, dataFolder, token: a.tokens.administrator, count: each })
    const message = once(child, 'message') as Promise<[{ numbers: number[]; refusals: string[] }]>
    const ours = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const numbers: number[] = []
        for (let at = 0; at < each / 4; at++) {
          const created = await administrator.create('/client/', {
            name: `This process ${at}`,
            datecreated: '2026-01-01',
          })
          numbers.push(Number(created.localid))
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        return numbers
      }),
    )
    const [{ numbers, refusals }] = await message
    assert.deepEqual(refusals, [], 'a write was rejected because of a lock')
    assert.deepEqual(
      sorted([...ours.flat(), ...numbers]),
      Array.from({ length: 2 * each }, (_, at) => last + 1 + at),
      'client.localid',
    )
  })
})
