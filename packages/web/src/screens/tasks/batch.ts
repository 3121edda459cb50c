// One thing done to many tasks: a few at a time, counted as it goes on, and able to stop. What the server refuses is kept with its
// words; the others are done all the same.
import type { TaskChange, TaskRecord } from '@stint/sdk'
import { useRef, useState } from 'react'
import { stint } from '../../api/client.ts'
import { useWrite } from '../../api/records.ts'
import { wordsOf } from './change.ts'

export interface Refused {
  readonly task: TaskRecord
  readonly why: string
}

export interface Outcome {
  readonly done: readonly TaskRecord[]
  readonly refused: readonly Refused[]
}

const atOnce = 4

interface Step {
  readonly tasks: readonly TaskRecord[]
  readonly work: (task: TaskRecord) => Promise<unknown>
}

export interface Batch {
  /** How many are through, while something is done; else null. */
  readonly through: number | null
  readonly run: (step: Step) => Promise<Outcome>
  readonly stop: () => void
}

export function useBatch(): Batch {
  const [through, setThrough] = useState<number | null>(null)
  const stopped = useRef(false)
  const write = useWrite('task', async ({ tasks, work }: Step): Promise<Outcome> => {
    const done: TaskRecord[] = []
    const refused: Refused[] = []
    const waiting = [...tasks]
    const hand = async (): Promise<void> => {
      for (let task = waiting.shift(); task !== undefined && !stopped.current; task = waiting.shift()) {
        try {
          await work(task)
          done.push(task)
        } catch (error) {
          refused.push({ task, why: wordsOf(error) })
        }
        setThrough(done.length + refused.length)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, hand))
    return { done, refused }
  })
  const run = async (step: Step): Promise<Outcome> => {
    stopped.current = false
    setThrough(0)
    return write.mutateAsync(step).finally(() => setThrough(null))
  }
  return {
    through,
    run,
    stop: () => {
      stopped.current = true
    },
  }
}

/** What of a task is sent to have it as it was before a change. */
export const formerFields = (task: TaskRecord, change: TaskChange): TaskChange =>
  Object.fromEntries(Object.keys(change).map((name) => [name, task[name as keyof TaskRecord]])) as TaskChange

export const updateTask = (task: TaskRecord, change: TaskChange): Promise<TaskRecord> =>
  stint.task.update(task.id, change)

export const removeTask = (task: TaskRecord): Promise<void> => stint.task.remove(task.id)
