// Action notes: an update of a record leaves one note with the changed fields, old and new value by label, in the same
// transaction (decision 46). It is stored field by field, so that a reader sees only the fields that they may see
// (T-14).
import type { Actor } from '../define/actor.ts'
import type { ChangedField, Resource, StoredRecord } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'

const serializedField = (resource: Resource, record: StoredRecord, field: string): string =>
  resource.fields[field]?.kind.serialize(record[field] ?? null) ?? ''

export function changedFields(resource: Resource, was: StoredRecord, now: StoredRecord): ChangedField[] {
  return Object.entries(resource.fields).flatMap(([field, { note }]) => {
    if (note === undefined || serializedField(resource, was, field) === serializedField(resource, now, field)) return []
    return [
      {
        field,
        label: note.label,
        was: serializedField(resource, was, note.show),
        now: serializedField(resource, now, note.show),
      },
    ]
  })
}

export async function writeActionNote(
  tx: WriteTransaction,
  resource: Resource,
  actor: Actor,
  id: number,
  changed: readonly ChangedField[],
): Promise<void> {
  if (resource.actionNotes === undefined || changed.length === 0) return
  await tx.insert(resource.actionNotes.table, {
    id: nextId,
    [resource.actionNotes.key]: id,
    authorid: actor.personid,
    title: resource.actionNotes.title,
    date: actor.now,
    datemodified: actor.now,
    changes: JSON.stringify(changed),
  })
}
