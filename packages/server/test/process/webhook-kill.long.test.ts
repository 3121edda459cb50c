// A server that is killed again and again during writes, while the receiver of its webhook fails, resets and does not
// answer: one event for every write, numbers without gaps, and every event arrives at least once with a signature that
// the library of Standard Webhooks accepts. STINT_KILLS sets the number of kills on SQLite.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { allDatabases, type DatabaseKind } from '../fixture/database-servers.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { clockSetting } from '../fixture/test-clock.ts'
import { type ReceivedWebhook, WebhookReceiver } from '../fixture/webhook-receiver.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const writers = 4
const killsOn: Readonly<Record<DatabaseKind, number>> = { sqlite: Number(process.env.STINT_KILLS ?? 8), postgres: 6 }
/** The clock of each server is ahead of the one before, so that leases are over and retries are due. */
const secondsBetweenServers = 600
/** The first attempts of an event fail, one after the other, so that none of them is given up. */
const failedAttempts = 2

/** What the receiver saw of each event. */
class Deliveries {
  readonly attempts = new Map<string, number>()
  readonly accepted = new Set<string>()
  failures = 0
  #library: Webhook | undefined

  set secret(secret: string) {
    this.#library = new Webhook(secret)
  }

  /** Verifies the attempt at the time that it states, because the servers have another clock than this process. */
  verify({ headers, body }: ReceivedWebhook): void {
    const clock = mock.method(Date, 'now', () => Number(headers['webhook-timestamp']) * 1000)
    try {
      this.#library?.verify(body, headers)
    } finally {
      clock.mock.restore()
    }
  }

  /** Success, unless the attempt is one that fails: 500, a closed connection, or no answer. */
  respond(received: ReceivedWebhook, count: number): ReturnType<WebhookReceiver['respond']> {
    this.verify(received)
    const attempt = (this.attempts.get(received.id) ?? 0) + 1
    this.attempts.set(received.id, attempt)
    if (attempt > failedAttempts || count % 2 !== 0) {
      this.accepted.add(received.id)
      return 204
    }
    this.failures++
    const ways = [500, (response: ServerResponse) => void response.destroy(), () => undefined]
    return ways[(count / 2) % ways.length] ?? 500
  }
}

interface Written {
  readonly acknowledged: Set<string>
  sent: number
}

/** Creates clients concurrently until the server is killed, after some responses and a moment for the sender. */
async function writeUntilKilled(server: StintServer, token: string, round: number, written: Written): Promise<void> {
  let remaining = 3 + (round % 7)
  const write = async (writer: number): Promise<void> => {
    for (let turn = 0; ; turn++) {
      const body = { name: `client ${round}-${writer}-${turn}`, datecreated: '2026-03-01' }
      written.sent++
      const reply = await server.request('/client/', { method: 'POST', token, body }).catch(() => undefined)
      if (reply === undefined) return
      assert.equal(reply.status, 201, reply.text)
      written.acknowledged.add(body.name)
      if (--remaining === 0) server.process.child.kill('SIGKILL')
      if (remaining % 3 === 0) await sleep((round % 5) * 20)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  assert.equal((await server.process.finished).signal, 'SIGKILL')
}

interface ReadEvent {
  readonly id: string
  readonly resource: string
  readonly recordid: string
  readonly kind: string
}

/** All events after a number, page by page. */
async function eventsSince(server: StintServer, token: string, since: number): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  for (;;) {
    const { json } = await server.request(`/event/?since=${since + events.length}&limit=1000`, { token })
    const page = json.event as unknown as ReadEvent[]
    if (page.length === 0) return events
    events.push(...page)
    assert.equal(Number(events.at(-1)?.id), since + events.length, 'a number is missing')
  }
}

async function checkEvents(server: StintServer, token: string, since: number, written: Written): Promise<string[]> {
  const events = await eventsSince(server, token, since)
  const { json } = await server.request('/client/?limit=0', { token })
  const clients = json.client as JsonObject[]
  const stored = new Map(clients.map(({ id, name }) => [String(id), String(name)]))
  const created = events.filter(({ resource, kind }) => resource === 'client' && kind === 'created')
  assert.deepEqual(
    created.map(({ recordid }) => recordid).sort(),
    [...stored.keys()].sort(),
    'one event for every stored client and for no other',
  )
  const names = new Set(stored.values())
  for (const name of written.acknowledged) assert.ok(names.has(name), `${name} was acknowledged and is lost`)
  return events.map(({ id }) => id)
}

eachDatabaseEnv((newPlace, kind) => {
  const kills = killsOn[kind]
  test(`T-157: after ${kills} kills every write has one event, which was delivered and verified`, async (t) => {
    const receiver = new WebhookReceiver()
    t.after(() => receiver.close())
    const deliveries = new Deliveries()
    const port = await receiver.listen()
    const place = await newPlace()
    const data = processes.newFolder()
    let started = 0
    const serve = (): Promise<StintServer> => {
      const clock = clockSetting(-secondsBetweenServers * started++)
      return processes.serve(data, { ...place, ...clock, STINT_WEBHOOK_ALLOW: '127.0.0.1', STINT_LOG: 'error' })
    }
    let server = await serve()
    const { token } = server
    const body = { url: `http://127.0.0.1:${port}/`, events: '*' }
    const webhook = (await server.request('/webhook/', { method: 'POST', token, body })).json.webhook as JsonObject
    deliveries.secret = String(webhook.secret)
    receiver.respond = (received, count) => deliveries.respond(received, count)
    const since = (await eventsSince(server, token, 0)).length
    const written: Written = { acknowledged: new Set(), sent: 0 }
    for (let round = 1; round <= kills; round++) {
      await writeUntilKilled(server, token, round, written)
      server = await serve()
    }
    const numbers = await checkEvents(server, token, since, written)
    receiver.respond = (received) => {
      deliveries.verify(received)
      deliveries.accepted.add(received.id)
      return 204
    }
    const missing = (): string[] => numbers.filter((number) => !deliveries.accepted.has(`evt_1_${number}`))
    let [looks, remaining] = [0, missing().length]
    while (remaining > 0 && looks < 300) {
      await sleep(100)
      looks = missing().length < remaining ? 0 : looks + 1
      remaining = missing().length
      if (looks % 50 !== 49) continue
      await server.process.stop()
      server = await serve()
    }
    assert.deepEqual(missing(), [], 'events that did not arrive')
    assert.ok(deliveries.failures > 0, 'the receiver never failed')
    assert.ok(written.acknowledged.size >= kills * 3)
    console.log(
      `${kind}: ${kills} kills, ${written.acknowledged.size} of ${written.sent} writes acknowledged, ${numbers.length} events, ${receiver.received.length} attempts, ${deliveries.failures} of them failed by the receiver, ${deliveries.accepted.size} events accepted`,
    )
    assert.equal((await server.process.stop()).code, 0)
  })
}, allDatabases)
