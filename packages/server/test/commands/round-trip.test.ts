// A demo company on its way through every kind of copy: by backup and restore, and by move, from SQLite to PostgreSQL and back.
// Wherever it arrives, a server answers every question byte by byte as the first one did, and goes on from there.
import assert from 'node:assert/strict'
import { readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { Desk, type Server } from '../startup/stint.ts'
import { newDurableDatabase } from '../world/databases.ts'
import type { JsonObject } from '../world/world.ts'
import { answersOf, cannot, done, type Env, sameAnswers } from './copying.ts'

const desk = new Desk()
const first = desk.folder()
const token = 'round-trip-token'
let was = new Map<string, string>()
let last: JsonObject = {}

before(async () => {
  const server = await desk.serve(first, { STINT_DEMO: 'on', STINT_ADMIN_TOKEN: token })
  last = await newClient(server, 'Last of the first')
  was = await answersOf(server, token)
  assert.ok(was.size > 60, `only ${was.size} questions were asked`)
  await server.process.stop()
})

async function newClient(server: Server, name: string): Promise<JsonObject> {
  const body = { name, datecreated: '2026-03-01' }
  const { status, text, json } = await server.ask('/client/', { method: 'POST', token, body })
  assert.equal(status, 201, text)
  return json.client as JsonObject
}

/** Starts a server on the copy, compares, makes and removes a record, which shows that numbers go on, and stops it. */
async function check(data: string, env: Env = {}): Promise<void> {
  const server = await desk.serve(data, env)
  sameAnswers(await answersOf(server, token), was)
  const next = await newClient(server, 'Next')
  assert.ok(Number(next.id) > Number(last.id), `${next.id} comes after ${last.id}`)
  assert.ok(Number(next.localid) > Number(last.localid), `${next.localid} comes after ${last.localid}`)
  assert.equal((await server.ask(`/client/${next.id}/`, { method: 'DELETE', token })).status, 200)
  assert.equal((await server.process.stop()).code, 0)
}

test('I-44, T-81: SQLite to PostgreSQL and back by backup and restore', async () => {
  const file = join(desk.folder(), 'one.stint')
  const made = await done(desk, ['backup', '--data', first, '--to', file, '--with-key'])
  assert.equal(made.file, file)
  assert.equal(statSync(file).mode & 0o777, 0o600, 'the backup is open to others')
  const second = join(desk.folder(), 'made', 'by', 'restore')
  const url = await newDurableDatabase()
  const place = { STINT_DATABASE_URL: url }
  const restored = await done(desk, ['restore', '--from', file, '--data', second, '--database-url', url])
  assert.deepEqual([restored.rows, restored.files, restored.withKey], [made.rows, made.files, true])
  await check(second, place)
  await cannot(desk, ['restore', '--from', file, '--data', desk.folder(), '--database-url', url], /is not empty/)

  const again = join(desk.folder(), 'two.stint')
  await done(desk, ['backup', '--data', second, '--database-url', url, '--to', again])
  const third = desk.folder()
  await done(desk, ['restore', '--from', again, '--data', third])
  await cannot(desk, ['restore', '--from', again, '--data', third], /is not empty/)
  const shut = await desk.run({ args: ['serve'], env: { STINT_DATA: third, STINT_PORT: '0', STINT_TLS: 'off' } }).ended
  assert.deepEqual([shut.code, /STINT_SECRET_KEY/.test(shut.stderr)], [1, true], 'the key was not in the second backup')
  renameSync(join(second, 'secret.key'), join(third, 'secret.key'))
  await check(third)
})

test('SQLite to PostgreSQL and back by move, the source unchanged and not served meanwhile', async () => {
  const url = await newDurableDatabase()
  const running = await desk.serve(first)
  await cannot(desk, ['move', '--data', first, '--to', url], /Another Stint server is using the data folder/)
  await running.process.stop()
  const source = readFileSync(join(first, 'stint.sqlite'))
  const moved = await done(desk, ['move', '--data', first, '--to', url])
  assert.ok(Number(moved.rows) > 1000)
  assert.ok(source.equals(readFileSync(join(first, 'stint.sqlite'))), 'the source was changed')
  await check(first, { STINT_DATABASE_URL: url })

  const back = ['move', '--data', first, '--database-url', url, '--to', 'sqlite']
  await cannot(desk, back, /there is a stint\.sqlite in .* already/)
  renameSync(join(first, 'stint.sqlite'), join(first, 'old.sqlite'))
  const served = await desk.serve(first, { STINT_DATABASE_URL: url })
  await cannot(desk, back, /A Stint server or command is using this PostgreSQL database/)
  await served.process.stop()
  await done(desk, back)
  await check(first)
})
