// The dialog that deletes the selected tasks. It asks first, because this cannot be undone.
import { useState } from 'react'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { type FailedTask, removeTask, useBatch } from './batch.ts'
import { BulkActions, BulkProgress, FailedTaskList } from './bulk-progress.tsx'
import type { Selection } from './selection.ts'

export function BulkDelete({ selection, onClose }: Closable & { readonly selection: Selection }) {
  const messages = useTasksMessages().bulk
  const batch = useBatch()
  const [refused, setRefused] = useState<readonly FailedTask[]>([])
  // The list stays the same while its tasks are deleted one by one.
  const [tasks] = useState(() => [...selection.tasks.values()])
  const remove = async (): Promise<void> => {
    const outcome = await batch.run({ tasks, work: removeTask })
    selection.choose(outcome.done, false)
    if (outcome.done.length > 0) showToast(messages.removed(outcome.done.length))
    if (outcome.failed.length > 0) setRefused(outcome.failed)
    else onClose()
  }
  const busy = batch.completed !== null
  return (
    <Dialog title={messages.deleteTitle(tasks.length)} open onClose={busy ? batch.stop : onClose} persistent={busy}>
      {refused.length > 0 ? <FailedTaskList refused={refused} /> : <p>{messages.deleteText}</p>}
      {busy && <BulkProgress batch={batch} all={tasks.length} />}
      <BulkActions finished={refused.length > 0} busy={busy} onClose={onClose}>
        <Button look="danger" busy={busy} onPress={() => void remove().catch(showError)}>
          {messages.deleteAction(tasks.length)}
        </Button>
      </BulkActions>
    </Dialog>
  )
}
