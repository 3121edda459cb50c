// A line of an estimate, of which only those of drafts can be written. Its amount follows the rules of the lines of
// invoices, and every write of a line recalculates the totals of the estimate.
import { ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { money, plainText, quantity } from '../define/kinds.ts'
import { type Change, defineResource, type RecordRule, type Removal, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isDraftEstimate, notDraftEstimate, recalculateEstimate, seenEstimate } from './estimate-rules.ts'
import { checkAmount } from './invoiceitem.ts'
import { moneyReaders, moneyWriters } from './visibility.ts'

const stateOf = statement(sql`select estimate.localid, estimate.state from estimate
  where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')}`)

async function readState(tx: WriteTransaction, id: number): Promise<{ localid: number; state: string }> {
  const [localid, state] = (await tx.first(stateOf, { id })) ?? []
  return { localid: Number(localid), state: String(state) }
}

const ofDraft: RecordRule = {
  where: () => isDraftEstimate,
  readsOtherRows: ({ previous }) => ({ table: 'estimate', id: Number(previous.estimateid), mode: 'alone' }),
  error: async ({ tx, previous }) => notDraftEstimate(await readState(tx, Number(previous.estimateid))),
}

const estimateOf = (change: Change): number => Number(valueAfter(change, 'estimateid'))

async function enforceLineRules(change: Change): Promise<void> {
  checkAmount(change)
  await change.tx.lock('estimate', estimateOf(change))
}

/** The estimate is checked after the write: until its visibility is checked, no error may reveal its state. */
async function updateTotals(change: Change): Promise<void> {
  const { tx } = change
  const id = estimateOf(change)
  const estimate = await readState(tx, id)
  if (estimate.state !== 'draft') throw notDraftEstimate(estimate)
  await recalculateEstimate(tx, id)
}

async function removeLine({ tx, id, previous }: Removal): Promise<void> {
  await tx.remove('estimateitem', id)
  await recalculateEstimate(tx, Number(previous.estimateid))
}

export const estimateitem = defineResource('estimateitem', {
  noun: ['line of an estimate', 'lines of estimates'],
  doc: 'Lines of estimates.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: moneyWriters,
    update: moneyWriters,
    delete: moneyWriters,
  },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  joins: { estimate: 'estimateitem.estimateid' },
  visible: seenEstimate,
  allowed: { update: [ofDraft], delete: [ofDraft] },
  fields: {
    estimateid: ref('estimate', { required: true, createOnly: true }),
    name: stored(plainText(255), { required: true }),
    description: stored(plainText()),
    quantity: stored(quantity),
    rate: stored(money),
    amount: stored(money, { required: true, doc: 'Quantity times rate, rounded to cents, where both are there' }),
  },
  filters: { estimateid: equalsId('estimateid', 'Lines of the estimate') },
  requiredFilters: ['estimateid'],
  sorts: { id: 'id', name: 'name', quantity: 'quantity', rate: 'rate', amount: 'amount' },
  before: enforceLineRules,
  after: updateTotals,
  beforeRemove: removeLine,
})
