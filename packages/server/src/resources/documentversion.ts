// A version of a document: which file, who sent it and when. Versions are made by sending a file to the document (decision 49) and
// stand still; the file itself is downloaded from the document. Whoever sees the document sees its versions.
import { everyone, type Role } from '../define/actor.ts'
import { fullName, label, ref, stored } from '../define/fields.ts'
import { anyOf } from '../define/filters.ts'
import { datetime, integer, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { document } from './document.ts'
import { ofVisible } from './visibility.ts'

/** Executives never learn who did the work (decision 33). */
const hideFrom: readonly Role[] = ['Executive']

export const documentversion = defineResource('documentversion', {
  doc: 'The versions of a document: which file, who sent it and when.',
  access: { list: everyone, read: everyone },
  ours: ['list', 'read'],
  joins: { person: 'documentversion.personid' },
  visible: (viewer) => ofVisible(viewer, 'documentversion.documentid', document),
  fields: {
    documentid: ref('document', { fixed: true, required: true }),
    version: stored(integer, { fixed: true, required: true, doc: 'Counted from 1' }),
    filename: stored(text(255), { fixed: true, required: true }),
    filesize: stored(integer, { fixed: true, required: true, doc: 'Bytes' }),
    date: stored(datetime, { fixed: true, required: true, doc: 'When it was sent' }),
    personid: ref('person', { fixed: true, required: true, hideFrom, doc: 'Who sent it' }),
    person: label(fullName('person'), { nullable: false, hideFrom, doc: 'Full name' }),
  },
  filters: { documentid: anyOf('documentid', 'Versions of the documents') },
  requires: ['documentid'],
  sorts: { id: 'id', version: 'version', date: 'date' },
})
