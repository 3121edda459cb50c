// The payments of an invoice: what came
// in, and recording another.
import type { InvoiceRecord, PaymentRecord } from '@stint/sdk'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useAll, useRemove } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Menu } from '../../parts/menu.tsx'
import { QueryView, Section } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../money/money.module.css'
import { PaymentDialog } from './payment-dialog.tsx'

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
      <QueryView query={payments}>
        {(list) =>
          list.length === 0 ? (
            <p className={styles.small}>{messages.noPayments}</p>
          ) : (
            <ul className={styles.rows}>
              {list.map((payment) => (
                <li key={payment.id}>
                  <PaymentRow payment={payment} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {adding && <PaymentDialog invoice={invoice} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PaymentRow({ payment }: { readonly payment: PaymentRecord }) {
  const formats = useFormats()
  const { date, type, reference, note, amount } = payment
  return (
    <>
      <span className={styles.grow}>
        {formats.day(date)}
        <span className={styles.small}>{[type, reference, note].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={styles.figure}>{formats.money(amount)}</span>
      <PaymentMenu payment={payment} />
    </>
  )
}

/** What may be done to a payment, where anything may. */
export function PaymentMenu({ payment }: { readonly payment: PaymentRecord }) {
  const messages = useMoneyMessages()
  const parts = useMessages().parts
  const formats = useFormats()
  const may = useMay()
  const remove = useRemove('payment')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  if (!may('payment', 'update')) return null
  const drop = (): void =>
    remove.mutate(
      { id: payment.id },
      {
        onSuccess: () => {
          showToast(messages.paymentDeleted)
          close()
        },
      },
    )
  return (
    <>
      <Menu
        label={messages.actionsFor(formats.money(payment.amount))}
        entries={[
          { id: 'edit', name: parts.edit, icon: Pencil, onPress: () => setOpen('edit') },
          ...(may('payment', 'delete')
            ? [{ id: 'delete', name: parts.delete, icon: Trash2, danger: true, onPress: () => setOpen('delete') }]
            : []),
        ]}
      />
      {open === 'edit' && <PaymentDialog payment={payment} onClose={close} />}
      <ConfirmDialog
        title={messages.deletePaymentTitle}
        action={messages.deletePayment}
        open={open === 'delete'}
        onClose={close}
        onConfirm={drop}
        busy={remove.isPending}
        error={remove.error}
      >
        {messages.deletePaymentText}
      </ConfirmDialog>
    </>
  )
}
