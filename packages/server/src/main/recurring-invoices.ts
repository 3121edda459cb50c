// The job of recurring invoices: finds the periods that are due in each account and bills them, each in a transaction
// of its own. Every server runs it; locks and unique keys of the database decide which of them writes what.
import type { Actor } from '../define/actor.ts'
import { ApiError } from '../define/api-error.ts'
import type { Engine } from '../engine/engine.ts'
import { scheduleOrigin } from '../io/change-log.ts'
import type { Database, ReadTransaction } from '../io/database.ts'
import { tryEach } from '../kit/try-each.ts'
import {
  isBillingTime,
  isInTime,
  leaveToPerson,
  periodsToBill,
  recurringToSchedule,
  schedulePeriods,
} from '../resources/recurring-schedule.ts'
import { recurringperiod } from '../resources/recurringperiod.ts'
import { inEachAccount, unlessDoneElsewhere } from './server-actor.ts'

/** No notes: their author is a person. The history says that the server did it. */
const quiet = { sideEffects: { leaveNote: false, notify: false }, ifMatch: null, idempotency: null }

/** The first message of an error without the name of its field. */
const sentenceOf = ({ verbose, message }: ApiError): string => {
  const text = (verbose[0] ?? message).replace(/^[a-z]+: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

async function billPeriod(engine: Engine, database: Database, actor: Actor, id: number): Promise<void> {
  const origin = { ...scheduleOrigin, now: actor.now }
  const leave = (reason?: string): Promise<void> =>
    engine.writeWithMailer(actor, (tx, mailer) => leaveToPerson({ tx, actor, mailer }, id, reason), origin)
  if (!(await database.read(actor.accountid, (tx) => isInTime(tx, actor, id)))) return leave()
  try {
    await engine.runAction(recurringperiod, 'bill', actor, id, () => undefined, quiet)
  } catch (error) {
    // The rules of invoices do not allow it now. Trying again would not change that, so a person decides. Another
    // error, such as a database that is busy, may be gone at the next run.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await leave(sentenceOf(error))
  }
}

export function createDueInvoices(engine: Engine, database: Database, now: number): Promise<void> {
  return inEachAccount(database, now, async (actor) => {
    if (!isBillingTime(actor)) return
    const origin = { ...scheduleOrigin, now: actor.now }
    const schedule = (id: number): Promise<void> =>
      unlessDoneElsewhere(
        engine.writeWithMailer(actor, (tx, mailer) => schedulePeriods({ tx, actor, mailer }, id), origin),
      )
    const bill = (id: number): Promise<void> => billPeriod(engine, database, actor, id)
    const read = <T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> => database.read(actor.accountid, work)
    const scheduleAll = async () => tryEach(await read((tx) => recurringToSchedule(tx, actor)), schedule)
    const billAll = async () => tryEach(await read(periodsToBill), bill)
    await tryEach([scheduleAll, billAll], (step) => step())
  })
}
