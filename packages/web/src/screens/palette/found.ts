// What a text finds: the first few tasks, projects, clients, people and invoices that the server finds by it, and projects and
// clients whose names have it but for accents. It asks only for what the person may list, a moment after they stopped typing, and
// keeps what was found before on screen meanwhile.
import { useQuery } from '@tanstack/react-query'
import { type Listed, pageOf, type QueryOf, useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useCalm } from '../../api/task-search.ts'
import { fits } from '../../kit/fits.ts'

const most = 5
const least = 2

/** Those named so first, then what else the server found. */
function joined<R extends { readonly id: number; readonly name: string }>(
  known: readonly R[] | undefined,
  found: readonly R[] | undefined,
  search: string,
): R[] {
  const named = (known ?? []).filter(({ name }) => fits(name, search))
  const others = (found ?? []).filter(({ id }) => !named.some((one) => one.id === id))
  return [...named, ...others].slice(0, most)
}

export function useFound(typed: string) {
  const may = useMay()
  const text = typed.trim()
  const search = useCalm(text)
  const wanted = search.length >= least || /^\d+$/.test(search)
  const query = <K extends Listed>(name: K, allowed: boolean) => ({
    ...pageOf(name, { search } as unknown as QueryOf<K>, most),
    enabled: wanted && allowed,
  })
  const tasks = useQuery(query('task', may('task', 'list')))
  const projects = useQuery(query('project', may('project', 'list')))
  const clients = useQuery(query('client', may('client', 'list')))
  const people = useQuery(query('person', may('person', 'list')))
  const invoices = useQuery(query('invoice', may('invoice', 'list')))
  const knownProjects = useAll('project', { active: true, sortfield: 'name' }, wanted && may('project', 'list')).data
  const knownClients = useAll('client', { active: true, sortfield: 'name' }, wanted && may('client', 'list')).data
  const all = [tasks, projects, clients, people, invoices]
  return {
    tasks: wanted ? (tasks.data?.records ?? []) : [],
    projects: wanted ? joined(knownProjects, projects.data?.records, search) : [],
    clients: wanted ? joined(knownClients, clients.data?.records, search) : [],
    people: wanted ? (people.data?.records ?? []) : [],
    invoices: wanted ? (invoices.data?.records ?? []) : [],
    searching: search !== text || (wanted && all.some(({ isFetching }) => isFetching)),
  }
}
