// The receipt of an expense: chosen, replaced or removed in its form, and shown or downloaded from the list. The file
// is sent with the form, through the same upload as documents.
import type { ExpenseRecord } from '@stint/sdk'
import { FileDown, FilePlus } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { stint } from '../../api/client.ts'
import { saveDownload } from '../../api/downloads.ts'
import { useUpdate } from '../../api/records.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { type Closable, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Section } from '../../parts/page.tsx'
import { Preview } from '../../parts/preview.tsx'
import { showError, showToast } from '../../parts/toast.tsx'

const receiptTypes = ['image/*', 'application/pdf']

/** The chosen file, null to remove the present one, undefined to keep it. */
export type ReceiptChange = File | null | undefined

interface ReceiptFieldProps {
  /** The name of the stored receipt; null without one. */
  readonly filename: string | null
  readonly value: ReceiptChange
  readonly onChange: (value: ReceiptChange) => void
}

export function ReceiptField({ filename, value, onChange }: ReceiptFieldProps) {
  const messages = useExpenseMessages()
  const kept = value === undefined ? filename : null
  const text = value instanceof File ? messages.receiptChosen(value.name) : (kept ?? messages.noReceipt)
  return (
    <Section title={messages.receipt}>
      <p>{text}</p>
      <div>
        <FileTrigger
          acceptedFileTypes={receiptTypes}
          onSelect={(files) => files?.[0] !== undefined && onChange(files[0])}
        >
          <Button>{messages.chooseReceipt}</Button>
        </FileTrigger>
        {(kept !== null || value instanceof File) && (
          <Button look="quiet" onPress={() => onChange(filename === null ? undefined : null)}>
            {messages.removeReceipt}
          </Button>
        )}
      </div>
    </Section>
  )
}

/** The button that adds the missing receipt of an expense that is on an invoice. */
export function AddReceipt({ expense }: { readonly expense: ExpenseRecord }) {
  const messages = useExpenseMessages()
  const update = useUpdate('expense')
  const add = (file: File): void =>
    update.mutate(
      { id: expense.id, fields: { receipt: { name: file.name, content: file } } },
      { onSuccess: () => showToast(messages.receiptAdded), onError: showError },
    )
  return (
    <FileTrigger acceptedFileTypes={receiptTypes} onSelect={(files) => files?.[0] !== undefined && add(files[0])}>
      <IconButton icon={FilePlus} label={messages.addReceipt(expense.note || expense.project)} />
    </FileTrigger>
  )
}

export function ReceiptDialog({ expense, onClose }: Closable & { readonly expense: ExpenseRecord }) {
  const messages = useExpenseMessages()
  const filename = expense.receiptfilename ?? ''
  const download = () => stint.expense.download(expense.id)
  return (
    <Dialog aside title={filename} open onClose={onClose}>
      <Preview filename={filename} load={async () => (await download()).blob()} />
      <DialogActions>
        <Button icon={FileDown} onPress={() => void saveDownload(download(), filename).catch(showError)}>
          {messages.downloadReceipt}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
