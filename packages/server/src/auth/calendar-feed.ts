// The calendar address of a person: a secret with which calendar programs read the person's due dates without a
// sign-in. Only its hash is stored. A person has at most one; a new one replaces it.
import { nextId, type ReadTransaction, type WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

export interface CalendarFeed {
  readonly id: number
  readonly datecreated: string
}

const feedOfPerson = statement(sql`select calendarfeed.id, calendarfeed.datecreated from calendarfeed
  where calendarfeed.accountid = ${accountSlot} and calendarfeed.personid = ${slot('personid')}`)

export async function findCalendarFeed(tx: ReadTransaction, personid: number): Promise<CalendarFeed | null> {
  const row = await tx.first(feedOfPerson, { personid })
  return row === undefined ? null : { id: Number(row[0]), datecreated: String(row[1]) }
}

/** False if the person has none. */
export async function removeCalendarFeed(tx: WriteTransaction, personid: number): Promise<boolean> {
  const feed = await findCalendarFeed(tx, personid)
  if (feed !== null) await tx.remove('calendarfeed', feed.id)
  return feed !== null
}

/** The one that the person had stops working. */
export async function replaceCalendarFeed(
  tx: WriteTransaction,
  personid: number,
  { hash, now }: { readonly hash: string; readonly now: string },
): Promise<void> {
  await tx.lock('person', personid)
  await removeCalendarFeed(tx, personid)
  await tx.insert('calendarfeed', { id: nextId, personid, hash, datecreated: now })
}
