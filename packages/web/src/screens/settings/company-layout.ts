// The fields of the company in the settings. The logo is not among them, because it is uploaded as soon as a picture is
// chosen. There is no detail view.
import { defineLayout, fields, row } from '../../parts/layout.ts'

export const companyLayout = defineLayout(
  'company',
  fields('name', 'address'),
  row('taxnumber', 'currency'),
  fields('language'),
  row('timezone', 'budgetsin'),
  fields('quotashare'),
  row('timerrounding', 'timerroundingmode'),
  fields('managersapprove', 'managersseecost', 'secondfactor'),
  row('sessionidle', 'sessiondays'),
  row('numbering', 'numberprefix'),
  row('numberdigits', 'numberstart'),
  fields('paymentinfo', 'paylink', 'accountholder'),
  row('iban', 'bic'),
  fields('invoicesubject', 'invoicetext', 'reminders', 'remindersubject', 'remindertext'),
)
