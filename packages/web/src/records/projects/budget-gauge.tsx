// A gauge of the used budget of a project, in hours or money, as the company budgets. A budget per month, quarter or
// year shows its current period.
import type { BudgetRow, Decimal } from '@stint/sdk'
import { useFormats } from '../../api/formats.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Gauge } from '../../parts/badge.tsx'
import styles from '../record.module.css'
import { budgetShare, type ProjectBudget } from './project-budgets.ts'

type InUnit = Pick<BudgetRow, 'budgetsin' | 'currency'>

/** Formats an amount of a budget. */
export function useBudgetFormat(row: InUnit | undefined): (amount: Decimal | null | undefined) => string {
  const formats = useFormats()
  return row?.budgetsin === 'money' ? (amount) => formats.money(amount, row.currency) : formats.hours
}

/** The used part of the budget: all logged time, as hours or money. */
export const budgetUsed = ({ budgetsin, hours, value }: Pick<BudgetRow, 'budgetsin' | 'hours' | 'value'>): Decimal =>
  budgetsin === 'money' ? value : hours

interface BudgetGaugeProps {
  readonly row: ProjectBudget | undefined
  /** Only the percentage, where there is little space. */
  readonly short?: boolean
}

export function BudgetGauge({ row, short = false }: BudgetGaugeProps) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const amount = useBudgetFormat(row)
  const share = row === undefined ? null : budgetShare(row)
  if (row === undefined || share === null) {
    if (row?.period !== undefined) return <span className={styles.bad}>{messages.nothingAvailable}</span>
    return <span className={styles.faint}>{row === undefined || short ? '' : messages.noBudget}</span>
  }
  const text = formats.percent(share)
  if (short) return <span className={share > 1 ? styles.bad : undefined}>{text}</span>
  const all = amount(row.period?.available ?? row.budget)
  return (
    <span className={styles.gaugeCell}>
      <Gauge label={messages.usedOf(row.project)} share={share} text={`${text} · ${all}`} />
    </span>
  )
}
