// The writes of notes on a task, a milestone or a request. Which notes a person may change, the notes say themselves.
import { useRemove, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import type { NewNote, NoteActions } from './notes.tsx'

export function useNoteWriting(
  resource: 'tasknote' | 'milestonenote' | 'requestnote',
  create: (note: NewNote) => Promise<unknown>,
): NoteActions {
  const may = useMay()
  const update = useUpdate(resource)
  const remove = useRemove(resource)
  return {
    create: may(resource, 'create') ? create : null,
    update: (id, fields) => update.mutateAsync({ id, fields }),
    remove: (id) => remove.mutateAsync({ id }),
  }
}
