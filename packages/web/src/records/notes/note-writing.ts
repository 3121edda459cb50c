// The write actions on notes of a task or a milestone that the role permits.
import { useRemove, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import type { NewNote, NoteActions } from './notes.tsx'

export function useNoteWriting(
  resource: 'tasknote' | 'milestonenote',
  create: (note: NewNote) => Promise<unknown>,
): NoteActions {
  const may = useMay()
  const update = useUpdate(resource)
  const remove = useRemove(resource)
  return {
    create: may(resource, 'create') ? create : null,
    update: may(resource, 'update') ? (id, fields) => update.mutateAsync({ id, fields }) : null,
    remove: may(resource, 'delete') ? (id) => remove.mutateAsync({ id }) : null,
  }
}
