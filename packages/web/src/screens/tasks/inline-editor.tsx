// The popover that edits one field of a task in the table or on the board. The whole list shares one, because a popover
// per row would be slow.
import type { IsoDate, TaskRecord } from '@stint/sdk'
import { useRef, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { addDays, mondayOf } from '../../kit/day.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import type { Option } from '../../parts/choices.tsx'
import { DayPicker } from '../../parts/day-field.tsx'
import { PickList } from '../../parts/pick-list.tsx'
import { PopoverDialog } from '../../parts/popover.tsx'
import { useMilestones, useModules, usePriorities, useStatuses, useTeam } from '../../records/tasks/task-options.ts'
import layout from './filters.module.css'
import { type TaskEdit, useOptimisticUpdate } from './optimistic-update.ts'
import styles from './tasks.module.css'

export type EditedField = 'statusid' | 'priorityid' | 'assigneeid' | 'datedue' | 'milestoneid' | 'moduleid'

export interface CellEdit {
  readonly field: EditedField
  readonly task: TaskRecord
  readonly anchor: HTMLElement
}

export type EditCell = (field: EditedField, task: TaskRecord, anchor: HTMLElement) => void

interface EditorProps {
  readonly task: TaskRecord
  /** Closes the popover, and sends the edit if there is one. */
  readonly onDone: (asked?: TaskEdit) => void
}

export function InlineEditor({
  editing,
  onClose,
}: {
  readonly editing: CellEdit | null
  readonly onClose: () => void
}) {
  const messages = useTasksMessages()
  const labels = useLabels().task
  const change = useOptimisticUpdate()
  const anchor = useRef<HTMLElement | null>(null)
  if (editing === null) return null
  anchor.current = editing.anchor
  const { task, field } = editing
  const Editor = editors[field]
  const done = (asked?: TaskEdit): void => {
    onClose()
    if (asked !== undefined) void change(asked)
  }
  return (
    <PopoverDialog label={messages.change(labels[field], messages.number(task.localid))} at={anchor} onClose={onClose}>
      <div className={styles.editor}>
        <Editor task={task} onDone={done} />
      </div>
    </PopoverDialog>
  )
}

interface OneOfProps<O> {
  readonly label: string
  readonly options: readonly O[]
  readonly value: number
  readonly onDone: EditorProps['onDone']
  /** The edit that sets the field to this option. */
  readonly edit: (option: O) => Parameters<EditorProps['onDone']>[0]
}

/** Chooses one option. Choosing the current one changes nothing. */
function OneOfEditor<O extends Option<number>>({ label, options, value, onDone, edit }: OneOfProps<O>) {
  const choose = (id: number | undefined): void => {
    const option = options.find((one) => one.id === id)
    if (option === undefined || option.id === value) onDone()
    else onDone(edit(option))
  }
  return <PickList label={label} options={options} value={[value]} single onChange={([id]) => choose(id)} />
}

function StatusEditor({ task, onDone }: EditorProps) {
  const label = useLabels().task.statusid
  const options = useStatuses().filter(({ active, id }) => active || id === task.statusid)
  const edit = ({ id: statusid, name: status, priority: status_order }: (typeof options)[number]) =>
    ({ task, fields: { statusid }, preview: { statusid, status, status_order }, what: label, value: status }) as const
  return <OneOfEditor label={label} options={options} value={task.statusid} onDone={onDone} edit={edit} />
}

function PriorityEditor({ task, onDone }: EditorProps) {
  const label = useLabels().task.priorityid
  const options = usePriorities()
    .filter(({ active, id }) => active || id === task.priorityid)
    .map(({ id, name, color, priority }) => ({ id, name, color, priority }))
  const edit = ({ id: priorityid, name: severity, color, priority }: (typeof options)[number]) => {
    const preview = { priorityid, severity, color, priority }
    return { task, fields: { priorityid }, preview, what: label, value: severity }
  }
  return <OneOfEditor label={label} options={options} value={task.priorityid} onDone={onDone} edit={edit} />
}

function AssigneeEditor({ task, onDone }: EditorProps) {
  const messages = useTasksMessages()
  const label = useLabels().task.assigneeid
  const team = useTeam(task.projectid)
  const [ids, setIds] = useState<readonly number[]>(task.assigneeid ?? [])
  const named = ids.flatMap((id) => team.find((one) => one.id === id)?.name ?? [])
  const save = (): void => {
    const value = named.join(', ')
    onDone({
      task,
      fields: { assigneeid: ids },
      preview: { assigneeid: [...ids], assignees: value },
      what: label,
      value: value === '' ? messages.noAssignee : value,
    })
  }
  return (
    <>
      <PickList label={label} options={team} value={ids} onChange={setIds} />
      <div className={styles.editorEnd}>
        <Button small look="strong" onPress={save}>
          {messages.form.assign}
        </Button>
      </div>
    </>
  )
}

function DueEditor({ task, onDone }: EditorProps) {
  const messages = useTasksMessages()
  const label = useLabels().task.datedue
  const formats = useFormats()
  const today = useToday()
  const set = (datedue: IsoDate | null): void =>
    onDone({
      task,
      fields: { datedue },
      preview: { datedue },
      what: label,
      value: datedue === null ? messages.noDue : formats.day(datedue),
    })
  const days = [
    { name: messages.today, day: today },
    { name: messages.tomorrow, day: addDays(today, 1) },
    { name: messages.nextWeek, day: addDays(mondayOf(today), 7) },
  ]
  return (
    <div className={layout.due}>
      <DayPicker label={label} value={task.datedue} onChange={set} />
      <div className={layout.spans}>
        {days.map(({ name, day }) => (
          <Button key={name} small look="quiet" onPress={() => set(day)}>
            {name}
          </Button>
        ))}
        <Button small look="quiet" onPress={() => set(null)}>
          {messages.noDue}
        </Button>
      </div>
    </div>
  )
}

function MilestoneEditor({ task, onDone }: EditorProps) {
  const messages = useTasksMessages()
  const label = useLabels().task.milestoneid
  const milestones = useMilestones(task.projectid)
  const options = [{ id: 0, name: messages.noMilestone }, ...milestones]
  const choose = (id = 0): void => {
    const name = options.find((one) => one.id === id)?.name ?? ''
    const milestoneid = id === 0 ? null : id
    const preview = { milestoneid, milestone: milestoneid === null ? null : name }
    onDone({ task, fields: { milestoneid }, preview, what: label, value: name })
  }
  return (
    <PickList label={label} options={options} value={[task.milestoneid ?? 0]} single onChange={([id]) => choose(id)} />
  )
}

function ModuleEditor({ task, onDone }: EditorProps) {
  const label = useLabels().task.moduleid
  const options = useModules(task.projectid)
  const choose = (id: number | undefined): void => {
    const found = options.find((one) => one.id === id)
    if (found === undefined || found.id === task.moduleid) {
      onDone()
      return
    }
    const preview = { moduleid: found.id, module: found.name }
    onDone({ task, fields: { moduleid: found.id }, preview, what: label, value: found.name })
  }
  return <PickList label={label} options={options} value={[task.moduleid]} single onChange={([id]) => choose(id)} />
}

const editors = {
  statusid: StatusEditor,
  priorityid: PriorityEditor,
  assigneeid: AssigneeEditor,
  datedue: DueEditor,
  milestoneid: MilestoneEditor,
  moduleid: ModuleEditor,
}
