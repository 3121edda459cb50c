// A project, new or to be changed: what it is called, whose it is, when, who manages it, what it may take. Modules and work types
// come from the settings when it is made and are changed on its page.
import type { IsoDate, ProjectNew, ProjectRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCompany } from '../../api/company.ts'
import { fieldText, sentHours, sentNumber, useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permits.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { wrongField } from '../../kit/wrong.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, FindField, ManyField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { say } from '../../parts/toast.tsx'
import { useProjectWords } from '../../words/projects.ts'
import { useWords } from '../../words/words.ts'
import { canManage, optionOf, usePeople } from './names.ts'
import styles from './projects.module.css'

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
  budget: fieldText(project?.budget),
  alert_percent: fieldText(project?.alert_percent ?? '80'),
  description: project?.description ?? '',
})

const sentOf = (values: Values, inHours: boolean): ProjectNew => ({
  ...values,
  name: values.name.trim(),
  // The server says what is missing.
  datestart: values.datestart as IsoDate,
  managerid: [...values.managerid],
  budget: inHours ? sentHours(values.budget) : sentNumber(values.budget),
  alert_percent: sentNumber(values.alert_percent) ?? '0',
})

interface ProjectFormProps {
  readonly project: ProjectRecord | null
  /** Whose a new one is to be. */
  readonly clientid?: number | undefined
  readonly onClose: () => void
}

export function ProjectForm({ project, clientid, onClose }: ProjectFormProps) {
  const words = useProjectWords()
  const parts = useWords().parts
  const navigate = useNavigate()
  const today = useToday()
  const create = useCreate('project')
  const update = useUpdate('project')
  const inHours = useCompany().data?.budgetsin !== 'money'
  const form = useForm(valuesOf(project, today, clientid), async (values) => {
    const { datestart, dateend } = values
    if (datestart !== null && dateend !== null && dateend < datestart) throw wrongField('dateend', words.endsBefore)
    const fields = sentOf(values, inHours)
    if (project !== null) {
      await update.mutateAsync({ id: project.id, fields, ifMatch: project })
      say(parts.saved)
    } else {
      const made = await create.mutateAsync({ fields })
      say(words.made(made.name))
      await navigate({ to: '/projects/$id', params: { id: String(made.id) } })
    }
    onClose()
  })
  return (
    <Dialog
      aside
      open
      title={project === null ? words.newProject : words.editProject}
      onClose={onClose}
      typed={form.changed}
    >
      <Form form={form}>
        <Fields form={form} inHours={inHours} />
        {project === null && <p className={styles.faint}>{words.startsWith}</p>}
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button type="submit" look="strong" busy={form.busy}>
            {project === null ? words.make : parts.save}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}

function Fields({ form, inHours }: { readonly form: FormState<Values>; readonly inHours: boolean }) {
  const words = useProjectWords()
  const clients = useAll('client', { sortfield: 'name' })
  const labels = useAll('projectlabel')
  const people = usePeople()
  const { clientid, labelid, managerid } = form.values
  const managers = useMemo(
    () => (people ?? []).filter((person) => canManage(person) || managerid.includes(person.id)).map(optionOf),
    [people, managerid],
  )
  return (
    <>
      <TextField
        {...form.of('name')}
        label={words.fields.name}
        required
        autoFocus
        maxLength={maxOf('project', 'name')}
      />
      <FieldRow>
        <FindField
          {...form.of('clientid')}
          label={words.fields.client}
          none={words.noClient}
          options={(clients.data ?? [])
            .filter(({ id, active }) => active || id === clientid)
            .map(({ id, name }) => ({ id, name }))}
        />
        <ChoiceField
          {...form.of('labelid')}
          label={words.fields.label}
          none={words.noLabel}
          options={(labels.data ?? [])
            .filter(({ id, active }) => active || id === labelid)
            .map(({ id, name, color }) => ({ id, name, color }))}
        />
      </FieldRow>
      <FieldRow>
        <DayField {...form.of('datestart')} label={words.fields.datestart} required />
        <DayField {...form.of('dateend')} label={words.fields.dateend} />
      </FieldRow>
      <ManyField {...form.of('managerid')} label={words.fields.managers} options={managers} />
      <FieldRow>
        <TextField
          {...form.of('budget')}
          label={inHours ? words.budgetIn.hours : words.budgetIn.money}
          hint={words.budgetHint}
          inputMode="decimal"
          numeric
        />
        <TextField
          {...form.of('alert_percent')}
          label={words.fields.alert_percent}
          hint={words.alertHint}
          inputMode="decimal"
          numeric
        />
      </FieldRow>
      <CheckField {...form.of('billable')} label={words.fields.billable} hint={words.billableHint} />
      <RichText {...form.of('description')} label={words.fields.description} />
    </>
  )
}
