// A project, new or to be changed: what it is called, whose it is, when, who manages it, what it may take. Modules
// and work types come from the settings when it is made and are changed on its page.
import type { IsoDate, ProjectNew, ProjectRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCompany } from '../../api/company.ts'
import { numberFieldText, toHoursInput, toNumberInput, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ChoiceField, ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { showToast } from '../../parts/toast.tsx'
import { canManage, personOption, usePeople } from '../people/people.ts'
import styles from '../record.module.css'

interface Values {
  readonly name: string
  readonly clientid: number | null
  readonly labelid: number | null
  readonly datestart: IsoDate | null
  readonly dateend: IsoDate | null
  readonly managerid: readonly number[]
  readonly billable: boolean
  readonly budget: string
  readonly alert_percent: string
  readonly description: string
}

const valuesOf = (project: ProjectRecord | null, today: IsoDate, clientid?: number): Values => ({
  name: project?.name ?? '',
  clientid: project?.clientid ?? clientid ?? null,
  labelid: project?.labelid ?? null,
  datestart: project?.datestart ?? today,
  dateend: project?.dateend ?? null,
  managerid: project?.managerid ?? [],
  billable: project?.billable ?? true,
  budget: numberFieldText(project?.budget),
  alert_percent: numberFieldText(project?.alert_percent ?? '80'),
  description: project?.description ?? '',
})

const toProjectFields = (values: Values, inHours: boolean): ProjectNew => ({
  ...values,
  name: values.name.trim(),
  // The server says what is missing.
  datestart: values.datestart as IsoDate,
  managerid: [...values.managerid],
  budget: inHours ? toHoursInput(values.budget) : toNumberInput(values.budget),
  alert_percent: toNumberInput(values.alert_percent) ?? '0',
})

interface ProjectFormProps {
  readonly project: ProjectRecord | null
  /** Whose a new one is to be. */
  readonly clientid?: number | undefined
  readonly onClose: () => void
}

export function ProjectForm({ project, clientid, onClose }: ProjectFormProps) {
  const messages = useProjectMessages()
  const parts = useMessages().parts
  const navigate = useNavigate()
  const today = useToday()
  const create = useCreate('project')
  const update = useUpdate('project')
  const inHours = useCompany().data?.budgetsin !== 'money'
  const form = useForm(valuesOf(project, today, clientid), async (values) => {
    const { datestart, dateend } = values
    if (datestart !== null && dateend !== null && dateend < datestart) throw fieldError('dateend', messages.endsBefore)
    const fields = toProjectFields(values, inHours)
    if (project !== null) {
      await update.mutateAsync({ id: project.id, fields, ifMatch: project })
      showToast(parts.saved)
    } else {
      const made = await create.mutateAsync({ fields })
      showToast(messages.made(made.name))
      await navigate({ to: '/projects/$id', params: { id: String(made.id) } })
    }
    onClose()
  })
  return (
    <FormDialog
      form={form}
      aside
      title={project === null ? messages.newProject : messages.editProject}
      onClose={onClose}
      submit={project === null ? messages.make : parts.save}
    >
      <Fields form={form} inHours={inHours} />
      {project === null && <p className={styles.faint}>{messages.startsWith}</p>}
    </FormDialog>
  )
}

function Fields({ form, inHours }: { readonly form: FormState<Values>; readonly inHours: boolean }) {
  const messages = useProjectMessages()
  const clients = useAll('client', { sortfield: 'name' })
  const labels = useAll('projectlabel')
  const people = usePeople()
  const { clientid, labelid, managerid } = form.values
  const managers = useMemo(
    () => (people ?? []).filter((person) => canManage(person) || managerid.includes(person.id)).map(personOption),
    [people, managerid],
  )
  return (
    <>
      <TextField
        {...form.field('name')}
        label={messages.fields.name}
        required
        autoFocus
        maxLength={maxOf('project', 'name')}
      />
      <FieldRow>
        <ComboBoxField
          {...form.field('clientid')}
          label={messages.fields.client}
          none={messages.noClient}
          options={(clients.data ?? [])
            .filter(({ id, active }) => active || id === clientid)
            .map(({ id, name }) => ({ id, name }))}
        />
        <ChoiceField
          {...form.field('labelid')}
          label={messages.fields.label}
          none={messages.noLabel}
          options={(labels.data ?? [])
            .filter(({ id, active }) => active || id === labelid)
            .map(({ id, name, color }) => ({ id, name, color }))}
        />
      </FieldRow>
      <FieldRow>
        <DayField {...form.field('datestart')} label={messages.fields.datestart} required />
        <DayField {...form.field('dateend')} label={messages.fields.dateend} />
      </FieldRow>
      <MultiChoiceField {...form.field('managerid')} label={messages.fields.managers} options={managers} />
      <FieldRow>
        <TextField
          {...form.field('budget')}
          label={inHours ? messages.budgetIn.hours : messages.budgetIn.money}
          hint={messages.budgetHint}
          inputMode="decimal"
          numeric
        />
        <TextField
          {...form.field('alert_percent')}
          label={messages.fields.alert_percent}
          hint={messages.alertHint}
          inputMode="decimal"
          numeric
        />
      </FieldRow>
      <CheckField {...form.field('billable')} label={messages.fields.billable} hint={messages.billableHint} />
      <RichText {...form.field('description')} label={messages.fields.description} />
    </>
  )
}
