// What the notes on tasks and milestones share: their fields, who sees them, and the rules of writing them. An automatic
// note is made by a change (decision 46) and stays with what it tells of; a written one is a comment.
import { everyone, type Role } from '../define/actor.ts'
import { type Field, fullName, label, ref, stored } from '../define/fields.ts'
import { datetime, flag, html, id, text } from '../define/kinds.ts'
import { notAllowed } from '../define/refusal.ts'
import { type Change, changes, type Definition, type Resource, after as valueAfter } from '../define/resource.ts'
import { account, name, slot, sql, statement } from '../io/sql.ts'
import { actionList, actionsOn } from './action-list.ts'
import { both } from './visibility.ts'

const administrator: readonly Role[] = ['Administrator']
/** Executives never learn who did the work, nor who wrote of it (decision 33). */
const hideFrom: readonly Role[] = ['Executive']

/** Who wrote a note and when, as every kind of note keeps it. */
export const written = {
  date: stored(datetime, { fixed: true, default: (actor) => actor.now, doc: 'When it was written, UTC' }),
  authorid: (options: { hideFrom: readonly Role[] }) =>
    stored(id, { ...options, fixed: true, default: (actor) => actor.personid }),
  datemodified: stored(datetime, { fixed: true, required: true }),
}

const mayComment = statement(sql`select person.cancomment from person
  where person.accountid = ${account} and person.id = ${slot('id')}`)

export async function refuseSilenced({ tx, actor }: Change): Promise<void> {
  const row = await tx.first(mayComment, { id: actor.personid })
  if (row?.[0] !== 't') throw notAllowed('note: you may not add notes')
}

type NoteDefinition = Pick<Definition, 'access' | 'joins' | 'visible' | 'fields' | 'modified' | 'before'>

/** Notes on the records of a resource, in a table whose column `key` names the record. */
export function notesOn(
  of: Resource,
  { table, key, more = {} }: { table: string; key: string; more?: Readonly<Record<string, (name: string) => Field>> },
): NoteDefinition {
  const onlyPublic = sql`${name(table)}.public = 't'`

  /** An automatic note is history: it cannot be moved, and not be shown to Executives when nothing in it is for them. */
  function keepHistory(change: Change): void {
    const { was, faults } = change
    if (was?.changes === null) return
    if (changes(change, key)) faults.add(key, 'an automatic note stays with what it tells of')
    const empty = valueAfter(change, 'note') === '' && actionList(of, was?.changes ?? null, 'Executive') === ''
    if (valueAfter(change, 'public') === 't' && empty) faults.add('public', 'nothing in this note is for Executives')
  }

  return {
    access: { list: everyone, read: everyone, create: everyone, update: administrator, delete: administrator },
    joins: { [of.name]: `${table}.${key}`, author: ['person', `${table}.authorid`] },
    visible: (viewer) => both(of.visible(viewer), viewer.role === 'Executive' ? onlyPublic : null),
    fields: {
      [key]: ref(of.name, { required: true }),
      title: stored(text(), { fixed: true, default: 'Note added', doc: 'What happened' }),
      date: written.date,
      authorid: written.authorid({ hideFrom }),
      note: stored(html, { required: true, doc: 'Empty on automatic notes' }),
      public: stored(flag, {
        required: true,
        default: 'f',
        doc: "'t' shows the note to Executives; notes of Executives are always public",
      }),
      ...more,
      actions: actionsOn(of),
      author: label(fullName('author'), { hideFrom }),
      changes: stored({ ...text(), blank: null }, { fixed: true, shown: false }),
    },
    modified: 'datemodified',
    before: async (change) => {
      if (change.id !== null) return keepHistory(change)
      if (change.actor.role === 'Executive') change.values.public = 't'
      await refuseSilenced(change)
    },
  }
}
