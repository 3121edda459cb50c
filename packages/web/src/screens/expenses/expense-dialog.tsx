// The dialog that creates or changes an expense, and its menu. The charged amount is the cost and its mark-up; without
// a mark-up it is the cost unless another amount is typed.

import type { ExpenseNew, ExpenseRecord } from '@stint/sdk'
import { useState } from 'react'
import { numberFieldText, parseUserNumber, useToday } from '../../api/formats.ts'
import { can, optionsOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { fieldError } from '../../kit/error-text.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { ProjectField } from '../../parts/project-choice.tsx'
import { showToast } from '../../parts/toast.tsx'
import { EditDeleteMenu } from '../../records/edit-delete-menu.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { expenseLayout } from './expense-layout.ts'
import { type ReceiptChange, ReceiptField } from './receipt.tsx'

interface ExpenseDialogProps extends Closable {
  /** The expense to change; without it a new one is created. */
  readonly expense?: ExpenseRecord
  readonly projectid?: number | undefined
}

const receiptPart = (receipt: ReceiptChange) => {
  if (receipt === undefined) return {}
  return { receipt: receipt === null ? null : { name: receipt.name, content: receipt } }
}

function useExpenseForm({ expense, projectid, onClose }: ExpenseDialogProps, receipt: ReceiptChange) {
  const messages = useMoneyMessages()
  const today = useToday()
  const { personid } = useSession()
  const create = useCreate('expense')
  const update = useUpdate('expense')
  const initial = {
    projectid: expense?.projectid ?? projectid ?? null,
    personid: expense?.personid ?? personid,
    date: expense?.date ?? today,
    expense: numberFieldText(expense?.expense?.toFixed()),
    markup: numberFieldText(expense?.markup),
    // With a mark-up the server works the fee out.
    fee: expense?.markup == null ? numberFieldText(expense?.fee.toFixed()) : '',
    paidby: expense?.paidby ?? 'company',
    billable: expense?.billable ?? true,
  }
  return useForm(formValues(expenseLayout, expense, initial), async (values) => {
    const [cost, typed, markup] = [values.expense, values.fee, values.markup].map(parseUserNumber)
    if (cost === undefined) throw fieldError('expense', messages.noNumber)
    if (markup === undefined) throw fieldError('markup', messages.noNumber)
    if (typed === undefined) throw fieldError('fee', messages.noNumber)
    // Missing values are sent as null, and the server responds that they are required.
    const { fee: _fee, ...others }: ExpenseNew = requestFields(expenseLayout, values)
    const charged = markup === null ? { fee: typed ?? cost } : typed === null ? {} : { fee: typed }
    const fields = { ...others, expense: cost, ...charged, ...receiptPart(receipt) } as ExpenseNew
    if (expense === undefined) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: expense.id, fields })
    showToast(messages.expenseSaved)
    onClose()
  })
}

export function ExpenseDialog(props: ExpenseDialogProps) {
  const messages = useMoneyMessages()
  const texts = useExpenseMessages()
  const [receipt, setReceipt] = useState<ReceiptChange>(undefined)
  const form = useExpenseForm(props, receipt)
  const hasMarkup = form.values.markup.trim() !== ''
  const projects = useAll('project', { sortfield: 'name', active: true })
  const people = useAll('person', { active: true })
  return (
    <FormDialog
      form={form}
      title={props.expense === undefined ? messages.newExpense : messages.editExpense}
      onClose={props.onClose}
      label={messages.newExpense}
    >
      <FormFields
        layout={expenseLayout}
        form={form}
        focus={props.expense === undefined ? 'projectid' : null}
        own={{
          projectid: (control) => <ProjectField {...control} projects={projects.data} />,
          fee: (control) => (
            <TextField
              {...control}
              required={false}
              numeric
              inputMode="decimal"
              placeholder={hasMarkup ? texts.fromMarkup : form.values.expense || messages.sameAsCost}
            />
          ),
          paidby: ({ onChange, ...control }) => (
            <ChoiceField
              {...control}
              options={optionsOf('expense', 'paidby').map((id) => ({ id, name: texts.payers[id] ?? id }))}
              onChange={(id) => id !== null && onChange(id)}
            />
          ),
          personid: (control) => (
            <ComboBoxField
              {...control}
              options={(people.data ?? []).map(({ id, firstname, lastname }) => ({
                id,
                name: `${firstname} ${lastname}`.trim(),
              }))}
            />
          ),
        }}
      />
      <ReceiptField filename={props.expense?.receiptfilename ?? null} value={receipt} onChange={setReceipt} />
      {props.expense !== undefined && (
        <RecordHistory resource="expense" id={props.expense.id} currency={props.expense.currency} />
      )}
    </FormDialog>
  )
}

export function ExpenseMenu({ expense }: { readonly expense: ExpenseRecord }) {
  const messages = useMoneyMessages()
  const mayDelete = can(expense, 'delete')
  const {
    deleteExpenseTitle: title,
    deleteExpense: action,
    deleteExpenseText: text,
    expenseDeleted: deleted,
  } = messages
  const label = messages.actionsFor(expense.note || expense.project)
  // What is on an invoice cannot be changed; a missing receipt is added in its own column.
  if (!can(expense, 'update') || expense.invoiceid !== null) return null
  const form = (close: () => void) => <ExpenseDialog expense={expense} onClose={close} />
  const menu = { label, mayDelete, form, question: { title, action, text, deleted } }
  return <EditDeleteMenu resource="expense" id={expense.id} {...menu} />
}
