// The fields of a request in its form. Who asks is not among them:
// that is the person who is signed in.
import { defineLayout } from '../../parts/layout.ts'

export const requestLayout = defineLayout('request', [
  { field: 'title', only: 'form' },
  { field: 'description' },
  { field: 'projectid', only: 'form' },
  { field: 'priorityid', row: 'urgency', only: 'form' },
  { field: 'datedue', row: 'urgency' },
])
