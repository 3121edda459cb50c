// The panel with the time entries of a line of a draft: exclude them, move them to another draft, or write them down.
import type { InvoiceRecord, TimeRecord } from '@stint/sdk'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { errorText } from '../../kit/error-text.ts'
import { useDraftTimeMessages } from '../../messages/draft-time.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { QueryView } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/money/money.module.css'
import { MoveEntries, WriteDownEntries } from './draft-entry-dialogs.tsx'
import type { Line } from './invoice-draft.ts'
import { SelectableEntries } from './selectable-entries.tsx'

interface DraftEntriesProps extends Closable {
  readonly invoice: InvoiceRecord
  readonly line: Line
  readonly itemid: number
  /** There is unsaved input. Then entries cannot be changed. */
  readonly dirty: boolean
}

export function DraftEntries({ itemid, ...props }: DraftEntriesProps) {
  const { line, onClose } = props
  const money = useMoneyMessages()
  // Not the list behind the line: the line is gone after its last entry was taken off.
  const entries = useAll('time', { invoiceitemid: itemid, sortfield: 't.date' })
  return (
    <Dialog aside title={money.hoursBehind(line.name)} open onClose={onClose}>
      <QueryView query={entries}>{(list) => <EntryActions {...props} entries={list} />}</QueryView>
    </Dialog>
  )
}

interface EntryActionsProps extends Omit<DraftEntriesProps, 'itemid'> {
  readonly entries: readonly TimeRecord[]
}

function EntryActions({ invoice, line, dirty, onClose, entries }: EntryActionsProps) {
  const messages = useDraftTimeMessages()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<'move' | 'writedown' | null>(null)
  const timeid = entries.map(({ id }) => id).filter((id) => selected.has(id))
  /** A line without entries is removed, so its panel is closed. */
  const finish = (toast: string): void => {
    showToast(toast)
    setAsked(null)
    setSelected(new Set())
    if (timeid.length === entries.length) onClose()
  }
  const excluding = useWrite('invoice', () => stint.invoice.exclude(invoice.id, { timeid }))
  const restoring = useWrite('invoice', () => stint.invoice.writedown(invoice.id, { timeid, amount: null }))
  const error = excluding.error ?? restoring.error
  const isDisabled = dirty || timeid.length === 0
  const dialog = { invoice, timeid, onClose: () => setAsked(null), onDone: finish }
  return (
    <>
      {dirty && <p className={styles.notice}>{messages.saveFirst}</p>}
      <SelectableEntries entries={entries} selected={selected} onChange={setSelected} />
      {error !== null && (
        <p role="alert" className={styles.notice} data-tone="bad">
          {errorText(error)}
        </p>
      )}
      <DialogActions>
        {line.writtendown !== null && (
          <Button
            isDisabled={isDisabled}
            busy={restoring.isPending}
            onPress={() => restoring.mutate(undefined, { onSuccess: () => finish(messages.billedInFull) })}
          >
            {messages.billInFull}
          </Button>
        )}
        <Button isDisabled={isDisabled} onPress={() => setAsked('writedown')}>
          {messages.writeDown}
        </Button>
        <Button isDisabled={isDisabled} onPress={() => setAsked('move')}>
          {messages.move}
        </Button>
        <Button
          isDisabled={isDisabled}
          busy={excluding.isPending}
          onPress={() => excluding.mutate(undefined, { onSuccess: () => finish(messages.excluded(timeid.length)) })}
        >
          {messages.exclude}
        </Button>
      </DialogActions>
      {asked === 'move' && <MoveEntries {...dialog} />}
      {asked === 'writedown' && <WriteDownEntries {...dialog} />}
    </>
  )
}
