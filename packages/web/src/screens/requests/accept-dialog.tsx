// Making a task of a request: everything the request says is filled in, and what a task needs beyond it is asked for.
import type { IsoDate, RequestRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useToday } from '../../api/formats.ts'
import { choosesOwners, maxOf } from '../../api/permissions.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { parseHours } from '../../kit/hours.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { ChoiceField, ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { useMilestones, useModules, usePriorities, useTeam } from '../../records/tasks/task-options.ts'
import styles from './requests.module.css'

interface AcceptProps {
  readonly request: RequestRecord
  readonly onClose: () => void
}

interface Values {
  readonly title: string
  readonly summary: string
  readonly projectid: number | null
  readonly moduleid: number | null
  readonly milestoneid: number | null
  readonly priorityid: number
  readonly ownerid: readonly number[]
  readonly assigneeid: readonly number[]
  readonly dateopen: IsoDate
  readonly datedue: IsoDate | null
  readonly estimate: string
}

type AcceptFields = Omit<Values, 'projectid' | 'moduleid' | 'estimate' | 'ownerid' | 'assigneeid'>

export function AcceptDialog({ request, onClose }: AcceptProps) {
  const messages = useRequestsMessages()
  const { personid } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const notifying = useMailNotification()
  const [wrong, setWrong] = useState(false)
  const accept = useWrite('request', ({ ownerid, assigneeid, estimate, projectid, moduleid, ...rest }: Values) => {
    const hours = parseHours(estimate)
    const fields = {
      ...(rest as AcceptFields),
      ownerid: [...ownerid],
      assigneeid: [...assigneeid],
      ...(hours === null ? {} : { estimate: hours }),
      ...(projectid === null ? {} : { projectid }),
      ...(moduleid === null ? {} : { moduleid }),
    }
    return stint.request.accept(request.id, fields, { notify: notifying.on })
  })
  const start: Values = {
    title: request.title,
    summary: request.description,
    projectid: request.projectid,
    moduleid: null,
    milestoneid: null,
    priorityid: request.priorityid,
    ownerid: [personid],
    assigneeid: [],
    dateopen: today,
    datedue: request.datedue,
    estimate: '',
  }
  const form = useForm(start, async (values) => {
    const unread = parseHours(values.estimate) === null
    setWrong(unread)
    if (unread) return
    const task = await accept.mutateAsync(values)
    showToast(messages.acceptedAs(task.localid))
    void navigate({ to: '/tasks/$id', params: { id: String(task.id) } })
  })
  return (
    <FormDialog
      form={form}
      title={messages.acceptTitle}
      onClose={onClose}
      aside
      label={messages.acceptTitle}
      submit={messages.acceptButton}
    >
      <p className={styles.none}>{messages.acceptText}</p>
      <ContentFields form={form} />
      <PlacementFields form={form} />
      <PeopleFields form={form} />
      <ScheduleFields form={form} wrong={wrong} />
      {notifying.possible && <CheckField label={messages.notify} value={notifying.on} onChange={notifying.set} />}
    </FormDialog>
  )
}

interface FormSectionProps {
  readonly form: FormState<Values>
}

function ContentFields({ form }: FormSectionProps) {
  const { fields } = useRequestsMessages()
  return (
    <>
      <TextField {...form.field('title')} label={fields.title} maxLength={maxOf('task', 'title')} required />
      <RichText {...form.field('summary')} label={fields.summary} low />
    </>
  )
}

function PlacementFields({ form }: FormSectionProps) {
  const messages = useRequestsMessages()
  const { projectid, moduleid } = form.values
  const projects = useAll('project', { active: true }).data ?? []
  const modules = useModules(projectid)
  const milestones = useMilestones(projectid)
  // A project with one module leaves nothing to choose.
  const [only] = modules.length === 1 ? modules : []
  if (only !== undefined && moduleid !== only.id) form.set({ moduleid: only.id })
  return (
    <>
      <FieldRow>
        <ComboBoxField
          {...form.field('projectid')}
          onChange={(next) => form.set({ projectid: next, moduleid: null, milestoneid: null })}
          label={messages.project}
          options={projects.map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
          required
        />
        <ChoiceField
          {...form.field('moduleid')}
          label={messages.fields.module}
          options={modules}
          isDisabled={projectid === null}
          required
        />
      </FieldRow>
      {milestones.length > 0 && (
        <ChoiceField
          {...form.field('milestoneid')}
          label={messages.fields.milestone}
          options={milestones}
          none={messages.none}
        />
      )}
    </>
  )
}

function PeopleFields({ form }: FormSectionProps) {
  const { fields } = useRequestsMessages()
  const { role } = useSession()
  const team = useTeam(form.values.projectid)
  return (
    <>
      <MultiChoiceField {...form.field('assigneeid')} label={fields.assignees} options={team} />
      {choosesOwners(role) && (
        <MultiChoiceField {...form.field('ownerid')} label={fields.owners} options={team} required />
      )}
    </>
  )
}

function ScheduleFields({ form, wrong }: FormSectionProps & { readonly wrong: boolean }) {
  const messages = useRequestsMessages()
  const priorities = usePriorities().filter(({ active }) => active)
  const { error, ...estimate } = form.field('estimate')
  return (
    <>
      <FieldRow>
        <DayField
          {...form.field('dateopen')}
          onChange={(dateopen) => dateopen !== null && form.set({ dateopen })}
          label={messages.fields.start}
          required
        />
        <DayField {...form.field('datedue')} label={messages.fields.due} />
      </FieldRow>
      <FieldRow>
        <ChoiceField
          {...form.field('priorityid')}
          onChange={(priorityid) => priorityid !== null && form.set({ priorityid })}
          label={messages.priority}
          options={priorities.map(({ id, name, color }) => ({ id, name, color }))}
        />
        <TextField
          {...estimate}
          label={messages.fields.estimate}
          error={wrong ? messages.notHours : error}
          inputMode="decimal"
        />
      </FieldRow>
    </>
  )
}
