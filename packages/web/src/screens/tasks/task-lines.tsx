// The line of each field of a task: its value, and what changes it if the person may change the task. Which lines there
// are, and in which order, is in task-layout.ts.
import { StintError, type TaskChange, type TaskRecord } from '@stint/sdk'
import { type FunctionComponent, useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useMaySet } from '../../api/session.tsx'
import { useTaskMessages } from '../../messages/task.ts'
import type { LayoutField } from '../../parts/layout.ts'
import { RecordLink } from '../../parts/record-link.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import { useMilestones, useModules, usePriorities, useStatuses, useTeam } from '../../records/tasks/task-options.ts'
import { FieldLine } from './field-line.tsx'
import { MoveForm } from './move-form.tsx'
import { ChoiceLine, DayLine, HoursLine, type OpenState, PeopleLine } from './task-field-lines.tsx'
import type { taskLayout } from './task-layout.ts'
import type { TaskUpdater } from './task-updater.ts'

interface LineProps {
  /** The label of the field. */
  readonly name: string
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly opening: OpenState
}

/** Saves one field and reports the result; undefined if the person may not change the task. */
function useFieldSaver({ name, task, updater }: LineProps): ((fields: TaskChange) => void) | undefined {
  const messages = useTaskMessages()
  if (!can(task, 'update')) return undefined
  // An error names the field; the toast does not repeat it, because only this line was saved.
  const report = (error: unknown) => showError(error instanceof StintError ? new Error(error.message) : error)
  return (fields) =>
    void updater
      .save(task, fields)
      .then((saved) => saved && showToast(messages.changed(name)))
      .catch(report)
}

type TaskChoice = { readonly id: number; readonly name: string }

/** Inactive entries of the settings are offered only to the tasks that have them. */
const activeOr = <E extends TaskChoice & { readonly active: boolean }>(entries: readonly E[], chosen: number): E[] =>
  entries.filter(({ active, id }) => active || id === chosen)

/** What a line of a choice offers, and what it shows for the chosen one. */
const choices = {
  statusid: {
    textField: 'status',
    useOptions: ({ statusid }: TaskRecord) => activeOr(useStatuses(), statusid),
  },
  priorityid: {
    textField: 'severity',
    useOptions: ({ priorityid }: TaskRecord) => activeOr(usePriorities(), priorityid),
  },
  moduleid: { textField: 'module', useOptions: ({ projectid }: TaskRecord) => useModules(projectid) },
  milestoneid: { textField: 'milestone', useOptions: ({ projectid }: TaskRecord) => useMilestones(projectid) },
} as const

const choiceLine = (field: keyof typeof choices) =>
  function ChoiceOfTask(props: LineProps) {
    const { name, task, opening } = props
    const { none } = useTaskMessages()
    const save = useFieldSaver(props)
    const { textField, useOptions } = choices[field]
    // Only the milestone may be missing.
    const orNone = field === 'milestoneid'
    return (
      <ChoiceLine
        {...opening}
        name={name}
        options={useOptions(task)}
        value={task[field]}
        text={task[textField]}
        {...(field === 'priorityid' ? { color: task.color } : {})}
        {...(orNone ? { none } : {})}
        onSave={save && ((id) => save({ [field]: orNone ? id : (id ?? task[field]) }))}
      />
    )
  }

/** The line of a list of people. Clients do not get the field, so they have no line. */
const peopleLine = (field: 'assigneeid' | 'ownerid' | 'followerid', namesField: 'assignees' | 'owners' | 'followers') =>
  function PeopleOfTask(props: LineProps) {
    const { name, task, opening } = props
    const mayChoose = useMaySet()('task', field, 'update')
    const save = useFieldSaver(props)
    const team = useTeam(task.projectid)
    const { [field]: ids, [namesField]: names = null } = task
    if (ids === undefined) return null
    return (
      <PeopleLine
        {...opening}
        name={name}
        options={team}
        value={ids}
        names={names}
        onSave={mayChoose && save !== undefined ? (chosen) => save({ [field]: chosen }) : undefined}
      />
    )
  }

function DueLine(props: LineProps) {
  const { name, task, opening } = props
  const save = useFieldSaver(props)
  const today = useToday()
  const late = task.datedue !== null && task.dateclosed === null && task.datedue < today
  return (
    <DayLine
      {...opening}
      name={name}
      value={task.datedue}
      late={late}
      onSave={save && ((datedue) => save({ datedue }))}
    />
  )
}

function StartLine(props: LineProps) {
  const save = useFieldSaver(props)
  return (
    <DayLine
      name={props.name}
      value={props.task.dateopen}
      required
      onSave={save && ((dateopen) => dateopen !== null && save({ dateopen }))}
    />
  )
}

/** An error is shown in the popover, beside the typed hours. */
function EstimateLine({ name, task, updater }: LineProps) {
  const save = can(task, 'update') ? (estimate: TaskRecord['estimate']) => updater.save(task, { estimate }) : undefined
  return <HoursLine name={name} value={task.estimate} onSave={save} />
}

function ProjectLine({ name, task, updater }: LineProps) {
  const [open, setOpen] = useState(false)
  const edit = (close: () => void) => <MoveForm task={task} updater={updater} onDone={close} />
  return (
    <FieldLine
      name={name}
      text={task.project}
      open={open}
      onOpen={setOpen}
      edit={can(task, 'update') ? edit : undefined}
    />
  )
}

const RequestLine = ({ name, task: { queueid } }: LineProps) =>
  queueid === null ? null : <LinkedRequest name={name} id={queueid} />

function LinkedRequest({ name, id }: { readonly name: string; readonly id: number }) {
  const messages = useTaskMessages()
  const requests = useAll('request', { accepted: true })
  const title = requests.data?.find((one) => one.id === id)?.title
  return (
    <FieldLine name={name} text={title ?? ''}>
      <RecordLink to="/requests/$id" id={id} text={title ?? messages.requestOf} />
    </FieldLine>
  )
}

/** A day that cannot be changed here. */
const fixedDayLine = (field: 'datecreated' | 'dateclosed') =>
  function FixedDay({ name, task }: LineProps) {
    const formats = useFormats()
    const day = task[field]
    return day === null ? null : <FieldLine name={name} text={formats.day(day)} />
  }

export const taskLines: { readonly [Field in LayoutField<typeof taskLayout>]: FunctionComponent<LineProps> } = {
  statusid: choiceLine('statusid'),
  priorityid: choiceLine('priorityid'),
  assigneeid: peopleLine('assigneeid', 'assignees'),
  ownerid: peopleLine('ownerid', 'owners'),
  followerid: peopleLine('followerid', 'followers'),
  datedue: DueLine,
  dateopen: StartLine,
  estimate: EstimateLine,
  projectid: ProjectLine,
  moduleid: choiceLine('moduleid'),
  milestoneid: choiceLine('milestoneid'),
  queueid: RequestLine,
  datecreated: fixedDayLine('datecreated'),
  dateclosed: fixedDayLine('dateclosed'),
}
