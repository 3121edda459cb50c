// The dialog that splits a payment: a part of it is for another open invoice of the client, or for no invoice yet.

import type { InvoiceRecord, PaymentRecord } from '@stint/sdk'
import { stint } from '../../api/client.ts'
import { numberFieldText, parseUserNumber, useFormats } from '../../api/formats.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useLabels } from '../../messages/labels.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

/** The open invoices of the client that the part can be for. */
function useOpenInvoices({ invoiceid, clientid, projectid, currency }: PaymentRecord): readonly InvoiceRecord[] {
  const invoices = useAll('invoice', {
    ...(clientid === null ? { projectid } : { clientid }),
    sortfield: 'localid',
    sortdir: 'DESC',
  })
  return (invoices.data ?? []).filter(
    ({ id, balance, datevoided, creditof, currency: own }) =>
      id !== invoiceid && datevoided === null && creditof === null && own === currency && balance.compare('0') > 0,
  )
}

export function SplitPaymentDialog({ payment, onClose }: Closable & { readonly payment: PaymentRecord }) {
  const messages = useMoneyMessages()
  const labels = useLabels().payment
  const formats = useFormats()
  const invoices = useOpenInvoices(payment)
  const splitting = useWrite('payment', (part: Parameters<typeof stint.payment.split>[1]) =>
    stint.payment.split(payment.id, part),
  )
  const initial: { invoiceid: number | null; amount: string } = { invoiceid: null, amount: '' }
  const form = useForm(initial, async ({ invoiceid, amount: text }) => {
    const amount = parseUserNumber(text)
    if (amount == null) throw fieldError('amount', messages.noNumber)
    const projectid = invoices.find(({ id }) => id === invoiceid)?.projectid ?? payment.projectid
    await splitting.mutateAsync({ amount, invoiceid, projectid })
    showToast(messages.paymentSplit)
    onClose()
  })
  const choose = (invoiceid: number | null): void => {
    const balance = invoices.find(({ id }) => id === invoiceid)?.balance
    const fits = balance !== undefined && balance.compare(payment.amount) < 0
    form.set({ invoiceid, ...(fits ? { amount: numberFieldText(balance.toFixed()) } : {}) })
  }
  return (
    <FormDialog form={form} title={messages.splitPayment} submit={messages.splitPayment} onClose={onClose}>
      <p>{messages.splitText(formats.money(payment.amount, payment.currency))}</p>
      <ChoiceField
        {...form.field('invoiceid')}
        label={labels.invoiceid}
        none={messages.noInvoice}
        onChange={choose}
        options={invoices.map(({ id, number, title, balance, currency }) => ({
          id,
          name: `${number} ${title}, ${formats.money(balance, currency)}`,
        }))}
      />
      <TextField {...form.field('amount')} label={labels.amount} numeric inputMode="decimal" autoFocus />
    </FormDialog>
  )
}
