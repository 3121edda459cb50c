// The contact details of a person: e-mail addresses, phone numbers and the like. People edit their own, Administrators
// those of everyone.
import type { PersoncontactRecord, PersonRecord } from '@stint/sdk'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { can } from '../../api/permissions.ts'
import { useAll, useRemove } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import styles from '../../records/record.module.css'
import { ContactForm } from './contact-form.tsx'

type OpenDialog = { readonly contact: PersoncontactRecord | null }

const kinds = { email: 1, phone: 2, website: 4 } as const

function contactValue({ contact_type_id: kind, value }: PersoncontactRecord): ReactNode {
  if (kind === kinds.email) return <a href={`mailto:${value}`}>{value}</a>
  if (kind === kinds.phone) return <a href={`tel:${value.replaceAll(/[^\d+]/g, '')}`}>{value}</a>
  if (kind === kinds.website && /^https?:\/\//i.test(value)) {
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    )
  }
  return <span className={styles.address}>{value}</span>
}

export function PersonContacts({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const may = useMay()
  const { personid } = useSession()
  const query = useAll('personcontact', { personid: person.id })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const mine = may('person', 'update') || person.id === personid
  return (
    <Section
      title={messages.contacts}
      card
      actions={
        mine && (
          <Button small icon={Plus} onPress={() => setOpened({ contact: null })}>
            {parts.add}
          </Button>
        )
      }
    >
      <QueryList
        query={query}
        className={styles.lines}
        empty={<p className={styles.faint}>{mine ? messages.noContacts : messages.hiddenContacts}</p>}
      >
        {(contact) => <ContactLine key={contact.id} contact={contact} onEdit={() => setOpened({ contact })} />}
      </QueryList>
      {opened !== null && <ContactForm personid={person.id} contact={opened.contact} onClose={() => setOpened(null)} />}
    </Section>
  )
}

interface ContactLineProps {
  readonly contact: PersoncontactRecord
  readonly onEdit: () => void
}

function ContactLine({ contact, onEdit }: ContactLineProps) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const remove = useRemove('personcontact')
  const { id, value, contacttype, contactdescriptor } = contact
  const take = (): void => remove.mutate({ id }, { onSuccess: () => showToast(parts.saved), onError: showError })
  return (
    <li className={styles.line}>
      <span className={styles.lineWhat}>
        {contactValue(contact)}
        <span className={styles.faint}>{[contacttype, contactdescriptor].join(' · ')}</span>
      </span>
      {can(contact, 'update') && (
        <span className={styles.rowEnd}>
          <IconButton icon={Pencil} label={messages.editContact(value)} onPress={onEdit} />
          <IconButton icon={Trash2} label={messages.removeContact(value)} onPress={take} busy={remove.isPending} />
        </span>
      )}
    </li>
  )
}
