// The mailer of a write: it tells people about the write, in the application and by mail. Mails are written only when
// the request asked for them and the server sends mail. Their text is taken from the record as its recipient would read
// it, so that a mail never shows more than the API (T-15).
import type { Actor } from './actor.ts'

/** The tables to which telling people adds rows. */
export const noticeTables = ['notification', 'outbox']

/** The public address of the server, and its mail sender. */
export interface MailSite {
  /** False while no mail server is set, which can change while the server runs; without it there always is one. */
  readonly isOn?: () => boolean
  /** The URL of the server, ending with a slash; null when it is not configured. */
  readonly publicUrl: string | null
  /** The domain in the message ids of its mails. */
  readonly domain: string
  /** Called after a commit that may have written mails, so that they are sent at once. */
  readonly wakeSender: () => void
}

/** The site if mails can be sent now. */
export const activeSite = (site: MailSite | null | undefined): MailSite | null =>
  site == null || site.isOn?.() === false ? null : site

/** A record with the fields that one person sees. */
export type VisibleRecord = Readonly<Record<string, string | null>>

export interface Mailer {
  /** True when nobody is told, not even in the application. */
  readonly isSilent?: boolean
  /** Null when this write sends no mail. */
  readonly site: Pick<MailSite, 'publicUrl' | 'domain'> | null
  /** The record as that person would read it now; null when that person does not see it. */
  readAs(reader: Actor, resource: string, id: number): Promise<VisibleRecord | null>
}
