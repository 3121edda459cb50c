// The lines that a prefilled invoice takes from time (decision 41): the project's billable entries of the range that no other
// invoice holds, one line per work type and rate. The entries are taken first, by the database's rule that one is on one line
// at most, and the hours of a line are then those of the entries it got: of two imports that meet, each hour is on one (T-60).
import { invalid } from '../define/refusal.ts'
import type { WriteTransaction } from '../io/database.ts'
import { nextId } from '../io/database.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { account, slot, sql, statement, statementPlannedAnew } from '../io/sql.ts'
import { isKeepable, lineAmount } from '../kit/money.ts'
import { isBilled } from './time-billed.ts'

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

/**
 * Billable entries of the project and range that are on no line. Statements that ask this are planned at every run: PostgreSQL
 * would keep the plan that was good while nothing was billed yet, and look through all that is taken for every entry.
 */
const free = sql`time.accountid = ${account} and time.projectid = ${slot('projectid')} and time.billable = 't'
  and time.date >= ${slot('begin')} and time.date <= ${slot('end')} and not ${isBilled}`

const release = statementPlannedAnew(sql`delete from invoicedtime where accountid = ${account} and itemid in (
  select item.id from invoiceitem item where item.accountid = ${account} and item.invoiceid = ${slot('invoiceid')})`)

const kinds = statementPlannedAnew(sql`select time.worktypeid, coalesce(part.hourlyrate, 0), worktype.name from time
  join worktype on worktype.accountid = time.accountid and worktype.id = time.worktypeid
  left join projectworktype part on part.accountid = time.accountid and part.projectid = time.projectid
    and part.worktypeid = time.worktypeid
  where ${free} group by time.worktypeid, part.hourlyrate, worktype.name order by time.worktypeid`)

const generated = statement(sql`select item.id, item.worktypeid from invoiceitem item
  where item.accountid = ${account} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f' order by item.id`)

/**
 * Whoever is changing one of them is waited for, and it is then judged as it is by then; nobody changes it from here on. In the
 * order of ids, so that two imports that meet wait for each other instead of both (T-61).
 */
const hold = statementPlannedAnew(sql`select count(*) from (
  select time.id from time where ${free} order by time.id${forUpdateOf('time')}) held`)

/** What came since is held as well, or left to the next import. */
const take = statementPlannedAnew(sql`insert into invoicedtime (accountid, timeid, itemid)
  select entry.accountid, entry.id, item.id from (select time.accountid, time.id, time.worktypeid from time
    where ${free} order by time.id${forUpdateOf('time')}) entry
  join invoiceitem item on item.accountid = entry.accountid and item.invoiceid = ${slot('invoiceid')}
    and item.custom = 'f' and item.worktypeid = entry.worktypeid
  where 1 = 1 on conflict do nothing`)

/** What each line got, with its rate of today. */
const taken =
  statementPlannedAnew(sql`select item.id, worktype.name, coalesce(part.hourlyrate, 0), cast(sum(time.time) as bigint)
  from invoiceitem item
  join invoicedtime on invoicedtime.accountid = item.accountid and invoicedtime.itemid = item.id
  join time on time.accountid = item.accountid and time.id = invoicedtime.timeid
  join worktype on worktype.accountid = item.accountid and worktype.id = item.worktypeid
  left join projectworktype part on part.accountid = item.accountid and part.projectid = ${slot('projectid')}
    and part.worktypeid = item.worktypeid
  where item.accountid = ${account} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f'
  group by item.id, worktype.name, part.hourlyrate order by item.id`)

export interface Import {
  readonly invoiceid: number
  readonly projectid: number
  readonly datebegin: string | null
  readonly dateend: string | null
}

/** Gives the entries of an invoice back, to be billed by others; its lines stay. */
export const releaseTime = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoicedtime', release, { invoiceid })

/** Builds the generated lines anew. A line of the same work type stays the line it is, with what a person wrote on it. */
export async function importTime(tx: WriteTransaction, wanted: Import): Promise<void> {
  const { invoiceid, projectid } = wanted
  const range = { projectid, begin: wanted.datebegin ?? firstDay, end: wanted.dateend ?? lastDay }
  await releaseTime(tx, invoiceid)
  await tx.first(hold, range)
  const had = new Map(
    (await tx.all(generated, { invoiceid })).map(([id, worktypeid]) => [Number(worktypeid), Number(id)]),
  )
  for (const [worktype, hourlyrate, name] of await tx.all(kinds, range)) {
    const worktypeid = Number(worktype)
    if (had.has(worktypeid)) continue
    const line = { name: String(name), quantity: 0, rate: Number(hourlyrate), amount: 0 }
    await tx.insert('invoiceitem', { id: nextId, invoiceid, ...line, custom: 'f', worktypeid })
  }
  await tx.run('invoicedtime', take, { ...range, invoiceid })
  for (const [itemid, name, hourlyrate, hours] of await tx.all(taken, { invoiceid, projectid })) {
    const [quantity, rate] = [Number(hours), Number(hourlyrate)]
    const amount = lineAmount(quantity, rate)
    if (!isKeepable(amount))
      throw invalid(`datebegin: the hours of ${name} in this range come to more than can be kept`)
    await tx.update('invoiceitem', Number(itemid), { name: String(name), quantity, rate, amount })
  }
  await removeEmpty(tx, invoiceid)
}

const empty =
  statementPlannedAnew(sql`delete from invoiceitem where accountid = ${account} and invoiceid = ${slot('invoiceid')}
  and custom = 'f' and not exists (select 1 from invoicedtime taken
    where taken.accountid = ${account} and taken.itemid = invoiceitem.id)`)

/** Lines whose work is no longer in the range, or whose entries another invoice took meanwhile. */
const removeEmpty = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoiceitem', empty, { invoiceid })
