// How an invoice stands, as a word on its colour: the server's own
// status, told apart further by whether it was issued.
import type { InvoiceRecord } from '@stint/sdk'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { useMoneyWords } from '../../words/money.ts'

export type Standing = 'draft' | 'outstanding' | 'overdue' | 'paid' | 'void'

const tones: Readonly<Record<Standing, Tone>> = {
  draft: 'plain',
  outstanding: 'accent',
  overdue: 'bad',
  paid: 'good',
  void: 'plain',
}

/** The server's status; an invoice that is not due yet and was not issued is a draft. */
export function standingOf({ status, dateissued }: Pick<InvoiceRecord, 'status' | 'dateissued'>): Standing {
  if (status === 'outstanding' && dateissued === null) return 'draft'
  return status in tones ? (status as Standing) : 'outstanding'
}

/** Nothing but payments and notes can be added to it. */
export const isSettled = ({ dateissued, datevoided }: Pick<InvoiceRecord, 'dateissued' | 'datevoided'>): boolean =>
  dateissued !== null || datevoided !== null

export const numberOf = (localid: number): string => String(localid).padStart(5, '0')

interface StatusProps {
  readonly invoice: Pick<InvoiceRecord, 'status' | 'dateissued' | 'daysoverdue'>
  /** With how long it is overdue. */
  readonly long?: boolean
}

export function Status({ invoice, long = false }: StatusProps) {
  const words = useMoneyWords()
  const standing = standingOf(invoice)
  const late = standing === 'overdue' && long
  return <Badge tone={tones[standing]}>{late ? words.overdueBy(invoice.daysoverdue) : words.statuses[standing]}</Badge>
}
