// The filters of the project list: text, client, label, manager, active or not. They are kept in the URL.
import { getRouteApi } from '@tanstack/react-router'
import { useAll } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { ClientFilter, FilterBar, SearchFilter } from '../../parts/filter-bar.tsx'
import { useSearchParams } from '../../parts/search-params.ts'
import { ActiveFilter } from '../../records/active-filter.tsx'
import { canManage, personOption, usePeople } from '../../records/people/people.ts'

const route = getRouteApi('/projects')

export function ProjectFilters() {
  const messages = useProjectMessages()
  const { search, set, filter } = useSearchParams(route)
  const fieldLabels = useLabels().project
  const labels = useAll('projectlabel')
  const people = usePeople()
  const managers = (people ?? []).filter(canManage)
  return (
    <FilterBar compact>
      <ActiveFilter {...filter('show')} />
      <ClientFilter {...filter('clientid')} />
      <ChoiceField
        label={fieldLabels.labelid}
        options={(labels.data ?? []).map(({ id, name, color }) => ({ id, name, color }))}
        value={search.labelid ?? null}
        none={messages.allLabels}
        onChange={(id) => set({ labelid: id ?? undefined })}
      />
      <ComboBoxField
        label={messages.manager}
        options={managers.map((person) => ({ ...personOption(person), more: undefined }))}
        value={search.managerid ?? null}
        none={messages.anyManager}
        onChange={(id) => set({ managerid: id ?? undefined })}
      />
      <SearchFilter label={messages.search} {...filter('search')} />
    </FilterBar>
  )
}
