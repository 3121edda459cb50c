// A payment: recorded on an invoice with what is still owed already filled in, or for a project; and changed later. The
// server says what does not fit, at its field.
import type { Decimal, IsoDate, PaymentRecord } from '@stint/sdk'
import { numberFieldText, parseUserNumber, useFormats, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { invoiceNumber } from '../invoices/invoice-status.tsx'

interface PaymentDialogProps {
  /** The one to change; without it a new one is made. */
  readonly payment?: PaymentRecord
  /** The invoice it is for, when that is settled. */
  readonly invoice?: { readonly id: number; readonly projectid: number; readonly balance: Decimal }
  readonly onClose: () => void
}

interface Values {
  readonly projectid: number | null
  readonly invoiceid: number | null
  readonly date: IsoDate | null
  readonly amount: string
  readonly typeid: number | null
  readonly reference: string
  readonly note: string
}

function usePaymentForm({ payment, invoice, onClose }: PaymentDialogProps) {
  const messages = useMoneyMessages()
  const today = useToday()
  const types = useAll('paymenttype')
  const create = useCreate('payment')
  const update = useUpdate('payment')
  const initial: Values = {
    projectid: payment?.projectid ?? invoice?.projectid ?? null,
    invoiceid: payment?.invoiceid ?? invoice?.id ?? null,
    date: payment?.date ?? today,
    amount: numberFieldText((payment?.amount ?? invoice?.balance)?.toFixed()),
    typeid: payment?.typeid ?? null,
    reference: payment?.reference ?? '',
    note: payment?.note ?? '',
  }
  const form = useForm(initial, async (values) => {
    const amount = parseUserNumber(values.amount)
    if (amount === undefined) throw fieldError('amount', messages.noNumber)
    const typeid = values.typeid ?? types.data?.[0]?.id ?? null
    // What is missing goes as nothing, and the server says that it is required.
    const fields = { ...values, typeid, amount } as Parameters<typeof create.mutateAsync>[0]['fields']
    if (payment === undefined) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: payment.id, fields })
    showToast(messages.paymentSaved)
    onClose()
  })
  return { form, types }
}

export function PaymentDialog(props: PaymentDialogProps) {
  const messages = useMoneyMessages()
  const { form, types } = usePaymentForm(props)
  const type = form.field('typeid')
  const formats = useFormats()
  const owed = props.payment === undefined ? (props.invoice?.balance ?? null) : null
  const typed = parseUserNumber(form.values.amount)
  const over = owed !== null && typed != null && typed.compare(owed) > 0
  return (
    <FormDialog
      form={form}
      title={props.payment === undefined ? messages.recordPayment : messages.editPayment}
      onClose={props.onClose}
      label={messages.recordPayment}
    >
      {props.invoice === undefined && <PaymentTargetFields form={form} />}
      <FieldRow>
        <TextField
          {...form.field('amount')}
          label={messages.amount}
          hint={over ? messages.moreThanOwed(formats.money(owed)) : undefined}
          required
          numeric
          inputMode="decimal"
          autoFocus
        />
        <DayField {...form.field('date')} label={messages.date} required />
      </FieldRow>
      <FieldRow>
        <ChoiceField
          {...type}
          value={type.value ?? types.data?.[0]?.id ?? null}
          label={messages.paymentType}
          required
          options={(types.data ?? []).map(({ id, name }) => ({ id, name }))}
        />
        <TextField
          {...form.field('reference')}
          label={messages.reference}
          hint={messages.referenceHint}
          maxLength={maxOf('payment', 'reference')}
        />
      </FieldRow>
      <TextField {...form.field('note')} label={messages.note} maxLength={maxOf('payment', 'note')} />
    </FormDialog>
  )
}

/** For which project, and for which of its invoices. */
function PaymentTargetFields({ form }: { readonly form: ReturnType<typeof usePaymentForm>['form'] }) {
  const messages = useMoneyMessages()
  const { projectid } = form.values
  const projects = useAll('project', { sortfield: 'name' })
  const invoices = useAll(
    'invoice',
    { projectid: projectid ?? 0, sortfield: 'localid', sortdir: 'DESC' },
    projectid !== null,
  )
  return (
    <>
      <ComboBoxField
        {...form.field('projectid')}
        onChange={(id) => form.set({ projectid: id, invoiceid: null })}
        label={messages.project}
        required
        options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))}
      />
      <ChoiceField
        {...form.field('invoiceid')}
        label={messages.appliedTo}
        none={messages.noInvoice}
        isDisabled={projectid === null}
        options={(invoices.data ?? [])
          .filter(({ datevoided }) => datevoided === null)
          .map(({ id, localid, title }) => ({ id, name: `${invoiceNumber(localid)} ${title}` }))}
      />
    </>
  )
}
