// The notes of a milestone. The server gives them oldest first and all at once; here the newest stand first.
import { useAll, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { QueryView } from '../../parts/page.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { Notes } from '../../records/notes/notes.tsx'

export function MilestoneNotes({ milestoneid }: { readonly milestoneid: number }) {
  const may = useMay()
  const { on: notify } = useMailNotification()
  const query = useAll('milestonenote', { milestoneid })
  const create = useCreate('milestonenote')
  const update = useUpdate('milestonenote')
  const remove = useRemove('milestonenote')
  return (
    <QueryView query={query}>
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
    </QueryView>
  )
}
