// The budget alert (decision 45): when the logged time first reaches the alert percentage of a project's budget, the
// date is stored and the managers get a mail. Sums are exact integers of any size (decision 42). A project with a
// pending alert is locked, so that of two concurrent writers the second one sees the hours of the first.
import type { Actor } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import { type Change, changesField, type WriteTransaction } from '../define/resource.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { recordTitle } from '../mail/mail-text.ts'
import { projectManagerIds } from '../mail/recipients.ts'
import { tellPeople } from '../mail/write-mails.ts'
import { datedRate } from './entry-rate.ts'

const alertPending = sql`project.alert_percent > 0 and project.budget > 0 and project.alert_date is null`

/** SQL for the id of the project if its alert is still pending, else null. */
export const projectWithPendingAlert = (projectid: Fragment): Fragment =>
  sql`(select project.id from project where project.accountid = ${accountSlot} and project.id = ${projectid} and ${alertPending})`

const pendingAlert = statement(sql`select project.budget, project.alert_percent, account.budgetsin from project
  join account on account.id = project.accountid
  where project.accountid = ${accountSlot} and project.id = ${slot('projectid')} and ${alertPending}`)

/** Hours grouped by rate: the product of hours and rate may be too large for exact arithmetic in the database. */
const loggedByRate = statement(sql`select cast(sum(priced.time) as bigint), priced.rate from (
    select entry.time as time, coalesce(${datedRate('entry')}, part.hourlyrate, 0) as rate from time entry
    left join projectworktype part on part.accountid = entry.accountid and part.projectid = entry.projectid
      and part.worktypeid = entry.worktypeid
    where entry.accountid = ${accountSlot} and entry.projectid = ${slot('projectid')}) priced
  group by priced.rate`)

/** Brings hours (millionths) to the scale of budget times percent (ten-thousandths each, with percent out of 100). */
const hoursPerUnit = 10_000n

interface AlertContext {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
}

/** If the alert is due, stores its date and tells the managers. */
export async function alertIfBudgetReached(context: AlertContext, projectid: number): Promise<void> {
  const { tx, actor, mailer } = context
  await tx.lock('project', projectid)
  const alert = await tx.first(pendingAlert, { projectid })
  if (alert === undefined) return
  const [budget, percent, budgetsin] = alert
  const rows = await tx.all(loggedByRate, { projectid })
  const logged = rows.reduce((sum, [hours, rate]) => {
    return sum + BigInt(Number(hours)) * (budgetsin === 'money' ? BigInt(Number(rate)) : hoursPerUnit)
  }, 0n)
  if (logged < BigInt(Number(budget)) * BigInt(Number(percent))) return
  await tx.update('project', projectid, { alert_date: actor.today })
  await tellPeople(
    { tx, actor, mailer },
    {
      kind: 'budgetalert',
      to: await projectManagerIds(tx, projectid),
      about: { resource: 'project', id: projectid },
      alsoActor: true,
      write: ({ record: { name, budget: total, alert_percent }, at }) => ({
        subject: `Budget alert: ${name}`,
        blocks: [
          `Time logged on ${recordTitle('project', undefined, name)} reached ${alert_percent}% of the budget of ${total}${budgetsin === 'money' ? '' : ' hours'} on ${at}.`,
        ],
        because: 'you manage this project',
      }),
    },
  )
}

/** A changed budget or percentage makes the alert pending again; it may be due at once. */
export async function resetBudgetAlert(change: Change, projectid: number): Promise<void> {
  if (!changesField(change, 'budget') && !changesField(change, 'alert_percent')) return
  if (change.previous?.alert_date !== null) await change.tx.update('project', projectid, { alert_date: null })
  await alertIfBudgetReached(change, projectid)
}
