// The budget alert (decision 45): when the logged time first reaches the alert percentage of a project's budget, the
// date is stored and the managers get a mail; with a budget per period, once in each of them (ADR 44). Sums are exact
// integers of any size (decision 42). A project with a pending alert is locked, so that of two concurrent writers the
// second one sees the hours of the first.
import { type Actor, actorValues, today } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import { type Change, changesField, valueAfter, type WriteTransaction } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { type Cadence, calendarPeriod } from '../kit/periods.ts'
import { isShareUsed, type RetainerPeriod, retainerPeriods, workByPeriod } from '../kit/retainer.ts'
import { recordTitle } from '../mail/mail-text.ts'
import { projectManagerIds } from '../mail/recipients.ts'
import { tellPeople } from '../mail/write-mails.ts'
import { datedRate } from './entry-rate.ts'
import { readMonthlyHours, readTerms, termColumns, usedByPeriod } from './retainer.ts'

/** A blank period is a budget of the whole project, whose alert is given once. */
const alertPending = sql`project.alert_percent > 0 and project.budget > 0
  and case when project.budgetperiod = '' then project.alert_date is null
    else coalesce(project.alertuntil, '') < ${today} end`

/** SQL for the id of the project if its alert is still pending, else null. */
export const projectWithPendingAlert = (projectid: Fragment): Fragment =>
  sql`(select project.id from project where project.accountid = ${accountSlot} and project.id = ${projectid} and ${alertPending})`

const pendingAlert = statement(sql`select ${termColumns}, project.alert_percent, project.alertuntil from project
  join account on account.id = project.accountid
  where project.accountid = ${accountSlot} and project.id = ${slot('projectid')} and ${alertPending}`)

/** The entries of the project with their rates. */
const pricedEntries = sql`(select entry.time as time, entry.date as date, entry.worktypeid as worktypeid,
    coalesce(${datedRate('entry')}, part.hourlyrate, 0) as rate from time entry
  left join projectworktype part on part.accountid = entry.accountid and part.projectid = entry.projectid
    and part.worktypeid = entry.worktypeid
  where entry.accountid = ${accountSlot} and entry.projectid = ${slot('projectid')}) priced`

/** Hours grouped by rate: the product of hours and rate may be too large for exact arithmetic in the database. */
const loggedByRate = statement(sql`select cast(sum(priced.time) as bigint), priced.rate from ${pricedEntries}
  group by priced.rate`)

const loggedByMonth = statement(sql`select substr(priced.date, 1, 7), priced.worktypeid, priced.rate,
    cast(sum(priced.time) as text)
  from ${pricedEntries} where priced.date >= ${slot('from')} and priced.date <= ${slot('until')}
  group by substr(priced.date, 1, 7), priced.worktypeid, priced.rate`)

/** Brings hours (millionths) to the scale of budget times percent (ten-thousandths each, with percent out of 100). */
const hoursPerUnit = 10_000n

interface AlertContext {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
}

interface PendingAlert {
  readonly terms: Row
  readonly percent: bigint
  readonly alertuntil: string
}

async function readPendingAlert({ tx, actor }: AlertContext, projectid: number): Promise<PendingAlert | null> {
  const row = await tx.first(pendingAlert, { ...actorValues(actor), projectid })
  if (row === undefined) return null
  const [percent, alertuntil] = row.slice(-2)
  return { terms: row, percent: BigInt(Number(percent)), alertuntil: String(alertuntil ?? '') }
}

async function isBudgetReached({ tx }: AlertContext, projectid: number, alert: PendingAlert): Promise<boolean> {
  const [budget, budgetsin] = alert.terms
  const rows = await tx.all(loggedByRate, { projectid })
  const logged = rows.reduce((sum, [hours, rate]) => {
    return sum + BigInt(Number(hours)) * (budgetsin === 'money' ? BigInt(Number(rate)) : hoursPerUnit)
  }, 0n)
  return logged >= BigInt(Number(budget)) * alert.percent
}

/**
 * The newest period that reached the percentage, of the current one and the one before it: hours of the last days of a
 * period are often logged in the next one. Null if there is none whose alert was not given yet.
 */
async function findReachedPeriod(
  { tx, actor }: AlertContext,
  projectid: number,
  { terms: row, percent, alertuntil }: PendingAlert,
): Promise<RetainerPeriod | null> {
  const terms = readTerms(row)
  const current = calendarPeriod(actor.today, terms.every)
  const { begin } = calendarPeriod(addDays(current.begin, -1), terms.every)
  const from = terms.carriesOver ? calendarPeriod(terms.datestart, terms.every).begin : begin
  const rows = await tx.all(loggedByMonth, { projectid, from, until: current.end })
  const used = usedByPeriod(workByPeriod(rows.map(readMonthlyHours), terms.every), row[1])
  const periods = retainerPeriods(terms, used, { begin, end: actor.today })
  return periods.findLast((period) => period.end > alertuntil && isShareUsed(period, percent)) ?? null
}

const budgetOf = ({ terms: [, budgetsin, every, carryover] }: PendingAlert, budget: unknown): string =>
  [
    `the budget of ${budget}${budgetsin === 'money' ? '' : ' hours'}`,
    every === '' ? '' : ` per ${every}`,
    // The amount is not in the mail: it depends on hours that a manager may not see (T-274).
    carryover === 't' ? ', with what earlier periods carried over,' : '',
  ].join('')

/** If the alert is due, stores its date and tells the managers. */
export async function alertIfBudgetReached(context: AlertContext, projectid: number): Promise<void> {
  const { tx, actor, mailer } = context
  await tx.lock('project', projectid)
  const alert = await readPendingAlert(context, projectid)
  if (alert === null) return
  const isPeriodic = alert.terms[2] !== ''
  const period = isPeriodic ? await findReachedPeriod(context, projectid, alert) : null
  if (isPeriodic ? period === null : !(await isBudgetReached(context, projectid, alert))) return
  await tx.update('project', projectid, {
    alert_date: actor.today,
    ...(period === null ? {} : { alertuntil: period.end }),
  })
  const days = period === null ? '' : ` from ${period.begin} to ${period.end}`
  await tellPeople(
    { tx, actor, mailer },
    {
      kind: 'budgetalert',
      to: await projectManagerIds(tx, projectid),
      about: { resource: 'project', id: projectid },
      alsoActor: true,
      write: ({ record: { name, budget, alert_percent }, at }) => ({
        subject: `Budget alert: ${name}`,
        blocks: [
          `Time logged on ${recordTitle('project', undefined, name)}${days} reached ${alert_percent}% of ${budgetOf(alert, budget)} on ${at}.`,
        ],
        because: 'you manage this project',
      }),
    },
  )
}

const termFields = ['budget', 'alert_percent', 'budgetperiod', 'carryover']
/** They decide which periods there are. */
const periodFields = ['datestart', 'dateend']

/** Changed terms make the alert pending again, not for periods before the current one; it may be due at once. */
export async function resetBudgetAlert(change: Change, projectid: number): Promise<void> {
  const { tx, actor, previous } = change
  const every = String(valueAfter(change, 'budgetperiod') ?? '')
  const fields = every === '' ? termFields : [...termFields, ...periodFields]
  if (!fields.some((field) => changesField(change, field))) return
  const alertuntil = every === '' ? null : addDays(calendarPeriod(actor.today, every as Cadence).begin, -1)
  if (previous?.alert_date !== null || previous.alertuntil !== alertuntil)
    await tx.update('project', projectid, { alert_date: null, alertuntil })
  await alertIfBudgetReached(change, projectid)
}
