// The filters of the tasks screen. They are only changed through the URL. Typing replaces the current history entry, so
// that "back" does not go through single letters.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { parseTaskSearch, type TaskSearch } from '../../records/tasks/task-filters.ts'

export interface SearchState {
  readonly search: TaskSearch
  readonly set: (next: TaskSearch, replace?: boolean) => void
}

export function useTaskListSearch(): SearchState {
  const search: TaskSearch = useSearch({ from: '/tasks' })
  const navigate = useNavigate()
  return {
    search,
    set: (next, replace = false) => void navigate({ to: '/tasks', search: parseTaskSearch({ ...next }), replace }),
  }
}
