// How the time of a prefilled invoice becomes lines (docs/adr/0037-invoice-lines.md): one line for each work type and
// rate, or for each task, person, day or entry, and within these for each work type and rate. Every line is rounded on
// its own, so another grouping may change the sum by half a cent for each line, and by nothing else.
import { fullName } from '../define/fields.ts'
import type { Kind } from '../define/kinds.ts'
import type { ReadTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statementWithoutPlanCache } from '../io/sql.ts'
import { textsForInvoice } from './client-texts.ts'
import { oneOf } from './company-kinds.ts'

const groupings = ['worktype', 'task', 'person', 'day', 'entry'] as const
export type Grouping = (typeof groupings)[number]
export const defaultGrouping: Grouping = 'worktype'

export const timeGrouping: Kind = oneOf(groupings, "must be 'worktype', 'task', 'person', 'day' or 'entry'")

export const groupingOf = (value: unknown): Grouping => groupings.find((one) => one === value) ?? defaultGrouping

// Not `case ? when`: Citus writes such a case with a value in a way that its machines do not understand.
const isGroupedBy = (grouping: Grouping): Fragment => sql`cast(${slot('groupby')} as text) = ${sql.lit(grouping)}`

/** SQL for the group of an entry in the table "time". Time without a task is grouped by its work type alone. */
export const groupKey: Fragment = sql`case
  when ${isGroupedBy('task')} then case when coalesce(time.taskid, 0) = 0 then '' else 't' || time.taskid end
  when ${isGroupedBy('person')} then 'p' || time.personid when ${isGroupedBy('day')} then 'd' || time.date
  when ${isGroupedBy('entry')} then 'e' || time.id else '' end`

/** SQL for the first description of the line of an entry: only a line of one entry has one. */
export const groupDescription: Fragment = sql`case when ${isGroupedBy('entry')} then time.description else '' end`

/** All entries of a line are of one group, so any of them has its name. */
const groupsOfLines =
  statementWithoutPlanCache(sql`select item.id, min(task.title), min(${fullName('person')}), min(time.date)
  from invoiceitem item
  join invoicedtime taken on taken.accountid = item.accountid and taken.itemid = item.id
  join time on time.accountid = item.accountid and time.id = taken.timeid
  join person on person.accountid = item.accountid and person.id = time.personid
  left join task on task.accountid = item.accountid and task.id = time.taskid
  where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')} and item.custom = 'f'
    and item.groupkey <> '' group by item.id`)

const maxName = 255

/** The name of a line: its group, and its work type in brackets. A long group is cut so that the work type is there. */
function lineName(group: string, worktype: string): string {
  const end = ` (${worktype})`
  const whole = `${group}${end}`
  if ([...whole].length <= maxName) return whole
  return `${[...group].slice(0, Math.max(0, maxName - [...end].length - 1)).join('')}…${end}`.slice(0, maxName)
}

/** The names of the lines from the names of their work types. Days are written in the language of the client. */
export async function lineNames(
  tx: ReadTransaction,
  invoiceid: number,
  grouping: Grouping,
): Promise<(itemid: number, worktype: string) => string> {
  if (grouping === defaultGrouping) return (_itemid, worktype) => worktype
  const rows = await tx.all(groupsOfLines, { invoiceid })
  const { formats } = await textsForInvoice(tx, invoiceid)
  const names = new Map(
    rows.flatMap(([itemid, task, person, day]) => {
      const group = grouping === 'task' ? task : grouping === 'person' ? person : formats.date(String(day))
      // An entry that was written down has a line of its own, also without a task.
      return group === null ? [] : [[Number(itemid), String(group)] as const]
    }),
  )
  return (itemid, worktype) => {
    const group = names.get(itemid)
    return group === undefined ? worktype : lineName(group, worktype)
  }
}
