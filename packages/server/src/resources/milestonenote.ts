// Notes on milestones: comments, and what changes of a milestone leave behind. A list is always of one milestone.
// What they share with the notes on tasks stands in `note-rules.ts`.
import { isId } from '../define/filters.ts'
import { defineResource } from '../define/resource.ts'
import { tellOfMilestoneNote } from './mail-note.ts'
import { milestone } from './milestone.ts'
import { notesOn } from './note-rules.ts'

export const milestonenote = defineResource('milestonenote', {
  doc: 'Comments and automatic history of milestones.',
  ...notesOn(milestone, { table: 'milestonenote', key: 'milestoneid' }),
  filters: { milestoneid: isId('milestoneid', 'Notes of the milestone') },
  requires: ['milestoneid'],
  tell: tellOfMilestoneNote,
})
