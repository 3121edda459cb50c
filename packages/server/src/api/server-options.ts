// What a server is given when it is made: its database, its definitions, its clock and its limits. Where these come from
// (settings, files, tests) is not its business.
import type { Logger } from 'pino'
import type { Endpoint } from '../define/endpoint.ts'
import type { MailSite } from '../define/mailer.ts'
import type { Report } from '../define/report.ts'
import type { Resource } from '../define/resource.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
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
  /** True when plain HTTP may be spoken because only this machine can reach the port. */
  readonly loopbackOnly: boolean
  readonly dailyQuota: number
  readonly ratePerMinute: number | null
  /** How the server is known to those it mails; none: it mails nobody. */
  readonly mail?: MailSite
  /** Where the files of documents are kept. */
  readonly files: FileStore
  /** Counts requests, where somebody reads the numbers. */
  readonly metrics?: RequestMetrics | undefined
  /** Where the web application was built; its usual place unless given. */
  readonly webFolder?: string
  /** Tokens that everybody knows, each also its person's password: whose they are is shown to who is not signed in. */
  readonly demoTokens?: readonly string[]
  /** How long headers, and a whole request with its body, may take to arrive (T-75). */
  readonly timeouts?: RequestTimeouts
}

export interface RequestTimeouts {
  readonly headersMs: number
  readonly requestMs: number
  /** The same of a request that brings a file. */
  readonly uploadMs: number
}

export const defaultTimeouts: RequestTimeouts = { headersMs: 15_000, requestMs: 30_000, uploadMs: 300_000 }
