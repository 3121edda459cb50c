// The fields of a document in its form and in its panel. The file is replaced by a new version; notes, tags and
// visibility have their own presentation.
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
