// The fields of the company in the settings. The logo is not among them, because it is uploaded as soon as a picture is
// chosen. There is no detail view.
import { defineLayout } from '../../parts/layout.ts'

export const companyLayout = defineLayout('company', [
  { field: 'name' },
  { field: 'address' },
  { field: 'taxnumber', row: 'money' },
  { field: 'currency', row: 'money' },
  { field: 'timezone', row: 'units' },
  { field: 'budgetsin', row: 'units' },
])
