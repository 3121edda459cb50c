// The dialog that creates a project from another one as a template: its name, client and start, and which parts are
// copied. Tasks need their modules, so one choice depends on the other.

import type { ProjectRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { stint } from '../../api/client.ts'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ComboBoxField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from './duplicate.module.css'

type Fields = NonNullable<Parameters<typeof stint.project.duplicate>[1]>

const parts = ['copyteam', 'copymodules', 'copyworktypes', 'copymilestones', 'copytasks'] as const

export function DuplicateProject({ project: current, onClose }: Closable & { readonly project: ProjectRecord }) {
  const project = useOpenedRecord(current)
  const messages = useProjectMessages()
  const text = messages.duplicate
  const labels = useLabels().project
  const navigate = useNavigate()
  const today = useToday()
  const clients = useAll('client', { sortfield: 'name' }).data ?? []
  const duplicate = useWrite('project', (fields: Fields) => stint.project.duplicate(project.id, fields))
  const form = useForm(
    {
      name: text.copyOf(project.name).slice(0, maxOf('project', 'name')),
      clientid: project.clientid,
      datestart: today as typeof project.datestart | null,
      copyteam: true,
      copymodules: true,
      copyworktypes: true,
      copymilestones: true,
      copytasks: true,
    },
    async ({ datestart, ...values }) => {
      const created = await duplicate.mutateAsync({ ...values, ...(datestart === null ? {} : { datestart }) })
      showToast(messages.made(created.name))
      onClose()
      await navigate({ to: '/projects/$id', params: { id: String(created.id) } })
    },
  )
  const { clientid, copymodules } = form.values
  const offered = clients.filter(({ id, active }) => active || id === clientid)
  return (
    <FormDialog form={form} title={text.title(project.name)} onClose={onClose} submit={text.action}>
      <TextField {...form.field('name')} label={labels.name} maxLength={maxOf('project', 'name')} autoFocus required />
      <ComboBoxField
        {...form.field('clientid')}
        label={labels.clientid}
        none={messages.noClient}
        options={offered.map(({ id, name }) => ({ id, name }))}
      />
      <DayField {...form.field('datestart')} label={labels.datestart} hint={text.startHint} required />
      <fieldset className={styles.parts}>
        <legend>{text.parts}</legend>
        {parts.map((part) => (
          <CheckField
            key={part}
            {...form.field(part)}
            label={text.partNames[part]}
            {...(part === 'copytasks' ? { hint: text.tasksHint } : {})}
            isDisabled={part === 'copytasks' && !copymodules}
            value={form.values[part] && (part !== 'copytasks' || copymodules)}
            onChange={(value) =>
              form.set(part === 'copymodules' && !value ? { copymodules: false, copytasks: false } : { [part]: value })
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
