// Notes on milestones: comments, and automatic notes about changes. A list is always of one milestone.
// What they share with the notes on tasks is in `note-rules.ts`.
import { equalsId } from '../define/filters.ts'
import { defineResource } from '../define/resource.ts'
import { notifyMilestoneNote } from '../mail/note-mails.ts'
import { milestone } from './milestone.ts'
import { noteDefinitionFor } from './note-rules.ts'

export const milestonenote = defineResource('milestonenote', {
  noun: ['milestone comment', 'milestone comments'],
  doc: 'Comments and automatic history of milestones.',
  ...noteDefinitionFor(milestone, { table: 'milestonenote', key: 'milestoneid' }),
  filters: { milestoneid: equalsId('milestoneid', 'Notes of the milestone') },
  requiredFilters: ['milestoneid'],
  notify: notifyMilestoneNote,
})
