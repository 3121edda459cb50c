// Three servers of an older version behind HAProxy are replaced one after the other by this version, which migrates the
// database while clients write (ADR 46): no request fails, and nothing is lost or done twice (T-286). The older version
// is the commit before the newest migration; STINT_UPGRADE_FROM and STINT_UPGRADE_TO name others.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { freePort } from '../fixture/ports.ts'
import { Installation } from './installation.ts'
import { type StintServer, stintEntry, TestProcesses } from './stint-process.ts'
import { type ServersBehindProxy, startProxy } from './three-servers.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const migrations = 'packages/server/migrations'
const writers = 4
const processes = new TestProcesses()
let proxy: ServersBehindProxy | undefined

after(() => proxy?.stop())

const git = (...args: string[]): string => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()

const newest = readdirSync(join(root, migrations)).sort().at(-1) ?? ''

/** The last commit without the newest migration. */
function commitBefore(migration: string): string {
  const path = `${migrations}/${migration}`
  const added = git('log', '-1', '--no-renames', '--diff-filter=A', '--format=%H', '--', path)
  return added === '' ? 'HEAD' : `${added}^`
}

/** The command of the server of a commit, with the packages of this checkout. */
function programOf(commit: string): string {
  const folder = processes.newFolder()
  const archive = join(folder, 'source.tar')
  git('archive', `--output=${archive}`, commit, 'package.json', 'packages/server')
  execFileSync('tar', ['-C', folder, '-xf', archive])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'packages/server/src/main/stint.ts')
}

async function upgradeOneAfterTheOther(older: string, newer: string): Promise<void> {
  const installation = new Installation(processes, await newDurableDatabase())
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (at: number, program: string): Promise<StintServer> => {
    const env = { ...installation.env, STINT_PORT: String(ports[at]), STINT_TRUST_PROXY: '127.0.0.1' }
    return processes.serve(installation.newFolder(), env, [], program)
  }
  const servers: StintServer[] = []
  for (const at of ports.keys()) servers.push(await start(at, older))
  const token = servers[0]?.token ?? ''
  proxy = await startProxy(ports, processes.newFolder())
  const replace = async (at: number, program: string): Promise<void> => {
    assert.equal((await servers[at]?.process.stop())?.code, 0)
    servers[at] = await start(at, program)
    for (const server of servers) assert.equal((await server.request('/readyz')).status, 200)
  }
  const written = await proxy.whileWriting(token, writers, async () => {
    await replace(0, newer)
    assert.match(servers[0]?.process.stdout ?? '', /Applied migration/, 'the newer version has no migration')
    // An older server may also be started again beside a newer one.
    await replace(1, older)
    for (const at of [1, 2]) await replace(at, newer)
  })
  console.log(`Upgraded while clients wrote: ${written}`)
  for (const { process: running } of servers) assert.equal((await running.stop()).code, 0)
}

const { STINT_UPGRADE_FROM: from, STINT_UPGRADE_TO: to } = process.env
const skip = from === undefined && !newest.includes('-expand-') && `${newest} needs all servers to be stopped`

test(
  'T-286: servers are replaced one after the other by a version with a migration, and no request fails',
  {
    skip,
  },
  () => upgradeOneAfterTheOther(programOf(from ?? commitBefore(newest)), to === undefined ? stintEntry : programOf(to)),
)
