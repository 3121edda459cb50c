// The notes of a task, newest first, loaded page by page.

import { usePages } from '../../api/records.ts'
import { LoadError, Loading } from '../../parts/page.tsx'
import { useNoteWriting } from '../../records/notes/note-writing.ts'
import { Notes } from '../../records/notes/notes.tsx'

const pageSize = 40

export function TaskNotes({ taskid, notify }: { readonly taskid: number; readonly notify: boolean }) {
  const query = usePages('tasknote', { taskid, sortfield: 'date', sortdir: 'DESC' }, pageSize)
  const writing = useNoteWriting('tasknote', { taskid }, notify)
  if (query.isError) return <LoadError error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Loading />
  return (
    <Notes
      notes={query.data.pages.flatMap(({ records }) => records)}
      onOlder={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      busy={query.isFetchingNextPage}
      writing={writing}
    />
  )
}
