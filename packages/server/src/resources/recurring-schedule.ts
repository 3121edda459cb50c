// Which periods of recurring invoices become due. A single one is billed by the server if it is not late; several, as
// after a time without a server, and late ones wait for a person (T-246). The unique key of periods allows each once,
// however many servers look for them.
import type { Actor } from '../define/actor.ts'
import { nextId, type ReadTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { daysBetween, epochOf } from '../kit/calendar.ts'
import { instantsOfDay } from '../kit/day-in-zone.ts'
import { type Period, periodsDue } from '../kit/periods.ts'
import { tellOfWaitingPeriods } from '../mail/recurring-mails.ts'
import type { MailContext } from '../mail/write-mails.ts'
import { billingDay, periodRuleOf } from './recurring-rules.ts'

/** A period that is later than this is not billed without a person. */
const maxDaysLate = 3

const morningMs = 6 * 3_600_000

/** From six in the morning of the account: nothing is sent in the night, or twice in the hour that a clock repeats. */
export const isBillingTime = ({ today, now, timezone }: Actor): boolean =>
  epochOf(now) >= epochOf(instantsOfDay(today, timezone).first) + morningMs

const becomingDue = statement(sql`select recurring.id from recurringinvoice recurring
  where recurring.accountid = ${accountSlot} and recurring.nextdate <= ${slot('today')} and recurring.active = 't'
  order by recurring.nextdate, recurring.id`)

const dueById = statement(sql`select recurring.every, recurring.billing, recurring.day, recurring.nextperiod,
    recurring.dateend, project.active
  from recurringinvoice recurring
  join project on project.accountid = recurring.accountid and project.id = recurring.projectid
  where recurring.accountid = ${accountSlot} and recurring.id = ${slot('id')}
    and recurring.nextdate <= ${slot('today')} and recurring.active = 't'`)

const duePeriods = statement(sql`select period.id from recurringperiod period
  join recurringinvoice recurring on recurring.accountid = period.accountid and recurring.id = period.recurringinvoiceid
  where period.accountid = ${accountSlot} and period.state = 'due' and recurring.active = 't' order by period.id`)

const idsOf = (rows: readonly (readonly unknown[])[]): number[] => rows.map(([id]) => Number(id))

/** The recurring invoices with a period that has no row yet. */
export const recurringToSchedule = async (tx: ReadTransaction, { today }: Actor): Promise<number[]> =>
  idsOf(await tx.all(becomingDue, { today }))

/** The periods that the server bills now. */
export const periodsToBill = async (tx: ReadTransaction): Promise<number[]> => idsOf(await tx.all(duePeriods))

const lateReason = 'It was not billed on its day.'

/** Why a person has to decide; blank if the server bills the period. */
function reasonToWait(period: Period, due: readonly Period[], today: string, projectIsActive: boolean): string {
  if (!projectIsActive) return 'The project is not active.'
  if (due.length > 1) return `${due.length} periods became due at once.`
  return daysBetween(period.date, today) > maxDaysLate ? lateReason : ''
}

/** Writes the rows of the periods that are due now, and when the next one is. */
export async function schedulePeriods(context: MailContext, id: number): Promise<void> {
  const { tx, actor } = context
  const { today } = actor
  await tx.lock('recurringinvoice', id)
  const row = await tx.first(dueById, { id, today })
  if (row === undefined) return
  const [every, billing, day, nextperiod, dateend, active] = row
  const values: Readonly<Record<string, unknown>> = { every, billing, day }
  const rule = periodRuleOf((field) => values[field])
  const last = dateend === null ? null : String(dateend)
  const { due, next } = periodsDue(String(nextperiod), rule, today, last)
  const reasons: string[] = []
  for (const period of due) {
    const reason = reasonToWait(period, due, today, active === 't')
    if (reason !== '') reasons.push(reason)
    await tx.insert('recurringperiod', {
      id: nextId,
      recurringinvoiceid: id,
      period: period.begin,
      periodend: period.end,
      date: period.date,
      state: reason === '' ? 'due' : 'waiting',
      reason,
    })
  }
  await tx.update('recurringinvoice', id, { nextperiod: next, nextdate: billingDay(next, rule, last) })
  if (reasons.length > 0) await tellOfWaitingPeriods(context, id, reasons)
}

const stillDue = statement(sql`select period.recurringinvoiceid, period.date from recurringperiod period
  where period.accountid = ${accountSlot} and period.id = ${slot('id')} and period.state = 'due'`)

/** True while the server may bill the period; one that has become late meanwhile waits for a person. */
export async function isInTime(tx: ReadTransaction, { today }: Actor, id: number): Promise<boolean> {
  const [, date] = (await tx.first(stillDue, { id })) ?? []
  return date === undefined || daysBetween(String(date), today) <= maxDaysLate
}

/** Leaves the period to a person, unless somebody else has billed or skipped it meanwhile. */
export async function leaveToPerson(context: MailContext, id: number, reason = lateReason): Promise<void> {
  const { tx } = context
  await tx.lock('recurringperiod', id)
  const [recurringid] = (await tx.first(stillDue, { id })) ?? []
  if (recurringid === undefined) return
  await tx.update('recurringperiod', id, { state: 'waiting', reason })
  await tellOfWaitingPeriods(context, Number(recurringid), [reason])
}
