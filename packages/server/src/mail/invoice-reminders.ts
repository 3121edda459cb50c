// Reminders of issued, sent and unpaid invoices, some days after their due date. A primary key allows each step once,
// however many servers look for them (T-196). After a time without a server only the newest due step is sent.
import type { Actor } from '../define/actor.ts'
import type { Mailer } from '../define/mailer.ts'
import type { ReadTransaction, Row, WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import { daysBetween, epochOf, mondayOf } from '../kit/calendar.ts'
import { instantsOfDay } from '../kit/day-in-zone.ts'
import { isEmailAddress } from '../kit/email.ts'
import { hasLinkWord } from '../kit/mail-body.ts'
import { documentLinks } from './document-link.ts'
import { writeDocumentMail } from './document-mail.ts'
import { writeLetter } from './invoice-mail.ts'
import { administratorIds } from './recipients.ts'

const morningMs = 9 * 3_600_000
const workDays = 5

/** From nine in the morning of the account, on Monday to Friday: people who ask about a reminder find somebody. */
export const isReminderTime = ({ today, now, timezone }: Actor): boolean =>
  daysBetween(mondayOf(today), today) < workDays &&
  epochOf(now) >= epochOf(instantsOfDay(today, timezone).first) + morningMs

/** The newest step that is due and later than the last one; null if there is none. */
export function dueStep(reminders: string, overdue: number, last: number): number | null {
  const due = reminders
    .split(',')
    .map(Number)
    .filter((step) => step > 0 && step <= overdue)
  const newest = Math.max(0, ...due)
  return newest > last ? newest : null
}

const remindable = (more: Fragment) =>
  statement(sql`select invoice.id, invoice.datedue, company.reminders,
    coalesce((select max(sent.step) from invoicereminder sent where sent.accountid = invoice.accountid
      and sent.invoiceid = invoice.id), 0),
    invoice.sentto, client.invoiceto, client.email, company.remindersubject, company.remindertext
  from invoice
  join company on company.accountid = invoice.accountid and company.reminders <> ''
  join project on project.accountid = invoice.accountid and project.id = invoice.projectid
  left join client on client.accountid = project.accountid and client.id = project.clientid
  where invoice.accountid = ${accountSlot} and invoice.dateissued is not null and invoice.datevoided is null
    and invoice.datesent is not null and invoice.mailerror = '' and invoice.balance > 0
    and invoice.remindersoff = 'f' and coalesce(client.remindersoff, 'f') = 'f'
    and invoice.datedue < ${slot('today')} and ${more} order by invoice.id`)

const allRemindable = remindable(sql`1 = 1`)
const oneRemindable = remindable(sql`invoice.id = ${slot('id')}`)

/** The recipients of the last mail; for an invoice that was sent in another way, those of the client. */
function recipientsOf([, , , , sentto, invoiceto, email]: Row): string {
  const known = [sentto, invoiceto].find((list) => typeof list === 'string' && list !== '')
  if (known !== undefined) return String(known)
  return typeof email === 'string' && isEmailAddress(email.trim()) ? email.trim() : ''
}

const stepOf = ([, datedue, reminders, last]: Row, { today }: Actor): number | null =>
  dueStep(String(reminders), daysBetween(String(datedue), today), Number(last))

/** The invoices of the account with a reminder to send now. */
export async function invoicesToRemind(tx: ReadTransaction, actor: Actor): Promise<number[]> {
  const rows = await tx.all(allRemindable, { today: actor.today })
  return rows.filter((row) => stepOf(row, actor) !== null && recipientsOf(row) !== '').map(([id]) => Number(id))
}

/** Replies go to the first Administrator, because no person sends it. */
export async function remindOfInvoice(
  tx: WriteTransaction,
  vault: Vault,
  { site }: Mailer,
  actor: Actor,
  id: number,
): Promise<void> {
  await tx.lock('invoice', id)
  const row = await tx.first(oneRemindable, { today: actor.today, id })
  const step = row === undefined ? null : stepOf(row, actor)
  const [personid] = await administratorIds(tx)
  if (site === null || row === undefined || step === null || personid === undefined) return
  await tx.insert('invoicereminder', { invoiceid: id, step, date: actor.now })
  const own = { subject: String(row[7]), text: String(row[8]) }
  const { subject, text } = await writeLetter(tx, id, 'reminder', own)
  if (hasLinkWord(text) && site.publicUrl !== null) await documentLinks.invoice.ensure(tx, vault, id, actor.now)
  tx.nameEvent({ resource: 'invoice', id, kind: 'remind' })
  await writeDocumentMail(tx, { ...actor, personid }, site, {
    document: { resource: 'invoice', id, revision: null },
    to: recipientsOf(row),
    cc: '',
    subject,
    text,
  })
}

const remindersOf = statement(sql`select sent.date from invoicereminder sent
  where sent.accountid = ${accountSlot} and sent.invoiceid = ${slot('id')} order by sent.step`)

/** When reminders of the invoice were sent. */
export const readReminders = async (tx: ReadTransaction, id: number): Promise<string[]> =>
  (await tx.all(remindersOf, { id })).map(([date]) => String(date))
