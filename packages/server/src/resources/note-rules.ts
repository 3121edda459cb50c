// What the notes on tasks and milestones share: their fields, who sees them, and the rules of writing them. An
// automatic note is created by a change (decision 46) and stays with the changed record; a note written by a person is
// a comment.
import { administratorOnly, allRoles, executiveOnly, type Role } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computedText, type Field, fullName, ref, stored } from '../define/fields.ts'
import { datetime, flag, html, plainText, recordId } from '../define/kinds.ts'
import { type Change, changesField, type Resource, type ResourceDefinition, valueAfter } from '../define/resource.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { actionsField, changesAsHtml } from './note-changes.ts'
import { bothConditions } from './visibility.ts'

/** Executives do not see who did the work or who commented on it (decision 33). */
const hideFrom = executiveOnly

/** The author and dates, the same for every type of note. */
export const authorFields = {
  date: stored(datetime, { readOnly: true, default: (actor) => actor.now, doc: 'When it was written, UTC' }),
  authorid: (options: { hideFrom: readonly Role[] }) =>
    stored(recordId, { ...options, target: 'person', readOnly: true, default: (actor) => actor.personid }),
  datemodified: stored(datetime, { readOnly: true, required: true }),
}

const mayComment = statement(sql`select person.cancomment from person
  where person.accountid = ${accountSlot} and person.id = ${slot('id')}`)

export async function requireCommentPermission({ tx, actor }: Change): Promise<void> {
  const row = await tx.first(mayComment, { id: actor.personid })
  if (row?.[0] !== 't') throw forbidden('note: you do not have permission to comment')
}

type NoteDefinition = Pick<ResourceDefinition, 'access' | 'joins' | 'visible' | 'fields' | 'modifiedColumn' | 'before'>

/** Notes on the records of a resource, in a table whose column `key` holds the record's id. */
export function noteDefinitionFor(
  of: Resource,
  { table, key, more = {} }: { table: string; key: string; more?: Readonly<Record<string, (name: string) => Field>> },
): NoteDefinition {
  const onlyPublic = sql`${sqlName(table)}.public = 't'`

  /** An automatic note is history: it cannot move, and it cannot be public if Executives may see nothing in it. */
  function keepHistory(change: Change): void {
    const { previous, errors } = change
    if (previous?.changes === null) return
    if (changesField(change, key)) errors.add(key, 'an automatic note cannot be moved')
    const empty = valueAfter(change, 'note') === '' && changesAsHtml(of, previous?.changes ?? null, 'Executive') === ''
    if (valueAfter(change, 'public') === 't' && empty)
      errors.add('public', 'this note has nothing that Executives can see')
  }

  return {
    access: { list: allRoles, read: allRoles, create: allRoles, update: administratorOnly, delete: administratorOnly },
    joins: { [of.name]: `${table}.${key}`, author: ['person', `${table}.authorid`] },
    visible: (viewer) => bothConditions(of.visible(viewer), viewer.role === 'Executive' ? onlyPublic : null),
    fields: {
      [key]: ref(of.name, { required: true }),
      title: stored(plainText(), { readOnly: true, default: 'Note added', doc: 'What happened' }),
      date: authorFields.date,
      authorid: authorFields.authorid({ hideFrom }),
      note: stored(html, { required: true, doc: 'Empty on automatic notes' }),
      public: stored(flag, {
        required: true,
        default: 'f',
        doc: "'t' shows the note to Executives; notes of Executives are always public",
      }),
      ...more,
      actions: actionsField(of),
      author: computedText(fullName('author'), { hideFrom }),
      changes: stored({ ...plainText(), blank: null }, { readOnly: true, shown: false }),
    },
    modifiedColumn: 'datemodified',
    before: async (change) => {
      if (change.id !== null) return keepHistory(change)
      if (change.actor.role === 'Executive') change.values.public = 't'
      await requireCommentPermission(change)
    },
  }
}
