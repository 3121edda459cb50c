// The fields of a milestone in its form. Its page shows them beside figures
// about its tasks, in its own way.
import { defineLayout } from '../../parts/layout.ts'

export const milestoneLayout = defineLayout('milestone', [
  { field: 'title', only: 'form' },
  { field: 'projectid', row: 'place', only: 'form' },
  { field: 'datedue', row: 'place' },
  { field: 'ownerid', only: 'form' },
  { field: 'description' },
])
