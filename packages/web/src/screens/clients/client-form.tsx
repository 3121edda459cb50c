// A client, new or to be changed: a form made from the facts about its fields.
import type { ClientNew, ClientRecord, IsoDate } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { DayField } from '../../parts/day-field.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'

const valuesOf = (client: ClientRecord | null, today: IsoDate) => ({
  name: client?.name ?? '',
  email: client?.email ?? '',
  website: client?.website ?? '',
  phone: client?.phone ?? '',
  fax: client?.fax ?? '',
  address: client?.address ?? '',
  datecreated: client?.datecreated ?? (today as IsoDate | null),
  description: client?.description ?? '',
})

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
  const form = useForm(valuesOf(client, today), async (values) => {
    // The server says what is missing.
    const fields: ClientNew = { ...values, name: values.name.trim(), datecreated: values.datecreated as IsoDate }
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
    <FormDialog
      form={form}
      aside
      title={client === null ? messages.add : messages.edit}
      onClose={onClose}
      submit={client === null ? messages.make : parts.save}
    >
      <TextField
        {...form.field('name')}
        label={messages.fields.name}
        required
        autoFocus
        maxLength={maxOf('client', 'name')}
      />
      <FieldRow>
        <TextField
          {...form.field('email')}
          label={messages.fields.email}
          type="email"
          maxLength={maxOf('client', 'email')}
        />
        <TextField {...form.field('website')} label={messages.fields.website} maxLength={maxOf('client', 'website')} />
      </FieldRow>
      <FieldRow>
        <TextField
          {...form.field('phone')}
          label={messages.fields.phone}
          type="tel"
          maxLength={maxOf('client', 'phone')}
        />
        <TextField {...form.field('fax')} label={messages.fields.fax} type="tel" maxLength={maxOf('client', 'fax')} />
      </FieldRow>
      <TextArea {...form.field('address')} label={messages.fields.address} hint={messages.addressHint} />
      <DayField {...form.field('datecreated')} label={messages.fields.datecreated} required />
      <RichText {...form.field('description')} label={messages.fields.description} />
    </FormDialog>
  )
}
