// Task search by title, number or name of the project. An empty text finds the open tasks that are assigned to the
// person, because those are the most likely choice.
import type { TaskRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { matchesText } from '../kit/text-match.ts'
import { pageQuery, useAll } from './records.ts'
import { useSession } from './session.tsx'

const debounceMs = 180
const maxResults = 20
/** A shorter text would match nearly every project. */
const minProjectLetters = 3

/** The typed text, after a pause in typing. */
export function useDebounced(typed: string): string {
  const [calm, setCalm] = useState(typed)
  useEffect(() => {
    const waiting = setTimeout(() => setCalm(typed), debounceMs)
    return () => clearTimeout(waiting)
  }, [typed])
  return calm
}

const taskNumberIn = (typed: string): number | null =>
  /^#?\d{1,9}$/.test(typed) ? Number(typed.replace('#', '')) : null

/** A task as an option of a search field. */
interface TaskOption {
  readonly id: number
  readonly name: string
  readonly more: string
  readonly projectid: number
  readonly moduleid: number
}

const toTaskOption = ({ id, title, localid, project, projectid, moduleid }: TaskRecord): TaskOption => ({
  id,
  name: title,
  more: `#${localid} · ${project}`,
  projectid,
  moduleid,
})

/** Open tasks that match the typed text. `pending` is true while the options of the previous text are shown. */
export function useTaskSearch(typed: string): { options: readonly TaskOption[]; pending: boolean } {
  const { personid } = useSession()
  const text = useDebounced(typed.trim())
  const number = taskNumberIn(text)
  const filter = text === '' ? { assigneeid: personid } : number === null ? { search: text } : { localid: number }
  const open = { excludeclosed: true, sortfield: 'datedue', sortdir: 'ASC' } as const
  const { data, isPlaceholderData } = useQuery(pageQuery('task', { ...filter, ...open }, maxResults))
  const projects = useAll('project', { active: true }).data ?? []
  const named =
    text.length < minProjectLetters || number !== null ? [] : projects.filter(({ name }) => matchesText(name, text))
  const projectid = named.slice(0, maxResults).map(({ id }) => id)
  const ofProjects = useQuery({
    ...pageQuery('task', { projectid, ...open }, maxResults),
    enabled: projectid.length > 0,
    placeholderData: undefined,
  }).data
  const titled = data?.records ?? []
  const others = projectid.length === 0 ? [] : (ofProjects?.records ?? [])
  const tasks = [...titled, ...others.filter(({ id }) => !titled.some((one) => one.id === id))]
  return { options: tasks.map(toTaskOption), pending: isPlaceholderData || text !== typed.trim() }
}
