// The notes of a milestone. The server gives them oldest first and all at once; here the newest stand first.
import { useAll, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { Loaded } from '../../parts/page.tsx'
import { Notes } from './notes.tsx'
import { useNotifying } from './notifying.ts'

export function MilestoneNotes({ milestoneid }: { readonly milestoneid: number }) {
  const may = useMay()
  const { on: notify } = useNotifying()
  const query = useAll('milestonenote', { milestoneid })
  const create = useCreate('milestonenote')
  const update = useUpdate('milestonenote')
  const remove = useRemove('milestonenote')
  return (
    <Loaded query={query}>
      {(notes) => (
        <Notes
          notes={[...notes].sort((one, other) => (one.date < other.date ? 1 : -1))}
          writing={{
            create: may('milestonenote', 'create')
              ? (note) => create.mutateAsync({ fields: { milestoneid, ...note }, notify })
              : null,
            update: may('milestonenote', 'update') ? (id, fields) => update.mutateAsync({ id, fields }) : null,
            remove: may('milestonenote', 'delete') ? (id) => remove.mutateAsync({ id }) : null,
          }}
        />
      )}
    </Loaded>
  )
}
