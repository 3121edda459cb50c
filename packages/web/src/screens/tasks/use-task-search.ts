// The search of the tasks screen and how it is changed: always through the address. Typing replaces the address at
// hand, so that going back leads to what one looked at before and not through single letters.
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

/** What is typed into a field, told when the typing rests. */
export function useDebouncedText(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const latest = useRef(tell)
  latest.current = tell
  // Somebody else has changed it: a saved filter, the way back.
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
