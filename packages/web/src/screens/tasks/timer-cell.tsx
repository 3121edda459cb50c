// The button in a row that starts or pauses the timer of a task. The state of the timers is read once for the whole
// table, because reading it in every row would be slow.
import type { TaskRecord } from '@stint/sdk'
import { Pause, Play } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useTimerActions, useTimers } from '../../api/timers.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { showError } from '../../parts/toast.tsx'
import styles from './tasks.module.css'

interface RowTimers {
  /** The task whose timer is running. */
  readonly runningTask: number | null
  readonly known: boolean
  readonly press: (task: TaskRecord) => void
}

export function useRowTimers(): RowTimers {
  const { timers, known } = useTimers()
  const actions = useTimerActions(showError)
  const running = timers.find((timer) => timer.running && timer.taskid !== null)
  const latest = useRef({ actions, running })
  latest.current = { actions, running }
  const runningTask = running?.taskid ?? null
  return useMemo(() => {
    const press = ({ id, title }: TaskRecord): void => {
      const { actions: act, running: now } = latest.current
      void (now?.taskid === id ? act.pause(now.id) : act.start({ id, title })).catch(showError)
    }
    return { runningTask, known, press }
  }, [runningTask, known])
}

export function TimerCell({ task, timers }: { readonly task: TaskRecord; readonly timers: RowTimers }) {
  const messages = useTimeMessages()
  const runs = timers.runningTask === task.id
  const Picture = runs ? Pause : Play
  const name = runs ? messages.pauseTimer : messages.startTimer
  return (
    <button
      type="button"
      className={timers.known ? styles.timer : `${styles.timer} keepsSpace`}
      data-running={runs}
      title={name}
      aria-label={`${name}: ${task.title}`}
      onClick={() => timers.press(task)}
    >
      <Picture size={16} aria-hidden />
    </button>
  )
}
