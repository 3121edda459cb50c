// The form of a document: title, notes, tags, and whether the client sees it. The file is replaced by a new
// version.
import type { DocumentRecord } from '@stint/sdk'
import { maxOf } from '../../api/permissions.ts'
import { useUpdate } from '../../api/records.ts'
import { useMaySet } from '../../api/session.tsx'
import { useRequestsMessages } from '../../messages/requests.ts'
import { TextField } from '../../parts/fields.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormActions } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { showToast } from '../../parts/toast.tsx'
import { documentLayout } from './document-layout.ts'

export function DocumentForm({ document, onDone }: { readonly document: DocumentRecord; readonly onDone: () => void }) {
  const messages = useRequestsMessages().documents
  const update = useUpdate('document')
  const choosesPublic = useMaySet()('document', 'public', 'update')
  const form = useForm(formValues(documentLayout, document), async (values) => {
    await update.mutateAsync({ id: document.id, fields: requestFields(documentLayout, values) })
    showToast(messages.saved)
    onDone()
  })
  return (
    <Form form={form} label={messages.edit}>
      <FormFields
        layout={documentLayout}
        form={form}
        hidden={choosesPublic ? [] : ['public']}
        own={{
          title: (control) => <TextField {...control} required maxLength={maxOf('document', 'title')} />,
          tags: (control) => <TextField {...control} maxLength={maxOf('document', 'tags')} />,
        }}
      />
      <FormActions form={form} onCancel={onDone} />
    </Form>
  )
}
