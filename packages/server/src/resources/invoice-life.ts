// What may be done to an invoice besides writing it: importing its range again, issuing it, and voiding it. All three are ours,
// beyond the reference; an invoice that is never issued stays editable as the reference says.
import type { Role } from '../define/actor.ts'
import { invalid } from '../define/refusal.ts'
import type { Act, Changing } from '../define/resource.ts'
import { noteOn } from './invoice-history.ts'
import { importTime, releaseTime } from './invoice-import.ts'
import { countPayments, recount } from './invoice-money.ts'
import { refuseIssued } from './invoice-rules.ts'

const writers: readonly Role[] = ['Administrator', 'Manager']

const dayOrNull = (value: unknown): string | null => (value === null ? null : String(value))

async function importAgain({ tx, id, was }: Act): Promise<void> {
  refuseIssued(was)
  if (was.prefilled !== 't') throw invalid('id: this invoice is freeform; it has no range to import time from')
  const range = { datebegin: dayOrNull(was.datebegin), dateend: dayOrNull(was.dateend) }
  await importTime(tx, { invoiceid: id, projectid: Number(was.projectid), ...range })
  await recount(tx, id)
}

async function issue({ tx, actor, id, was, manner }: Act): Promise<void> {
  if (was.datevoided !== null) throw invalid('id: a void invoice cannot be issued')
  if (was.dateissued !== null) throw invalid(`id: this invoice was issued at ${was.dateissued}`)
  if (was.numitems === 0) throw invalid('id: an invoice without lines cannot be issued')
  await tx.update('invoice', id, { dateissued: actor.now })
  if (manner.leaveNote) await noteOn(tx, actor, id, 'Invoice issued')
}

async function voidIt({ tx, actor, id, was, manner }: Act): Promise<void> {
  if (was.datevoided !== null) throw invalid(`id: this invoice was voided at ${was.datevoided}`)
  if (was.dateissued === null) throw invalid('id: only an issued invoice is voided; this one can be changed or deleted')
  const count = await countPayments(tx, id)
  if (count > 0) throw invalid(`id: ${count} payments are applied to this invoice; take them off first`)
  await releaseTime(tx, id)
  await tx.update('invoice', id, { datevoided: actor.now })
  if (manner.leaveNote) await noteOn(tx, actor, id, 'Invoice voided')
}

export const invoiceActions: Readonly<Record<string, Changing>> = {
  import: {
    doc: 'Imports the time of its range again, with what was logged since and the rates of today',
    roles: writers,
    run: importAgain,
  },
  issue: {
    doc: 'Issues it: from now on nothing but payments and notes can be added to it',
    roles: writers,
    run: issue,
  },
  void: {
    doc: 'Takes an issued invoice back: its time can be billed again, its number and lines are kept',
    roles: writers,
    run: voidIt,
  },
}
