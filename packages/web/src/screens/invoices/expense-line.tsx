// A line of a draft that bills an expense: its texts and its place can be changed and the line removed, its amount is
// that of the expense.
import { ReceiptText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useExpenseMessages } from '../../messages/expenses.ts'
import { useMoneyMessages } from '../../messages/money.ts'
import { IconButton } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { amountOf } from '../../records/invoices/line-amount.ts'
import type { Line } from './invoice-draft.ts'
import type { FieldErrors } from './invoice-edit-state.ts'
import styles from './lines.module.css'

interface ExpenseLineProps {
  readonly currency: string
  readonly line: Line
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Line>) => void
  readonly onRemove: () => void
  /** The buttons that move the line. */
  readonly moves: ReactNode
}

export function ExpenseLine({ line, currency, errors, onChange, onRemove, moves }: ExpenseLineProps) {
  const messages = useMoneyMessages()
  const texts = useExpenseMessages()
  const formats = useFormats()
  return (
    <>
      <div className={styles.item} data-wide>
        <span className={styles.source}>
          <ReceiptText size={13} aria-hidden />
          {texts.billsExpense}
        </span>
        <TextField
          label={messages.item}
          labelHidden
          value={line.name}
          onChange={(name) => onChange({ name })}
          error={errors.name}
          maxLength={maxOf('invoiceitem', 'name')}
        />
        <TextArea
          label={messages.lineDescription}
          labelHidden
          rows={2}
          value={line.description}
          onChange={(description) => onChange({ description })}
          error={errors.description}
        />
      </div>
      <div data-label={messages.amount} className={styles.number}>
        <span className={styles.amount}>{formats.money(amountOf(line), currency)}</span>
      </div>
      <div className={styles.end}>
        {moves}
        <IconButton icon={Trash2} label={messages.removeLine(line.name)} onPress={onRemove} />
      </div>
    </>
  )
}
