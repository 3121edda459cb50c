// The buttons and the menu of an invoice: issue it, send it, record a payment, download its PDF, import its hours
// again, add expenses, duplicate it, credit it, void it or delete the draft. Actions that cannot be undone ask first.
import type { InvoiceRecord, StintError } from '@stint/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Ban,
  Banknote,
  BellOff,
  BellRing,
  Copy,
  FileDown,
  FileMinus,
  MailCheck,
  ReceiptText,
  RefreshCw,
  Send,
  Stamp,
  Trash2,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { stint } from '../../api/client.ts'
import { saveDownload } from '../../api/downloads.ts'
import { lazyPart } from '../../api/lazy.ts'
import { can } from '../../api/permissions.ts'
import { invalidateAfterWrite, useWrite } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { errorText } from '../../kit/error-text.ts'
import { useCreditMessages } from '../../messages/credit.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useInvoiceLineMessages } from '../../messages/invoice-lines.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { type Closable, ConfirmWrite, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Menu, type MenuEntry } from '../../parts/menu.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { isIssuedOrVoid } from '../../records/invoices/invoice-status.tsx'
import styles from '../../records/money/money.module.css'
import { PaymentDialog } from '../../records/payments/payment-dialog.tsx'
import { MarkSentDialog, SendInvoiceDialog } from './send-invoice.tsx'

const CreditDialog = lazyPart(() => import('./credit-dialog.tsx'), 'CreditDialog')

const AddExpensesDialog = lazyPart(() => import('./add-expenses-dialog.tsx'), 'AddExpensesDialog')

interface ActionsProps {
  readonly invoice: InvoiceRecord
  /** There is unsaved input. Actions on the saved invoice are disabled until it is saved. */
  readonly dirty: boolean
}

type OpenDialog = 'issue' | 'void' | 'delete' | 'payment' | 'send' | 'marksent' | 'credit' | 'expenses'

const fileName = ({ number, creditof }: InvoiceRecord): string =>
  `${creditof === null ? 'invoice' : 'credit-note'}-${number.replaceAll('/', '-')}.pdf`

export const savePdf = (invoice: InvoiceRecord): Promise<void> =>
  saveDownload(stint.invoice.pdf(invoice.id), fileName(invoice)).catch(showError)

export function InvoiceActions({ invoice, dirty }: ActionsProps) {
  const messages = useMoneyMessages()
  const credit = useCreditMessages()
  const expenses = useExpenseMessages()
  const lines = useInvoiceLineMessages()
  const duplicate = useDuplicate(invoice)
  const parts = useMessages().parts
  const may = useMay()
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const close = (): void => setAsked(null)
  const importing = useWrite('invoice', () => stint.invoice.import(invoice.id, { ifMatch: invoice }))
  const pausing = useWrite('invoice', () =>
    stint.invoice.reminders(invoice.id, { remindersoff: invoice.remindersoff !== true }),
  )
  const isVoid = invoice.datevoided !== null
  const owes = invoice.balance.compare('0') > 0 && invoice.numitems > 0 && !isVoid
  const importAgain = (): void =>
    importing.mutate(undefined, { onSuccess: () => showToast(messages.imported), onError: showError })
  const entries: MenuEntry[] = []
  if (can(invoice, 'import')) {
    entries.push({ id: 'import', name: messages.importAgain, icon: RefreshCw, onPress: importAgain, isDisabled: dirty })
  }
  if (can(invoice, 'addexpenses')) {
    const name = expenses.addExpenses
    entries.push({ id: 'expenses', name, icon: ReceiptText, onPress: () => setAsked('expenses'), isDisabled: dirty })
  }
  const paused = invoice.remindersoff === true
  if (can(invoice, 'reminders') && (owes || paused)) {
    entries.push({
      id: 'reminders',
      name: paused ? messages.resumeReminders : messages.pauseReminders,
      icon: paused ? BellRing : BellOff,
      onPress: () => pausing.mutate(undefined, { onError: showError }),
    })
  }
  if (can(invoice, 'marksent')) {
    entries.push({ id: 'marksent', name: messages.markSent, icon: MailCheck, onPress: () => setAsked('marksent') })
  }
  if (can(invoice, 'duplicate')) {
    entries.push({ id: 'duplicate', name: lines.duplicate, icon: Copy, onPress: duplicate, isDisabled: dirty })
  }
  if (can(invoice, 'credit')) {
    entries.push({ id: 'credit', name: credit.create, icon: FileMinus, onPress: () => setAsked('credit') })
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
      {/* Not can(invoice, 'issue'): a draft without lines has the button too; the place of the lines says why not. */}
      {can(invoice, 'update') && (
        <Button
          look={dirty ? 'plain' : 'strong'}
          icon={Stamp}
          isDisabled={dirty || invoice.numitems === 0}
          onPress={() => setAsked('issue')}
        >
          {messages.issue}
        </Button>
      )}
      {can(invoice, 'mail') && (
        <Button look={invoice.datesent === null ? 'strong' : 'plain'} icon={Send} onPress={() => setAsked('send')}>
          {messages.send}
        </Button>
      )}
      {may('payment', 'create') && isIssuedOrVoid(invoice) && owes && (
        <Button
          look={invoice.datesent === null ? 'plain' : 'strong'}
          icon={Banknote}
          onPress={() => setAsked('payment')}
        >
          {messages.recordPayment}
        </Button>
      )}
      {entries.length > 0 && <Menu label={parts.actions} entries={entries} />}
      {asked === 'issue' && <IssueDialog invoice={invoice} onClose={close} />}
      {asked === 'send' && (
        <SendInvoiceDialog invoice={invoice} onClose={close} onMarkSent={() => setAsked('marksent')} />
      )}
      {asked === 'marksent' && <MarkSentDialog invoice={invoice} onClose={close} />}
      {asked === 'credit' && (
        <Suspense fallback={null}>
          <CreditDialog invoice={invoice} onClose={close} />
        </Suspense>
      )}
      {asked === 'expenses' && (
        <Suspense fallback={null}>
          <AddExpensesDialog invoice={invoice} onClose={close} />
        </Suspense>
      )}
      {asked === 'payment' && <PaymentDialog invoice={invoice} onClose={close} />}
      <VoidDialog invoice={invoice} open={asked === 'void'} onClose={close} />
      <DeleteDialog invoice={invoice} open={asked === 'delete'} onClose={close} />
    </>
  )
}

/** Creates a copy and opens it. */
function useDuplicate(invoice: InvoiceRecord): () => void {
  const messages = useInvoiceLineMessages()
  const navigate = useNavigate()
  const copying = useWrite('invoice', () => stint.invoice.duplicate(invoice.id))
  const open = ({ id }: InvoiceRecord): void => {
    showToast(messages.duplicated)
    void navigate({ to: '/invoices/$id', params: { id: String(id) } })
  }
  return () => copying.mutate(undefined, { onSuccess: open, onError: showError })
}

interface ActionDialogProps extends Closable {
  readonly invoice: InvoiceRecord
}

function IssueDialog({ invoice, onClose }: ActionDialogProps) {
  const messages = useMoneyMessages()
  const credit = useCreditMessages()
  const parts = useMessages().parts
  const { number } = invoice
  const { issueTitle, issueText } = invoice.creditof === null ? messages : credit
  const issuing = useWrite('invoice', () => stint.invoice.issue(invoice.id, { ifMatch: invoice }))
  const issue = (): void =>
    issuing.mutate(undefined, {
      onSuccess: () => {
        showToast(messages.issued(number))
        onClose()
      },
    })
  return (
    <Dialog title={issueTitle(number)} open onClose={onClose}>
      <p>{issueText}</p>
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
  const { number } = invoice
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
  const { number } = invoice
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
