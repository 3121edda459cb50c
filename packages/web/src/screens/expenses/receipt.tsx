// The receipt of an expense: chosen, replaced or removed in its form, and shown or downloaded from the list. The file
// is sent with the form, through the same upload as documents.
import type { ExpenseRecord } from '@stint/sdk'
import { FileDown } from 'lucide-react'
import { FileTrigger } from 'react-aria-components'
import { stint } from '../../api/client.ts'
import { saveDownload } from '../../api/downloads.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Section } from '../../parts/page.tsx'
import { Preview } from '../../parts/preview.tsx'
import { showError } from '../../parts/toast.tsx'

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
          acceptedFileTypes={['image/*', 'application/pdf']}
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

interface ReceiptDialogProps {
  readonly expense: ExpenseRecord
  readonly onClose: () => void
}

export function ReceiptDialog({ expense, onClose }: ReceiptDialogProps) {
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
