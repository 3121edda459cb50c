// `npm run bench:capacity`: measures the processor time of requests in the server and in PostgreSQL, also distributed
// with Citus, and simulates a large installation with it (docs/scale.md). It uses a temporary PostgreSQL, or the
// machines in STINT_TEST_DATABASE_URL and STINT_TEST_WORKER_URLS, which must be on this computer.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../../../scripts/postgres.ts'
import { workerUrls } from '../../../scripts/test-machines.ts'
import { type Installation, type RequestCost, type Simulated, simulate } from './capacity-model.ts'
import { type CaseName, casesFor, caseTitles } from './cases.ts'
import { createDatabase, distribute } from './citus-database.ts'
import type { BenchRequest } from './load-generator.ts'
import { load, token } from './load-rows.ts'
import { PostgresCpu } from './postgres-cpu.ts'
import { cpuOf, LoadGenerator, type RunningServer, startServer } from './processes.ts'
import { logProgress } from './progress.ts'
import { tableRow } from './report.ts'
import { randomFrom } from './rows.ts'

const usage = `npm run bench:capacity -- [--costs file] [--save file]
  --save   stores the measured costs in this file
  --costs  simulates with stored costs and measures nothing`

const { values: flags } = parseArgs({
  options: { costs: { type: 'string' }, save: { type: 'string' }, help: { type: 'boolean', default: false } },
})

if (flags.help) {
  console.log(usage)
  process.exit(0)
}

/** Microseconds of processor time per request, and requests per second of one server with 8 connections. */
interface MeasuredCost {
  readonly server: number
  readonly coordinator: number
  readonly database: number
  readonly perSecond: number
}

type Costs = Readonly<Partial<Record<CaseName, MeasuredCost>>>

/** What people do in a working day, as far as we know: one request of five writes. */
const shares = {
  'by id': 0.2,
  list: 0.2,
  'by status': 0.15,
  week: 0.2,
  'search few': 0.05,
  create: 0.08,
  'create time': 0.12,
} as const satisfies Partial<Record<CaseName, number>>
const measuredCases = Object.keys(shares) as readonly (keyof typeof shares)[]

const tasks = 10_000
const connections = 8
const rounds = 3
const measureMs = 3000

interface Machines {
  /** Undefined if the database is not distributed: its only machine counts as `database`. */
  readonly coordinator: PostgresCpu | undefined
  readonly database: readonly PostgresCpu[]
}

async function measureOnce(
  generator: LoadGenerator,
  server: RunningServer,
  machines: Machines,
  requests: readonly BenchRequest[],
): Promise<MeasuredCost> {
  const read = () => ({
    server: cpuOf(server.pid),
    coordinator: machines.coordinator?.seconds() ?? 0,
    database: machines.database.reduce((sum, machine) => sum + machine.seconds(), 0),
  })
  let before = read()
  const order = { port: server.port, token, requests, connections, warmupMs: 500, warmupAnswers: 300, measureMs }
  const { answered, seconds, failed, firstFailure } = await generator.run(order, () => {
    before = read()
  })
  const after = read()
  if (failed > 0) throw new Error(`${failed} requests failed, the first with: ${firstFailure}`)
  const microseconds = (part: keyof typeof before): number => ((after[part] - before[part]) / answered) * 1e6
  return {
    server: microseconds('server'),
    coordinator: microseconds('coordinator'),
    database: microseconds('database'),
    perSecond: answered / seconds,
  }
}

/** Of several rounds: other programs can only add to a cost. */
const lowest = (measured: readonly MeasuredCost[]): MeasuredCost => ({
  server: Math.round(Math.min(...measured.map(({ server }) => server))),
  coordinator: Math.round(Math.min(...measured.map(({ coordinator }) => coordinator))),
  database: Math.round(Math.min(...measured.map(({ database }) => database))),
  perSecond: Math.round(Math.max(...measured.map(({ perSecond }) => perSecond))),
})

async function measureDatabase(serverUrl: string, distributed: boolean): Promise<Costs> {
  const name = `stint_capacity_${distributed ? 'distributed' : 'one'}`
  const folder = mkdtempSync(join(tmpdir(), 'stint-capacity-'))
  const generator = new LoadGenerator()
  logProgress(`${distributed ? 'Distributed' : 'One PostgreSQL'}: loading ${tasks} tasks ...`)
  const url = await createDatabase(serverUrl, name, distributed)
  const loaded = await load({ folder, url }, tasks, { manyEntries: false, money: false })
  if (distributed) await distribute(serverUrl, url)
  const server = await startServer({ folder, url, profile: undefined })
  try {
    const here = await PostgresCpu.of(serverUrl)
    const machines = distributed
      ? { coordinator: here, database: await Promise.all(workerUrls.map((worker) => PostgresCpu.of(worker))) }
      : { coordinator: undefined, database: [here] }
    const requests = casesFor(loaded)
    const costs: Partial<Record<CaseName, MeasuredCost>> = {}
    for (const name of measuredCases) {
      const measured: MeasuredCost[] = []
      for (let round = 0; round < rounds; round++)
        measured.push(await measureOnce(generator, server, machines, requests[name]))
      costs[name] = lowest(measured)
      logProgress(`  ${name}: ${JSON.stringify(costs[name])}`)
    }
    return costs
  } finally {
    await server.stop()
    generator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface AllCosts {
  readonly one: Costs
  /** Empty if no workers were named. */
  readonly distributed: Costs
}

async function measureAll(): Promise<AllCosts> {
  const given = process.env.STINT_TEST_DATABASE_URL
  const postgres = given === undefined ? await startCluster('durable') : { url: given, stop: async () => undefined }
  try {
    const one = await measureDatabase(postgres.url, false)
    return { one, distributed: workerUrls.length === 0 ? {} : await measureDatabase(postgres.url, true) }
  } finally {
    await postgres.stop()
  }
}

function costTable({ one, distributed }: AllCosts): string[] {
  const head = ['request', 'server', 'PostgreSQL', 'per second', 'server', 'coordinator', 'worker', 'per second']
  const cells = (cost: MeasuredCost | undefined, parts: readonly (keyof MeasuredCost)[]): string[] =>
    parts.map((part) => (cost === undefined ? '' : cost[part].toLocaleString('en')))
  return [
    tableRow(head),
    tableRow(['---', ...head.slice(1).map(() => '---:')]),
    ...measuredCases.map((name) =>
      tableRow([
        caseTitles[name],
        ...cells(one[name], ['server', 'database', 'perSecond']),
        ...cells(distributed[name], ['server', 'coordinator', 'database', 'perSecond']),
      ]),
    ),
  ]
}

const requestCosts = (costs: Costs): RequestCost[] =>
  measuredCases.flatMap((name) => {
    const cost = costs[name]
    return cost === undefined ? [] : [{ ...cost, share: shares[name], writes: name.startsWith('create') }]
  })

const simulatedSeconds = 30
const million = { accounts: 1_000_000, perSecond: 10_000, commitMs: 2 }

/** Sizes to compare, all for the same requests. */
const installations: Readonly<Record<string, Installation & { readonly isDistributed: boolean }>> = {
  'one PostgreSQL': {
    ...{ ...million, servers: 12, coordinatorCores: 0, machines: 1, coresPerMachine: 16, isDistributed: false },
  },
  'four installations': {
    ...{ ...million, servers: 12, coordinatorCores: 0, machines: 4, coresPerMachine: 8, isDistributed: false },
  },
  'Citus, 32 cores for the coordinator': {
    ...{ ...million, servers: 20, coordinatorCores: 32, machines: 8, coresPerMachine: 16, isDistributed: true },
  },
  'Citus, 64 cores for the coordinator': {
    ...{ ...million, servers: 20, coordinatorCores: 64, machines: 8, coresPerMachine: 16, isDistributed: true },
  },
}

const percent = (use: number): string => `${Math.round(100 * use)} %`

function simulatedRow(name: string, installation: Installation, result: Simulated): string {
  const { servers, coordinatorCores, machines, coresPerMachine } = installation
  return tableRow([
    name,
    `${servers} (${percent(result.serverUse)})`,
    coordinatorCores === 0 ? '' : `${coordinatorCores} (${percent(result.coordinatorUse)})`,
    `${machines} x ${coresPerMachine} (${percent(result.databaseUse)}, busiest ${percent(result.busiestMachineUse)})`,
    result.p50.toFixed(0),
    result.p99.toFixed(0),
    result.busiestAccountPerSecond.toFixed(0),
    result.busiestAccountP99.toFixed(0),
  ])
}

function simulationTable(costs: AllCosts): string[] {
  const head = ['installation', 'servers', 'coordinator cores', 'database cores', 'p50 ms', 'p99 ms']
  const titles = [...head, 'busiest account per s', 'its p99 ms']
  const rows = Object.entries(installations).flatMap(([name, installation]) => {
    const mix = requestCosts(installation.isDistributed ? costs.distributed : costs.one)
    const random = randomFrom(20)
    if (mix.length === 0) return []
    const result = simulate(() => random(2 ** 32) / 2 ** 32, simulatedSeconds, installation, mix)
    return [simulatedRow(name, installation, result)]
  })
  return [tableRow(titles), tableRow(titles.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows]
}

const costs: AllCosts =
  flags.costs === undefined ? await measureAll() : (JSON.parse(readFileSync(flags.costs, 'utf8')) as AllCosts)
if (flags.save !== undefined) writeFileSync(flags.save, `${JSON.stringify(costs, null, 2)}\n`)
console.log([...costTable(costs), '', ...simulationTable(costs)].join('\n'))
