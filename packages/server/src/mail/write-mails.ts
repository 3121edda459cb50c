// Tells people about a change, in its transaction: a rollback removes it all. Each recipient gets a notification in the
// application, and a mail in the outbox if the request asked for mails. A person is told only about a record that they
// can read, and the text of a mail is taken from the record as they see it (T-15). Sending is done elsewhere.
import { type Actor, roleOfGroup, serverId } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import type { Mailer, VisibleRecord } from '../define/mailer.ts'
import { nextId, type ReadTransaction, type Row, type WriteTransaction } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, type Statement, sql, statement } from '../io/sql.ts'
import type { Vault } from '../io/vault.ts'
import { formatInZone, isZone } from '../kit/calendar.ts'
import { isEmailAddress } from '../kit/email.ts'
import { type MailBlock, oneLine } from '../kit/mail-body.ts'
import { mailDueAt } from './digest-time.ts'
import { firstEmail } from './email-contact.ts'
import { insertMail } from './insert-mail.ts'
import {
  type Deliveries,
  deliveryOf,
  isNotice,
  isNotificationKind,
  type MailKind,
  type NoticeKind,
  parseMailKinds,
} from './mail-kinds.ts'

/** The write that people are told about. */
export interface MailContext {
  readonly tx: WriteTransaction
  readonly actor: Actor
  readonly mailer: Mailer
  /** People who were told about this write already, for a more important reason. */
  readonly told?: readonly number[]
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
  /** Completes "You get this email because ...". */
  readonly because: string
  /** The path of the link in the mail, if it is not the record itself. */
  readonly path?: string
}

export interface MailEvent {
  readonly kind: MailKind | NoticeKind
  /** Possible recipients. Those who may not see the record, or do not want to be told, are not told. */
  readonly to: readonly number[]
  /** The record it is about: only people who can read it get the mail. */
  readonly about: { readonly resource: string; readonly id: number }
  /** Encrypts the texts of a mail with a secret while it waits in the outbox (T-142). */
  readonly vault?: Vault
  /** True if the actor is told too; usually people are not told about their own changes. */
  readonly alsoActor?: boolean
  /**
   * True if a recipient who sees the record may still have nothing to see in this event, so that `write` returns null.
   * Otherwise the text is not written for people who get no mail.
   */
  readonly mayBeEmpty?: boolean
  /** Null if there is nothing to tell this recipient. */
  readonly write: (reader: Recipient) => MailContent | null | Promise<MailContent | null>
}

export interface Addressee {
  readonly reader: Actor
  readonly firstname: string
  readonly name: string
  readonly zone: string
  /** Null for people without a valid address: they get no mail. */
  readonly address: string | null
  /** The kinds that the person does not want in the application. */
  readonly notInApp: readonly string[]
  readonly deliveries: Deliveries
}

const peopleWith = (address: Fragment): Statement =>
  statement(sql`select person.id, person.firstname, ${fullName('person')}, person.active, person.username,
    person.groupid, person.restricttasks, person.clientid, person.timezone, ${address}, person.inappoff,
    person.notificationsoff, person.maildaily, person.mailhourly
  from person where person.accountid = ${accountSlot} and ${isOneOf(sql`person.id`, 'ids')} order by person.id`)

const peopleByIds = peopleWith(firstEmail)
/** For writes that send no mails. */
const peopleWithoutAddress = peopleWith(sql`null`)

/** Null for people who cannot log in: they are not told anything. */
function addresseeOf(row: Row, actor: Actor): Addressee | null {
  const [id, firstname, name, active, username, groupid, restricted, clientid, timezone, address, ...kinds] = row
  const [notInApp = [], off = [], daily = [], hourly = []] = kinds.map(parseMailKinds)
  const role = roleOfGroup(Number(groupid))
  if (active !== 't' || username === '' || role === undefined) return null
  const zone = typeof timezone === 'string' && isZone(timezone) ? timezone : actor.timezone
  const reader: Actor = {
    ...actor,
    personid: Number(id),
    role,
    restricted: restricted === 't',
    clientid: clientid === null ? null : Number(clientid),
  }
  return {
    reader,
    firstname: String(firstname),
    name: String(name),
    zone,
    address: typeof address === 'string' && isEmailAddress(address) ? address : null,
    notInApp,
    deliveries: { off, daily, hourly },
  }
}

/** Writes the notifications and mails of one event, and returns the people who are told. */
export async function tellPeople(context: MailContext, event: MailEvent): Promise<number[]> {
  const { tx, actor, mailer, told = [] } = context
  const to = event.to.filter(
    (personid) => (event.alsoActor === true || personid !== actor.personid) && !told.includes(personid),
  )
  const tellsNobody = mailer.isSilent === true || (mailer.site === null && !isNotificationKind(event.kind))
  if (to.length === 0 || tellsNobody) return []
  const people = mailer.site === null ? peopleWithoutAddress : peopleByIds
  const rows = await tx.all(people, { ids: [...to, actor.personid] })
  const who = rows.find(([id]) => Number(id) === actor.personid)?.[2] ?? 'Someone'
  const addressees = rows.map((row) => addresseeOf(row, actor)).filter((person) => person !== null)
  const recipients = addressees.filter(
    (person) => to.includes(person.reader.personid) && (isInApp(event, person) || getsMail(context, event, person)),
  )
  const results = await Promise.all(
    recipients.map(async (person) =>
      (await tellPerson(context, event, person, oneLine(String(who)))) ? [person.reader.personid] : [],
    ),
  )
  return results.flat()
}

/** The person with that id, if they can log in. */
export async function findAddressee(tx: ReadTransaction, actor: Actor, personid: number): Promise<Addressee | null> {
  const [row] = await tx.all(peopleByIds, { ids: [personid] })
  return row === undefined ? null : addresseeOf(row, actor)
}

const isInApp = ({ kind }: MailEvent, { notInApp }: Addressee): boolean =>
  isNotificationKind(kind) && !notInApp.includes(kind)

const getsMail = ({ mailer }: MailContext, { kind }: MailEvent, { address, deliveries }: Addressee): boolean =>
  mailer.site !== null && address !== null && deliveryOf(kind, deliveries) !== 'never'

/** False if there is nothing to tell. */
async function tellPerson(context: MailContext, event: MailEvent, person: Addressee, who: string): Promise<boolean> {
  const { actor, mailer } = context
  const { about, write, mayBeEmpty = false } = event
  const { reader, zone, deliveries } = person
  const mailed = getsMail(context, event, person)
  if (!mailed && !mayBeEmpty) {
    // Whoever does not see the record does not see the notification either, so there is nothing to check here.
    await writeNotification(context, event, person, null)
    return true
  }
  const record = await mailer.readAs(reader, about.resource, about.id)
  if (record === null) return false
  const content = await write({
    personid: reader.personid,
    record,
    at: formatInZone(actor.now, zone),
    who: reader.role === 'Executive' ? null : who,
    read: (resource, id) => mailer.readAs(reader, resource, id),
  })
  if (content === null) return false
  const maildue = mailed ? mailDueAt(deliveryOf(event.kind, deliveries), actor.now, zone) : null
  await Promise.all([
    isInApp(event, person) || maildue !== null ? writeNotification(context, event, person, maildue) : undefined,
    mailed && maildue === null ? writeMail(context, event, person, content) : undefined,
  ])
  return true
}

const writeNotification = (
  { tx, actor }: MailContext,
  event: MailEvent,
  person: Addressee,
  maildue: string | null,
): Promise<number> =>
  tx.insert('notification', {
    id: nextId,
    personid: person.reader.personid,
    kind: event.kind,
    resource: event.about.resource,
    recordid: event.about.id,
    actorid: actor.personid === serverId ? null : actor.personid,
    date: actor.now,
    inapp: isInApp(event, person) ? 't' : 'f',
    maildue,
  })

const unsubscribeText = (kind: MailEvent['kind']): string =>
  isNotice(kind)
    ? 'These emails cannot be turned off.'
    : 'To stop these emails, open your profile in Stint and choose Notifications.'

async function writeMail(
  { tx, actor, mailer: { site } }: MailContext,
  { kind, about, vault }: MailEvent,
  { reader, firstname, name, address }: Addressee,
  content: MailContent,
): Promise<void> {
  if (site === null || address === null) return
  const { path = `${about.resource}/${about.id}/` } = content
  const links = site.publicUrl === null ? [] : [{ link: `${site.publicUrl}${path}` }]
  await insertMail(tx, {
    personid: reader.personid,
    kind,
    recipient: address,
    recipientname: name,
    subject: content.subject,
    body: {
      greeting: `Hello ${oneLine(firstname)},`,
      blocks: [...content.blocks, ...links],
      footer: `You get this email because ${content.because}. ${unsubscribeText(kind)}`,
    },
    domain: site.domain,
    now: actor.now,
    vault,
  })
}
