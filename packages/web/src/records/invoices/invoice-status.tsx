// The status of an invoice as a badge: the status of the server, plus "draft" for an invoice that is not issued.
import type { InvoiceRecord } from '@stint/sdk'
import { useMoneyMessages } from '../../messages/money.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'

export type InvoiceStatus = 'draft' | 'outstanding' | 'overdue' | 'paid' | 'void'

const tones: Readonly<Record<InvoiceStatus, Tone>> = {
  draft: 'plain',
  outstanding: 'accent',
  overdue: 'bad',
  paid: 'good',
  void: 'plain',
}

/** The server's status; an invoice that is not due yet and was not issued is a draft. */
export function invoiceStatusOf({ status, dateissued }: Pick<InvoiceRecord, 'status' | 'dateissued'>): InvoiceStatus {
  if (status === 'outstanding' && dateissued === null) return 'draft'
  return status in tones ? (status as InvoiceStatus) : 'outstanding'
}

/** True if only payments and notes can be added to the invoice. */
export const isIssuedOrVoid = ({ dateissued, datevoided }: Pick<InvoiceRecord, 'dateissued' | 'datevoided'>): boolean =>
  dateissued !== null || datevoided !== null

export const invoiceNumber = (localid: number): string => String(localid).padStart(5, '0')

interface InvoiceStatusBadgeProps {
  readonly invoice: Pick<InvoiceRecord, 'status' | 'dateissued' | 'daysoverdue'>
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
