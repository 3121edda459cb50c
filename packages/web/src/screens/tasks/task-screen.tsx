// The page of a task: its description, time, documents and notes, with its fields at the side.

import type { TaskRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Copy, Link as LinkPicture, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { can } from '../../api/permissions.ts'
import { useMay } from '../../api/session.tsx'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { StartTimer } from '../../frame/start-timer.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { IconButton } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import type { Closable } from '../../parts/dialog.tsx'
import { MentionProject } from '../../parts/mention-project.ts'
import { Menu } from '../../parts/menu.tsx'
import { Page } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { DeletePageDialog } from '../../records/delete-record.tsx'
import { DocumentList } from '../../records/documents/document-list.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { recordScreen } from '../../records/record-page.tsx'
import { TaskStatusBadge } from '../../records/tasks/task-status.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DuplicateTask } from './duplicate-task.tsx'
import { useNeighbours } from './neighbours.ts'
import styles from './task.module.css'
import { TaskChecklist } from './task-checklist.tsx'
import { type TaskField, TaskFields } from './task-fields.tsx'
import { TaskNotes } from './task-notes.tsx'
import { TaskSummary } from './task-summary.tsx'
import { TaskTime } from './task-time.tsx'
import { TaskTitle } from './task-title.tsx'
import { useTaskUpdater } from './task-updater.ts'

export const TaskScreen = recordScreen(
  'task',
  () => useTaskMessages().task,
  (task) => <TaskPage key={task.id} task={task} />,
)

function TaskPage({ task }: { readonly task: TaskRecord }) {
  const messages = useTaskMessages()
  const may = useMay()
  const notifying = useMailNotification()
  const changing = useTaskUpdater(notifying.on)
  const [editing, setEditing] = useState(false)
  const [open, setOpen] = useState<TaskField | null>(null)
  const [adding, setAdding] = useState(false)
  const activity = useRef<HTMLDivElement>(null)
  const writes = can(task, 'update')
  useTaskShortcuts(writes, { setEditing, setOpen, setAdding, activity })
  return (
    <Page
      title={task.title}
      above={<TaskBreadcrumb task={task} />}
      heading={<TaskTitle task={task} updater={changing} may={writes} editing={editing} onEdit={setEditing} />}
      beside={<TaskStatusBadge task={task} />}
      actions={<Actions task={task} />}
    >
      <div className={styles.columns}>
        <div className={styles.main}>
          <TaskSummary task={task} updater={changing} may={writes} />
          <TaskChecklist task={task} />
          {may('time', 'list') && <TaskTime task={task} adding={adding} onAdd={setAdding} />}
          <DocumentList parent={{ taskid: task.id }} title={messages.documents} />
          <div ref={activity}>
            <MentionProject value={task.projectid}>
              <TaskNotes taskid={task.id} notify={notifying.on} />
            </MentionProject>
          </div>
          <RecordHistory resource="task" id={task.id} />
        </div>
        <aside className={styles.aside} aria-label={messages.details}>
          <TaskFields task={task} updater={changing} notification={notifying} open={open} onOpen={setOpen} />
        </aside>
      </div>
      <ConflictDialog changing={changing} />
    </Page>
  )
}

interface KeyTargets {
  readonly setEditing: (on: boolean) => void
  readonly setOpen: (field: TaskField) => void
  readonly setAdding: (on: boolean) => void
  readonly activity: { readonly current: HTMLDivElement | null }
}

function useTaskShortcuts(writes: boolean, { setEditing, setOpen, setAdding, activity }: KeyTargets): void {
  const { keys } = useTaskMessages()
  const may = useMay()
  const lines: readonly { readonly keys: string; readonly name: string; readonly field: TaskField }[] = [
    { keys: 's', name: keys.status, field: 'statusid' },
    { keys: 'p', name: keys.priority, field: 'priorityid' },
    { keys: 'a', name: keys.assignees, field: 'assigneeid' },
    { keys: 'd', name: keys.datedue, field: 'datedue' },
  ]
  useShortcutKeys([
    ...(writes
      ? [
          { keys: 'e', name: keys.title, run: () => setEditing(true) },
          ...lines.map(({ field, ...line }) => ({ ...line, run: () => setOpen(field) })),
        ]
      : []),
    {
      keys: 'm',
      name: keys.comment,
      run: () => activity.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus(),
    },
    ...(may('time', 'create') ? [{ keys: 'l', name: keys.time, run: () => setAdding(true) }] : []),
  ])
}

/** Links to the project and the milestone, and the number of the task. */
function TaskBreadcrumb({ task }: { readonly task: TaskRecord }) {
  const messages = useTaskMessages()
  return (
    <span className={styles.trail}>
      <RecordLink to="/projects/$id" id={task.projectid} text={task.project} />
      {task.milestoneid !== null && <RecordLink to="/milestones/$id" id={task.milestoneid} text={task.milestone} />}
      <span className="number">{messages.number(task.localid)}</span>
    </span>
  )
}

function Actions({ task }: { readonly task: TaskRecord }) {
  const messages = useTaskMessages()
  const parts = useMessages().parts
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [duplicating, setDuplicating] = useState(false)
  const { previous, next } = useNeighbours(task)
  const go = (id: number | undefined): void => {
    if (id !== undefined) void navigate({ to: '/tasks/$id', params: { id: String(id) } })
  }
  useShortcutKeys([
    { keys: 'j', name: messages.keys.next, run: () => go(next) },
    { keys: 'k', name: messages.keys.previous, run: () => go(previous) },
  ])
  const copy = (): void => copyText(location.href, messages.copied)
  return (
    <>
      <IconButton
        icon={ChevronLeft}
        label={messages.previous}
        isDisabled={previous === undefined}
        onPress={() => go(previous)}
      />
      <IconButton icon={ChevronRight} label={messages.next} isDisabled={next === undefined} onPress={() => go(next)} />
      <StartTimer taskid={task.id} title={task.title} wide />
      <Menu
        label={parts.actions}
        entries={[
          { id: 'copy', name: messages.copyLink, icon: LinkPicture, onPress: copy },
          ...(can(task, 'duplicate')
            ? [{ id: 'duplicate', name: messages.duplicate.action, icon: Copy, onPress: () => setDuplicating(true) }]
            : []),
          ...(can(task, 'delete')
            ? [
                null,
                { id: 'delete', name: messages.deleteTask, icon: Trash2, danger: true, onPress: () => setAsking(true) },
              ]
            : []),
        ]}
      />
      {duplicating && <DuplicateTask task={task} onClose={() => setDuplicating(false)} />}
      {asking && <DeleteTask task={task} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteTask({ task: { id, title }, onClose }: Closable & { readonly task: TaskRecord }) {
  const messages = useTaskMessages()
  const { deleteTitle, deleteTask: action } = messages
  const question = { title: deleteTitle, action, text: messages.deleteText(title), deleted: messages.deleted(title) }
  return <DeletePageDialog resource="task" id={id} question={question} onClose={onClose} to="/tasks" />
}
