// The list of people: one's own team, and those of clients apart. The API has no order for people, so they are put in the order of
// their names here.
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { Button } from '../../parts/button.tsx'
import { ClientFilter, FilterBar, FilterItem, SearchFilter } from '../../parts/filter-bar.tsx'
import { NoAccess } from '../../parts/no-access.tsx'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { ActiveFilter } from '../../records/active-filter.tsx'
import { PersonForm } from '../../records/people/person-form.tsx'
import styles from '../../records/record.module.css'
import { PeopleTable } from './people-table.tsx'

const route = getRouteApi('/people')

export function PeopleScreen() {
  const messages = usePeopleMessages().people
  return useMay()('person', 'list') ? <PeoplePage /> : <NoAccess title={messages.title} />
}

function PeoplePage() {
  const messages = usePeopleMessages().people
  const may = useMay()
  const { tab = 'team', clientid } = route.useSearch()
  const navigate = route.useNavigate()
  const [adding, setAdding] = useState(false)
  const mayAdd = may('person', 'create')
  const add = () => setAdding(true)
  useShortcutKeys(mayAdd ? [{ keys: 'n', name: messages.add, run: add }] : [])
  const content = () => (
    <div className={styles.stack}>
      <Filters />
      <PeopleTable onAdd={add} />
    </div>
  )
  return (
    <Page
      wide
      title={messages.title}
      actions={
        mayAdd && (
          <Button look="strong" icon={UserPlus} onPress={add}>
            {messages.add}
          </Button>
        )
      }
    >
      <Tabs
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
  const navigate = route.useNavigate()
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <FilterBar>
      <FilterItem>
        <ActiveFilter
          label={messages.show}
          names={messages.shows}
          value={search.show}
          onChange={(show) => set({ show })}
        />
      </FilterItem>
      {search.tab === 'clients' && <ClientFilter value={search.clientid} onChange={(clientid) => set({ clientid })} />}
      <SearchFilter label={messages.search} value={search.search} onChange={(text) => set({ search: text })} />
    </FilterBar>
  )
}
