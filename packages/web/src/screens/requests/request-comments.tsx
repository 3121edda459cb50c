// The comments on a request. The API lists them oldest first, the page newest first.
import { useAll } from '../../api/records.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { QueryView } from '../../parts/page.tsx'
import { useRequestNotification } from '../../records/mail-notification.ts'
import { useNoteWriting } from '../../records/notes/note-writing.ts'
import { Notes } from '../../records/notes/notes.tsx'

export function RequestComments({ requestid }: { readonly requestid: number }) {
  const { comments: title, noComments: empty } = useRequestsMessages()
  const notify = useRequestNotification()
  const query = useAll('requestnote', { requestid })
  const writing = useNoteWriting('requestnote', { requestid }, notify)
  return (
    <QueryView query={query}>
      {(notes) => <Notes notes={notes.toReversed()} writing={writing} onlyComments={{ title, empty }} />}
    </QueryView>
  )
}
