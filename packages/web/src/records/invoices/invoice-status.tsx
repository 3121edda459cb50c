// The status of an invoice as a badge: the status of the server, plus "draft" for an invoice that is not issued.
import type { InvoiceRecord } from '@stint/sdk'
import { useMoneyMessages } from '../../messages/money.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

type InvoiceStatus = 'draft' | 'outstanding' | 'overdue' | 'paid' | 'void'

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
  draft: 'plain',
  outstanding: 'accent',
  overdue: 'bad',
  paid: 'good',
  void: 'plain',
}

type StatusFields = Pick<InvoiceRecord, 'status' | 'dateissued' | 'creditof'>

/**
 * The server's status; an invoice that is not due yet and was not issued is a draft. Nobody pays a credit note, so
 * it is issued and not paid.
 */
export function invoiceStatusOf({ status, dateissued, creditof }: StatusFields): InvoiceStatus {
  if (status === 'paid' && creditof !== null) return 'outstanding'
  if (status === 'outstanding' && dateissued === null) return 'draft'
  return status in tones ? (status as InvoiceStatus) : 'outstanding'
}

/** True if only payments and notes can be added to the invoice. */
export const isIssuedOrVoid = ({ dateissued, datevoided }: Pick<InvoiceRecord, 'dateissued' | 'datevoided'>): boolean =>
  dateissued !== null || datevoided !== null

interface InvoiceStatusBadgeProps {
  readonly invoice: StatusFields & Pick<InvoiceRecord, 'daysoverdue'>
  /** With the number of days that it is overdue. */
  readonly long?: boolean
}

export function InvoiceStatusBadge({ invoice, long = false }: InvoiceStatusBadgeProps) {
  const messages = useMoneyMessages()
  const standing = invoiceStatusOf(invoice)
  const late = standing === 'overdue' && long
  return (
    <Badge tone={tones[standing]}>{late ? messages.overdueBy(invoice.daysoverdue) : messages.statuses[standing]}</Badge>
  )
}
