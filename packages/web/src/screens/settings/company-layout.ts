// The fields of the company in the settings. The logo is not among them, because it is uploaded as soon as a picture is
// chosen. There is no detail view.
import { defineLayout } from '../../parts/layout.ts'

export const companyLayout = defineLayout('company', [
  { field: 'name' },
  { field: 'address' },
  { field: 'taxnumber', row: 'money' },
  { field: 'currency', row: 'money' },
  { field: 'language' },
  { field: 'timezone', row: 'units' },
  { field: 'budgetsin', row: 'units' },
  { field: 'quotashare' },
  { field: 'timerrounding', row: 'timers' },
  { field: 'timerroundingmode', row: 'timers' },
  { field: 'managersapprove' },
  { field: 'secondfactor' },
  { field: 'sessionidle', row: 'sessions' },
  { field: 'sessiondays', row: 'sessions' },
  { field: 'numbering', row: 'numbers' },
  { field: 'numberprefix', row: 'numbers' },
  { field: 'numberdigits', row: 'numbering' },
  { field: 'numberstart', row: 'numbering' },
  { field: 'paymentinfo' },
  { field: 'paylink' },
  { field: 'accountholder' },
  { field: 'iban', row: 'account' },
  { field: 'bic', row: 'account' },
  { field: 'invoicesubject' },
  { field: 'invoicetext' },
  { field: 'reminders' },
  { field: 'remindersubject' },
  { field: 'remindertext' },
])
