// The page of a person: contact details, projects, hours of this week and the last, and open tasks. What the signed-in
// person may not see is left out.
import type { PersonRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { can, isClient, ownTimeOnly } from '../../api/permissions.ts'
import { useOne } from '../../api/records.ts'
import { useMay, useMaySee, useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Badge } from '../../parts/badge.tsx'
import { EmptyState, Page, QueryView } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { DetailCard } from '../../records/detail-card.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { fullName } from '../../records/people/people.ts'
import { personLayout } from '../../records/people/person-layout.ts'
import { RoleBadge } from '../../records/people/role-badge.tsx'
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
  const session = useSession()
  const { personid } = session
  const { id, group, groupid, active, clientid, client, primaryaccount, restricttasks, cancomment } = person
  const worksOnTasks = clientid === null && group !== null && !isClient(group)
  // A Resource may only see their own time.
  const seesHours = worksOnTasks && (!ownTimeOnly(session) || id === personid)
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
          {group !== null && <RoleBadge role={group} />}
          {id === personid && <Badge tone="live">{messages.you}</Badge>}
          {primaryaccount && <Badge>{messages.primary}</Badge>}
          {restricttasks === true && <Badge>{messages.restricted}</Badge>}
          {cancomment === false && <Badge>{messages.mayNotComment}</Badge>}
          {!active && <Badge tone="warn">{messages.inactive}</Badge>}
        </>
      }
      actions={can(person, 'update') && <PersonMenu person={person} />}
    >
      <div className={styles.twoColumns}>
        <div className={styles.column}>
          {seesHours && <PersonHours personid={id} />}
          {worksOnTasks && <PersonTasks personid={id} />}
          {groupid !== null && <PersonProjects person={person} />}
          {groupid === null && <PersonContacts person={person} />}
        </div>
        <div className={styles.column}>
          {groupid !== null && <PersonContacts person={person} />}
          <PersonDetails person={person} />
          <RecordHistory resource="person" id={id} card />
        </div>
      </div>
    </Page>
  )
}

function PersonDetails({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const parts = useMessages().parts
  const formats = useFormats()
  const { username = '', lastlogin, numlogins, timezone, allprojects, notes } = person
  // The fields of this list are hidden from the same roles.
  const shown = useMaySee()('person', 'username')
  if (!shown) return null
  const hasLogin = username !== ''
  const login = {
    lastlogin: lastlogin == null ? messages.never : formats.moment(lastlogin),
    numlogins: numlogins === undefined ? null : formats.number(numlogins),
    timezone,
  }
  const noLogin = { username: messages.noLogin, lastlogin: null, numlogins: null, timezone: null }
  const own = { ...(hasLogin ? login : noLogin), allprojects: allprojects === true ? parts.yes : null }
  return <DetailCard title={messages.details} html={notes} layout={personLayout} record={person} own={own} />
}
