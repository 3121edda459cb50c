// Writes mails into the outbox, one row per recipient, in the transaction of the change that they report: a rollback
// removes them too. A person gets a mail only about a record that they can read, and its text is taken from the record
// as they see it (T-15). Sending is done elsewhere.
import { randomUUID } from 'node:crypto'
import { type Actor, roleOfGroup } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import type { Mailer, VisibleRecord } from '../define/mailer.ts'
import { nextId, type Row, type WriteTransaction } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, sql, statement } from '../io/sql.ts'
import { formatInZone, isZone } from '../kit/calendar.ts'
import { isEmailAddress } from '../kit/email.ts'
import { htmlMail, type MailBlock, oneLine, plainMail } from '../kit/mail-body.ts'
import { firstEmail } from './email-contact.ts'
import { isNotice, type MailKind, type NoticeKind, parseMailKinds } from './mail-kinds.ts'

/** The write that the mails report. */
export interface MailContext {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
}

/** A person who gets a mail, with the record as that person sees it. */
export interface Recipient {
  readonly personid: number
  readonly record: VisibleRecord
  /** The instant of the write in the recipient's time zone. */
  readonly at: string
  /** The name of the actor, to begin a sentence; null for Executives, who do not see who did the work (decision 33). */
  readonly who: string | null
  /** Another record as the recipient sees it; null if it is not visible. */
  readonly read: (resource: string, id: number) => Promise<VisibleRecord | null>
}

export interface MailContent {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
  /** Completes "You get this mail because ...". */
  readonly because: string
  /** The path of the link in the mail, if it is not the record itself. */
  readonly path?: string
}

export interface MailEvent {
  readonly kind: MailKind | NoticeKind
  /** Possible recipients. Those who may not see the record or do not want the mail get none. */
  readonly to: readonly number[]
  /** The record it is about: only people who can read it get the mail. */
  readonly about: { readonly resource: string; readonly id: number }
  /** True if the actor gets the mail too; usually people get no mail about their own changes. */
  readonly alsoActor?: boolean
  /** Null if there is no mail for this recipient. */
  readonly write: (reader: Recipient) => MailContent | null | Promise<MailContent | null>
}

interface Addressee {
  readonly reader: Actor
  readonly firstname: string
  readonly name: string
  readonly zone: string
  readonly address: string
  readonly unwanted: readonly string[]
}

const peopleByIds =
  statement(sql`select person.id, person.firstname, ${fullName('person')}, person.active, person.username,
    person.groupid, person.restricttasks, person.clientid, person.timezone, person.notificationsoff, ${firstEmail}
  from person where person.accountid = ${accountSlot} and ${isOneOf(sql`person.id`, 'ids')} order by person.id`)

/** Null for people who cannot log in or have no valid address: they get no mail. */
function addresseeOf(row: Row, actor: Actor): Addressee | null {
  const [id, firstname, name, active, username, groupid, restricted, clientid, timezone, off, address] = row
  const role = roleOfGroup(Number(groupid))
  if (active !== 't' || username === '' || role === undefined) return null
  if (typeof address !== 'string' || !isEmailAddress(address)) return null
  const zone = typeof timezone === 'string' && isZone(timezone) ? timezone : actor.timezone
  const reader: Actor = {
    accountid: actor.accountid,
    personid: Number(id),
    role,
    restricted: restricted === 't',
    clientid: clientid === null ? null : Number(clientid),
    timezone: actor.timezone,
    today: actor.today,
    now: actor.now,
  }
  return { reader, firstname: String(firstname), name: String(name), zone, address, unwanted: parseMailKinds(off) }
}

/** Writes the mails of one event. */
export async function writeMails(context: MailContext, event: MailEvent): Promise<void> {
  const { tx, actor } = context
  const to = event.to.filter((personid) => event.alsoActor === true || personid !== actor.personid)
  if (to.length === 0) return
  const rows = await tx.all(peopleByIds, { ids: [...to, actor.personid] })
  const who = rows.find(([id]) => Number(id) === actor.personid)?.[2] ?? 'Somebody'
  const people = rows.map((row) => addresseeOf(row, actor)).filter((person) => person !== null)
  const recipients = people.filter(
    ({ reader, unwanted }) => to.includes(reader.personid) && !unwanted.includes(event.kind),
  )
  await Promise.all(recipients.map((person) => writeMail(context, event, person, oneLine(String(who)))))
}

const unsubscribeText = (kind: MailEvent['kind']): string =>
  isNotice(kind)
    ? 'Mails of this kind cannot be turned off.'
    : `To get no more of this kind, send notificationsoff with "${kind}" to /me/, or ask an Administrator of your account.`

async function writeMail(
  { tx, actor, mailer }: MailContext,
  event: MailEvent,
  person: Addressee,
  who: string,
): Promise<void> {
  const { kind, about, write } = event
  const { reader, zone, firstname, name, address } = person
  const record = await mailer.readAs(reader, about.resource, about.id)
  if (record === null) return
  const content = await write({
    personid: reader.personid,
    record,
    at: formatInZone(actor.now, zone),
    who: reader.role === 'Executive' ? null : who,
    read: (resource, id) => mailer.readAs(reader, resource, id),
  })
  if (content === null) return
  const { path = `${about.resource}/${about.id}/` } = content
  const links = mailer.publicUrl === null ? [] : [{ link: `${mailer.publicUrl}${path}` }]
  const body = {
    greeting: `Hello ${oneLine(firstname)},`,
    blocks: [...content.blocks, ...links],
    footer: `You get this mail because ${content.because}. ${unsubscribeText(kind)}`,
  }
  await tx.insert('outbox', {
    id: nextId,
    personid: reader.personid,
    kind,
    recipient: address,
    recipientname: oneLine(name),
    subject: oneLine(content.subject),
    plain: plainMail(body),
    html: htmlMail(body),
    messageid: `<${randomUUID()}@${mailer.domain}>`,
    datecreated: actor.now,
    heldtill: actor.now,
  })
}
