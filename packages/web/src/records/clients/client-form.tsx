// The form that creates or changes a client, with the fields of the layout. After creating a client its page opens,
// unless the caller wants the client.

import type { ClientRecord } from '@stint/sdk'
import { locale, useToday } from '../../api/formats.ts'
import { optionsOf } from '../../api/permissions.ts'
import { languages } from '../../kit/zones.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { CurrencyField } from '../../parts/currency-field.tsx'
import { useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { RecordDialog, type RecordFormProps } from '../../parts/record-dialog.tsx'
import { useSaveRecord } from '../save-record.ts'
import { clientLayout } from './client-layout.ts'

export function ClientForm({ record: current, onCreated, onClose }: RecordFormProps<ClientRecord>) {
  const client = useOpenedRecord(current)
  const messages = usePeopleMessages().clients
  const today = useToday()
  const made = ({ name }: ClientRecord): string => messages.made(name)
  const save = useSaveRecord('client', client, { page: '/clients/$id', made, onCreated, onClose })
  const form = useForm(formValues(clientLayout, client, client === null ? { datecreated: today } : {}), (values) =>
    save(requestFields(clientLayout, values)),
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
