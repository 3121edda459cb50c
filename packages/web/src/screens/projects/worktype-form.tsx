// A work type that joins a project, with its rate there, or one whose rate, estimate or name is changed.
import type { DecimalInput, ProjectworktypeRecord } from '@stint/sdk'
import { numberFieldText, toHoursInput, toNumberInput } from '../../api/formats.ts'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FieldRow, type FormState, useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'
import styles from '../../records/record.module.css'

interface WorktypeFormProps {
  readonly projectid: number
  readonly worktype: ProjectworktypeRecord | null
  /** Work types that the project has already. */
  readonly taken: readonly number[]
  readonly onClose: () => void
}

interface Values {
  readonly worktypeid: number | null
  readonly worktype: string
  readonly hourlyrate: string
  readonly esttime: string
}

export function WorktypeForm({ projectid, worktype, taken, onClose }: WorktypeFormProps) {
  const messages = useProjectMessages()
  const parts = useMessages().parts
  const create = useCreate('projectworktype')
  const update = useUpdate('projectworktype')
  const first: Values = {
    worktypeid: null,
    worktype: worktype?.worktype ?? '',
    hourlyrate: numberFieldText(worktype?.hourlyrate),
    esttime: numberFieldText(worktype?.esttime),
  }
  const form = useForm(first, async ({ worktypeid, worktype: name, hourlyrate, esttime }) => {
    const rate =
      hourlyrate.trim() === '' && worktype === null
        ? {}
        : { hourlyrate: toNumberInput(hourlyrate) ?? ('' as DecimalInput) }
    const numbers = { ...rate, esttime: toHoursInput(esttime) }
    if (worktype === null) {
      if (worktypeid === null && name.trim() === '') throw fieldError('worktype', messages.modules.nameOne)
      const which = worktypeid === null ? { worktype: name.trim() } : { worktypeid }
      await create.mutateAsync({ fields: { projectid, active: true, ...numbers, ...which } })
    } else {
      // A name that stayed is not sent: another one would make it the project's own.
      const renamed = name.trim() === worktype.worktype ? {} : { worktype: name.trim() }
      await update.mutateAsync({ id: worktype.id, fields: { ...numbers, ...renamed } })
    }
    showToast(parts.saved)
    onClose()
  })
  const title = worktype === null ? messages.worktypes.add : messages.modules.edit(worktype.worktype)
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <WorktypeChoice form={form} isNew={worktype === null} taken={taken} />
      <FieldRow>
        <TextField
          {...form.field('hourlyrate')}
          label={messages.worktypes.rate}
          inputMode="decimal"
          numeric
          autoFocus={worktype !== null}
          {...(worktype === null ? { hint: messages.worktypes.rateHint } : {})}
        />
        <TextField {...form.field('esttime')} label={messages.worktypes.estimate} inputMode="decimal" numeric />
      </FieldRow>
      {worktype !== null && <p className={styles.faint}>{messages.worktypes.rateText}</p>}
    </FormDialog>
  )
}

interface WorktypeChoiceProps {
  readonly form: FormState<Values>
  readonly isNew: boolean
  readonly taken: readonly number[]
}

/** One of the settings, or one of the project's own. */
function WorktypeChoice({ form, isNew, taken }: WorktypeChoiceProps) {
  const messages = useProjectMessages()
  const parts = useMessages().parts
  const offered = useAll('worktype', { active: true }, isNew).data?.filter(({ id }) => !taken.includes(id)) ?? []
  return (
    <>
      {isNew && offered.length > 0 && (
        <ChoiceField
          {...form.field('worktypeid')}
          label={messages.modules.fromList}
          none={parts.none}
          options={offered.map(({ id, name }) => ({ id, name }))}
        />
      )}
      {(!isNew || form.values.worktypeid === null) && (
        <TextField
          {...form.field('worktype')}
          label={isNew ? messages.modules.ownName : messages.worktypes.one}
          hint={isNew ? messages.modules.ownHint : messages.modules.renameHint}
          maxLength={maxOf('projectworktype', 'worktype')}
        />
      )}
    </>
  )
}
