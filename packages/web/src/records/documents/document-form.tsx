// The details of a document: title, notes, tags, and whether the client sees it. The file itself has versions instead.
import type { DocumentRecord } from '@stint/sdk'
import { maxOf } from '../../api/permissions.ts'
import { useUpdate } from '../../api/records.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { CheckField, TextArea, TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

export function DocumentForm({ document, onDone }: { readonly document: DocumentRecord; readonly onDone: () => void }) {
  const messages = useRequestsMessages().documents
  const update = useUpdate('document')
  const { id, title, notes, tags, public: shown } = document
  const form = useForm({ title, notes, tags, public: shown }, async (fields) => {
    await update.mutateAsync({ id, fields })
    showToast(messages.saved)
    onDone()
  })
  return (
    <Form form={form} label={messages.edit}>
      <TextField
        {...form.field('title')}
        label={messages.name}
        maxLength={maxOf('document', 'title')}
        autoFocus
        required
      />
      <TextArea {...form.field('notes')} label={messages.notes} />
      <TextField
        {...form.field('tags')}
        label={messages.tags}
        hint={messages.tagsHint}
        maxLength={maxOf('document', 'tags')}
      />
      <CheckField {...form.field('public')} label={messages.public} />
      <FormActions form={form} onCancel={onDone} />
    </Form>
  )
}
