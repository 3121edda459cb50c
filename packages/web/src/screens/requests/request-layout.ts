// The fields of a request in its form and on its page. The due date comes before the project on the page and last in
// the form, so it has two entries. The person is not in the form, because it is the signed-in person.
import { defineLayout, fields, formOnly } from '../../parts/layout.ts'

export const requestLayout = defineLayout(
  'request',
  formOnly(fields('title')),
  fields('description', 'person', 'date'),
  [{ field: 'datedue', only: 'detail' }],
  fields('projectid', 'client'),
  [
    { field: 'priorityid', row: 'urgency' },
    { field: 'datedue', row: 'urgency', only: 'form' },
  ],
)
