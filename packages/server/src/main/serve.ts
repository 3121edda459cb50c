// `stint serve`: settings, data folder, database, certificate, first start, listening, and a clean end. Anything wrong on
// the way is one sentence and exit code 1, with nothing half made.
import cluster from 'node:cluster'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { RequestMetrics } from '../api/request-metrics.ts'
import { createServer } from '../api/server.ts'
import { lostKey } from '../engine/encryption.ts'
import type { Database } from '../io/database.ts'
import { CannotOpen } from '../io/errors.ts'
import { type Files, FolderFiles } from '../io/files.ts'
import { type OpenOptions, openDatabase } from '../io/open.ts'
import { StatementWatch } from '../io/statement-watch.ts'
import { KeyUnusable } from '../io/vault.ts'
import { endpoints, reports, resources } from '../resources/all.ts'
import { clockOf, type Settings, WrongSetting } from './config.ts'
import { loadDemo } from './demo.ts'
import { demoZone } from './demo-maker.ts'
import { demoTokens } from './demo-people.ts'
import { type FirstStart, firstStart, setupLink } from './first-start.ts'
import { cannotListen, checkListening, isLoopback, readCertificate } from './listening.ts'
import { checkMail, type Mailing, openMail } from './mailing.ts'
import { answerPrimary, gatherOf, gatherWorkers } from './metrics-gather.ts'
import { checkMetrics, listenForMetrics, type MetricsListener } from './metrics-listening.ts'
import { onStopSignal } from './stopping.ts'
import { Sweeping } from './sweeping.ts'

/** A client may keep a request from ever ending, so it is waited for only so long; then the rest has the remaining time. */
const finishWithinMs = 8000
const sendWithinMs = 1500
const stopAfterMs = 10_000

/** Lines leave in blocks, at least five times a second: a system call for each would cost more than the line itself. */
export function newLog(level: string): Logger {
  if (process.stdout.isTTY === true) {
    const options = { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }
    return pino({ level, transport: { target: 'pino-pretty', options } })
  }
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 200 })
  process.on('exit', () => destination.flushSync())
  return pino({ level }, destination)
}

export async function serve(settings: Settings): Promise<void> {
  const log = newLog(settings.log)
  checkMail(settings)
  if (cluster.isPrimary) {
    await checkListening(settings)
    await checkMetrics(settings)
  }
  prepareFolder(settings.data)
  // Before the workers, who would each make a certificate of their own.
  if (cluster.isPrimary) await readCertificate(settings)
  if (settings.workers > 1 && cluster.isPrimary) return servePrimary(settings, log)
  const watch = new StatementWatch(settings.slowMs, ({ accountid, ms, text }) =>
    log.warn({ account: accountid, ms, statement: text }, 'slow statement'),
  )
  const database = await openFor(settings, { log: (line) => log.info(line), workersMayShare: cluster.isWorker, watch })
  try {
    const files = filesOf(settings)
    const made = cluster.isWorker ? null : await start(settings, database, files)
    const mailing = openMail(settings, database, log)
    const metrics = settings.metricsPort === null ? undefined : new RequestMetrics()
    const app = await listen(settings, database, log, mailing, files, metrics)
    const metered = metrics === undefined ? null : await meter(settings, metrics, watch, database)
    mailing?.sender.start()
    const sweeping = new Sweeping(database, files, clockOf(settings), log)
    // Before anybody is told that it is ready: who hears that may ask it to stop at once.
    stopOnSignal(app, database, log, mailing, sweeping)
    if (!cluster.isWorker) announce(settings, app, made, metered)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A worker answers the process that listens for all of them. */
async function meter(
  settings: Settings,
  requests: RequestMetrics,
  statements: StatementWatch,
  database: Database,
): Promise<MetricsListener | null> {
  const gather = gatherOf({ requests, statements, database })
  if (!cluster.isWorker) return listenForMetrics(settings, gather)
  answerPrimary(gather)
  return null
}

/** The primary prepares the database alone, then only keeps the workers alive. */
async function servePrimary(settings: Settings, log: Logger): Promise<void> {
  const database = await openFor(settings, { log: (line) => log.info(line) })
  const made = await start(settings, database, filesOf(settings)).finally(() => database.close())
  const metered = await listenForMetrics(settings, gatherWorkers)
  let stopping = false
  let announced = false
  cluster.on('listening', (_worker, address) => {
    if (announced) return
    announced = true
    printBanner(settings, address.port, made, metered)
  })
  cluster.on('exit', (worker, code) => {
    if (stopping) {
      if (code > 0) process.exitCode = code
      return
    }
    if (!announced) process.exit(code || 1)
    log.error({ worker: worker.process.pid, code }, 'a worker ended; starting another')
    cluster.fork()
  })
  onStopSignal(() => {
    stopping = true
    metered?.close()
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  })
  for (let count = 0; count < settings.workers; count++) cluster.fork()
}

/** Opens the database the settings choose; what is wrong with it is laid to the setting that chose it. */
export async function openFor(settings: Settings, more: Partial<OpenOptions>): Promise<Database> {
  const { databaseUrl: url, data, secretKeys } = settings
  try {
    return await openDatabase({ url, secretKeys, dataFolder: resolve(data), clock: clockOf(settings), ...more })
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    const chosenBy =
      error instanceof KeyUnusable
        ? 'STINT_SECRET_KEY (--secret-key)'
        : url === undefined
          ? 'STINT_DATA (--data)'
          : 'STINT_DATABASE_URL (--database-url)'
    throw new WrongSetting(`${chosenBy}: ${error.message}`, { cause: error })
  }
}

export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new WrongSetting(`STINT_DATA (--data): the folder ${resolve(folder)} cannot be written.`)
  }
}

export const filesOf = ({ data }: Settings): Files => new FolderFiles(join(resolve(data), 'files'))

/** What must be there before anybody is served: the key, and on an empty database the first account. */
export async function start(settings: Settings, database: Database, files: Files): Promise<FirstStart | null> {
  // Going on would encrypt new notes with another key and leave the old ones shut.
  const lost = await lostKey(database, resources.values())
  if (lost !== null) throw new WrongSetting(`STINT_SECRET_KEY (--secret-key): ${lost}.`)
  const timezone = settings.demo ? demoZone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = settings.demo ? 'Demo company' : 'My company'
  const made = await firstStart(database, clockOf(settings), {
    token: settings.adminToken,
    name,
    timezone,
    withSetup: !settings.demo,
  })
  if (made !== null && settings.demo) await loadDemo(database, clockOf(settings), made, files)
  return made
}

async function listen(
  settings: Settings,
  database: Database,
  log: Logger,
  mailing: Mailing | null,
  files: Files,
  metrics: RequestMetrics | undefined,
): Promise<FastifyInstance> {
  const app = createServer({
    database,
    resources,
    endpoints,
    reports,
    clock: clockOf(settings),
    log,
    tls: await readCertificate(settings),
    trustProxy: settings.trustProxy,
    loopbackOnly: isLoopback(settings.host),
    dailyQuota: settings.dailyQuota,
    ratePerMinute: settings.ratePerMinute,
    files,
    metrics,
    demoTokens: demoTokens.map(({ token }) => token),
    ...(mailing === null ? {} : { mail: mailing.site }),
  })
  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    await app.close()
    throw cannotListen(settings, error)
  }
  return app
}

function announce(
  settings: Settings,
  app: FastifyInstance,
  made: FirstStart | null,
  metered: MetricsListener | null,
): void {
  const [address] = app.addresses()
  printBanner(settings, typeof address === 'object' ? address.port : settings.port, made, metered)
}

/** The demo's tokens are no secrets: they are the same everywhere. */
export const demoLines = (): string[] => [
  '',
  '  The demo company is loaded. Its tokens, which are passwords too, are known to everyone: not for a server that others can reach.',
  ...demoTokens.map(({ token, role }) => `  ${token.padEnd(20)}${role}`),
]

/** Where it listens; ends with a slash. */
export function addressOf({ tls, host }: Settings, port: number): string {
  return `${tls === 'off' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

function printBanner(settings: Settings, port: number, made: FirstStart | null, metered: MetricsListener | null): void {
  const address = addressOf(settings, port)
  const lines = [`Stint is ready at ${address}`]
  if (metered !== null) lines.push(`Metrics are at ${metered.url}`)
  if (made !== null) {
    lines.push(
      '',
      '  This is the first start. Keep these: they are not shown again.',
      `  User name  ${made.username}`,
      `  Password   ${made.password}`,
      `  API token  ${made.token}`,
      ...(made.setup === null ? [] : [`  Set up at  ${setupLink(settings.publicUrl ?? address, made.setup)}`]),
      `  Data       ${settings.databaseUrl === undefined ? '' : 'in PostgreSQL; files and certificate in '}${resolve(settings.data)}`,
      ...(settings.demo ? demoLines() : []),
      '',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Stop accepting, finish what runs, send the last mails, close the database. */
function stopOnSignal(
  app: FastifyInstance,
  database: Database,
  log: Logger,
  mailing: Mailing | null,
  sweeping: Sweeping,
): void {
  onStopSignal(async (signal) => {
    log.info(`${signal}: finishing running requests`)
    const timer = setTimeout(() => process.exit(1), stopAfterMs)
    await Promise.race([app.close(), sleep(finishWithinMs)])
    await mailing?.sender.stop(sendWithinMs)
    await sweeping.stop()
    await database.close()
    clearTimeout(timer)
    process.exit(0)
  })
}
