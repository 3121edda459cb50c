// The open tasks of the person: overdue ones first, then those due next, then those without a due date. The timer of
// each can be started here.
import type { IsoDate, TaskRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useFormats, useToday } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { StartTimer } from '../../frame/start-timer.tsx'
import { daysBetween } from '../../kit/day.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTimeMessages } from '../../messages/time.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { EmptyState, LoadError, Loading, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import type { TaskFilters } from '../../records/tasks/task-filters.ts'
import styles from './home.module.css'

const maxOverdue = 8
const maxUpcoming = 10
const maxUndated = 5

export function MyTasks() {
  const messages = useTimeMessages()
  const { personid } = useSession()
  const today = useToday()
  const related = { hastaskrelation: personid } as const
  const mine = { ...related, excludeclosed: true } as const
  const byDay = { sortfield: 'datedue', sortdir: 'ASC' } as const
  const late = usePage('task', { ...mine, ...byDay, overdue: true }, maxOverdue)
  const next = usePage('task', { ...mine, ...byDay, dateduebegin: today }, maxUpcoming)
  const someday = usePage('task', { ...mine, hasduedate: false, sortfield: 'id', sortdir: 'DESC' }, maxUndated)
  const failed = late.error ?? next.error ?? someday.error
  const ready = late.data !== undefined && next.data !== undefined && someday.data !== undefined
  const open = ready ? late.data.count + next.data.count + someday.data.count : 0
  return (
    <Section title={messages.myTasks} card actions={<Link to="/tasks">{messages.allTasks}</Link>}>
      {failed !== null && !ready && <LoadError error={failed} />}
      {failed === null && !ready && <Loading />}
      {ready && open === 0 && <NoTasks />}
      {ready && open > 0 && (
        <>
          <TaskGroup
            name={messages.overdue}
            tasks={late.data.records}
            count={late.data.count}
            all={{ ...related, overdue: 't' }}
            late
          />
          <TaskGroup
            name={messages.dueNext}
            tasks={next.data.records}
            count={next.data.count}
            all={{ ...related, dateduebegin: today }}
          />
          <TaskGroup
            name={messages.noDay}
            tasks={someday.data.records}
            count={someday.data.count}
            all={{ ...related, hasduedate: 'f' }}
          />
        </>
      )}
    </Section>
  )
}

function NoTasks() {
  const messages = useTimeMessages()
  const frame = useMessages().frame
  const may = useMay()
  return (
    <EmptyState
      icon={ListChecks}
      title={messages.noTasks}
      action={
        may('task', 'create') && <Button onPress={() => openOverlay({ kind: 'newTask' })}>{frame.newTask}</Button>
      }
    />
  )
}

interface GroupProps {
  readonly name: string
  readonly tasks: readonly TaskRecord[]
  readonly count: number
  /** The filters of the link to the complete task list. */
  readonly all: TaskFilters
  readonly late?: boolean
}

function TaskGroup({ name, tasks, count, all, late = false }: GroupProps) {
  const messages = useTimeMessages()
  const formats = useFormats()
  if (tasks.length === 0) return null
  return (
    <div>
      <h3 className={styles.group}>
        {name}
        <Badge tone={late ? 'bad' : 'plain'}>{formats.number(count)}</Badge>
      </h3>
      <ul>
        {tasks.map((task) => (
          <li key={task.id} className={styles.task} data-row-link>
            <StartTimer taskid={task.id} title={task.title} />
            <span className={styles.about}>
              <RecordLink to="/tasks/$id" id={task.id} className={styles.title} text={task.title} />
              <span className={styles.faint}>
                <Dot color={task.color} /> {task.severity} · {task.project}
              </span>
            </span>
            {task.datedue !== null && <Due day={task.datedue} late={late} />}
          </li>
        ))}
      </ul>
      {count > tasks.length && (
        <Link to="/tasks" search={all} className={styles.allOf ?? ''} aria-label={messages.showAllOf(count, name)}>
          {messages.showAll(count)}
        </Link>
      )}
    </div>
  )
}

function Due({ day, late }: { readonly day: IsoDate; readonly late: boolean }) {
  const formats = useFormats()
  const days = daysBetween(useToday(), day)
  const near = Math.abs(days) < 7
  return (
    <time dateTime={day} className={styles.due} data-late={late} data-today={days === 0} title={formats.exactDay(day)}>
      {near ? formats.relative(days) : formats.day(day)}
    </time>
  )
}
