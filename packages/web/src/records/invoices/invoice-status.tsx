// How an invoice stands, as a word on its colour: the server's own
// status, told apart further by whether it was issued.
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

/** Nothing but payments and notes can be added to it. */
export const isIssuedOrVoid = ({ dateissued, datevoided }: Pick<InvoiceRecord, 'dateissued' | 'datevoided'>): boolean =>
  dateissued !== null || datevoided !== null

export const invoiceNumber = (localid: number): string => String(localid).padStart(5, '0')

interface InvoiceStatusBadgeProps {
  readonly invoice: Pick<InvoiceRecord, 'status' | 'dateissued' | 'daysoverdue'>
  /** With how long it is overdue. */
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
