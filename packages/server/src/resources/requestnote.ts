// Comments on work requests: a client and the people who do the work talk about a request (ADR 49). A list is always of
// one request. What they share with the notes on tasks is in `note-rules.ts`.
import { equalsId } from '../define/filters.ts'
import { defineResource } from '../define/resource.ts'
import { notifyRequestNote } from '../mail/note-mails.ts'
import { noteDefinitionFor } from './note-rules.ts'
import { request } from './request.ts'

export const requestnote = defineResource('requestnote', {
  noun: ['request comment', 'request comments'],
  doc: 'Comments on work requests.',
  ...noteDefinitionFor(request, { table: 'requestnote', key: 'requestid', onlyComments: true }),
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  filters: { requestid: equalsId('requestid', 'Comments on the request') },
  requiredFilters: ['requestid'],
  notify: notifyRequestNote,
})
