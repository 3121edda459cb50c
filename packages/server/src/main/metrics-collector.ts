// The numbers of this process and of its database, beside those of its requests; and with several worker processes, the numbers
// of all of them asked for by the one that listens. Gathering happens when somebody asks, never on the way of a request.
import cluster, { type Worker } from 'node:cluster'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import packed from '../../package.json' with { type: 'json' }
import type { RequestMetrics } from '../api/request-metrics.ts'
import type { Database } from '../io/database.ts'
import { passwordChecks } from '../io/password-hash.ts'
import type { StatementWatch } from '../io/statement-watch.ts'
import { type Labels, type MetricFamily, mergeFamilies } from '../kit/metrics.ts'
import { countMails } from '../mail/outbox.ts'

export interface MetricSources {
  readonly requests: RequestMetrics
  readonly statements: StatementWatch
  readonly database: Database
}

export type MetricsCollector = () => Promise<MetricFamily[]>

type SampleRow = readonly [value: number, labels?: Labels]

const family = (
  type: MetricFamily['type'],
  mergeBy: MetricFamily['mergeBy'],
  name: string,
  help: string,
  ...rows: readonly SampleRow[]
): MetricFamily => ({ name, type, help, mergeBy, samples: rows.map(([value, labels = {}]) => ({ value, labels })) })

/** How often the event loop is looked at; what Node measures is this and the delay. */
const resolutionMs = 20

/** Gathers what one process knows; the watch over its event loop begins here. */
export function processCollector({ requests, statements, database }: MetricSources): MetricsCollector {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return async () => {
    const families = [
      ...requests.families(),
      ...statementFamilies(statements),
      ...(await databaseFamilies(database)),
      ...processFamilies(delay),
      family('counter', 'add', 'stint_password_checks_total', 'Passwords compared, mostly at signing in.', [
        passwordChecks(),
      ]),
    ]
    // What it was since somebody asked last.
    delay.reset()
    return families
  }
}

function statementFamilies({ statements, ms, commits, writes, slow }: StatementWatch): MetricFamily[] {
  const counter = (name: string, help: string, value: number): MetricFamily =>
    family('counter', 'add', name, help, [value])
  return [
    counter('stint_database_statements_total', 'Statements asked of the database.', statements),
    counter('stint_database_statement_seconds_total', 'Time spent in statements or waiting for them.', ms / 1000),
    counter('stint_database_slow_statements_total', 'Statements slower than STINT_SLOW_MS.', slow),
    counter('stint_database_commits_total', 'Commits; several writes may share one.', commits),
    counter('stint_database_writes_total', 'Writes that were committed.', writes),
  ]
}

/** A database that is gone must not take the other numbers with it. */
async function databaseFamilies(database: Database): Promise<MetricFamily[]> {
  const ready = await database.isReady().catch(() => false)
  const state = family('gauge', 'same', 'stint_database_ready', '1 when the database answers.', [ready ? 1 : 0])
  const mails = ready ? await countMails(database).catch(() => null) : null
  if (mails === null) return [state]
  return [
    state,
    family(
      'gauge',
      'same',
      'stint_mails',
      'Mails in the outbox: waiting to be sent, or given up.',
      [mails.waiting, { state: 'waiting' }],
      [mails.givenup, { state: 'givenup' }],
    ),
  ]
}

function processFamilies(delay: ReturnType<typeof monitorEventLoopDelay>): MetricFamily[] {
  const gauge = (name: string, help: string, ...rows: readonly SampleRow[]): MetricFamily =>
    family('gauge', 'each', name, help, ...rows)
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const late = (nanoseconds: number): number => Math.max(0, (nanoseconds || 0) / 1e9 - resolutionMs / 1000)
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', [rss]),
    gauge('nodejs_heap_used_bytes', 'Memory of JavaScript values.', [heapUsed]),
    family('counter', 'each', 'process_cpu_seconds_total', 'Processor time used.', [(user + system) / 1e6]),
    gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', [
      Math.floor(performance.timeOrigin / 1000),
    ]),
    gauge(
      'nodejs_eventloop_delay_seconds',
      'How late the event loop came to what was due, since it was asked last.',
      [late(delay.percentile(50)), { quantile: '0.5' }],
      [late(delay.percentile(99)), { quantile: '0.99' }],
      [late(delay.max), { quantile: '1' }],
    ),
    family('gauge', 'same', 'stint_build_info', 'Which Stint this is; always 1.', [
      1,
      { version: packed.version, node: process.versions.node },
    ]),
  ]
}

const metricsRequest = 'stint metrics?'

/** In a worker: answers the process that listens. */
export function answerMetricsRequests(gather: MetricsCollector): void {
  process.on('message', (message) => {
    if (message !== metricsRequest) return
    gather().then(
      (families) => process.send?.({ metrics: families }),
      () => undefined,
    )
  })
}

/** A worker that is busy or gone is left out rather than waited for. */
const answerTimeoutMs = 2000

function askWorker(worker: Worker): Promise<MetricFamily[]> {
  const answered = new Promise<MetricFamily[]>((resolve) => {
    const hear = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('metrics' in message)) return
      worker.off('message', hear)
      resolve(message.metrics as MetricFamily[])
    }
    worker.on('message', hear)
    worker.send(metricsRequest, () => undefined)
    void sleep(answerTimeoutMs, undefined, { ref: false }).then(() => {
      worker.off('message', hear)
      resolve([])
    })
  })
  return answered
}

/** In the process that listens for several: the workers' numbers together. */
export const collectFromWorkers: MetricsCollector = async () => {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true)
  const answers = await Promise.all(
    workers.flatMap((worker) =>
      worker === undefined ? [] : [askWorker(worker).then((families) => [String(worker.id), families] as const)],
    ),
  )
  return mergeFamilies(new Map(answers))
}
