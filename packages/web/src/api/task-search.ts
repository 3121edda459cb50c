// Finding a task by what somebody types: its title, its number, or the name of its project. Nothing typed brings one's own open
// tasks, as those are what one most likely means.
import type { TaskRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fits } from '../kit/fits.ts'
import { pageOf, useAll } from './records.ts'
import { useSession } from './session.tsx'

const pauseMs = 180
const most = 20
/** Fewer letters are in the name of every project. */
const least = 3

/** What was typed, once the typing has paused. */
export function useCalm(typed: string): string {
  const [calm, setCalm] = useState(typed)
  useEffect(() => {
    const waiting = setTimeout(() => setCalm(typed), pauseMs)
    return () => clearTimeout(waiting)
  }, [typed])
  return calm
}

const numberOf = (typed: string): number | null => (/^#?\d{1,9}$/.test(typed) ? Number(typed.replace('#', '')) : null)

/** A task as something to choose. */
export interface FoundTask {
  readonly id: number
  readonly name: string
  readonly more: string
  readonly projectid: number
  readonly moduleid: number
}

const foundOf = ({ id, title, localid, project, projectid, moduleid }: TaskRecord): FoundTask => ({
  id,
  name: title,
  more: `#${localid} · ${project}`,
  projectid,
  moduleid,
})

/** Open tasks that fit what was typed; `pending` while they are those of what was typed before. */
export function useTaskSearch(typed: string): { options: readonly FoundTask[]; pending: boolean } {
  const { personid } = useSession()
  const text = useCalm(typed.trim())
  const number = numberOf(text)
  const wanted = text === '' ? { assigneeid: personid } : number === null ? { search: text } : { localid: number }
  const open = { excludeclosed: true, sortfield: 'datedue', sortdir: 'ASC' } as const
  const { data, isPlaceholderData } = useQuery(pageOf('task', { ...wanted, ...open }, most))
  const projects = useAll('project', { active: true }).data ?? []
  const named = text.length < least || number !== null ? [] : projects.filter(({ name }) => fits(name, text))
  const projectid = named.slice(0, most).map(({ id }) => id)
  const ofProjects = useQuery({
    ...pageOf('task', { projectid, ...open }, most),
    enabled: projectid.length > 0,
    placeholderData: undefined,
  }).data
  const titled = data?.records ?? []
  const others = projectid.length === 0 ? [] : (ofProjects?.records ?? [])
  const found = [...titled, ...others.filter(({ id }) => !titled.some((one) => one.id === id))]
  return { options: found.map(foundOf), pending: isPlaceholderData || text !== typed.trim() }
}
