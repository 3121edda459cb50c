// The options of a server: its database, definitions, clock and limits. Where they come from (configuration, files,
// tests) is not decided here.
import type { Logger } from 'pino'
import type { OidcSetting } from '../auth/oidc-setting.ts'
import type { Actor } from '../define/actor.ts'
import type { Endpoint } from '../define/endpoint.ts'
import type { Kind } from '../define/kinds.ts'
import type { MailSite } from '../define/mailer.ts'
import type { Report } from '../define/report.ts'
import type { Resource } from '../define/resource.ts'
import type { AddressGuard } from '../io/address-guard.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import type { FileStore } from '../io/file-store.ts'
import type { MailAttachment, OutgoingMail } from '../io/mail-transport.ts'
import type { MailSetting } from '../mail/mail-setting.ts'
import type { MailContext } from '../mail/write-mails.ts'
import type { LoadLimits } from './load-limits.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** The content of the public pages of a resource, and the PDFs; null if the document is not public any more. */
export interface PublicSource {
  readonly read: (reader: Actor, id: number) => Promise<Readonly<Record<string, string>> | null>
  readonly file: (accountid: number, id: number) => Promise<MailAttachment | null>
}

/** Of documents that are accepted or declined on their public page. */
export interface DecidableSource extends PublicSource {
  readonly typedFields: Readonly<Record<'name' | 'note', Kind>>
  readonly decide: (
    context: MailContext,
    id: number,
    decision: Readonly<Record<'revision' | 'name' | 'note', string> & { state: 'accepted' | 'declined' }>,
  ) => Promise<void>
}

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
  /** The mail server that Administrators may enter. */
  readonly mailControl?: MailControl
  /** Sign-in with OpenID Connect. Without it, accounts may have providers with public addresses. */
  readonly singleSignOn?: SingleSignOnOptions
  /** The store of uploaded files. */
  readonly files: FileStore
  /** What the public pages of invoices and estimates show; without it there are none. */
  readonly publicDocuments?: { readonly invoice: PublicSource; readonly estimate: DecidableSource }
  /** Counts requests, if metrics are enabled. */
  readonly metrics?: RequestMetrics | undefined
  /** The folder of the built web application, if not the default. */
  readonly webFolder?: string
  /** Public tokens of the demo, which are also passwords. */
  readonly demoTokens?: readonly string[]
  /** True if the sign-in page shows whose they are (T-103). */
  readonly offersDemoLogins?: boolean
  /** What callers may demand at the same time, if not the default. */
  readonly loadLimits?: LoadLimits
  /** How long headers, and a whole request with its body, may take to arrive (T-75). */
  readonly timeouts?: RequestTimeouts
  /** How often streams of changes are served, if not the default. */
  readonly liveIntervals?: LiveIntervals
}

/** Whether Administrators may enter the mail server: auto means while the server has one account. */
export type MailSettingsMode = 'auto' | 'on' | 'off'

export interface MailControl {
  readonly mode: MailSettingsMode
  /** The mail server of the environment, which nobody can change here; null if there is none. */
  readonly fixed: (Omit<MailSetting, 'password' | 'publicurl'> & { readonly haspassword: boolean }) | null
  readonly fixedPublicUrl: string | null
  /** Uses what is stored now. */
  refresh(): Promise<void>
  /** Resolves when the mail server has taken the mail; throws MailRejected otherwise, after some seconds at most. */
  sendNow(mail: OutgoingMail): Promise<void>
}

export interface SingleSignOnOptions {
  /** The provider of the environment, for all accounts; null if there is none. */
  readonly fixed: OidcSetting | null
  /** Where the providers may be that Administrators enter. */
  readonly guard: AddressGuard
}

/** The times of the streams of changes, in milliseconds. */
export interface LiveIntervals {
  /** How often the server looks for changes, which is also the shortest time between two messages. */
  readonly pollMs: number
  /** A stream without messages gets a comment after this time, so that nobody on the way closes it. */
  readonly commentMs: number
  /** How often the session of a stream is checked. */
  readonly sessionMs: number
}

export const defaultLiveIntervals: LiveIntervals = { pollMs: 1000, commentMs: 20_000, sessionMs: 60_000 }

export interface RequestTimeouts {
  readonly headersMs: number
  readonly requestMs: number
  /** The same for a request with a file. */
  readonly uploadMs: number
  /** Of a connection over HTTP/2 on which nothing is sent or received. */
  readonly sessionMs: number
}

export const defaultTimeouts: RequestTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  uploadMs: 300_000,
  sessionMs: 72_000,
}
