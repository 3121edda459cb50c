// The notes of a task, page after page from the newest.
import { useCreate, usePages, useRemove, useUpdate } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { LoadError, Loading } from '../../parts/page.tsx'
import { Notes } from '../../records/notes/notes.tsx'

const pageSize = 40

export function TaskNotes({ taskid, notify }: { readonly taskid: number; readonly notify: boolean }) {
  const may = useMay()
  const query = usePages('tasknote', { taskid, sortfield: 'date', sortdir: 'DESC' }, pageSize)
  const create = useCreate('tasknote')
  const update = useUpdate('tasknote')
  const remove = useRemove('tasknote')
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  return (
    <Notes
      notes={query.data.pages.flatMap(({ records }) => records)}
      onOlder={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      busy={query.isFetchingNextPage}
      writing={{
        create: may('tasknote', 'create')
          ? (note) => create.mutateAsync({ fields: { taskid, ...note }, notify })
          : null,
        update: may('tasknote', 'update') ? (id, fields) => update.mutateAsync({ id, fields }) : null,
        remove: may('tasknote', 'delete') ? (id) => remove.mutateAsync({ id }) : null,
      }}
    />
  )
}
