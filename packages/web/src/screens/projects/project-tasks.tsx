// The open tasks of a project, by due date, with a link to the list of all its tasks.
import type { ProjectRecord, TaskRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { usePage } from '../../api/records.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { useLabels } from '../../messages/labels.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { EmptyState, QueryView } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import styles from '../../records/record.module.css'
import { TaskStatusBadge } from '../../records/tasks/task-status.tsx'
import { TasksDone } from './project-cards.tsx'

const maxTasks = 25

function useColumns(narrow: boolean): TableColumn<TaskRecord>[] {
  const messages = useProjectMessages().tasks
  const labels = useLabels().task
  const formats = useFormats()
  const today = useToday()
  return useMemo(
    () => [
      {
        id: 'task',
        name: messages.task,
        cell: (task) => (
          <span className={styles.name}>
            <Dot color={task.color} />
            <span className={narrow ? styles.twoLines : undefined}>
              <RecordLink to="/tasks/$id" id={task.id} text={task.title} />
              {narrow && (
                <span>
                  <TaskStatusBadge task={task} />
                </span>
              )}
            </span>
          </span>
        ),
      },
      { id: 'status', name: labels.status, width: 130, cell: (task) => <TaskStatusBadge task={task} /> },
      {
        id: 'assignees',
        name: labels.assignees,
        cell: ({ assignees }) => <span className={styles.clip}>{assignees}</span>,
      },
      {
        id: 'due',
        name: labels.datedue,
        width: 110,
        cell: ({ datedue }) =>
          datedue === null ? (
            ''
          ) : datedue < today ? (
            <Badge tone="bad">{formats.day(datedue)}</Badge>
          ) : (
            formats.day(datedue)
          ),
      },
      {
        id: 'actual',
        name: labels.actual,
        numeric: true,
        width: 130,
        cell: ({ actual, estimate }) =>
          estimate.equals('0') ? formats.hours(actual) : `${formats.hours(actual)} / ${formats.hours(estimate)}`,
      },
    ],
    [messages, labels, formats, today, narrow],
  )
}

export function ProjectTasks({ project }: { readonly project: ProjectRecord }) {
  const messages = useProjectMessages()
  const narrow = useNarrow()
  const may = useMay()
  const seesPeople = useMaySee()('task', 'assignees')
  const { id: projectid } = project
  const query = usePage('task', { projectid, excludeclosed: true, sortfield: 'datedue', sortdir: 'ASC' }, maxTasks)
  const columns = useColumns(narrow)
  // Hours are shown together with the people who worked them.
  const hidden = narrow ? ['status', 'assignees', 'actual'] : seesPeople ? [] : ['assignees', 'actual']
  const add = may('task', 'create') && project.active && (
    <Button onPress={() => openOverlay({ kind: 'newTask', projectid })}>{messages.newTask}</Button>
  )
  return (
    <div className={styles.stack}>
      <div className={styles.tabHead}>
        <div className={styles.gaugeWide}>
          <TasksDone projectid={projectid} />
        </div>
        <Link to="/tasks" search={{ projectid }}>
          {messages.tasks.all}
        </Link>
      </div>
      <QueryView query={query}>
        {({ records, count }) => (
          <>
            <RecordTable
              short
              label={messages.tasks.label}
              columns={columns}
              records={records}
              hidden={hidden}
              empty={
                <EmptyState icon={ListChecks} title={messages.tasks.mineNone} action={add}>
                  {add === false ? undefined : messages.tasks.noneText}
                </EmptyState>
              }
            />
            {count > records.length && (
              <Link to="/tasks" search={{ projectid, excludeclosed: 't' }} className={styles.pageFoot ?? ''}>
                {messages.tasks.more(count - records.length)}
              </Link>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}
