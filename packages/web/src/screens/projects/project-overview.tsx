// The first tab of a project: budget, next milestones, progress of tasks, and details. Money and hours are shown to
// roles that may read the budget report; a client sees the progress and the managers.
import type { ProjectRecord } from '@stint/sdk'
import { useFormats, useToday } from '../../api/formats.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useMaySee, usePortal } from '../../api/session.tsx'
import { daysBetween } from '../../kit/day.ts'
import { sumHours } from '../../kit/hours.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { useRetainerMessages } from '../../messages/retainers.ts'
import { Person } from '../../parts/badge.tsx'
import { Loading, Section } from '../../parts/page.tsx'
import { type Stat, Stats } from '../../parts/stats.tsx'
import { DetailCard } from '../../records/detail-card.tsx'
import { usePersonNames } from '../../records/people/people.ts'
import { budgetUsed, useBudgetFormat } from '../../records/projects/budget-gauge.tsx'
import { useProjectBudgets } from '../../records/projects/project-budgets.ts'
import { projectLayout } from '../../records/projects/project-layout.ts'
import styles from '../../records/record.module.css'
import { elapsedShare } from './burn-down.ts'
import { ProjectActivity } from './project-activity.tsx'
import { ProjectBurnDown } from './project-burn-down.tsx'
import { ProjectMilestones, ProjectProgress } from './project-progress.tsx'
import { ProjectRates } from './project-rates.tsx'
import { ProjectRetainer, useRetainerStats } from './project-retainer.tsx'

interface OverviewProps {
  readonly project: ProjectRecord
}

export function ProjectOverview({ project }: OverviewProps) {
  const may = useMay()
  const seesBudget = may('budget', 'report')
  const seesRates = useMaySee()('projectworktype', 'hourlyrate')
  const isPeriodic = Boolean(project.budgetperiod)
  return (
    <div className={styles.stack}>
      {seesBudget && <BudgetStats project={project} />}
      {!seesBudget && may('timereport', 'report') && <OwnHoursStats project={project} />}
      {seesBudget && isPeriodic && <ProjectRetainer project={project} />}
      <div className={styles.twoColumns}>
        <div className={styles.column}>
          {seesBudget && !isPeriodic && <BudgetChart project={project} />}
          <ProjectMilestones projectid={project.id} />
          <ProjectProgress projectid={project.id} />
        </div>
        <div className={styles.column}>
          <ProjectDetails project={project} />
          {seesRates && project.billable && <ProjectRates project={project} />}
          <ProjectActivity projectid={project.id} />
        </div>
      </div>
    </div>
  )
}

/** The budget report returns either active or inactive projects, so the state of the project is sent. */
const useBudgetRow = ({ id, active }: ProjectRecord) => useProjectBudgets({ projectid: id, active }).data?.[0]

function BudgetChart({ project }: OverviewProps) {
  const row = useBudgetRow(project)
  const messages = useProjectMessages().burn
  if (row === undefined) {
    return (
      <Section title={messages.title} card>
        <Loading />
      </Section>
    )
  }
  return <ProjectBurnDown project={project} row={row} />
}

function useElapsedTime(project: ProjectRecord): Stat | null {
  const messages = useProjectMessages().stats
  const formats = useFormats()
  const today = useToday()
  const share = elapsedShare(project, today)
  if (share === null || project.dateend === null) return null
  const left = daysBetween(today, project.dateend)
  const more = left > 0 ? messages.endsIn(left) : left === 0 ? messages.endsToday : messages.ended(-left)
  return { name: messages.gone, value: formats.percent(share), more }
}

function BudgetStats({ project }: OverviewProps) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const row = useBudgetRow(project)
  const amount = useBudgetFormat(row)
  const gone = useElapsedTime(project)
  const stats: Stat[] = [...useRetainerStats(row?.period)]
  const waiting = '…'
  if (!project.budgetperiod && (row === undefined || row.used !== null)) {
    const over = row?.remaining != null && row.remaining.compare('0') < 0
    const left = row?.remaining
    stats.push(
      {
        name: messages.stats.budget,
        value: row?.used == null ? waiting : formats.percent(row.used.toNumber() / 100),
        more: row === undefined ? undefined : messages.used(amount(budgetUsed(row)), amount(row.budget)),
        tone: over ? 'bad' : undefined,
      },
      {
        name: over ? messages.stats.over : messages.stats.remaining,
        value: left == null ? waiting : amount(over ? left.times('-1') : left),
        tone: over ? 'bad' : undefined,
      },
    )
  }
  if (gone !== null) stats.push(gone)
  stats.push(
    {
      name: messages.stats.hours,
      value: row === undefined ? waiting : formats.hours(row.hours),
      more: row === undefined ? undefined : messages.stats.billable(formats.hours(row.billable)),
    },
    {
      name: messages.stats.value,
      value: row === undefined ? waiting : formats.money(row.value, row.currency),
      more: messages.stats.valueMore,
    },
  )
  return <Stats stats={stats} />
}

function OwnHoursStats({ project }: OverviewProps) {
  const messages = useProjectMessages().stats
  const formats = useFormats()
  const rows = useReport('timereport', { projectid: project.id, groupby: 'project' }).data
  const gone = useElapsedTime(project)
  const hours = rows === undefined ? '…' : formats.hours(sumHours(rows.map((row) => row.hours)))
  return <Stats stats={[{ name: messages.yourHours, value: hours }, ...(gone === null ? [] : [gone])]} />
}

function ProjectDetails({ project }: OverviewProps) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const names = usePersonNames()
  const portal = usePortal()
  const { lengths } = useRetainerMessages()
  const { managerid, manager, budget, alert_percent, description, budgetperiod = '' } = project
  const managerNames = managerid.flatMap((id) => names.get(id) ?? [])
  const managers = managerNames.length > 0 ? managerNames : manager === null ? [] : [manager]
  // Without a budget there is nothing that the alert could be about.
  const alert = !budget || budget.equals('0') || alert_percent?.equals('0') ? undefined : alert_percent
  return (
    <DetailCard
      title={messages.details}
      html={description}
      layout={projectLayout}
      record={project}
      labels={portal ? { managerid: messages.contact } : {}}
      own={{
        managerid:
          managers.length === 0 ? null : (
            <span className={styles.names}>
              {managers.map((name) => (
                <Person key={name} name={name} />
              ))}
            </span>
          ),
        budgetperiod: budgetperiod === '' ? null : lengths[budgetperiod],
        ...(budgetperiod === '' ? { carryover: null } : {}),
        alert_percent: alert === undefined ? null : formats.percent(alert.toNumber() / 100),
        ...(portal ? { localid: null, billable: null } : {}),
      }}
    />
  )
}
