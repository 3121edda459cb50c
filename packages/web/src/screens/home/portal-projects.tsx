// The portal's cards of projects and next milestones, with their progress.
import type { MilestoneRecord, ProjectRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { useFormats, useToday } from '../../api/formats.ts'
import { useAll, usePage } from '../../api/records.ts'
import { daysBetween } from '../../kit/day.ts'
import { usePortalMessages } from '../../messages/portal.ts'
import { Badge, Gauge } from '../../parts/badge.tsx'
import { Dot } from '../../parts/dot.tsx'
import { EmptyState, Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from './portal.module.css'
import { PortalList } from './portal-list.tsx'

export function PortalProjects() {
  const messages = usePortalMessages()
  const query = useAll('project', { active: true, sortfield: 'name', sortdir: 'ASC' })
  return (
    <Section title={messages.projects}>
      <QueryList
        query={query}
        className={styles.projects}
        empty={<EmptyState icon={FolderKanban} title={messages.noProjects} />}
      >
        {(project) => <ProjectCard key={project.id} project={project} />}
      </QueryList>
    </Section>
  )
}

function ProjectCard({ project }: { readonly project: ProjectRecord }) {
  const { id, name, labelcolor, dateend } = project
  const messages = usePortalMessages()
  const formats = useFormats()
  const open = usePage('task', { projectid: id, excludeclosed: true }, 1)
  return (
    <li className={styles.project}>
      <Link to="/projects/$id" params={{ id: String(id) }} className={styles.projectName ?? ''}>
        <Dot color={labelcolor ?? undefined} />
        {name}
      </Link>
      <p className={styles.quiet}>
        {open.data === undefined ? ' ' : messages.openTasks(open.data.count)}
        {dateend !== null && ` · ${messages.until(formats.day(dateend))}`}
      </p>
    </li>
  )
}

export function PortalMilestones() {
  const messages = usePortalMessages()
  const query = usePage('milestone', { complete: false, sortfield: 'datedue', sortdir: 'ASC' }, 6)
  return (
    <PortalList texts={messages.milestones} query={query}>
      {(milestone) => <MilestoneLine key={milestone.id} milestone={milestone} />}
    </PortalList>
  )
}

function MilestoneLine({ milestone }: { readonly milestone: MilestoneRecord }) {
  const { id, title, project, datedue, progress } = milestone
  const messages = usePortalMessages()
  const formats = useFormats()
  const late = daysBetween(datedue, useToday())
  const share = (progress ?? 0) / 100
  return (
    <li className={styles.line} data-row-link>
      <div className={styles.what}>
        <RecordLink to="/milestones/$id" id={id} text={title} />
        <span className={styles.quiet}>{project}</span>
      </div>
      <div className={styles.when}>
        {late > 0 ? (
          <Badge tone="warn">{messages.late(late)}</Badge>
        ) : (
          <time dateTime={datedue}>{formats.day(datedue)}</time>
        )}
        <Gauge label={messages.progress(formats.percent(share))} share={share} text={formats.percent(share)} calm />
      </div>
    </li>
  )
}
