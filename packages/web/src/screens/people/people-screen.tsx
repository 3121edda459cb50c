// The list of people, with one tab for the team and one for the people of clients.
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/session.tsx'
import { useAddButton } from '../../frame/add-button.tsx'
import { usePeopleMessages } from '../../messages/people.ts'
import { ClientFilter, FilterBar, SearchFilter } from '../../parts/filter-bar.tsx'
import { guarded } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import { searchSetter } from '../../parts/search-params.ts'
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
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  const addButton = useAddButton({ allowed: may('person', 'create'), name: messages.add, icon: UserPlus, onAdd: add })
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
      {adding && <PersonForm person={null} clientid={clientid} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Filters() {
  const messages = usePeopleMessages().people
  const search = route.useSearch()
  const set = searchSetter(search, route.useNavigate())
  return (
    <FilterBar compact>
      <ActiveFilter messages={messages} value={search.show} onChange={(show) => set({ show })} />
      {search.tab === 'clients' && <ClientFilter value={search.clientid} onChange={(clientid) => set({ clientid })} />}
      <SearchFilter label={messages.search} value={search.search} onChange={(text) => set({ search: text })} />
    </FilterBar>
  )
}
