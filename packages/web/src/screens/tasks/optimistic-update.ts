// Changes a task in a list. The change is shown at once; if the server refuses, the old value returns and the reason is
// shown. For a few seconds, the change can be undone.
import { StintError, type TaskChange, type TaskRecord } from '@stint/sdk'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useUpdate } from '../../api/records.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { showError, showToast } from '../../parts/toast.tsx'

interface CachedTasks {
  readonly records?: readonly TaskRecord[]
  readonly pages?: readonly { readonly records: readonly TaskRecord[] }[]
}

const isTask = (held: unknown, id: number): held is TaskRecord =>
  typeof held === 'object' && held !== null && 'id' in held && held.id === id && 'statusid' in held

/** A copy of a cache entry with one task changed. The entry is a list, a page, pages or one task. */
function withPatch<T>(held: T, id: number, patch: Partial<TaskRecord>): T {
  const one = (task: TaskRecord): TaskRecord => (task.id === id ? { ...task, ...patch } : task)
  if (isTask(held, id)) return { ...held, ...patch }
  if (Array.isArray(held)) return held.map(one) as T
  const { records, pages } = (held ?? {}) as CachedTasks
  if (records !== undefined) return { ...held, records: records.map(one) }
  if (pages === undefined) return held
  return { ...held, pages: pages.map((page) => ({ ...page, records: page.records.map(one) })) }
}

const patchAll = (queries: QueryClient, id: number, patch: Partial<TaskRecord>): void =>
  void queries.setQueriesData({ queryKey: ['task'] }, (held: unknown) => withPatch(held, id, patch))

export interface TaskEdit {
  readonly task: TaskRecord
  readonly fields: TaskChange
  /** The fields of the task that are shown until the server has answered. */
  readonly preview: Partial<TaskRecord>
  /** The label of the field and its new value, for the message. */
  readonly what: string
  readonly value: string
}

/** The old values of the changed fields. */
const previousFields = (task: TaskRecord, names: object): Partial<TaskRecord> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, task[name as keyof TaskRecord]]))

/** The error messages of the server, as one text. */
export const joinedErrorText = (error: unknown): string => {
  if (error instanceof StintError && error.errors.length > 0) {
    const said = error.errors.map(({ field, sentence }) =>
      field === null || field === 'id' ? sentence : `${field}: ${sentence}`,
    )
    return said.join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}

export function useOptimisticUpdate(): (asked: TaskEdit) => Promise<boolean> {
  const queries = useQueryClient()
  const update = useUpdate('task')
  const messages = useTasksMessages()
  const { undo } = useMessages().parts
  const send = async (task: TaskRecord, fields: TaskChange, shows: Partial<TaskRecord>): Promise<boolean> => {
    // A response that is still loading would show the old value.
    await queries.cancelQueries({ queryKey: ['task'] })
    patchAll(queries, task.id, shows)
    try {
      await update.mutateAsync({ id: task.id, fields })
      return true
    } catch (error) {
      patchAll(queries, task.id, previousFields(task, shows))
      showError(new Error(messages.notChanged(messages.number(task.localid), joinedErrorText(error))))
      return false
    }
  }
  return async ({ task, fields, preview, what, value }) => {
    const done = await send(task, fields, preview)
    if (!done) return false
    const back = () =>
      send({ ...task, ...preview }, previousFields(task, fields) as TaskChange, previousFields(task, preview))
    showToast(messages.changed(messages.number(task.localid), what, value), { name: undo, onPress: () => void back() })
    return true
  }
}
