// A note of a project, new or to be changed; secure ones are kept encrypted by the server. A new one can be mailed to the team.
import type { ProjectnoteRecord } from '@stint/sdk'
import { maxOf } from '../../api/permits.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { say } from '../../parts/toast.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { useWords } from '../../words/words.ts'

interface NoteFormProps {
  readonly projectid: number
  readonly note: ProjectnoteRecord | null
  readonly onClose: () => void
}

export function NoteForm({ projectid, note, onClose }: NoteFormProps) {
  const words = useProjectWords().notes
  const parts = useWords().parts
  const { mail } = useSession()
  const create = useCreate('projectnote')
  const update = useUpdate('projectnote')
  const first = { title: note?.title ?? '', note: note?.note ?? '', secure: note?.secure ?? false, notify: false }
  const form = useForm(first, async ({ notify, ...fields }) => {
    if (note === null) await create.mutateAsync({ fields: { projectid, ...fields }, notify })
    else await update.mutateAsync({ id: note.id, fields })
    say(parts.saved)
    onClose()
  })
  return (
    <Dialog wide open title={note === null ? words.add : words.edit} onClose={onClose} typed={form.changed}>
      <Form form={form}>
        <TextField
          {...form.of('title')}
          label={words.title}
          required
          autoFocus
          maxLength={maxOf('projectnote', 'title')}
        />
        <RichText {...form.of('note')} label={words.note} required onSubmit={() => void form.submit()} />
        <CheckField {...form.of('secure')} label={words.secureField} hint={words.secureHint} />
        {note === null && mail && <CheckField {...form.of('notify')} label={words.tell} />}
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {parts.save}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
