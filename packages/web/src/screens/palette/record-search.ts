// The record search of the palette: one request for what the server finds among tasks, projects, clients, people,
// invoices and estimates, after a pause in typing. The previous results stay visible meanwhile.
import { type RowOf, useReport } from '../../api/reports.ts'
import { useDebounced } from '../../api/task-search.ts'

const minLetters = 2

export type FoundRecord = RowOf<'search'>

export function useRecordSearch(typed: string): {
  readonly found: (resource: string) => readonly FoundRecord[]
  readonly searching: boolean
} {
  const text = typed.trim()
  const search = useDebounced(text)
  const enabled = search.length >= minLetters || /^\d+$/.test(search)
  const { data = [], isFetching } = useReport('search', { q: search }, enabled)
  return {
    found: (resource) => (enabled ? data.filter((one) => one.resource === resource) : []),
    searching: search !== text || (enabled && isFetching),
  }
}
