// The fields of a project in its form and in the overview of its page. The managers come first in the overview and
// after the dates in the form, so they have two entries.
import { defineLayout, fields, formOnly, row } from '../../parts/layout.ts'

export const projectLayout = defineLayout(
  'project',
  formOnly(fields('name')),
  formOnly(row('clientid', 'labelid')),
  [{ field: 'managerid', only: 'detail' }],
  row('datestart', 'dateend'),
  formOnly(fields('managerid')),
  fields('localid'),
  [
    { field: 'budget', row: 'budget', only: 'form' },
    { field: 'budgetperiod', row: 'budget' },
  ],
  fields('carryover', 'alert_percent', 'billable', 'description'),
)
