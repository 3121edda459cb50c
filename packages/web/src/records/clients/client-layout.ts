// The fields of a client in its form and on its page. Another field of a client is one more entry here and one more
// label in the catalogue; its control and how it is shown come from the facts.
import { defineLayout } from '../../parts/layout.ts'

export const clientLayout = defineLayout('client', [
  { field: 'name', only: 'form' },
  { field: 'email', row: 'online', input: 'email' },
  { field: 'phone', row: 'phone', input: 'tel' },
  { field: 'website', row: 'online' },
  { field: 'fax', row: 'phone', input: 'tel' },
  { field: 'address' },
  { field: 'invoiceto', row: 'invoices' },
  { field: 'invoicecc', row: 'invoices' },
  { field: 'estimateto', row: 'estimates' },
  { field: 'estimatecc', row: 'estimates' },
  { field: 'language', only: 'form', row: 'documents' },
  { field: 'currency', row: 'documents' },
  { field: 'remindersoff', only: 'form' },
  { field: 'datecreated' },
  { field: 'localid' },
  { field: 'description' },
])
