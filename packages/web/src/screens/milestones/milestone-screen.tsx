// The page of a milestone: its progress and fields, its tasks, documents and notes.

import type { MilestoneRecord, TaskRecord } from '@stint/sdk'
import { Check, Plus, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { usePage, usePages, useUpdate } from '../../api/records.ts'
import { useMay, useMaySee } from '../../api/session.tsx'
import { openOverlay } from '../../frame/overlays.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { Dot } from '../../parts/dot.tsx'
import { EditButton } from '../../parts/edit-button.tsx'
import { MentionProject } from '../../parts/mention-project.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { Page, Section } from '../../parts/page.tsx'
import { MoreButton } from '../../parts/query-list.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { RecordTable, type TableColumn } from '../../parts/record-table.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { DeleteMenu } from '../../records/delete-menu.tsx'
import { DeletePageDialog } from '../../records/delete-record.tsx'
import { DocumentList } from '../../records/documents/document-list.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { MilestoneDialog } from '../../records/milestones/milestone-form.tsx'
import { milestoneLayout } from '../../records/milestones/milestone-layout.ts'
import { MilestoneStatusBadge } from '../../records/milestones/milestone-status.tsx'
import { recordScreen } from '../../records/record-page.tsx'
import { TaskStatusBadge } from '../../records/tasks/task-status.tsx'
import { MilestoneNotes } from './milestone-notes.tsx'
import styles from './milestones.module.css'
import { Progress } from './milestones-screen.tsx'

export const MilestoneScreen = recordScreen(
  'milestone',
  () => useTaskMessages().milestones.milestone,
  (milestone) => <MilestonePage key={milestone.id} milestone={milestone} />,
)

interface MilestoneProps {
  readonly milestone: MilestoneRecord
}

function MilestonePage({ milestone }: MilestoneProps) {
  const messages = useTaskMessages()
  const labels = useLabels().milestone
  return (
    <Page
      title={milestone.title}
      above={<RecordLink to="/projects/$id" id={milestone.projectid} text={milestone.project} />}
      beside={<MilestoneStatusBadge milestone={milestone} />}
      actions={<Actions milestone={milestone} />}
    >
      <div className={styles.sections}>
        <Figures milestone={milestone} />
        {milestone.description !== '' && (
          <Section title={labels.description}>
            <StoredHtml html={milestone.description} />
          </Section>
        )}
        <Tasks milestone={milestone} />
        <DocumentList parent={{ milestoneid: milestone.id }} title={messages.documents} />
        <MentionProject value={milestone.projectid}>
          <MilestoneNotes milestoneid={milestone.id} />
        </MentionProject>
        <RecordHistory resource="milestone" id={milestone.id} />
      </div>
    </Page>
  )
}

function Figures({ milestone }: MilestoneProps) {
  const messages = useTaskMessages().milestones
  const labels = useLabels().milestone
  const of = { milestoneid: milestone.id }
  const all = usePage('task', of, 1).data?.count
  const open = usePage('task', { ...of, excludeclosed: true }, 1).data?.count
  const tasks = all === undefined || open === undefined ? null : messages.taskCount(open, all - open)
  return (
    <Section title={labels.progress}>
      <div className={styles.progress}>
        <Progress title={milestone.title} percent={milestone.progress ?? 0} />
      </div>
      <DetailFields
        layout={milestoneLayout}
        record={milestone}
        more={[{ name: messages.tasks, value: tasks }]}
        compact
      />
    </Section>
  )
}

function Actions({ milestone }: MilestoneProps) {
  const messages = useTaskMessages().milestones
  const mayEdit = can(milestone, 'update')
  const notifying = useMailNotification()
  const update = useUpdate('milestone')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, title, complete } = milestone
  useShortcutKeys(mayEdit ? [{ keys: 'e', name: messages.edit, run: () => setOpen('edit') }] : [])
  if (!mayEdit) return null
  const toggleComplete = (): void =>
    update.mutate(
      { id, fields: { complete: !complete }, notify: notifying.on },
      {
        onSuccess: () => showToast(complete ? messages.reopened(title) : messages.completed(title)),
        onError: showError,
      },
    )
  return (
    <>
      <Button
        look={complete ? 'plain' : 'strong'}
        icon={complete ? RotateCcw : Check}
        busy={update.isPending}
        onPress={toggleComplete}
      >
        {complete ? messages.reopen : messages.markComplete}
      </Button>
      <EditButton onPress={() => setOpen('edit')} />
      <DeleteMenu name={messages.delete} onPress={() => setOpen('delete')} />
      {open === 'edit' && <MilestoneDialog milestone={milestone} onClose={() => setOpen(null)} />}
      {open === 'delete' && <DeleteMilestone milestone={milestone} onClose={() => setOpen(null)} />}
    </>
  )
}

function DeleteMilestone({ milestone: { id, title }, onClose }: MilestoneProps & Closable) {
  const messages = useTaskMessages().milestones
  const { deleteTitle, delete: action } = messages
  const question = { title: deleteTitle, action, text: messages.deleteText(title), deleted: messages.deleted(title) }
  return <DeletePageDialog resource="milestone" id={id} question={question} onClose={onClose} to="/milestones" />
}

const pageSize = 50

function Tasks({ milestone }: MilestoneProps) {
  const messages = useTaskMessages()
  const may = useMay()
  const query = usePages('task', { milestoneid: milestone.id, sortfield: 'status_order', sortdir: 'ASC' }, pageSize)
  const tasks = query.data?.pages.flatMap(({ records }) => records)
  const columns = useTaskColumns()
  const { id: milestoneid, projectid } = milestone
  return (
    <Section
      title={messages.milestones.tasks}
      actions={
        may('task', 'create') && (
          <Button small icon={Plus} onPress={() => openOverlay({ kind: 'newTask', projectid, milestoneid })}>
            {messages.milestones.newTask}
          </Button>
        )
      }
    >
      {tasks?.length === 0 && <p className={styles.faint}>{messages.milestones.noTasks}</p>}
      {tasks !== undefined && tasks.length > 0 && (
        <RecordTable label={messages.milestones.tasks} columns={columns} records={tasks} short />
      )}
      <MoreButton query={query} text={messages.older} small />
    </Section>
  )
}

function useTaskColumns(): TableColumn<TaskRecord>[] {
  const labels = useLabels().task
  const formats = useFormats()
  const today = useToday()
  const people = useMaySee()('task', 'assignees')
  const narrow = useNarrow()
  return useMemo(
    () => [
      {
        id: 'title',
        name: labels.title,
        cell: ({ id, title, color }) => (
          <span className={styles.taskCell}>
            <Dot color={color} />
            <RecordLink to="/tasks/$id" id={id} text={title} />
          </span>
        ),
      },
      {
        id: 'status',
        name: labels.status,
        width: 130,
        cell: (task) => <TaskStatusBadge task={task} />,
      },
      ...(people && !narrow
        ? [
            {
              id: 'assignees',
              name: labels.assignees,
              width: 200,
              cell: ({ assignees }: TaskRecord) => assignees ?? '',
            },
          ]
        : []),
      ...(narrow
        ? []
        : [
            {
              id: 'due',
              name: labels.datedue,
              width: 112,
              cell: ({ datedue, dateclosed }: TaskRecord) =>
                datedue !== null && (
                  <time className={styles.due} data-late={dateclosed === null && datedue < today}>
                    {formats.day(datedue)}
                  </time>
                ),
            },
          ]),
    ],
    [labels, formats, today, people, narrow],
  )
}
