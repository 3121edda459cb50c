// Moving a task to another project: it needs a module of that project, and leaves its milestone behind.
import type { TaskRecord } from '@stint/sdk'
import { useAll } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, FindField } from '../../parts/choices.tsx'
import { Form, useForm } from '../../parts/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useTaskWords } from '../../words/task.ts'
import { useModules } from '../tasks/options.ts'
import { Stack } from './field-line.tsx'
import type { Changing } from './task-change.ts'

interface MoveFormProps {
  readonly task: TaskRecord
  readonly changing: Changing
  readonly onDone: () => void
}

export function MoveForm({ task, changing, onDone }: MoveFormProps) {
  const words = useTaskWords()
  const { fields } = words
  const projects = useAll('project', { active: true }).data ?? []
  const start: { projectid: number | null; moduleid: number | null } = {
    projectid: task.projectid,
    moduleid: task.moduleid,
  }
  const form = useForm(start, async ({ projectid, moduleid }) => {
    if (projectid === null || moduleid === null) return
    const leaves = projectid !== task.projectid && task.milestoneid !== null ? { milestoneid: null } : {}
    if (await changing.save(task, { projectid, moduleid, ...leaves })) say(words.changed(fields.project))
    onDone()
  })
  const modules = useModules(form.values.projectid)
  // The module of the same name, or the only one, is what one would choose.
  const { projectid, moduleid } = form.values
  const same =
    modules.find(({ id }) => id === moduleid) ?? modules.find(({ name }) => name === task.module) ?? modules[0]
  if (modules.length > 0 && same !== undefined && same.id !== moduleid) form.set({ moduleid: same.id })
  return (
    <Stack>
      <Form form={form}>
        <FindField
          {...form.of('projectid')}
          label={words.moveProject}
          hint={words.moveHint}
          options={projects.map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
        />
        <ChoiceField {...form.of('moduleid')} label={fields.module} options={modules} isDisabled={projectid === null} />
        <Button
          small
          look="strong"
          type="submit"
          busy={form.busy}
          isDisabled={projectid === null || projectid === task.projectid}
        >
          {words.move}
        </Button>
      </Form>
    </Stack>
  )
}
