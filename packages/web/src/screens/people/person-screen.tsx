// The page of a person: how to reach them, the projects they are on, their hours of this week and last, and what they
// have to do. What the signed-in person may not know of others is left out.

import type { PersonRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { ownTimeOnly } from '../../api/permissions.ts'
import { useOne } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Badge } from '../../parts/badge.tsx'
import { DetailList, EmptyState, Page, QueryView, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { fullName, groupIds } from '../../records/people/people.ts'
import styles from '../../records/record.module.css'
import { PersonContacts } from './person-contacts.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PersonHours, PersonProjects, PersonTasks } from './person-work.tsx'

const route = getRouteApi('/people/$id')

export function PersonScreen() {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const may = useMay()
  const { id } = route.useParams()
  const reads = may('person', 'read')
  const query = useOne('person', reads ? Number(id) : null)
  if (query.data === undefined) {
    return (
      <Page title={messages.title}>
        {reads ? <QueryView query={query}>{() => null}</QueryView> : <EmptyState title={parts.notThere} />}
      </Page>
    )
  }
  return <PersonPage person={query.data} />
}

function PersonPage({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const may = useMay()
  const session = useSession()
  const { personid } = session
  const { id, group, groupid, active, clientid, client, primaryaccount, restricttasks, cancomment } = person
  const isClient = clientid !== null || groupid === groupIds.executive
  // A Resource is told of nobody's time but their own.
  const seesHours = !isClient && groupid !== null && (!ownTimeOnly(session) || id === personid)
  return (
    <Page
      title={fullName(person)}
      above={
        clientid !== null && client !== null ? (
          <RecordLink to="/clients/$id" id={clientid} text={client} />
        ) : (
          person.title || undefined
        )
      }
      beside={
        <>
          {group !== null && <Badge tone={group === 'Administrator' ? 'accent' : 'plain'}>{group}</Badge>}
          {id === personid && <Badge tone="live">{messages.you}</Badge>}
          {primaryaccount && <Badge>{messages.primary}</Badge>}
          {restricttasks === true && <Badge>{messages.restricted}</Badge>}
          {cancomment === false && <Badge>{messages.mayNotComment}</Badge>}
          {!active && <Badge tone="warn">{messages.inactive}</Badge>}
        </>
      }
      actions={may('person', 'update') && <PersonMenu person={person} />}
    >
      <div className={styles.twoColumns}>
        <div className={styles.column}>
          {seesHours && <PersonHours personid={id} />}
          {!isClient && groupid !== null && <PersonTasks personid={id} />}
          {groupid !== null && <PersonProjects person={person} />}
          {groupid === null && <PersonContacts person={person} />}
        </div>
        <div className={styles.column}>
          {groupid !== null && <PersonContacts person={person} />}
          <PersonDetails person={person} />
        </div>
      </div>
    </Page>
  )
}

function PersonDetails({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const formats = useFormats()
  const { title, username, lastlogin, numlogins, timezone, allprojects, hourlyrate, notes } = person
  const hasLogin = username !== undefined && username !== ''
  const facts = [
    { name: messages.fields.title, value: title },
    { name: messages.fields.username, value: username === undefined ? null : username || messages.noLogin },
    {
      name: messages.fields.lastlogin,
      value: !hasLogin ? null : lastlogin == null ? messages.never : formats.moment(lastlogin),
    },
    { name: messages.fields.numlogins, value: !hasLogin || numlogins === undefined ? null : formats.number(numlogins) },
    { name: messages.fields.timezone, value: hasLogin ? timezone : null },
    { name: messages.fields.hourlyrate, value: hourlyrate == null ? null : formats.money(hourlyrate) },
    { name: messages.fields.allprojects, value: allprojects === true ? parts.yes : null },
  ]
  const nothing = facts.every(({ value }) => value == null || value === '') && (notes ?? '') === ''
  if (nothing) return null
  return (
    <Section title={messages.details} card>
      <div className={styles.tight}>
        <DetailList facts={facts} />
      </div>
      {notes !== undefined && notes !== '' && <StoredHtml html={notes} />}
    </Section>
  )
}
