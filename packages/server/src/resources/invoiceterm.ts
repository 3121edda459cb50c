// Payment terms: the number of days until an invoice is due. Term 6 has no number of days, because invoices with it set
// their own due date; it cannot be changed. Writing terms is an extension of the reference (decision 48).
import { administratorOnly } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { integer, plainText } from '../define/kinds.ts'
import { addMissing, defineResource, type FieldChange, knownValue, type RecordRule } from '../define/resource.ts'
import { sql } from '../io/sql.ts'
import { customTermId } from './invoice-rules.ts'
import { moneyReaders } from './visibility.ts'

const notCustomTerm: RecordRule = {
  where: () => sql`invoiceterm.id <> ${sql.lit(customTermId)}`,
  error: () => badRequest(`id: term ${customTermId} is the custom term and cannot be changed`),
}

function requireDuration(change: FieldChange): void {
  if (knownValue(change, 'duration') === null) addMissing(change, 'duration', 'is required')
}

export const invoiceterm = defineResource('invoiceterm', {
  doc: 'Payment terms.',
  access: {
    list: moneyReaders,
    read: moneyReaders,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  extensionOperations: ['create', 'update', 'delete'],
  visible: () => null,
  allowed: { update: [notCustomTerm], delete: [{ ...notCustomTerm, afterReferences: true }] },
  fields: {
    name: stored(plainText(55), { required: true }),
    duration: stored(integer, {
      doc: 'Days until an invoice is due; required, and empty only for the term whose due day is named on the invoice',
    }),
    priority: stored(integer, { required: true, doc: 'Order in lists, lower first' }),
  },
  defaultSort: { field: 'priority', descending: false },
  resolveFields: requireDuration,
})
