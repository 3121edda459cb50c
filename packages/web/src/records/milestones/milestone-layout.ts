// The fields of a milestone in its form and on its page.
import { defineLayout } from '../../parts/layout.ts'

export const milestoneLayout = defineLayout('milestone', [
  { field: 'title', only: 'form' },
  { field: 'projectid', row: 'place', only: 'form' },
  { field: 'datedue', row: 'place' },
  { field: 'ownerid', only: 'form' },
  { field: 'description' },
  { field: 'client' },
  { field: 'owners' },
  { field: 'estimate' },
  { field: 'actual' },
])
