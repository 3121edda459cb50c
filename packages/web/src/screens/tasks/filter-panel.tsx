// All filters of the list of tasks, from the same facts as the server has them, each with the control that fits its kind. What is
// chosen shows at once behind the panel.

import type { FilterFact } from '../../api/permits.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, FindField, ManyField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { Section } from '../../parts/page.tsx'
import { useTasksWords } from '../../words/tasks.ts'
import { useWords } from '../../words/words.ts'
import { dayOf, dayOfInstant, instantOf } from './days.ts'
import { useFilterOptions } from './filter-text.ts'
import { targetOf } from './options.ts'
import { filtersFor, filtersSet, idsOf, type TaskFilterName, textOf, withFilter, withoutFilters } from './search.ts'
import { type SearchState, useTyped } from './use-search.ts'

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
  const words = useTasksWords()
  return (
    <Dialog title={words.allFilters} open={open} onClose={onClose} aside>
      <PanelBody {...state} onClose={onClose} />
    </Dialog>
  )
}

function PanelBody({ search, set, onClose }: SearchState & { readonly onClose: () => void }) {
  const words = useTasksWords()
  const { role, restricted } = useSession()
  const may = useMay()
  const facts = filtersFor(role, restricted)
  // Whom one may not list one cannot choose.
  const askable = (fact: FilterFact<TaskFilterName>): boolean => targetOf(fact) !== 'person' || may('person', 'list')
  return (
    <>
      {groups.map(({ name, filters }) => {
        const known = filters.flatMap((filter) => facts.get(filter) ?? []).filter(askable)
        return known.length === 0 ? null : (
          <Section key={name} title={words[name]}>
            <FieldRow>
              {known.map((fact) => (
                <FilterControl key={fact.name} fact={fact} search={search} set={set} />
              ))}
            </FieldRow>
          </Section>
        )
      })}
      <DialogEnd>
        {filtersSet(search, role).length > 0 && (
          <Button look="quiet" onPress={() => set(withoutFilters(search))}>
            {words.clearAll}
          </Button>
        )}
        <Button look="strong" onPress={onClose}>
          {words.done}
        </Button>
      </DialogEnd>
    </>
  )
}

interface ControlProps extends SearchState {
  readonly fact: FilterFact<TaskFilterName>
}

function FilterControl(props: ControlProps) {
  const { fact, search, set } = props
  const words = useTasksWords()
  const { yes, no } = useWords().parts
  const { name, kind } = fact
  const label = words.filters[name]
  const text = textOf(search, name)
  const tell = (value: string) => set(withFilter(search, name, value), true)
  if (targetOf(fact) !== undefined) return <IdsControl {...props} />
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
      none={words.either}
      onChange={(value) => tell(value ?? '')}
    />
  )
}

function IdsControl({ fact, search, set }: ControlProps) {
  const words = useTasksWords()
  const { name, kind } = fact
  const options = useFilterOptions(fact, search)
  const label = words.filters[name]
  const ids = idsOf(search, name)
  if (kind === 'numbers') {
    return (
      <ManyField
        label={label}
        options={options}
        value={ids}
        onChange={(next) => set(withFilter(search, name, next), true)}
      />
    )
  }
  return (
    <FindField
      label={label}
      options={options}
      value={ids[0] ?? null}
      none={words.either}
      onChange={(id) => set(withFilter(search, name, id === null ? '' : [id]), true)}
    />
  )
}

function TypedControl({ fact, search, set }: ControlProps) {
  const words = useTasksWords()
  const { name, kind } = fact
  const read = (text: string): string => (kind === 'numbers' ? (text.match(/\d+/g) ?? []).join(',') : text)
  const [typed, setTyped] = useTyped(textOf(search, name), (text) => set(withFilter(search, name, read(text)), true))
  return (
    <TextField
      label={words.filters[name]}
      value={typed}
      onChange={setTyped}
      {...(kind === 'numbers' ? { hint: words.filters.localidHint } : {})}
    />
  )
}
