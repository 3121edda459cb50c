// The lines of a prefilled invoice (decision 41): the project's billable entries of the range that are on no other
// invoice, one line per work type and rate of each group (`invoice-grouping.ts`). It may leave out hours of the future
// and of weeks that are not approved. The entries are assigned first; a unique index allows each on one line at most.
// The hours of a line are then summed from its entries, so that two concurrent imports never bill the same hour twice
// (T-60).
import type { Actor } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { WriteTransaction } from '../io/database.ts'
import { nextId } from '../io/database.ts'
import { forShareOf, forUpdateOf } from '../io/dialect.ts'
import { accountSlot, deleteRows, type SlotValues, slot, sql, statement, statementWithoutPlanCache } from '../io/sql.ts'
import { isStorableAmount, lineAmount } from '../kit/money.ts'
import { entryRate } from './entry-rate.ts'
import { type Grouping, groupDescription, groupingOf, groupKey, lineNames } from './invoice-grouping.ts'
import { isBilled } from './time-billed.ts'
import { inApprovedWeek } from './time-rules.ts'

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/**
 * Billable entries of the project and range that are on no line. Statements with this condition are planned on every
 * run: PostgreSQL would cache a plan made while nothing was billed, and later scan all billed entries for every entry.
 */
const unbilledEntries = sql`time.accountid = ${accountSlot} and time.projectid = ${slot('projectid')} and time.billable = 't'
  and time.date >= ${slot('begin')} and time.date <= ${slot('end')} and not ${isBilled}
  and (${slot('approvedonly')} = 'f' or ${inApprovedWeek})`

const releaseEntries =
  statementWithoutPlanCache(sql`delete from invoicedtime where accountid = ${accountSlot} and itemid in (
  select item.id from invoiceitem item where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')})`)

/** Rates do not change until the commit: the lines and the entries on them must have the same ones. */
const lockRates = statement(sql`select part.id from projectworktype part
  where part.accountid = ${accountSlot} and part.projectid = ${slot('projectid')} order by part.id${forShareOf('part')}`)

/** Lines are in the order of their first day, so that a new rate comes after the old one. */
const linesToBill =
  statementWithoutPlanCache(sql`select entry.worktypeid, entry.rate, entry.groupkey, worktype.name, min(entry.about),
    min(entry.date) from (
    select time.worktypeid, coalesce(${entryRate('time')}, 0) as rate, ${groupKey} as groupkey, time.date,
      ${groupDescription} as about from time
    where ${unbilledEntries}) entry
  join worktype on worktype.accountid = ${accountSlot} and worktype.id = entry.worktypeid
  group by entry.worktypeid, entry.rate, entry.groupkey, worktype.name
  order by case when entry.groupkey = '' then '' else min(entry.date) end, entry.groupkey, entry.worktypeid,
    min(entry.date), entry.rate`)

const generatedLines = statement(sql`select item.id, item.worktypeid, item.rate, item.groupkey from invoiceitem item
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f' order by item.id`)

/**
 * Locks the entries: waits for concurrent writers, then reads the new values, and prevents later changes until the
 * commit. Locks are taken in id order, so that two concurrent imports do not deadlock (T-61).
 */
const lockEntries = statementWithoutPlanCache(sql`select count(*) from (
  select time.id from time where ${unbilledEntries} order by time.id${forUpdateOf('time')}) held`)

/** Entries added since the lock are locked and assigned too, or left to the next import. */
const assignEntries = statementWithoutPlanCache(sql`insert into invoicedtime (accountid, timeid, itemid)
  select entry.accountid, entry.id, item.id from (
    select time.accountid, time.id, time.worktypeid, coalesce(${entryRate('time')}, 0) as rate,
      ${groupKey} as groupkey from time
    where ${unbilledEntries} order by time.id${forUpdateOf('time')}) entry
  join invoiceitem item on item.accountid = entry.accountid and item.invoiceid = ${slot('invoiceid')}
    and item.custom = 'f' and item.worktypeid = entry.worktypeid and item.rate = entry.rate
    and item.groupkey = entry.groupkey
  where 1 = 1 on conflict do nothing`)

/** The hours assigned to each line. */
const billedHoursByLine =
  statementWithoutPlanCache(sql`select item.id, worktype.name, item.rate, cast(sum(time.time) as bigint)
  from invoiceitem item
  join invoicedtime on invoicedtime.accountid = item.accountid and invoicedtime.itemid = item.id
  join time on time.accountid = item.accountid and time.id = invoicedtime.timeid
  join worktype on worktype.accountid = item.accountid and worktype.id = item.worktypeid
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f'
  group by item.id, worktype.name, item.rate order by item.id`)

export interface TimeImport {
  readonly invoiceid: number
  readonly projectid: number
  readonly datebegin: string | null
  readonly dateend: string | null
  /** The last day that is not in the future; null if hours of the future are billed too. */
  readonly notAfter: string | null
  readonly approvedOnly: boolean
  readonly grouping: Grouping
}

/** What an invoice says about the hours to import; `value` returns a field of it. */
export function timeImportOf(invoiceid: number, { today }: Actor, value: (field: string) => unknown): TimeImport {
  const day = (field: string): string | null => (value(field) === null ? null : String(value(field)))
  return {
    invoiceid,
    projectid: Number(value('projectid')),
    datebegin: day('datebegin'),
    dateend: day('dateend'),
    notAfter: value('excludefuture') === 't' ? today : null,
    approvedOnly: value('excludeunapproved') === 't',
    grouping: groupingOf(value('groupby')),
  }
}

const earlierDay = (one: string, other: string): string => (one < other ? one : other)

/** Releases the entries of an invoice, so that another invoice can bill them. Its lines stay. */
export const releaseTime = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoicedtime', releaseEntries, { invoiceid })

interface Needed {
  readonly worktypeid: number
  readonly groupkey: string
}

/** The lines for the entries: each has its work type, rate and group, and no hours yet. */
async function prepareLines(tx: WriteTransaction, invoiceid: number, range: SlotValues): Promise<void> {
  const linesOf = new Map<string, { readonly id: number; readonly rate: number }[]>()
  for (const [id, worktypeid, rate, groupkey] of await tx.all(generatedLines, { invoiceid })) {
    const line = { id: Number(id), rate: Number(rate) }
    const same = linesOf.get(`${worktypeid} ${groupkey}`)
    if (same === undefined) linesOf.set(`${worktypeid} ${groupkey}`, [line])
    else same.push(line)
  }
  const takeLine = ({ worktypeid, groupkey }: Needed, rate: number | null): number | undefined => {
    const lines = linesOf.get(`${worktypeid} ${groupkey}`) ?? []
    const at = lines.findIndex((line) => rate === null || line.rate === rate)
    return at < 0 ? undefined : lines.splice(at, 1)[0]?.id
  }
  const needed = (await tx.all(linesToBill, range)).map(([worktype, rate, groupkey, name, description]) => ({
    worktypeid: Number(worktype),
    rate: Number(rate),
    groupkey: String(groupkey),
    name: String(name),
    description: String(description),
  }))
  // A line whose rate is still needed keeps it. The others take a new rate, so that their descriptions are kept.
  for (const line of needed.filter((one) => takeLine(one, one.rate) === undefined)) {
    const itemid = takeLine(line, null)
    if (itemid !== undefined) await tx.update('invoiceitem', itemid, { rate: line.rate })
    else await tx.insert('invoiceitem', { id: nextId, invoiceid, ...line, quantity: 0, amount: 0, custom: 'f' })
  }
}

/** Rebuilds the generated lines. The line of a work type is updated, not replaced, so that its description is kept. */
export async function importTime(tx: WriteTransaction, timeImport: TimeImport): Promise<void> {
  const { invoiceid, projectid, datebegin, dateend, notAfter, approvedOnly, grouping } = timeImport
  const end = earlierDay(dateend ?? lastDay, notAfter ?? lastDay)
  const days = { projectid, begin: datebegin ?? firstDay, end, approvedonly: approvedOnly ? 't' : 'f' }
  const range = { ...days, groupby: grouping }
  await releaseTime(tx, invoiceid)
  await tx.all(lockRates, { projectid })
  await tx.first(lockEntries, range)
  await prepareLines(tx, invoiceid, range)
  await tx.run('invoicedtime', assignEntries, { ...range, invoiceid })
  const nameOf = await lineNames(tx, invoiceid, grouping)
  for (const [itemid, worktype, hourlyrate, hours] of await tx.all(billedHoursByLine, { invoiceid })) {
    const name = nameOf(Number(itemid), String(worktype))
    const [quantity, rate] = [Number(hours), Number(hourlyrate)]
    const amount = lineAmount(quantity, rate)
    if (!isStorableAmount(amount))
      throw badRequest(`datebegin: the hours of ${name} in this range add up to too large an amount`)
    await tx.update('invoiceitem', Number(itemid), { name, quantity, rate, amount })
  }
  await removeEmptyLines(tx, invoiceid)
}

const deleteEmptyLines = deleteRows(
  'invoiceitem',
  sql`invoiceid = ${slot('invoiceid')}
  and custom = 'f' and not exists (select 1 from invoicedtime taken
    where taken.accountid = ${accountSlot} and taken.itemid = invoiceitem.id)`,
  false,
)

/** Removes lines that have no entries left: the range changed, or another invoice billed them in the meantime. */
const removeEmptyLines = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoiceitem', deleteEmptyLines, { invoiceid })
