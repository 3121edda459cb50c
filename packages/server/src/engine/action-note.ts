// Action notes: a change of a record leaves one note with its fields, old and new by label, in the same transaction
// (decision 46). Kept field by field, so that whoever reads it later is shown only the fields they may see (T-14).
import type { Actor } from '../define/actor.ts'
import type { ChangedField, Resource, StoredRecord } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'

const shown = (resource: Resource, record: StoredRecord, field: string): string =>
  resource.fields[field]?.kind.print(record[field] ?? null) ?? ''

export function changedFields(resource: Resource, was: StoredRecord, now: StoredRecord): ChangedField[] {
  return Object.entries(resource.fields).flatMap(([field, { note }]) => {
    if (note === undefined || shown(resource, was, field) === shown(resource, now, field)) return []
    return [{ field, label: note.label, was: shown(resource, was, note.show), now: shown(resource, now, note.show) }]
  })
}

export async function writeActionNote(
  tx: WriteTransaction,
  resource: Resource,
  actor: Actor,
  id: number,
  changed: readonly ChangedField[],
): Promise<void> {
  if (resource.notes === undefined || changed.length === 0) return
  await tx.insert(resource.notes.table, {
    id: nextId,
    [resource.notes.key]: id,
    authorid: actor.personid,
    title: resource.notes.title,
    date: actor.now,
    datemodified: actor.now,
    changes: JSON.stringify(changed),
  })
}
