// Does what no request causes: tells people that tasks are due tomorrow, every hour, writes collected mails, every
// minute, and recurring invoices and reminders of unpaid ones, every ten minutes. Each process does it; the database
// decides which of them writes what. A failure is logged and tried again, and does not stop the rest of the work.
import type { Logger } from 'pino'
import { activeSite, type Mailer, type MailSite } from '../define/mailer.ts'
import type { Resource } from '../define/resource.ts'
import { Engine } from '../engine/engine.ts'
import { scheduleOrigin } from '../io/change-log.ts'
import type { Clock } from '../io/clock.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { utcText } from '../kit/calendar.ts'
import { tryEach } from '../kit/try-each.ts'
import { readersWithDueMail, writeDigest } from '../mail/digest.ts'
import { hasTaskDueTomorrow, tellDueTomorrow } from '../mail/due-tomorrow.ts'
import { invoicesToRemind, isReminderTime, remindOfInvoice } from '../mail/invoice-reminders.ts'
import { createDueInvoices } from './recurring-invoices.ts'
import { inEachAccount, serverActor, unlessDoneElsewhere } from './server-actor.ts'

const everyMs = 60_000
const runsPerHour = 60
const runsPerReminder = 10

export interface NotifierOptions {
  readonly database: Database
  readonly resources: ReadonlyMap<string, Resource>
  readonly clock: Clock
  readonly log: Logger
  /** Null when the server sends no mail. */
  readonly site: MailSite | null
}

export function notifyDueTomorrow(engine: Engine, database: Database, now: number): Promise<void> {
  return inEachAccount(database, now, async (actor) => {
    while (await database.readOffloaded(actor.accountid, (tx) => hasTaskDueTomorrow(tx, actor)))
      await unlessDoneElsewhere(engine.writeWithMailer(actor, (tx, mailer) => tellDueTomorrow(tx, mailer, actor)))
  })
}

export async function writeDueDigests(engine: Engine, database: Database, now: number): Promise<void> {
  const readers = await database.read(0, (tx) => readersWithDueMail(tx, utcText(now)))
  await tryEach(readers, async ({ accountid, personid }) => {
    const actor = await serverActor(database, accountid, now)
    await engine.writeWithMailer(actor, (tx, mailer) => writeDigest(tx, mailer, actor, personid))
  })
}

/** Sends the reminders of unpaid invoices whose time has come. */
export function sendDueReminders(engine: Engine, database: Database, now: number): Promise<void> {
  return inEachAccount(database, now, async (actor) => {
    if (!isReminderTime(actor)) return
    const origin = { ...scheduleOrigin, now: actor.now }
    await tryEach(await database.readOffloaded(actor.accountid, (tx) => invoicesToRemind(tx, actor)), (id) => {
      const remind = (tx: WriteTransaction, mailer: Mailer) => remindOfInvoice(tx, database.vault, mailer, actor, id)
      return unlessDoneElsewhere(engine.writeWithMailer(actor, remind, origin))
    })
  })
}

type Job = (engine: Engine, database: Database, now: number) => Promise<void>

export class Notifier {
  readonly #run: () => Promise<void>
  #running: Promise<void>
  #runs = 0
  readonly #timer: NodeJS.Timeout

  constructor({ database, resources, clock, log, site }: NotifierOptions) {
    const engine = new Engine(database, resources, site)
    const runOnce = async (): Promise<void> => {
      const run = this.#runs++
      const jobs: Job[] = []
      if (run % runsPerHour === 0) jobs.push(notifyDueTomorrow)
      if (run % runsPerReminder === 0) jobs.push(createDueInvoices)
      if (activeSite(site) !== null) {
        jobs.push(writeDueDigests)
        if (run % runsPerReminder === 0) jobs.push(sendDueReminders)
      }
      await tryEach(jobs, (job) => job(engine, database, clock.now()))
    }
    this.#run = () => runOnce().catch((error) => log.error({ err: error }, 'notifications could not be written'))
    this.#running = this.#run()
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(this.#run)
    }, everyMs).unref()
  }

  /** The database may be closed after this promise resolves. */
  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#running
  }
}
