// The dialog that creates or changes a payment. For an invoice the balance is already filled in. The server validates
// it and reports errors at the fields.
import type { Decimal, PaymentNew, PaymentRecord } from '@stint/sdk'
import { numberFieldText, parseUserNumber, useFormats, useToday } from '../../api/formats.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { TextField } from '../../parts/fields.tsx'
import { type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, type OwnControls, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { showToast } from '../../parts/toast.tsx'
import { paymentLayout } from './payment-layout.ts'

interface PaymentDialogProps {
  /** The payment to change; without it a new one is created. */
  readonly payment?: PaymentRecord
  /** The invoice of the payment, if it cannot be chosen. */
  readonly invoice?: {
    readonly id: number
    readonly projectid: number
    readonly balance: Decimal
    readonly currency: string
  }
  readonly onClose: () => void
}

function usePaymentForm({ payment, invoice, onClose }: PaymentDialogProps) {
  const messages = useMoneyMessages()
  const today = useToday()
  const types = useAll('paymenttype')
  const create = useCreate('payment')
  const update = useUpdate('payment')
  const initial = {
    projectid: payment?.projectid ?? invoice?.projectid ?? null,
    invoiceid: payment?.invoiceid ?? invoice?.id ?? null,
    date: payment?.date ?? today,
    amount: numberFieldText((payment?.amount ?? invoice?.balance)?.toFixed()),
  }
  const form = useForm(formValues(paymentLayout, payment, initial), async (values) => {
    const amount = parseUserNumber(values.amount)
    if (amount === undefined) throw fieldError('amount', messages.noNumber)
    const typeid = values.typeid ?? types.data?.[0]?.id ?? null
    // Missing values are sent as null, and the server responds that they are required.
    const typed: PaymentNew = requestFields(paymentLayout, values)
    const fields = { ...typed, typeid, amount } as PaymentNew
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
  const targets = usePaymentTargets(form, props.invoice === undefined)
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
      <FormFields
        layout={paymentLayout}
        form={form}
        focus="amount"
        own={{
          ...targets,
          amount: (control) => (
            <TextField
              {...control}
              hint={over ? messages.moreThanOwed(formats.money(owed, props.invoice?.currency)) : undefined}
              numeric
              inputMode="decimal"
            />
          ),
          typeid: (control) => (
            <ChoiceField
              {...control}
              value={control.value ?? types.data?.[0]?.id ?? null}
              options={(types.data ?? []).map(({ id, name }) => ({ id, name }))}
            />
          ),
        }}
      />
    </FormDialog>
  )
}

type PaymentValues = LayoutValues<typeof paymentLayout>

/** The controls for the project and for one of its invoices. Not used if the invoice is given. */
function usePaymentTargets(form: FormState<PaymentValues>, open: boolean): OwnControls<PaymentValues> {
  const messages = useMoneyMessages()
  const { projectid } = form.values
  const projects = useAll('project', { sortfield: 'name' }, open)
  const query = { projectid: projectid ?? 0, sortfield: 'localid', sortdir: 'DESC' } as const
  const invoices = useAll('invoice', query, open && projectid !== null)
  if (!open) return { projectid: () => null, invoiceid: () => null }
  return {
    projectid: (control) => (
      <ComboBoxField
        {...control}
        onChange={(id) => form.set({ projectid: id, invoiceid: null })}
        options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))}
      />
    ),
    invoiceid: (control) => (
      <ChoiceField
        {...control}
        none={messages.noInvoice}
        isDisabled={projectid === null}
        options={(invoices.data ?? [])
          .filter(({ datevoided, creditof }) => datevoided === null && creditof === null)
          .map(({ id, number, title }) => ({ id, name: `${number} ${title}` }))}
      />
    ),
  }
}
