// The chip that filters tasks by due date: common ranges, or any two days.
import { useFormats, useToday } from '../../api/formats.ts'
import { addDays, mondayOf } from '../../kit/day.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { filterValue, type TaskFilterName, type TaskSearch, withFilter } from '../../records/tasks/task-filters.ts'
import { dayOf } from './days.ts'
import styles from './filters.module.css'
import type { SearchState } from './use-task-search.ts'

export const dueFilters: readonly TaskFilterName[] = ['dateduebegin', 'datedueend', 'hasduedate', 'datedue']

const withoutDueFilters = (search: TaskSearch): TaskSearch =>
  dueFilters.reduce((rest, name) => withFilter(rest, name, ''), search)

function useDueText(search: TaskSearch): string | undefined {
  const messages = useTasksMessages()
  const labels = useLabels().task
  const formats = useFormats()
  const [from, to, on] = [
    filterValue(search, 'dateduebegin'),
    filterValue(search, 'datedueend'),
    filterValue(search, 'datedue'),
  ]
  const says = (value: string): string => messages.filterText(labels.datedue, value)
  if (on !== '') return says(formats.day(on))
  if (from !== '' && to !== '') return says(`${formats.day(from)} – ${formats.day(to)}`)
  if (from !== '') return messages.filterText(messages.filters.dateduebegin, formats.day(from))
  if (to !== '') return messages.filterText(messages.filters.datedueend, formats.day(to))
  if (search.hasduedate === undefined) return undefined
  return search.hasduedate === 't' ? messages.anyDue : messages.noDue
}

export function DueChip({ search, set }: SearchState) {
  const messages = useTasksMessages()
  const labels = useLabels().task
  const today = useToday()
  const monday = mondayOf(today)
  const clean = withoutDueFilters(search)
  const span = (from: string, to: string): TaskSearch => ({ ...clean, dateduebegin: from, datedueend: to })
  const spans = [
    { name: messages.today, search: { ...clean, datedue: today } },
    { name: messages.dueThisWeek, search: span(monday, addDays(monday, 6)) },
    { name: messages.dueNextDays, search: span(today, addDays(today, 13)) },
    { name: messages.anyDue, search: { ...clean, hasduedate: 't' } },
    { name: messages.noDue, search: { ...clean, hasduedate: 'f' } },
  ]
  return (
    <Chip name={labels.datedue} text={useDueText(search)} onClear={() => set(clean)}>
      {(close) => (
        <div className={styles.due}>
          <div className={styles.spans}>
            {spans.map(({ name, search: next }) => (
              <Button
                key={name}
                small
                look="quiet"
                onPress={() => {
                  set(next)
                  close()
                }}
              >
                {name}
              </Button>
            ))}
          </div>
          <DueDays search={search} set={set} />
        </div>
      )}
    </Chip>
  )
}

function DueDays({ search, set }: SearchState) {
  const messages = useTasksMessages().filters
  return (
    <div className={styles.days}>
      {(['dateduebegin', 'datedueend'] as const).map((name) => (
        <DayField
          key={name}
          label={messages[name]}
          value={dayOf(filterValue(search, name))}
          onChange={(day) => set(withFilter(search, name, day ?? ''), true)}
        />
      ))}
    </div>
  )
}
