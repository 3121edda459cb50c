// The projects of a client as cards: manager, end date and progress. Nothing internal of the company.
import type { ProjectRecord } from '@stint/sdk'
import { FolderKanban } from 'lucide-react'
import { useFormats } from '../../api/formats.ts'
import { useAll, usePage } from '../../api/records.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge, Gauge, Person } from '../../parts/badge.tsx'
import { Dot } from '../../parts/dot.tsx'
import { DetailList, EmptyState } from '../../parts/page.tsx'
import { QueryRows } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from '../../records/record.module.css'

export function ProjectCards() {
  const messages = useProjectMessages()
  const query = useAll('project', { sortfield: 'name', sortdir: 'ASC' })
  return (
    <QueryRows query={query} empty={<EmptyState icon={FolderKanban} title={messages.noneClient} />}>
      {(projects) => (
        <ul className={styles.cards}>
          {projects
            .toSorted((a, b) => Number(b.active) - Number(a.active))
            .map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
        </ul>
      )}
    </QueryRows>
  )
}

function ProjectCard({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const { id, name, labelcolor, active, manager, datestart, dateend } = project
  return (
    <li className={styles.tile}>
      <h2>
        <Dot color={labelcolor ?? undefined} />
        <RecordLink to="/projects/$id" id={id} className={styles.tileName} text={name} />
        {!active && <Badge tone="warn">{messages.inactive}</Badge>}
      </h2>
      <TasksDone projectid={id} />
      <div className={styles.tight}>
        <DetailList
          facts={[
            { name: messages.contact, value: manager === null ? null : <Person name={manager} /> },
            {
              name: messages.columns.dates,
              value: dateend === null ? messages.from(formats.day(datestart)) : formats.range(datestart, dateend),
            },
          ]}
        />
      </div>
    </li>
  )
}

/** The share of closed tasks. */
export function TasksDone({ projectid }: { readonly projectid: number }) {
  const messages = useProjectMessages()
  const formats = useFormats()
  const all = usePage('task', { projectid }, 1).data?.count
  const open = usePage('task', { projectid, excludeclosed: true }, 1).data?.count
  const share = all === undefined || open === undefined || all === 0 ? 0 : (all - open) / all
  return (
    <Gauge
      calm
      label={messages.tasksDone(formats.percent(share))}
      share={share}
      text={open === undefined ? '…' : `${formats.percent(share)} · ${messages.openTasks(open)}`}
    />
  )
}
