// A gauge of the used budget of a project, in hours or money, as the company budgets.
import type { BudgetRow, Decimal } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Gauge } from '../../parts/badge.tsx'
import styles from '../record.module.css'

/** Formats an amount of a budget. */
export function useBudgetFormat(
  row: Pick<BudgetRow, 'budgetsin' | 'currency'> | undefined,
): (amount: Decimal | null | undefined) => string {
  const formats = useFormats()
  return row?.budgetsin === 'money' ? (amount) => formats.money(amount, row.currency) : formats.hours
}

/** The used part of the budget: all logged time, as hours or money. */
export const budgetUsed = ({ budgetsin, hours, value }: BudgetRow): Decimal => (budgetsin === 'money' ? value : hours)

interface BudgetGaugeProps {
  readonly row: BudgetRow | undefined
  /** Only the percentage, where there is little space. */
  readonly short?: boolean
}

export function BudgetGauge({ row, short = false }: BudgetGaugeProps) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const amount = useBudgetFormat(row)
  if (row === undefined || row.used === null) {
    return <span className={styles.faint}>{row === undefined || short ? '' : messages.noBudget}</span>
  }
  const share = row.used.toNumber() / 100
  const text = formats.percent(share)
  if (short) return <span className={share > 1 ? styles.bad : undefined}>{text}</span>
  return (
    <span className={styles.gaugeCell}>
      <Gauge label={messages.usedOf(row.project)} share={share} text={`${text} · ${amount(row.budget)}`} />
    </span>
  )
}
