// The dialog that adds unbilled expenses of the project to a draft: each with its charged amount, and the cost and
// mark-up that it comes from. Those of the days of the invoice are chosen at first; without days none is, because older
// expenses may be on lines that people wrote.

import type { ExpenseRecord, InvoiceRecord } from '@stint/sdk'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { sumMoney } from '../../kit/money.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { showToast } from '../../parts/toast.tsx'

const isInRange = ({ datebegin, dateend }: InvoiceRecord, { date }: ExpenseRecord): boolean =>
  (datebegin != null || dateend != null) && date >= (datebegin ?? date) && date <= (dateend ?? date)

export function AddExpensesDialog({ invoice, onClose }: Closable & { readonly invoice: InvoiceRecord }) {
  const messages = useExpenseMessages()
  const { projectid } = invoice
  const query = useAll('expense', { projectid, billable: true, invoiced: false, sortfield: 'date', sortdir: 'ASC' })
  const offered = (query.data ?? []).filter(({ fee }) => fee.compare('0') !== 0)
  const [clicked, setClicked] = useState<ReadonlyMap<number, boolean>>(new Map())
  const isChosen = (expense: ExpenseRecord): boolean => clicked.get(expense.id) ?? isInRange(invoice, expense)
  const chosen = offered.filter(isChosen)
  const adding = useWrite('invoice', (expenseid: readonly number[]) =>
    stint.invoice.addexpenses(invoice.id, { expenseid }, { ifMatch: invoice }),
  )
  const form = useForm({}, async () => {
    if (chosen.length === 0) throw fieldError('expenseid', messages.chooseOne)
    await adding.mutateAsync(chosen.map(({ id }) => id))
    showToast(messages.added)
    onClose()
  })
  const choose = (id: number, value: boolean): void => setClicked(new Map([...clicked, [id, value]]))
  return (
    <FormDialog
      form={form}
      title={messages.addTitle(invoice.number)}
      submit={messages.addExpenses}
      onClose={onClose}
      isDisabled={chosen.length === 0}
    >
      <p>{messages.addText}</p>
      <QueryView query={query}>
        {() =>
          offered.length === 0 ? (
            <EmptyState title={messages.nothingToAdd}>{messages.nothingToAddText}</EmptyState>
          ) : (
            <Choices offered={offered} isChosen={isChosen} onChoose={choose} chosen={chosen} />
          )
        }
      </QueryView>
    </FormDialog>
  )
}

interface ChoicesProps {
  readonly offered: readonly ExpenseRecord[]
  readonly chosen: readonly ExpenseRecord[]
  readonly isChosen: (expense: ExpenseRecord) => boolean
  readonly onChoose: (id: number, isChosen: boolean) => void
}

function Choices({ offered, chosen, isChosen, onChoose }: ChoicesProps) {
  const messages = useExpenseMessages()
  const formats = useFormats()
  const origin = ({ expense, markup, currency }: ExpenseRecord): string =>
    markup == null ? '' : `, ${messages.withMarkup(formats.money(expense, currency), formats.rate(markup))}`
  const [first] = offered
  return (
    <>
      <ul aria-label={messages.choices}>
        {offered.map((expense) => (
          <li key={expense.id}>
            <CheckField
              label={`${expense.note || expense.category || expense.project}: ${formats.money(expense.fee, expense.currency)}`}
              hint={`${formats.day(expense.date)}${origin(expense)}`}
              value={isChosen(expense)}
              onChange={(value) => onChoose(expense.id, value)}
            />
          </li>
        ))}
      </ul>
      <p>{messages.chosenSum(formats.money(sumMoney(chosen.map(({ fee }) => fee)), first?.currency ?? ''))}</p>
    </>
  )
}
