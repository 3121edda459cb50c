// The rules of writing an estimate and its lines: only a draft can be changed, and its totals are calculated as those
// of invoices. Executives see no drafts. The actions are in `estimate-actions.ts`.
import type { Viewer } from '../define/actor.ts'
import { type ApiError, badRequest } from '../define/api-error.ts'
import {
  type Change,
  changesField,
  type FieldChange,
  knownValue,
  type RecordRule,
  type StoredRecord,
} from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { totalsOf } from '../kit/money.ts'
import { applyClientCurrency } from './currencies.ts'
import { checkedAmount, percentsOf } from './invoice-totals.ts'
import { bothConditions, inVisibleProject } from './visibility.ts'

export const estimateStates = ['draft', 'sent', 'accepted', 'declined'] as const
export type EstimateState = (typeof estimateStates)[number]

export const isDraftEstimate: Fragment = sql`estimate.state = 'draft'`

/** Estimates of the projects that the viewer sees; for Executives only those that were sent. */
export const seenEstimate = (viewer: Viewer): Fragment | null =>
  bothConditions(
    inVisibleProject(viewer, 'estimate.projectid'),
    viewer.role === 'Executive' ? sql`estimate.state <> 'draft'` : null,
  )

export const estimateNumber = ({ localid }: StoredRecord): string => String(localid).padStart(5, '0')

export const notDraftEstimate = (was: StoredRecord): ApiError =>
  badRequest(`id: estimate ${estimateNumber(was)} is ${was.state} and cannot be changed; reopen it first`)

export const onlyDraftEstimate: RecordRule = {
  where: () => isDraftEstimate,
  error: ({ previous }) => notDraftEstimate(previous),
}

/** Checks the fields of an estimate that depend on each other. */
export function resolveEstimateFields(change: FieldChange): void {
  const [date, last] = [knownValue(change, 'date'), knownValue(change, 'validuntil')]
  if (typeof date === 'string' && typeof last === 'string' && last < date)
    change.errors.addInvalid('validuntil', last, `is before date (${date})`)
}

export const completeEstimate = (change: Change): Promise<unknown> => applyClientCurrency(change)

const taxFields = ['tax', 'secondtax', 'secondtaxcompound']

export const afterEstimateWrite = (change: Change, id: number): Promise<void> | undefined =>
  change.previous !== null && taxFields.some((field) => changesField(change, field))
    ? recalculateEstimate(change.tx, id)
    : undefined

const taxesOf = statement(sql`select estimate.tax, estimate.secondtax, estimate.secondtaxcompound from estimate
  where estimate.accountid = ${accountSlot} and estimate.id = ${slot('id')}`)

const lineSums = statement(sql`select count(*), cast(coalesce(sum(estimateitem.amount), 0) as bigint) from estimateitem
  where estimateitem.accountid = ${accountSlot} and estimateitem.estimateid = ${slot('id')}`)

/** Recalculates the stored totals of an estimate. The caller must hold its lock. */
export async function recalculateEstimate(tx: WriteTransaction, id: number): Promise<void> {
  const [taxes = [], [count, sum] = []] = await Promise.all([tx.first(taxesOf, { id }), tx.first(lineSums, { id })])
  const subtotal = checkedAmount('subtotal', Number(sum), 'estimate')
  const totals = totalsOf(subtotal, percentsOf(taxes))
  checkedAmount('total', totals.total, 'estimate')
  await tx.update('estimate', id, { numitems: Number(count), subtotal, ...totals })
}
