// One way to reach a person, new or to be changed: its kind, where it is, and the address or number itself.
import type { PersoncontactRecord } from '@stint/sdk'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { FieldRow, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

const kinds = { email: 1, phone: 2, address: 3 } as const

interface ContactFormProps {
  readonly personid: number
  readonly contact: PersoncontactRecord | null
  readonly onClose: () => void
}

export function ContactForm({ personid, contact, onClose }: ContactFormProps) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const create = useCreate('personcontact')
  const update = useUpdate('personcontact')
  const types = useAll('contacttype').data ?? []
  const first = {
    contacttypeid: (contact?.contact_type_id ?? kinds.phone) as number | null,
    contactdescriptorid: (contact?.contact_descriptor_id ?? null) as number | null,
    value: contact?.value ?? '',
  }
  const form = useForm(first, async ({ contacttypeid, contactdescriptorid, value }) => {
    // The server says what is missing.
    const fields = {
      personid,
      contacttypeid: contacttypeid as number,
      contactdescriptorid: (contactdescriptorid ?? descriptors[0]?.id) as number,
      value: value.trim(),
    }
    if (contact === null) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: contact.id, fields })
    showToast(parts.saved)
    onClose()
  })
  const { contacttypeid, contactdescriptorid } = form.values
  const descriptors =
    useAll('contactdescriptor', { contacttypeid: contacttypeid ?? 0 }, contacttypeid !== null).data ?? []
  const value = { ...form.field('value'), label: messages.contactValue, required: true, autoFocus: true }
  return (
    <FormDialog
      form={form}
      title={contact === null ? messages.addContact : messages.editContact(contact.value)}
      onClose={onClose}
    >
      <FieldRow>
        <ChoiceField
          {...form.field('contacttypeid')}
          onChange={(id) => form.set({ contacttypeid: id, contactdescriptorid: null })}
          label={messages.contactType}
          options={types.map(({ id, name }) => ({ id, name }))}
        />
        <ChoiceField
          {...form.field('contactdescriptorid')}
          value={contactdescriptorid ?? descriptors[0]?.id ?? null}
          label={messages.contactDescriptor}
          options={descriptors.map(({ id, name }) => ({ id, name }))}
        />
      </FieldRow>
      {contacttypeid === kinds.address ? (
        <TextArea {...value} />
      ) : (
        <TextField {...value} type={contacttypeid === kinds.email ? 'email' : 'text'} />
      )}
    </FormDialog>
  )
}
