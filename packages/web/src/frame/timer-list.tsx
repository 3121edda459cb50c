// The list of all timers of a person: switch between them, apply or discard each, and start a new one with or without
// a task.
import { Check, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTaskSearch } from '../api/task-search.ts'
import type { LiveTimer } from '../api/timer-state.ts'
import { type TimerTask, useTimerActions, useTimerSeconds, useTimers } from '../api/timers.ts'
import { secondsText } from '../kit/hours.ts'
import { useMessages } from '../messages/messages.ts'
import { useTimeMessages } from '../messages/time.ts'
import { AsyncSearchField } from '../parts/async-search-field.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { showError, showToast } from '../parts/toast.tsx'
import styles from './timer-bar.module.css'
import { useTimerTitle } from './timer-title.ts'

interface TimerListProps {
  readonly onApply: (timer: LiveTimer) => void
  readonly onDone: () => void
}

export function TimerList({ onApply, onDone }: TimerListProps) {
  const messages = useTimeMessages()
  const { timers } = useTimers()
  return (
    <>
      {timers.length > 0 && (
        <ul className={styles.list} aria-label={messages.allTimers}>
          {timers.map((timer) => (
            <TimerRow key={timer.id} timer={timer} onApply={() => onApply(timer)} />
          ))}
        </ul>
      )}
      <NewTimer onDone={onDone} />
    </>
  )
}

interface TimerRowProps {
  readonly timer: LiveTimer
  readonly onApply: () => void
}

function TimerRow({ timer, onApply }: TimerRowProps) {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const titleOf = useTimerTitle()
  const seconds = useTimerSeconds(timer)
  const { pause, resume, discard } = useTimerActions(showError)
  const [sure, setSure] = useState(false)
  const { id, running, project, waiting } = timer
  const title = titleOf(timer)
  const end = async (): Promise<void> => {
    await discard(id)
    showToast(messages.discarded)
  }
  return (
    <li className={styles.row} data-running={running}>
      <IconButton
        icon={running ? Pause : Play}
        label={`${running ? messages.pauseTimer : messages.resumeTimer}: ${title}`}
        onPress={() => void (running ? pause(id) : resume(id)).catch(showError)}
      />
      <span className={styles.rowAbout}>
        <span className={styles.title}>{title}</span>
        <span className={styles.project}>{waiting ? messages.waiting : project}</span>
      </span>
      <span className={styles.clock}>{secondsText(seconds)}</span>
      {sure ? (
        <span className={styles.sure}>
          <Button small look="danger" onPress={() => void end().catch(showError)}>
            {messages.discard}
          </Button>
          <Button small look="quiet" onPress={() => setSure(false)}>
            {common.cancel}
          </Button>
        </span>
      ) : (
        <>
          <IconButton icon={Check} label={`${messages.apply}: ${title}`} onPress={onApply} isDisabled={id < 0} />
          <IconButton icon={Trash2} label={`${messages.discard}: ${title}`} onPress={() => setSure(true)} />
        </>
      )}
    </li>
  )
}

function NewTimer({ onDone }: { readonly onDone: () => void }) {
  const messages = useTimeMessages()
  const { start } = useTimerActions(showError)
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const search = useTaskSearch(typed)
  const begin = (task: TimerTask | null, name?: string): void => {
    void start(task, name).catch(showError)
    onDone()
  }
  return (
    <div className={styles.fresh}>
      <AsyncSearchField
        label={messages.newForTask}
        {...search}
        onSearch={setTyped}
        chosen={null}
        onChoose={(option) => option !== null && begin({ id: option.id, title: option.name })}
        placeholder={messages.findTask}
        autoFocus
      />
      <form
        className={styles.general}
        onSubmit={(event) => {
          event.preventDefault()
          begin(null, name.trim())
        }}
      >
        <TextField
          label={messages.newGeneral}
          value={name}
          onChange={setName}
          placeholder={messages.generalName}
          maxLength={255}
        />
        <Button type="submit" icon={Play}>
          {messages.start}
        </Button>
      </form>
    </div>
  )
}
