// What a timer is about, in one line: its task, else its label, else that it is about nothing yet.
import type { LiveTimer } from '../api/timer-now.ts'
import { useTimeWords } from '../words/time.ts'

export function useTimerTitle(): (timer: LiveTimer) => string {
  const words = useTimeWords()
  return ({ task, name, taskid }) => task ?? (name || (taskid === null ? words.generalTimer : words.hiddenTask))
}
