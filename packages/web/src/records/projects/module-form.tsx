// The form that adds a module to a project, from the settings or with a new name, or renames it.

import type { ProjectmoduleChange, ProjectmoduleNew, ProjectmoduleRecord } from '@stint/sdk'
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
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import { showToast } from '../../parts/toast.tsx'
import { moduleLayout } from './part-layouts.ts'

interface ModuleFormProps extends Closable {
  readonly projectid: number
  readonly module: ProjectmoduleRecord | null
  /** Ids of the modules that the project already has. */
  readonly taken: readonly number[]
  readonly onCreated?: (module: ProjectmoduleRecord) => void
}

export function ModuleForm({ projectid, module, taken, onCreated, onClose }: ModuleFormProps) {
  const messages = useProjectMessages().modules
  const parts = useMessages().parts
  const create = useCreate('projectmodule')
  const update = useUpdate('projectmodule')
  const offered = useAll('module', { active: true }, module === null).data?.filter(({ id }) => !taken.includes(id))
  const form = useForm(formValues(moduleLayout, module, { moduleid: null }), async (values) => {
    const { moduleid, module: name, ...rest }: ProjectmoduleNew = requestFields(moduleLayout, values)
    if (module === null) {
      if (values.moduleid === null && name === '') throw fieldError('module', messages.nameOne)
      const which = values.moduleid === null ? { module: name } : { moduleid }
      const fields = { ...rest, projectid, active: true, ...which } as ProjectmoduleNew
      const created = await create.mutateAsync({ fields })
      onCreated?.(created)
    } else {
      // An unchanged name is not sent, because sending a name creates a module of the project's own.
      const renamed = name === module.module ? {} : { module: name }
      await update.mutateAsync({ id: module.id, fields: { ...rest, ...renamed } as ProjectmoduleChange })
    }
    showToast(parts.saved)
    onClose()
  })
  const ofItsOwn = form.values.moduleid === null
  return (
    <FormDialog form={form} title={module === null ? messages.add : messages.edit(module.module)} onClose={onClose}>
      <FormFields
        layout={moduleLayout}
        form={form}
        focus={null}
        own={{
          moduleid: (control) =>
            module === null &&
            (offered?.length ?? 0) > 0 && (
              <ChoiceField
                {...control}
                none={parts.none}
                options={(offered ?? []).map(({ id, name }) => ({ id, name }))}
              />
            ),
          module: ({ label, ...control }) =>
            (module !== null || ofItsOwn) && (
              <TextField
                {...control}
                label={module === null ? messages.ownName : label}
                hint={module === null ? messages.ownHint : messages.renameHint}
                maxLength={maxOf('projectmodule', 'module')}
              />
            ),
          description: (control) => <TextField {...control} />,
        }}
      />
    </FormDialog>
  )
}
