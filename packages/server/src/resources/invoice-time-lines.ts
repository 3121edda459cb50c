// The generated lines of a prefilled invoice: which lines its entries need, which entry is on which line, and the hours
// and amounts of the lines. Entries are assigned first; a unique index allows each on one line at most. The hours of a
// line are then summed from its entries, so that two concurrent writes never bill the same hour twice (T-60).
import { badRequest } from '../define/api-error.ts'
import type { WriteTransaction } from '../io/database.ts'
import { nextId } from '../io/database.ts'
import { forUpdateOf, isOneOf } from '../io/dialect.ts'
import {
  accountSlot,
  deleteRows,
  type Fragment,
  type SlotValues,
  type Statement,
  slot,
  sql,
  statement,
  statementWithoutPlanCache,
} from '../io/sql.ts'
import { isStorableAmount, lineAmount } from '../kit/money.ts'
import { entryRate } from './entry-rate.ts'
import { type Grouping, groupDescription, groupKey, lineNames } from './invoice-grouping.ts'
import { isAdded, isExcluded, writtenRate } from './invoice-time-choices.ts'
import { isBilled } from './time-billed.ts'
import { inApprovedWeek } from './time-rules.ts'

/** The statements about the entries that a write puts on lines. */
export interface EntryStatements {
  readonly lock: Statement
  readonly lines: Statement
  readonly assign: Statement
}

/**
 * Billable entries of the project that are on no line. Statements with this condition are planned on every run:
 * PostgreSQL would cache a plan made while nothing was billed, and later scan all billed entries for every entry.
 */
const unbilled = sql`time.accountid = ${accountSlot} and time.projectid = ${slot('projectid')} and time.billable = 't'
  and not ${isBilled}`
const allowed = sql`(${slot('approvedonly')} = 'f' or ${inApprovedWeek})`
const inRange = sql`time.date >= ${slot('begin')} and time.date <= ${slot('end')}`

const dayRate = sql`coalesce(${entryRate('time')}, 0)`

/** An entry that was written down has a line of its own, because it has a price of its own. */
const ownLine: Pick<EntryPrices, 'rate' | 'key'> = {
  rate: sql`coalesce(${writtenRate}, ${dayRate})`,
  key: sql`case when ${writtenRate} is null then ${groupKey} else 'w' || time.id end`,
}

interface EntryPrices {
  readonly which: Fragment
  readonly rate: Fragment
  readonly key: Fragment
}

function entryStatements({ which, rate, key }: EntryPrices): EntryStatements {
  const priced = sql`select time.accountid, time.id, time.worktypeid, ${rate} as rate, ${key} as groupkey, time.date,
      ${groupDescription} as about from time where ${which}`
  return {
    // Waits for concurrent writers, then reads the new values, and prevents later changes until the commit. Locks are
    // taken in id order, so that two concurrent imports do not deadlock (T-61).
    lock: statementWithoutPlanCache(sql`select count(*) from (
      select time.id from time where ${which} order by time.id${forUpdateOf('time')}) held`),
    // Lines are in the order of their first day, so that a new rate comes after the old one.
    lines: statementWithoutPlanCache(sql`select entry.worktypeid, entry.rate, entry.groupkey, min(entry.about),
        min(entry.id), min(entry.date) from (${priced}) entry
      group by entry.worktypeid, entry.rate, entry.groupkey
      order by case when entry.groupkey = '' then '' else min(entry.date) end, entry.groupkey, entry.worktypeid,
        min(entry.date), entry.rate`),
    // Entries added since the lock are locked and assigned too, or left to the next import.
    assign: statementWithoutPlanCache(sql`insert into invoicedtime (accountid, timeid, itemid)
      select entry.accountid, entry.id, item.id from (${priced} order by time.id${forUpdateOf('time')}) entry
      join invoiceitem item on item.accountid = entry.accountid and item.invoiceid = ${slot('invoiceid')}
        and item.custom = 'f' and item.worktypeid = entry.worktypeid and item.rate = entry.rate
        and item.groupkey = entry.groupkey
      where 1 = 1 on conflict do nothing`),
  }
}

/** The entries of the range. */
export const entriesOfRange = entryStatements({
  which: sql`${unbilled} and ${inRange} and time.date <= ${slot('last')} and ${allowed}`,
  rate: dayRate,
  key: groupKey,
})

/** The entries of the range and the decisions of people. */
export const chosenEntries = entryStatements({
  which: sql`${unbilled} and (${inRange} or ${isAdded}) and time.date <= ${slot('last')} and ${allowed}
    and not ${isExcluded}`,
  ...ownLine,
})

/** The entries in the slot `ids`. */
export const namedEntries = entryStatements({
  which: sql`${unbilled} and ${isOneOf(sql`time.id`, 'ids')}`,
  ...ownLine,
})

const generatedLines = statement(sql`select item.id, item.worktypeid, item.rate, item.groupkey from invoiceitem item
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f' order by item.id`)

interface NeededLine {
  readonly worktypeid: number
  readonly rate: number
  readonly groupkey: string
  readonly description: string
}

/** The existing lines; each is taken once. */
async function lineFinder(
  tx: WriteTransaction,
  invoiceid: number,
): Promise<(line: NeededLine, rate: number | null) => number | undefined> {
  const linesOf = new Map<string, { readonly id: number; readonly rate: number }[]>()
  for (const [id, worktypeid, rate, groupkey] of await tx.all(generatedLines, { invoiceid })) {
    const line = { id: Number(id), rate: Number(rate) }
    const same = linesOf.get(`${worktypeid} ${groupkey}`)
    if (same === undefined) linesOf.set(`${worktypeid} ${groupkey}`, [line])
    else same.push(line)
  }
  return ({ worktypeid, groupkey }, rate) => {
    const lines = linesOf.get(`${worktypeid} ${groupkey}`) ?? []
    const at = lines.findIndex((line) => rate === null || line.rate === rate)
    return at < 0 ? undefined : lines.splice(at, 1)[0]?.id
  }
}

/**
 * The lines for the entries: each has its work type, rate and group, and no hours yet. `emptied` are lines that had one
 * entry alone, by that entry: they follow it. Without it all entries were released, and a line whose rate is not needed
 * any more takes another one, so that its description is kept.
 */
export async function prepareLines(
  tx: WriteTransaction,
  invoiceid: number,
  entries: EntryStatements,
  values: SlotValues,
  emptied?: ReadonlyMap<number, number>,
): Promise<void> {
  const takeLine = await lineFinder(tx, invoiceid)
  const needed = (await tx.all(entries.lines, values)).map(([worktype, rate, groupkey, description, first]) => ({
    line: {
      worktypeid: Number(worktype),
      rate: Number(rate),
      groupkey: String(groupkey),
      description: String(description),
    },
    first: Number(first),
  }))
  const blank = { id: nextId, invoiceid, name: '', quantity: 0, amount: 0, custom: 'f' }
  for (const { line, first } of needed.filter((one) => takeLine(one.line, one.line.rate) === undefined)) {
    const { rate, groupkey } = line
    const itemid = emptied === undefined ? takeLine(line, null) : emptied.get(first)
    if (itemid !== undefined) await tx.update('invoiceitem', itemid, { rate, groupkey })
    else await tx.insert('invoiceitem', { ...blank, ...line })
  }
}

/** The hours assigned to each line, and the rate of the day of an entry that was written down. */
const billedHoursByLine =
  statementWithoutPlanCache(sql`select item.id, worktype.name, item.rate, cast(sum(time.time) as bigint),
    item.name, item.quantity, item.amount, min(case when item.groupkey like 'w%' then ${dayRate} end)
  from invoiceitem item
  join invoicedtime on invoicedtime.accountid = item.accountid and invoicedtime.itemid = item.id
  join time on time.accountid = item.accountid and time.id = invoicedtime.timeid
  join worktype on worktype.accountid = item.accountid and worktype.id = item.worktypeid
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f'
  group by item.id, worktype.name, item.rate, item.name, item.quantity, item.amount order by item.id`)

/** Writes hours and amounts to the lines, of all of them or of those whose hours or price changed. */
export async function finishLines(
  tx: WriteTransaction,
  invoiceid: number,
  grouping: Grouping,
  which: 'all' | 'changed',
): Promise<void> {
  const nameOf = await lineNames(tx, invoiceid, grouping)
  for (const row of await tx.all(billedHoursByLine, { invoiceid })) {
    const [itemid, worktype, hourlyrate, hours, was, had, cost, fullRate] = row
    const name = nameOf(Number(itemid), String(worktype))
    const [quantity, rate] = [Number(hours), Number(hourlyrate)]
    const amount = lineAmount(quantity, rate)
    if (which === 'changed' && was !== '' && Number(had) === quantity && Number(cost) === amount) continue
    if (!isStorableAmount(amount))
      throw badRequest(`datebegin: the hours of ${name} in this range add up to too large an amount`)
    const writtendown = fullRate === null ? 0 : Math.max(0, lineAmount(quantity, Number(fullRate)) - amount)
    await tx.update('invoiceitem', Number(itemid), { name, quantity, rate, amount, writtendown })
  }
  await tx.run('invoiceitem', deleteEmptyLines, { invoiceid })
}

/** Lines that have no entries left: the range changed, or another invoice billed them in the meantime. */
const deleteEmptyLines = deleteRows(
  'invoiceitem',
  sql`invoiceid = ${slot('invoiceid')}
  and custom = 'f' and not exists (select 1 from invoicedtime taken
    where taken.accountid = ${accountSlot} and taken.itemid = invoiceitem.id)`,
  false,
)
