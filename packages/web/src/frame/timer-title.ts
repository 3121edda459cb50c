// The title of a timer: that of its task, else its own name, else a fixed text for a timer without a task or with a
// task that the person may not see.
import type { LiveTimer } from '../api/timer-state.ts'
import { useTimeMessages } from '../messages/time.ts'

export function useTimerTitle(): (timer: LiveTimer) => string {
  const messages = useTimeMessages()
  return ({ task, name, taskid }) => task ?? (name || (taskid === null ? messages.generalTimer : messages.hiddenTask))
}
