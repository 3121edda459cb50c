// Saves changes of a task. If another person has changed the same field meanwhile, nothing is overwritten: the conflict
// holds both values to choose from. A change of another field is no conflict.
import { StintError, type TaskChange, type TaskRecord } from '@stint/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { oneQuery, useUpdate } from '../../api/records.ts'

export type FieldName = keyof TaskChange & keyof TaskRecord

export interface Conflict {
  readonly field: FieldName
  /** The task with the change of the other person. */
  readonly theirs: TaskRecord
  readonly mine: TaskChange
}

export interface TaskUpdater {
  /** Throws the errors of the server. Returns false if there is a conflict. */
  save(base: TaskRecord, fields: TaskChange): Promise<boolean>
  readonly busy: boolean
  readonly conflict: Conflict | null
  /** True overwrites the change of the other person. */
  resolve(mine: boolean): Promise<void>
}

const serialized = (value: unknown): string => JSON.stringify(value ?? null)

export function useTaskUpdater(notify: boolean): TaskUpdater {
  const queries = useQueryClient()
  const update = useUpdate('task')
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const save = async (base: TaskRecord, fields: TaskChange): Promise<boolean> => {
    try {
      await update.mutateAsync({ id: base.id, fields, ifMatch: base, notify })
      return true
    } catch (error) {
      if (!(error instanceof StintError) || error.kind !== 'stale') throw error
    }
    const theirs = await queries.fetchQuery({ ...oneQuery('task', base.id), staleTime: 0 })
    const field = (Object.keys(fields) as FieldName[]).find(
      (name) => serialized(theirs[name]) !== serialized(base[name]),
    )
    if (field === undefined) return save(theirs, fields)
    setConflict({ field, theirs, mine: fields })
    return false
  }
  const resolve = async (mine: boolean): Promise<void> => {
    if (conflict === null) return
    setConflict(null)
    if (mine) await save(conflict.theirs, conflict.mine)
  }
  return { save, busy: update.isPending, conflict, resolve }
}

export interface InlineEditProps {
  /** The task as it was when editing began. */
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly onDone: () => void
}
