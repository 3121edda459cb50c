// Time on an invoice cannot be changed until it is released (decision 41): it cannot be edited, deleted or moved to
// another project with its task. A write of an entry locks its row, and an import that bills the entry waits for that
// lock.
import { actorValues, type Viewer } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import type { Change, RecordRule } from '../define/resource.ts'
import { forUpdateOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement } from '../io/sql.ts'
import { moneyReaders, notOfHiddenDraft, ownProjects, seesAll } from './visibility.ts'

/** The entry is assigned to a line of an invoice. */
export const isBilled: Fragment = sql`exists (select 1 from invoicedtime held
  where held.accountid = time.accountid and held.timeid = time.id)`

/** The line in `itemid` is not hidden because its invoice is a draft; null if the viewer sees drafts. */
export const notOnHiddenDraft = (viewer: Viewer, itemid: string): Fragment | null => {
  const seen = notOfHiddenDraft(viewer, 'line.invoiceid')
  return seen === null
    ? null
    : sql`exists (select 1 from invoiceitem line where line.accountid = ${accountSlot}
        and line.id = ${sqlName(itemid)} and ${seen})`
}

/** The entry is on an invoice; to Executives, an entry on a draft is not billed yet (decision 54). */
export const isBilledFor = (viewer: Viewer): Fragment => {
  const seen = notOnHiddenDraft(viewer, 'held.itemid')
  return seen === null
    ? isBilled
    : sql`exists (select 1 from invoicedtime held
        where held.accountid = time.accountid and held.timeid = time.id and ${seen})`
}

const invoiceOf = statement(sql`select invoice.localid, case when invoice.projectid in ${ownProjects} then 1 else 0 end
  from invoicedtime taken
  join invoiceitem item on item.accountid = taken.accountid and item.id = taken.itemid
  join invoice on invoice.accountid = item.accountid and invoice.id = item.invoiceid
  where taken.accountid = ${accountSlot} and taken.timeid = ${slot('id')}`)

/** Waits for a running import of these entries; a later import waits for this lock. */
const lockEntriesOfTask =
  statement(sql`select count(*) from (select entry.id from time entry where entry.accountid = ${accountSlot}
  and entry.taskid = ${slot('taskid')} order by entry.id${forUpdateOf('entry')}) held`)

const billedEntryOfTask =
  statement(sql`select 1 from time entry join invoicedtime taken on taken.accountid = entry.accountid
    and taken.timeid = entry.id
  where entry.accountid = ${accountSlot} and entry.taskid = ${slot('taskid')} limit 1`)

export const notBilled: RecordRule = {
  where: () => sql`not ${isBilled}`,
  readsOtherRows: () => null,
  error: async ({ tx, actor, id }) => {
    const [localid, onTeam] = (await tx.first(invoiceOf, { ...actorValues(actor), id })) ?? []
    // The number of the invoice is hidden from callers who do not see the invoice: by role, or because they left its
    // project.
    const sees = seesAll(actor) || (moneyReaders.includes(actor.role) && Number(onTeam) === 1)
    const invoiceName = sees ? `invoice ${String(localid).padStart(5, '0')}` : 'an invoice'
    return badRequest(
      `id: this time is on ${invoiceName} and cannot be changed or deleted; void or delete the invoice first`,
    )
  },
}

export async function hasBilledTime({ tx }: Pick<Change, 'tx'>, taskid: number): Promise<boolean> {
  await tx.first(lockEntriesOfTask, { taskid })
  return (await tx.first(billedEntryOfTask, { taskid })) !== undefined
}
