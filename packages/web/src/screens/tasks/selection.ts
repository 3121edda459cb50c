// The selected tasks. They are stored as records and not as ids, because they stay selected when their rows are no
// longer loaded, and because a change of them can be undone.
import type { TaskRecord } from '@stint/sdk'
import { useCallback, useMemo, useState } from 'react'

export interface Selection {
  readonly tasks: ReadonlyMap<number, TaskRecord>
  readonly ids: ReadonlySet<number>
  readonly choose: (tasks: readonly TaskRecord[], on: boolean) => void
  readonly clear: () => void
}

const noSelection: ReadonlyMap<number, TaskRecord> = new Map()

export function useSelection(): Selection {
  const [tasks, setTasks] = useState(noSelection)
  const choose = useCallback((some: readonly TaskRecord[], on: boolean): void => {
    setTasks((before) => {
      const after = new Map(before)
      for (const task of some) {
        if (on) after.set(task.id, task)
        else after.delete(task.id)
      }
      return after
    })
  }, [])
  const clear = useCallback(() => setTasks(noSelection), [])
  const ids = useMemo(() => new Set(tasks.keys()), [tasks])
  return { tasks, ids, choose, clear }
}
