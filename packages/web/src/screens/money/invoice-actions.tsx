// What can be done to an invoice as a whole: issue it, record a payment, save its PDF, import its hours again, void it
// or delete the draft. What cannot be taken back is asked about first, with what it means.
import type { InvoiceRecord, StintError } from '@stint/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, Banknote, FileDown, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useWrite, wrote } from '../../api/records.ts'
import { saveDownload } from '../../api/saving.ts'
import { useMay } from '../../api/session.tsx'
import { toldOf } from '../../kit/wrong.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm, Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { Menu, type MenuEntry } from '../../parts/menu.tsx'
import { say, sayBad } from '../../parts/toast.tsx'
import { useMoneyWords } from '../../words/money.ts'
import { useWords } from '../../words/words.ts'
import { isPrefilled } from './invoice-draft.ts'
import styles from './money.module.css'
import { PaymentDialog } from './payment-dialog.tsx'
import { isSettled, numberOf } from './status.tsx'

interface ActionsProps {
  readonly invoice: InvoiceRecord
  /** Something is typed and not saved: what would act on the saved one waits. */
  readonly dirty: boolean
}

type Asked = 'issue' | 'void' | 'delete' | 'payment'

const fileName = (invoice: InvoiceRecord): string => `invoice-${numberOf(invoice.localid)}.pdf`

export const savePdf = (invoice: InvoiceRecord): Promise<void> =>
  saveDownload(stint.invoice.pdf(invoice.id), fileName(invoice)).catch(sayBad)

export function InvoiceActions({ invoice, dirty }: ActionsProps) {
  const words = useMoneyWords()
  const parts = useWords().parts
  const may = useMay()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  const importing = useWrite('invoice', () => stint.invoice.import(invoice.id, { ifMatch: invoice }))
  const settled = isSettled(invoice)
  const maySet = may('invoice', 'update')
  const isVoid = invoice.datevoided !== null
  const owes = invoice.balance.compare('0') > 0 && invoice.numitems > 0 && !isVoid
  const importAgain = (): void => importing.mutate(undefined, { onSuccess: () => say(words.imported), onError: sayBad })
  const entries: MenuEntry[] = []
  if (maySet && !settled && isPrefilled(invoice)) {
    entries.push({ id: 'import', name: words.importAgain, icon: RefreshCw, onPress: importAgain, isDisabled: dirty })
  }
  if (maySet && invoice.dateissued !== null && !isVoid) {
    entries.push({ id: 'void', name: words.void, icon: Ban, danger: true, onPress: () => setAsked('void') })
  }
  if (may('invoice', 'delete') && !settled) {
    entries.push({
      id: 'delete',
      name: words.deleteDraft,
      icon: Trash2,
      danger: true,
      onPress: () => setAsked('delete'),
    })
  }
  return (
    <>
      <Button icon={FileDown} onPress={() => void savePdf(invoice)} isDisabled={dirty}>
        {words.downloadPdf}
      </Button>
      {maySet && !settled && (
        <Button look={dirty ? 'plain' : 'strong'} icon={Send} isDisabled={dirty} onPress={() => setAsked('issue')}>
          {words.issue}
        </Button>
      )}
      {may('payment', 'create') && settled && owes && (
        <Button look="strong" icon={Banknote} onPress={() => setAsked('payment')}>
          {words.recordPayment}
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

interface AskProps {
  readonly invoice: InvoiceRecord
  readonly onClose: () => void
}

function IssueDialog({ invoice, onClose }: AskProps) {
  const words = useMoneyWords()
  const parts = useWords().parts
  const number = numberOf(invoice.localid)
  const issuing = useWrite('invoice', () => stint.invoice.issue(invoice.id, { ifMatch: invoice }))
  const issue = (): void =>
    issuing.mutate(undefined, {
      onSuccess: () => {
        say(words.issued(number))
        onClose()
      },
    })
  return (
    <Dialog title={words.issueTitle(number)} open onClose={onClose}>
      <p>{words.issueText}</p>
      {issuing.error !== null && (
        <p role="alert" className={styles.notice} data-tone="bad">
          {toldOf(issuing.error)}
        </p>
      )}
      <DialogEnd>
        <Button onPress={onClose}>{parts.cancel}</Button>
        <Button look="strong" busy={issuing.isPending} onPress={issue}>
          {words.issue}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}

function VoidDialog({ invoice, onClose, open }: AskProps & { readonly open: boolean }) {
  const words = useMoneyWords()
  const number = numberOf(invoice.localid)
  const voiding = useWrite('invoice', () => stint.invoice.void(invoice.id, { ifMatch: invoice }))
  const done = (): void => {
    say(words.voided(number))
    onClose()
  }
  return (
    <Confirm
      title={words.voidTitle(number)}
      action={words.void}
      open={open}
      onClose={onClose}
      onConfirm={() => voiding.mutate(undefined, { onSuccess: done })}
      busy={voiding.isPending}
      error={voiding.error}
    >
      {words.voidText}
    </Confirm>
  )
}

function DeleteDialog({ invoice, onClose, open }: AskProps & { readonly open: boolean }) {
  const words = useMoneyWords()
  const navigate = useNavigate()
  const number = numberOf(invoice.localid)
  const queries = useQueryClient()
  const remove = useMutation<void, StintError, void>({
    mutationFn: () => stint.invoice.remove(invoice.id),
    // Only once nobody looks at it any more is everything asked for again: this one would not be found.
    onSuccess: async () => {
      say(words.deleted(number))
      await navigate({ to: '/invoices', ignoreBlocker: true })
      await wrote(queries, 'invoice')
    },
  })
  return (
    <Confirm
      title={words.deleteTitle(number)}
      action={words.deleteDraft}
      open={open}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error}
    >
      {words.deleteText}
    </Confirm>
  )
}
