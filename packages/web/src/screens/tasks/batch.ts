// Runs one operation on many tasks, a few at a time, with progress; it can be stopped. If the server refuses a task,
// its reason is kept and the others still run.
import type { TaskChange, TaskRecord } from '@stint/sdk'
import { useRef, useState } from 'react'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { joinedErrorText } from './optimistic-update.ts'

export interface FailedTask {
  readonly task: TaskRecord
  readonly why: string
}

interface BatchResult {
  readonly done: readonly TaskRecord[]
  readonly failed: readonly FailedTask[]
}

const concurrency = 4

interface BatchJob {
  readonly tasks: readonly TaskRecord[]
  readonly work: (task: TaskRecord) => Promise<unknown>
}

export interface Batch {
  /** The number of finished tasks while a batch runs, otherwise null. */
  readonly completed: number | null
  readonly run: (step: BatchJob) => Promise<BatchResult>
  readonly stop: () => void
}

export function useBatch(): Batch {
  const [completed, setCompleted] = useState<number | null>(null)
  const stopped = useRef(false)
  const write = useWrite('task', async ({ tasks, work }: BatchJob): Promise<BatchResult> => {
    const done: TaskRecord[] = []
    const failed: FailedTask[] = []
    const waiting = [...tasks]
    const hand = async (): Promise<void> => {
      for (let task = waiting.shift(); task !== undefined && !stopped.current; task = waiting.shift()) {
        try {
          await work(task)
          done.push(task)
        } catch (error) {
          failed.push({ task, why: joinedErrorText(error) })
        }
        setCompleted(done.length + failed.length)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, hand))
    return { done, failed }
  })
  const run = async (step: BatchJob): Promise<BatchResult> => {
    stopped.current = false
    setCompleted(0)
    return write.mutateAsync(step).finally(() => setCompleted(null))
  }
  return {
    completed,
    run,
    stop: () => {
      stopped.current = true
    },
  }
}

/** The fields that restore a task to its state before a change. */
export const formerFields = (task: TaskRecord, change: TaskChange): TaskChange =>
  Object.fromEntries(Object.keys(change).map((name) => [name, task[name as keyof TaskRecord]])) as TaskChange

export const updateTask = (task: TaskRecord, change: TaskChange): Promise<TaskRecord> =>
  stint.task.update(task.id, change)

export const removeTask = (task: TaskRecord): Promise<void> => stint.task.remove(task.id)
