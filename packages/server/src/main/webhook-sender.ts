// Sends the events of webhooks. Each process has a sender; they share the work by leases (webhooks/deliveries.ts). An
// event is sent at least once, and again with the same id if a process dies between the response and its note.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { activeSite, type MailSite } from '../define/mailer.ts'
import type { Resource } from '../define/resource.ts'
import { RecordReader } from '../engine/read.ts'
import { scheduleOrigin } from '../io/change-log.ts'
import type { Clock } from '../io/clock.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { type WebhookTransport, WebhookUnreachable, webhookTimeoutMs } from '../io/webhook-transport.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { signatureHeaders } from '../kit/webhook-signature.ts'
import { notifyWebhookOff } from '../mail/webhook-mails.ts'
import {
  type AttemptResult,
  hasDueDelivery,
  type LeasedDelivery,
  leaseDeliveries,
  storeResult,
  turnOffWebhook,
} from '../webhooks/deliveries.ts'
import { dispatchEvents } from '../webhooks/dispatch.ts'
import { SenderLoop } from './sender-loop.ts'
import { MessageWriter, NothingToSend, OwnerGone, retryAfterSeconds, webhookOwner } from './webhook-message.ts'

export interface WebhookSenderOptions {
  readonly database: Database
  readonly resources: ReadonlyMap<string, Resource>
  readonly transport: WebhookTransport
  readonly clock: Clock
  readonly log: Logger
  /** Null when the server sends no mails. */
  readonly site: MailSite | null
}

const maxConcurrent = 10
/** Longer than any attempt, so that no other process takes a delivery that is still being sent. */
const leaseMs = webhookTimeoutMs + 30_000
/** How often a process looks for events. */
const pauseMs = 1000
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** The pauses after each failed attempt; after the last attempt a delivery is given up. */
const pauses = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
const maxRetryAfterMs = hour
/** A webhook without a success for this long is turned off, but only after this many attempts. */
const offAfterMs = 5 * day
const offAfterFailures = 50

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export class WebhookSender extends SenderLoop {
  readonly #options: WebhookSenderOptions
  readonly #reader: RecordReader
  readonly #writer: MessageWriter

  constructor(options: WebhookSenderOptions) {
    super()
    this.#options = options
    this.#reader = new RecordReader(options.resources, options.database.vault)
    this.#writer = new MessageWriter(options.database, this.#reader, options.resources)
  }

  protected override async sendDue(): Promise<number> {
    const { database, clock, log } = this.#options
    try {
      const now = clock.now()
      const more = await dispatchEvents(database, utcText(now))
      const capacity = maxConcurrent - this.sendingCount
      if (capacity === 0 || !(await hasDueDelivery(database, utcText(now)))) return more ? 0 : pauseMs
      const lease = { now: utcText(now), till: utcText(now + leaseMs), claim: randomUUID(), most: capacity }
      const deliveries = await leaseDeliveries(database, lease)
      for (const delivery of deliveries) this.track(this.#send(delivery))
      return more ? 0 : pauseMs
    } catch (error) {
      log.warn({ err: error }, 'the deliveries of webhooks cannot be read')
      return pauseMs * 10
    }
  }

  async #send(delivery: LeasedDelivery): Promise<void> {
    const { database, log, site } = this.#options
    const { accountid, webhookid, id, event, attempts } = delivery
    const details = { accountid, webhookid, delivery: id, event, attempts }
    try {
      const { result, off } = await this.#attempt(delivery)
      await database.write(accountid, (tx) => this.#store(tx, delivery, result, off), scheduleOrigin)
      if (result.status === 'failed') site?.wakeSender()
      log.debug({ ...details, status: result.statuscode, reason: result.error }, `a webhook was ${result.status}`)
    } catch (error) {
      log.warn({ ...details, err: error }, 'what became of a webhook cannot be noted; it is sent again')
    }
  }

  /** One attempt, and the reason to turn the webhook off, if there is one. */
  async #attempt(delivery: LeasedDelivery): Promise<{ result: AttemptResult; off: string | null }> {
    const { transport, clock } = this.#options
    const started = clock.now()
    const startedMs = clock.elapsedMs()
    const ended = (status: AttemptResult['status'], error: string, statuscode: number | null = null): AttemptResult => {
      const ms = Math.round(clock.elapsedMs() - startedMs)
      return { status, at: utcText(clock.now()), statuscode, ms, error }
    }
    try {
      const { url, secrets, id, body } = await this.#writer.write(delivery, started)
      const signed = signatureHeaders(secrets, { id, timestamp: Math.floor(started / 1000), body })
      const headers = { 'content-type': 'application/json', 'user-agent': 'Stint', ...signed }
      const { status, retryAfter } = await transport.post({ url, headers, body })
      if (isSuccess(status)) return { result: ended('sent', '', status), off: null }
      const failed = ended('failed', `the receiver answered ${status}`, status)
      if (status === 410) return { result: failed, off: 'its receiver answered 410 Gone' }
      return { result: this.#retry(delivery, failed, retryAfter), off: null }
    } catch (error) {
      if (error instanceof NothingToSend) return { result: ended('failed', error.message), off: null }
      if (error instanceof OwnerGone) return { result: ended('failed', error.message), off: error.message }
      if (error instanceof WebhookUnreachable)
        return { result: this.#retry(delivery, ended('failed', error.message), null), off: null }
      throw error
    }
  }

  /** A failed attempt with the time of the next one, unless it was the last. */
  #retry({ attempts }: LeasedDelivery, failed: AttemptResult, retryAfter: string | null): AttemptResult {
    const pause = pauses[attempts - 1]
    if (pause === undefined) return failed
    const now = this.#options.clock.now()
    const wanted = Math.min(maxRetryAfterMs, (retryAfterSeconds(retryAfter, now) ?? 0) * 1000)
    return { ...failed, status: 'waiting', at: utcText(now + Math.max(wanted, pause * (0.9 + Math.random() / 5))) }
  }

  async #store(
    tx: WriteTransaction,
    delivery: LeasedDelivery,
    result: AttemptResult,
    off: string | null,
  ): Promise<void> {
    const now = this.#options.clock.now()
    const { failures, since } = await storeResult(tx, delivery, result, utcText(now))
    const isDead = failures >= offAfterFailures && now - epochOf(since) > offAfterMs
    const reason = off ?? (isDead ? `no event could be delivered since ${since} GMT` : null)
    if (reason === null) return
    if (!(await turnOffWebhook(tx, delivery.webhookid, reason))) return
    const { log } = this.#options
    const site = activeSite(this.#options.site)
    log.warn({ accountid: delivery.accountid, webhookid: delivery.webhookid, reason }, 'a webhook was turned off')
    if (site === null) return
    const actor = await webhookOwner(tx, delivery.webhookid, now)
    if (actor !== null)
      await notifyWebhookOff({ tx, actor, mailer: this.#reader.mailerFor(tx, site) }, delivery.webhookid, reason)
  }
}
