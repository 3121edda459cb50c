// Three servers behind HAProxy: they are killed and restarted one after the other while clients read and write. No
// request fails, and nothing is lost or done twice (I-38). STINT_KILLS sets the number of kills.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { freePort, waitForPort } from '../fixture/ports.ts'
import { Installation } from './installation.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'
import { type ServersBehindProxy, startProxy } from './three-servers.ts'

const kills = Number(process.env.STINT_KILLS ?? 6)
const writers = 6
const processes = new TestProcesses()
let proxy: ServersBehindProxy | undefined

after(() => proxy?.stop())

test(`I-38: with ${kills} kills of three servers behind a proxy no request fails, and nothing is lost or doubled`, async () => {
  const installation = new Installation(processes, await newDurableDatabase())
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (at: number): Promise<StintServer> =>
    processes.serve(installation.newFolder(), {
      ...installation.env,
      STINT_PORT: String(ports[at]),
      STINT_TRUST_PROXY: '127.0.0.1',
      STINT_DAILY_QUOTA: '10000000',
      STINT_LOG: 'warn',
    })
  const servers: StintServer[] = []
  for (const at of ports.keys()) servers.push(await start(at))
  const token = servers[0]?.token ?? ''
  proxy = await startProxy(ports, processes.newFolder())
  let [killed, stopped] = [0, 0]
  const written = await proxy.whileWriting(token, writers, async (stop) => {
    for (let round = 0; killed < kills && !stop.aborted; round++) {
      const at = round % servers.length
      // Every fourth one is stopped in an orderly way, as in an upgrade.
      const signal = round % 4 === 3 ? 'SIGTERM' : 'SIGKILL'
      if (signal === 'SIGKILL') killed++
      else stopped++
      await servers[at]?.process.stop(signal)
      servers[at] = await start(at)
      await waitForPort(ports[at] ?? 0)
    }
  })
  console.log(`${killed} kills and ${stopped} orderly stops, ${written}`)
  for (const { process: running } of servers) assert.equal((await running.stop()).code, 0)
})
