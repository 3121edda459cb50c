// The lines that a prefilled invoice takes from time (decision 41): the project's billable entries of the range that no other
// invoice holds, one line per work type and rate. The entries are taken first, by the database's rule that one is on one line
// at most, and the hours of a line are then those of the entries it got: of two imports that meet, each hour is on one (T-60).
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
 * Billable entries of the project and range that are on no line. Statements that ask this are planned at every run: PostgreSQL
 * would keep the plan that was good while nothing was billed yet, and look through all that is taken for every entry.
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
 * Whoever is changing one of them is waited for, and it is then judged as it is by then; nobody changes it from here on. In the
 * order of ids, so that two imports that meet wait for each other instead of both (T-61).
 */
const lockEntries = statementWithoutPlanCache(sql`select count(*) from (
  select time.id from time where ${unbilledEntries} order by time.id${forUpdateOf('time')}) held`)

/** What came since is held as well, or left to the next import. */
const assignEntries = statementWithoutPlanCache(sql`insert into invoicedtime (accountid, timeid, itemid)
  select entry.accountid, entry.id, item.id from (select time.accountid, time.id, time.worktypeid from time
    where ${unbilledEntries} order by time.id${forUpdateOf('time')}) entry
  join invoiceitem item on item.accountid = entry.accountid and item.invoiceid = ${slot('invoiceid')}
    and item.custom = 'f' and item.worktypeid = entry.worktypeid
  where 1 = 1 on conflict do nothing`)

/** What each line got, with its rate of today. */
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

/** Gives the entries of an invoice back, to be billed by others; its lines stay. */
export const releaseTime = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoicedtime', releaseEntries, { invoiceid })

/** Builds the generated lines anew. A line of the same work type stays the line it is, with what a person wrote on it. */
export async function importTime(tx: WriteTransaction, wanted: TimeImport): Promise<void> {
  const { invoiceid, projectid } = wanted
  const range = { projectid, begin: wanted.datebegin ?? firstDay, end: wanted.dateend ?? lastDay }
  await releaseTime(tx, invoiceid)
  await tx.first(lockEntries, range)
  const had = new Map(
    (await tx.all(generatedLines, { invoiceid })).map(([id, worktypeid]) => [Number(worktypeid), Number(id)]),
  )
  for (const [worktype, hourlyrate, name] of await tx.all(workTypesToBill, range)) {
    const worktypeid = Number(worktype)
    if (had.has(worktypeid)) continue
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

/** Lines whose work is no longer in the range, or whose entries another invoice took meanwhile. */
const removeEmptyLines = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoiceitem', deleteEmptyLines, { invoiceid })
