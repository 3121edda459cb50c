// The links between an invoice and its credit notes, at the top of their pages.
import type { InvoiceRecord } from '@stint/sdk'
import { Fragment } from 'react'
import { useAll, useOne } from '../../api/records.ts'
import { useCreditMessages } from '../../messages/credit.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import moneyStyles from '../../records/money/money.module.css'
import styles from './credit-links.module.css'

export function CreditLinks({ invoice }: { readonly invoice: InvoiceRecord }) {
  const { creditof } = invoice
  if (creditof !== null) return <CreditedInvoice id={creditof} />
  return invoice.dateissued === null ? null : <CreditNotes id={invoice.id} />
}

function CreditedInvoice({ id }: { readonly id: number }) {
  const messages = useCreditMessages()
  const invoice = useOne('invoice', id).data
  return (
    <p className={moneyStyles.notice}>
      <span className={styles.links}>
        {messages.ofInvoice} {invoice !== undefined && <RecordLink to="/invoices/$id" id={id} text={invoice.number} />}
      </span>
    </p>
  )
}

function CreditNotes({ id }: { readonly id: number }) {
  const messages = useCreditMessages()
  const notes = useAll('invoice', { creditof: [id], sortfield: 'id' }).data ?? []
  if (notes.length === 0) return null
  const nameOf = ({ number, dateissued, datevoided }: InvoiceRecord): string => {
    if (datevoided !== null) return messages.isVoid(number)
    return dateissued === null ? messages.draft(number) : number
  }
  return (
    <p className={moneyStyles.notice}>
      <span className={styles.links}>
        {messages.creditedBy}
        {notes.map((note, at) => (
          <Fragment key={note.id}>
            {at === 0 ? ' ' : ', '}
            <RecordLink to="/invoices/$id" id={note.id} text={nameOf(note)} />
          </Fragment>
        ))}
      </span>
    </p>
  )
}
