// The fields of a new task. What belongs to a project follows it: its modules, its milestones and the people who can
// work on it. Where nothing was chosen yet, the first fitting one is taken, as the person sees it.
import type { IsoDate } from '@stint/sdk'
import { useEffect, useRef } from 'react'
import { choosesOwners, maxOf } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, ComboBoxField, MultiChoiceField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { DialogActions } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import {
  useMilestones,
  useModules,
  useModulesPending,
  usePriorities,
  useStatuses,
  useTeam,
} from '../../records/tasks/task-options.ts'
import styles from './tasks.module.css'

export interface NewTaskValues {
  title: string
  projectid: number | null
  moduleid: number | null
  statusid: number | null
  priorityid: number | null
  ownerid: number[]
  assigneeid: number[]
  followerid: number[]
  dateopen: IsoDate | null
  datedue: IsoDate | null
  estimate: string
  milestoneid: number | null
  summary: string
}

interface FieldsProps {
  readonly form: FormState<NewTaskValues>
  readonly onSubmit: (another: boolean) => void
  readonly onCancel: () => void
  /** How many were made so far: each begins with its title. */
  readonly round: number
  /** Whether the people it concerns are mailed; undefined where no mail can be sent. */
  readonly mailField: { readonly value: boolean; readonly onChange: (value: boolean) => void } | undefined
}

/** What is likely meant stands there already; it is no change that one would be asked about. */
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
    // The project of last time may be gone.
    ...(values.projectid !== null && !fits ? { projectid: null } : {}),
  }
  const isMissing = Object.keys(missing).length > 0
  useEffect(() => {
    if (!isMissing) return
    if (changed) set(missing)
    else reset({ ...values, ...missing })
  })
  return { statuses, priorities, modules, projects: projects ?? [] }
}

export function NewTaskFields({ form, mailField, round, onSubmit, onCancel }: FieldsProps) {
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (round > 0) title.current?.focus()
  }, [round])
  const messages = useTasksMessages().form
  const parts = useMessages().parts
  const { statuses, priorities, modules, projects } = useDefaults(form)
  const { projectid } = form.values
  // What is sent before the usual module has come would lack it.
  const pending = useModulesPending(projectid)
  const submit = (another: boolean): void => {
    if (!pending) onSubmit(another)
  }
  const milestones = useMilestones(projectid)
  const project = projects.map(({ id, name, client }) => ({ id, name, more: client ?? undefined }))
  const chooseProject = (next: number | null) => form.set({ projectid: next, moduleid: null, milestoneid: null })
  const needs = projectid === null ? { isDisabled: true, hint: messages.projectFirst } : {}
  return (
    <Form form={{ ...form, submit: async () => submit(false) }} label={messages.title}>
      <div className={styles.newTitle}>
        <TextField
          {...form.field('title')}
          inputRef={title}
          label={messages.what}
          maxLength={maxOf('task', 'title')}
          autoFocus
          required
        />
      </div>
      <FieldRow>
        <ComboBoxField
          {...form.field('projectid')}
          onChange={chooseProject}
          label={messages.project}
          options={project}
          required
        />
        <ChoiceField {...form.field('moduleid')} label={messages.module} options={modules} required {...needs} />
      </FieldRow>
      <FieldRow>
        <ChoiceField {...form.field('statusid')} label={messages.status} options={statuses} required />
        <ChoiceField {...form.field('priorityid')} label={messages.priority} options={priorities} required />
        <DayField {...form.field('datedue')} label={messages.due} />
        <TextField {...form.field('estimate')} label={messages.estimate} placeholder={messages.estimateHint} numeric />
      </FieldRow>
      <People form={form} />
      <FieldRow>
        <ComboBoxField
          {...form.field('milestoneid')}
          label={messages.milestone}
          options={milestones}
          none={parts.none}
          {...needs}
        />
        <DayField {...form.field('dateopen')} label={messages.start} required />
      </FieldRow>
      <RichText key={round} {...form.field('summary')} label={messages.summary} onSubmit={() => submit(false)} />
      {mailField !== undefined && <CheckField {...mailField} label={messages.mail} />}
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

function People({ form }: { readonly form: FormState<NewTaskValues> }) {
  const messages = useTasksMessages().form
  const { role } = useSession()
  const team = useTeam(form.values.projectid)
  return (
    <FieldRow>
      <MultiChoiceField {...form.field('assigneeid')} label={messages.assignees} options={team} />
      {choosesOwners(role) && (
        <MultiChoiceField {...form.field('ownerid')} label={messages.owners} options={team} required />
      )}
      <MultiChoiceField {...form.field('followerid')} label={messages.followers} options={team} />
    </FieldRow>
  )
}
