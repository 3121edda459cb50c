// Notes on an invoice: those that people write, and automatic ones (written by `invoice-history.ts` and the engine).
// Executives see none of them.
import { administratorOnly, managers } from '../define/actor.ts'
import { computedText, fullName, ref, stored } from '../define/fields.ts'
import { equalsId } from '../define/filters.ts'
import { datetime, plainText } from '../define/kinds.ts'
import { type Change, changesField, defineResource } from '../define/resource.ts'
import { invoice } from './invoice.ts'
import { actionsField } from './note-changes.ts'
import { authorFields } from './note-rules.ts'
import { inVisibleProject } from './visibility.ts'

const readers = managers

/** An automatic note is history: its invoice, title and date cannot be changed. */
function protectAutomaticNote(change: Change): void {
  if (change.previous === null || change.previous.changes === null) return
  for (const field of ['invoiceid', 'title', 'date']) {
    if (changesField(change, field)) change.errors.add(field, 'cannot be changed on an automatic note')
  }
}

export const invoicenote = defineResource('invoicenote', {
  noun: ['invoice note', 'invoice notes'],
  doc: 'Notes and automatic history of invoices.',
  access: { list: readers, read: readers, create: readers, update: administratorOnly, delete: administratorOnly },
  joins: { invoice: 'invoicenote.invoiceid', author: ['person', 'invoicenote.authorid'] },
  visible: (viewer) => inVisibleProject(viewer, 'invoice.projectid'),
  fields: {
    invoiceid: ref('invoice', { required: true }),
    authorid: authorFields.authorid({ hideFrom: [] }),
    title: stored(plainText(255), { required: true, doc: 'Title, or what happened' }),
    note: stored(plainText(), { doc: 'Empty on automatic notes' }),
    date: stored(datetime, { default: (actor) => actor.now, doc: 'When it was written, UTC' }),
    actions: actionsField(invoice),
    author: computedText(fullName('author')),
    changes: stored({ ...plainText(), blank: null }, { readOnly: true, shown: false }),
  },
  modifiedColumn: 'datemodified',
  filters: {
    invoiceid: equalsId('invoiceid', 'Notes of the invoice'),
    authorid: equalsId('authorid', 'Written by the person'),
  },
  requiredFilters: ['invoiceid'],
  defaultSort: { field: 'date', descending: false },
  before: protectAutomaticNote,
})
