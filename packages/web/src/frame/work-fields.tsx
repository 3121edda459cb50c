// Form fields for the work of a time entry: a task, or a project and module without a task, plus work type and
// billable. Used for applying a timer and for new rows of the timesheet. The defaults are those of the person's latest
// entry on the project.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { allQuery, oneQuery, pageQuery, useAll } from '../api/records.ts'
import { useTaskSearch } from '../api/task-search.ts'
import { useTimeMessages } from '../messages/time.ts'
import { AsyncSearchField } from '../parts/async-search-field.tsx'
import { ChoiceField } from '../parts/choices.tsx'
import { CheckField } from '../parts/fields.tsx'
import type { FormState } from '../parts/form.tsx'
import { ProjectField } from '../parts/project-choice.tsx'

export interface Work {
  readonly taskid: number | null
  /** The title of the task. */
  readonly task: string | null
  readonly projectid: number | null
  readonly moduleid: number | null
  readonly worktypeid: number | null
  readonly billable: boolean
}

export const emptyWork: Work = {
  taskid: null,
  task: null,
  projectid: null,
  moduleid: null,
  worktypeid: null,
  billable: true,
}

const modulesQuery = (projectid: number) => allQuery('projectmodule', { projectid, active: true })
const worktypesQuery = (projectid: number) => allQuery('projectworktype', { projectid, active: true })

/** The names of the chosen records, from the cache, to show them before the server responds. */
export function workNames(queries: QueryClient, { projectid, moduleid, worktypeid }: Work) {
  const id = projectid ?? 0
  const modules = queries.getQueryData(modulesQuery(id).queryKey) ?? []
  const worktypes = queries.getQueryData(worktypesQuery(id).queryKey) ?? []
  const project = queries.getQueryData(oneQuery('project', id).queryKey)
  return {
    project: project?.name ?? '',
    client: project?.client ?? '',
    module: modules.find((one) => one.moduleid === moduleid)?.module ?? '',
    worktype: worktypes.find((one) => one.worktypeid === worktypeid)?.worktype ?? '',
  }
}

/** Data that depends on the project: its modules and work types, and the latest time entry of the person on it. */
function useProjectChoices(projectid: number | null, personid: number) {
  const id = projectid ?? 0
  const enabled = projectid !== null
  const latest = { projectid: id, personid, sortfield: 'id', sortdir: 'DESC' } as const
  const modules = useQuery({ ...modulesQuery(id), enabled }).data
  const worktypes = useQuery({ ...worktypesQuery(id), enabled }).data
  const project = useQuery({ ...oneQuery('project', id), enabled }).data
  const last = useQuery({ ...pageQuery('time', latest, 1), enabled, placeholderData: undefined }).data
  return { modules, worktypes, project, last }
}

/** True while the data of the chosen project is loading. A form that is sent now would lack the defaults. */
export function useWorkPending({ projectid }: Work, personid: number): boolean {
  const { modules, worktypes, project, last } = useProjectChoices(projectid, personid)
  return projectid !== null && [modules, worktypes, project, last].includes(undefined)
}

interface WorkFieldsProps<T extends Work> {
  readonly form: FormState<T>
  /** The task cannot be changed, because it is that of a timer. */
  readonly fixed?: boolean
  /** The person of the time entry. */
  readonly personid: number
  readonly autoFocus?: boolean
}

/** The id used last if it is still available, else the first. */
const defaultId = (ids: readonly number[], used: number | undefined): number | null =>
  ids.find((id) => id === used) ?? ids[0] ?? null

export function WorkFields<T extends Work>(props: WorkFieldsProps<T>) {
  const { form, fixed = false, personid, autoFocus = false } = props
  const messages = useTimeMessages()
  const { taskid, projectid, moduleid, worktypeid } = form.values
  const { modules, worktypes, project, last } = useProjectChoices(projectid, personid)
  const ready = modules !== undefined && worktypes !== undefined && project !== undefined && last !== undefined
  const set = (work: Partial<Work>): void => form.set(work as Partial<T>)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choices follow the project, not the later selection.
  useEffect(() => {
    if (!ready) return
    const [used] = last.records
    const kinds = worktypes.map((one) => one.worktypeid)
    const places = modules.map((one) => one.moduleid)
    set({
      billable: project.billable,
      worktypeid: worktypeid ?? defaultId(kinds, used?.worktypeid),
      moduleid: taskid === null ? (moduleid ?? defaultId(places, used?.moduleid)) : moduleid,
    })
  }, [projectid, taskid, ready])
  const choice = (name: 'moduleid' | 'worktypeid', target: 'projectmodule' | 'projectworktype') => ({
    ...form.field(name),
    create: { target, projectid },
    isDisabled: projectid === null,
    required: true,
  })
  return (
    <>
      {!fixed && <TaskOrProjectFields form={form} set={set} autoFocus={autoFocus} />}
      {taskid === null && (
        <ChoiceField
          {...choice('moduleid', 'projectmodule')}
          label={messages.module}
          options={modules?.map((one) => ({ id: one.moduleid, name: one.module }))}
        />
      )}
      <ChoiceField
        {...choice('worktypeid', 'projectworktype')}
        label={messages.worktype}
        options={worktypes?.map((one) => ({ id: one.worktypeid, name: one.worktype }))}
      />
      <CheckField {...form.field('billable')} label={messages.billable} />
    </>
  )
}

interface TaskOrProjectProps<T extends Work> {
  readonly form: FormState<T>
  readonly set: (work: Partial<Work>) => void
  readonly autoFocus: boolean
}

/** The field for the task, and the field for the project if there is no task. */
function TaskOrProjectFields<T extends Work>({ form, set, autoFocus }: TaskOrProjectProps<T>) {
  const messages = useTimeMessages()
  const [typed, setTyped] = useState('')
  const search = useTaskSearch(typed)
  const projects = useAll('project', { active: true })
  const { taskid, task } = form.values
  return (
    <>
      <AsyncSearchField
        label={messages.task}
        autoFocus={autoFocus}
        hint={messages.taskHint}
        {...search}
        onSearch={setTyped}
        chosen={taskid === null ? null : { id: taskid, name: task ?? '' }}
        onChoose={(option) => {
          if (option === null) return set({ taskid: null, task: null })
          const { id, name, projectid, moduleid } = option
          return set({ taskid: id, task: name, projectid, moduleid, worktypeid: null })
        }}
        error={form.field('taskid').error}
      />
      <ProjectField
        {...form.field('projectid')}
        onChange={(projectid) => set({ projectid, moduleid: null, worktypeid: null })}
        label={messages.project}
        projects={projects.data}
        isDisabled={taskid !== null}
        required
      />
    </>
  )
}
