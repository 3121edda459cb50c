// The form of a milestone, new or existing.

import type { MilestoneNew, MilestoneRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../api/formats.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { addDays } from '../../kit/day.ts'
import { useMessages } from '../../messages/messages.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { MultiChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField } from '../../parts/fields.tsx'
import { type FormState, useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { ProjectField } from '../../parts/project-choice.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useMailNotification } from '../mail-notification.ts'
import { useTeam } from '../tasks/task-options.ts'
import { milestoneLayout } from './milestone-layout.ts'

interface DialogProps extends Closable {
  /** The milestone to change; without it, the form creates one. */
  readonly milestone?: MilestoneRecord
  readonly projectid?: number | undefined
  /** Called with a new milestone; without it, its page is opened. */
  readonly onCreated?: (milestone: MilestoneRecord) => void
}

const defaultDays = 30

export function MilestoneDialog({ milestone: current, projectid, onCreated, onClose }: DialogProps) {
  const milestone = useOpenedRecord(current)
  const messages = useTaskMessages().milestones
  const parts = useMessages().parts
  const { personid } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const notifying = useMailNotification()
  const create = useCreate('milestone')
  const update = useUpdate('milestone')
  const isNew = milestone === undefined
  const given = { projectid: projectid ?? null, datedue: addDays(today, defaultDays), ownerid: [personid] }
  const form = useForm(formValues(milestoneLayout, milestone, isNew ? given : {}), async (values) => {
    const fields: Omit<MilestoneNew, 'complete'> = requestFields(milestoneLayout, values)
    const notify = notifying.on
    if (milestone === undefined) {
      const made = await create.mutateAsync({ fields: { ...fields, complete: false }, notify })
      showToast(messages.created(made.title))
      if (onCreated) onCreated(made)
      else void navigate({ to: '/milestones/$id', params: { id: String(made.id) } })
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

function Fields({ form }: { readonly form: FormState<LayoutValues<typeof milestoneLayout>> }) {
  const projects = useAll('project', { active: true }).data
  const team = useTeam(form.values.projectid)
  return (
    <FormFields
      layout={milestoneLayout}
      form={form}
      own={{
        projectid: (control) => <ProjectField {...control} projects={projects} />,
        ownerid: (control) => <MultiChoiceField {...control} options={team} />,
      }}
    />
  )
}

export function NotifyField() {
  const messages = useTaskMessages()
  const notifying = useMailNotification()
  return <CheckField label={messages.notifyByMail} value={notifying.on} onChange={notifying.set} />
}
