// The form that creates or changes a project: name, client, dates, managers, budget. A new project gets the modules and
// work types of the settings; they are changed on the page of the project.

import type { ProjectNew, ProjectRecord } from '@stint/sdk'
import { useMemo } from 'react'
import { useCompany } from '../../api/company.ts'
import { numberFieldText, toHoursInput, toNumberInput, useToday } from '../../api/formats.ts'
import { optionsOf } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { useRetainerMessages } from '../../messages/retainers.ts'
import { ChoiceField, ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { ReferenceField } from '../../parts/fact-field.tsx'
import { TextField } from '../../parts/fields.tsx'
import { type FormState, useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { type ClientRecordFormProps, RecordDialog } from '../../parts/record-dialog.tsx'
import { canManage, personOption, usePeople } from '../people/people.ts'
import styles from '../record.module.css'
import { useSaveRecord } from '../save-record.ts'
import { projectLayout } from './project-layout.ts'

export function ProjectForm({ record: current, clientid, onCreated, onClose }: ClientRecordFormProps<ProjectRecord>) {
  const project = useOpenedRecord(current)
  const messages = useProjectMessages()
  const today = useToday()
  const made = ({ name }: ProjectRecord): string => messages.made(name)
  const save = useSaveRecord('project', project, { page: '/projects/$id', made, onCreated, onClose })
  const inHours = useCompany().data?.budgetsin !== 'money'
  const alert_percent = numberFieldText(project?.alert_percent ?? '80')
  const start = project === null ? { clientid: clientid ?? null, datestart: today, billable: true } : {}
  const form = useForm(formValues(projectLayout, project, { ...start, alert_percent }), async (values) => {
    const { datestart, dateend } = values
    if (datestart !== null && dateend !== null && dateend < datestart) throw fieldError('dateend', messages.endsBefore)
    await save({
      ...requestFields<typeof projectLayout, ProjectNew>(projectLayout, values),
      carryover: values.carryover && values.budgetperiod !== '',
      budget: inHours ? toHoursInput(values.budget) : toNumberInput(values.budget),
      alert_percent: toNumberInput(values.alert_percent) ?? '0',
    })
  })
  return (
    <RecordDialog
      form={form}
      record={project}
      texts={[messages.newProject, messages.editProject, messages.make]}
      onClose={onClose}
    >
      <Fields form={form} inHours={inHours} />
      {project === null && <p className={styles.faint}>{messages.startsWith}</p>}
    </RecordDialog>
  )
}

type ProjectValues = LayoutValues<typeof projectLayout>

function Fields({ form, inHours }: { readonly form: FormState<ProjectValues>; readonly inHours: boolean }) {
  const messages = useProjectMessages()
  const clients = useAll('client', { sortfield: 'name' })
  const people = usePeople()
  const { lengths } = useRetainerMessages()
  const { clientid, managerid, budgetperiod } = form.values
  const managers = useMemo(
    () =>
      (people ?? [])
        .filter((person) => (person.active && canManage(person)) || managerid.includes(person.id))
        .map(personOption),
    [people, managerid],
  )
  const offered = clients.data?.filter(({ id, active }) => active || id === clientid)
  return (
    <FormFields
      layout={projectLayout}
      form={form}
      hidden={budgetperiod === '' ? ['carryover'] : []}
      own={{
        clientid: (control) => (
          <ComboBoxField
            {...control}
            none={messages.noClient}
            options={offered?.map(({ id, name }) => ({ id, name }))}
            create={{ target: 'client' }}
          />
        ),
        labelid: (control) => <ReferenceField {...control} target="projectlabel" none={messages.noLabel} />,
        managerid: (control) => <MultiChoiceField {...control} options={managers} />,
        budget: (control) => (
          <TextField
            {...control}
            label={inHours ? messages.budgetIn.hours : messages.budgetIn.money}
            inputMode="decimal"
            numeric
          />
        ),
        budgetperiod: ({ value, onChange, ...control }) => (
          <ChoiceField
            {...control}
            value={value === '' ? null : value}
            onChange={(id) => onChange(id ?? '')}
            none={lengths[''] ?? ''}
            options={optionsOf('project', 'budgetperiod').map((id) => ({ id, name: lengths[id] ?? id }))}
          />
        ),
      }}
    />
  )
}
