// A backup while the server is writing: it contains everything that was acknowledged before it began, and no incomplete
// record.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../fixture/request-parts.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from '../process/stint-process.ts'
import { runToSuccess } from './run-command.ts'

const processes = new TestProcesses()
const writers = 4

/** Creates clients until it is stopped, and collects the names of the acknowledged ones. */
function keepWriting(server: StintServer): {
  acknowledged: Set<string>
  reached: (count: number) => Promise<void>
  stop: () => Promise<unknown>
} {
  const acknowledged = new Set<string>()
  let going = true
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; going; turn++) {
      const name = `client ${writer}-${turn}`
      const body = { name, description: name, datecreated: '2026-03-01' }
      const { status, text } = await server.request('/client/', { method: 'POST', token: server.token, body })
      assert.equal(status, 201, text)
      acknowledged.add(name)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  let failure: unknown
  writing.catch((error) => {
    failure = error
  })
  return {
    acknowledged,
    reached: async (count) => {
      while (acknowledged.size < count) {
        if (failure !== undefined) throw failure
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    stop: () => {
      going = false
      return writing
    },
  }
}

eachDatabaseEnv(
  (newPlace) => {
    test('I-44: a backup under load contains every write that was acknowledged before it began', async () => {
      const place = await newPlace()
      const server = await processes.serve(processes.newFolder(), place)
      const load = keepWriting(server)
      await load.reached(50)
      const before = new Set(load.acknowledged)
      const file = join(processes.newFolder(), 'load.stint')
      await runToSuccess(processes, ['backup', '--data', server.data, '--to', file], place)
      const after = load.acknowledged.size
      await load.stop()
      assert.ok(after > before.size, 'nothing was written during the backup')
      await server.process.stop()

      const data = processes.newFolder()
      const next = await newPlace('empty')
      await runToSuccess(processes, ['restore', '--from', file, '--data', data], next)
      const restored = await processes.serve(data, next)
      const { json } = await restored.request('/client/?limit=0', { token: server.token })
      const clients = json.client as JsonObject[]
      const names = new Set(clients.map(({ name }) => String(name)))
      for (const name of before)
        assert.ok(names.has(name), `${name} was acknowledged before the backup and is not in it`)
      for (const { name, description } of clients) assert.equal(description, name)
      assert.equal(new Set(clients.map(({ localid }) => localid)).size, clients.length)
      assert.equal((await restored.process.stop()).code, 0)
    })
  },
  ['sqlite', 'postgres'],
)
