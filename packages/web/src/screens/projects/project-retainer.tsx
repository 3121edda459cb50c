// A budget per month, quarter or year on the page of its project: key figures of the current period, and a table of
// the last ones. Budgets of whole projects are in project-burn-down.tsx.
import type { ProjectRecord, RetainerRow } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { useRetainerMessages } from '../../messages/retainers.ts'
import { Section } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import type { Stat } from '../../parts/stats.tsx'
import { budgetUsed, useBudgetFormat } from '../../records/projects/budget-gauge.tsx'
import { RetainerTable, usePeriodName } from '../../records/projects/retainer-table.tsx'
import styles from '../../records/record.module.css'

/** The key figures of a period; none without one. */
export function useRetainerStats(period: RetainerRow | undefined): readonly Stat[] {
  const messages = useRetainerMessages()
  const formats = useFormats()
  const amount = useBudgetFormat(period)
  const nameOf = usePeriodName()
  if (period === undefined) return []
  const { used, budget, carriedover, available, remaining } = period
  const isOver = remaining.compare('0') < 0
  const sign = carriedover.compare('0')
  const origin =
    sign === 0
      ? undefined
      : sign > 0
        ? messages.withCarriedOver(amount(budget), amount(carriedover))
        : messages.lessOverrun(amount(budget), amount(carriedover.times('-1')))
  const tone = isOver ? 'bad' : undefined
  return [
    {
      name: messages.usedIn(nameOf(period)),
      value: used === null ? messages.nothingAvailable : formats.percent(used.toNumber() / 100),
      more: messages.usedOfAvailable(amount(budgetUsed(period)), amount(available)),
      tone,
    },
    { name: messages.available, value: amount(available), more: origin },
    {
      name: isOver ? messages.over : messages.remaining,
      value: amount(isOver ? remaining.times('-1') : remaining),
      more: messages.until(formats.day(period.dateend)),
      tone,
    },
  ]
}

export function ProjectRetainer({ project: { id: projectid, active } }: { readonly project: ProjectRecord }) {
  const messages = useRetainerMessages()
  const report = useReport('retainer', { projectid, active })
  const all = (
    <Link to="/reports" search={{ tab: 'retainer', projectid }}>
      {messages.allPeriods}
    </Link>
  )
  return (
    <Section title={messages.title} card actions={all}>
      <QueryRows query={report} empty={<p className={styles.faint}>{messages.noPeriods}</p>}>
        {(rows) => <RetainerTable rows={rows.toReversed()} />}
      </QueryRows>
    </Section>
  )
}
