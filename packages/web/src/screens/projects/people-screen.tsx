// The list of people: one's own team, and those of clients apart. The API has no order for people, so they are put in the order of
// their names here.
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/session.tsx'
import { useKeys } from '../../frame/shortcuts.ts'
import { Button } from '../../parts/button.tsx'
import { ClientFilter, FilterBar, FilterFree, SearchFilter } from '../../parts/filter-bar.tsx'
import { NotYours } from '../../parts/not-yours.tsx'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { usePeopleWords } from '../../words/people.ts'
import { ShownFilter } from './list-parts.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonForm } from './person-form.tsx'
import styles from './projects.module.css'

const route = getRouteApi('/people')

export function PeopleScreen() {
  const words = usePeopleWords().people
  return useMay()('person', 'list') ? <People /> : <NotYours title={words.title} />
}

function People() {
  const words = usePeopleWords().people
  const may = useMay()
  const { tab = 'team', clientid } = route.useSearch()
  const navigate = route.useNavigate()
  const [adding, setAdding] = useState(false)
  const mayAdd = may('person', 'create')
  const add = () => setAdding(true)
  useKeys(mayAdd ? [{ keys: 'n', name: words.add, run: add }] : [])
  const content = () => (
    <div className={styles.stack}>
      <Filters />
      <PeopleTable onAdd={add} />
    </div>
  )
  return (
    <Page
      wide
      title={words.title}
      actions={
        mayAdd && (
          <Button look="strong" icon={UserPlus} onPress={add}>
            {words.add}
          </Button>
        )
      }
    >
      <Tabs
        label={words.kinds}
        open={tab}
        onOpen={(id) => void navigate({ search: id === 'clients' ? { tab: 'clients' } : {}, replace: true })}
        tabs={[
          { id: 'team', name: words.team, content },
          { id: 'clients', name: words.ofClients, content },
        ]}
      />
      {adding && <PersonForm person={null} clientid={clientid} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Filters() {
  const words = usePeopleWords().people
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <FilterBar>
      <FilterFree>
        <ShownFilter label={words.show} names={words.shows} value={search.show} onChange={(show) => set({ show })} />
      </FilterFree>
      {search.tab === 'clients' && <ClientFilter value={search.clientid} onChange={(clientid) => set({ clientid })} />}
      <SearchFilter label={words.search} value={search.search} onChange={(text) => set({ search: text })} />
    </FilterBar>
  )
}
