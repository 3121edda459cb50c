// The timer in the top bar of every screen: the running timer with buttons to pause and apply it, and a panel with all
// timers. Steps that are not yet sent to the server are marked as waiting.
import { ChevronDown, CloudOff, Pause, Play, Timer } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components'
import { lazyPart, preload } from '../api/lazy.ts'
import type { LiveTimer } from '../api/timer-state.ts'
import { useTimerActions, useTimerSeconds, useTimerSync, useTimers } from '../api/timers.ts'
import { secondsText } from '../kit/hours.ts'
import { useTimeMessages } from '../messages/time.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useNarrow } from '../parts/narrow.ts'
import { showError } from '../parts/toast.tsx'
import { useShortcutKeys } from './shortcuts.ts'
import styles from './timer-bar.module.css'
import { TimerList } from './timer-list.tsx'
import { useTimerTitle } from './timer-title.ts'

const applyTimer = () => import('./apply-timer.tsx')
const ApplyTimer = lazyPart(applyTimer, 'ApplyTimer')

export function TimerBar() {
  const messages = useTimeMessages()
  const { timers, known, waiting } = useTimers(true)
  const actions = useTimerActions(showError)
  useTimerSync(showError)
  useEffect(() => preload([applyTimer]), [])
  const [open, setOpen] = useState(false)
  const [applying, setApplying] = useState<LiveTimer | null>(null)
  const [first] = timers
  const apply = (timer: LiveTimer): void => {
    setOpen(false)
    setApplying(timer)
  }
  useShortcutKeys([
    {
      keys: '.',
      name: messages.toggleKey,
      run: () => {
        if (first === undefined) setOpen(true)
        else void (first.running ? actions.pause(first.id) : actions.resume(first.id)).catch(showError)
      },
    },
  ])
  // Before the timers are known, neither text of the button would be right.
  if (first === undefined && !known) return <div className={styles.bar} />
  return (
    <section className={styles.bar} aria-label={messages.timer} data-running={first?.running === true}>
      {first !== undefined && <CurrentTimer timer={first} onApply={() => apply(first)} />}
      <TimerPanel timers={timers} open={open} onOpen={setOpen} onApply={apply} />
      {waiting && (
        <span className={styles.waiting} role="status" title={messages.waitingLong}>
          <CloudOff size={14} aria-hidden />
          <span className={styles.waitingText}>{messages.waiting}</span>
        </span>
      )}
      {applying !== null && (
        <Suspense>
          <ApplyTimer timer={applying} onClose={() => setApplying(null)} />
        </Suspense>
      )}
    </section>
  )
}

interface TimerPanelProps {
  readonly timers: readonly LiveTimer[]
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onApply: (timer: LiveTimer) => void
}

/** The panel of all timers: a popover below its button, or a sheet on a phone. */
function TimerPanel({ timers, open, onOpen, onApply }: TimerPanelProps) {
  const messages = useTimeMessages()
  const narrow = useNarrow()
  const none = timers.length === 0
  const list = <TimerList onApply={onApply} onDone={() => onOpen(false)} />
  const opener = (
    <AriaButton className={styles.opener ?? ''} onPress={() => narrow && onOpen(true)}>
      {none && <Timer size={16} aria-hidden />}
      <span className={none ? styles.openerText : 'hidden'}>{none ? messages.startTimer : messages.allTimers}</span>
      {timers.length > 1 && <span className={styles.count}>{timers.length}</span>}
      <ChevronDown size={15} aria-hidden />
    </AriaButton>
  )
  if (narrow) {
    return (
      <>
        {opener}
        <Dialog title={messages.allTimers} open={open} onClose={() => onOpen(false)}>
          {list}
        </Dialog>
      </>
    )
  }
  return (
    <DialogTrigger isOpen={open} onOpenChange={onOpen}>
      {opener}
      <Popover className={styles.popover ?? ''} placement="bottom start" aria-label={messages.allTimers}>
        {list}
      </Popover>
    </DialogTrigger>
  )
}

interface CurrentTimerProps {
  readonly timer: LiveTimer
  readonly onApply: () => void
}

function CurrentTimer({ timer, onApply }: CurrentTimerProps) {
  const messages = useTimeMessages()
  const titleOf = useTimerTitle()
  const seconds = useTimerSeconds(timer)
  const { pause, resume } = useTimerActions(showError)
  const { id, running, project } = timer
  const title = titleOf(timer)
  return (
    <>
      <IconButton
        icon={running ? Pause : Play}
        label={running ? messages.pauseTimer : messages.resumeTimer}
        onPress={() => void (running ? pause(id) : resume(id)).catch(showError)}
      />
      <span className={styles.clock} role="timer" aria-label={messages.timerOf(title)}>
        {secondsText(seconds)}
      </span>
      <span className={styles.about} title={project === null ? title : `${title} · ${project}`}>
        <span className={styles.title}>{title}</span>
        {project !== null && <span className={styles.project}>{project}</span>}
      </span>
      <span className={styles.apply}>
        <Button small onPress={onApply} isDisabled={id < 0}>
          {messages.apply}
        </Button>
      </span>
    </>
  )
}
