// `node scripts/run.mjs packages/server/bench/event-loop.ts`: the longest time for which one expensive request of each
// kind holds the event loop of the server, on SQLite with 50,000 tasks. The server runs in this thread and the client
// in another one. It prints a table and judges nothing, because times depend on the machine; the CPU time of the thread
// depends less on what else runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { createServer } from '../src/api/server.ts'
import { systemClock } from '../src/io/clock.ts'
import { FolderFileStore } from '../src/io/folder-file-store.ts'
import { openDatabase } from '../src/io/open-database.ts'
import { reports } from '../src/reports/all.ts'
import { endpoints, resources } from '../src/resources/all.ts'
import { load, token } from './load-rows.ts'
import { freePort } from './processes.ts'
import { tableRow } from './report.ts'

interface Exchange {
  readonly port: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Outcome {
  readonly status: number
  /** The first characters: receiving megabytes from the thread of the client would block the measured thread. */
  readonly text: string
}

const keptCharacters = 10_000

const times = 5

function send({ port, method, path, headers, body }: Exchange): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const call = request({ port, method, path, headers: headers as IncomingHttpHeaders }, (reply) => {
      let text = ''
      reply.setEncoding('latin1').on('data', (chunk: string) => {
        if (text.length < keptCharacters) text = (text + chunk).slice(0, keptCharacters)
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

const client = `{"name":"x","datecreated":"2026-01-01","description":`
const xmlClient = (text: string): string =>
  `<client><name>x</name><datecreated>2026-01-01</datecreated><description>${text}</description></client>`

type Case = readonly [what: string, path: string, body?: string, type?: string]

const casesFor = (ids: readonly number[], invoice: string): readonly Case[] => [
  ['page of 20 tasks', '/task/?limit=20'],
  ['page at offset 40,000', '/task/?limit=20&offset=40000'],
  ['two filters with 900 ids each', `/task/?limit=20&projectid=${ids.join()}&clientid=${ids.join()}`],
  ['sort by a joined name', '/task/?limit=20&sortfield=client'],
  ['search', '/task/?limit=20&search=nothing'],
  ['1,000 records', '/task/?limit=1000'],
  ['all records', '/task/?limit=0'],
  ['JSON: list of 900,000 numbers', '/client/', `{"name":[${'1,'.repeat(900_000)}1]}`],
  ['JSON: 150,000 keys', '/client/', `{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ['JSON: 990,000 escapes', '/client/', `${client}"${'\\n'.repeat(990_000)}"}`],
  ['JSON: HTML of 262,000 characters', '/client/', `${client}"${'<b>some text</b> '.repeat(15_400)}"}`],
  ['XML: 370,000 references', '/client/', xmlClient('&#65;'.repeat(370_000)), 'xml'],
  ['XML: 50,000 references', '/client/', xmlClient('&#65;'.repeat(50_000)), 'xml'],
  ['XML: 140,000 CDATA sections', '/client/', xmlClient('<![CDATA[]]>'.repeat(140_000)), 'xml'],
  ['XML: 230,000 comments', '/client/', xmlClient('<!---->'.repeat(230_000)), 'xml'],
  ['XML: 1.9 MB of text', '/client/', xmlClient('x'.repeat(1_900_000)), 'xml'],
  ['sign-in', '/app/session', '{"username":"ada","password":"wrong password"}'],
  ['PDF of an invoice', `/invoice/${invoice}/pdf/`],
]

async function measure(port: number, ids: readonly number[]): Promise<void> {
  const worker = new Worker(new URL(import.meta.url))
  const exchange = (path: string, body?: string, type = 'json'): Promise<Outcome> => {
    const headers = {
      accept: path.endsWith('/pdf/') ? 'application/pdf' : 'application/json',
      'content-type': `application/${type}`,
      ...(path.startsWith('/app/')
        ? { 'x-stint-app': '1', 'sec-fetch-site': 'same-origin' }
        : { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }),
    }
    const outcome = new Promise<Outcome>((resolve) => worker.once('message', resolve))
    worker.postMessage({ port, method: body === undefined ? 'GET' : 'POST', path, headers, body: body ?? '' })
    return outcome
  }
  const list = JSON.parse((await exchange('/invoice/?limit=1')).text) as { invoice: { id: string }[] }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  console.log('| Request | Answer | Longest block, ms | CPU of the thread, ms |\n| --- | --- | --- | --- |')
  for (const [what, path, body, type] of casesFor(ids, list.invoice[0]?.id ?? '')) {
    let status = 0
    const blocks: number[] = []
    const cpu: number[] = []
    for (let time = 0; time < times; time++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      delay.enable()
      delay.reset()
      const began = process.threadCpuUsage()
      status = (await exchange(path, body, type)).status
      // The timer of the measurement must run once more to see a block that ended just now.
      await new Promise((resolve) => setTimeout(resolve, 10))
      blocks.push(delay.max / 1e6)
      const { user, system } = process.threadCpuUsage(began)
      cpu.push((user + system) / 1000)
      delay.disable()
    }
    const cells = [what, String(status), median(blocks), median(cpu)]
    console.log(tableRow(cells))
  }
  await worker.terminate()
}

/** The median, because the first time also compiles, and others may be disturbed. */
const median = (values: readonly number[]): string =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]?.toFixed(0) ?? ''

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stint-event-loop-'))
  try {
    const { tasks } = await load({ folder, url: undefined }, 50_000, { manyEntries: false, money: true })
    const database = await openDatabase({ url: undefined, dataFolder: folder, clock: systemClock })
    const app = createServer({
      database,
      resources,
      endpoints,
      reports,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      tls: null,
      trustProxy: [],
      loopbackOnly: true,
      dailyQuota: 1_000_000,
      ratePerMinute: null,
      files: new FolderFileStore(join(folder, 'files')),
    })
    const port = await freePort()
    await app.listen({ port, host: '127.0.0.1' })
    await measure(
      port,
      Array.from({ length: 900 }, (_, at) => (tasks[0] ?? 0) + at),
    )
    await app.close()
    await database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (isMainThread) await main()
else parentPort?.on('message', async (exchange: Exchange) => parentPort?.postMessage(await send(exchange)))
