// The form that creates or changes a note of a project. The server encrypts secure notes. A new note can be mailed to
// the team.

import type { ProjectnoteRecord } from '@stint/sdk'
import { maxOf } from '../../api/permissions.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'

interface ProjectNoteFormProps extends Closable {
  readonly projectid: number
  readonly note: ProjectnoteRecord | null
}

export function ProjectNoteForm({ projectid, note, onClose }: ProjectNoteFormProps) {
  const messages = useProjectMessages().notes
  const parts = useMessages().parts
  const { mail } = useSession()
  const create = useCreate('projectnote')
  const update = useUpdate('projectnote')
  const first = { title: note?.title ?? '', note: note?.note ?? '', secure: note?.secure ?? false, notify: false }
  const form = useForm(first, async ({ notify, ...fields }) => {
    if (note === null) await create.mutateAsync({ fields: { projectid, ...fields }, notify })
    else await update.mutateAsync({ id: note.id, fields })
    showToast(parts.saved)
    onClose()
  })
  return (
    <FormDialog form={form} wide title={note === null ? messages.add : messages.edit} onClose={onClose}>
      <TextField
        {...form.field('title')}
        label={messages.title}
        required
        autoFocus
        maxLength={maxOf('projectnote', 'title')}
      />
      <RichText {...form.field('note')} label={messages.note} required />
      <CheckField {...form.field('secure')} label={messages.secureField} hint={messages.secureHint} />
      {note === null && mail && <CheckField {...form.field('notify')} label={messages.mailTeam} />}
    </FormDialog>
  )
}
