// The dialog that edits several tasks at once. Each task is changed by its own request. Tasks that the server refuses
// are listed with the reason; the changes of the others can be undone.
import type { IsoDate, TaskChange, TaskRecord } from '@stint/sdk'
import { useState } from 'react'
import { useLabels } from '../../messages/labels.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, ComboBoxField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { type Closable, Dialog } from '../../parts/dialog.tsx'
import { FieldRow } from '../../parts/form.tsx'
import { namedOptions } from '../../parts/named-options.ts'
import { showError, showToast } from '../../parts/toast.tsx'
import { useMilestones, useModules, usePriorities, useStatuses } from '../../records/tasks/task-options.ts'
import { type Batch, type FailedTask, formerFields, updateTask, useBatch } from './batch.ts'
import { BulkPeople, type PeopleChanges, peopleFieldsOf } from './bulk-people.tsx'
import { BulkActions, BulkProgress, FailedTaskList } from './bulk-progress.tsx'
import type { Selection } from './selection.ts'

interface BulkChanges {
  readonly statusid: number | null
  readonly priorityid: number | null
  readonly people: PeopleChanges
  readonly due: 'keep' | 'set' | 'none'
  readonly datedue: IsoDate | null
  /** 0 removes the milestone. */
  readonly milestoneid: number | null
  readonly moduleid: number | null
}

const noChanges: BulkChanges = {
  statusid: null,
  priorityid: null,
  people: {},
  due: 'keep',
  datedue: null,
  milestoneid: null,
  moduleid: null,
}

/** The fields of the request for one task. */
function changeOf(task: TaskRecord, wishes: BulkChanges): TaskChange {
  const { statusid, priorityid, people, due, datedue, milestoneid, moduleid } = wishes
  return {
    ...(statusid === null ? {} : { statusid }),
    ...(priorityid === null ? {} : { priorityid }),
    ...peopleFieldsOf(task, people),
    ...(due === 'keep' ? {} : { datedue: due === 'none' ? null : datedue }),
    ...(milestoneid === null ? {} : { milestoneid: milestoneid === 0 ? null : milestoneid }),
    ...(moduleid === null ? {} : { moduleid }),
  }
}

const isUnchanged = (wishes: BulkChanges): boolean =>
  Object.keys(changeOf({} as TaskRecord, wishes)).length === 0 || (wishes.due === 'set' && wishes.datedue === null)

interface BulkEditProps extends Closable {
  readonly selection: Selection
  readonly tasks: readonly TaskRecord[]
}

function useApply({ selection, tasks, onClose }: BulkEditProps, batch: Batch) {
  const messages = useTasksMessages().bulk
  const parts = useMessages().parts
  const [refused, setRefused] = useState<readonly FailedTask[]>([])
  const back = async (done: readonly TaskRecord[], wishes: BulkChanges): Promise<void> => {
    const work = (task: TaskRecord) => updateTask(task, formerFields(task, changeOf(task, wishes)))
    const outcome = await batch.run({ tasks: done, work })
    showToast(messages.undone(outcome.done.length))
    for (const { task, why } of outcome.failed) showError(new Error(`${task.title}: ${why}`))
  }
  const apply = async (wishes: BulkChanges): Promise<void> => {
    const outcome = await batch.run({ tasks, work: (task) => updateTask(task, changeOf(task, wishes)) })
    if (outcome.done.length > 0) {
      const undo = { name: parts.undo, onPress: () => void back(outcome.done, wishes).catch(showError) }
      showToast(messages.changed(outcome.done.length), undo)
    }
    if (outcome.failed.length > 0) setRefused(outcome.failed)
    else {
      selection.clear()
      onClose()
    }
  }
  return { apply, refused }
}

export function BulkEdit(props: BulkEditProps) {
  const { tasks, onClose } = props
  const messages = useTasksMessages().bulk
  const [wishes, setWishes] = useState(noChanges)
  const batch = useBatch()
  const { apply, refused } = useApply(props, batch)
  const busy = batch.completed !== null
  return (
    <Dialog
      title={messages.title(tasks.length)}
      open
      onClose={busy ? batch.stop : onClose}
      persistent={busy || wishes !== noChanges}
      wide
    >
      {refused.length > 0 ? (
        <FailedTaskList refused={refused} />
      ) : (
        <>
          <p>{messages.hint}</p>
          <BulkFields tasks={tasks} wishes={wishes} onChange={(change) => setWishes({ ...wishes, ...change })} />
        </>
      )}
      {busy && <BulkProgress batch={batch} all={tasks.length} />}
      <BulkActions finished={refused.length > 0} busy={busy} onClose={onClose}>
        <Button
          look="strong"
          busy={busy}
          isDisabled={isUnchanged(wishes)}
          onPress={() => void apply(wishes).catch(showError)}
        >
          {messages.apply(tasks.length)}
        </Button>
      </BulkActions>
    </Dialog>
  )
}

interface FieldsProps {
  readonly tasks: readonly TaskRecord[]
  readonly wishes: BulkChanges
  readonly onChange: (change: Partial<BulkChanges>) => void
}

function BulkFields({ tasks, wishes, onChange }: FieldsProps) {
  const all = useTasksMessages()
  const labels = useLabels().task
  const messages = all.bulk
  const [first] = tasks
  const one =
    first !== undefined && tasks.every(({ projectid }) => projectid === first.projectid) ? first.projectid : null
  const statuses = useStatuses().filter(({ active }) => active)
  const priorities = usePriorities().filter(({ active }) => active)
  const milestones = [{ id: 0, name: all.noMilestone }, ...useMilestones(one)]
  const modules = useModules(one)
  const hint = one === null ? { hint: messages.severalProjects, isDisabled: true } : {}
  const field = (name: 'statusid' | 'priorityid' | 'milestoneid' | 'moduleid') => ({
    label: labels[name],
    value: wishes[name],
    none: messages.asItIs,
    onChange: (id: number | null) => onChange({ [name]: id }),
  })
  return (
    <>
      <FieldRow>
        <ChoiceField {...field('statusid')} options={statuses} />
        <ChoiceField
          {...field('priorityid')}
          options={priorities.map(({ id, name, color }) => ({ id, name, color }))}
        />
      </FieldRow>
      <FieldRow>
        <ComboBoxField {...field('milestoneid')} options={milestones} {...hint} />
        <ComboBoxField {...field('moduleid')} options={modules} {...hint} />
      </FieldRow>
      <DueFields wishes={wishes} onChange={onChange} />
      <BulkPeople wishes={wishes.people} projectid={one} onChange={(people) => onChange({ people })} />
    </>
  )
}

function DueFields({ wishes, onChange }: Omit<FieldsProps, 'tasks'>) {
  const messages = useTasksMessages().bulk
  const labels = useLabels().task
  return (
    <FieldRow>
      <ChoiceField
        label={messages.dueHow}
        options={namedOptions(messages.dues)}
        value={wishes.due}
        onChange={(due) => onChange({ due: due ?? 'keep' })}
      />
      <DayField
        label={labels.datedue}
        value={wishes.datedue}
        isDisabled={wishes.due !== 'set'}
        onChange={(datedue) => onChange({ datedue })}
      />
    </FieldRow>
  )
}
