// The fields of a document in its form and in its panel. The file is replaced by a new version; notes, tags and
// visibility have their own presentation.
import { defineLayout, fields, formOnly } from '../../parts/layout.ts'

export const documentLayout = defineLayout(
  'document',
  formOnly(fields('title', 'notes', 'tags', 'public')),
  fields('filename', 'filesize', 'project', 'person', 'datecreated', 'datemodified'),
)
