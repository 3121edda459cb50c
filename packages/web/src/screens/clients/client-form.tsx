// A client, new or to be changed. Its fields are those of the layout.
// Afterwards a new one is opened.
import type { ClientNew, ClientRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../api/formats.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { showToast } from '../../parts/toast.tsx'
import { clientLayout } from './client-layout.ts'

interface ClientFormProps {
  readonly client: ClientRecord | null
  readonly onClose: () => void
}

export function ClientForm({ client, onClose }: ClientFormProps) {
  const messages = usePeopleMessages().clients
  const parts = useMessages().parts
  const today = useToday()
  const navigate = useNavigate()
  const create = useCreate('client')
  const update = useUpdate('client')
  const form = useForm(formValues(clientLayout, client, { datecreated: today }), async (values) => {
    const fields: ClientNew = requestFields(clientLayout, values)
    if (client !== null) {
      await update.mutateAsync({ id: client.id, fields, ifMatch: client })
      showToast(parts.saved)
    } else {
      const made = await create.mutateAsync({ fields })
      showToast(messages.made(made.name))
      await navigate({ to: '/clients/$id', params: { id: String(made.id) } })
    }
    onClose()
  })
  return (
    <Dialog aside open title={client === null ? messages.add : messages.edit} onClose={onClose} dirty={form.changed}>
      <Form form={form}>
        <FormFields layout={clientLayout} form={form} />
        <DialogActions>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {client === null ? messages.make : parts.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
