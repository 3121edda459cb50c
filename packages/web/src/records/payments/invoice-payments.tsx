// The payments of an invoice, and the button to record another.
import type { InvoiceRecord, PaymentRecord } from '@stint/sdk'
import { Split } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { EditDeleteMenu } from '../edit-delete-menu.tsx'
import styles from '../money/money.module.css'
import { PaymentDialog } from './payment-dialog.tsx'
import { SplitPaymentDialog } from './split-payment-dialog.tsx'

export function InvoicePayments({ invoice }: { readonly invoice: InvoiceRecord }) {
  const messages = useMoneyMessages()
  const may = useMay()
  const payments = useAll('payment', { invoiceid: invoice.id, sortfield: 'date' })
  const [adding, setAdding] = useState(false)
  const mayAdd = may('payment', 'create') && invoice.datevoided === null
  return (
    <Section
      card
      title={messages.payments}
      actions={
        mayAdd && (
          <Button small onPress={() => setAdding(true)}>
            {messages.recordPayment}
          </Button>
        )
      }
    >
      <QueryList query={payments} className={styles.rows} empty={<p className={styles.small}>{messages.noPayments}</p>}>
        {(payment) => (
          <li key={payment.id}>
            <PaymentRow payment={payment} />
          </li>
        )}
      </QueryList>
      {adding && <PaymentDialog invoice={invoice} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PaymentRow({ payment }: { readonly payment: PaymentRecord }) {
  const formats = useFormats()
  const { date, type, reference, note, amount, currency } = payment
  return (
    <>
      <span className={styles.grow}>
        {formats.day(date)}
        <span className={styles.small}>{[type, reference, note].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.figure}>{formats.money(amount, currency)}</span>
      <PaymentMenu payment={payment} />
    </>
  )
}

/** The menu of a payment, for people who may change payments. */
export function PaymentMenu({ payment }: { readonly payment: PaymentRecord }) {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const may = useMay()
  if (!may('payment', 'update')) return null
  const {
    deletePaymentTitle: title,
    deletePayment: action,
    deletePaymentText: text,
    paymentDeleted: deleted,
  } = messages
  return (
    <EditDeleteMenu
      label={messages.actionsFor(formats.money(payment.amount, payment.currency))}
      resource="payment"
      id={payment.id}
      mayDelete={may('payment', 'delete')}
      question={{ title, action, text, deleted }}
      form={(close) => <PaymentDialog payment={payment} onClose={close} />}
      other={{
        name: messages.splitPayment,
        icon: Split,
        dialog: (close) => <SplitPaymentDialog payment={payment} onClose={close} />,
      }}
    />
  )
}
