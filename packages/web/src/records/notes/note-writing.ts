// The writes of notes on a task, a milestone or a request. Which notes a person may change, the notes say themselves.
import { type NewOf, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useMay, useMaySet } from '../../api/session.tsx'
import type { NewNote, NoteActions } from './notes.tsx'

type NoteResource = 'tasknote' | 'milestonenote' | 'requestnote'

/** `owner` is the record that new notes belong to, such as `{ taskid }`. */
export function useNoteWriting<K extends NoteResource>(
  resource: K,
  owner: Omit<NewOf<K>, keyof NewNote>,
  notify: boolean,
): NoteActions {
  const may = useMay()
  const maySet = useMaySet()
  const create = useCreate(resource)
  const update = useUpdate(resource)
  const remove = useRemove(resource)
  const add = (note: NewNote): Promise<unknown> =>
    create.mutateAsync({ fields: { ...owner, ...note } as NewOf<K>, notify })
  return {
    create: may(resource, 'create') ? add : null,
    choosesPublic: maySet(resource, 'public', 'create'),
    update: (id, fields) => update.mutateAsync({ id, fields }),
    remove: (id) => remove.mutateAsync({ id }),
  }
}
