// `npm run bench:limits`: what our server does beyond its limits, on SQLite: three and ten times as many requests as it
// can answer, and lists with more combinations of filters than are kept. Floods of HTTP/2 are in a test
// (process/floods.long). It prints tables; the goals are in docs/bench.md.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BenchRequest } from './load-generator.ts'
import { load, token } from './load-rows.ts'
import type { OpenLoopOrder, OpenLoopResult } from './open-loop.ts'
import { LoadGenerator, memoryOf, type RunningServer, startServer } from './processes.ts'
import { logProgress } from './progress.ts'
import { tableRow } from './report.ts'

const usage = `npm run bench:limits -- [--seconds 60] [--only overload|filters]`

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) {
  console.log(usage)
  process.exit(0)
}

const seconds = Number(flags.seconds)
const isWanted = (part: string): boolean => flags.only === undefined || flags.only === part
const workFolder = mkdtempSync(join(tmpdir(), 'stint-limits-'))
const tasks = 10_000
const openConnections = 1000
const recoveryMs = 5000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `work` and returns its result with the largest resident memory of the server meanwhile, in megabytes. */
async function watchMemory<T>(server: RunningServer, work: Promise<T>): Promise<{ result: T; largest: number }> {
  let largest = 0
  const timer = setInterval(() => {
    largest = Math.max(largest, memoryOf(server.pid).rss)
  }, 250)
  return { result: await work.finally(() => clearInterval(timer)), largest }
}

/** In a process of its own, so that the generator does not share a thread with what measures. */
function openLoop(order: OpenLoopOrder): Promise<OpenLoopResult> {
  const child = fork(fileURLToPath(new URL('open-loop.ts', import.meta.url)))
  return new Promise<OpenLoopResult>((resolve, reject) => {
    child.once('message', (result: OpenLoopResult) => resolve(result))
    child.once('exit', (code) => reject(new Error(`the load generator ended with code ${code}`)))
    child.send(order)
  }).finally(() => child.kill())
}

const lists = Array.from({ length: 100 }, (_, at) => (at === 0 ? '/task/' : `/task/?offset=${10 * at}`))

async function closedLoop(server: RunningServer, connections: number, measureMs: number) {
  const generator = new LoadGenerator()
  const requests = lists.map((path): BenchRequest => ({ method: 'GET', path }))
  const order = { port: server.port, token, requests, connections, warmupMs: 200, warmupAnswers: 100, measureMs }
  const { answered, p99 } = await generator.run(order).finally(() => generator.stop())
  return { perSecond: (answered * 1000) / measureMs, p99 }
}

async function measureOverload(server: RunningServer): Promise<string[]> {
  await closedLoop(server, 32, 3000)
  const usual = await closedLoop(server, 4, 2000)
  logProgress(`With 4 connections p99 is ${usual.p99.toFixed(1)} ms.`)
  const titles = [
    'load',
    'sent per s',
    'maximum per s',
    'answered per s',
    'share of the maximum',
    'p50 ms',
    'p99 ms',
    'refused',
    'lost',
    'held',
  ]
  const rows = [[...titles, 'largest RSS MB', 'p99 ms 5 s later'], titles.concat('', '').map(() => '---:')].map(
    tableRow,
  )
  for (const times of [3, 10]) {
    const order = { port: server.port, token, paths: lists, connections: openConnections, seconds }
    const before = (await closedLoop(server, 32, 5000)).perSecond
    const { result, largest } = await watchMemory(server, openLoop({ ...order, perSecond: before * times }))
    if (memoryOf(server.pid).rss === 0) throw new Error(`the server has ended; its largest memory was ${largest} MB`)
    await pause(recoveryMs)
    const later = await closedLoop(server, 4, 2000)
    // The machine is not equally fast all the time.
    const maximum = (before + (await closedLoop(server, 32, 5000)).perSecond) / 2
    const { sent, answered, p50, p99, refused, lost, held } = result
    const rate = (count: number): string => (count / seconds).toFixed(0)
    const statuses = Object.entries(refused).map(([status, count]) => `${count} x ${status}`)
    rows.push(
      tableRow([
        ...[`${times} x`, rate(sent), maximum.toFixed(0), rate(answered), (answered / seconds / maximum).toFixed(2)],
        ...[p50.toFixed(0), p99.toFixed(0), statuses.join(', '), lost, held, largest.toFixed(0), later.p99.toFixed(1)],
      ]),
    )
    logProgress(rows.at(-1) ?? '')
  }
  return rows
}

/** Seventeen filters of tasks, so that numbers up to 131,071 choose different ones. */
const idFilters = 'projectid moduleid statusid priorityid milestoneid clientid ownerid assigneeid followerid localid'
const dateFilters = 'datedue dateopen dateclosed datecreated dateduebegin datedueend datemodifiedbegin'
const filterTexts = [
  ...idFilters.split(' ').map((name) => `${name}=1`),
  ...dateFilters.split(' ').map((name) => `${name}=2026-03-01`),
]

const combinations = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const number = from + at
    return `/task/?${filterTexts.filter((_, bit) => (number >> bit) % 2 === 1).join('&')}`
  })

async function ask(server: RunningServer, paths: readonly string[]): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from(`${token}:x`).toString('base64')}`, accept: 'application/json' }
  const waiting = paths.values()
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

async function measureFilters(server: RunningServer): Promise<string[]> {
  const count = 50_000
  // The threads for long reads start, and the caches fill, with any use.
  await ask(
    server,
    lists.map((path) => `${path}${path.includes('?') ? '&' : '?'}limit=100`),
  )
  await ask(server, ['/task/?offset=9000', '/task/?offset=9100', ...combinations(1, 2000)])
  const before = memoryOf(server.pid).rss
  const usual = await closedLoop(server, 4, 2000)
  const began = performance.now()
  for (let done = 0; done < count; done += 10_000) {
    await ask(server, combinations(4000 + done, 10_000))
    logProgress(`  ${done + 10_000} combinations: ${memoryOf(server.pid).rss.toFixed(0)} MB`)
  }
  const perSecond = (count * 1000) / (performance.now() - began)
  const after = memoryOf(server.pid).rss
  const later = await closedLoop(server, 4, 2000)
  return [
    `${count} combinations of filters, ${perSecond.toFixed(0)} per second: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after. ` +
      `Lists per second before and after: ${usual.perSecond.toFixed(0)}, ${later.perSecond.toFixed(0)}.`,
  ]
}

async function onServer(name: string, measure: (server: RunningServer) => Promise<string[]>): Promise<string[]> {
  if (!isWanted(name)) return []
  const site = { folder: join(workFolder, name), url: undefined }
  mkdirSync(site.folder)
  logProgress(`${name}: loading ${tasks} tasks ...`)
  await load(site, tasks, { manyEntries: false, money: false })
  const server = await startServer(site)
  try {
    return await measure(server)
  } finally {
    await server.stop()
  }
}

try {
  const overload = await onServer('overload', measureOverload)
  const filters = await onServer('filters', measureFilters)
  console.log([...overload, '', ...filters].join('\n'))
} finally {
  rmSync(workFolder, { recursive: true, force: true })
}
