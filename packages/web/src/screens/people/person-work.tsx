// The work of a person: hours by day of this week and the last, open tasks by due date, and projects.
import type { PersonRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { useFormats, useToday } from '../../api/formats.ts'
import { inRoleSet } from '../../api/permissions.ts'
import { useAll, usePage } from '../../api/records.ts'
import { useReport } from '../../api/reports.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { addDays, mondayOf, weekOf } from '../../kit/day.ts'
import { hoursOfSeconds, sumHours } from '../../kit/hours.ts'
import { usePeopleMessages } from '../../messages/people.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge } from '../../parts/badge.tsx'
import { Chart } from '../../parts/chart.tsx'
import { Dot } from '../../parts/dot.tsx'
import { Section } from '../../parts/page.tsx'
import { QueryList } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import styles from '../../records/record.module.css'

const maxTasks = 8

export function PersonHours({ personid }: { readonly personid: number }) {
  const messages = usePeopleMessages().people
  const formats = useFormats()
  const may = useMay()
  const { personid: me } = useSession()
  const monday = mondayOf(useToday())
  const before = addDays(monday, -7)
  const span = { personid, groupby: 'day', datebegin: before, dateend: addDays(monday, 6) } as const
  const query = useReport('timereport', span)
  const of = (day: string) => query.data?.find(({ name }) => name === day)
  const weeks = [
    { name: messages.thisWeek, days: weekOf(monday), tone: 'accent' as const },
    { name: messages.lastWeek, days: weekOf(before), tone: 'soft' as const },
  ]
  return (
    <Section title={messages.hours} card>
      <dl className={styles.hoursPair}>
        {weeks.map(({ name, days }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{query.data === undefined ? '…' : formats.hours(sumHours(days.map((day) => of(day)?.hours)))}</dd>
            <dd className={styles.small}>
              {query.data === undefined
                ? '…'
                : messages.billable(formats.hours(sumHours(days.map((day) => of(day)?.billable))))}
            </dd>
          </div>
        ))}
      </dl>
      <Chart
        label={messages.byDay}
        labels={weekOf(monday).map((day) => formats.weekday(day))}
        series={weeks.map(({ name, days, tone }) => ({
          name,
          tone,
          values: days.map((day) => of(day)?.hours.toNumber() ?? 0),
        }))}
        format={(hours) => formats.hours(hoursOfSeconds(Math.round(hours * 3600)))}
        height="small"
      />
      {!may('timesheet', 'reopen') && personid !== me && <p className={styles.faint}>{messages.hoursUnseen}</p>}
    </Section>
  )
}

export function PersonTasks({ personid }: { readonly personid: number }) {
  const messages = usePeopleMessages().people
  const formats = useFormats()
  const today = useToday()
  const wanted = { assigneeid: personid, excludeclosed: true, sortfield: 'datedue', sortdir: 'ASC' } as const
  const query = usePage('task', wanted, maxTasks)
  return (
    <Section
      title={messages.tasks}
      card
      actions={
        <Link to="/tasks" search={{ assigneeid: personid, excludeclosed: 't' }}>
          {messages.allTasks}
        </Link>
      }
    >
      <QueryList query={query} className={styles.lines} empty={<p className={styles.faint}>{messages.noTasks}</p>}>
        {({ id, title, color, project, status, datedue }) => (
          <li key={id} className={styles.line}>
            <span className={styles.lineWhat}>
              <span className={styles.name}>
                <Dot color={color} />
                <RecordLink to="/tasks/$id" id={id} text={title} />
              </span>
              <span className={styles.faint}>{[project, status].join(' · ')}</span>
            </span>
            <span className={styles.lineEnd}>
              {datedue !== null && datedue < today && <Badge tone="bad">{formats.day(datedue)}</Badge>}
              {datedue !== null && datedue >= today && formats.day(datedue)}
            </span>
          </li>
        )}
      </QueryList>
    </Section>
  )
}

export function PersonProjects({ person }: { readonly person: PersonRecord }) {
  const messages = usePeopleMessages().people
  const project = useProjectMessages()
  const seesAll = inRoleSet('seesAll', person.group)
  const query = useAll('project', { personid: person.id, active: true, sortfield: 'name' }, !seesAll)
  return (
    <Section title={messages.projects} card>
      {seesAll ? (
        <p className={styles.faint}>{messages.allProjects}</p>
      ) : (
        <QueryList query={query} className={styles.lines} empty={<p className={styles.faint}>{messages.noProjects}</p>}>
          {({ id, name, labelcolor, client, managerid }) => (
            <li key={id} className={styles.line}>
              <span className={styles.name}>
                <Dot color={labelcolor ?? undefined} />
                <RecordLink to="/projects/$id" id={id} text={name} />
                {managerid.includes(person.id) && <Badge tone="accent">{project.team.isManager}</Badge>}
              </span>
              <span className={styles.lineEnd}>{client}</span>
            </li>
          )}
        </QueryList>
      )}
    </Section>
  )
}
