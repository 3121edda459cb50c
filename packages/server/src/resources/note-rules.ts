// What the notes on tasks, milestones and requests share: their fields, who sees them, and the rules of writing them.
// An automatic note is created by a change (decision 46) and stays with the changed record; a note written by a person
// is a comment.
import { administratorOnly, allRoles, executiveOnly, me, type Role } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computedText, type Field, fullName, ref, stored } from '../define/fields.ts'
import { datetime, flag, html, plainText, recordId } from '../define/kinds.ts'
import {
  type Change,
  changesField,
  type RecordRule,
  type Resource,
  type ResourceDefinition,
  valueAfter,
} from '../define/resource.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
import { actionsField, changesAsHtml } from './note-changes.ts'
import { bothConditions, seesAll } from './visibility.ts'

/** Executives do not see who did the work or who commented on it (decision 33). */
const hideFrom = executiveOnly
/** Their notes are always public. */
const fixedFor = executiveOnly

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

/** The notes of a table that everybody changes themselves. */
export const byAuthor = (table: string): RecordRule => ({
  where: (viewer) => (seesAll(viewer) ? null : sql`${sqlName(table)}.authorid = ${me}`),
  error: () => forbidden(`${table}: only its author or an Administrator can change or delete a note`),
})

type NoteDefinition = Pick<
  ResourceDefinition,
  'access' | 'joins' | 'visible' | 'allowed' | 'fields' | 'modifiedColumn' | 'before'
>

interface NoteTable {
  readonly table: string
  /** The column with the id of the record. */
  readonly key: string
  readonly more?: Readonly<Record<string, (name: string) => Field>>
  /** Changes leave no notes in this table. Authors change their own comments, which stay with their record. */
  readonly onlyComments?: boolean
}

/** Notes on the records of a resource. Executives see and write public ones. */
export function noteDefinitionFor(
  of: Resource,
  { table, key, more = {}, onlyComments = false }: NoteTable,
): NoteDefinition {
  const onlyPublic = sql`${sqlName(table)}.public = 't'`
  const changers = onlyComments ? allRoles : administratorOnly
  const title = stored(plainText(), { readOnly: true, default: 'Note added', doc: 'What happened' })
  const changes = stored({ ...plainText(), blank: null }, { readOnly: true, shown: false })

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
    access: { list: allRoles, read: allRoles, create: allRoles, update: changers, delete: changers },
    joins: { [of.name]: `${table}.${key}`, author: ['person', `${table}.authorid`] },
    visible: (viewer) => bothConditions(of.visible(viewer), viewer.role === 'Executive' ? onlyPublic : null),
    ...(onlyComments ? { allowed: { update: [byAuthor(table)], delete: [byAuthor(table)] } } : {}),
    fields: {
      [key]: ref(of.name, { required: true, createOnly: onlyComments }),
      ...(onlyComments ? {} : { title }),
      date: authorFields.date,
      authorid: authorFields.authorid({ hideFrom }),
      note: stored(html, { required: true, ...(onlyComments ? {} : { doc: 'Empty on automatic notes' }) }),
      public: stored(flag, {
        required: true,
        default: 'f',
        fixedFor,
        doc: "'t' shows the note to Executives; notes of Executives are always public",
      }),
      ...more,
      ...(onlyComments ? {} : { actions: actionsField(of) }),
      author: computedText(fullName('author'), { hideFrom }),
      ...(onlyComments ? {} : { changes }),
    },
    modifiedColumn: 'datemodified',
    before: async (change) => {
      const isAlwaysPublic = fixedFor.includes(change.actor.role)
      if (change.id !== null) {
        if (!onlyComments) keepHistory(change)
        else if (isAlwaysPublic && changesField(change, 'public'))
          change.errors.addInvalid('public', String(change.values.public), 'notes of Executives are always public')
        return
      }
      if (isAlwaysPublic) change.values.public = 't'
      await requireCommentPermission(change)
    },
  }
}
