// Sends what lies in the outbox. Each process has one and they share the work by leases (resources/outbox.ts): a mail is sent
// at least once, and twice only if a process dies between the mail server's yes and the note of it. It is woken when this
// process wrote mails; a timer finds those of others and those to be tried again.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { longestSendMs, type Mailer, MailRefused } from '../io/mail.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import {
  forgetGivenUp,
  type LeasedMail,
  leaseMails,
  mailAgain,
  mailDone,
  mailGivenUp,
  nextMailAt,
} from '../resources/outbox.ts'

export interface SenderOptions {
  readonly database: Database
  readonly mailer: Mailer
  readonly clock: Clock
  readonly log: Logger
}

const atOnce = 5
/** Longer than any attempt, so that nobody takes a mail that is still being sent. */
const leaseMs = longestSendMs + 30_000
const longestWaitMs = 10_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000
const dayMs = 86_400_000
const givenUpAfterMs = 5 * dayMs
const forgottenAfterMs = 30 * dayMs

/** Twice as long after each attempt, and never the same for two mails, so that they do not come back all together. */
const retryDelay = (attempts: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2)

export class MailSender {
  readonly #options: SenderOptions
  readonly #sending = new Set<Promise<void>>()
  #woken = Promise.withResolvers<void>()
  #running: Promise<void> | undefined
  #stopping = false
  #over = false

  constructor(options: SenderOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Says that a mail may be due. */
  wake(): void {
    this.#woken.resolve()
  }

  /** Sends what is due, for so long at most; what is still being sent then stays leased and is sent again later. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping = true
    this.wake()
    await Promise.race([this.#running, sleep(withinMs, undefined, { ref: false })])
    this.#over = true
    this.wake()
    this.#options.mailer.close()
  }

  async #run(): Promise<void> {
    await this.#forgetOld()
    while (!this.#over) {
      const waitMs = await this.#round()
      if (this.#stopping && waitMs > 0 && this.#sending.size === 0) return
      if (waitMs > 0) await this.#rest(waitMs)
    }
  }

  /** Takes as many due mails as are free to be sent, and answers how long nothing is to be done. */
  async #round(): Promise<number> {
    const { database, clock, log } = this.#options
    const most = atOnce - this.#sending.size
    if (most === 0) return longestWaitMs
    try {
      const now = clock.now()
      const due = await nextMailAt(database)
      if (due === null) return longestWaitMs
      if (due > utcText(now)) return Math.min(longestWaitMs, epochOf(due) - now)
      const lease = { now: utcText(now), till: utcText(now + leaseMs), claim: randomUUID(), most }
      const mails = await leaseMails(database, lease)
      for (const mail of mails) this.#begin(mail)
      // None, although some are due: another process is just taking them.
      return mails.length === 0 ? 1000 : 0
    } catch (error) {
      log.warn({ err: error }, 'the outbox cannot be read')
      return longestWaitMs
    }
  }

  #begin(mail: LeasedMail): void {
    const sending = this.#send(mail).finally(() => {
      this.#sending.delete(sending)
      this.wake()
    })
    this.#sending.add(sending)
  }

  async #send(mail: LeasedMail): Promise<void> {
    const { database, mailer, log } = this.#options
    const { recipient, recipientname, subject, plain, html, messageid, datecreated, wanted } = mail
    const about = { accountid: mail.accountid, personid: mail.personid, kind: mail.kind, messageid }
    try {
      if (wanted) {
        const to = { name: recipientname, address: recipient }
        await mailer.send({ to, subject, plain, html, messageId: messageid, written: epochOf(datecreated) })
      }
      await mailDone(database, mail)
      log.debug(about, wanted ? 'a mail was sent' : 'a mail was dropped: its reader cannot log in any more')
    } catch (error) {
      await this.#failed(mail, error).catch((failure: unknown) => {
        log.warn({ ...about, err: failure }, 'what became of a mail cannot be noted; it is tried again')
      })
    }
  }

  async #failed(mail: LeasedMail, error: unknown): Promise<void> {
    // Anything else is our own database; the lease ends by itself.
    if (!(error instanceof MailRefused)) throw error
    const { database, clock, log } = this.#options
    const { accountid, personid, kind, messageid, attempts, datecreated } = mail
    const reason = error.message
    const about = { accountid, personid, kind, messageid, attempts, reason }
    const now = clock.now()
    if (error.forGood || now - epochOf(datecreated) > givenUpAfterMs) {
      await mailGivenUp(database, mail, utcText(now), reason)
      log.error(about, 'a mail was given up')
      return
    }
    await mailAgain(database, mail, utcText(now + retryDelay(attempts)), reason)
    log.warn(about, 'a mail was not taken; it is tried again')
  }

  async #forgetOld(): Promise<void> {
    const { database, clock, log } = this.#options
    await forgetGivenUp(database, utcText(clock.now() - forgottenAfterMs)).catch((error: unknown) => {
      log.warn({ err: error }, 'the outbox cannot be cleared')
    })
  }

  /** Waits for the next mail or for somebody who knows of one. */
  async #rest(waitMs: number): Promise<void> {
    const ended = new AbortController()
    const timer = sleep(waitMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    await Promise.race([timer, this.#woken.promise])
    ended.abort()
    this.#woken = Promise.withResolvers<void>()
  }
}
