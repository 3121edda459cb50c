// The dialog that accepts a request. The task starts with the values of the request; the form asks for the rest.

import type { RequestRecord, TaskNew } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useToday } from '../../api/formats.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useMaySet, useSession } from '../../api/session.tsx'
import { fieldError } from '../../kit/error-text.ts'
import { parseHours } from '../../kit/hours.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { ChoiceField, MultiChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { ReferenceField } from '../../parts/fact-field.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { ProjectField } from '../../parts/project-choice.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useMailNotification } from '../../records/mail-notification.ts'
import { useMilestones, useModules, useModulesPending, useTeam } from '../../records/tasks/task-options.ts'
import { acceptLayout } from './accept-layout.ts'
import styles from './requests.module.css'

type Values = LayoutValues<typeof acceptLayout>

/** The fields of the new task. Without a project and a module, the server names them as missing. */
function toTaskFields(values: Values, notHours: string): Partial<TaskNew> {
  const estimate = parseHours(values.estimate)
  if (estimate === null) throw fieldError('estimate', notHours)
  const { projectid, moduleid } = values
  const fields = requestFields<typeof acceptLayout, Partial<TaskNew>>(acceptLayout, values)
  const { projectid: _projectid, moduleid: _moduleid, ...others } = fields
  return {
    ...others,
    estimate,
    ...(projectid === null ? {} : { projectid }),
    ...(moduleid === null ? {} : { moduleid }),
  }
}

export function AcceptDialog({ request, onClose }: Closable & { readonly request: RequestRecord }) {
  const messages = useRequestsMessages()
  const { personid } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const notifying = useMailNotification()
  const accept = useWrite('request', (fields: Partial<TaskNew>) =>
    stint.request.accept(request.id, fields, { notify: notifying.on }),
  )
  const { title, description: summary, projectid, priorityid, datedue } = request
  const given = { title, summary, projectid, priorityid, datedue, ownerid: [personid], dateopen: today }
  const form = useForm(formValues(acceptLayout, null, given), async (values) => {
    const task = await accept.mutateAsync(toTaskFields(values, messages.notHours))
    showToast(messages.acceptedAs(task.localid))
    void navigate({ to: '/tasks/$id', params: { id: String(task.id) } })
  })
  // Without the default module, which is still loading, the server would refuse the task.
  const pending = useModulesPending(form.values.projectid)
  return (
    <FormDialog
      form={form}
      title={messages.acceptTitle}
      onClose={onClose}
      aside
      label={messages.acceptTitle}
      submit={messages.acceptButton}
      isDisabled={pending}
    >
      <p className={styles.none}>{messages.acceptText}</p>
      <Fields form={form} />
      {notifying.possible && <CheckField label={messages.notify} value={notifying.on} onChange={notifying.set} />}
    </FormDialog>
  )
}

function Fields({ form }: { readonly form: FormState<Values> }) {
  const messages = useRequestsMessages()
  const choosesOwners = useMaySet()('task', 'ownerid', 'create')
  const { projectid, moduleid } = form.values
  const projects = useAll('project', { active: true }).data
  const modules = useModules(projectid)
  const modulesPending = useModulesPending(projectid)
  const milestones = useMilestones(projectid)
  const team = useTeam(projectid)
  // A task needs a module, so the first one is chosen until the person chooses another, as for a new task.
  const [first] = modules
  if (first !== undefined && moduleid === null) form.set({ moduleid: first.id })
  return (
    <FormFields
      layout={acceptLayout}
      form={form}
      focus={null}
      hidden={[
        ...(milestones.length > 0 ? [] : (['milestoneid'] as const)),
        ...(choosesOwners ? [] : (['ownerid'] as const)),
      ]}
      own={{
        summary: (control) => <RichText {...control} low />,
        projectid: (control) => (
          <ProjectField
            {...control}
            onChange={(next) => form.set({ projectid: next, moduleid: null, milestoneid: null })}
            projects={projects}
          />
        ),
        moduleid: (control) => (
          <ChoiceField
            {...control}
            options={modulesPending ? undefined : modules}
            create={{ target: 'projectmodule', projectid }}
            isDisabled={projectid === null}
          />
        ),
        milestoneid: (control) => <ChoiceField {...control} options={milestones} none={messages.none} />,
        assigneeid: (control) => <MultiChoiceField {...control} options={team} />,
        ownerid: (control) => <MultiChoiceField {...control} options={team} />,
        dateopen: ({ onChange, ...control }) => (
          <DayField {...control} onChange={(day) => day !== null && onChange(day)} />
        ),
        priorityid: (control) => <ReferenceField {...control} required={false} target="taskpriority" />,
        estimate: (control) => <TextField {...control} inputMode="decimal" />,
      }}
    />
  )
}
