// The bar of filters above the tasks: chips for the usual filters and for the others that are set. The panel has all
// filters.
import { type RefObject, useState } from 'react'
import type { FilterFact } from '../../api/permissions.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useTasksMessages } from '../../messages/tasks.ts'
import { useAfterPaint } from '../../parts/after-paint.ts'
import { Chip, ChipToggle, StaticChip } from '../../parts/chip.tsx'
import { FilterBar, FilterChips, SearchFilter } from '../../parts/filter-bar.tsx'
import { PickList } from '../../parts/pick-list.tsx'
import {
  activeFilters,
  excludesClosed,
  filterIds,
  filtersFor,
  filterValue,
  type TaskFilterName,
  withFilter,
  withoutFilters,
} from '../../records/tasks/task-filters.ts'
import { optionTarget } from '../../records/tasks/task-options.ts'
import { DueChip, dueFilters } from './due-chip.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { useFilterNames, useFilterOptions, useFilterText } from './filter-text.ts'
import type { SearchState } from './use-task-search.ts'

/** Filters with a chip in the line, so many that they fit on a small laptop. */
const usualFilters: readonly TaskFilterName[] = ['projectid', 'statusid', 'assigneeid', 'priorityid']
/** Filters that have their own control in the bar. */
const filtersWithOwnControl: readonly TaskFilterName[] = [
  ...usualFilters,
  ...dueFilters,
  'search',
  'overdue',
  'excludeclosed',
]

interface TaskFilterBarProps extends SearchState {
  readonly searchRef: RefObject<HTMLDivElement | null>
}

export function TaskFilterBar({ search, set, searchRef }: TaskFilterBarProps) {
  const messages = useTasksMessages()
  const { role, restricted } = useSession()
  const [open, setOpen] = useState(false)
  const painted = useAfterPaint()
  const facts = filtersFor(role, restricted)
  const known = usualFilters.flatMap((name) => facts.get(name) ?? [])
  const setNames = activeFilters(search, role)
  const extra = setNames
    .filter((name) => !filtersWithOwnControl.includes(name))
    .flatMap((name) => facts.get(name) ?? [])
  return (
    <>
      <FilterBar
        compact
        more={{ count: setNames.length, onOpen: () => setOpen(true), onClear: () => set(withoutFilters(search)) }}
      >
        <SearchFilter
          label={messages.search}
          value={filterValue(search, 'search')}
          onChange={(text) => set(withFilter(search, 'search', text ?? ''), true)}
          within={searchRef}
        />
        <FilterChips>
          <Toggles search={search} set={set} />
          {known.map((fact) => (
            <IdsChip key={fact.name} fact={fact} search={search} set={set} />
          ))}
          <DueChip search={search} set={set} />
          {extra.map((fact) => (
            <ExtraChip key={fact.name} fact={fact} search={search} set={set} />
          ))}
        </FilterChips>
      </FilterBar>
      {painted && <FilterPanel open={open} onClose={() => setOpen(false)} search={search} set={set} />}
    </>
  )
}

function Toggles({ search, set }: SearchState) {
  const messages = useTasksMessages()
  const { role, personid, restricted } = useSession()
  // People who see only their own tasks do not need this filter.
  const hasMine = !restricted && filtersFor(role, restricted).has('hastaskrelation')
  const mine = filterValue(search, 'hastaskrelation') === String(personid)
  return (
    <>
      {hasMine && (
        <ChipToggle
          name={messages.mine}
          on={mine}
          onChange={(on) => set(withFilter(search, 'hastaskrelation', on ? [personid] : ''))}
        />
      )}
      <ChipToggle
        name={messages.overdue}
        on={search.overdue === 't'}
        onChange={(on) => set(withFilter(search, 'overdue', on ? 't' : ''))}
      />
      {search.view !== 'board' && (
        <ChipToggle
          name={messages.closedToo}
          on={!excludesClosed(search)}
          onChange={(on) => set(withFilter(search, 'excludeclosed', on ? 'f' : 't'))}
        />
      )}
    </>
  )
}

interface ChipProps extends SearchState {
  readonly fact: FilterFact<TaskFilterName>
}

function IdsChip({ fact, search, set }: ChipProps) {
  const { name } = fact
  return (
    <Chip
      name={useFilterNames()[name]}
      text={useFilterText(fact, search)}
      onClear={() => set(withFilter(search, name, ''))}
    >
      <IdsList fact={fact} search={search} set={set} />
    </Chip>
  )
}

/** Loads its options when it is opened. */
function IdsList({ fact, search, set }: ChipProps) {
  return (
    <PickList
      label={useFilterNames()[fact.name]}
      options={useFilterOptions(fact, search)}
      value={filterIds(search, fact.name)}
      onChange={(ids) => set(withFilter(search, fact.name, ids), true)}
    />
  )
}

/** A filter that is set and has no control in the line. Its choices can be changed, other values only removed. */
function ExtraChip({ fact, search, set }: ChipProps) {
  const { personid } = useSession()
  const may = useMay()
  const text = useFilterText(fact, search)
  const isMine = fact.name === 'hastaskrelation' && filterValue(search, fact.name) === String(personid)
  if (text === undefined || isMine) return null
  const target = optionTarget(fact)
  const hasOptions = target !== undefined && (target !== 'person' || may('person', 'list'))
  if (hasOptions) return <IdsChip fact={fact} search={search} set={set} />
  return <StaticChip text={text} onClear={() => set(withFilter(search, fact.name, ''))} />
}
