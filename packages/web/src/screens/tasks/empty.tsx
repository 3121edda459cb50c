// No tasks: because of the filters, or because there are none yet; and what one can do about it.
import { ListChecks } from 'lucide-react'
import { useMay, useSession } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/page.tsx'
import { useTasksWords } from '../../words/tasks.ts'
import { filtersSet, withoutFilters } from './search.ts'
import type { SearchState } from './use-search.ts'

export function NoTasks({ search, set }: SearchState) {
  const words = useTasksWords()
  const { role } = useSession()
  const may = useMay()
  if (filtersSet(search, role).length > 0) {
    return (
      <Empty
        icon={ListChecks}
        title={words.empty.filtered}
        action={<Button onPress={() => set(withoutFilters(search))}>{words.clearAll}</Button>}
      >
        {words.empty.filteredText}
      </Empty>
    )
  }
  const create = may('task', 'create') ? (
    <Button onPress={() => openOverlay({ kind: 'newTask' })}>{words.newTask}</Button>
  ) : undefined
  return (
    <Empty icon={ListChecks} title={words.empty.nothing} action={create}>
      {create === undefined ? undefined : words.empty.nothingText}
    </Empty>
  )
}
