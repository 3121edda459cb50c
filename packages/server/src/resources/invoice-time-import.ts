// The time of a prefilled invoice (decision 41): the project's billable entries of the range that are on no other
// invoice, one line per work type and rate of each group (`invoice-grouping.ts`). It may leave out hours of the future
// and of weeks that are not approved, and follows what people decided about entries (`invoice-time-choices.ts`).
import type { Actor } from '../define/actor.ts'
import type { WriteTransaction } from '../io/database.ts'
import { forShareOf } from '../io/dialect.ts'
import { accountSlot, slot, sql, statement, statementWithoutPlanCache } from '../io/sql.ts'
import { type Grouping, groupingOf } from './invoice-grouping.ts'
import { endIdleWriteDowns, forgetEndedChoices, hasChoices } from './invoice-time-choices.ts'
import { chosenEntries, entriesOfRange, finishLines, prepareLines } from './invoice-time-lines.ts'

const firstDay = '0001-01-01'
const lastDay = '9999-12-31'

const releaseEntries =
  statementWithoutPlanCache(sql`delete from invoicedtime where accountid = ${accountSlot} and itemid in (
  select item.id from invoiceitem item where item.accountid = ${accountSlot} and item.invoiceid = ${slot('invoiceid')})`)

/** Rates do not change until the commit: the lines and the entries on them must have the same ones. */
const lockRates = statement(sql`select part.id from projectworktype part
  where part.accountid = ${accountSlot} and part.projectid = ${slot('projectid')} order by part.id${forShareOf('part')}`)

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

/** Releases the entries of an invoice, so that another invoice can bill them. Its lines stay. */
export const releaseTime = (tx: WriteTransaction, invoiceid: number): Promise<void> =>
  tx.run('invoicedtime', releaseEntries, { invoiceid })

/** Rates do not change until the commit. */
export const holdRates = (tx: WriteTransaction, projectid: number): Promise<unknown> => tx.all(lockRates, { projectid })

/** Rebuilds the generated lines. The line of a work type is updated, not replaced, so that its description is kept. */
export async function importTime(tx: WriteTransaction, timeImport: TimeImport): Promise<void> {
  const { invoiceid, projectid, datebegin, dateend, notAfter, approvedOnly, grouping } = timeImport
  const values = {
    ...{ invoiceid, projectid, begin: datebegin ?? firstDay, end: dateend ?? lastDay, last: notAfter ?? lastDay },
    ...{ approvedonly: approvedOnly ? 't' : 'f', groupby: grouping },
  }
  const isChosen = await hasChoices(tx, invoiceid)
  const entries = isChosen ? chosenEntries : entriesOfRange
  await releaseTime(tx, invoiceid)
  await holdRates(tx, projectid)
  await tx.first(entries.lock, values)
  if (isChosen) await endIdleWriteDowns(tx, invoiceid)
  await prepareLines(tx, invoiceid, entries, values)
  await tx.run('invoicedtime', entries.assign, values)
  await finishLines(tx, invoiceid, grouping, 'all')
  if (isChosen) await forgetEndedChoices(tx, invoiceid)
}
