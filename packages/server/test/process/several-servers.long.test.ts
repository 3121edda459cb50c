// Several servers on one PostgreSQL database: they may start at the same time on an empty one, one of them may be
// killed meanwhile, and a server with another key or another store of files does not start.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstStartMarker } from '../../src/io/traces.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { Installation } from './installation.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()

const newInstallation = async (): Promise<Installation> => new Installation(processes, await newDurableDatabase())

const stopAll = async (servers: readonly StintServer[]): Promise<void> => {
  for (const { process: one } of servers) assert.equal((await one.stop()).code, 0)
}

const accountsOf = async (installation: Installation): Promise<unknown[]> => {
  const env = { ...installation.env, STINT_DATA: processes.newFolder() }
  const { stdout, stderr } = await processes.run({ args: ['account', 'list', '--json'], env }).finished
  assert.equal(stderr, '')
  return JSON.parse(stdout) as unknown[]
}

test('T-159: three servers that start at once on an empty database create one company and show one login', async () => {
  const installation = await newInstallation()
  const servers = await Promise.all([1, 2, 3].map(() => installation.start('--demo')))
  const [first, ...others] = servers.filter(({ token }) => token !== '')
  assert.ok(first !== undefined && others.length === 0, 'exactly one server shows the login')
  assert.equal((await accountsOf(installation)).length, 1)
  const counts = await Promise.all(
    servers.map(async (server) => (await server.request('/task/?limit=1', { token: first.token })).json.listcount),
  )
  assert.ok(Number(counts[0]) > 0)
  assert.deepEqual(counts, [counts[0], counts[0], counts[0]])
  const waited = servers.filter(({ process: { stdout } }) => stdout.includes('Waiting for another Stint server'))
  assert.ok(waited.length > 0, 'a server that waits says so')
  await stopAll(servers)
})

test('T-159: a first start that was killed is completed by another server', async () => {
  const installation = await newInstallation()
  for (const waitMs of [0, 300, 900]) {
    const folder = installation.newFolder()
    const env = { ...installation.env, STINT_DATA: folder, STINT_PORT: '0', STINT_TLS: 'off' }
    const killed = processes.run({ args: ['serve', '--demo'], env })
    while (!existsSync(join(folder, firstStartMarker))) {
      assert.equal(killed.result, undefined, killed.stderr)
      await sleep(2)
    }
    await sleep(waitMs)
    await killed.stop('SIGKILL')
  }
  const server = await installation.start('--demo')
  assert.equal((await server.request('/me/', { token: server.token })).status, 200)
  assert.equal((await accountsOf(installation)).length, 1)
  const { json } = await server.request('/invoice/?limit=1', { token: server.token })
  assert.ok(Number(json.listcount) > 0, 'the demo company is complete')
  await stopAll([server])
})

test('T-159: a server with another key or another store of files does not start', async () => {
  const installation = await newInstallation()
  const server = await installation.start()
  const { env } = installation
  const otherKey = { ...env, STINT_SECRET_KEY: randomBytes(32).toString('base64') }
  const wrongKey = /STINT_SECRET_KEY .*the servers of this database encrypt with key [0-9a-f]{8}, and this setting has/
  await assert.rejects(processes.serve(installation.newFolder(), otherKey), wrongKey)
  await assert.rejects(processes.serve(processes.newFolder(), env), /is not the file store of this database/)
  const bothKeys = { ...env, STINT_SECRET_KEY: `${otherKey.STINT_SECRET_KEY},${env.STINT_SECRET_KEY}` }
  const rekeying = await processes.serve(installation.newFolder(), bothKeys)
  const rekeyed = await processes.run({
    args: ['rekey'],
    env: { ...bothKeys, STINT_DATA: installation.newFolder() },
  }).finished
  assert.equal(rekeyed.code, 0, rekeyed.stderr)
  await assert.rejects(processes.serve(installation.newFolder(), env), wrongKey)
  const renewed = await processes.serve(installation.newFolder(), otherKey)
  await stopAll([server, rekeying, renewed])
})
