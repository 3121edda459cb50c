// Sends the mails of the outbox. Each process has a sender, and they share the work by leases (mail/outbox.ts). A mail
// is sent at least once, and twice only if a process dies between the mail server's acceptance and the update of the
// outbox. It wakes up when this process wrote mails; a timer finds the mails of other processes and retries.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { addressesIn } from '../define/email-list.ts'
import { activeSite, type MailSite } from '../define/mailer.ts'
import type { Resource } from '../define/resource.ts'
import { RecordReader } from '../engine/read.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { type MailAttachment, MailRejected, type MailTransport, sendTimeoutMs } from '../io/mail-transport.ts'
import { DecryptionError } from '../io/vault.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { errorMessage } from '../kit/error-message.ts'
import { withLink } from '../kit/mail-body.ts'
import { type DocumentResource, documentLinks } from '../mail/document-link.ts'
import type { AttachedDocument } from '../mail/document-mail.ts'
import { tellOfFailedMail } from '../mail/failed-mail.ts'
import {
  deleteMail,
  giveUpMail,
  type LeasedMail,
  leaseMails,
  mailTimes,
  openText,
  retryMail,
  shortenHeldMails,
} from '../mail/outbox.ts'
import { SenderLoop } from './sender-loop.ts'
import { serverActor } from './server-actor.ts'

/** Null if the document is no longer what the mail is about. */
export type DocumentFile = (accountid: number, document: AttachedDocument) => Promise<MailAttachment | null>

export interface SenderOptions {
  readonly database: Database
  readonly transport: MailTransport
  /** False while there is no mail server: mails then wait. */
  readonly isOn?: () => boolean
  /** Makes the file of an invoice or estimate as its client gets it. */
  readonly documentFile: DocumentFile
  /** Its public URL is in the links of documents. */
  readonly site: () => MailSite
  readonly resources: ReadonlyMap<string, Resource>
  readonly clock: Clock
  readonly log: Logger
}

const maxConcurrent = 5
/** Longer than any attempt, so that no other process takes a mail that is still being sent. */
const leaseMs = sendTimeoutMs + 30_000
const maxWaitMs = 10_000
const firstRetryMs = 30_000
const maxRetryMs = 3_600_000
/** Longer than a lease and than any pause between two attempts. */
const maxHeldMs = 2 * maxRetryMs
const dayMs = 86_400_000
const givenUpAfterMs = 5 * dayMs
/** A clock that is ahead must not end the attempts, and one that was ahead must not make them endless (T-80). */
const minAttempts = 10
const maxAttempts = 200

/** Doubles after each attempt, with a random factor so that mails are not retried all at the same time. */
const retryDelay = (attempts: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2)

const refusedReason = (refused: readonly string[]): string =>
  refused.length === 0 ? '' : `the mail server refused ${refused.join(', ')}; the other recipients got it`

/** Why the mail with a document is dropped, if the document stays marked as sent. A reopened estimate does not. */
const droppedReasons: Readonly<Record<DocumentResource, string>> = {
  invoice: 'the invoice became void before it was sent',
  estimate: '',
}

const droppedReason = ({ document }: LeasedMail): string => (document === null ? '' : droppedReasons[document.resource])

export class MailSender extends SenderLoop {
  readonly #options: SenderOptions
  readonly #reader: RecordReader

  constructor(options: SenderOptions) {
    super()
    this.#options = options
    this.#reader = new RecordReader(options.resources, options.database.vault)
  }

  protected override close(): void {
    this.#options.transport.close()
  }

  /** Leases as many due mails as can be sent now, and returns the time until there is more to do. */
  protected override async sendDue(): Promise<number> {
    const { database, clock, log, isOn } = this.#options
    if (isOn?.() === false) return maxWaitMs
    const capacity = maxConcurrent - this.sendingCount
    if (capacity === 0) return maxWaitMs
    try {
      const now = clock.now()
      const times = await mailTimes(database)
      if (times === null) return maxWaitMs
      // One more lease, in case the mail is being sent.
      if (times.last > utcText(now + maxHeldMs)) {
        await shortenHeldMails(database, utcText(now + maxHeldMs), utcText(now + leaseMs))
        return 0
      }
      const due = times.next
      if (due > utcText(now)) return Math.min(maxWaitMs, epochOf(due) - now)
      const lease = { now: utcText(now), till: utcText(now + leaseMs), claim: randomUUID(), most: capacity }
      const mails = await leaseMails(database, lease)
      for (const mail of mails) this.track(this.#send(mail))
      // None, although some are due: another process is leasing them.
      return mails.length === 0 ? 1000 : 0
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be read')
      return maxWaitMs
    }
  }

  async #send(mail: LeasedMail): Promise<void> {
    const { database, log } = this.#options
    const { messageid, wanted } = mail
    const details = { accountid: mail.accountid, personid: mail.personid, kind: mail.kind, messageid }
    try {
      const refused = wanted ? await this.#transmit(mail) : null
      await deleteMail(database, mail, refused === null ? droppedReason(mail) : refusedReason(refused))
      log.debug(details, refused === null ? 'a mail was dropped: nobody wants it any more' : 'a mail was sent')
    } catch (error) {
      await this.#onFailure(mail, error).catch((failure: unknown) => {
        log.warn({ ...details, err: failure }, 'what became of a mail cannot be noted; it is tried again')
      })
    }
  }

  /** Returns the addresses that the mail server refused; null if the mail is no longer wanted. */
  async #transmit(mail: LeasedMail): Promise<readonly string[] | null> {
    const { database, transport } = this.#options
    const attachments = await this.#attachments(mail)
    if (attachments === null) return null
    const texts = {
      plain: openText(database.vault, mail.plain, mail),
      html: openText(database.vault, mail.html, mail),
    }
    const addressed = (list: string) => addressesIn(list).map((address) => ({ name: mail.recipientname, address }))
    return transport.send({
      to: addressed(mail.recipient),
      cc: addressed(mail.cc),
      ...(mail.replyto === '' ? {} : { replyTo: mail.replyto }),
      attachments,
      subject: mail.subject,
      ...(mail.document === null ? texts : withLink(texts, await this.#linkOf(mail, mail.document))),
      messageId: mail.messageid,
      writtenAt: epochOf(mail.datecreated),
    })
  }

  async #linkOf({ accountid }: LeasedMail, { resource, id }: AttachedDocument): Promise<string | null> {
    const { database, site } = this.#options
    const [address, link] = [
      site().publicUrl,
      await database.read(accountid, (tx) => documentLinks[resource].read(tx, database.vault, id)),
    ]
    return address === null || link === null || link.path === null ? null : `${address}${link.path}`
  }

  /** Null if the document is no longer what the mail is about. */
  async #attachments({ accountid, document }: LeasedMail): Promise<MailAttachment[] | null> {
    if (document === null) return []
    try {
      const file = await this.#options.documentFile(accountid, document)
      return file === null ? null : [file]
    } catch (error) {
      throw new MailRejected(`the ${document.resource} cannot be printed: ${errorMessage(error)}`, false)
    }
  }

  async #onFailure(mail: LeasedMail, error: unknown): Promise<void> {
    // Any other error comes from our database; the lease then ends by itself.
    const undecryptable = error instanceof DecryptionError
    if (!undecryptable && !(error instanceof MailRejected)) throw error
    const { database, clock, log } = this.#options
    const { accountid, personid, kind, messageid, attempts, datecreated } = mail
    const reason = error.message
    const details = { accountid, personid, kind, messageid, attempts, reason }
    const now = clock.now()
    const { isOutdated } = error instanceof MailRejected ? error : { isOutdated: false }
    const isOld = now - epochOf(datecreated) > givenUpAfterMs && attempts >= minAttempts
    if (undecryptable || (error.permanent && !isOutdated) || isOld || attempts >= maxAttempts) {
      await this.#giveUp(mail, now, reason)
      log.error(details, 'a mail was given up')
      return
    }
    await retryMail(database, mail, utcText(isOutdated ? now : now + retryDelay(attempts)), reason)
    log.warn(details, 'a mail was not taken; it is tried again')
  }

  async #giveUp(mail: LeasedMail, now: number, reason: string): Promise<void> {
    const { database, site } = this.#options
    const actor = await serverActor(database, mail.accountid, now)
    await giveUpMail(database, mail, utcText(now), reason, (tx) =>
      tellOfFailedMail({ tx, actor, mailer: this.#reader.mailerFor(tx, activeSite(site())) }, mail, reason),
    )
  }
}
