// The line below an unbilled amount: its hours, and the expenses that are not in that amount.
import type { UnbilledRow } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { sumHours } from '../../kit/hours.ts'
import { moneySums } from '../../kit/money.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'

/** `hoursText` names the hours; the result is undefined while the rows are loading. */
export function useUnbilledMore(
  rows: readonly UnbilledRow[] | undefined,
  hoursText: (hours: string) => string,
): string | undefined {
  const formats = useFormats()
  const { hoursAndExpenses } = useExpenseMessages()
  if (rows === undefined) return undefined
  const hours = hoursText(formats.hours(sumHours(rows.map((row) => row.hours))))
  const spent = rows.filter(({ expenses }) => expenses > 0)
  return spent.length === 0
    ? hours
    : hoursAndExpenses(
        hours,
        moneySums(formats, spent, ({ expenseamount }) => expenseamount),
      )
}
