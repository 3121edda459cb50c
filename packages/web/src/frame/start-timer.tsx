// The button that starts the timer of a task, for rows and the page of the task. While the timer runs, the button
// pauses it.
import { Pause, Play } from 'lucide-react'
import { useMay } from '../api/session.tsx'
import { useTimerActions, useTimers } from '../api/timers.ts'
import { useTimeMessages } from '../messages/time.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { showError } from '../parts/toast.tsx'

interface StartTimerProps {
  readonly taskid: number
  readonly title: string
  /** With text beside the icon, for the page of a task. */
  readonly wide?: boolean
}

export function StartTimer({ taskid, title, wide = false }: StartTimerProps) {
  const messages = useTimeMessages()
  const may = useMay()
  const { timers, known } = useTimers()
  const { start, pause } = useTimerActions(showError)
  if (!may('timer', 'create')) return null
  const running = timers.find((timer) => timer.taskid === taskid && timer.running)
  const press = (): void =>
    void (running === undefined ? start({ id: taskid, title }) : pause(running.id)).catch(showError)
  const name = running === undefined ? messages.startTimer : messages.pauseTimer
  const picture = running === undefined ? Play : Pause
  const button = wide ? (
    <Button icon={picture} onPress={press}>
      {name}
    </Button>
  ) : (
    <IconButton icon={picture} label={`${name}: ${title}`} onPress={press} />
  )
  // "Start" could become "Pause" under the pointer.
  return known ? button : <span className="keepsSpace">{button}</span>
}
