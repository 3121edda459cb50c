// `npm run bench`: measures our server against a hand-written baseline with the same rows, in alternating rounds on the
// same machine. Everything is on loopback and removed afterwards. `--case tasks` takes about two minutes.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '../../../scripts/postgres.ts'
import { assertSameBodies, type CaseName, caseGroups, caseNames, casesFor, connectionsFor } from './cases.ts'
import type { BenchRequest } from './load-generator.ts'
import { type DatabaseSite, type LoadedDatabase, load, token } from './load-rows.ts'
import { prefillAll } from './prefill.ts'
import {
  cpuOf,
  cpuOfMachine,
  LoadGenerator,
  memoryOf,
  type RunningServer,
  startBaseline,
  startServer,
} from './processes.ts'
import { best, type CaseResult, type DatabaseResult, type Measurement, machine, tableOf } from './report.ts'
import { readWhileOthersWrite } from './slow-reader.ts'

const usage = `npm run bench -- [--quick] [--only sqlite|postgres] [--case "by id,list,..."] [--rounds 2] [--profile folder]
  --quick    10,000 tasks and short rounds
  --case     some of the requests, or all of one kind: tasks, time, money
  --profile  writes a CPU profile of our server into the folder (and measures no baseline)`

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    case: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) {
  console.log(usage)
  process.exit(0)
}

const largeTasks = flags.quick ? 10_000 : 100_000
const smallTasks = 10_000
/**
 * The number of responses before the first round is measured; a tenth of it before the other rounds. Searches need
 * fewer, because each reads many rows.
 */
const warmupAnswersFor = (name: CaseName, round: number): number =>
  (flags.quick ? 500 : 3000) / (name.startsWith('search') ? 50 : 1) / (round === 0 ? 1 : 10)
const warmupMs = 200
const measureMs = flags.profile !== undefined ? 8000 : flags.quick ? 700 : 1000
const rounds = Number(flags.rounds)
const profile = flags.profile === undefined ? undefined : resolve(flags.profile)
const requestedCases = flags.case?.split(',').flatMap((name) => caseGroups[name] ?? [name])
const isRequested = (name: string): boolean => requestedCases === undefined || requestedCases.includes(name)
const selectedCases: readonly CaseName[] = caseNames.filter(isRequested)
/**
 * Loading a million time entries takes longer than measuring, so they are loaded only for cases that need them. The
 * same is true for invoices.
 */
const extraRows = {
  manyEntries: caseGroups.time?.some(isRequested) ?? false,
  money: caseGroups.money?.some(isRequested) ?? false,
}

const logProgress = (line: string): void =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s ${line}`)

const workFolder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
const generator = new LoadGenerator()

async function measure(
  server: RunningServer,
  name: CaseName,
  requests: readonly BenchRequest[],
  round: number,
): Promise<Measurement> {
  const readCpu = () => ({
    machine: cpuOfMachine(),
    bench: cpuOf(process.pid),
    client: cpuOf(generator.pid),
    server: cpuOf(server.pid),
  })
  let before = readCpu()
  let began = 0
  const order = {
    port: server.port,
    token,
    requests,
    connections: connectionsFor(name),
    warmupMs,
    warmupAnswers: warmupAnswersFor(name, round),
    measureMs,
  }
  const { answered, seconds, p50, p99, failed, firstFailure } = await generator.run(order, () => {
    before = readCpu()
    began = performance.now()
  })
  const elapsed = (performance.now() - began) / 1000
  const after = readCpu()
  if (failed > 0) throw new Error(`${failed} requests failed, the first with: ${firstFailure}`)
  const all = after.machine.all - before.machine.all
  const own = after.machine.own - before.machine.own
  const client = after.client - before.client
  return {
    perSecond: answered / seconds,
    p50,
    p99,
    cpu: ((own - client - (after.bench - before.bench)) / answered) * 1e6,
    serverCpu: ((after.server - before.server) / answered) * 1e6,
    client: client / elapsed,
    others: Math.max(0, (all - own) / elapsed),
  }
}

async function compare(
  name: CaseName,
  requests: readonly BenchRequest[],
  ours: RunningServer,
  baseline: RunningServer,
): Promise<CaseResult> {
  await assertSameBodies(ours.port, baseline.port, requests)
  const result = { name, ours: [] as Measurement[], baseline: [] as Measurement[] }
  for (let round = 0; round < rounds; round++) {
    result.ours.push(await measure(ours, name, requests, round))
    result.baseline.push(await measure(baseline, name, requests, round))
  }
  const [a, b] = [best(result.ours), best(result.baseline)]
  logProgress(
    `  ${name}: ${Math.round(a.perSecond)} of ${Math.round(b.perSecond)} a second (${(a.perSecond / b.perSecond).toFixed(2)})`,
  )
  return result
}

/** A second copy of the loaded database for the baseline, because each server writes to its own. */
async function copyDatabase(site: DatabaseSite, name: string): Promise<DatabaseSite> {
  const folder = join(workFolder, name)
  if (site.url === undefined) {
    cpSync(site.folder, folder, { recursive: true })
    rmSync(join(folder, 'lock'), { force: true, recursive: true })
    return { folder, url: undefined }
  }
  mkdirSync(folder)
  return { folder, url: await newDatabase(site.url, name, new URL(site.url).pathname.slice(1)) }
}

async function newDatabase(url: string, name: string, template = 'template0'): Promise<string> {
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(`create database ${name} template ${template} encoding 'UTF8'`)
  await client.end()
  server.pathname = `/${name}`
  return server.href
}

async function createSite(name: string, serverUrl: string | undefined): Promise<DatabaseSite> {
  const folder = join(workFolder, name)
  mkdirSync(folder)
  return { folder, url: serverUrl === undefined ? undefined : await newDatabase(serverUrl, name) }
}

async function smallList(serverUrl: string | undefined): Promise<Measurement> {
  const site = await createSite(`small_${serverUrl === undefined ? 'sqlite' : 'postgres'}`, serverUrl)
  const loaded = await load(site, smallTasks, { ...extraRows, money: false })
  const server = await startServer({ ...site, profile: undefined })
  try {
    const measured: Measurement[] = []
    for (let round = 0; round < rounds; round++)
      measured.push(await measure(server, 'list', casesFor(loaded).list, round))
    return best(measured)
  } finally {
    await server.stop()
  }
}

async function runProfile(site: DatabaseSite, loaded: LoadedDatabase): Promise<void> {
  const server = await startServer({ ...site, profile })
  const requests = casesFor(loaded)
  for (const name of selectedCases) {
    const { perSecond } = await measure(server, name, requests[name], 0)
    logProgress(`  ${name}: ${Math.round(perSecond)} a second under the profiler`)
  }
  if (isRequested('prefill')) await prefillAll(server.port, loaded.prefills)
  await server.stop()
  logProgress(`The profile is in ${profile}.`)
}

async function runOn(database: string, serverUrl: string | undefined): Promise<DatabaseResult | undefined> {
  logProgress(`${database}: loading ${largeTasks} tasks ...`)
  const kind = serverUrl === undefined ? 'sqlite' : 'postgres'
  const site = await createSite(`large_${kind}`, serverUrl)
  const loaded = await load(site, largeTasks, extraRows)
  if (profile !== undefined) {
    await runProfile(site, loaded)
    return undefined
  }
  const baselineSite = await copyDatabase(site, `baseline_${kind}`)
  const ours = await startServer({ ...site, profile: undefined })
  const baseline = await startBaseline(baselineSite.folder, baselineSite.url)
  try {
    const idle = memoryOf(ours.pid)
    const requests = casesFor(loaded)
    const cases: CaseResult[] = []
    for (const name of selectedCases) cases.push(await compare(name, requests[name], ours, baseline))
    const after = { after: memoryOf(ours.pid), baselineAfter: memoryOf(baseline.pid) }
    const list = cases.find(({ name }) => name === 'list')
    const measuresGrowth = list !== undefined && !flags.quick
    const growth = measuresGrowth
      ? { smallTasks, small: await smallList(serverUrl), large: best(list.ours) }
      : undefined
    const slow = isRequested('slow reader') ? await readWhileOthersWrite(ours, generator, requests.create) : undefined
    const prefill = isRequested('prefill') ? await prefillAll(ours.port, loaded.prefills) : undefined
    return { database, tasks: largeTasks, cases, readyMs: ours.readyMs, idle, ...after, growth, slow, prefill }
  } finally {
    await Promise.all([ours.stop(), baseline.stop()])
  }
}

async function main(): Promise<void> {
  const results: DatabaseResult[] = []
  const addResult = (result: DatabaseResult | undefined): void => {
    if (result !== undefined) results.push(result)
  }
  if (flags.only !== 'postgres') addResult(await runOn('SQLite', undefined))
  if (flags.only !== 'sqlite') {
    const postgres = await startCluster('durable')
    try {
      addResult(await runOn('PostgreSQL', postgres.url))
    } finally {
      await postgres.stop()
    }
  }
  const parts = [`${machine()}; 32 connections (4 for searches), best of ${rounds} rounds of ${measureMs / 1000} s`]
  console.log([...parts, ...results.map(tableOf)].join('\n\n'))
}

try {
  await main()
} finally {
  generator.stop()
  rmSync(workFolder, { recursive: true, force: true })
}
