// A line of a draft that bills an expense: its texts and its place can be changed and the line removed, its amount is
// that of the expense.
import { ReceiptText } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { amountOf } from '../../records/invoices/line-amount.ts'
import { DescriptionField, LineEnd, type LineProps, NameField } from './line-fields.tsx'
import styles from './lines.module.css'

interface ExpenseLineProps extends LineProps {
  readonly onRemove: () => void
}

export function ExpenseLine({ currency, moves, onRemove, ...texts }: ExpenseLineProps) {
  const messages = useMoneyMessages()
  const { billsExpense } = useExpenseMessages()
  const formats = useFormats()
  const { line } = texts
  return (
    <>
      <div className={styles.item} data-wide>
        <span className={styles.source}>
          <ReceiptText size={13} aria-hidden />
          {billsExpense}
        </span>
        <NameField {...texts} />
        <DescriptionField {...texts} />
      </div>
      <div data-label={messages.amount} className={styles.number}>
        <span className={styles.amount}>{formats.money(amountOf(line), currency)}</span>
      </div>
      <LineEnd line={line} moves={moves} onRemove={onRemove} />
    </>
  )
}
