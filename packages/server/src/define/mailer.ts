// What a write gets to tell people of itself by mail. It is there only when the request asked for mails and the server
// sends any; whoever writes one is told by the engine how its reader would see the record, and knows no other way (T-15).
import type { Actor } from './actor.ts'

/** How this server is known outside of it, and the way to its sender of mails. */
export interface MailSite {
  /** Where people reach the server, ending with a slash; null when the operator did not say. */
  readonly publicUrl: string | null
  /** What the ids of its mails end with. */
  readonly domain: string
  /** Called once mails may have been written, so that they leave at once. */
  readonly wakeSender: () => void
}

/** A record as one person gets it: what that person may not see is not there. */
export type VisibleRecord = Readonly<Record<string, string | null>>

export interface Mailer extends Pick<MailSite, 'publicUrl' | 'domain'> {
  /** The record as that person would read it now, by the rules of every other read; null when they would not. */
  readAs(reader: Actor, resource: string, id: number): Promise<VisibleRecord | null>
}
