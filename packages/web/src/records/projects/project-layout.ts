// The fields of a project in its form and in the overview of its page. The managers come first in the overview and
// after the dates in the form, so they have two entries.
import { defineLayout } from '../../parts/layout.ts'

export const projectLayout = defineLayout('project', [
  { field: 'name', only: 'form' },
  { field: 'clientid', row: 'owner', only: 'form' },
  { field: 'labelid', row: 'owner', only: 'form' },
  { field: 'managerid', only: 'detail' },
  { field: 'datestart', row: 'dates' },
  { field: 'dateend', row: 'dates' },
  { field: 'managerid', only: 'form' },
  { field: 'localid' },
  { field: 'budget', row: 'budget', only: 'form' },
  { field: 'budgetperiod', row: 'budget' },
  { field: 'carryover' },
  { field: 'alert_percent' },
  { field: 'billable' },
  { field: 'description' },
])
