// The form that creates or changes a client, with the fields of the layout. After creating a client its page opens,
// unless the caller wants the client.

import type { ClientNew, ClientRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { locale, useToday } from '../../api/formats.ts'
import { optionsOf } from '../../api/permissions.ts'
import { useCreate, useUpdate } from '../../api/records.ts'
import { languages } from '../../kit/zones.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { CurrencyField } from '../../parts/currency-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { RecordDialog } from '../../parts/record-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { clientLayout } from './client-layout.ts'

interface ClientFormProps extends Closable {
  readonly client: ClientRecord | null
  /** Called with a new client; without it, its page is opened. */
  readonly onCreated?: (client: ClientRecord) => void
}

export function ClientForm({ client: current, onCreated, onClose }: ClientFormProps) {
  const client = useOpenedRecord(current)
  const messages = usePeopleMessages().clients
  const parts = useMessages().parts
  const today = useToday()
  const navigate = useNavigate()
  const create = useCreate('client')
  const update = useUpdate('client')
  const form = useForm(
    formValues(clientLayout, client, client === null ? { datecreated: today } : {}),
    async (values) => {
      const fields: ClientNew = requestFields(clientLayout, values)
      if (client !== null) {
        await update.mutateAsync({ id: client.id, fields, ifMatch: client })
        showToast(parts.saved)
      } else {
        const created = await create.mutateAsync({ fields })
        showToast(messages.made(created.name))
        if (onCreated) onCreated(created)
        else await navigate({ to: '/clients/$id', params: { id: String(created.id) } })
      }
      onClose()
    },
  )
  return (
    <RecordDialog form={form} record={client} texts={[messages.add, messages.edit, messages.make]} onClose={onClose}>
      <FormFields
        layout={clientLayout}
        form={form}
        own={{
          currency: (control) => <CurrencyField {...control} none={messages.companyCurrency} />,
          language: ({ onChange, value, ...control }) => (
            <ChoiceField
              {...control}
              value={value === '' ? null : value}
              onChange={(id) => onChange(id ?? '')}
              none={messages.companyLanguage}
              options={languages(locale, optionsOf('client', 'language'))}
            />
          ),
        }}
      />
    </RecordDialog>
  )
}
