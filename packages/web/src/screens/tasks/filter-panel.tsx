// The panel with all filters of the list of tasks. The facts about a filter choose its control. Each choice is applied
// at once.
import type { FilterFact } from '../../api/permissions.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useFilterMessages } from '../../messages/filters.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { useDebouncedText } from '../../parts/debounced-text.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import {
  activeFilters,
  filterIds,
  filtersFor,
  filterValue,
  type TaskFilterName,
  withFilter,
  withoutFilters,
} from '../../records/tasks/task-filters.ts'
import { optionTarget } from '../../records/tasks/task-options.ts'
import { dayOf, dayOfInstant, instantOf } from './days.ts'
import { useFilterNames, useFilterOptions } from './filter-text.ts'
import type { SearchState } from './use-task-search.ts'

const groups: readonly {
  readonly name: 'what' | 'where' | 'who' | 'when'
  readonly filters: readonly TaskFilterName[]
}[] = [
  {
    name: 'what',
    filters: [
      'statusid',
      'priorityid',
      'title',
      'search',
      'localid',
      'overdue',
      'excludeclosed',
      'hasduedate',
      'tasklistfilterid',
    ],
  },
  { name: 'where', filters: ['projectid', 'clientid', 'milestoneid', 'moduleid', 'personid'] },
  { name: 'who', filters: ['assigneeid', 'ownerid', 'followerid', 'hastaskrelation'] },
  {
    name: 'when',
    filters: [
      'datedue',
      'dateduebegin',
      'datedueend',
      'dateopen',
      'dateopenbegin',
      'dateopenend',
      'dateclosed',
      'dateclosedbegin',
      'dateclosedend',
      'datecreated',
      'datecreatedbegin',
      'datecreatedend',
      'datemodifiedbegin',
      'datemodifiedend',
    ],
  },
]

interface PanelProps extends SearchState {
  readonly open: boolean
  readonly onClose: () => void
}

export function FilterPanel({ open, onClose, ...state }: PanelProps) {
  const messages = useTasksMessages()
  return (
    <Dialog title={messages.allFilters} open={open} onClose={onClose} aside>
      <PanelBody {...state} onClose={onClose} />
    </Dialog>
  )
}

function PanelBody({ search, set, onClose }: SearchState & { readonly onClose: () => void }) {
  const messages = useTasksMessages()
  const common = useFilterMessages()
  const { role, restricted } = useSession()
  const may = useMay()
  const facts = filtersFor(role, restricted)
  // People who may not list people cannot choose one.
  const askable = (fact: FilterFact<TaskFilterName>): boolean =>
    optionTarget(fact) !== 'person' || may('person', 'list')
  return (
    <>
      {groups.map(({ name, filters }) => {
        const known = filters.flatMap((filter) => facts.get(filter) ?? []).filter(askable)
        return known.length === 0 ? null : (
          <Section key={name} title={messages[name]}>
            <FieldRow>
              {known.map((fact) => (
                <FilterControl key={fact.name} fact={fact} search={search} set={set} />
              ))}
            </FieldRow>
          </Section>
        )
      })}
      <DialogActions>
        {activeFilters(search, role).length > 0 && (
          <Button look="quiet" onPress={() => set(withoutFilters(search))}>
            {common.clearAll}
          </Button>
        )}
        <Button look="strong" onPress={onClose}>
          {messages.done}
        </Button>
      </DialogActions>
    </>
  )
}

interface ControlProps extends SearchState {
  readonly fact: FilterFact<TaskFilterName>
}

function FilterControl(props: ControlProps) {
  const { fact, search, set } = props
  const messages = useTasksMessages()
  const { yes, no } = useMessages().parts
  const { name, kind } = fact
  const label = useFilterNames()[name]
  const text = filterValue(search, name)
  const tell = (value: string) => set(withFilter(search, name, value), true)
  if (optionTarget(fact) !== undefined) return <IdsControl {...props} />
  if (kind === 'date') return <DayField label={label} value={dayOf(text)} onChange={(day) => tell(day ?? '')} />
  if (kind === 'datetime') {
    const edge = name.endsWith('end') ? 'last' : 'first'
    return <DayField label={label} value={dayOfInstant(text)} onChange={(day) => tell(instantOf(day, edge))} />
  }
  if (kind !== 'flag') return <TypedControl {...props} />
  const options = [
    { id: 't', name: yes },
    { id: 'f', name: no },
  ]
  return (
    <ChoiceField
      label={label}
      options={options}
      value={text === '' ? null : text}
      none={messages.either}
      onChange={(value) => tell(value ?? '')}
    />
  )
}

function IdsControl({ fact, search, set }: ControlProps) {
  const messages = useTasksMessages()
  const { name, kind } = fact
  const options = useFilterOptions(fact, search)
  const label = useFilterNames()[name]
  const ids = filterIds(search, name)
  if (kind === 'numbers') {
    return (
      <MultiChoiceField
        label={label}
        options={options}
        value={ids}
        onChange={(next) => set(withFilter(search, name, next), true)}
      />
    )
  }
  return (
    <ComboBoxField
      label={label}
      options={options}
      value={ids[0] ?? null}
      none={messages.either}
      onChange={(id) => set(withFilter(search, name, id === null ? '' : [id]), true)}
    />
  )
}

function TypedControl({ fact, search, set }: ControlProps) {
  const messages = useTasksMessages()
  const { name, kind } = fact
  const read = (text: string): string => (kind === 'numbers' ? (text.match(/\d+/g) ?? []).join(',') : text)
  const [typed, setTyped] = useDebouncedText(filterValue(search, name), (text) =>
    set(withFilter(search, name, read(text)), true),
  )
  return (
    <TextField
      label={useFilterNames()[name]}
      value={typed}
      onChange={setTyped}
      {...(kind === 'numbers' ? { hint: messages.localidHint } : {})}
    />
  )
}
