// The bar of filters above the tasks: chips for the common filters and for the other filters that are set, and a button
// that opens the panel with all filters. A phone shows the search and the button only.
import { ListFilter } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { type FilterFact, isClient } from '../../api/permissions.ts'
import { useSession } from '../../api/session.tsx'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { Chip, ChipToggle, StaticChip } from '../../parts/chip.tsx'
import { SearchField } from '../../parts/fields.tsx'
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
import { DueChip, dueFilters } from './due-chip.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { useFilterNames, useFilterOptions, useFilterText } from './filter-text.ts'
import styles from './filters.module.css'
import { type SearchState, useDebouncedText } from './use-task-search.ts'

const chipFilters: readonly TaskFilterName[] = [
  'projectid',
  'statusid',
  'assigneeid',
  'ownerid',
  'priorityid',
  'milestoneid',
]
/** Filters that have their own control in the bar. */
const filtersWithOwnControl: readonly TaskFilterName[] = [
  ...chipFilters,
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
  const [typed, setTyped] = useDebouncedText(filterValue(search, 'search'), (text) =>
    set(withFilter(search, 'search', text), true),
  )
  const facts = filtersFor(role, restricted)
  const known = chipFilters.flatMap((name) => facts.get(name) ?? [])
  const setNames = activeFilters(search, role)
  const extra = setNames
    .filter((name) => !filtersWithOwnControl.includes(name))
    .flatMap((name) => facts.get(name) ?? [])
  return (
    <div className={styles.bar}>
      <div className={styles.search} ref={searchRef}>
        <SearchField label={messages.search} value={typed} onChange={setTyped} />
      </div>
      <div className={styles.chips}>
        <Toggles search={search} set={set} />
        {known.map((fact) => (
          <IdsChip key={fact.name} fact={fact} search={search} set={set} />
        ))}
        <DueChip search={search} set={set} />
        {extra.map((fact) => (
          <ExtraChip key={fact.name} fact={fact} search={search} set={set} />
        ))}
      </div>
      <div className={styles.barEnd}>
        <span className={styles.wideOnly}>
          <Button small look="quiet" icon={ListFilter} onPress={() => setOpen(true)}>
            {messages.moreFilters}
          </Button>
        </span>
        <span className={styles.narrowOnly}>
          <Button icon={ListFilter} onPress={() => setOpen(true)}>
            {messages.filtersCount(setNames.length)}
          </Button>
        </span>
        {setNames.length > 0 && (
          <Button small look="quiet" onPress={() => set(withoutFilters(search))}>
            {messages.clearAll}
          </Button>
        )}
      </div>
      <FilterPanel open={open} onClose={() => setOpen(false)} search={search} set={set} />
    </div>
  )
}

function Toggles({ search, set }: SearchState) {
  const messages = useTasksMessages()
  const { role, personid, restricted } = useSession()
  // People who see only their own tasks do not need this filter.
  const hasMine = !isClient(role) && !restricted
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

function ExtraChip({ fact, search, set }: ChipProps) {
  const { personid } = useSession()
  const text = useFilterText(fact, search)
  const isMine = fact.name === 'hastaskrelation' && filterValue(search, fact.name) === String(personid)
  if (text === undefined || isMine) return null
  return <StaticChip text={text} onClear={() => set(withFilter(search, fact.name, ''))} />
}
