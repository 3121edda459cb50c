// The demo company is copied by backup and restore, and by move, from SQLite to PostgreSQL and back. A server on each
// copy gives the same responses byte for byte as the first one, and continues with new ids and numbers.
import assert from 'node:assert/strict'
import { readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { type StintServer, TestProcesses } from '../process/stint-process.ts'
import { assertSameAnswers, type CommandEnv, readAllAnswers, runToFailure, runToSuccess } from './run-command.ts'

const processes = new TestProcesses()
const first = processes.newFolder()
const token = 'round-trip-token'
let answersBefore = new Map<string, string>()
let lastClient: JsonObject = {}

before(async () => {
  const server = await processes.serve(first, { STINT_DEMO: 'on', STINT_ADMIN_TOKEN: token })
  lastClient = await newClient(server, 'Last of the first')
  answersBefore = await readAllAnswers(server, token)
  assert.ok(answersBefore.size > 60, `only ${answersBefore.size} requests were compared`)
  await server.process.stop()
})

async function newClient(server: StintServer, name: string): Promise<JsonObject> {
  const body = { name, datecreated: '2026-03-01' }
  const { status, text, json } = await server.request('/client/', { method: 'POST', token, body })
  assert.equal(status, 201, text)
  return json.client as JsonObject
}

/** Starts a server on the copy, compares its responses, checks that ids and numbers continue, and stops it. */
async function assertServesCopy(data: string, env: CommandEnv = {}): Promise<void> {
  const server = await processes.serve(data, env)
  assertSameAnswers(await readAllAnswers(server, token), answersBefore)
  const next = await newClient(server, 'Next')
  assert.ok(Number(next.id) > Number(lastClient.id), `${next.id} comes after ${lastClient.id}`)
  assert.ok(Number(next.localid) > Number(lastClient.localid), `${next.localid} comes after ${lastClient.localid}`)
  assert.equal((await server.request(`/client/${next.id}/`, { method: 'DELETE', token })).status, 200)
  assert.equal((await server.process.stop()).code, 0)
}

quickTest('I-44, T-81: SQLite to PostgreSQL and back by backup and restore', async () => {
  const file = join(processes.newFolder(), 'one.stint')
  const result = await runToSuccess(processes, ['backup', '--data', first, '--to', file, '--with-key'])
  assert.equal(result.file, file)
  assert.equal(statSync(file).mode & 0o777, 0o600, 'others can read the backup')
  const second = join(processes.newFolder(), 'made', 'by', 'restore')
  const url = await newDurableDatabase()
  const place = { STINT_DATABASE_URL: url }
  const restored = await runToSuccess(processes, ['restore', '--from', file, '--data', second, '--database-url', url])
  assert.deepEqual([restored.rows, restored.files, restored.withKey], [result.rows, result.files, true])
  await assertServesCopy(second, place)
  await runToFailure(
    processes,
    ['restore', '--from', file, '--data', processes.newFolder(), '--database-url', url],
    /is not empty/,
  )

  const again = join(processes.newFolder(), 'two.stint')
  await runToSuccess(processes, ['backup', '--data', second, '--database-url', url, '--to', again])
  const third = processes.newFolder()
  await runToSuccess(processes, ['restore', '--from', again, '--data', third])
  await runToFailure(processes, ['restore', '--from', again, '--data', third], /is not empty/)
  const shut = await processes.run({ args: ['serve'], env: { STINT_DATA: third, STINT_PORT: '0', STINT_TLS: 'off' } })
    .finished
  assert.deepEqual([shut.code, /STINT_SECRET_KEY/.test(shut.stderr)], [1, true], 'the key was not in the second backup')
  renameSync(join(second, 'secret.key'), join(third, 'secret.key'))
  await assertServesCopy(third)
})

longTest(
  'SQLite to PostgreSQL and back by move; the source is unchanged and cannot be served during the move',
  async () => {
    const url = await newDurableDatabase()
    const running = await processes.serve(first)
    await runToFailure(
      processes,
      ['move', '--data', first, '--to', url],
      /Another Stint server is using the data folder/,
    )
    await running.process.stop()
    const source = readFileSync(join(first, 'stint.sqlite'))
    const moved = await runToSuccess(processes, ['move', '--data', first, '--to', url])
    assert.ok(Number(moved.rows) > 1000)
    assert.ok(source.equals(readFileSync(join(first, 'stint.sqlite'))), 'the source was changed')
    await assertServesCopy(first, { STINT_DATABASE_URL: url })

    const back = ['move', '--data', first, '--database-url', url, '--to', 'sqlite']
    await runToFailure(processes, back, /there is a stint\.sqlite in .* already/)
    renameSync(join(first, 'stint.sqlite'), join(first, 'old.sqlite'))
    const served = await processes.serve(first, { STINT_DATABASE_URL: url })
    await runToFailure(processes, back, /A Stint server or command is using this PostgreSQL database/)
    await served.process.stop()
    await runToSuccess(processes, back)
    await assertServesCopy(first)
  },
)
