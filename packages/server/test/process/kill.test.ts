// A server that is killed repeatedly during writes: every acknowledged write is there afterwards.
import assert from 'node:assert/strict'
import { existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const kills = isLong ? 20 : 2
const writers = 4

interface WriteLog {
  readonly sent: Set<string>
  readonly acknowledged: Set<string>
  asked: number
  answered: number
}

/** Creates clients concurrently until the server is killed, which happens after some responses, more each round. */
async function writeUntilKilled(server: StintServer, token: string, round: number, written: WriteLog): Promise<void> {
  let remaining = 3 + round * 2
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; ; turn++) {
      const name = `client ${round}-${writer}-${turn}`
      written.sent.add(name)
      written.asked++
      const reply = await server
        .request('/client/', { method: 'POST', token, body: { name, description: name, datecreated: '2026-03-01' } })
        .catch(() => undefined)
      if (reply === undefined) return
      assert.equal(reply.status, 201, reply.text)
      written.answered++
      written.acknowledged.add(name)
      if (--remaining === 0) server.process.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  assert.equal((await server.process.finished).signal, 'SIGKILL')
}

async function check(server: StintServer, token: string, written: WriteLog): Promise<void> {
  const { json } = await server.request('/client/?limit=0', { token })
  written.asked++
  written.answered++
  const clients = json.client as JsonObject[]
  const stored = new Set(clients.map(({ name }) => String(name)))
  assert.equal(stored.size, clients.length, 'a client was stored twice')
  for (const name of written.acknowledged) assert.ok(stored.has(name), `${name} was acknowledged and is lost`)
  for (const { name, description, localid } of clients) {
    assert.ok(written.sent.has(String(name)), `${name} was never sent`)
    assert.equal(description, name, `${name} is incomplete`)
    assert.ok(Number(localid) > 0, `${name} has no number`)
  }
  assert.equal(new Set(clients.map(({ localid }) => localid)).size, clients.length, 'a number was used twice')
}

test('T-341: a server whose write-ahead log was cut after a kill does not start until the loss is accepted', async () => {
  const data = processes.newFolder()
  const server = await processes.serve(data)
  const { token } = server
  const written: WriteLog = { sent: new Set(), acknowledged: new Set(), asked: 0, answered: 0 }
  await writeUntilKilled(server, token, 5, written)
  const log = join(data, 'stint.sqlite-wal')
  truncateSync(log, statSync(log).size - 1)
  const env = { STINT_DATA: data }
  for (const args of [['serve'], ['doctor'], ['backup', '--to', join(data, 'lost.stint')], ['migrate']]) {
    const { code, stdout, stderr } = await processes.run({ args, env: { ...env, STINT_PORT: '0', STINT_TLS: 'off' } })
      .finished
    assert.equal(code, 1, args[0])
    assert.match(
      stdout + stderr,
      /has lost its newest .*commit \d+ of .* was confirmed.*The newest id in the database is \d+/,
      args[0],
    )
  }
  assert.equal(existsSync(join(data, 'lost.stint')), false)
  rmSync(join(data, 'stint.sqlite-commits'))
  const again = await processes.serve(data)
  const { json } = await again.request('/client/?limit=0', { token })
  assert.ok(Number(json.listcount) < written.sent.size)
  assert.equal((await again.process.stop()).code, 0)
  assert.equal(existsSync(join(data, 'stint.sqlite-commits')), false)
})

eachDatabaseEnv(
  (newPlace) => {
    test(`I-38, I-41, T-341: after ${kills} kills every acknowledged create is there and counted`, async () => {
      const place = await newPlace()
      const data = processes.newFolder()
      const written: WriteLog = { sent: new Set(), acknowledged: new Set(), asked: 0, answered: 0 }
      let server = await processes.serve(data, place)
      const { token } = server
      for (let round = 1; round <= kills; round++) {
        await writeUntilKilled(server, token, round, written)
        server = await processes.serve(data, place)
        await check(server, token, written)
      }
      const quota = (await server.request('/quota/', { token })).json.quota as JsonObject
      const used = Number(quota.used)
      assert.ok(used >= written.answered && used <= written.asked, `${used} of ${written.answered} to ${written.asked}`)
      assert.equal((await server.process.stop()).code, 0)
    })
  },
  ['sqlite', 'postgres'],
)
