// Long reads (T-74, T-78, T-92): how many long lists a person may have running, and the response when the server has
// too many long reads. Which reads are long is tested in engine/list-reader.test.ts.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { createServer } from '../../src/api/server.ts'
import { Busy } from '../../src/io/errors.ts'
import { assertRefusedWith, eachApiFixture, suiteApiFixture } from '../fixture/api-caller.ts'
import { send, testOptions } from '../fixture/api-fixture.ts'
import { newClient } from '../fixture/rows.ts'

eachApiFixture((fixture) => {
  test('T-92: a person has two long lists at a time; a third is 503/20 with Retry-After', async (t) => {
    const { a, b, database } = fixture()
    for (const { accountid } of [a, b]) {
      await database.write(accountid, async (tx) => {
        for (let at = 0; at < 260; at++) await newClient(tx, `Client ${at}`)
      })
    }
    const { administrator } = a.tokens
    const get = (token: string, path = '/client/?limit=0', method: 'GET' | 'HEAD' = 'GET') =>
      fixture().call({ token, path, method })
    // Long reads wait until all requests were sent.
    const gate = Promise.withResolvers<void>()
    const readOffloaded = database.readOffloaded.bind(database)
    const offloaded = t.mock.method(database, 'readOffloaded', async (...call: Parameters<typeof readOffloaded>) => {
      await gate.promise
      return readOffloaded(...call)
    })
    const running = [get(administrator), get(administrator)]
    while (offloaded.mock.callCount() < 2) await new Promise((resolve) => setImmediate(resolve))
    let isAnswered = false
    const third = get(administrator).finally(() => {
      isAnswered = true
    })
    while (!isAnswered && offloaded.mock.callCount() < 3) await new Promise((resolve) => setImmediate(resolve))
    assert.equal((await get(administrator, '/module/?limit=0')).status, 200)
    running.push(get(b.tokens.administrator))
    gate.resolve()
    assert.deepEqual(
      (await Promise.all(running)).map(({ status }) => status),
      [200, 200, 200],
    )
    const refused = await third
    assert.equal(refused.headers['retry-after'], '1')
    assertRefusedWith(refused, 503, 20, 'two lists of yours with limit=0 are still being sent')
    // A response without rows ends too.
    for (let round = 0; round < 4; round++) assert.equal((await get(administrator, undefined, 'HEAD')).status, 200)
    const whole = await get(administrator)
    assert.equal((whole.json.client as unknown[]).length, Number(whole.json.listcount))
  })
})

suiteApiFixture((fixture) => {
  test('T-78: a long read that finds too many others is 503/20, and no error in the log', async (t) => {
    const { a, database, clock } = fixture()
    const lines: string[] = []
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    })
    const app = createServer({ ...testOptions(database, clock), log: pino({ level: 'debug' }, destination) })
    t.mock.method(database, 'readOffloaded', () => Promise.reject(new Busy('too many long reads are waiting')))
    const reply = await send(app, { token: a.tokens.manager, path: '/task/?search=a' })
    assertRefusedWith(reply, 503, 20, 'the server is busy; nothing was changed, try again')
    assert.equal(reply.headers['retry-after'], '1')
    assert.equal((await send(app, { token: a.tokens.manager, path: '/task/?limit=1' })).status, 200)
    const refused = lines.map((text) => JSON.parse(text) as Record<string, unknown>).filter(({ reason }) => reason)
    assert.deepEqual(
      refused.map(({ level, reason, err }) => [level, reason, err]),
      [[20, 'too many long reads are waiting', undefined]],
    )
    await app.close()
  })
})
