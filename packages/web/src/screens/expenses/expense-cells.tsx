// Cells of the list of expenses: the note with category and receipt, and whether the expense is on an invoice.
import type { ExpenseRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../api/permissions.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { Badge } from '../../parts/badge.tsx'
import { IconButton } from '../../parts/button.tsx'
import styles from '../../records/money/money.module.css'
import { AddReceipt, ReceiptDialog } from './receipt.tsx'

interface CellProps {
  readonly expense: ExpenseRecord
}

export function BillingCell({ expense: { invoiceid, billable } }: CellProps) {
  const messages = useExpenseMessages()
  if (invoiceid !== null)
    return (
      <Link to="/invoices/$id" params={{ id: String(invoiceid) }} aria-label={messages.openInvoice}>
        <Badge tone="good">{messages.billed}</Badge>
      </Link>
    )
  return billable ? <Badge tone="warn">{messages.unbilled}</Badge> : <Badge>{messages.notBillable}</Badge>
}

/** The button that shows the receipt; people who do not see it have none. */
export function ReceiptCell({ expense }: CellProps) {
  const messages = useExpenseMessages()
  const [open, setOpen] = useState(false)
  if (expense.receiptfilename === null && expense.invoiceid !== null && can(expense, 'update'))
    return <AddReceipt expense={expense} />
  if (expense.receiptfilename == null) return null
  const label = messages.showReceipt(expense.note || expense.project)
  return (
    <>
      <IconButton icon={Paperclip} label={label} onPress={() => setOpen(true)} />
      {open && <ReceiptDialog expense={expense} onClose={() => setOpen(false)} />}
    </>
  )
}

/** On a phone the day and the billing are under the note. */
export function NoteCell({ expense, under }: CellProps & { readonly under: string | null }) {
  const messages = useExpenseMessages()
  const { note, category, invoiceid } = expense
  const more = [under, category, under !== null && invoiceid !== null ? messages.billed : null]
    .filter((text) => text !== null && text !== '')
    .join(', ')
  return (
    <>
      {under === null ? note : <span className={styles.clip}>{note}</span>}
      {more !== '' && <span className={styles.under}>{more}</span>}
    </>
  )
}
