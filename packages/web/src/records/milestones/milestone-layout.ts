// The fields of a milestone in its form and on its page.
import { defineLayout, fields, formOnly } from '../../parts/layout.ts'

export const milestoneLayout = defineLayout(
  'milestone',
  formOnly(fields('title')),
  [
    { field: 'projectid', row: 'place', only: 'form' },
    { field: 'datedue', row: 'place' },
  ],
  formOnly(fields('ownerid')),
  fields('description', 'client', 'owners', 'estimate', 'actual'),
)
