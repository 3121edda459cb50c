// The mailer of a write. It exists only when the request asked for notifications and the server sends mail. The text
// of a mail is written from the record as its recipient would read it, so that a mail never shows more than the API
// (T-15).
import type { Actor } from './actor.ts'

/** The public address of the server, and its mail sender. */
export interface MailSite {
  /** The URL of the server, ending with a slash; null when it is not configured. */
  readonly publicUrl: string | null
  /** The domain in the message ids of its mails. */
  readonly domain: string
  /** Called after a commit that may have written mails, so that they are sent at once. */
  readonly wakeSender: () => void
}

/** A record with the fields that one person sees. */
export type VisibleRecord = Readonly<Record<string, string | null>>

export interface Mailer extends Pick<MailSite, 'publicUrl' | 'domain'> {
  /** The record as that person would read it now; null when that person does not see it. */
  readAs(reader: Actor, resource: string, id: number): Promise<VisibleRecord | null>
}
