// Collected mails: the notifications that a person wants once per hour or day, in one mail with a list. The mail and
// the mark that its notifications were mailed are one transaction, so each of them is in one mail at most (T-138). What
// the person does not see any more is left out (T-139).
import type { Actor } from '../define/actor.ts'
import type { Mailer, VisibleRecord } from '../define/mailer.ts'
import type { ReadTransaction, Row, WriteTransaction } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { oneLine } from '../kit/mail-body.ts'
import { insertMail } from './insert-mail.ts'
import { deliveryOf, type MailKind } from './mail-kinds.ts'
import { findAddressee } from './write-mails.ts'

const maxDue = 500
/** More notifications are in the next mail. */
const maxPerMail = 200

const dueReaders = statement(sql`select distinct notification.accountid, notification.personid from notification
  where notification.maildue is not null and notification.maildue <= ${slot('now')} limit ${sql.lit(maxDue)}`)

/** The people of all accounts who have a mail due. `tx` belongs to no account. */
export const readersWithDueMail = async (
  tx: ReadTransaction,
  now: string,
): Promise<{ accountid: number; personid: number }[]> =>
  (await tx.all(dueReaders, { now })).map(([accountid, personid]) => ({
    accountid: Number(accountid),
    personid: Number(personid),
  }))

const dueNotifications = statement(sql`select notification.id, notification.kind, notification.inapp from notification
  where notification.accountid = ${accountSlot} and notification.personid = ${slot('personid')}
    and notification.maildue is not null and notification.maildue <= ${slot('now')}
  order by notification.id limit ${sql.lit(maxPerMail)}`)

const mailedIds = sql`accountid = ${accountSlot} and ${isOneOf(sql`id`, 'ids')}`
const markMailed = statement(sql`update notification set maildue = null, inapp = 't' where ${mailedIds}`)
const deleteMailed = statement(sql`delete from notification where ${mailedIds}`)

const labels: Readonly<Record<Exclude<MailKind, 'newlogin'>, string>> = {
  taskassigned: 'Assigned to you',
  taskchanged: 'Task changed',
  taskcommented: 'New comment',
  milestone: 'Milestone changed',
  projectnote: 'New project note',
  requestreceived: 'New request',
  requestaccepted: 'Request accepted',
  timesheetsubmitted: 'Timesheet submitted',
  timesheetapproved: 'Timesheet approved',
  timesheetrejected: 'Timesheet rejected',
  budgetalert: 'Budget alert',
  mentioned: 'You were mentioned',
  duetomorrow: 'Due tomorrow',
  recurringcreated: 'Invoice created by a recurring invoice',
  recurringwaiting: 'Recurring invoice waits for you',
  estimateaccepted: 'Estimate accepted',
  estimatedeclined: 'Estimate declined',
  mailfailed: 'Email not delivered',
  requestcommented: 'New comment on a request',
}

const lineOf = ({ kind, title, actor }: VisibleRecord): readonly [label: string, value: string] => {
  const by = actor === undefined || actor === null || actor === '' ? '' : ` (${oneLine(actor)})`
  return [labels[kind as keyof typeof labels] ?? String(kind), `${oneLine(title ?? '')}${by}`]
}

/** Writes the mail of one person. The person is locked, so that two servers do not write it twice. */
export async function writeDigest(tx: WriteTransaction, mailer: Mailer, actor: Actor, personid: number): Promise<void> {
  if (mailer.site === null) return
  await tx.lock('person', personid)
  const due = await tx.all(dueNotifications, { personid, now: actor.now })
  if (due.length === 0) return
  // A notification that is not for the application is made visible only for the reads of this transaction.
  await tx.run('notification', markMailed, { ids: due.map(([id]) => Number(id)) })
  await writeListMail(tx, mailer, actor, personid, due)
  const onlyMailed = due.filter(([, , inapp]) => inapp === 'f').map(([id]) => Number(id))
  if (onlyMailed.length > 0) await tx.run('notification', deleteMailed, { ids: onlyMailed })
}

async function writeListMail(
  tx: WriteTransaction,
  { site, readAs }: Mailer,
  actor: Actor,
  personid: number,
  due: readonly Row[],
): Promise<void> {
  const person = await findAddressee(tx, actor, personid)
  if (site === null || person === null || person.address === null) return
  const wanted = due.filter(([, kind]) => deliveryOf(String(kind), person.deliveries) !== 'never')
  const records = await Promise.all(wanted.map(([id]) => readAs(person.reader, 'notification', Number(id))))
  const rows = records.filter((record) => record !== null).map(lineOf)
  if (rows.length === 0) return
  const links = site.publicUrl === null ? [] : [{ link: `${site.publicUrl}app/notifications` }]
  await insertMail(tx, {
    personid,
    kind: 'digest',
    recipient: person.address,
    recipientname: person.name,
    subject: rows.length === 1 ? '1 notification' : `${rows.length} notifications`,
    body: {
      greeting: `Hello ${oneLine(person.firstname)},`,
      blocks: [{ rows }, ...links],
      footer:
        'You get this email because you chose summaries. To change this, open your profile in Stint and choose Notifications.',
    },
    domain: site.domain,
    now: actor.now,
  })
}
