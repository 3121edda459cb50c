// `npm run bench -- --scale 10`: our server with the usual number of tasks and with ten times as many, in alternating
// rounds. What a request costs must not grow with the data. It measures no baseline.
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CaseName, casesFor, caseTitles, loadOf } from './cases.ts'
import { type DatabaseSite, type LoadedDatabase, load, type Progress } from './load-rows.ts'
import type { Meter } from './measure.ts'
import { memoryOf, type RunningServer, runCommand, startServer } from './processes.ts'
import { best } from './report.ts'
import type { ScaleResult, ScaleRow } from './scale-report.ts'
import { createSite } from './sites.ts'
import { timeLists, timeReports } from './timed-requests.ts'

export interface ScaleOrder {
  readonly database: string
  readonly serverUrl: string | undefined
  readonly workFolder: string
  readonly meter: Meter
  readonly cases: readonly CaseName[]
  readonly smallTasks: number
  readonly scale: number
  readonly isQuick: boolean
  readonly progress: Progress
}

interface ScaledServer {
  readonly loaded: LoadedDatabase
  readonly server: RunningServer
}

export async function runScale(order: ScaleOrder): Promise<ScaleResult> {
  const { database, smallTasks, scale, progress } = order
  const largeTasks = smallTasks * scale
  const [smallSite, small] = await loadSite(order, 'small', smallTasks)
  const [largeSite, large] = await loadSite(order, 'large', largeTasks)
  const servers: RunningServer[] = []
  const start = async (site: DatabaseSite): Promise<RunningServer> => {
    const server = await startServer(site)
    servers.push(server)
    return server
  }
  try {
    const smallServer = await start(smallSite)
    const largeServer = await start(largeSite)
    const idle = memoryOf(largeServer.pid)
    const pair = { small: { loaded: small, server: smallServer }, large: { loaded: large, server: largeServer } }
    const rows: ScaleRow[] = []
    for (const name of order.cases) rows.push(await measureCase(order, pair, name))
    progress('  lists after a write ...')
    const lists = await timeLists(largeServer.port, large)
    progress('  reports ...')
    const reports = await timeReports(largeServer.port, large.tasks[0] ?? 0)
    const after = memoryOf(largeServer.pid)
    progress('  backup ...')
    const backup = await timeBackup(largeSite)
    return {
      ...{ database, smallTasks, largeTasks, rows, lists, reports, idle, after, backup },
      readyMs: { small: smallServer.readyMs, large: largeServer.readyMs },
      built: large.built,
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function loadSite(
  { workFolder, serverUrl, database, progress }: ScaleOrder,
  size: 'small' | 'large',
  tasks: number,
): Promise<[DatabaseSite, LoadedDatabase]> {
  progress(`${database}: loading ${tasks.toLocaleString('en')} tasks ...`)
  const kind = serverUrl === undefined ? 'sqlite' : 'postgres'
  const site = await createSite(workFolder, `scale_${size}_${kind}`, serverUrl)
  return [site, await load(site, tasks, { manyEntries: true, money: true }, progress)]
}

async function measureCase(
  { meter, progress, isQuick }: ScaleOrder,
  { small, large }: { readonly small: ScaledServer; readonly large: ScaledServer },
  name: CaseName,
): Promise<ScaleRow> {
  const measured = ({ loaded, server }: ScaledServer) => ({
    server,
    load: loadOf(name, casesFor(loaded)[name], isQuick),
  })
  const [ofSmall, ofLarge] = await meter.measureInTurn(measured(small), measured(large))
  const row = { title: caseTitles[name], small: best(ofSmall), large: best(ofLarge) }
  const costs = (row.small.perSecond / row.large.perSecond).toFixed(2)
  progress(`  ${name}: ${Math.round(row.small.perSecond)} and ${Math.round(row.large.perSecond)} a second (${costs})`)
  return row
}

async function timeBackup(site: DatabaseSite): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const file = join(site.folder, 'bench.stint')
  const began = performance.now()
  await runCommand(['backup', '--to', file], site)
  const seconds = (performance.now() - began) / 1000
  const megabytes = statSync(file).size / 1024 ** 2
  rmSync(file)
  return { seconds, megabytes }
}
