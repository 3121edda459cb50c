// What a text finds on the server: the first few tasks, projects, clients, people and invoices. It asks only for what the person may
// list, a moment after they stopped typing, and keeps what was found before on screen meanwhile.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Listed, pageOf, type QueryOf } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'

const most = 5
const pauseMs = 180
const least = 2

/** The text as it was when typing last paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export function useFound(typed: string) {
  const may = useMay()
  const search = useSettled(typed.trim())
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
  const all = [tasks, projects, clients, people, invoices]
  return {
    tasks: wanted ? (tasks.data?.records ?? []) : [],
    projects: wanted ? (projects.data?.records ?? []) : [],
    clients: wanted ? (clients.data?.records ?? []) : [],
    people: wanted ? (people.data?.records ?? []) : [],
    invoices: wanted ? (invoices.data?.records ?? []) : [],
    searching: wanted && all.some(({ isFetching }) => isFetching),
  }
}
