// `stint serve`: settings, data folder, database, certificate, first start, listening, and a clean end. Anything wrong on
// the way is one sentence and exit code 1, with nothing half made.
import cluster from 'node:cluster'
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createServer } from '../api/server.ts'
import { ensureCertificate } from '../io/certificate.ts'
import { systemClock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { openDatabase } from '../io/open.ts'
import { endpoints, resources } from '../resources/all.ts'
import { type Settings, WrongSetting } from './config.ts'
import { loadDemo } from './demo.ts'
import { type FirstStart, firstStart } from './first-start.ts'

const stopAfterMs = 10_000

export function newLog(level: string): Logger {
  const pretty = process.stdout.isTTY === true
  return pretty
    ? pino({
        level,
        transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
      })
    : pino({ level })
}

export async function serve(settings: Settings): Promise<void> {
  const log = newLog(settings.log)
  prepareFolder(settings.data)
  if (settings.workers > 1 && cluster.isPrimary) return servePrimary(settings, log)
  const database = await open(settings, log, cluster.isWorker)
  try {
    const made = cluster.isWorker ? null : await start(settings, database)
    const app = await listen(settings, database, log)
    if (!cluster.isWorker) announce(settings, app, made)
    stopOnSignal(app, database, log)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The primary prepares the database alone, then only keeps the workers alive. */
async function servePrimary(settings: Settings, log: Logger): Promise<void> {
  const database = await open(settings, log, false)
  const made = await start(settings, database).finally(() => database.close())
  let stopping = false
  let announced = false
  cluster.on('listening', (_worker, address) => {
    if (announced) return
    announced = true
    printBanner(settings, address.port, made)
  })
  cluster.on('exit', (worker, code) => {
    if (stopping) return
    if (!announced) process.exit(code || 1)
    log.error({ worker: worker.process.pid, code }, 'a worker ended; starting another')
    cluster.fork()
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    })
  }
  for (let count = 0; count < settings.workers; count++) cluster.fork()
}

const open = (settings: Settings, log: Logger, shared: boolean): Promise<Database> =>
  openDatabase({
    url: settings.databaseUrl,
    dataFolder: resolve(settings.data),
    clock: systemClock,
    log: (line) => log.info(line),
    workersMayShare: shared,
  })

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new WrongSetting(`STINT_DATA (--data): the folder ${resolve(folder)} cannot be written.`)
  }
}

async function start(settings: Settings, database: Database): Promise<FirstStart | null> {
  const timezone = settings.demo ? 'Europe/Berlin' : Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = settings.demo ? 'Demo company' : 'My company'
  const made = await firstStart(database, systemClock, { token: settings.adminToken, name, timezone })
  if (made !== null && settings.demo) await loadDemo(database, systemClock, made)
  return made
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

async function readTls(settings: Settings): Promise<{ cert: string; key: string } | null> {
  const { tls } = settings
  if (tls === 'auto') return ensureCertificate(resolve(settings.data))
  if (tls === 'off') {
    if (isLoopback(settings.host) || settings.trustProxy.length > 0) return null
    throw new WrongSetting(
      'STINT_TLS (--tls): off is only for a loopback STINT_HOST or behind the proxies that STINT_TRUST_PROXY names.',
    )
  }
  try {
    return { cert: readFileSync(tls.certFile, 'utf8'), key: readFileSync(tls.keyFile, 'utf8') }
  } catch (error) {
    throw new WrongSetting(`STINT_TLS (--tls): ${error instanceof Error ? error.message : error}.`)
  }
}

async function listen(settings: Settings, database: Database, log: Logger): Promise<FastifyInstance> {
  const app = createServer({
    database,
    resources,
    endpoints,
    clock: systemClock,
    log,
    tls: await readTls(settings),
    trustProxy: settings.trustProxy,
    loopbackOnly: isLoopback(settings.host),
    dailyQuota: settings.dailyQuota,
    ratePerMinute: settings.ratePerMinute,
  })
  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    await app.close()
    throw new WrongSetting(`STINT_PORT (--port): ${error instanceof Error ? error.message : error}.`)
  }
  return app
}

function announce(settings: Settings, app: FastifyInstance, made: FirstStart | null): void {
  const [address] = app.addresses()
  printBanner(settings, typeof address === 'object' ? address.port : settings.port, made)
}

function printBanner(settings: Settings, port: number, made: FirstStart | null): void {
  const scheme = settings.tls === 'off' ? 'http' : 'https'
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  const lines = [`Stint is ready at ${scheme}://${host}:${port}/`]
  if (made !== null) {
    lines.push(
      '',
      '  This is the first start. Keep these: they are not shown again.',
      `  User name  ${made.username}`,
      `  Password   ${made.password}`,
      `  API token  ${made.token}`,
      `  Data       ${settings.databaseUrl === undefined ? '' : 'in PostgreSQL; files and certificate in '}${resolve(settings.data)}`,
      '',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Stop accepting, finish what runs, close the database; a second signal ends at once. */
function stopOnSignal(app: FastifyInstance, database: Database, log: Logger): void {
  let stopping = false
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    log.info(`${signal}: finishing running requests`)
    const timer = setTimeout(() => process.exit(1), stopAfterMs)
    await app.close()
    await database.close()
    clearTimeout(timer)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
}
