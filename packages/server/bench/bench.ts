// `npm run bench`: measures our server against a hand-written baseline with the same rows, in alternating rounds on the
// same machine. Everything is on loopback and removed afterwards. `--case tasks` takes about two minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../../scripts/postgres.ts'
import { assertSameBodies, type CaseName, caseGroups, caseNames, casesFor, caseTitles, loadOf } from './cases.ts'
import type { BenchRequest } from './load-generator.ts'
import { type DatabaseSite, type LoadedDatabase, load, token } from './load-rows.ts'
import { Meter } from './measure.ts'
import { measureOptions } from './options.ts'
import { runPeers } from './peers.ts'
import { prefillAll } from './prefill.ts'
import { memoryOf, type RunningServer, startBaseline, startServer } from './processes.ts'
import { logProgress } from './progress.ts'
import { best, type CaseResult, type DatabaseResult, type Measurement, machine, tableOf } from './report.ts'
import { runScale } from './scale.ts'
import { scaleTable } from './scale-report.ts'
import { copySite, createSite } from './sites.ts'
import { readWhileOthersWrite } from './slow-reader.ts'
import { timeLists } from './timed-requests.ts'

const usage = `npm run bench -- [--quick] [--only sqlite|postgres] [--case "by id,list,..."] [--rounds 2] [--profile folder]
  --quick    10,000 tasks and short rounds
  --case     some of the requests, or all of one kind: tasks, time, money, options
  --profile  writes a CPU profile of our server into the folder (and measures no baseline)
  --scale    compares our server with so many times as many records (and measures no baseline): --scale 10
  --peers    compares our server with Directus and Strapi on SQLite, which it installs from npm`

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    case: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    profile: { type: 'string' },
    scale: { type: 'string', default: '1' },
    peers: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (flags.help) {
  console.log(usage)
  process.exit(0)
}

const isQuick = flags.quick
const largeTasks = isQuick ? 10_000 : 100_000
const smallTasks = 10_000
const warmupAnswers = isQuick ? 500 : 3000
const measureMs = flags.profile !== undefined ? 8000 : isQuick ? 700 : 1000
const rounds = Number(flags.rounds)
const scale = Number(flags.scale)
if (!(scale > 0)) throw new Error(`--scale ${flags.scale}: must be a number above 0`)
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

const workFolder = mkdtempSync(join(tmpdir(), 'stint-bench-'))
// Each peer has a token of its own, so requests have theirs.
const meter = new Meter({ rounds, measureMs, token: flags.peers ? '' : token })

async function compare(
  name: CaseName,
  requests: readonly BenchRequest[],
  ours: RunningServer,
  baseline: RunningServer,
): Promise<CaseResult> {
  await assertSameBodies(ours.port, baseline.port, requests)
  const load = loadOf(name, requests, isQuick)
  const [own, other] = await meter.measureInTurn({ server: ours, load }, { server: baseline, load })
  const [a, b] = [best(own), best(other)]
  logProgress(
    `  ${name}: ${Math.round(a.perSecond)} of ${Math.round(b.perSecond)} a second (${(a.perSecond / b.perSecond).toFixed(2)})`,
  )
  return { name, title: caseTitles[name], ours: own, other }
}

async function smallList(serverUrl: string | undefined): Promise<Measurement> {
  const name = `small_${serverUrl === undefined ? 'sqlite' : 'postgres'}`
  const site = await createSite(workFolder, name, serverUrl)
  const loaded = await load(site, smallTasks, { ...extraRows, money: false })
  const server = await startServer(site)
  try {
    return best(await meter.measureAll({ server, load: loadOf('list', casesFor(loaded).list, isQuick) }))
  } finally {
    await server.stop()
  }
}

async function runProfile(site: DatabaseSite, loaded: LoadedDatabase): Promise<void> {
  const server = await startServer({ ...site, profile })
  const requests = casesFor(loaded)
  for (const name of selectedCases) {
    const { perSecond } = await meter.measure({ server, load: loadOf(name, requests[name], isQuick) }, 0)
    logProgress(`  ${name}: ${Math.round(perSecond)} a second under the profiler`)
  }
  if (isRequested('prefill')) await prefillAll(server.port, loaded.prefills)
  await server.stop()
  logProgress(`The profile is in ${profile}.`)
}

async function runOn(database: string, serverUrl: string | undefined): Promise<DatabaseResult | undefined> {
  logProgress(`${database}: loading ${largeTasks} tasks ...`)
  const kind = serverUrl === undefined ? 'sqlite' : 'postgres'
  const site = await createSite(workFolder, `large_${kind}`, serverUrl)
  const loaded = await load(site, largeTasks, extraRows, logProgress)
  if (profile !== undefined) {
    await runProfile(site, loaded)
    return undefined
  }
  const baselineSite = await copySite(workFolder, site, `baseline_${kind}`)
  const limitedSite = isRequested('options') ? await copySite(workFolder, site, `limited_${kind}`) : undefined
  const ours = await startServer(site)
  const baseline = await startBaseline(baselineSite.folder, baselineSite.url)
  try {
    const idle = memoryOf(ours.pid)
    const requests = casesFor(loaded)
    const cases: CaseResult[] = []
    for (const name of selectedCases) cases.push(await compare(name, requests[name], ours, baseline))
    const after = { after: memoryOf(ours.pid), baselineAfter: memoryOf(baseline.pid) }
    return {
      ...{ database, tasks: largeTasks, cases, readyMs: ours.readyMs, idle, ...after },
      growth: await growthOf(cases, serverUrl),
      slow: isRequested('slow reader') ? await readWhileOthersWrite(ours, meter.generator, requests.create) : undefined,
      prefill: isRequested('prefill') ? await prefillAll(ours.port, loaded.prefills) : undefined,
      lists: isRequested('lists') ? await timeLists(ours.port, loaded) : [],
      options: limitedSite === undefined ? [] : await optionsOf(ours, limitedSite, loaded),
    }
  } finally {
    await Promise.all([ours.stop(), baseline.stop()])
  }
}

async function growthOf(
  cases: readonly CaseResult[],
  serverUrl: string | undefined,
): Promise<DatabaseResult['growth']> {
  const list = cases.find(({ name }) => name === 'list')
  if (list === undefined || isQuick) return undefined
  return { smallTasks, small: await smallList(serverUrl), large: best(list.ours) }
}

function optionsOf(server: RunningServer, copy: DatabaseSite, loaded: LoadedDatabase): Promise<CaseResult[]> {
  const { 'by id': byId, list } = casesFor(loaded)
  return measureOptions({ meter, server, copy, byId, list, warmupAnswers, progress: logProgress })
}

/** The Markdown of one database. */
async function sectionOn(database: string, serverUrl: string | undefined): Promise<string[]> {
  if (scale === 1) {
    const result = await runOn(database, serverUrl)
    return result === undefined ? [] : [tableOf(result)]
  }
  const order = { database, serverUrl, workFolder, meter, cases: selectedCases }
  const sizes = { smallTasks: largeTasks, scale, isQuick }
  return [scaleTable(await runScale({ ...order, ...sizes, progress: logProgress }))]
}

async function sections(): Promise<string[]> {
  if (flags.peers) return runPeers({ meter, workFolder, tasks: largeTasks, isQuick, progress: logProgress })
  const texts: string[] = []
  if (flags.only !== 'postgres') texts.push(...(await sectionOn('SQLite', undefined)))
  if (flags.only !== 'sqlite') {
    const postgres = await startCluster('durable')
    try {
      texts.push(...(await sectionOn('PostgreSQL', postgres.url)))
    } finally {
      await postgres.stop()
    }
  }
  return texts
}

async function main(): Promise<void> {
  const texts = await sections()
  const conditions = `32 connections (4 for searches), best of ${rounds} rounds of ${measureMs / 1000} s`
  console.log([`${machine()}; ${conditions}`, ...texts].join('\n\n'))
}

try {
  await main()
} finally {
  meter.stop()
  rmSync(workFolder, { recursive: true, force: true })
}
