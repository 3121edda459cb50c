// A version of a document: which file, who uploaded it and when. A version is created by uploading a file to the
// document (decision 49) and never changes. The file is downloaded from the document. Who sees the document sees its
// versions.
import { allRoles, executiveOnly } from '../define/actor.ts'
import { computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf } from '../define/filters.ts'
import { datetime, integer, plainText } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { document } from './document.ts'
import { refersToVisible } from './visibility.ts'

/** Executives do not see who did the work (decision 33). */
const hideFrom = executiveOnly

export const documentversion = defineResource('documentversion', {
  noun: ['document version', 'document versions'],
  doc: 'The versions of a document: which file, who sent it and when.',
  access: { list: allRoles, read: allRoles },
  extensionOperations: ['list', 'read'],
  joins: { person: 'documentversion.personid' },
  visible: (viewer) => refersToVisible(viewer, 'documentversion.documentid', document),
  fields: {
    documentid: ref('document', { readOnly: true, required: true }),
    version: stored(integer, { readOnly: true, required: true, doc: 'Counted from 1' }),
    filename: stored(plainText(255), { readOnly: true, required: true }),
    filesize: stored(integer, { readOnly: true, required: true, doc: 'Bytes' }),
    date: stored(datetime, { readOnly: true, required: true, doc: 'When it was sent' }),
    personid: ref('person', { readOnly: true, required: true, hideFrom, doc: 'Who sent it' }),
    person: computedText(fullName('person'), { nullable: false, hideFrom, doc: 'Full name' }),
  },
  filters: { documentid: anyOf('documentid', 'Versions of the documents') },
  requiredFilters: ['documentid'],
  sorts: { id: 'id', version: 'version', date: 'date' },
})
