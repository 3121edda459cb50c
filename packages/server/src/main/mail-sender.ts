// Sends the mails of the outbox. Each process has a sender, and they share the work by leases (mail/outbox.ts). A mail
// is sent at least once, and twice only if a process dies between the mail server's acceptance and the update of the
// outbox. It wakes up when this process wrote mails; a timer finds the mails of other processes and retries.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { MailRejected, type MailTransport, sendTimeoutMs } from '../io/mail-transport.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import {
  deleteGivenUpMails,
  deleteMail,
  giveUpMail,
  type LeasedMail,
  leaseMails,
  nextMailAt,
  retryMail,
} from '../mail/outbox.ts'

export interface SenderOptions {
  readonly database: Database
  readonly transport: MailTransport
  readonly clock: Clock
  readonly log: Logger
}

const maxConcurrent = 5
/** Longer than any attempt, so that no other process takes a mail that is still being sent. */
const leaseMs = sendTimeoutMs + 30_000
const maxWaitMs = 10_000
const firstRetryMs = 30_000
const maxRetryMs = 3_600_000
const dayMs = 86_400_000
const givenUpAfterMs = 5 * dayMs
const deletedAfterMs = 30 * dayMs

/** Doubles after each attempt, with a random factor so that mails are not retried all at the same time. */
const retryDelay = (attempts: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2)

export class MailSender {
  readonly #options: SenderOptions
  readonly #sending = new Set<Promise<void>>()
  #wakeUp = Promise.withResolvers<void>()
  #running: Promise<void> | undefined
  #stopping = false
  #ended = false

  constructor(options: SenderOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Signals that a mail may be due. */
  wake(): void {
    this.#wakeUp.resolve()
  }

  /** Sends due mails until the timeout. A mail that is still being sent then stays leased and is sent again later. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping = true
    this.wake()
    await Promise.race([this.#running, sleep(withinMs, undefined, { ref: false })])
    this.#ended = true
    this.wake()
    this.#options.transport.close()
  }

  async #run(): Promise<void> {
    await this.#deleteOld()
    while (!this.#ended) {
      const waitMs = await this.#sendDue()
      if (this.#stopping && waitMs > 0 && this.#sending.size === 0) return
      if (waitMs > 0) await this.#waitForNext(waitMs)
    }
  }

  /** Leases as many due mails as can be sent now, and returns the time until there is more to do. */
  async #sendDue(): Promise<number> {
    const { database, clock, log } = this.#options
    const capacity = maxConcurrent - this.#sending.size
    if (capacity === 0) return maxWaitMs
    try {
      const now = clock.now()
      const due = await nextMailAt(database)
      if (due === null) return maxWaitMs
      if (due > utcText(now)) return Math.min(maxWaitMs, epochOf(due) - now)
      const lease = { now: utcText(now), till: utcText(now + leaseMs), claim: randomUUID(), most: capacity }
      const mails = await leaseMails(database, lease)
      for (const mail of mails) this.#startSending(mail)
      // None, although some are due: another process is leasing them.
      return mails.length === 0 ? 1000 : 0
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be read')
      return maxWaitMs
    }
  }

  #startSending(mail: LeasedMail): void {
    const sending = this.#send(mail).finally(() => {
      this.#sending.delete(sending)
      this.wake()
    })
    this.#sending.add(sending)
  }

  async #send(mail: LeasedMail): Promise<void> {
    const { database, transport, log } = this.#options
    const { recipient, recipientname, subject, plain, html, messageid, datecreated, wanted } = mail
    const details = { accountid: mail.accountid, personid: mail.personid, kind: mail.kind, messageid }
    try {
      if (wanted) {
        const to = { name: recipientname, address: recipient }
        await transport.send({ to, subject, plain, html, messageId: messageid, writtenAt: epochOf(datecreated) })
      }
      await deleteMail(database, mail)
      log.debug(details, wanted ? 'a mail was sent' : 'a mail was dropped: its reader cannot log in any more')
    } catch (error) {
      await this.#onFailure(mail, error).catch((failure: unknown) => {
        log.warn({ ...details, err: failure }, 'what became of a mail cannot be noted; it is tried again')
      })
    }
  }

  async #onFailure(mail: LeasedMail, error: unknown): Promise<void> {
    // Any other error comes from our database; the lease then ends by itself.
    if (!(error instanceof MailRejected)) throw error
    const { database, clock, log } = this.#options
    const { accountid, personid, kind, messageid, attempts, datecreated } = mail
    const reason = error.message
    const details = { accountid, personid, kind, messageid, attempts, reason }
    const now = clock.now()
    if (error.permanent || now - epochOf(datecreated) > givenUpAfterMs) {
      await giveUpMail(database, mail, utcText(now), reason)
      log.error(details, 'a mail was given up')
      return
    }
    await retryMail(database, mail, utcText(now + retryDelay(attempts)), reason)
    log.warn(details, 'a mail was not taken; it is tried again')
  }

  async #deleteOld(): Promise<void> {
    const { database, clock, log } = this.#options
    await deleteGivenUpMails(database, utcText(clock.now() - deletedAfterMs)).catch((error: unknown) => {
      log.warn({ err: error }, 'the outbox cannot be cleared')
    })
  }

  /** Waits until the next mail is due or wake() is called. */
  async #waitForNext(waitMs: number): Promise<void> {
    const ended = new AbortController()
    const timer = sleep(waitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    await Promise.race([timer, this.#wakeUp.promise])
    ended.abort()
    this.#wakeUp = Promise.withResolvers<void>()
  }
}
