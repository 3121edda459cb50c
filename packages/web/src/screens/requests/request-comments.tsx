// The comments on a request. The API lists them oldest first, the page newest first.
import { useAll } from '../../api/records.ts'
import { useIsClient } from '../../api/session.tsx'
import { useRequestsMessages } from '../../messages/requests.ts'
import { QueryView } from '../../parts/page.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { useNoteWriting } from '../../records/notes/note-writing.ts'
import { Notes } from '../../records/notes/notes.tsx'

export function RequestComments({ requestid }: { readonly requestid: number }) {
  const { comments: title, noComments: empty } = useRequestsMessages()
  const { on } = useMailNotification()
  // As with a new request, what a client writes is always mailed to the people who do the work.
  const notify = useIsClient() || on
  const query = useAll('requestnote', { requestid })
  const writing = useNoteWriting('requestnote', { requestid }, notify)
  return (
    <QueryView query={query}>
      {(notes) => <Notes notes={notes.toReversed()} writing={writing} onlyComments={{ title, empty }} />}
    </QueryView>
  )
}
