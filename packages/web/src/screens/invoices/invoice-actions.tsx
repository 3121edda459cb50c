// The buttons and the menu of an invoice: issue it, record a payment, download its PDF, import its hours again, void it
// or delete the draft. Actions that cannot be undone ask first.
import type { InvoiceRecord, StintError } from '@stint/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, Banknote, FileDown, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { saveDownload } from '../../api/downloads.ts'
import { can } from '../../api/permissions.ts'
import { invalidateAfterWrite, useWrite } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { errorText } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmWrite, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Menu, type MenuEntry } from '../../parts/menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { invoiceNumber, isIssuedOrVoid } from '../../records/invoices/invoice-status.tsx'
import styles from '../../records/money/money.module.css'
import { PaymentDialog } from '../../records/payments/payment-dialog.tsx'

interface ActionsProps {
  readonly invoice: InvoiceRecord
  /** There is unsaved input. Actions on the saved invoice are disabled until it is saved. */
  readonly dirty: boolean
}

type OpenDialog = 'issue' | 'void' | 'delete' | 'payment'

const fileName = (invoice: InvoiceRecord): string => `invoice-${invoiceNumber(invoice.localid)}.pdf`

export const savePdf = (invoice: InvoiceRecord): Promise<void> =>
  saveDownload(stint.invoice.pdf(invoice.id), fileName(invoice)).catch(showError)

export function InvoiceActions({ invoice, dirty }: ActionsProps) {
  const messages = useMoneyMessages()
  const parts = useMessages().parts
  const may = useMay()
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const close = (): void => setAsked(null)
  const importing = useWrite('invoice', () => stint.invoice.import(invoice.id, { ifMatch: invoice }))
  const isVoid = invoice.datevoided !== null
  const owes = invoice.balance.compare('0') > 0 && invoice.numitems > 0 && !isVoid
  const importAgain = (): void =>
    importing.mutate(undefined, { onSuccess: () => showToast(messages.imported), onError: showError })
  const entries: MenuEntry[] = []
  if (can(invoice, 'import')) {
    entries.push({ id: 'import', name: messages.importAgain, icon: RefreshCw, onPress: importAgain, isDisabled: dirty })
  }
  // Not can(invoice, 'void'): an invoice with payments has the entry too, and the server says why it cannot be voided.
  if (may('invoice', 'void') && invoice.dateissued !== null && !isVoid) {
    entries.push({ id: 'void', name: messages.void, icon: Ban, danger: true, onPress: () => setAsked('void') })
  }
  if (can(invoice, 'delete')) {
    entries.push({
      id: 'delete',
      name: messages.deleteDraft,
      icon: Trash2,
      danger: true,
      onPress: () => setAsked('delete'),
    })
  }
  return (
    <>
      <Button icon={FileDown} onPress={() => void savePdf(invoice)} isDisabled={dirty}>
        {messages.downloadPdf}
      </Button>
      {/* Not can(invoice, 'issue'): a draft without lines has the button too, and the server says what is missing. */}
      {can(invoice, 'update') && (
        <Button look={dirty ? 'plain' : 'strong'} icon={Send} isDisabled={dirty} onPress={() => setAsked('issue')}>
          {messages.issue}
        </Button>
      )}
      {may('payment', 'create') && isIssuedOrVoid(invoice) && owes && (
        <Button look="strong" icon={Banknote} onPress={() => setAsked('payment')}>
          {messages.recordPayment}
        </Button>
      )}
      {entries.length > 0 && <Menu label={parts.actions} entries={entries} />}
      {asked === 'issue' && <IssueDialog invoice={invoice} onClose={close} />}
      {asked === 'payment' && <PaymentDialog invoice={invoice} onClose={close} />}
      <VoidDialog invoice={invoice} open={asked === 'void'} onClose={close} />
      <DeleteDialog invoice={invoice} open={asked === 'delete'} onClose={close} />
    </>
  )
}

interface ActionDialogProps {
  readonly invoice: InvoiceRecord
  readonly onClose: () => void
}

function IssueDialog({ invoice, onClose }: ActionDialogProps) {
  const messages = useMoneyMessages()
  const parts = useMessages().parts
  const number = invoiceNumber(invoice.localid)
  const issuing = useWrite('invoice', () => stint.invoice.issue(invoice.id, { ifMatch: invoice }))
  const issue = (): void =>
    issuing.mutate(undefined, {
      onSuccess: () => {
        showToast(messages.issued(number))
        onClose()
      },
    })
  return (
    <Dialog title={messages.issueTitle(number)} open onClose={onClose}>
      <p>{messages.issueText}</p>
      {issuing.error !== null && (
        <p role="alert" className={styles.notice} data-tone="bad">
          {errorText(issuing.error)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{parts.cancel}</Button>
        <Button look="strong" busy={issuing.isPending} onPress={issue}>
          {messages.issue}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function VoidDialog({ invoice, onClose, open }: ActionDialogProps & { readonly open: boolean }) {
  const messages = useMoneyMessages()
  const number = invoiceNumber(invoice.localid)
  const voiding = useWrite('invoice', () => stint.invoice.void(invoice.id, { ifMatch: invoice }))
  const done = (): void => {
    showToast(messages.voided(number))
    onClose()
  }
  const question = { title: messages.voidTitle(number), action: messages.void, text: messages.voidText }
  return (
    <ConfirmWrite
      question={question}
      write={voiding}
      open={open}
      onConfirm={() => voiding.mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ invoice, onClose, open }: ActionDialogProps & { readonly open: boolean }) {
  const messages = useMoneyMessages()
  const navigate = useNavigate()
  const number = invoiceNumber(invoice.localid)
  const queries = useQueryClient()
  const remove = useMutation<void, StintError, void>({
    mutationFn: () => stint.invoice.remove(invoice.id),
    // The page is left first, because it would request the deleted invoice again.
    onSuccess: async () => {
      showToast(messages.deleted(number))
      await navigate({ to: '/invoices', ignoreBlocker: true })
      await invalidateAfterWrite(queries, 'invoice')
    },
  })
  const question = { title: messages.deleteTitle(number), action: messages.deleteDraft, text: messages.deleteText }
  return (
    <ConfirmWrite question={question} write={remove} open={open} onConfirm={() => remove.mutate()} onClose={onClose} />
  )
}
