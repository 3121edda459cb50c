// The billable expenses that a new invoice can include: those of the project that are on no invoice, of the days of the
// invoice if it has any. They become lines of their own after the draft is created, and are never part of its hours.
import type { ExpenseRecord, ProjectRecord } from '@stint/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useFormats } from '../../api/formats.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { sumMoney } from '../../kit/money.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { CheckField } from '../../parts/fields.tsx'
import { showError } from '../../parts/toast.tsx'
import type { Head } from './invoice-draft.ts'

const route = getRouteApi('/invoices/new')

type Range = Pick<Head, 'datebegin' | 'dateend'>

export interface IncludedExpenses {
  readonly offered: readonly ExpenseRecord[]
  readonly isIncluded: boolean
  readonly include: (isIncluded: boolean) => void
  /** Adds them to the draft. If that fails, the draft stays without them, and the person is told. */
  readonly addTo: (invoiceid: number) => Promise<void>
}

/** The state of the checkbox, which the link of a project with expenses only sets. */
export function useIncludedExpenses({ id: projectid }: ProjectRecord, { datebegin, dateend }: Range): IncludedExpenses {
  const { expenses: isAsked = false } = route.useSearch()
  const [isIncluded, include] = useState(isAsked)
  const query = useAll('expense', { projectid, billable: true, invoiced: false, sortfield: 'date', sortdir: 'ASC' })
  const offered = (query.data ?? []).filter(
    ({ date, fee }) => fee.compare('0') !== 0 && date >= (datebegin ?? date) && date <= (dateend ?? date),
  )
  const adding = useWrite('invoice', ({ id, expenseid }: { id: number; expenseid: readonly number[] }) =>
    stint.invoice.addexpenses(id, { expenseid }),
  )
  const addTo = async (id: number): Promise<void> => {
    if (isIncluded && offered.length > 0)
      await adding.mutateAsync({ id, expenseid: offered.map((expense) => expense.id) }).catch(showError)
  }
  return { offered, isIncluded, include, addTo }
}

/** What the invoice charges for them. */
export const chargedFees = (expenses: readonly ExpenseRecord[]) => sumMoney(expenses.map(({ fee }) => fee.round(2)))

export function IncludeExpenses({ offered, isIncluded, include }: IncludedExpenses) {
  const messages = useExpenseMessages()
  const formats = useFormats()
  const [first] = offered
  if (first === undefined) return null
  return (
    <CheckField
      label={messages.includeBillable}
      hint={messages.countAndSum(offered.length, formats.money(chargedFees(offered), first.currency))}
      value={isIncluded}
      onChange={include}
    />
  )
}
