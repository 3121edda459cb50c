// An expense: booked, changed, deleted. What is charged is what
// it cost unless somebody types another amount.
import type { ExpenseRecord, IsoDate } from '@stint/sdk'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fieldText, typedNumber, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permits.ts'
import { useAll, useCreate, useRemove, useUpdate } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { wrongField } from '../../kit/wrong.ts'
import { Button } from '../../parts/button.tsx'
import { FindField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Confirm, Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, useForm } from '../../parts/form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { say } from '../../parts/toast.tsx'
import { useMoneyWords } from '../../words/money.ts'
import { useWords } from '../../words/words.ts'

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
  const words = useMoneyWords()
  const today = useToday()
  const { personid } = useSession()
  const create = useCreate('expense')
  const update = useUpdate('expense')
  const initial: Values = {
    projectid: expense?.projectid ?? projectid ?? null,
    personid: expense?.personid ?? personid,
    date: expense?.date ?? today,
    expense: fieldText(expense?.expense?.toFixed()),
    fee: fieldText(expense?.fee.toFixed()),
    note: expense?.note ?? '',
  }
  return useForm(initial, async (values) => {
    const [cost, typed] = [typedNumber(values.expense), typedNumber(values.fee)]
    if (cost === undefined) throw wrongField('expense', words.noNumber)
    if (typed === undefined) throw wrongField('fee', words.noNumber)
    // What is missing goes as nothing, and the server says that it is required.
    const fields = { ...values, expense: cost, fee: typed ?? cost } as Parameters<
      typeof create.mutateAsync
    >[0]['fields']
    if (expense === undefined) await create.mutateAsync({ fields })
    else await update.mutateAsync({ id: expense.id, fields })
    say(words.expenseSaved)
    onClose()
  })
}

export function ExpenseDialog(props: ExpenseDialogProps) {
  const words = useMoneyWords()
  const parts = useWords().parts
  const form = useExpenseForm(props)
  const projects = useAll('project', { sortfield: 'name', active: true })
  const people = useAll('person', { active: true })
  const amount = { numeric: true, inputMode: 'decimal' as const }
  return (
    <Dialog
      title={props.expense === undefined ? words.newExpense : words.editExpense}
      open
      onClose={props.onClose}
      typed={form.changed}
    >
      <Form form={form} label={words.newExpense}>
        <FindField
          {...form.of('projectid')}
          label={words.project}
          required
          autoFocus={props.expense === undefined}
          options={(projects.data ?? []).map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))}
        />
        <FieldRow>
          <TextField {...form.of('expense')} {...amount} label={words.expense} hint={words.expenseHint} required />
          <TextField
            {...form.of('fee')}
            {...amount}
            label={words.fee}
            hint={words.feeHint}
            placeholder={form.values.expense || words.sameAsCost}
          />
        </FieldRow>
        <FieldRow>
          <DayField {...form.of('date')} label={words.date} required />
          <FindField
            {...form.of('personid')}
            label={words.incurredBy}
            options={(people.data ?? []).map(({ id, firstname, lastname }) => ({
              id,
              name: `${firstname} ${lastname}`.trim(),
            }))}
          />
        </FieldRow>
        <TextField {...form.of('note')} label={words.note} maxLength={maxOf('expense', 'note')} />
        <DialogEnd>
          <Button onPress={props.onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {parts.save}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}

export function ExpenseMenu({ expense }: { readonly expense: ExpenseRecord }) {
  const words = useMoneyWords()
  const parts = useWords().parts
  const may = useMay()
  const remove = useRemove('expense')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  const drop = (): void =>
    remove.mutate(
      { id: expense.id },
      {
        onSuccess: () => {
          say(words.expenseDeleted)
          close()
        },
      },
    )
  return (
    <>
      <Menu
        label={words.actionsFor(expense.note || expense.project)}
        entries={[
          { id: 'edit', name: parts.edit, icon: Pencil, onPress: () => setOpen('edit') },
          ...(may('expense', 'delete')
            ? [{ id: 'delete', name: parts.delete, icon: Trash2, danger: true, onPress: () => setOpen('delete') }]
            : []),
        ]}
      />
      {open === 'edit' && <ExpenseDialog expense={expense} onClose={close} />}
      <Confirm
        title={words.deleteExpenseTitle}
        action={words.deleteExpense}
        open={open === 'delete'}
        onClose={close}
        onConfirm={drop}
        busy={remove.isPending}
        error={remove.error}
      >
        {words.deleteExpenseText}
      </Confirm>
    </>
  )
}
