// The outbox for senders: due mails of all accounts, each leased to one sender at a time. A lease expires, so that a
// mail whose sender crashed is sent by another one, with the same Message-ID. Mails are written in `write-mails.ts`,
// not here.
import { scheduleOrigin } from '../io/change-log.ts'
import type { Database, Row, WriteTransaction } from '../io/database.ts'
import { skipLocked } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'
import type { AttachedDocument } from './document-mail.ts'

export interface LeasedMail {
  readonly accountid: number
  readonly id: number
  readonly personid: number
  readonly kind: string
  readonly recipient: string
  readonly recipientname: string
  readonly cc: string
  readonly replyto: string
  /** The invoice or estimate that is attached; null for other mails. */
  readonly document: AttachedDocument | null
  readonly subject: string
  readonly plain: string
  readonly html: string
  readonly messageid: string
  readonly datecreated: string
  /** The number of attempts, including this one. */
  readonly attempts: number
  readonly claim: string
  /**
   * False if the recipient became inactive or lost the login since the mail was written, the invoice became void, or
   * the estimate was reopened.
   */
  readonly wanted: boolean
}

export interface Lease {
  readonly now: string
  /** The end of the lease. */
  readonly till: string
  /** A unique name of the lease. */
  readonly claim: string
  readonly most: number
}

const dueTimes = statement(sql`select
    (select min(outbox.heldtill) from outbox where outbox.givenup is null),
    (select max(outbox.heldtill) from outbox where outbox.givenup is null)`)

/** When the next and the last of the waiting mails are due; null if there is none. */
export async function mailTimes(database: Database): Promise<{ next: string; last: string } | null> {
  const [next, last] = (await database.read(0, (tx) => tx.first(dueTimes))) ?? []
  return typeof next === 'string' ? { next, last: String(last) } : null
}

const shortenHeld = statement(sql`update outbox set heldtill = ${slot('till')}
  where givenup is null and heldtill > ${slot('latest')}`)

/** Mails that are held longer than any lease or pause were written or leased under a clock that was ahead (T-80). */
export const shortenHeldMails = (database: Database, latest: string, till: string): Promise<void> =>
  database.write(0, (tx) => tx.run('outbox', shortenHeld, { latest, till }))

const makeDue = statement(sql`update outbox set heldtill = ${slot('now')}
  where givenup is null and claim = '' and heldtill > ${slot('now')}`)

/** Ends the pauses of all mails that wait for another attempt, because there is another mail server now. */
export const makeMailsDue = (database: Database, now: string): Promise<void> =>
  database.write(0, (tx) => tx.run('outbox', makeDue, { now }))

const mailCounts = statement(sql`select coalesce(sum(case when outbox.givenup is null then 1 else 0 end), 0),
    coalesce(sum(case when outbox.givenup is null then 0 else 1 end), 0) from outbox`)

export async function countMails(database: Database): Promise<{ waiting: number; givenup: number }> {
  const [waiting, givenup] = (await database.read(0, (tx) => tx.first(mailCounts))) ?? []
  return { waiting: Number(waiting), givenup: Number(givenup) }
}

const accountsWithDueMails = statement(sql`select due.accountid from (
    select outbox.accountid, outbox.heldtill from outbox where outbox.givenup is null and outbox.heldtill <= ${slot('now')}
    order by outbox.heldtill, outbox.accountid, outbox.id limit ${slot('most')}) due
  group by due.accountid order by min(due.heldtill), due.accountid`)

// The rows are selected in a materialized step, so that the limit holds for every query plan.
const leaseDueMails = statement(sql`with due as materialized (
    select outbox.id from outbox where outbox.accountid = ${accountSlot} and outbox.givenup is null
      and outbox.heldtill <= ${slot('now')} order by outbox.heldtill, outbox.id limit ${slot('most')}${skipLocked})
  update outbox set heldtill = ${slot('till')}, claim = ${slot('claim')}, attempts = attempts + 1
  where accountid = ${accountSlot} and id in (select due.id from due)`)

const leasedMails = statement(sql`select outbox.accountid, outbox.id, outbox.personid, outbox.kind, outbox.recipient,
    outbox.recipientname, outbox.subject, outbox.plain, outbox.html, outbox.messageid, outbox.datecreated, outbox.attempts,
    outbox.claim,
    case when outbox.invoiceid is not null then case when invoice.datevoided is null and invoice.id is not null then 1 else 0 end
      when outbox.estimateid is not null then case when estimate.state <> 'draft' and estimate.revision = outbox.revision then 1 else 0 end
      when person.active = 't' and person.username <> '' then 1 else 0 end,
    outbox.cc, outbox.replyto, outbox.invoiceid, outbox.estimateid, outbox.revision
  from outbox join person on person.accountid = outbox.accountid and person.id = outbox.personid
  left join invoice on invoice.accountid = outbox.accountid and invoice.id = outbox.invoiceid
  left join estimate on estimate.accountid = outbox.accountid and estimate.id = outbox.estimateid
  where outbox.accountid = ${accountSlot} and outbox.givenup is null and outbox.heldtill = ${slot('till')}
    and outbox.claim = ${slot('claim')}
  order by outbox.id`)

/** Binds an encrypted text to its mail: it cannot be decrypted anywhere else. */
export const mailPlace = (messageid: string): string => `mail ${messageid}`

/** A text of a leased mail; one with a secret is encrypted while it waits. */
export const openText = (vault: Vault, text: string, { messageid }: LeasedMail): string =>
  isEncrypted(text) ? vault.decrypt(text, mailPlace(messageid)) : text

function documentOf([invoiceid, estimateid, revision]: Row): AttachedDocument | null {
  if (invoiceid !== null) return { resource: 'invoice', id: Number(invoiceid), revision: null }
  return estimateid === null ? null : { resource: 'estimate', id: Number(estimateid), revision: Number(revision) }
}

const mailOf = (row: Row): LeasedMail => ({
  accountid: Number(row[0]),
  id: Number(row[1]),
  personid: Number(row[2]),
  kind: String(row[3]),
  recipient: String(row[4]),
  recipientname: String(row[5]),
  subject: String(row[6]),
  plain: String(row[7]),
  html: String(row[8]),
  messageid: String(row[9]),
  datecreated: String(row[10]),
  attempts: Number(row[11]),
  claim: String(row[12]),
  wanted: Number(row[13]) === 1,
  cc: String(row[14]),
  replyto: String(row[15]),
  document: documentOf(row.slice(16)),
})

/**
 * Leases due mails. No two senders get the same mail while a lease lasts. Account 0 stands for no account: it is asked
 * which accounts have due mails. Each account leases its own, because accounts can be on different machines.
 */
export async function leaseMails(database: Database, { now, till, claim, most }: Lease): Promise<LeasedMail[]> {
  const accounts = await database.read(0, (tx) => tx.all(accountsWithDueMails, { now, most }))
  const leased: LeasedMail[] = []
  for (const [accountid] of accounts) {
    if (leased.length === most) break
    const own = await database.write(Number(accountid), async (tx) => {
      await tx.run('outbox', leaseDueMails, { now, till, claim, most: most - leased.length })
      return tx.all(leasedMails, { till, claim })
    })
    leased.push(...own.map(mailOf))
  }
  return leased.sort((a, b) => a.id - b.id)
}

const isOwnLease = sql`accountid = ${accountSlot} and id = ${slot('id')} and claim = ${slot('claim')}`
const deleteLeased = statement(sql`delete from outbox where ${isOwnLease}`)
const scheduleRetry = statement(
  sql`update outbox set heldtill = ${slot('at')}, claim = '', lasterror = ${slot('reason')} where ${isOwnLease}`,
)
const markGivenUp = statement(
  sql`update outbox set givenup = ${slot('at')}, claim = '', lasterror = ${slot('reason')} where ${isOwnLease}`,
)

const errorsOnDocuments = {
  invoice: statement(sql`select invoice.mailerror from invoice
    where invoice.accountid = ${accountSlot} and invoice.id = ${slot('id')}`),
  // One that was reopened has nothing to do with the mail any more.
  estimate: statement(sql`select estimate.mailerror from estimate
    where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')} and estimate.state <> 'draft'
      and estimate.revision = ${slot('revision')}`),
}

/** The invoice or estimate says why its mail did not arrive, so that lists and reminders know it too. */
async function noteOnDocument(
  tx: WriteTransaction,
  { document }: LeasedMail,
  noteOf: (previous: string) => string,
): Promise<void> {
  if (document === null) return
  const { resource, id, revision } = document
  const [previous] =
    (await tx.first(errorsOnDocuments[resource], { id, ...(revision === null ? {} : { revision }) })) ?? []
  if (typeof previous !== 'string' || noteOf(previous) === previous) return
  await tx.update(resource, id, { mailerror: noteOf(previous) })
}

/** For a mail that was sent, or that is no longer wanted. `missed` says who did not get it; blank if everybody did. */
export const deleteMail = (database: Database, mail: LeasedMail, missed = ''): Promise<void> =>
  database.write(
    mail.accountid,
    async (tx) => {
      await tx.run('outbox', deleteLeased, { id: mail.id, claim: mail.claim })
      await noteOnDocument(tx, mail, () => missed)
    },
    scheduleOrigin,
  )

/** The document keeps the first reason, because each new one would be an event of its own; the outbox has the last. */
export const retryMail = (database: Database, mail: LeasedMail, at: string, reason: string): Promise<void> =>
  database.write(
    mail.accountid,
    async (tx) => {
      await tx.run('outbox', scheduleRetry, { id: mail.id, claim: mail.claim, at, reason })
      await noteOnDocument(tx, mail, (previous) => previous || reason)
    },
    scheduleOrigin,
  )

/**
 * For a mail that will not be sent. It is kept for a while, so that an operator can see the reason. `tell` writes in
 * the same transaction.
 */
export const giveUpMail = (
  database: Database,
  mail: LeasedMail,
  at: string,
  reason: string,
  tell: (tx: WriteTransaction) => Promise<void>,
): Promise<void> =>
  database.write(
    mail.accountid,
    async (tx) => {
      await tx.run('outbox', markGivenUp, { id: mail.id, claim: mail.claim, at, reason })
      await noteOnDocument(tx, mail, () => reason)
      await tell(tx)
    },
    scheduleOrigin,
  )

const passOn = statement(sql`update outbox set personid = ${slot('heir')} where accountid = ${accountSlot}
  and personid = ${slot('personid')} and (invoiceid is not null or estimateid is not null)`)

/** Mails with documents are to clients: they are still sent when the person who asked for them is deleted. */
export const passOnDocumentMails = (tx: WriteTransaction, personid: number, heir: number): Promise<void> =>
  tx.run('outbox', passOn, { personid, heir })

const deleteGivenUp = statement(sql`delete from outbox where givenup < ${slot('before')}`)

export const deleteGivenUpMails = (database: Database, before: string): Promise<void> =>
  database.write(0, (tx) => tx.run('outbox', deleteGivenUp, { before }))
