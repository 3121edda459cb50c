// The options of a server: its database, definitions, clock and limits. Where they come from (configuration, files,
// tests) is not decided here.
import type { Logger } from 'pino'
import type { Endpoint } from '../define/endpoint.ts'
import type { MailSite } from '../define/mailer.ts'
import type { Report } from '../define/report.ts'
import type { Resource } from '../define/resource.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { LoadLimits } from './load-limits.ts'
import type { RequestMetrics } from './request-metrics.ts'

export interface ServerOptions {
  readonly database: Database
  readonly resources: ReadonlyMap<string, Resource>
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly reports: ReadonlyMap<string, Report>
  readonly clock: Clock
  readonly log: Logger
  /** Certificate and key, or null for plain HTTP (loopback, or behind a trusted proxy). */
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly trustProxy: readonly string[]
  /** True when plain HTTP is allowed because only this machine can reach the port. */
  readonly loopbackOnly: boolean
  readonly dailyQuota: number
  readonly ratePerMinute: number | null
  readonly maxConnections?: number
  /** The public address for mails; without it no mail is sent. */
  readonly mail?: MailSite
  /** The store of uploaded files. */
  readonly files: FileStore
  /** Counts requests, if metrics are enabled. */
  readonly metrics?: RequestMetrics | undefined
  /** The folder of the built web application, if not the default. */
  readonly webFolder?: string
  /** Public tokens of the demo, which are also passwords. The sign-in page shows whose they are. */
  readonly demoTokens?: readonly string[]
  /** What callers may demand at the same time, if not the default. */
  readonly loadLimits?: LoadLimits
  /** How long headers, and a whole request with its body, may take to arrive (T-75). */
  readonly timeouts?: RequestTimeouts
}

export interface RequestTimeouts {
  readonly headersMs: number
  readonly requestMs: number
  /** The same for a request with a file. */
  readonly uploadMs: number
}

export const defaultTimeouts: RequestTimeouts = { headersMs: 15_000, requestMs: 30_000, uploadMs: 300_000 }
