// The form that adds a work type to a project with its rate, or changes its rate, estimate or name.

import type { ProjectworktypeChange, ProjectworktypeNew, ProjectworktypeRecord } from '@stint/sdk'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, type OwnControls, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { showToast } from '../../parts/toast.tsx'
import styles from '../record.module.css'
import { worktypeLayout } from './part-layouts.ts'
import { noRateStart, RateStart, startDay } from './rate-start.tsx'

interface WorktypeFormProps extends Closable {
  readonly projectid: number
  readonly worktype: ProjectworktypeRecord | null
  /** Ids of the work types that the project already has. */
  readonly taken: readonly number[]
  readonly onCreated?: (worktype: ProjectworktypeRecord) => void
}

type Values = LayoutValues<typeof worktypeLayout>

export function WorktypeForm({ projectid, worktype, taken, onCreated, onClose }: WorktypeFormProps) {
  const messages = useProjectMessages()
  const parts = useMessages().parts
  const create = useCreate('projectworktype')
  const update = useUpdate('projectworktype')
  const isNew = worktype === null
  const today = useToday()
  const initial = formValues(worktypeLayout, worktype, { worktypeid: null })
  const changesRate = (rate: string): boolean => !isNew && rate.trim() !== initial.hourlyrate
  const form = useForm({ ...initial, ...noRateStart }, async (values) => {
    const typed: ProjectworktypeNew = requestFields(worktypeLayout, values)
    const { worktypeid, worktype: name, hourlyrate, ...rest } = typed
    // A new work type with a blank rate gets the rate of the settings.
    const numbers = { ...rest, ...(values.hourlyrate.trim() === '' && isNew ? {} : { hourlyrate }) }
    if (worktype === null) {
      if (values.worktypeid === null && name === '') throw fieldError('worktype', messages.modules.nameOne)
      const which = values.worktypeid === null ? { worktype: name } : { worktypeid }
      const fields = { ...numbers, projectid, active: true, ...which } as ProjectworktypeNew
      const created = await create.mutateAsync({ fields })
      onCreated?.(created)
    } else {
      // An unchanged name is not sent, because sending a name creates a work type of the project's own.
      const renamed = name === worktype.worktype ? {} : { worktype: name }
      const start = changesRate(values.hourlyrate)
        ? { ratefrom: startDay(values, today, messages.worktypes.dayMissing) }
        : {}
      const fields = { ...numbers, ...renamed, ...start } as ProjectworktypeChange
      await update.mutateAsync({ id: worktype.id, fields })
    }
    showToast(parts.saved)
    onClose()
  })
  const choice = useWorktypeChoice(form.values, isNew, taken)
  const title = worktype === null ? messages.worktypes.add : messages.modules.edit(worktype.worktype)
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <FormFields
        layout={worktypeLayout}
        form={form}
        focus={isNew ? null : 'hourlyrate'}
        own={{
          ...choice,
          hourlyrate: (control) => (
            <TextField
              {...control}
              required={false}
              inputMode="decimal"
              numeric
              {...(isNew ? { hint: messages.worktypes.rateHint } : {})}
            />
          ),
        }}
      />
      {changesRate(form.values.hourlyrate) && <RateStart form={form} />}
      {worktype !== null && <p className={styles.faint}>{messages.worktypes.rateText}</p>}
    </FormDialog>
  )
}

/** The control that chooses a work type of the settings, or a new one of the project. */
function useWorktypeChoice({ worktypeid }: Values, isNew: boolean, taken: readonly number[]): OwnControls<Values> {
  const messages = useProjectMessages().modules
  const parts = useMessages().parts
  const offered = useAll('worktype', { active: true }, isNew).data?.filter(({ id }) => !taken.includes(id)) ?? []
  return {
    worktypeid: (control) =>
      isNew &&
      offered.length > 0 && (
        <ChoiceField {...control} none={parts.none} options={offered.map(({ id, name }) => ({ id, name }))} />
      ),
    worktype: ({ label, ...control }) =>
      (!isNew || worktypeid === null) && (
        <TextField
          {...control}
          label={isNew ? messages.ownName : label}
          hint={isNew ? messages.ownHint : messages.renameHint}
          maxLength={maxOf('projectworktype', 'worktype')}
        />
      ),
  }
}
