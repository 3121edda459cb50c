// Deleting what is selected, after asking: it cannot be taken back.
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useTasksWords } from '../../words/tasks.ts'
import { useWords } from '../../words/words.ts'
import { type Refused, removeTask, useBatch } from './batch.ts'
import { BulkProgress, RefusedList } from './bulk-progress.tsx'
import type { Selection } from './selection.ts'

interface BulkDeleteProps {
  readonly selection: Selection
  readonly onClose: () => void
}

export function BulkDelete({ selection, onClose }: BulkDeleteProps) {
  const words = useTasksWords().bulk
  const parts = useWords().parts
  const batch = useBatch()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  // What was asked about stays the same while they go one by one.
  const [tasks] = useState(() => [...selection.tasks.values()])
  const remove = async (): Promise<void> => {
    const outcome = await batch.run({ tasks, work: removeTask })
    selection.choose(outcome.done, false)
    if (outcome.done.length > 0) say(words.removed(outcome.done.length))
    if (outcome.refused.length > 0) setRefused(outcome.refused)
    else onClose()
  }
  const busy = batch.through !== null
  return (
    <Dialog title={words.deleteTitle(tasks.length)} open onClose={busy ? batch.stop : onClose} keep={busy}>
      {refused.length > 0 ? <RefusedList refused={refused} /> : <p>{words.deleteText}</p>}
      {busy && <BulkProgress batch={batch} all={tasks.length} />}
      <DialogEnd>
        {refused.length > 0 ? (
          <Button onPress={onClose}>{parts.close}</Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={busy}>
              {parts.cancel}
            </Button>
            <Button look="danger" busy={busy} onPress={() => void remove().catch(sayBad)}>
              {words.deleteAction(tasks.length)}
            </Button>
          </>
        )}
      </DialogEnd>
    </Dialog>
  )
}
