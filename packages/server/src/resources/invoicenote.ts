// Notes on an invoice: what people write of it, and what happened to it (`invoice-history.ts` and the engine leave those).
// Executives see none of them.
import type { Role } from '../define/actor.ts'
import { fullName, label, ref, stored } from '../define/fields.ts'
import { isId } from '../define/filters.ts'
import { datetime, text } from '../define/kinds.ts'
import { type Change, changes, defineResource } from '../define/resource.ts'
import { actionsOn } from './action-list.ts'
import { invoice } from './invoice.ts'
import { written } from './note-rules.ts'
import { inVisibleProject } from './visibility.ts'

const readers: readonly Role[] = ['Administrator', 'Manager']
const administrator: readonly Role[] = ['Administrator']

/** An automatic note is history: what it is called, when and of which invoice stays as it was. */
function keepHistory(change: Change): void {
  if (change.was === null || change.was.changes === null) return
  for (const field of ['invoiceid', 'title', 'date']) {
    if (changes(change, field)) change.faults.add(field, 'cannot be changed on an automatic note')
  }
}

export const invoicenote = defineResource('invoicenote', {
  doc: 'Notes and automatic history of invoices.',
  access: { list: readers, read: readers, create: readers, update: administrator, delete: administrator },
  joins: { invoice: 'invoicenote.invoiceid', author: ['person', 'invoicenote.authorid'] },
  visible: (viewer) => inVisibleProject(viewer, 'invoice.projectid'),
  fields: {
    invoiceid: ref('invoice', { required: true }),
    authorid: written.authorid({ hideFrom: [] }),
    title: stored(text(255), { required: true, doc: 'Title, or what happened' }),
    note: stored(text(), { doc: 'Empty on automatic notes' }),
    date: stored(datetime, { default: (actor) => actor.now, doc: 'When it was written, UTC' }),
    actions: actionsOn(invoice),
    author: label(fullName('author')),
    changes: stored({ ...text(), blank: null }, { fixed: true, shown: false }),
  },
  modified: 'datemodified',
  filters: {
    invoiceid: isId('invoiceid', 'Notes of the invoice'),
    authorid: isId('authorid', 'Written by the person'),
  },
  requires: ['invoiceid'],
  order: { field: 'date', descending: false },
  before: keepHistory,
})
