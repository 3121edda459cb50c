// The form of a contact detail of a person, new or existing: its kind, where it is, and the address or number.

import type { PersoncontactNew, PersoncontactRecord } from '@stint/sdk'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { ReferenceField } from '../../parts/fact-field.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { showToast } from '../../parts/toast.tsx'
import { contactLayout } from './contact-layout.ts'

const kinds = { email: 1, phone: 2, address: 3 } as const

interface ContactFormProps extends Closable {
  readonly personid: number
  readonly contact: PersoncontactRecord | null
}

export function ContactForm({ personid, contact, onClose }: ContactFormProps) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const create = useCreate('personcontact')
  const update = useUpdate('personcontact')
  const first = {
    contacttypeid: contact?.contact_type_id ?? kinds.phone,
    contactdescriptorid: contact?.contact_descriptor_id ?? null,
    value: contact?.value ?? '',
  }
  const form = useForm(formValues(contactLayout, null, first), async (values) => {
    const contactdescriptorid = values.contactdescriptorid ?? descriptors[0]?.id ?? null
    const fields: PersoncontactNew = { ...requestFields(contactLayout, { ...values, contactdescriptorid }), personid }
    if (contact === null) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: contact.id, fields })
    showToast(parts.saved)
    onClose()
  })
  const { contacttypeid, contactdescriptorid } = form.values
  const descriptors =
    useAll('contactdescriptor', { contacttypeid: contacttypeid ?? 0 }, contacttypeid !== null).data ?? []
  return (
    <FormDialog
      form={form}
      title={contact === null ? messages.addContact : messages.editContact(contact.value)}
      onClose={onClose}
    >
      <FormFields
        layout={contactLayout}
        form={form}
        focus="value"
        own={{
          contacttypeid: ({ required: _, ...control }) => (
            <ReferenceField
              {...control}
              required={false}
              target="contacttype"
              onChange={(id) => form.set({ contacttypeid: id, contactdescriptorid: null })}
            />
          ),
          contactdescriptorid: ({ required: _, ...control }) => (
            <ChoiceField
              {...control}
              value={contactdescriptorid ?? descriptors[0]?.id ?? null}
              options={descriptors.map(({ id, name }) => ({ id, name }))}
            />
          ),
          value: (control) =>
            contacttypeid === kinds.address ? (
              <TextArea {...control} />
            ) : (
              <TextField {...control} type={contacttypeid === kinds.email ? 'email' : 'text'} />
            ),
        }}
      />
    </FormDialog>
  )
}
