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
import { findUndecryptable } from '../engine/encryption.ts'
import type { Database } from '../io/database.ts'
import { CannotOpen } from '../io/errors.ts'
import { type FileStore, FolderFileStore } from '../io/file-store.ts'
import { type OpenOptions, openDatabase } from '../io/open-database.ts'
import { StatementWatch } from '../io/statement-watch.ts'
import { UnusableKey } from '../io/vault.ts'
import { reports } from '../reports/all.ts'
import { endpoints, resources } from '../resources/all.ts'
import { clockOf, SettingError, type Settings } from './config.ts'
import { demoZone } from './demo/demo-writer.ts'
import { loadDemo } from './demo/load-demo.ts'
import { demoTokens } from './demo/people.ts'
import { createFirstAccount, type FirstLogin, setupLink } from './first-start.ts'
import { checkListening, isLoopback, listenError, readCertificate } from './listen-check.ts'
import { checkMailSettings, type MailSetup, setUpMail } from './mail-setup.ts'
import { answerMetricsRequests, collectFromWorkers, processCollector } from './metrics-collector.ts'
import { checkMetricsPort, type MetricsServer, startMetricsServer } from './metrics-server.ts'
import { onStopSignal } from './stop-signal.ts'
import { Sweeper } from './sweeper.ts'

/** A client may keep a request from ever ending, so it is waited for only so long; then the rest has the remaining time. */
const requestsTimeoutMs = 8000
const mailTimeoutMs = 1500
const stopAfterMs = 10_000

/** Lines leave in blocks, at least five times a second: a system call for each would cost more than the line itself. */
export function createLogger(level: string): Logger {
  if (process.stdout.isTTY === true) {
    const options = { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }
    return pino({ level, transport: { target: 'pino-pretty', options } })
  }
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 200 })
  process.on('exit', () => destination.flushSync())
  return pino({ level }, destination)
}

export async function serve(settings: Settings): Promise<void> {
  const log = createLogger(settings.log)
  checkMailSettings(settings)
  if (cluster.isPrimary) {
    await checkListening(settings)
    await checkMetricsPort(settings)
  }
  prepareDataFolder(settings.data)
  // Before the workers, who would each make a certificate of their own.
  if (cluster.isPrimary) await readCertificate(settings)
  if (settings.workers > 1 && cluster.isPrimary) return servePrimary(settings, log)
  const watch = new StatementWatch(settings.slowMs, ({ accountid, ms, text }) =>
    log.warn({ account: accountid, ms, statement: text }, 'slow statement'),
  )
  const database = await openFromSettings(settings, {
    log: (line) => log.info(line),
    workersMayShare: cluster.isWorker,
    watch,
  })
  try {
    const files = fileStoreFrom(settings)
    const made = cluster.isWorker ? null : await prepareFirstAccount(settings, database, files)
    const mailing = setUpMail(settings, database, log)
    const metrics = settings.metricsPort === null ? undefined : new RequestMetrics()
    const app = await listen(settings, database, log, mailing, files, metrics)
    const metered = metrics === undefined ? null : await startMetrics(settings, metrics, watch, database)
    mailing?.sender.start()
    const sweeping = new Sweeper(database, files, clockOf(settings), log)
    // Before anybody is told that it is ready: who hears that may ask it to stop at once.
    stopOnSignal(app, database, log, mailing, sweeping)
    if (!cluster.isWorker) announce(settings, app, made, metered)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A worker answers the process that listens for all of them. */
async function startMetrics(
  settings: Settings,
  requests: RequestMetrics,
  statements: StatementWatch,
  database: Database,
): Promise<MetricsServer | null> {
  const gather = processCollector({ requests, statements, database })
  if (!cluster.isWorker) return startMetricsServer(settings, gather)
  answerMetricsRequests(gather)
  return null
}

/** The primary prepares the database alone, then only keeps the workers alive. */
async function servePrimary(settings: Settings, log: Logger): Promise<void> {
  const database = await openFromSettings(settings, { log: (line) => log.info(line) })
  const made = await prepareFirstAccount(settings, database, fileStoreFrom(settings)).finally(() => database.close())
  const metered = await startMetricsServer(settings, collectFromWorkers)
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
export async function openFromSettings(settings: Settings, more: Partial<OpenOptions>): Promise<Database> {
  const { databaseUrl: url, data, secretKeys } = settings
  try {
    return await openDatabase({ url, secretKeys, dataFolder: resolve(data), clock: clockOf(settings), ...more })
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    const chosenBy =
      error instanceof UnusableKey
        ? 'STINT_SECRET_KEY (--secret-key)'
        : url === undefined
          ? 'STINT_DATA (--data)'
          : 'STINT_DATABASE_URL (--database-url)'
    throw new SettingError(`${chosenBy}: ${error.message}`, { cause: error })
  }
}

export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new SettingError(`STINT_DATA (--data): the folder ${resolve(folder)} cannot be written.`)
  }
}

export const fileStoreFrom = ({ data }: Settings): FileStore => new FolderFileStore(join(resolve(data), 'files'))

/** What must be there before anybody is served: the key, and on an empty database the first account. */
export async function prepareFirstAccount(
  settings: Settings,
  database: Database,
  files: FileStore,
): Promise<FirstLogin | null> {
  // Going on would encrypt new notes with another key and leave the old ones shut.
  const lost = await findUndecryptable(database, resources.values())
  if (lost !== null) throw new SettingError(`STINT_SECRET_KEY (--secret-key): ${lost}.`)
  const timezone = settings.demo ? demoZone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = settings.demo ? 'Demo company' : 'My company'
  const made = await createFirstAccount(database, clockOf(settings), {
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
  mailing: MailSetup | null,
  files: FileStore,
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
    throw listenError(settings, error)
  }
  return app
}

function announce(
  settings: Settings,
  app: FastifyInstance,
  made: FirstLogin | null,
  metered: MetricsServer | null,
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
export function serverUrl({ tls, host }: Settings, port: number): string {
  return `${tls === 'off' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}/`
}

function printBanner(settings: Settings, port: number, made: FirstLogin | null, metered: MetricsServer | null): void {
  const address = serverUrl(settings, port)
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
  mailing: MailSetup | null,
  sweeping: Sweeper,
): void {
  onStopSignal(async (signal) => {
    log.info(`${signal}: finishing running requests`)
    const timer = setTimeout(() => process.exit(1), stopAfterMs)
    await Promise.race([app.close(), sleep(requestsTimeoutMs)])
    await mailing?.sender.stop(mailTimeoutMs)
    await sweeping.stop()
    await database.close()
    clearTimeout(timer)
    process.exit(0)
  })
}
