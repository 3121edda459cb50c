// A milestone that is made or changed: its project, title, day, owners and what it is about.
import type { IsoDate, MilestoneRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { addDays } from '../../kit/day.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { useTeam } from '../../records/tasks/task-options.ts'

interface DialogProps {
  /** The one that is changed; without it a new one is made. */
  readonly milestone?: MilestoneRecord
  readonly projectid?: number
  readonly onClose: () => void
}

interface Values {
  readonly projectid: number | null
  readonly title: string
  readonly datedue: IsoDate | null
  readonly ownerid: readonly number[]
  readonly description: string
}

const defaultDays = 30

export function MilestoneDialog({ milestone, projectid, onClose }: DialogProps) {
  const messages = useTaskMessages().milestones
  const parts = useMessages().parts
  const { personid } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const notifying = useMailNotification()
  const create = useCreate('milestone')
  const update = useUpdate('milestone')
  const start: Values = {
    projectid: milestone?.projectid ?? projectid ?? null,
    title: milestone?.title ?? '',
    datedue: milestone?.datedue ?? addDays(today, defaultDays),
    ownerid: milestone?.ownerid ?? [personid],
    description: milestone?.description ?? '',
  }
  const form = useForm(start, async (values) => {
    const fields = { ...values, ownerid: [...values.ownerid] } as typeof values & {
      projectid: number
      datedue: IsoDate
      ownerid: number[]
    }
    const notify = notifying.on
    if (milestone === undefined) {
      const made = await create.mutateAsync({ fields: { ...fields, complete: false }, notify })
      showToast(messages.created(made.title))
      void navigate({ to: '/milestones/$id', params: { id: String(made.id) } })
    } else {
      await update.mutateAsync({ id: milestone.id, fields, ifMatch: milestone, notify })
      showToast(messages.saved)
    }
    onClose()
  })
  const title = milestone === undefined ? messages.new : messages.edit
  return (
    <FormDialog
      form={form}
      title={title}
      onClose={onClose}
      aside
      label={title}
      submit={milestone === undefined ? messages.new : parts.save}
    >
      <Fields form={form} />
      {notifying.possible && <NotifyField />}
    </FormDialog>
  )
}

function Fields({ form }: { readonly form: FormState<Values> }) {
  const messages = useTaskMessages().milestones
  const projects = useAll('project', { active: true }).data ?? []
  const team = useTeam(form.values.projectid)
  return (
    <>
      <TextField
        {...form.field('title')}
        label={messages.titleField}
        maxLength={maxOf('milestone', 'title')}
        autoFocus
        required
      />
      <FieldRow>
        <ComboBoxField
          {...form.field('projectid')}
          label={messages.project}
          options={projects.map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
          required
        />
        <DayField {...form.field('datedue')} label={messages.due} required />
      </FieldRow>
      <MultiChoiceField {...form.field('ownerid')} label={messages.owners} options={team} required />
      <RichText {...form.field('description')} label={messages.description} />
    </>
  )
}

export function NotifyField() {
  const messages = useTaskMessages()
  const notifying = useMailNotification()
  return <CheckField label={messages.notifyByMail} value={notifying.on} onChange={notifying.set} />
}
