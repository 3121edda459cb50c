// The fields of a document in its form and in the panel beside a page. The file itself has
// versions instead, and notes, tags and visibility are shown in their own way.
import { defineLayout } from '../../parts/layout.ts'

export const documentLayout = defineLayout('document', [
  { field: 'title', only: 'form' },
  { field: 'notes', only: 'form' },
  { field: 'tags', only: 'form' },
  { field: 'public', only: 'form' },
  { field: 'filename' },
  { field: 'filesize' },
  { field: 'project' },
  { field: 'person' },
  { field: 'datecreated' },
  { field: 'datemodified' },
])
