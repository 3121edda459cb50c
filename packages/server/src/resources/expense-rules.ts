// The rules of writing an expense: with a mark-up, the fee is the cost plus that percentage, rounded to cents once; a
// fee that is sent without a mark-up is kept as it is (docs/adr/0043-expenses.md). Also its receipt.
import { type Kind, money, percent } from '../define/kinds.ts'
import {
  addMissing,
  type Change,
  changesField,
  type Download,
  type FieldChange,
  knownValue,
} from '../define/resource.ts'
import { isStorableAmount, markedUp } from '../kit/money.ts'
import { oneOf } from './company-kinds.ts'
import { applyUploadedFile, downloadOf } from './record-file.ts'

export const payers = ['company', 'person'] as const

export const payer: Kind = oneOf(payers, "is neither 'company' nor 'person'")

function applyMarkup(change: FieldChange, cost: number, markup: number): void {
  const { requested, values, invalid, errors } = change
  const fee = markedUp(cost, markup)
  if (!isStorableAmount(fee)) {
    invalid.add('markup')
    errors.addInvalid('markup', percent.serialize(markup) ?? '', 'makes the fee too large')
    return
  }
  if (typeof requested.fee === 'number' && requested.fee !== fee) {
    const expected = `must be ${money.serialize(fee)}, the expense and its mark-up; send only one of fee and markup`
    // A fee that is sent without a mark-up is charged as it is, and a mark-up from before ends.
    if (!Object.hasOwn(requested, 'markup')) values.markup = null
    else errors.addInvalid('fee', money.serialize(requested.fee) ?? '', expected)
    return
  }
  values.fee = fee
}

export function resolveExpenseFields(change: FieldChange): void {
  const [cost, markup] = [knownValue(change, 'expense'), knownValue(change, 'markup')]
  const pricesAnew = change.previous === null || changesField(change, 'expense') || changesField(change, 'markup')
  if (typeof markup === 'number' && !change.invalid.has('fee')) {
    if (typeof cost === 'number' && (pricesAnew || changesField(change, 'fee'))) applyMarkup(change, cost, markup)
  } else if (markup === null && knownValue(change, 'fee') === null) addMissing(change, 'fee', 'is required')
}

export const applyReceipt = (change: Change): void => applyUploadedFile(change, 'receipt')

export const receiptDownload: Download['find'] = downloadOf('expense', 'receipt')
