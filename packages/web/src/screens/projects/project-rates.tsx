// The hourly rates of a project on its first tab, with a link to where they are changed. For people who may see rates,
// and only where time is billed.
import type { ProjectRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../api/formats.ts'
import { useAll } from '../../api/records.ts'
import { useMay } from '../../api/session.tsx'
import { useProjectMessages } from '../../messages/projects.ts'
import { Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import styles from '../../records/record.module.css'

export function ProjectRates({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages().worktypes
  const formats = useFormats()
  const mayChange = useMay()('projectrate', 'create')
  const query = useAll('projectworktype', { projectid: project.id, active: true })
  const link = (
    <Link to="/projects/$id" params={{ id: String(project.id) }} search={{ tab: 'worktypes' }}>
      {mayChange ? messages.changeRates : messages.showRates}
    </Link>
  )
  return (
    <Section title={messages.rates} card actions={link}>
      <QueryList query={query} className={styles.lines} empty={<p className={styles.faint}>{messages.none}</p>}>
        {({ id, worktype, hourlyrate }) => (
          <li key={id} className={styles.line}>
            <span className={styles.lineWhat}>{worktype}</span>
            <span className={styles.lineEnd}>{formats.money(hourlyrate, project.currency)}</span>
          </li>
        )}
      </QueryList>
    </Section>
  )
}
