// T-340: a server notices that its files are not in their place: at start, while it runs, and in its workers. A data
// folder of an older version, whose files have no id, goes on.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { eachDatabaseEnv, type Reply, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

/** The result of a probe is kept for 5 seconds. */
async function readinessBecomes(server: StintServer, status: number): Promise<void> {
  const end = performance.now() + 20_000
  for (;;) {
    const reply = await server.request('/readyz')
    if (reply.status === status) return
    assert.ok(performance.now() < end, `/readyz stays ${reply.status}`)
    await sleep(100)
  }
}

function uploadLogo(server: StintServer, token: string): Promise<Reply> {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const lines = ['--x', 'Content-Disposition: form-data; name="logo"; filename="a.png"', '']
  const body = `${[...lines, Buffer.from(png, 'base64').toString('latin1')].join('\r\n')}\r\n--x--\r\n`
  return server.request('/company/', {
    method: 'PUT',
    token,
    body: Buffer.from(body, 'latin1'),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}

eachDatabaseEnv((newPlace) => {
  for (const workers of ['1', '2']) {
    test(`T-340: with ${workers} process(es), files that are moved away are noticed, and nothing is stored elsewhere`, async () => {
      const place = { ...(await newPlace()), STINT_WORKERS: workers }
      const data = processes.newFolder()
      const files = join(data, 'files')
      const server = await processes.serve(data, place)
      const { token } = server
      assert.equal((await uploadLogo(server, token)).status, 202)
      assert.ok(existsSync(join(files, 'store-id')))
      renameSync(files, join(data, 'away'))
      const refused = await uploadLogo(server, token)
      assert.equal(refused.status, 502)
      assert.match(refused.text, /the files cannot be reached/)
      await readinessBecomes(server, 503)
      assert.equal(existsSync(files), false)
      mkdirSync(files)
      assert.equal((await uploadLogo(server, token)).status, 502)
      rmSync(files, { recursive: true })
      renameSync(join(data, 'away'), files)
      assert.equal((await uploadLogo(server, token)).status, 202)
      await readinessBecomes(server, 200)
      assert.equal((await server.process.stop()).code, 0)
    })
  }

  test('T-340: a server whose files are missing does not start, and starts again with them', async () => {
    const place = await newPlace()
    const data = processes.newFolder()
    const server = await processes.serve(data, place)
    assert.equal((await server.process.stop()).code, 0)
    renameSync(join(data, 'files'), join(data, 'away'))
    await assert.rejects(processes.serve(data, place), /is not the file store of this database.*it has no id/)
    rmSync(join(data, 'files'), { recursive: true, force: true })
    renameSync(join(data, 'away'), join(data, 'files'))
    assert.equal((await (await processes.serve(data, place)).process.stop()).code, 0)
  })
})

test('T-340: a data folder of an older version, without an id, gets one at its next start', async () => {
  const data = processes.newFolder()
  const server = await processes.serve(data)
  const { token } = server
  assert.equal((await uploadLogo(server, token)).status, 202)
  assert.equal((await server.process.stop()).code, 0)
  rmSync(join(data, 'files', 'store-id'))
  const database = new BetterSqlite(join(data, 'stint.sqlite'))
  database.exec("delete from installation where name = 'files'")
  database.close()
  const next = await processes.serve(data)
  assert.match(readFileSync(join(data, 'files', 'store-id'), 'utf8'), /^[0-9a-f-]{36}\n$/)
  assert.equal((await next.request('/company/1/download/', { token })).status, 200)
  assert.equal((await next.process.stop()).code, 0)
})
