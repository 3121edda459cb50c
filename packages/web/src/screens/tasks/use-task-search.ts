// The filters of the tasks screen. They are only changed through the URL. Typing replaces the current history entry, so
// that "back" does not go through single letters.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
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

const debounceMs = 250

/** The text of a field; the callback gets it when the user stops typing. */
export function useDebouncedText(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const latest = useRef(tell)
  latest.current = tell
  // The URL was changed elsewhere, such as by a saved filter or "back".
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed.trim()
      latest.current(typed.trim())
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
