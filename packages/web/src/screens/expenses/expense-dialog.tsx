// An expense: booked, changed, deleted. What is charged is what
// it cost unless somebody types another amount.
import type { ExpenseRecord, IsoDate } from '@stint/sdk'
import { numberFieldText, parseUserNumber, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { fieldError } from '../../kit/error-text.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { ComboBoxField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import { EditDeleteMenu } from '../../records/edit-delete-menu.tsx'

interface ExpenseDialogProps {
  /** The one to change; without it a new one is made. */
  readonly expense?: ExpenseRecord
  readonly projectid?: number | undefined
  readonly onClose: () => void
}

interface Values {
  readonly projectid: number | null
  readonly personid: number | null
  readonly date: IsoDate | null
  readonly expense: string
  readonly fee: string
  readonly note: string
}

function useExpenseForm({ expense, projectid, onClose }: ExpenseDialogProps) {
  const messages = useMoneyMessages()
  const today = useToday()
  const { personid } = useSession()
  const create = useCreate('expense')
  const update = useUpdate('expense')
  const initial: Values = {
    projectid: expense?.projectid ?? projectid ?? null,
    personid: expense?.personid ?? personid,
    date: expense?.date ?? today,
    expense: numberFieldText(expense?.expense?.toFixed()),
    fee: numberFieldText(expense?.fee.toFixed()),
    note: expense?.note ?? '',
  }
  return useForm(initial, async (values) => {
    const [cost, typed] = [parseUserNumber(values.expense), parseUserNumber(values.fee)]
    if (cost === undefined) throw fieldError('expense', messages.noNumber)
    if (typed === undefined) throw fieldError('fee', messages.noNumber)
    // What is missing goes as nothing, and the server says that it is required.
    const fields = { ...values, expense: cost, fee: typed ?? cost } as Parameters<
      typeof create.mutateAsync
    >[0]['fields']
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
  const amount = { numeric: true, inputMode: 'decimal' as const }
  return (
    <FormDialog
      form={form}
      title={props.expense === undefined ? messages.newExpense : messages.editExpense}
      onClose={props.onClose}
      label={messages.newExpense}
    >
      <ComboBoxField
        {...form.field('projectid')}
        label={messages.project}
        required
        autoFocus={props.expense === undefined}
        options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))}
      />
      <FieldRow>
        <TextField
          {...form.field('expense')}
          {...amount}
          label={messages.expense}
          hint={messages.expenseHint}
          required
        />
        <TextField
          {...form.field('fee')}
          {...amount}
          label={messages.fee}
          hint={messages.feeHint}
          placeholder={form.values.expense || messages.sameAsCost}
        />
      </FieldRow>
      <FieldRow>
        <DayField {...form.field('date')} label={messages.date} required />
        <ComboBoxField
          {...form.field('personid')}
          label={messages.incurredBy}
          options={(people.data ?? []).map(({ id, firstname, lastname }) => ({
            id,
            name: `${firstname} ${lastname}`.trim(),
          }))}
        />
      </FieldRow>
      <TextField {...form.field('note')} label={messages.note} maxLength={maxOf('expense', 'note')} />
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
