// `stint serve`: settings, data folder, database, certificate, first start, listening, and a clean stop. Any error on
// the way is one sentence and exit code 1, and nothing is left half created.
import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { RequestMetrics } from '../api/request-metrics.ts'
import { createServer } from '../api/server.ts'
import { AddressGuard } from '../io/address-guard.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import { StatementWatch } from '../io/statement-watch.ts'
import { WebhookTransport } from '../io/webhook-transport.ts'
import { reports } from '../reports/all.ts'
import { endpoints, resources } from '../resources/all.ts'
import { publicDocuments } from '../resources/public-documents.ts'
import { ExpiredDataCleanup } from './cleanup.ts'
import { watchClock } from './clock-watch.ts'
import { clockOf, type Settings } from './config.ts'
import { demoTokens } from './demo/people.ts'
import { demoLines, prepareFirstAccount } from './first-account.ts'
import { type FirstLogin, loginLines, serverUrl, setupLink } from './first-start.ts'
import { expectFileStore } from './installation-check.ts'
import { checkListening, isLoopback, listenError, oneAddress, readCertificate } from './listen-check.ts'
import { LogOutput } from './log-output.ts'
import { checkMailSettings, MailConnection } from './mail-connection.ts'
import { answerMetricsRequests, collectFromWorkers, processCollector } from './metrics-collector.ts'
import { checkMetricsPort, type MetricsServer, startMetricsServer } from './metrics-server.ts'
import { Notifier } from './notifier.ts'
import { offersDemoLogins, rejectOpenDemo } from './open-demo.ts'
import type { SenderLoop } from './sender-loop.ts'
import { checkSignOnSettings, singleSignOnOf } from './single-sign-on.ts'
import { killProcess, onStopSignal } from './stop-signal.ts'
import { fileStoreFrom, openFromSettings, prepareDataFolder } from './storage.ts'
import { finishFirstStart } from './unfinished-first-start.ts'
import { WebhookSender } from './webhook-sender.ts'

/** A client can keep a request open forever, so the wait is limited; the remaining time is for the other steps. */
const requestsTimeoutMs = 8000
const sendersTimeoutMs = 1500
const stopAfterMs = 10_000
/** The workers have the limit above; the primary waits for them a little longer. */
const forWorkersMs = 1000

/** A logger and the function that writes its last lines. */
interface ServerLog {
  readonly log: Logger
  readonly end: () => void
}

export function createLogger(level: string): ServerLog {
  // Without a listener an error of the terminal or pipe would end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  if (process.stdout.isTTY === true) {
    const options = { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' }
    return { log: pino({ level, transport: { target: 'pino-pretty', options } }), end: () => undefined }
  }
  const output = new LogOutput((lines) => log.warn({ lines }, 'lines of the log were lost: nobody took them'))
  const log = pino({ level }, output)
  process.on('exit', () => output.end())
  return { log, end: () => output.end() }
}

export async function serve(settings: Settings): Promise<void> {
  const logger = createLogger(settings.log)
  const { log } = logger
  checkMailSettings(settings)
  checkSignOnSettings(settings)
  if (cluster.isPrimary) {
    watchClock((seconds) => log.warn({ seconds }, 'the clock of the machine jumped, or the machine was suspended'))
    await checkListening(settings)
    await checkMetricsPort(settings)
  }
  prepareDataFolder(settings.data)
  // Before the workers start, because each would create its own certificate.
  if (cluster.isPrimary) await readCertificate(settings)
  if (settings.workers > 1 && cluster.isPrimary) return servePrimary(settings, logger)
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
    const created = cluster.isWorker ? null : await prepareDatabase(settings, database, files, log)
    if (cluster.isWorker) await expectFileStore(database, files)
    const mail = new MailConnection(settings, database, log, files)
    const metrics = settings.metricsPort === null ? undefined : new RequestMetrics()
    const app = await listen(settings, database, log, mail, files, metrics)
    const metricsServer = metrics === undefined ? null : await startMetrics(settings, metrics, watch, database)
    await mail.start()
    const webhookSender = startWebhookSender(settings, database, log, mail)
    const cleanup = new ExpiredDataCleanup(database, files, clockOf(settings), log, settings.eventDays)
    const { site } = mail
    const notifier = new Notifier({ database, resources, clock: clockOf(settings), log, site })
    // Registered before the server reports that it is ready: a signal may follow at once.
    stopOnSignal(app, database, logger, [webhookSender, mail], [cleanup, notifier])
    if (!cluster.isWorker) announce(settings, app, created, metricsServer)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function prepareDatabase(
  settings: Settings,
  database: Database,
  files: FileStore,
  log: Logger,
): Promise<FirstLogin | null> {
  const created = await prepareFirstAccount(settings, database, files, (line) => log.warn(line))
  await rejectOpenDemo(settings, database)
  return created
}

function startWebhookSender(settings: Settings, database: Database, log: Logger, mail: MailConnection): WebhookSender {
  const transport = new WebhookTransport(new AddressGuard(settings.webhookAllow))
  const { site } = mail
  const sender = new WebhookSender({ database, resources, transport, clock: clockOf(settings), log, site })
  sender.start()
  return sender
}

/** A worker responds to the primary, which listens for all workers. */
async function startMetrics(
  settings: Settings,
  requests: RequestMetrics,
  statements: StatementWatch,
  database: Database,
): Promise<MetricsServer | null> {
  const collect = processCollector({ requests, statements, database })
  if (!cluster.isWorker) return startMetricsServer(settings, collect)
  answerMetricsRequests(collect)
  return null
}

/** The primary prepares the database alone, then only restarts workers that end. */
async function servePrimary(settings: Settings, logger: ServerLog): Promise<void> {
  const { log } = logger
  const database = await openFromSettings(settings, { log: (line) => log.info(line) })
  const created = await prepareDatabase(settings, database, fileStoreFrom(settings), log).finally(() =>
    database.close(),
  )
  const metricsServer = await startMetricsServer(settings, collectFromWorkers)
  let stopping = false
  let announced = false
  cluster.on('listening', (_worker, address) => {
    if (announced) return
    announced = true
    printBanner(settings, address.port, created, metricsServer)
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
  const endNow = (): void => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    logger.end()
    killProcess()
  }
  onStopSignal(() => {
    stopping = true
    metricsServer?.close()
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    setTimeout(endNow, stopAfterMs + forWorkersMs).unref()
  }, endNow)
  for (let count = 0; count < settings.workers; count++) cluster.fork()
}

async function listen(
  settings: Settings,
  database: Database,
  log: Logger,
  mail: MailConnection,
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
    maxConnections: settings.maxConnections,
    files,
    publicDocuments: publicDocuments(database, files),
    metrics,
    demoTokens: demoTokens.map(({ token }) => token),
    offersDemoLogins: offersDemoLogins(settings),
    mail: mail.site,
    mailControl: mail,
    singleSignOn: singleSignOnOf(settings),
  })
  try {
    await app.listen({ host: await oneAddress(settings.host), port: settings.port })
  } catch (error) {
    await app.close()
    throw listenError(settings, error)
  }
  return app
}

function announce(
  settings: Settings,
  app: FastifyInstance,
  created: FirstLogin | null,
  metricsServer: MetricsServer | null,
): void {
  const [address] = app.addresses()
  printBanner(settings, typeof address === 'object' ? address.port : settings.port, created, metricsServer)
}

function printBanner(
  settings: Settings,
  port: number,
  created: FirstLogin | null,
  metricsServer: MetricsServer | null,
): void {
  const address = serverUrl(settings, port)
  const lines = [`Stint is ready at ${address}`]
  if (metricsServer !== null) lines.push(`Metrics are at ${metricsServer.url}`)
  if (created !== null) {
    lines.push(
      '',
      '  This is the first start. Keep these: they are not shown again.',
      ...loginLines(created, created.setup === null ? null : setupLink(settings.publicUrl ?? address, created.setup)),
      `  Data       ${settings.databaseUrl === undefined ? '' : 'in PostgreSQL; files and certificate in '}${resolve(settings.data)}`,
      ...(settings.demo ? demoLines() : []),
      '',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
  if (created !== null) finishFirstStart(settings)
}

/**
 * Stops accepting requests, finishes the running ones, sends the last mails and events and closes the database, within
 * a limited time whatever clients, mail server and database do.
 */
function stopOnSignal(
  app: FastifyInstance,
  database: Database,
  logger: ServerLog,
  senders: readonly Pick<SenderLoop, 'stop'>[],
  jobs: readonly { stop(): Promise<void> }[],
): void {
  const { log } = logger
  const endNow = (): void => {
    logger.end()
    killProcess()
  }
  onStopSignal(async (signal) => {
    log.info(`${signal}: finishing running requests`)
    const timer = setTimeout(() => {
      log.error(`not finished after ${stopAfterMs / 1000} seconds: ending without waiting longer`)
      endNow()
    }, stopAfterMs)
    await Promise.race([app.close(), sleep(requestsTimeoutMs)])
    await Promise.all(senders.map((sender) => sender.stop(sendersTimeoutMs)))
    await Promise.all(jobs.map((job) => job.stop()))
    await database.close()
    clearTimeout(timer)
    process.exit(0)
  }, endNow)
}
