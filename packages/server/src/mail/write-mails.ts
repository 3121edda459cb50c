// Writes mails into the outbox, in the transaction of what they tell of: one row for each person. Nobody is told of a record
// they could not read themselves, and what a mail says is taken from the record as its reader gets it (T-15). Sending is
// somebody else's: what is committed here is on its way, what is rolled back never was.
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

/** The write that tells of itself. */
export interface MailContext {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
}

/** Somebody who gets a mail, with the record it is about as they see it. */
export interface Recipient {
  readonly personid: number
  readonly record: VisibleRecord
  /** The instant of the write in the reader's own time zone. */
  readonly at: string
  /** Who did it, as the beginning of a sentence; null for Executives, who never learn who did the work (decision 33). */
  readonly who: string | null
  /** Another record as this reader gets it; null when they would not. */
  readonly read: (resource: string, id: number) => Promise<VisibleRecord | null>
}

export interface MailContent {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
  /** Completes "You get this mail because ...". */
  readonly because: string
  /** Where to go from here, when it is not the record itself. */
  readonly path?: string
}

export interface MailEvent {
  readonly kind: MailKind | NoticeKind
  /** Those who would be told; some of them may not be, or may not want to. */
  readonly to: readonly number[]
  /** The record it is about: who cannot read it is not told. */
  readonly about: { readonly resource: string; readonly id: number }
  /** True when those who did it are told as well, because it is not what they did that the mail is about. */
  readonly alsoActor?: boolean
  /** Null when there is nothing to tell this reader. */
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

/** Whoever cannot come in, or has no address that we would write to, gets no mail. */
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
export async function writeMails(telling: MailContext, mailing: MailEvent): Promise<void> {
  const { tx, actor } = telling
  const to = mailing.to.filter((personid) => mailing.alsoActor === true || personid !== actor.personid)
  if (to.length === 0) return
  const rows = await tx.all(peopleByIds, { ids: [...to, actor.personid] })
  const who = rows.find(([id]) => Number(id) === actor.personid)?.[2] ?? 'Somebody'
  const people = rows.map((row) => addresseeOf(row, actor)).filter((person) => person !== null)
  const told = people.filter(({ reader, unwanted }) => to.includes(reader.personid) && !unwanted.includes(mailing.kind))
  await Promise.all(told.map((person) => writeMail(telling, mailing, person, oneLine(String(who)))))
}

const unsubscribeText = (kind: MailEvent['kind']): string =>
  isNotice(kind)
    ? 'Mails of this kind cannot be turned off.'
    : `To get no more of this kind, send notificationsoff with "${kind}" to /me/, or ask an Administrator of your account.`

async function writeMail(
  { tx, actor, mailer }: MailContext,
  mailing: MailEvent,
  person: Addressee,
  who: string,
): Promise<void> {
  const { kind, about, write } = mailing
  const { reader, zone, firstname, name, address } = person
  const record = await mailer.readAs(reader, about.resource, about.id)
  if (record === null) return
  const words = await write({
    personid: reader.personid,
    record,
    at: formatInZone(actor.now, zone),
    who: reader.role === 'Executive' ? null : who,
    read: (resource, id) => mailer.readAs(reader, resource, id),
  })
  if (words === null) return
  const { path = `${about.resource}/${about.id}/` } = words
  const links = mailer.publicUrl === null ? [] : [{ link: `${mailer.publicUrl}${path}` }]
  const letter = {
    greeting: `Hello ${oneLine(firstname)},`,
    blocks: [...words.blocks, ...links],
    footer: `You get this mail because ${words.because}. ${unsubscribeText(kind)}`,
  }
  await tx.insert('outbox', {
    id: nextId,
    personid: reader.personid,
    kind,
    recipient: address,
    recipientname: oneLine(name),
    subject: oneLine(words.subject),
    plain: plainMail(letter),
    html: htmlMail(letter),
    messageid: `<${randomUUID()}@${mailer.domain}>`,
    datecreated: actor.now,
    heldtill: actor.now,
  })
}
