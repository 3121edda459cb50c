// Three servers behind HAProxy, with the configuration of deploy/three-servers: servers are killed and restarted one
// after the other while clients read and write. No request fails, and nothing is lost or done twice (I-38). HAProxy is
// Debian's package. STINT_KILLS sets the number of kills.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { requireDebianProgram } from '../../../../scripts/debian.ts'
import { newDurableDatabase } from '../fixture/database-servers.ts'
import { freePort, waitForPort } from '../fixture/ports.ts'
import { Installation } from './installation.ts'
import { type StintServer, TestProcesses } from './stint-process.ts'

const configuration = new URL('../../../../deploy/three-servers/haproxy.cfg', import.meta.url)
const kills = Number(process.env.STINT_KILLS ?? 6)
const writers = 6
const processes = new TestProcesses()
const started: ChildProcess[] = []

after(() => {
  for (const one of started) one.kill()
})

/** Starts HAProxy in front of these ports, without TLS, and returns its port. */
async function startProxy(ports: readonly number[]): Promise<number> {
  const program = requireDebianProgram('/usr/sbin/haproxy', 'haproxy')
  const port = await freePort()
  const text = readFileSync(configuration, 'utf8')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/stint(\d):8443/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`)
  const file = join(processes.newFolder(), 'haproxy.cfg')
  writeFileSync(file, text)
  started.push(spawn(program, ['-f', file], { stdio: 'ignore' }))
  await waitForPort(port)
  return port
}

interface Reply {
  readonly status: number
  readonly text: string
}

/** A request without retries, as a plain program sends it. */
const send = (port: number, token: string, path: string, key?: string, body?: object): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${token}:X`).toString('base64')}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    }
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Creates clients and reads them until it is stopped; returns the names that were acknowledged. */
async function write(port: number, token: string, writer: number, stop: AbortSignal): Promise<string[]> {
  const names: string[] = []
  while (!stop.aborted) {
    const name = `Client ${writer}-${names.length}`
    const created = await send(port, token, '/client/', `key-${writer}-${names.length}`, {
      name,
      datecreated: '2026-01-05',
    })
    assert.equal(created.status, 201, created.text)
    names.push(name)
    const read = await send(port, token, '/client/?limit=1')
    assert.equal(read.status, 200, read.text)
  }
  return names
}

test(`I-38: with ${kills} kills of three servers behind a proxy no request fails, and nothing is lost or doubled`, async () => {
  const installation = new Installation(processes, await newDurableDatabase())
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (at: number): Promise<StintServer> =>
    processes.serve(installation.newFolder(), {
      ...installation.env,
      STINT_PORT: String(ports[at]),
      STINT_TRUST_PROXY: '127.0.0.1',
    })
  const servers: StintServer[] = []
  for (const at of ports.keys()) servers.push(await start(at))
  const token = servers[0]?.token ?? ''
  const port = await startProxy(ports)
  const stop = new AbortController()
  const works = Array.from({ length: writers }, (_, writer) => write(port, token, writer, stop.signal))
  const failed = Promise.all(works)
  failed.catch(() => stop.abort())
  for (let kill = 0; kill < kills && !stop.signal.aborted; kill++) {
    const at = kill % servers.length
    // Every third one is stopped in an orderly way, as in an upgrade.
    await servers[at]?.process.stop(kill % 3 === 2 ? 'SIGTERM' : 'SIGKILL')
    servers[at] = await start(at)
    await waitForPort(ports[at] ?? 0)
  }
  stop.abort()
  const acknowledged = (await failed).flat()
  const listed = JSON.parse((await send(port, token, '/client/?limit=0')).text) as { client: { name: string }[] }
  assert.ok(acknowledged.length > kills)
  assert.deepEqual(listed.client.map(({ name }) => name).sort(), acknowledged.sort())
  for (const { process: running } of servers) assert.equal((await running.stop()).code, 0)
})
