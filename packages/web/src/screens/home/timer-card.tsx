// The running timer on the home page, or a hint how to start one.
import { Pause, Play } from 'lucide-react'
import type { LiveTimer } from '../../api/timer-state.ts'
import { useTimerActions, useTimerSeconds, useTimers } from '../../api/timers.ts'
import { useTimerTitle } from '../../frame/timer-title.ts'
import { secondsText } from '../../kit/hours.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Button } from '../../parts/button.tsx'
import { Loading, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { showError } from '../../parts/toast.tsx'
import styles from './home.module.css'

export function TimerCard() {
  const messages = useTimeMessages()
  const { timers, known } = useTimers()
  const [first] = timers
  return (
    <Section title={messages.rightNow} card>
      {first !== undefined && <RunningTimer timer={first} />}
      {first === undefined && (known ? <p className={styles.faint}>{messages.noTimer}</p> : <Loading />)}
    </Section>
  )
}

function RunningTimer({ timer }: { readonly timer: LiveTimer }) {
  const messages = useTimeMessages()
  const titleOf = useTimerTitle()
  const seconds = useTimerSeconds(timer)
  const { pause, resume } = useTimerActions(showError)
  const { id, running, taskid, project } = timer
  const title = titleOf(timer)
  const press = (): void => void (running ? pause(id) : resume(id)).catch(showError)
  return (
    <div className={styles.running}>
      <span className={styles.clock} data-running={running}>
        {secondsText(seconds)}
      </span>
      <span className={styles.about}>
        {taskid === null || timer.task === null ? (
          <span>{title}</span>
        ) : (
          <RecordLink to="/tasks/$id" id={taskid} text={title} />
        )}
        <span className={styles.faint}>{project}</span>
      </span>
      <Button small icon={running ? Pause : Play} onPress={press}>
        {running ? messages.pause : messages.resume}
      </Button>
    </div>
  )
}
