// What a timer is about, in one line: its task, else its label, else that it is about nothing yet.
import type { LiveTimer } from '../api/timer-state.ts'
import { useTimeMessages } from '../messages/time.ts'

export function useTimerTitle(): (timer: LiveTimer) => string {
  const messages = useTimeMessages()
  return ({ task, name, taskid }) => task ?? (name || (taskid === null ? messages.generalTimer : messages.hiddenTask))
}
