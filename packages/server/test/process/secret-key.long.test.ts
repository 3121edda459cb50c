// The key of secure notes: created when it is first needed, required when it is missing, replaced with two starts and
// one command, and never printed.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allDatabases } from '../fixture/database-servers.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

async function ask(
  server: StintServer,
  token: string,
  method: string,
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const reply = await server.request(path, { method, token, ...(body === undefined ? {} : { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.json[path.split('/')[1] ?? ''] as JsonObject
}

/** A server whose account has one secure note. */
async function serveWithNote(env: Readonly<Record<string, string>>) {
  const data = processes.newFolder()
  const server = await processes.serve(data, env)
  const { token } = server
  const { id: projectid = 0 } = await ask(server, token, 'POST', '/project/', { name: 'P', datestart: '2026-01-01' })
  const keyFile = join(data, 'secret.key')
  const keyExisted = existsSync(keyFile)
  const body = { projectid, title: 'Safe', note: 'The code is 4711', secure: 't' }
  const { id } = await ask(server, token, 'POST', '/projectnote/', body)
  return { data, server, token, keyFile, madeBefore: keyExisted, path: `/projectnote/${id}/` }
}

const noteIn = async (server: StintServer, token: string, path: string) => (await ask(server, token, 'GET', path)).note

/** Starts the server or another command, which must fail with one message. */
async function assertStartRefused(
  data: string,
  env: Readonly<Record<string, string>>,
  command = 'serve',
): Promise<string> {
  const settings = { STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', STINT_LOG: 'silent', ...env }
  const { code, stderr } = await processes.run({ args: [command], env: settings }).finished
  assert.equal(code, 1, stderr)
  assert.match(stderr, /^stint: [^\n]+\n$/)
  return stderr
}

eachDatabaseEnv((newPlace) => {
  test('T-56: the key is created when it is first needed, readable only by the server, and decrypts it after a restart', async () => {
    const place = await newPlace()
    const { data, server, token, keyFile, madeBefore, path } = await serveWithNote(place)
    // Servers that share a PostgreSQL database compare their keys when they start.
    assert.equal(madeBefore, 'STINT_DATABASE_URL' in place)
    assert.equal(statSync(keyFile).mode & 0o777, 0o600)
    const { stdout, stderr } = await server.process.stop()
    assert.ok(!`${stdout}${stderr}`.includes(readFileSync(keyFile, 'utf8').trim()))
    const again = await processes.serve(data, place)
    assert.equal(await noteIn(again, token, path), 'The code is 4711')
    await again.process.stop()
  })

  test('a server with secure notes does not start without its key, and creates no other', async () => {
    const place = await newPlace()
    const { data, server, keyFile } = await serveWithNote(place)
    await server.process.stop()
    renameSync(keyFile, `${keyFile}.away`)
    assert.match(
      await assertStartRefused(data, place),
      /STINT_SECRET_KEY .*projectnote \d+.* is encrypted with key [0-9a-f]{8}/,
    )
    assert.equal(existsSync(keyFile), false)
    const wrong = randomBytes(32).toString('base64')
    assert.ok(!(await assertStartRefused(data, { ...place, STINT_SECRET_KEY: wrong })).includes(wrong))
    writeFileSync(keyFile, 'hunter2')
    const output = await assertStartRefused(data, place)
    assert.ok(output.includes(keyFile) && !output.includes('hunter2'), output)
  })

  test('a key is replaced by setting the new one first, running rekey, and removing the old one', async () => {
    const place = await newPlace()
    const { data, server, token, keyFile, path } = await serveWithNote(place)
    await server.process.stop()
    const old = readFileSync(keyFile, 'utf8').trim()
    const fresh = randomBytes(32).toString('base64')
    const both = await processes.serve(data, { ...place, STINT_SECRET_KEY: `${fresh},${old}` })
    assert.equal(await noteIn(both, token, path), 'The code is 4711')
    const settings = { STINT_DATA: data, ...place }
    assert.match(
      await assertStartRefused(data, { ...place, STINT_SECRET_KEY: fresh }, 'rekey'),
      /Texts not changed: 1 /,
    )
    const env = { ...settings, STINT_SECRET_KEY: `${fresh},${old}` }
    for (const count of [1, 0]) {
      const { code, stdout, stderr } = await processes.run({ args: ['rekey'], env }).finished
      assert.deepEqual([code, stdout], [0, `Texts encrypted again with the first key: ${count}\n`], stderr)
    }
    assert.equal(await noteIn(both, token, path), 'The code is 4711', 'the server did not run in the meantime')
    await both.process.stop()
    const alone = await processes.serve(data, { ...place, STINT_SECRET_KEY: fresh })
    assert.equal(await noteIn(alone, token, path), 'The code is 4711')
    await alone.process.stop()
    await assertStartRefused(data, { ...place, STINT_SECRET_KEY: old })
  })
}, allDatabases)
