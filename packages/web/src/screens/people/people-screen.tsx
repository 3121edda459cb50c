// The list of people, with one tab for the team and one for the people of clients.
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useMay } from '../../api/session.tsx'
import { useAddDialog } from '../../frame/add-button.tsx'
import { usePeopleMessages } from '../../messages/people.ts'
import { ClientFilter, FilterBar, SearchFilter } from '../../parts/filter-bar.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { ActiveFilter } from '../../records/active-filter.tsx'
import { PersonForm } from '../../records/people/person-form.tsx'
import styles from '../../records/record.module.css'
import { PeopleTable } from './people-table.tsx'

const route = getRouteApi('/people')

export const PeopleScreen = guarded(PeoplePage, ['person', 'list'], () => usePeopleMessages().people.title)

function PeoplePage() {
  const messages = usePeopleMessages().people
  const may = useMay()
  const { tab = 'team', clientid } = route.useSearch()
  const navigate = route.useNavigate()
  const { add, addButton, dialog } = useAddDialog({
    allowed: may('person', 'create'),
    name: messages.add,
    icon: UserPlus,
    dialog: (close) => <PersonForm record={null} clientid={clientid} onClose={close} />,
  })
  const content = () => (
    <div className={styles.stack}>
      <Filters />
      <PeopleTable onAdd={add} />
    </div>
  )
  return (
    <Page wide title={messages.title} actions={addButton}>
      <Tabs
        place="head"
        label={messages.kinds}
        open={tab}
        onOpen={(id) => void navigate({ search: id === 'clients' ? { tab: 'clients' } : {}, replace: true })}
        tabs={[
          { id: 'team', name: messages.team, content },
          { id: 'clients', name: messages.ofClients, content },
        ]}
      />
      {dialog}
    </Page>
  )
}

function Filters() {
  const messages = usePeopleMessages().people
  const { search, filter } = useSearchParams(route)
  return (
    <FilterBar compact>
      <ActiveFilter {...filter('show')} />
      {search.tab === 'clients' && <ClientFilter {...filter('clientid')} />}
      <SearchFilter label={messages.search} {...filter('search')} />
    </FilterBar>
  )
}
