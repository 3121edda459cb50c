// The dialog that creates or changes an expense, and its menu. The charged amount is the cost unless another amount is
// typed.
import type { ExpenseNew, ExpenseRecord } from '@stint/sdk'
import { numberFieldText, parseUserNumber, useToday } from '../../api/formats.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { fieldError } from '../../kit/error-text.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ComboBoxField } from '../../parts/choices.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { showToast } from '../../parts/toast.tsx'
import { EditDeleteMenu } from '../../records/edit-delete-menu.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { expenseLayout } from './expense-layout.ts'

interface ExpenseDialogProps {
  /** The expense to change; without it a new one is created. */
  readonly expense?: ExpenseRecord
  readonly projectid?: number | undefined
  readonly onClose: () => void
}

function useExpenseForm({ expense, projectid, onClose }: ExpenseDialogProps) {
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
    fee: numberFieldText(expense?.fee.toFixed()),
  }
  return useForm(formValues(expenseLayout, expense, initial), async (values) => {
    const [cost, typed] = [parseUserNumber(values.expense), parseUserNumber(values.fee)]
    if (cost === undefined) throw fieldError('expense', messages.noNumber)
    if (typed === undefined) throw fieldError('fee', messages.noNumber)
    // Missing values are sent as null, and the server responds that they are required.
    const others: ExpenseNew = requestFields(expenseLayout, values)
    const fields = { ...others, expense: cost, fee: typed ?? cost } as ExpenseNew
    if (expense === undefined) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: expense.id, fields })
    showToast(messages.expenseSaved)
    onClose()
  })
}

export function ExpenseDialog(props: ExpenseDialogProps) {
  const messages = useMoneyMessages()
  const form = useExpenseForm(props)
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
          projectid: (control) => (
            <ComboBoxField
              {...control}
              options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))}
            />
          ),
          fee: (control) => (
            <TextField
              {...control}
              required={false}
              numeric
              inputMode="decimal"
              placeholder={form.values.expense || messages.sameAsCost}
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
      {props.expense !== undefined && (
        <RecordHistory resource="expense" id={props.expense.id} currency={props.expense.currency} />
      )}
    </FormDialog>
  )
}

export function ExpenseMenu({ expense }: { readonly expense: ExpenseRecord }) {
  const messages = useMoneyMessages()
  const mayDelete = useMay()('expense', 'delete')
  const {
    deleteExpenseTitle: title,
    deleteExpense: action,
    deleteExpenseText: text,
    expenseDeleted: deleted,
  } = messages
  const label = messages.actionsFor(expense.note || expense.project)
  const form = (close: () => void) => <ExpenseDialog expense={expense} onClose={close} />
  const menu = { label, mayDelete, form, question: { title, action, text, deleted } }
  return <EditDeleteMenu resource="expense" id={expense.id} {...menu} />
}
