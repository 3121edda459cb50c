// The record search of the palette: the first tasks, projects, clients, people and invoices that the server finds, and
// projects and clients whose names match without accents. It searches only what the person may list, after a pause in
// typing. The previous results stay visible meanwhile.
import { useQuery } from '@tanstack/react-query'
import { type Listable, pageQuery, type QueryOf, useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useDebounced } from '../../api/task-search.ts'
import { matchesText } from '../../kit/text-match.ts'

const maxResults = 5
const minLetters = 2

/** Records whose names match come first, then the other results of the server. */
function mergeMatches<R extends { readonly id: number; readonly name: string }>(
  all: readonly R[] | undefined,
  results: readonly R[] | undefined,
  search: string,
): R[] {
  const named = (all ?? []).filter(({ name }) => matchesText(name, search))
  const others = (results ?? []).filter(({ id }) => !named.some((one) => one.id === id))
  return [...named, ...others].slice(0, maxResults)
}

export function useRecordSearch(typed: string) {
  const may = useMay()
  const text = typed.trim()
  const search = useDebounced(text)
  const enabled = search.length >= minLetters || /^\d+$/.test(search)
  const query = <K extends Listable>(name: K, allowed: boolean) => ({
    ...pageQuery(name, { search } as unknown as QueryOf<K>, maxResults),
    enabled: enabled && allowed,
  })
  const tasks = useQuery(query('task', may('task', 'list')))
  const projects = useQuery(query('project', may('project', 'list')))
  const clients = useQuery(query('client', may('client', 'list')))
  const people = useQuery(query('person', may('person', 'list')))
  const invoices = useQuery(query('invoice', may('invoice', 'list')))
  const knownProjects = useAll('project', { active: true, sortfield: 'name' }, enabled && may('project', 'list')).data
  const knownClients = useAll('client', { active: true, sortfield: 'name' }, enabled && may('client', 'list')).data
  const all = [tasks, projects, clients, people, invoices]
  return {
    tasks: enabled ? (tasks.data?.records ?? []) : [],
    projects: enabled ? mergeMatches(knownProjects, projects.data?.records, search) : [],
    clients: enabled ? mergeMatches(knownClients, clients.data?.records, search) : [],
    people: enabled ? (people.data?.records ?? []) : [],
    invoices: enabled ? (invoices.data?.records ?? []) : [],
    searching: search !== text || (enabled && all.some(({ isFetching }) => isFetching)),
  }
}
