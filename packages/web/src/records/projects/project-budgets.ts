// The budgets of projects as lists and pages show them: the rows of the budget report, and for a budget per month,
// quarter or year also its current period.
import type { BudgetRow, RetainerRow } from '@stint/sdk'
import { useMemo } from 'react'
import { useToday } from '../../api/formats.ts'
import { type ReportQueryOf, useReport } from '../../api/reports.ts'

export interface ProjectBudget extends BudgetRow {
  /** The current period of a budget per period; undefined before its start and after its end. */
  readonly period?: RetainerRow | undefined
}

/** The second report is read only when a project has a budget per period. */
export function useProjectBudgets(query: ReportQueryOf<'budget'>, enabled = true) {
  const today = useToday()
  const budgets = useReport('budget', query, enabled)
  const rows = budgets.data
  const isPeriodic = rows?.some(({ budgetperiod }) => budgetperiod !== '') ?? false
  const days = { datebegin: today, dateend: today }
  const periods = useReport('retainer', { ...query, ...days }, enabled && isPeriodic).data
  const data = useMemo((): readonly ProjectBudget[] | undefined => {
    const current = new Map((isPeriodic ? periods : undefined)?.map((period) => [period.projectid, period]))
    return rows?.map((row) => ({ ...row, period: current.get(row.projectid) }))
  }, [rows, periods, isPeriodic])
  return { query: budgets, data }
}

/** The used share, 0 to 1 and above; null without a budget, or when nothing of it is available. */
export const budgetShare = ({ used, period }: ProjectBudget): number | null => {
  const percent = period === undefined ? used : period.used
  return percent === null ? null : percent.toNumber() / 100
}
