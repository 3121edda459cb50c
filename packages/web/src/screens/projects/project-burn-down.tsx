// The burn-down chart of a project's budget: the rest at the end of each week, compared with an even use until the last
// day. Without a budget it shows the sum of hours. Hours come from the time report; a budget in money multiplies the
// hours of each period of a rate by that rate.
import type { BudgetRow, ProjectRecord } from '@stint/sdk'
import { Decimal } from '@stint/sdk'
import { useQueries } from '@tanstack/react-query'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { reportQuery, useReport } from '../../api/reports.ts'
import { useSession } from '../../api/session.tsx'
import { addDays } from '../../kit/day.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Chart, type Series } from '../../parts/chart.tsx'
import { EmptyState, LoadError, Loading, Section } from '../../parts/page.tsx'
import { useBudgetFormat } from '../../records/projects/budget-gauge.tsx'
import styles from '../../records/record.module.css'
import { type BurnDown, burnDownOf, elapsedShare, ratePeriods, type WeeklyHours } from './burn-down.ts'

interface WeeklyHoursState {
  /** Undefined until everything is loaded. */
  readonly weekly: readonly WeeklyHours[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** Hours by week; for a budget in money, separately for each work type and period of a rate. */
function useWeeklyHours(projectid: number, inMoney: boolean): WeeklyHoursState {
  const hours = useReport('timereport', { projectid, groupby: 'week' }, !inMoney)
  const worktypes = useAll('projectworktype', { projectid }, inMoney)
  const rates = useAll('projectrate', { projectid }, inMoney)
  const hasRates = worktypes.data !== undefined && rates.data !== undefined
  const periods = inMoney && hasRates ? ratePeriods(worktypes.data, rates.data) : []
  const parts = useQueries({
    queries: periods.map(({ rate: _, ...hoursOf }) =>
      reportQuery('timereport', { projectid, ...hoursOf, groupby: 'week' }),
    ),
  })
  const all = inMoney ? [worktypes, rates, ...parts] : [hours]
  const failed = all.filter(({ isError }) => isError)
  const retry = (): void => failed.forEach((one) => void one.refetch())
  const there = all.every(({ data }) => data !== undefined)
  const byRate = periods.map(({ rate }, at) => ({ rate, weeks: parts[at]?.data ?? [] }))
  const burning = inMoney ? byRate : [{ rate: null, weeks: hours.data ?? [] }]
  return { weekly: there ? burning : undefined, error: failed[0]?.error ?? null, retry }
}

interface ProjectBurnDownProps {
  readonly project: ProjectRecord
  readonly row: BudgetRow
}

export function ProjectBurnDown({ project, row }: ProjectBurnDownProps) {
  const messages = useProjectMessages().burn
  const { restricted } = useSession()
  const today = useToday()
  const hasBudget = row.used !== null
  const { weekly, error, retry } = useWeeklyHours(project.id, hasBudget && row.budgetsin === 'money')
  const nothing = weekly?.every(({ weeks }) => weeks.length === 0) === true
  return (
    <Section title={hasBudget ? messages.title : messages.hoursTitle} card>
      {weekly === undefined && error === null && <Loading />}
      {weekly === undefined && error !== null && <LoadError error={error} onRetry={retry} />}
      {nothing && <EmptyState title={messages.nothing} />}
      {weekly !== undefined && !nothing && (
        <BurnDownChart project={project} row={row} burn={burnDownOf(project, today, weekly)} />
      )}
      {!nothing && !hasBudget && <p className={styles.faint}>{messages.noBudget}</p>}
      {!nothing && hasBudget && project.dateend === null && <p className={styles.faint}>{messages.noEnd}</p>}
      {restricted && <p className={styles.faint}>{messages.ownOnly}</p>}
    </Section>
  )
}

function BurnDownChart({ project, row, burn }: ProjectBurnDownProps & { readonly burn: BurnDown }) {
  const messages = useProjectMessages().burn
  const formats = useFormats()
  const hasBudget = row.used !== null
  const amount = useBudgetFormat(hasBudget ? row : undefined)
  const budget = hasBudget ? (row.budget ?? Decimal.from(0)) : null
  const drawn = burn.used.map((taken) =>
    taken === null ? null : (budget === null ? taken : budget.minus(taken)).toNumber(),
  )
  const series: Series[] = [
    { name: budget === null ? messages.logged : messages.left, values: drawn, tone: 'accent', line: true },
  ]
  if (budget !== null && project.dateend !== null) {
    const paces = burn.weeks.map((week) => (1 - (elapsedShare(project, addDays(week, 6)) ?? 0)) * budget.toNumber())
    series.push({ name: messages.pace, values: paces, tone: 'soft', line: true, dashed: true })
  }
  if (budget !== null && drawn.some((left) => left !== null && left < 0)) {
    series.push({ name: messages.usedUp, values: burn.weeks.map(() => 0), tone: 'bad', line: true, dashed: true })
  }
  return (
    <Chart
      label={hasBudget ? messages.label : messages.labelNoBudget}
      labels={burn.weeks.map((week) => formats.day(week))}
      series={series}
      format={(value) => amount(Decimal.from(value.toFixed(2)))}
    />
  )
}
