// Options for the filters and fields of tasks: statuses, people, projects and so on. Each list is requested when it is
// needed, and only if the person may read it.
import type { PersonRecord } from '@stint/sdk'
import { type FilterFact, isClient } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import type { Option } from '../../parts/choices.tsx'
import type { TaskFilterName } from './task-filters.ts'

export type Options = readonly Option<number>[]

type OptionTarget =
  | 'person'
  | 'project'
  | 'client'
  | 'taskstatus'
  | 'taskpriority'
  | 'module'
  | 'milestone'
  | 'tasklistfilter'

export const optionTarget = ({ target }: FilterFact<TaskFilterName>): OptionTarget | undefined =>
  target as OptionTarget | undefined

const personName = ({ firstname, lastname }: Pick<PersonRecord, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim()

const byName = (options: Options): Options => [...options].sort((one, other) => one.name.localeCompare(other.name))

const none: Options = []

export function useStatuses() {
  return useAll('taskstatus').data ?? []
}

export function usePriorities() {
  return useAll('taskpriority').data ?? []
}

export function useOptions(target: OptionTarget | undefined, projectids: readonly number[], enabled = true): Options {
  const may = useMay()
  const wants = (...targets: OptionTarget[]): boolean => enabled && target !== undefined && targets.includes(target)
  const within = projectids.length === 0 ? {} : { projectid: projectids }
  const ownModules = projectids.length > 0 || !may('module', 'list')
  const statuses = useAll('taskstatus', undefined, wants('taskstatus')).data
  const priorities = useAll('taskpriority', undefined, wants('taskpriority')).data
  const people = useAll('person', undefined, wants('person') && may('person', 'list')).data
  const projects = useAll('project', undefined, wants('project')).data
  const clients = useAll('client', undefined, wants('client')).data
  const milestones = useAll('milestone', within, wants('milestone')).data
  const modules = useAll('module', undefined, wants('module') && !ownModules).data
  const projectModules = useAll('projectmodule', within, wants('module') && ownModules).data
  const saved = useAll('tasklistfilter', undefined, wants('tasklistfilter')).data
  switch (target) {
    case 'taskstatus':
      return (statuses ?? []).map(({ id, name }) => ({ id, name }))
    case 'taskpriority':
      return (priorities ?? []).map(({ id, name, color }) => ({ id, name, color }))
    case 'person':
      return byName((people ?? []).map((person) => ({ id: person.id, name: personName(person) })))
    case 'project':
      return byName((projects ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined })))
    case 'client':
      return byName((clients ?? []).map(({ id, name }) => ({ id, name })))
    case 'milestone':
      return (milestones ?? []).map(({ id, title, project }) => ({ id, name: title, more: project }))
    case 'module':
      return byName(
        ownModules
          ? [
              ...new Map(
                (projectModules ?? []).map(({ moduleid, module }) => [moduleid, { id: moduleid, name: module }]),
              ).values(),
            ]
          : (modules ?? []).map(({ id, name }) => ({ id, name })),
      )
    case 'tasklistfilter':
      return (saved ?? []).map(({ id, title, person }) => ({ id, name: title, more: person }))
    default:
      return none
  }
}

/** The people who can work on a project: active people with access to it, except clients. */
export function useTeam(projectid: number | null, enabled = true): Options {
  const may = useMay()
  const query = projectid === null ? {} : { projectid: [projectid] }
  const people = useAll('person', { ...query, active: true }, enabled && may('person', 'list')).data ?? []
  return byName(
    people.filter(({ group }) => !isClient(group)).map((person) => ({ id: person.id, name: personName(person) })),
  )
}

/** The active modules of a project. */
export function useModules(projectid: number | null, enabled = true): Options {
  const modules = useProjectModules(projectid, enabled).data ?? []
  return byName(modules.map(({ moduleid, module }) => ({ id: moduleid, name: module })))
}

const useProjectModules = (projectid: number | null, enabled = true) =>
  useAll('projectmodule', { projectid: [projectid ?? 0], active: true }, enabled && projectid !== null)

/** True while the modules of a project, and with them the default module, are loading. */
export const useModulesPending = (projectid: number | null): boolean => useProjectModules(projectid).isLoading

const useProjectMilestones = (projectid: number | null, enabled = true) =>
  useAll('milestone', { projectid: [projectid ?? 0] }, enabled && projectid !== null)

export const useMilestonesPending = (projectid: number | null): boolean => useProjectMilestones(projectid).isLoading

export function useMilestones(projectid: number | null, enabled = true): Options {
  const milestones = useProjectMilestones(projectid, enabled).data ?? []
  return milestones.filter(({ complete }) => !complete).map(({ id, title }) => ({ id, name: title }))
}
