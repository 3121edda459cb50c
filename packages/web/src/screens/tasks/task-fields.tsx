// The fields of a task beside its page, each changed where it stands. What a role may not change it only sees; who
// works on it is not shown to clients at all.

import { StintError, type TaskChange, type TaskRecord } from '@stint/sdk'
import { useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { choosesOwners } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { useNarrow } from '../../parts/narrow.ts'
import { Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { showError, showToast } from '../../parts/toast.tsx'
import type { MailNotification } from '../../records/mail-notification.ts'
import { useMilestones, useModules, usePriorities, useStatuses, useTeam } from '../../records/tasks/task-options.ts'
import { FieldLine, FieldLines } from './field-line.tsx'
import { MoveForm } from './move-form.tsx'
import { ChoiceLine, DayLine, HoursLine, PeopleLine } from './task-field-lines.tsx'
import type { TaskUpdater } from './task-updater.ts'

export type TaskField = 'status' | 'priority' | 'assignees' | 'datedue'

interface TaskFieldsProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly notification: MailNotification
  readonly open: TaskField | null
  readonly onOpen: (field: TaskField | null) => void
}

/** Saves one field, and tells what became of it. A refusal names the field; that line is the only one on screen. */
function useFieldSaver(task: TaskRecord, changing: TaskUpdater) {
  const messages = useTaskMessages()
  const may = useMay()
  if (!may('task', 'update')) return () => undefined
  return (what: string) => (fields: TaskChange) =>
    changing
      .save(task, fields)
      .then((saved) => saved && showToast(messages.changed(what)))
      .catch((error: unknown) => showError(error instanceof StintError ? new Error(error.message) : error))
}

export function TaskFields({ task, updater, notification, open, onOpen }: TaskFieldsProps) {
  const messages = useTaskMessages()
  const today = useToday()
  const { fields } = messages
  const saving = useFieldSaver(task, updater)
  const at = (field: TaskField) => ({ open: open === field, onOpen: (on: boolean) => onOpen(on ? field : null) })
  const late = task.datedue !== null && task.dateclosed === null && task.datedue < today
  const statuses = useStatuses()
  const priorities = usePriorities()
  const [status, priority, due] = [fields.status, fields.priority, fields.datedue].map((name) => saving(name))
  const narrow = useNarrow()
  const [all, setAll] = useState(false)
  return (
    <Section title={messages.details}>
      <FieldLines>
        <ChoiceLine
          {...at('status')}
          name={fields.status}
          options={statuses.filter(({ active, id }) => active || id === task.statusid)}
          value={task.statusid}
          text={task.status}
          onSave={status && ((id) => void status({ statusid: id ?? task.statusid }))}
        />
        <ChoiceLine
          {...at('priority')}
          name={fields.priority}
          options={priorities.filter(({ active, id }) => active || id === task.priorityid)}
          value={task.priorityid}
          text={task.severity}
          color={task.color}
          onSave={priority && ((id) => void priority({ priorityid: id ?? task.priorityid }))}
        />
        <TaskPeople task={task} saving={saving} assignees={at('assignees')} all={all || !narrow} />
        <DayLine
          {...at('datedue')}
          name={fields.datedue}
          value={task.datedue}
          late={late}
          onSave={due && ((datedue) => void due({ datedue }))}
        />
        {(all || !narrow) && <TaskPlacement task={task} changing={updater} saving={saving} />}
      </FieldLines>
      {narrow && (
        <Button small look="quiet" onPress={() => setAll(!all)}>
          {all ? messages.lessDetails : messages.allDetails}
        </Button>
      )}
      {notification.possible && saving('') !== undefined && (
        <CheckField
          label={messages.notify}
          hint={messages.notifyHint}
          value={notification.on}
          onChange={notification.set}
        />
      )}
    </Section>
  )
}

type FieldSaver = (what: string) => ((fields: TaskChange) => Promise<unknown>) | undefined

interface PeopleProps {
  readonly task: TaskRecord
  readonly saving: FieldSaver
  readonly assignees: { readonly open: boolean; readonly onOpen: (on: boolean) => void }
  /** Also those who own and follow it. */
  readonly all: boolean
}

function TaskPeople({ task, saving, assignees, all }: PeopleProps) {
  const { fields } = useTaskMessages()
  const { role } = useSession()
  const team = useTeam(task.projectid)
  // Clients are never told who works for them.
  if (task.ownerid === undefined) return null
  const own = choosesOwners(role) ? saving(fields.owners) : undefined
  const assign = saving(fields.assignees)
  const follow = saving(fields.followers)
  const owners = { value: task.ownerid, names: task.owners ?? null }
  const followers = { value: task.followerid ?? [], names: task.followers ?? null }
  return (
    <>
      <PeopleLine
        {...assignees}
        name={fields.assignees}
        options={team}
        value={task.assigneeid ?? []}
        names={task.assignees ?? null}
        onSave={assign && ((assigneeid) => void assign({ assigneeid }))}
      />
      {all && (
        <>
          <PeopleLine
            {...owners}
            name={fields.owners}
            options={team}
            onSave={own && ((ownerid) => void own({ ownerid }))}
          />
          <PeopleLine
            {...followers}
            name={fields.followers}
            options={team}
            onSave={follow && ((followerid) => void follow({ followerid }))}
          />
        </>
      )}
    </>
  )
}

interface PlacementProps {
  readonly task: TaskRecord
  readonly changing: TaskUpdater
  readonly saving: FieldSaver
}

/** When it begins and how long it should take, where it belongs, and the request it came from. */
function TaskPlacement({ task, changing, saving }: PlacementProps) {
  const messages = useTaskMessages()
  const formats = useFormats()
  const { fields } = messages
  const [moving, setMoving] = useState(false)
  const modules = useModules(task.projectid)
  const milestones = useMilestones(task.projectid)
  const module = saving(fields.module)
  const milestone = saving(fields.milestone)
  const start = saving(fields.dateopen)
  const estimate = saving(fields.estimate)
  return (
    <>
      <DayLine
        name={fields.dateopen}
        value={task.dateopen}
        required
        onSave={start && ((dateopen) => void (dateopen !== null && start({ dateopen })))}
      />
      <HoursLine
        name={fields.estimate}
        value={task.estimate}
        onSave={estimate && ((hours) => changing.save(task, { estimate: hours }))}
      />
      <FieldLine
        name={fields.project}
        text={task.project}
        open={moving}
        onOpen={setMoving}
        edit={module && ((close) => <MoveForm task={task} updater={changing} onDone={close} />)}
      />
      <ChoiceLine
        name={fields.module}
        options={modules}
        value={task.moduleid}
        text={task.module}
        onSave={module && ((moduleid) => void module({ moduleid: moduleid ?? task.moduleid }))}
      />
      <ChoiceLine
        name={fields.milestone}
        options={milestones}
        value={task.milestoneid}
        text={task.milestone}
        none={messages.none}
        onSave={milestone && ((milestoneid) => void milestone({ milestoneid }))}
      />
      {task.queueid !== null && <RequestLine id={task.queueid} />}
      <FieldLine name={fields.created} text={formats.day(task.datecreated)} />
      {task.dateclosed !== null && <FieldLine name={fields.dateclosed} text={formats.day(task.dateclosed)} />}
    </>
  )
}

function RequestLine({ id }: { readonly id: number }) {
  const messages = useTaskMessages()
  const requests = useAll('request', { accepted: true })
  const title = requests.data?.find((one) => one.id === id)?.title
  return (
    <FieldLine name={messages.fields.request} text={title ?? ''}>
      <RecordLink to="/requests/$id" id={id} text={title ?? messages.requestOf} />
    </FieldLine>
  )
}
