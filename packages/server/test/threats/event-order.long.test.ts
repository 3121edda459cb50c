// A program that polls `GET /event/?since=` while three servers write at the same time never skips an event (T-158).
// The same reader over numbers from a sequence does skip, which shows that the test can fail. STINT_EVENT_WRITES sets
// the number of writes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { withPgClient } from '../../../../scripts/postgres.ts'
import { eachApiFixture, rowsIn, secondServer, taskBody } from '../fixture/api-caller.ts'
import { Random } from '../fixture/random.ts'
import type { Request } from '../fixture/request-parts.ts'

const writes = Number(process.env.STINT_EVENT_WRITES ?? 1200)
const writers = 64

type ReadAfter = (since: number, turn: number) => Promise<readonly number[]>

/** Reads until the writers have ended and nothing is new, each time after the highest number it has seen. */
async function pollNumbers(
  since: number,
  readAfter: ReadAfter,
  isOver: () => boolean,
  seen: number[] = [],
): Promise<readonly number[]> {
  for (let turn = 0; ; turn++) {
    const wasOver = isOver()
    const page = await readAfter(seen.at(-1) ?? since, turn)
    seen.push(...page)
    if (wasOver && page.length === 0) return seen
  }
}

eachApiFixture(
  (fixture, _kind, database) => {
    test(`T-158: a reader that polls three servers sees every event of ${writes} concurrent writes, in order`, async () => {
      const { a } = fixture()
      const others = [await secondServer(fixture(), database()), await secondServer(fixture(), database())]
      const servers = [fixture(), ...others]
      const callOn = (turn: number, request: Request) =>
        (servers[turn % servers.length] ?? fixture()).call({ ...request, token: a.tokens.administrator })
      const readAfter: ReadAfter = async (since, turn) =>
        rowsIn(await callOn(turn, { path: `/event/?since=${since}&limit=100` })).map(({ id }) => Number(id))
      const since = (await pollNumbers(0, readAfter, () => true)).at(-1) ?? 0
      let [started, acknowledged, running] = [0, 0, writers]
      const write = async (writer: number): Promise<void> => {
        const random = new Random(writer)
        while (started++ < writes) {
          const change = random.below(3)
          const reply = await callOn(
            random.below(3),
            change === 0
              ? { method: 'PUT', path: `/task/${a.tasks.own}/`, body: { estimate: String(started) } }
              : change === 1
                ? { method: 'POST', path: '/client/', body: { name: `Client ${started}`, datecreated: '2026-01-01' } }
                : { method: 'POST', path: '/task/', body: taskBody(a, { title: `Task ${started}` }) },
          )
          assert.ok(reply.status === 201 || reply.status === 202, reply.text)
          acknowledged++
        }
        running--
      }
      const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
      const [seen] = await Promise.all([pollNumbers(since, readAfter, () => running === 0), all])
      assert.ok(seen.length >= acknowledged, `${seen.length} events of ${acknowledged} writes`)
      assert.deepEqual(
        seen,
        Array.from(seen, (_, at) => since + at + 1),
      )
      assert.deepEqual(await pollNumbers(since, readAfter, () => true), seen, 'all events that there are')
    })

    test('the same reader over numbers from a sequence skips the row that is committed later', async () => {
      const url = database().url ?? ''
      await withPgClient(url, (early) =>
        withPgClient(url, (late) =>
          withPgClient(url, async (reader) => {
            await reader.query('create table plainlog (id bigint generated always as identity primary key)')
            const ids = async (after: number): Promise<number[]> =>
              (await reader.query('select id from plainlog where id > $1 order by id', [after])).rows.map(
                ({ id }: { id: string }) => Number(id),
              )
            await late.query('begin')
            await late.query('insert into plainlog default values')
            await early.query('insert into plainlog default values')
            const seen: number[] = []
            let isOver = false
            const reading = pollNumbers(0, ids, () => isOver, seen)
            while (seen.length === 0) await sleep(1)
            await late.query('commit')
            isOver = true
            assert.deepEqual([await reading, await ids(0)], [[2], [1, 2]])
          }),
        ),
      )
    })
  },
  ['postgres'],
)
