// What time is spent on: a task, or a module of a project without one, with the kind of work and whether it is billed. Used where a
// timer becomes an entry and where the timesheet gets a row. What was last used in a project is offered first.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { allOf, oneOf, pageOf, useAll } from '../api/records.ts'
import { useTaskSearch } from '../api/task-search.ts'
import { AskField } from '../parts/ask-field.tsx'
import { ChoiceField, FindField } from '../parts/choices.tsx'
import { CheckField } from '../parts/fields.tsx'
import type { FormState } from '../parts/form.tsx'
import { useTimeWords } from '../words/time.ts'

export interface Work {
  readonly taskid: number | null
  /** Its title, as long as there is one. */
  readonly task: string | null
  readonly projectid: number | null
  readonly moduleid: number | null
  readonly worktypeid: number | null
  readonly billable: boolean
}

export const noWork: Work = {
  taskid: null,
  task: null,
  projectid: null,
  moduleid: null,
  worktypeid: null,
  billable: true,
}

const modulesOf = (projectid: number) => allOf('projectmodule', { projectid, active: true })
const worktypesOf = (projectid: number) => allOf('projectworktype', { projectid, active: true })

/** The names of what was chosen in these fields, for those who show it before the server does. */
export function workNames(queries: QueryClient, { projectid, moduleid, worktypeid }: Work) {
  const id = projectid ?? 0
  const modules = queries.getQueryData(modulesOf(id).queryKey) ?? []
  const worktypes = queries.getQueryData(worktypesOf(id).queryKey) ?? []
  const project = queries.getQueryData(oneOf('project', id).queryKey)
  return {
    project: project?.name ?? '',
    client: project?.client ?? '',
    module: modules.find((one) => one.moduleid === moduleid)?.module ?? '',
    worktype: worktypes.find((one) => one.worktypeid === worktypeid)?.worktype ?? '',
  }
}

/** Choices that hang on the project: its modules and kinds of work, and what the person used there last. */
function useChoices(projectid: number | null, personid: number) {
  const id = projectid ?? 0
  const enabled = projectid !== null
  const latest = { projectid: id, personid, sortfield: 'id', sortdir: 'DESC' } as const
  const modules = useQuery({ ...modulesOf(id), enabled }).data
  const worktypes = useQuery({ ...worktypesOf(id), enabled }).data
  const project = useQuery({ ...oneOf('project', id), enabled }).data
  const last = useQuery({ ...pageOf('time', latest, 1), enabled, placeholderData: undefined }).data
  return { modules, worktypes, project, last }
}

/** Whether what hangs on the chosen project is still on its way: what is sent before would lack it. */
export function useWorkPending({ projectid }: Work, personid: number): boolean {
  const { modules, worktypes, project, last } = useChoices(projectid, personid)
  return projectid !== null && [modules, worktypes, project, last].includes(undefined)
}

interface WorkFieldsProps<T extends Work> {
  readonly form: FormState<T>
  /** The task is known and stays: that of a timer. */
  readonly fixed?: boolean
  /** Whose time it will be. */
  readonly personid: number
  readonly autoFocus?: boolean
}

/** The one used last where it is still to be had, else the first. */
const offered = (ids: readonly number[], used: number | undefined): number | null =>
  ids.find((id) => id === used) ?? ids[0] ?? null

export function WorkFields<T extends Work>({ form, fixed = false, personid, autoFocus = false }: WorkFieldsProps<T>) {
  const words = useTimeWords()
  const { taskid, projectid, moduleid, worktypeid } = form.values
  const { modules, worktypes, project, last } = useChoices(projectid, personid)
  const ready = modules !== undefined && worktypes !== undefined && project !== undefined && last !== undefined
  const set = (work: Partial<Work>): void => form.set(work as Partial<T>)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered follows the project, not what is chosen then.
  useEffect(() => {
    if (!ready) return
    const [used] = last.records
    const kinds = worktypes.map((one) => one.worktypeid)
    const places = modules.map((one) => one.moduleid)
    set({
      billable: project.billable,
      worktypeid: worktypeid ?? offered(kinds, used?.worktypeid),
      moduleid: taskid === null ? (moduleid ?? offered(places, used?.moduleid)) : moduleid,
    })
  }, [projectid, taskid, ready])
  return (
    <>
      {!fixed && <PlaceFields form={form} set={set} autoFocus={autoFocus} />}
      {taskid === null && (
        <ChoiceField
          {...form.of('moduleid')}
          label={words.module}
          options={(modules ?? []).map((one) => ({ id: one.moduleid, name: one.module }))}
          isDisabled={projectid === null}
          required
        />
      )}
      <ChoiceField
        {...form.of('worktypeid')}
        label={words.worktype}
        options={(worktypes ?? []).map((one) => ({ id: one.worktypeid, name: one.worktype }))}
        isDisabled={projectid === null}
        required
      />
      <CheckField {...form.of('billable')} label={words.billable} />
    </>
  )
}

interface PlaceFieldsProps<T extends Work> {
  readonly form: FormState<T>
  readonly set: (work: Partial<Work>) => void
  readonly autoFocus: boolean
}

/** A task, or a project where there is none. */
function PlaceFields<T extends Work>({ form, set, autoFocus }: PlaceFieldsProps<T>) {
  const words = useTimeWords()
  const [typed, setTyped] = useState('')
  const search = useTaskSearch(typed)
  const projects = useAll('project', { active: true })
  const { taskid, task } = form.values
  return (
    <>
      <AskField
        label={words.task}
        autoFocus={autoFocus}
        hint={words.taskHint}
        {...search}
        onAsk={setTyped}
        chosen={taskid === null ? null : { id: taskid, name: task ?? '' }}
        onChoose={(option) => {
          if (option === null) return set({ taskid: null, task: null })
          const { id, name, projectid, moduleid } = option
          return set({ taskid: id, task: name, projectid, moduleid, worktypeid: null })
        }}
        error={form.of('taskid').error}
      />
      <FindField
        {...form.of('projectid')}
        onChange={(projectid) => set({ projectid, moduleid: null, worktypeid: null })}
        label={words.project}
        options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
        isDisabled={taskid !== null}
        required
      />
    </>
  )
}
