// The dialog that creates or changes a payment. For an invoice the balance is already filled in. The server validates
// it and reports errors at the fields.

import type { InvoiceRecord, PaymentNew, PaymentRecord } from '@stint/sdk'
import { useQuery } from '@tanstack/react-query'
import { numberFieldText, parseUserNumber, useFormats, useToday } from '../../api/formats.ts'
import { pageQuery, useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { fieldError } from '../../kit/error-text.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, type OwnControls, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { ProjectField } from '../../parts/project-choice.tsx'
import { showToast } from '../../parts/toast.tsx'
import { adviceOnAmount, suggestedMethod } from './payment-amount.ts'
import { paymentLayout } from './payment-layout.ts'

interface PaymentDialogProps extends Closable {
  /** The payment to change; without it a new one is created. */
  readonly payment?: PaymentRecord
  /** The invoice of the payment, if it cannot be chosen. */
  readonly invoice?: Pick<InvoiceRecord, 'id' | 'projectid' | 'clientid' | 'balance' | 'currency'>
}

/** The method that is chosen until the person chooses another. */
function useSuggestedMethod(types: readonly { readonly id: number }[] | undefined, clientid: number | null) {
  const { personid } = useSession()
  const lastOf = (query: { clientid: number } | { personid: number }) => ({
    ...pageQuery('payment', { ...query, sortfield: 'id', sortdir: 'DESC' }, 1),
    // A cached result of another client must not be used while this one loads.
    placeholderData: undefined,
  })
  const ofClient = useQuery({ ...lastOf({ clientid: clientid ?? 0 }), enabled: clientid !== null })
  const ofPerson = useQuery(lastOf({ personid }))
  if (types === undefined || ofPerson.isPending || (clientid !== null && ofClient.isPending)) return null
  return suggestedMethod(types, ofClient.data?.records[0]?.typeid, ofPerson.data?.records[0]?.typeid)
}

function usePaymentForm({ payment, invoice, onClose }: PaymentDialogProps) {
  const messages = useMoneyMessages()
  const today = useToday()
  const types = useAll('paymenttype')
  const create = useCreate('payment')
  const update = useUpdate('payment')
  const owed = invoice !== undefined && invoice.balance.compare('0') > 0 ? invoice.balance : undefined
  const initial = {
    projectid: payment?.projectid ?? invoice?.projectid ?? null,
    invoiceid: payment?.invoiceid ?? invoice?.id ?? null,
    date: payment?.date ?? today,
    amount: numberFieldText((payment?.amount ?? owed)?.toFixed()),
  }
  const form: FormState<PaymentValues> = useForm(formValues(paymentLayout, payment, initial), async (values) => {
    const amount = parseUserNumber(values.amount)
    if (amount === undefined) throw fieldError('amount', messages.noNumber)
    if (amount?.equals('0')) throw fieldError('amount', messages.noZero)
    // Missing values are sent as null, and the server responds that they are required.
    const typed: PaymentNew = requestFields(paymentLayout, values)
    const fields = { ...typed, typeid: values.typeid ?? method, amount } as PaymentNew
    if (payment === undefined) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: payment.id, fields })
    showToast(messages.paymentSaved)
    onClose()
  })
  const targets = usePaymentTargets(form, invoice === undefined)
  const method = useSuggestedMethod(types.data, invoice?.clientid ?? targets.clientid)
  return { form, types, method, targets }
}

export function PaymentDialog(props: PaymentDialogProps) {
  const messages = useMoneyMessages()
  const { form, types, method, targets } = usePaymentForm(props)
  const hint = useAmountHint(
    form.values.amount,
    props.payment === undefined ? (props.invoice ?? targets.invoice) : null,
  )
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
          ...targets.controls,
          amount: (control) => <TextField {...control} hint={hint} numeric inputMode="decimal" />,
          typeid: (control) => (
            <ChoiceField
              {...control}
              value={control.value ?? method}
              options={types.data?.map(({ id, name }) => ({ id, name }))}
              create={{ target: 'paymenttype' }}
            />
          ),
        }}
      />
    </FormDialog>
  )
}

/** Says what the typed amount means, before it is saved. */
function useAmountHint(typed: string, invoice: Pick<InvoiceRecord, 'balance' | 'currency'> | null): string | undefined {
  const messages = useMoneyMessages()
  const formats = useFormats()
  const advice = adviceOnAmount(parseUserNumber(typed), invoice?.balance ?? null)
  if (advice.kind === 'none') return undefined
  if (advice.kind === 'excess') return messages.moreThanOwed(formats.money(advice.excess, invoice?.currency))
  return advice.kind === 'zero' ? messages.noZero : messages.isRefund
}

type PaymentValues = LayoutValues<typeof paymentLayout>

interface PaymentTargets {
  readonly controls: OwnControls<PaymentValues>
  /** The chosen invoice, and the client of the chosen project. */
  readonly invoice: InvoiceRecord | null
  readonly clientid: number | null
}

/** The controls for the project and for one of its invoices. Not used if the invoice is given. */
function usePaymentTargets(form: FormState<PaymentValues>, open: boolean): PaymentTargets {
  const messages = useMoneyMessages()
  const { projectid } = form.values
  const projects = useAll('project', { sortfield: 'name' }, open)
  const query = { projectid: projectid ?? 0, sortfield: 'localid', sortdir: 'DESC' } as const
  const invoices = useAll('invoice', query, open && projectid !== null)
  if (!open) return { controls: { projectid: () => null, invoiceid: () => null }, invoice: null, clientid: null }
  const invoice = invoices.data?.find(({ id }) => id === form.values.invoiceid) ?? null
  const clientid = projects.data?.find(({ id }) => id === projectid)?.clientid ?? null
  const controls: OwnControls<PaymentValues> = {
    projectid: (control) => (
      <ProjectField
        {...control}
        onChange={(id) => form.set({ projectid: id, invoiceid: null })}
        projects={projects.data}
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
  return { controls, invoice, clientid }
}
