// Shown instead of an empty list of tasks: says whether filters are the reason, and offers what to do.
import { ListChecks } from 'lucide-react'
import { useMay, useSession } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { useFilterMessages } from '../../messages/filters.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/page.tsx'
import { activeFilters, withoutFilters } from '../../records/tasks/task-filters.ts'
import type { SearchState } from './use-task-search.ts'

export function NoTasks({ search, set }: SearchState) {
  const messages = useTasksMessages()
  const { clearAll } = useFilterMessages()
  const { role } = useSession()
  const may = useMay()
  if (activeFilters(search, role).length > 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title={messages.empty.filtered}
        action={<Button onPress={() => set(withoutFilters(search))}>{clearAll}</Button>}
      >
        {messages.empty.filteredText}
      </EmptyState>
    )
  }
  const create = may('task', 'create') ? (
    <Button onPress={() => openOverlay({ kind: 'newTask' })}>{messages.newTask}</Button>
  ) : undefined
  return (
    <EmptyState icon={ListChecks} title={messages.empty.nothing} action={create}>
      {create === undefined ? undefined : messages.empty.nothingText}
    </EmptyState>
  )
}
