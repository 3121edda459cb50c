// Collects the metrics of this process, its database and its requests. With several worker processes, the primary asks
// the workers and merges their metrics. Metrics are collected when they are requested, never during a request of the
// API.
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

/** The sampling interval of the event loop. Node's measurement includes it. */
const resolutionMs = 20

/** Collects the metrics of one process; the measurement of its event loop starts here. */
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
    // The delay is measured since the previous collection.
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

/** An unavailable database must not hide the other metrics. */
async function databaseFamilies(database: Database): Promise<MetricFamily[]> {
  const ready = await database.isReady().catch(() => false)
  const state = family('gauge', 'same', 'stint_database_ready', '1 when the database answers and can be written.', [
    ready ? 1 : 0,
  ])
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
  const delaySeconds = (nanoseconds: number): number => Math.max(0, (nanoseconds || 0) / 1e9 - resolutionMs / 1000)
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
      [delaySeconds(delay.percentile(50)), { quantile: '0.5' }],
      [delaySeconds(delay.percentile(99)), { quantile: '0.99' }],
      [delaySeconds(delay.max), { quantile: '1' }],
    ),
    family('gauge', 'same', 'stint_build_info', 'Which Stint this is; always 1.', [
      1,
      { version: packed.version, node: process.versions.node },
    ]),
  ]
}

const metricsRequest = 'stint metrics?'

/** In a worker: responds to the primary. */
export function answerMetricsRequests(collect: MetricsCollector): void {
  process.on('message', (message) => {
    if (message !== metricsRequest) return
    collect().then(
      (families) => process.send?.({ metrics: families }),
      () => undefined,
    )
  })
}

/** A worker that does not respond in time is left out. */
const answerTimeoutMs = 2000

function askWorker(worker: Worker): Promise<MetricFamily[]> {
  const answered = new Promise<MetricFamily[]>((resolve) => {
    const onMessage = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('metrics' in message)) return
      worker.off('message', onMessage)
      resolve(message.metrics as MetricFamily[])
    }
    worker.on('message', onMessage)
    worker.send(metricsRequest, () => undefined)
    void sleep(answerTimeoutMs, undefined, { ref: false }).then(() => {
      worker.off('message', onMessage)
      resolve([])
    })
  })
  return answered
}

/** In the primary: the merged metrics of the workers. */
export const collectFromWorkers: MetricsCollector = async () => {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true)
  const results = await Promise.all(
    workers.flatMap((worker) =>
      worker === undefined ? [] : [askWorker(worker).then((families) => [String(worker.id), families] as const)],
    ),
  )
  return mergeFamilies(new Map(results))
}
