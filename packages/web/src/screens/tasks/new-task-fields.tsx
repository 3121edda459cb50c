// The form of a new task. Modules, milestones and people depend on the chosen project. Status, priority and module have
// defaults until the user chooses others. The form is sent by new-task.tsx.
import { useEffect, useRef } from 'react'
import { maxOf } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useMaySet } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { DialogActions } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { Form, type FormState } from '../../parts/form.tsx'
import { FormFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { ProjectField } from '../../parts/project-choice.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import {
  useMilestones,
  useMilestonesPending,
  useModules,
  useModulesPending,
  usePriorities,
  useStatuses,
  useTeam,
} from '../../records/tasks/task-options.ts'
import { newTaskLayout } from './task-layout.ts'
import styles from './tasks.module.css'

export type NewTaskValues = LayoutValues<typeof newTaskLayout>

interface NewTaskFieldsProps {
  readonly form: FormState<NewTaskValues>
  readonly onSubmit: (another: boolean) => void
  readonly onCancel: () => void
  /** Whether all fields are shown, or only those that every task needs. */
  readonly allFields: boolean
  readonly onAllFields: (all: boolean) => void
  /** Called if the server rejects a field that is not shown. */
  readonly onHiddenError: () => void
  /** How many tasks were created so far. After each, the title gets the focus. */
  readonly round: number
  /** Whether a mail is sent; undefined if no mail server is set. */
  readonly mailField: { readonly value: boolean; readonly onChange: (value: boolean) => void } | undefined
}

/** Fills in the defaults. Closing the dialog does not ask about them, because the user did not type them. */
function useDefaults({ values, changed, reset, set }: FormState<NewTaskValues>) {
  const statuses = useStatuses().filter(({ active }) => active)
  const priorities = usePriorities().filter(({ active }) => active)
  const modules = useModules(values.projectid)
  const projects = useAll('project', { active: true }).data
  const usual = {
    statusid: statuses[0]?.id ?? null,
    priorityid: (priorities.find(({ isdefault }) => isdefault) ?? priorities[0])?.id ?? null,
    moduleid: modules[0]?.id ?? null,
  }
  const fits = projects === undefined || projects.some(({ id }) => id === values.projectid)
  const missing = {
    ...(values.statusid === null && usual.statusid !== null ? { statusid: usual.statusid } : {}),
    ...(values.priorityid === null && usual.priorityid !== null ? { priorityid: usual.priorityid } : {}),
    ...(values.moduleid === null && usual.moduleid !== null ? { moduleid: usual.moduleid } : {}),
    // The project of the previous task may be inactive or deleted by now.
    ...(values.projectid !== null && !fits ? { projectid: null } : {}),
  }
  const isMissing = Object.keys(missing).length > 0
  useEffect(() => {
    if (!isMissing) return
    if (changed) set(missing)
    else reset({ ...values, ...missing })
  })
  return { modules, projects }
}

const quickFields: readonly string[] = ['title', 'projectid', 'assigneeid']
const otherFields = newTaskLayout.entries.map(({ field }) => field).filter((field) => !quickFields.includes(field))

export function NewTaskFields(props: NewTaskFieldsProps) {
  const { form, mailField, round, allFields, onSubmit, onCancel, onAllFields, onHiddenError } = props
  const messages = useTasksMessages().form
  const parts = useMessages().parts
  // Without the default module, which is still loading, the server would refuse the task.
  const pending = useModulesPending(form.values.projectid)
  const submit = (another: boolean): void => {
    if (!pending) onSubmit(another)
  }
  // The module is missing as long as the project is, so only the project is worth showing.
  const isHidden = (field: string): boolean => !allFields && (field !== 'moduleid' || form.values.projectid !== null)
  const hiddenError = otherFields.some((field) => isHidden(field) && form.field(field).error !== undefined)
  useEffect(() => {
    if (hiddenError) onHiddenError()
  })
  return (
    <Form form={{ ...form, submit: async () => submit(false) }} label={messages.title}>
      <Fields form={form} round={round} allFields={allFields} />
      {mailField !== undefined && allFields && <CheckField {...mailField} label={messages.mail} />}
      <div>
        <Button look="quiet" small onPress={() => onAllFields(!allFields)} aria-expanded={allFields}>
          {allFields ? messages.fewerFields : messages.moreFields}
        </Button>
      </div>
      <DialogActions>
        <Button onPress={onCancel}>{parts.cancel}</Button>
        <Button onPress={() => submit(true)} busy={form.busy || pending}>
          {messages.another}
        </Button>
        <Button type="submit" look="strong" busy={form.busy || pending}>
          {messages.create}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface FieldsProps {
  readonly form: FormState<NewTaskValues>
  readonly round: number
  readonly allFields: boolean
}

function Fields({ form, round, allFields }: FieldsProps) {
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (round > 0) title.current?.focus()
  }, [round])
  const messages = useTasksMessages().form
  const parts = useMessages().parts
  const choosesOwners = useMaySet()('task', 'ownerid', 'create')
  const { modules, projects } = useDefaults(form)
  const { projectid } = form.values
  const milestones = useMilestones(projectid)
  const milestonesPending = useMilestonesPending(projectid)
  const modulesPending = useModulesPending(projectid)
  const team = useTeam(projectid)
  const chooseProject = (next: number | null) => form.set({ projectid: next, moduleid: null, milestoneid: null })
  const needsProject = projectid === null ? { isDisabled: true, hint: messages.projectFirst } : {}
  return (
    <FormFields
      layout={newTaskLayout}
      form={form}
      labels={{ title: messages.what }}
      hidden={allFields ? (choosesOwners ? [] : ['ownerid']) : otherFields}
      own={{
        title: (control) => (
          <div className={styles.newTitle}>
            <TextField {...control} inputRef={title} maxLength={maxOf('task', 'title')} />
          </div>
        ),
        projectid: (control) => <ProjectField {...control} onChange={chooseProject} projects={projects} />,
        moduleid: (control) => (
          <ChoiceField
            {...control}
            options={modulesPending ? undefined : modules}
            create={{ target: 'projectmodule', projectid }}
            {...needsProject}
          />
        ),
        estimate: (control) => <TextField {...control} placeholder={messages.estimateHint} numeric />,
        assigneeid: (control) => <MultiChoiceField {...control} options={team} />,
        ownerid: (control) => <MultiChoiceField {...control} options={team} />,
        followerid: (control) => <MultiChoiceField {...control} options={team} />,
        milestoneid: (control) => (
          <ComboBoxField
            {...control}
            options={milestonesPending ? undefined : milestones}
            create={{ target: 'milestone', projectid }}
            none={parts.none}
            {...needsProject}
          />
        ),
        summary: (control) => <RichText key={round} {...control} />,
      }}
    />
  )
}
