// Mails of a running server that is killed while sending, runs as several processes, or is stopped. Every mail of a
// committed change arrives, repeated mails have the same Message-ID, and no mail is sent for uncommitted changes.
// STINT_KILLS sets the number of kills on each database.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLong } from '../../../../scripts/test-suites.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { openDatabase } from '../../src/io/open-database.ts'
import { sql, statement } from '../../src/io/sql.ts'
import { MailSink } from '../fixture/mail-sink.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { longTest, quickTest } from '../fixture/suite-tests.ts'
import { testInstant } from '../fixture/test-clock.ts'
import { eachDatabaseEnv, type StintServer, TestProcesses } from './stint-process.ts'

const processes = new TestProcesses()
const sink = new MailSink()
const kills = Number(process.env.STINT_KILLS ?? 5)
const writers = 3
const notifyHeaders = { 'x-service-send-notifications': 't' }
let smtp: Record<string, string> = {}

before(async () => {
  smtp = { STINT_SMTP_URL: await sink.listen(), STINT_MAIL_FROM: 'Stint <stint@example.com>' }
})
beforeEach(() => {
  sink.mails = []
  sink.onRecipient = () => 'take'
  sink.onMessage = () => 'take'
})
after(() => sink.close())

/** The ids that a new task needs, and two people who get a mail about it. */
interface TaskSetup {
  readonly token: string
  readonly body: JsonObject
}

const recordOf = (json: JsonObject): JsonObject =>
  Object.values(json).find((value) => typeof value === 'object') as JsonObject

async function createTaskSetup(server: StintServer): Promise<TaskSetup> {
  const { token } = server
  const make = async (path: string, body: JsonObject): Promise<number> => {
    const reply = await server.request(path, { method: 'POST', token, body })
    assert.equal(reply.status, 201, reply.text)
    return Number(recordOf(reply.json).id)
  }
  const firstOf = async (path: string): Promise<number> => {
    const { json } = await server.request(path, { token })
    return Number((Object.values(json).find(Array.isArray) as unknown as JsonObject[])[0]?.id)
  }
  const login = (name: string) => ({ firstname: name, username: name, email: `${name}@example.com`, groupid: 2 })
  const people = [await make('/person/', login('ada')), await make('/person/', login('bob'))]
  const projectid = await make('/project/', { name: 'House', datestart: '2026-01-01' })
  const lists = {
    moduleid: await firstOf('/module/'),
    statusid: await firstOf('/taskstatus/'),
    priorityid: await firstOf('/taskpriority/'),
  }
  const body = { projectid, ...lists, ownerid: people[0] ?? 0, assigneeid: people[1] ?? 0, dateopen: '2026-05-01' }
  return { token, body }
}

const createTask = (server: StintServer, { token, body }: TaskSetup, title: string) =>
  server.request('/task/', { method: 'POST', token, headers: notifyHeaders, body: { ...body, title } })

/** Opens the database of the running server. */
async function withDatabase<T>(
  data: string,
  place: Record<string, string>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const url = place.STINT_DATABASE_URL
  const database = await openDatabase({
    url,
    dataFolder: data,
    clock: new FixedClock(testInstant),
    alongsideServer: true,
  })
  return work(database).finally(() => database.close())
}

const past = "'2000-01-01 00:00:00'"
const expireLeases = statement(sql`update outbox set heldtill = ${sql.raw(past)}`)
const expireRetryWaits = statement(
  sql`update outbox set heldtill = ${sql.raw(past)} where claim = '' and heldtill > ${sql.raw(past)}`,
)
const countOutbox = statement(sql`select count(*) from outbox`)

/** Makes waiting mails due repeatedly, until all are sent. */
const waitUntilAllSent = (data: string, place: Record<string, string>): Promise<void> =>
  withDatabase(data, place, async (database) => {
    // Many mails take long; what must not happen is that none of them leaves any more.
    for (let [turn, fewest] = [0, Number.POSITIVE_INFINITY]; ; turn++) {
      const waiting = Number((await database.read(0, (tx) => tx.first(countOutbox)))?.[0])
      if (waiting === 0) return
      if (waiting < fewest) [turn, fewest] = [0, waiting]
      assert.ok(turn < 600, `${waiting} mails were not sent`)
      await database.write(0, (tx) => tx.run('outbox', expireRetryWaits))
      await sleep(100)
    }
  })

const titleOf = (subject: string): string => subject.replace(/^Task \d+: /, '')

/** The Message-IDs that arrived, by title and recipient. */
function arrivedMails(): Map<string, string[]> {
  const messageIds = new Map<string, string[]>()
  for (const { subject, to, messageId } of sink.mails) {
    const key = `${titleOf(subject)} to ${to}`
    messageIds.set(key, [...(messageIds.get(key) ?? []), messageId])
  }
  return messageIds
}

const keysOf = (titles: Iterable<string>): string[] =>
  [...titles].flatMap((title) => [`${title} to ada@example.com`, `${title} to bob@example.com`]).sort()

eachDatabaseEnv(
  (newPlace) => {
    longTest(
      `I-43, T-71: after ${kills} kills while sending no mail is lost, and a repeated mail has the same Message-ID`,
      async () => {
        const place = await newPlace()
        const data = processes.newFolder()
        let server = await processes.serve(data, { ...place, ...smtp })
        const setup = await createTaskSetup(server)
        const titles = new Set<string>()
        const acknowledged = new Set<string>()
        let mood = 0
        sink.onRecipient = () => (++mood % 7 === 0 ? 451 : mood % 11 === 0 ? 'drop' : 'take')
        sink.onMessage = async () => {
          await sleep(5)
          return ++mood % 5 === 0 ? 'keep and drop' : 'take'
        }
        for (let round = 1; round <= kills; round++) {
          let remaining = 8 + ((round - 1) % 5) * 3
          const write = async (writer: number): Promise<void> => {
            for (let turn = 0; ; turn++) {
              const title = `task ${round}-${writer}-${turn}`
              titles.add(title)
              const reply = await createTask(server, setup, title).catch(() => undefined)
              if (reply === undefined) return
              assert.equal(reply.status, 201, reply.text)
              acknowledged.add(title)
              if (--remaining === 0) server.process.child.kill('SIGKILL')
            }
          }
          await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
          assert.equal((await server.process.finished).signal, 'SIGKILL')
          await withDatabase(data, place, (database) => database.write(0, (tx) => tx.run('outbox', expireLeases)))
          server = await processes.serve(data, { ...place, ...smtp })
        }
        await waitUntilAllSent(data, place)
        const { json } = await server.request('/task/?limit=0', { token: setup.token })
        const committed = (json.task as JsonObject[]).map(({ title }) => String(title))
        const arrived = arrivedMails()
        for (const title of acknowledged) assert.ok(committed.includes(title), `${title} was not stored`)
        assert.deepEqual(
          [...arrived.keys()].sort(),
          keysOf(committed),
          'a mail for every committed task, and for no other',
        )
        for (const [key, ids] of arrived)
          assert.equal(new Set(ids).size, 1, `${key} was sent with different texts: ${ids}`)
        const every = [...arrived.values()].map(([id]) => id)
        assert.equal(new Set(every).size, every.length, 'two mails share a Message-ID')
        assert.ok(sink.mails.length > arrived.size, 'no mail was sent twice, so the test proved nothing')
        assert.equal((await server.process.stop()).code, 0)
      },
    )

    test('T-191: an invoice whose mail was being sent when the server was killed arrives with the same Message-ID', async () => {
      const place = await newPlace()
      const data = processes.newFolder()
      let server = await processes.serve(data, { ...place, ...smtp })
      const { token } = server
      const post = async (path: string, body: JsonObject): Promise<JsonObject> => {
        const reply = await server.request(path, { method: 'POST', token, body })
        assert.ok(reply.status < 300, reply.text)
        return recordOf(reply.json)
      }
      const { id: projectid } = await post('/project/', { name: 'House', datestart: '2026-01-01' })
      const bill = { projectid: String(projectid), date: '2026-05-01', termid: 4, title: 'Roof' }
      const { id } = await post('/invoice/', bill)
      await post('/invoiceitem/', { invoiceid: String(id), name: 'Tiles', amount: '12' })
      await post(`/invoice/${id}/issue/`, {})
      const arriving = Promise.withResolvers<string>()
      sink.onMessage = (mail) => {
        arriving.resolve(mail.messageId)
        return new Promise(() => undefined)
      }
      await post(`/invoice/${id}/mail/`, { to: 'ada@example.com', subject: 'Roof', text: 'Hello' })
      const first = await arriving.promise
      server.process.child.kill('SIGKILL')
      assert.equal((await server.process.finished).signal, 'SIGKILL')
      sink.onMessage = () => 'take'
      await withDatabase(data, place, (database) => database.write(0, (tx) => tx.run('outbox', expireLeases)))
      server = await processes.serve(data, { ...place, ...smtp })
      await waitUntilAllSent(data, place)
      assert.deepEqual(
        sink.mails.map(({ messageId, attachments }) => [messageId, attachments.length]),
        [[first, 1]],
      )
      assert.equal((await server.process.stop()).code, 0)
    })

    longTest('T-71: two processes on one port share the outbox and send nothing twice', async () => {
      const place = await newPlace()
      const data = processes.newFolder()
      const first = await processes.serve(data, place)
      const setup = await createTaskSetup(first)
      assert.equal((await first.process.stop()).code, 0)
      const server = await processes.serve(data, { ...place, ...smtp, STINT_WORKERS: '2' })
      sink.onMessage = async () => {
        await sleep(2)
        return 'take' as const
      }
      const titles = Array.from({ length: 40 }, (_, at) => `shared ${at}`)
      const replies = await Promise.all(titles.map((title) => createTask(server, setup, title)))
      for (const reply of replies) assert.equal(reply.status, 201, reply.text)
      await waitUntilAllSent(data, place)
      const arrived = arrivedMails()
      assert.deepEqual([...arrived.keys()].sort(), keysOf(titles))
      for (const [key, ids] of arrived) assert.equal(ids.length, 1, `${key} came ${ids.length} times`)
      assert.equal((await server.process.stop()).code, 0)
    })

    test('a stopped server ends in time, whatever its mail server does, and sends the rest after its restart', async () => {
      const place = await newPlace()
      const data = processes.newFolder()
      let server = await processes.serve(data, { ...place, ...smtp })
      const setup = await createTaskSetup(server)
      const arriving = Promise.withResolvers<void>()
      sink.onMessage = () => {
        arriving.resolve()
        return new Promise(() => undefined)
      }
      assert.equal((await createTask(server, setup, 'stuck')).status, 201)
      await arriving.promise
      const ending = await server.process.stop()
      assert.deepEqual([ending.code, ending.stderr], [0, ''])
      assert.deepEqual(sink.mails, [])
      sink.onMessage = () => 'take'
      await withDatabase(data, place, (database) => database.write(0, (tx) => tx.run('outbox', expireLeases)))
      server = await processes.serve(data, { ...place, ...smtp })
      await waitUntilAllSent(data, place)
      assert.deepEqual([...arrivedMails().keys()].sort(), keysOf(['stuck']))
      assert.equal((await server.process.stop()).code, 0)
    })
  },
  isLong ? ['sqlite', 'postgres'] : ['sqlite'],
)

quickTest('a mail server without a sender address makes the start fail with one message', async () => {
  const { STINT_SMTP_URL = '' } = smtp
  const ending = await processes.run({
    args: ['serve'],
    env: { STINT_DATA: processes.newFolder(), STINT_PORT: '0', STINT_SMTP_URL },
  }).finished
  assert.equal(ending.code, 1)
  assert.equal(ending.stderr, 'stint: STINT_MAIL_FROM (--mail-from): is needed when STINT_SMTP_URL is set.\n')
})
