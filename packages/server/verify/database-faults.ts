// Broken connections between a server and PostgreSQL: clients write with an Idempotency-Key through a server whose
// connections to the database break all the time, and repeat each request until it succeeds. Afterwards each record
// exists once, and the server works again by itself. The database itself does not fail here.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withPgClient } from '../../../scripts/postgres.ts'
import { newDurableDatabase } from '../test/fixture/database-servers.ts'
import { Random } from '../test/fixture/random.ts'
import type { Reply, StintServer } from '../test/process/stint-process.ts'
import { FaultProxy } from './fault-proxy.ts'
import type { VerifyRun } from './verify-run.ts'

const writers = 8
const chunksPerFault = 300
/** A client gives up a request after this time, and repeats it. */
const requestTimeoutMs = 70_000
/** The time in which a server must work again after the last fault. */
const recoveryMs = 60_000
const maxAttempts = 200

interface Counts {
  attempts: number
  readonly statuses: Map<string, number>
}

class FaultClient {
  readonly #server: StintServer
  readonly #token: string
  readonly #counts: Counts
  readonly #agent = new Agent({ keepAlive: true })

  constructor(server: StintServer, token: string, counts: Counts) {
    this.#server = server
    this.#token = token
    this.#counts = counts
  }

  /** Sends the same request until it succeeds. */
  async create(name: string): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const reply = await this.#attempt(name)
      if (reply?.status === 201) return
      const rejected = reply !== undefined && reply.status < 500 && ![409, 429].includes(reply.status)
      if (rejected) throw new Error(`${name} was rejected: ${reply.text}`)
      await sleep(50)
    }
    throw new Error(`${name} did not succeed in ${maxAttempts} attempts`)
  }

  async #attempt(name: string): Promise<Reply | undefined> {
    this.#counts.attempts++
    const body = { name, description: name, datecreated: '2026-03-01' }
    const request = this.#server
      .request('/client/', {
        method: 'POST',
        token: this.#token,
        body,
        headers: { 'idempotency-key': name.replaceAll(' ', '-') },
        agent: this.#agent,
      })
      .catch(() => undefined)
    const reply = await Promise.race([request, sleep(requestTimeoutMs, 'timeout' as const)])
    const status = reply === 'timeout' ? 'no response' : String(reply?.status ?? 'connection lost')
    this.#counts.statuses.set(status, (this.#counts.statuses.get(status) ?? 0) + 1)
    return reply === 'timeout' ? undefined : reply
  }
}

/** Each record, its event and its number exist once. */
async function checkStored(url: string, sent: readonly string[]): Promise<void> {
  await withPgClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; description: string; localid: string; events: string }>(
      `select name, description, localid, (select count(*) from event where event.accountid = client.accountid
         and event.resource = 'client' and event.recordid = client.id) as events from client`,
    )
    const stored = new Map(rows.map((row) => [row.name, row]))
    if (stored.size !== rows.length) throw new Error('a record exists twice')
    if (new Set(rows.map(({ localid }) => localid)).size !== rows.length) throw new Error('a number was used twice')
    for (const name of sent) {
      const row = stored.get(name)
      if (row === undefined) throw new Error(`${name} was acknowledged and is lost`)
      if (row.description !== name || row.events !== '1') throw new Error(`${name} is incomplete: ${row.events} events`)
    }
    if (rows.length !== sent.length) throw new Error(`${rows.length} records exist, and ${sent.length} were sent`)
  })
}

export async function databaseFaults(run: VerifyRun): Promise<string> {
  const total = run.numberOf('requests', 2000)
  const url = await newDurableDatabase()
  const data = run.processes.newFolder()
  const first = await run.processes.serve(data, { STINT_DATABASE_URL: url })
  const { token } = first
  await first.process.stop()
  const proxy = new FaultProxy(new URL(url), new Random(run.seed), chunksPerFault)
  const through = Object.assign(new URL(url), { port: String(await proxy.listen()) }).href
  try {
    const server = await startThrough(run, data, through)
    const counts: Counts = { attempts: 0, statuses: new Map() }
    const sent: string[] = []
    const write = async (): Promise<void> => {
      const client = new FaultClient(server, token, counts)
      while (sent.length < total) {
        const name = `client ${sent.length}`
        sent.push(name)
        await client.create(name)
        if (sent.length % 500 === 0) run.log(`${sent.length} of ${total} records, ${counts.attempts} attempts`)
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    proxy.calm()
    await Promise.race([
      new FaultClient(server, token, counts)
        .create('after the last fault')
        .then(() => sent.push('after the last fault')),
      sleep(recoveryMs).then(() => Promise.reject(new Error('the server does not work after the last fault'))),
    ])
    await checkStored(url, sent)
    if (server.process.result !== undefined) throw new Error('the server has ended')
    const faults = [...proxy.counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
    const statuses = [...counts.statuses].map(([status, count]) => `${status} ${count}`).join(', ')
    return `${sent.length} records, each once, in ${counts.attempts} attempts (${statuses}); faults: ${faults}`
  } finally {
    proxy.close()
  }
}

/** A fault during the start ends the server with a message, so it is started again. */
async function startThrough(run: VerifyRun, data: string, url: string): Promise<StintServer> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const server = await run.processes.serve(data, { STINT_DATABASE_URL: url }).catch(() => undefined)
    if (server !== undefined) return server
  }
  throw new Error('the server did not start in 20 attempts')
}
