// What people decided about the time entries of a draft (docs/adr/0042-draft-time.md): an excluded entry is left out of
// every import, an added one is taken whatever the range says, and one that was written down has a price of its own. A
// decision other than an exclusion ends when its entry leaves the invoice.
import type { WriteTransaction } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, type Statement, slot, sql, statement } from '../io/sql.ts'
import { lineAmount } from '../kit/money.ts'
import { entryRate } from './entry-rate.ts'

const ofEntry = sql`choice.accountid = ${accountSlot} and choice.invoiceid = ${slot('invoiceid')}
  and choice.timeid = time.id`

/** SQL for an entry in the table "time": it is excluded from the invoice. */
export const isExcluded: Fragment = sql`exists (select 1 from invoicechoice choice where ${ofEntry}
  and choice.excluded = 't')`

/** SQL for an entry in the table "time": it is on the invoice whatever the range says. */
export const isAdded: Fragment = sql`exists (select 1 from invoicechoice choice where ${ofEntry} and choice.added = 't')`

/** SQL for the price of an entry that was written down; null for the others. */
export const writtenRate: Fragment = sql`(select choice.rate from invoicechoice choice where ${ofEntry})`

const ofInvoice = sql`accountid = ${accountSlot} and invoiceid = ${slot('invoiceid')}`
const ofEntries = sql`${ofInvoice} and ${isOneOf(sql`timeid`, 'ids')}`

const anyChoice = statement(sql`select 1 from invoicechoice where ${ofInvoice} limit 1`)

export const hasChoices = async (tx: WriteTransaction, invoiceid: number): Promise<boolean> =>
  (await tx.first(anyChoice, { invoiceid })) !== undefined

const choose = (columns: Fragment, values: Fragment, update: Fragment): Statement =>
  statement(sql`insert into invoicechoice (accountid, invoiceid, timeid, ${columns})
    select time.accountid, cast(${slot('invoiceid')} as bigint), time.id, ${values} from time
    where time.accountid = ${accountSlot} and ${isOneOf(sql`time.id`, 'ids')}
    on conflict (accountid, invoiceid, timeid) do update set ${update}`)

const exclude = choose(sql`excluded`, sql`'t'`, sql`excluded = 't', rate = null`)
const add = choose(sql`excluded, added`, sql`'f', 't'`, sql`excluded = 'f', added = 't'`)
const price = choose(sql`rate`, sql`cast(${slot('rate')} as bigint)`, sql`rate = excluded.rate`)
const include = statement(sql`update invoicechoice set excluded = 'f' where ${ofEntries}`)
const unprice = statement(sql`update invoicechoice set rate = null where ${ofEntries}`)
const forget = statement(sql`delete from invoicechoice where ${ofEntries}`)
const forgetBlank = statement(sql`delete from invoicechoice where ${ofInvoice} and excluded = 'f' and added = 'f'
  and rate is null`)

const run = (of: Statement) => (tx: WriteTransaction, invoiceid: number, ids: readonly number[]) =>
  tx.run('invoicechoice', of, { invoiceid, ids })

export const excludeEntries = run(exclude)
export const addEntries = run(add)
export const includeEntries = run(include)
export const forgetEntries = run(forget)
const endWriteDowns = run(unprice)

/** The price of one entry on the invoice; null for that of its day. */
export const priceEntry = (tx: WriteTransaction, invoiceid: number, id: number, rate: number | null): Promise<void> =>
  rate === null ? endWriteDowns(tx, invoiceid, [id]) : tx.run('invoicechoice', price, { invoiceid, ids: [id], rate })

const written = statement(sql`select time.id, time.time, choice.rate, coalesce(${entryRate('time')}, 0)
  from invoicechoice choice join time on time.accountid = choice.accountid and time.id = choice.timeid
  where choice.accountid = ${accountSlot} and choice.invoiceid = ${slot('invoiceid')} and choice.rate is not null`)

/** Ends write-downs that reduce nothing any more, because the rate of their day was lowered in the meantime. */
export async function endIdleWriteDowns(
  tx: WriteTransaction,
  invoiceid: number,
  among?: readonly number[],
): Promise<void> {
  const rows = (await tx.all(written, { invoiceid })).map((row) => row.map(Number))
  const idle = rows.flatMap(([id = 0, hours = 0, own = 0, full = 0]) =>
    (among?.includes(id) ?? true) && lineAmount(hours, own) >= lineAmount(hours, full) ? [id] : [],
  )
  if (idle.length > 0) await endWriteDowns(tx, invoiceid, idle)
}

const forgetAbsent = statement(sql`delete from invoicechoice where ${ofInvoice} and excluded = 'f' and not exists (
  select 1 from invoicedtime taken join invoiceitem item on item.accountid = taken.accountid and item.id = taken.itemid
  where taken.accountid = ${accountSlot} and taken.timeid = invoicechoice.timeid
    and item.invoiceid = ${slot('invoiceid')})`)

/** Removes decisions about entries that are not on the invoice any more, and those that say nothing. */
export async function forgetEndedChoices(tx: WriteTransaction, invoiceid: number): Promise<void> {
  await tx.run('invoicechoice', forgetAbsent, { invoiceid })
  await tx.run('invoicechoice', forgetBlank, { invoiceid })
}
