// The fields of the company in the settings. Its logo is not among them: it is sent by itself, as soon as a picture
// is chosen. There is no detail view: the form is where the values are seen.
import { defineLayout } from '../../parts/layout.ts'

export const companyLayout = defineLayout('company', [
  { field: 'name' },
  { field: 'address' },
  { field: 'taxnumber', row: 'money' },
  { field: 'currency', row: 'money' },
  { field: 'timezone', row: 'units' },
  { field: 'budgetsin', row: 'units' },
])
