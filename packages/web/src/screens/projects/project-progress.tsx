// The progress of a project: its milestones with their progress, and a small chart of its tasks by status.
import type { MilestoneRecord } from '@stint/sdk'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormats, useToday } from '../../api/formats.ts'
import { pageQuery, useAll } from '../../api/records.ts'
import { daysBetween } from '../../kit/day.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge, Gauge } from '../../parts/badge.tsx'
import { Chart } from '../../parts/chart.tsx'
import { EmptyState, Loading, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from '../../records/record.module.css'

export function ProjectMilestones({ projectid }: { readonly projectid: number }) {
  const messages = useProjectMessages().milestones
  const query = useAll('milestone', { projectid, sortfield: 'datedue', sortdir: 'ASC' })
  return (
    <Section title={messages.title} card>
      <QueryList query={query} className={styles.lines} empty={<p className={styles.faint}>{messages.none}</p>}>
        {(milestone) => <MilestoneLine key={milestone.id} milestone={milestone} />}
      </QueryList>
    </Section>
  )
}

function MilestoneLine({ milestone }: { readonly milestone: MilestoneRecord }) {
  const messages = useProjectMessages().milestones
  const formats = useFormats()
  const { id, title, datedue, complete, progress } = milestone
  const late = daysBetween(datedue, useToday())
  const share = complete ? 1 : (progress ?? 0) / 100
  return (
    <li className={styles.line} data-wraps>
      <span className={styles.lineWhat}>
        <RecordLink to="/milestones/$id" id={id} text={title} />
        <span className={styles.faint}>{formats.day(datedue)}</span>
      </span>
      <span className={styles.lineEnd}>
        {complete && <Badge tone="good">{messages.done}</Badge>}
        {!complete && late > 0 && <Badge tone="bad">{messages.late(late)}</Badge>}
        <Gauge calm label={messages.progress(formats.percent(share))} share={share} text={formats.percent(share)} />
      </span>
    </li>
  )
}

export function ProjectProgress({ projectid }: { readonly projectid: number }) {
  const messages = useProjectMessages().progress
  const formats = useFormats()
  const statuses = useAll('taskstatus').data
  const counts = useQueries({
    queries: (statuses ?? []).map(({ id }) => pageQuery('task', { projectid, statusid: id }, 1)),
    combine: (results) => results.map(({ data }) => data?.count),
  })
  const shown = (statuses ?? []).flatMap(({ name, active }, at) => {
    const count = counts[at]
    return count === undefined || (count === 0 && !active) ? [] : [{ name, count }]
  })
  const waiting = statuses === undefined || counts.some((count) => count === undefined)
  const nothing = !waiting && shown.every(({ count }) => count === 0)
  return (
    <Section
      title={messages.title}
      card
      actions={
        <Link to="/tasks" search={{ projectid }}>
          {messages.all}
        </Link>
      }
    >
      {waiting && <Loading />}
      {nothing && <EmptyState title={messages.none} />}
      {!waiting && !nothing && (
        <Chart
          label={messages.label}
          labels={shown.map(({ name }) => name)}
          series={[{ name: messages.tasks, values: shown.map(({ count }) => count) }]}
          format={formats.number}
          height="small"
          across
        />
      )}
    </Section>
  )
}
