// A client, new or to be changed: a form made from the facts about its fields.
import type { ClientNew, ClientRecord, IsoDate } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permits.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, useForm } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { say } from '../../parts/toast.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { useWords } from '../../words/words.ts'

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
  const words = usePeopleWords().clients
  const parts = useWords().parts
  const today = useToday()
  const navigate = useNavigate()
  const create = useCreate('client')
  const update = useUpdate('client')
  const form = useForm(valuesOf(client, today), async (values) => {
    // The server says what is missing.
    const fields: ClientNew = { ...values, name: values.name.trim(), datecreated: values.datecreated as IsoDate }
    if (client !== null) {
      await update.mutateAsync({ id: client.id, fields, ifMatch: client })
      say(parts.saved)
    } else {
      const made = await create.mutateAsync({ fields })
      say(words.made(made.name))
      await navigate({ to: '/clients/$id', params: { id: String(made.id) } })
    }
    onClose()
  })
  return (
    <Dialog aside open title={client === null ? words.add : words.edit} onClose={onClose} typed={form.changed}>
      <Form form={form}>
        <TextField
          {...form.of('name')}
          label={words.fields.name}
          required
          autoFocus
          maxLength={maxOf('client', 'name')}
        />
        <FieldRow>
          <TextField
            {...form.of('email')}
            label={words.fields.email}
            type="email"
            maxLength={maxOf('client', 'email')}
          />
          <TextField {...form.of('website')} label={words.fields.website} maxLength={maxOf('client', 'website')} />
        </FieldRow>
        <FieldRow>
          <TextField {...form.of('phone')} label={words.fields.phone} type="tel" maxLength={maxOf('client', 'phone')} />
          <TextField {...form.of('fax')} label={words.fields.fax} type="tel" maxLength={maxOf('client', 'fax')} />
        </FieldRow>
        <TextArea {...form.of('address')} label={words.fields.address} hint={words.addressHint} />
        <DayField {...form.of('datecreated')} label={words.fields.datecreated} required />
        <RichText {...form.of('description')} label={words.fields.description} />
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {client === null ? words.make : parts.save}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}
