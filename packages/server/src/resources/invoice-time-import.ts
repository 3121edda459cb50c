// The lines of a prefilled invoice (decision 41): the project's billable entries of the range that are on no other
// invoice, one line per work type. The entries are assigned first; a unique index allows each on one line at most. The
// hours of a line are then summed from its entries, so that two concurrent imports never bill the same hour twice
// (T-60).
import { badRequest } from '../define/api-error.ts'
import type { WriteTransaction } from '../io/database.ts'
import { nextId } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement, statementWithoutPlanCache } from '../io/sql.ts'
import { isStorableAmount, lineAmount } from '../kit/money.ts'
import { isBilled } from './time-billed.ts'

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/**
 * Billable entries of the project and range that are on no line. Statements with this condition are planned on every
 * run: PostgreSQL would cache a plan made while nothing was billed, and later scan all billed entries for every entry.
 */
const unbilledEntries = sql`time.accountid = ${accountSlot} and time.projectid = ${slot('projectid')} and time.billable = 't'
  and time.date >= ${slot('begin')} and time.date <= ${slot('end')} and not ${isBilled}`

const releaseEntries =
  statementWithoutPlanCache(sql`delete from invoicedtime where accountid = ${accountSlot} and itemid in (
  select item.id from invoiceitem item where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')})`)

const workTypesToBill =
  statementWithoutPlanCache(sql`select time.worktypeid, coalesce(part.hourlyrate, 0), worktype.name from time
  join worktype on worktype.accountid = time.accountid and worktype.id = time.worktypeid
  left join projectworktype part on part.accountid = time.accountid and part.projectid = time.projectid
    and part.worktypeid = time.worktypeid
  where ${unbilledEntries} group by time.worktypeid, part.hourlyrate, worktype.name order by time.worktypeid`)

const generatedLines = statement(sql`select item.id, item.worktypeid from invoiceitem item
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f' order by item.id`)

/**
 * Locks the entries: waits for concurrent writers, then reads the new values, and prevents later changes until the
 * commit. Locks are taken in id order, so that two concurrent imports do not deadlock (T-61).
 */
const lockEntries = statementWithoutPlanCache(sql`select count(*) from (
  select time.id from time where ${unbilledEntries} order by time.id${forUpdateOf('time')}) held`)

/** Entries added since the lock are locked and assigned too, or left to the next import. */
const assignEntries = statementWithoutPlanCache(sql`insert into invoicedtime (accountid, timeid, itemid)
  select entry.accountid, entry.id, item.id from (select time.accountid, time.id, time.worktypeid from time
    where ${unbilledEntries} order by time.id${forUpdateOf('time')}) entry
  join invoiceitem item on item.accountid = entry.accountid and item.invoiceid = ${slot('invoiceid')}
    and item.custom = 'f' and item.worktypeid = entry.worktypeid
  where 1 = 1 on conflict do nothing`)

/** The hours assigned to each line, with the current rate. */
const billedHoursByLine =
  statementWithoutPlanCache(sql`select item.id, worktype.name, coalesce(part.hourlyrate, 0), cast(sum(time.time) as bigint)
  from invoiceitem item
  join invoicedtime on invoicedtime.accountid = item.accountid and invoicedtime.itemid = item.id
  join time on time.accountid = item.accountid and time.id = invoicedtime.timeid
  join worktype on worktype.accountid = item.accountid and worktype.id = item.worktypeid
  left join projectworktype part on part.accountid = item.accountid and part.projectid = ${slot('projectid')}
    and part.worktypeid = item.worktypeid
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f'
  group by item.id, worktype.name, part.hourlyrate order by item.id`)

export interface TimeImport {
  readonly invoiceid: number
  readonly projectid: number
  readonly datebegin: string | null
  readonly dateend: string | null
}

/** Releases the entries of an invoice, so that another invoice can bill them. Its lines stay. */
export const releaseTime = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoicedtime', releaseEntries, { invoiceid })

/** Rebuilds the generated lines. The line of a work type is updated, not replaced, so that its description is kept. */
export async function importTime(tx: WriteTransaction, timeImport: TimeImport): Promise<void> {
  const { invoiceid, projectid, datebegin, dateend } = timeImport
  const range = { projectid, begin: datebegin ?? firstDay, end: dateend ?? lastDay }
  await releaseTime(tx, invoiceid)
  await tx.first(lockEntries, range)
  const lines = await tx.all(generatedLines, { invoiceid })
  const worktypesWithLine = new Set(lines.map(([, worktypeid]) => Number(worktypeid)))
  for (const [worktype, hourlyrate, name] of await tx.all(workTypesToBill, range)) {
    const worktypeid = Number(worktype)
    if (worktypesWithLine.has(worktypeid)) continue
    const line = { name: String(name), quantity: 0, rate: Number(hourlyrate), amount: 0 }
    await tx.insert('invoiceitem', { id: nextId, invoiceid, ...line, custom: 'f', worktypeid })
  }
  await tx.run('invoicedtime', assignEntries, { ...range, invoiceid })
  for (const [itemid, name, hourlyrate, hours] of await tx.all(billedHoursByLine, { invoiceid, projectid })) {
    const [quantity, rate] = [Number(hours), Number(hourlyrate)]
    const amount = lineAmount(quantity, rate)
    if (!isStorableAmount(amount))
      throw badRequest(`datebegin: the hours of ${name} in this range come to more than can be kept`)
    await tx.update('invoiceitem', Number(itemid), { name: String(name), quantity, rate, amount })
  }
  await removeEmptyLines(tx, invoiceid)
}

const deleteEmptyLines =
  statementWithoutPlanCache(sql`delete from invoiceitem where accountid = ${accountSlot} and invoiceid = ${slot('invoiceid')}
  and custom = 'f' and not exists (select 1 from invoicedtime taken
    where taken.accountid = ${accountSlot} and taken.itemid = invoiceitem.id)`)

/** Removes lines that have no entries left: the range changed, or another invoice billed them in the meantime. */
const removeEmptyLines = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoiceitem', deleteEmptyLines, { invoiceid })
