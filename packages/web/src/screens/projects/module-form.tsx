// A module that joins a project, one of the settings or one of its own, or one that is renamed.
import type { ProjectmoduleRecord } from '@stint/sdk'
import { maxOf } from '../../api/permissions.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { fieldError } from '../../kit/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProjectMessages } from '../../messages/projects.ts'
import { ChoiceField } from '../../parts/choices.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useForm } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { showToast } from '../../parts/toast.tsx'

interface ModuleFormProps {
  readonly projectid: number
  readonly module: ProjectmoduleRecord | null
  /** Modules that the project has already. */
  readonly taken: readonly number[]
  readonly onClose: () => void
}

export function ModuleForm({ projectid, module, taken, onClose }: ModuleFormProps) {
  const messages = useProjectMessages().modules
  const parts = useMessages().parts
  const create = useCreate('projectmodule')
  const update = useUpdate('projectmodule')
  const offered = useAll('module', { active: true }, module === null).data?.filter(({ id }) => !taken.includes(id))
  const first = {
    moduleid: null as number | null,
    module: module?.module ?? '',
    description: module?.description ?? '',
  }
  const form = useForm(first, async ({ moduleid, module: name, description }) => {
    if (module === null) {
      if (moduleid === null && name.trim() === '') throw fieldError('module', messages.nameOne)
      const which = moduleid === null ? { module: name.trim() } : { moduleid }
      await create.mutateAsync({ fields: { projectid, active: true, description, ...which } })
    } else {
      // A name that stayed is not sent: another one would make it the project's own.
      const renamed = name.trim() === module.module ? {} : { module: name.trim() }
      await update.mutateAsync({ id: module.id, fields: { description, ...renamed } })
    }
    showToast(parts.saved)
    onClose()
  })
  const ofItsOwn = form.values.moduleid === null
  return (
    <FormDialog form={form} title={module === null ? messages.add : messages.edit(module.module)} onClose={onClose}>
      {module === null && (offered?.length ?? 0) > 0 && (
        <ChoiceField
          {...form.field('moduleid')}
          label={messages.fromList}
          none={parts.none}
          options={(offered ?? []).map(({ id, name }) => ({ id, name }))}
        />
      )}
      {(module !== null || ofItsOwn) && (
        <TextField
          {...form.field('module')}
          label={module === null ? messages.ownName : messages.one}
          hint={module === null ? messages.ownHint : messages.renameHint}
          maxLength={maxOf('projectmodule', 'module')}
        />
      )}
      <TextField {...form.field('description')} label={messages.description} />
    </FormDialog>
  )
}
