// The budget alert (decision 45): the first time that what is logged on a project reaches its alert percentage of the
// budget, the day is kept and its managers are told. Sums are exact whole numbers, however large (decision 42). Only where an
// alert is still to come is the project locked, so that of two writers who reach it together one sees the other's hours.
import type { Actor } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import { type Change, changesField, type WriteTransaction } from '../define/resource.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { recordTitle } from '../mail/mail-text.ts'
import { projectManagerIds } from '../mail/recipients.ts'
import { writeMails } from '../mail/write-mails.ts'

const alertPending = sql`project.alert_percent > 0 and project.budget > 0 and project.alert_date is null`

/** SQL for the project if an alert is still to come there, else null. */
export const projectWithPendingAlert = (projectid: Fragment): Fragment =>
  sql`(select project.id from project where project.accountid = ${accountSlot} and project.id = ${projectid} and ${alertPending})`

const pendingAlert = statement(sql`select project.budget, project.alert_percent, account.budgetsin from project
  join account on account.id = project.accountid
  where project.accountid = ${accountSlot} and project.id = ${slot('projectid')} and ${alertPending}`)

/** Hours by rate, because their product may be beyond what a database multiplies exactly. */
const loggedByRate = statement(sql`select cast(sum(entry.time) as bigint), coalesce(part.hourlyrate, 0) from time entry
  left join projectworktype part on part.accountid = entry.accountid and part.projectid = entry.projectid
    and part.worktypeid = entry.worktypeid
  where entry.accountid = ${accountSlot} and entry.projectid = ${slot('projectid')} group by coalesce(part.hourlyrate, 0)`)

/** Millionths of hours, or of hours times ten-thousandths of money, against ten-thousandths of a budget and of a percent. */
const hoursPerUnit = 10_000n

interface AlertContext {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer | null
}

/** Gives the alert if it is due: the day, and the mails to the managers if this write sends any. */
export async function alertIfBudgetReached(judging: AlertContext, projectid: number): Promise<void> {
  const { tx, actor, mailer } = judging
  await tx.lock('project', projectid)
  const found = await tx.first(pendingAlert, { projectid })
  if (found === undefined) return
  const [budget, percent, budgetsin] = found
  const rows = await tx.all(loggedByRate, { projectid })
  const logged = rows.reduce((sum, [hours, rate]) => {
    return sum + BigInt(Number(hours)) * (budgetsin === 'money' ? BigInt(Number(rate)) : hoursPerUnit)
  }, 0n)
  if (logged < BigInt(Number(budget)) * BigInt(Number(percent))) return
  await tx.update('project', projectid, { alert_date: actor.today })
  if (mailer === null) return
  await writeMails(
    { tx, actor, mailer },
    {
      kind: 'budgetalert',
      to: await projectManagerIds(tx, projectid),
      about: { resource: 'project', id: projectid },
      alsoActor: true,
      write: ({ record: { name, budget: whole, alert_percent }, at }) => ({
        subject: `Budget alert: ${name}`,
        blocks: [
          `What is logged on ${recordTitle('project', undefined, name)} reached ${alert_percent} % of its budget of ${whole}${budgetsin === 'money' ? '' : ' hours'} on ${at}.`,
        ],
        because: 'you manage this project',
      }),
    },
  )
}

/** Another budget or percentage is another alert to come, and perhaps one that is due at once. */
export async function resetBudgetAlert(change: Change, projectid: number): Promise<void> {
  if (!changesField(change, 'budget') && !changesField(change, 'alert_percent')) return
  if (change.previous?.alert_date !== null) await change.tx.update('project', projectid, { alert_date: null })
  await alertIfBudgetReached(change, projectid)
}
