// The progress of a change of several tasks, and the list of tasks that the server refused, with its reasons.

import type { ReactNode } from 'react'
import { ProgressBar } from 'react-aria-components'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, DialogActions } from '../../parts/dialog.tsx'
import type { Batch, FailedTask } from './batch.ts'
import styles from './bulk.module.css'

export function BulkProgress({ batch, all }: { readonly batch: Batch; readonly all: number }) {
  const messages = useTasksMessages().bulk
  const through = batch.completed ?? 0
  return (
    <ProgressBar aria-label={messages.working} value={through} maxValue={all} className={styles.progress ?? ''}>
      <svg className={styles.progressTrack} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        <rect width={all === 0 ? 0 : (through / all) * 100} height="6" />
      </svg>
      <span className={styles.progressText}>{messages.progress(through, all)}</span>
      <Button small onPress={batch.stop}>
        {messages.stop}
      </Button>
    </ProgressBar>
  )
}

export function FailedTaskList({ refused }: { readonly refused: readonly FailedTask[] }) {
  const messages = useTasksMessages()
  return (
    <div role="alert" className={styles.refused}>
      <strong>{messages.bulk.refused(refused.length)}</strong>
      <p>{messages.bulk.refusedText}</p>
      <ul>
        {refused.map(({ task, why }) => (
          <li key={task.id}>
            <span className={styles.refusedName}>{`${messages.number(task.localid)} ${task.title}`}</span>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BulkActionsProps extends Closable {
  /** The change is finished, and the server refused some tasks. */
  readonly finished: boolean
  readonly busy: boolean
  readonly children: ReactNode
}

/** The buttons of a dialog that changes several tasks; `children` is the button that starts it. */
export function BulkActions({ finished, busy, onClose, children }: BulkActionsProps) {
  const messages = useMessages().parts
  if (finished) {
    return (
      <DialogActions>
        <Button onPress={onClose}>{messages.close}</Button>
      </DialogActions>
    )
  }
  return (
    <DialogActions>
      <Button onPress={onClose} isDisabled={busy}>
        {messages.cancel}
      </Button>
      {children}
    </DialogActions>
  )
}
