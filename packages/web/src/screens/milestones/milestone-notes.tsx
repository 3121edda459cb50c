// The notes of a milestone. The API lists them oldest first, the page newest first.
import { useAll } from '../../api/records.ts'
import { QueryView } from '../../parts/page.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { useNoteWriting } from '../../records/notes/note-writing.ts'
import { Notes } from '../../records/notes/notes.tsx'

export function MilestoneNotes({ milestoneid }: { readonly milestoneid: number }) {
  const { on: notify } = useMailNotification()
  const query = useAll('milestonenote', { milestoneid })
  const writing = useNoteWriting('milestonenote', { milestoneid }, notify)
  return (
    <QueryView query={query}>
      {(notes) => <Notes notes={[...notes].sort((one, other) => (one.date < other.date ? 1 : -1))} writing={writing} />}
    </QueryView>
  )
}
