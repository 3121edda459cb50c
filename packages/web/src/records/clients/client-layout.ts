// The fields of a client in its form and on its page. Another field of a client is one more entry here and one more
// label in the catalogue; its control and how it is shown come from the facts.
import { defineLayout, fields, formOnly, row } from '../../parts/layout.ts'

export const clientLayout = defineLayout(
  'client',
  formOnly(fields('name')),
  [
    { field: 'email', row: 'online', input: 'email' },
    { field: 'phone', row: 'phone', input: 'tel' },
    { field: 'website', row: 'online' },
    { field: 'fax', row: 'phone', input: 'tel' },
  ],
  fields('address'),
  row('invoiceto', 'invoicecc'),
  row('estimateto', 'estimatecc'),
  [
    { field: 'language', row: 'documents', only: 'form' },
    { field: 'currency', row: 'documents' },
  ],
  formOnly(fields('remindersoff')),
  fields('datecreated', 'localid', 'description'),
)
