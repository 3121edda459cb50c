// The form that moves a task to another project. The task needs a module of that project and loses its milestone.
import type { TaskRecord } from '@stint/sdk'
import { useAll } from '../../api/records.ts'
import { useLabels } from '../../messages/labels.ts'
import { useTaskMessages } from '../../messages/task.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { ProjectField } from '../../parts/project-choice.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useModules, useModulesPending } from '../../records/tasks/task-options.ts'
import { PopoverStack } from './field-line.tsx'
import type { TaskUpdater } from './task-updater.ts'

interface MoveFormProps {
  readonly task: TaskRecord
  readonly updater: TaskUpdater
  readonly onDone: () => void
}

export function MoveForm({ task, updater, onDone }: MoveFormProps) {
  const messages = useTaskMessages()
  const labels = useLabels().task
  const projects = useAll('project', { active: true }).data
  const start: { projectid: number | null; moduleid: number | null } = {
    projectid: task.projectid,
    moduleid: task.moduleid,
  }
  const form = useForm(start, async ({ projectid, moduleid }) => {
    if (projectid === null || moduleid === null) return
    const leaves = projectid !== task.projectid && task.milestoneid !== null ? { milestoneid: null } : {}
    if (await updater.save(task, { projectid, moduleid, ...leaves })) showToast(messages.changed(labels.projectid))
    onDone()
  })
  const modules = useModules(form.values.projectid)
  const pending = useModulesPending(form.values.projectid)
  // The default is the module of the same name, otherwise the first one.
  const { projectid, moduleid } = form.values
  const same =
    modules.find(({ id }) => id === moduleid) ?? modules.find(({ name }) => name === task.module) ?? modules[0]
  if (modules.length > 0 && same !== undefined && same.id !== moduleid) form.set({ moduleid: same.id })
  return (
    <PopoverStack>
      <Form form={form}>
        <ProjectField
          {...form.field('projectid')}
          label={messages.moveProject}
          hint={messages.moveHint}
          projects={projects}
        />
        <ChoiceField
          {...form.field('moduleid')}
          label={labels.moduleid}
          options={pending ? undefined : modules}
          create={{ target: 'projectmodule', projectid }}
          isDisabled={projectid === null}
        />
        <Button
          small
          look="strong"
          type="submit"
          busy={form.busy}
          isDisabled={projectid === null || projectid === task.projectid || modules.length === 0}
        >
          {messages.move}
        </Button>
      </Form>
    </PopoverStack>
  )
}
