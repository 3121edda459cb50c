// How to reach a person: e-mail addresses, phone numbers and the like. Everyone keeps their own, Administrators everybody's.
import type { PersoncontactRecord, PersonRecord } from '@stint/sdk'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAll, useRemove } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Loaded, Section } from '../../parts/page.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { useWords } from '../../words/words.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './projects.module.css'

type Opened = { readonly contact: PersoncontactRecord | null }

const kinds = { email: 1, phone: 2, website: 4 } as const

function shownOf({ contact_type_id: kind, value }: PersoncontactRecord): ReactNode {
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
  const words = usePeopleWords().people
  const parts = useWords().parts
  const { role, personid } = useSession()
  const query = useAll('personcontact', { personid: person.id })
  const [opened, setOpened] = useState<Opened | null>(null)
  const mine = role === 'Administrator' || person.id === personid
  return (
    <Section
      title={words.contacts}
      card
      actions={
        mine && (
          <Button small icon={Plus} onPress={() => setOpened({ contact: null })}>
            {parts.add}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(contacts) =>
          contacts.length === 0 ? (
            <p className={styles.faint}>{mine ? words.noContacts : words.hiddenContacts}</p>
          ) : (
            <ul className={styles.lines}>
              {contacts.map((contact) => (
                <ContactLine key={contact.id} contact={contact} mine={mine} onEdit={() => setOpened({ contact })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {opened !== null && <ContactForm personid={person.id} contact={opened.contact} onClose={() => setOpened(null)} />}
    </Section>
  )
}

interface ContactLineProps {
  readonly contact: PersoncontactRecord
  readonly mine: boolean
  readonly onEdit: () => void
}

function ContactLine({ contact, mine, onEdit }: ContactLineProps) {
  const words = usePeopleWords().people
  const parts = useWords().parts
  const remove = useRemove('personcontact')
  const { id, value, contacttype, contactdescriptor } = contact
  const take = (): void => remove.mutate({ id }, { onSuccess: () => say(parts.saved), onError: sayBad })
  return (
    <li className={styles.line}>
      <span className={styles.lineWhat}>
        {shownOf(contact)}
        <span className={styles.faint}>{[contacttype, contactdescriptor].join(' · ')}</span>
      </span>
      {mine && (
        <span className={styles.rowEnd}>
          <IconButton icon={Pencil} label={words.editContact(value)} onPress={onEdit} />
          <IconButton icon={Trash2} label={words.removeContact(value)} onPress={take} busy={remove.isPending} />
        </span>
      )}
    </li>
  )
}
