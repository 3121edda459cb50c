// Making a task of a request: everything the request says is filled in, and what a task needs beyond it is asked for.
import type { IsoDate, RequestRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { stint } from '../../api/client.ts'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permits.ts'
import { useAll, useWrite } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { readHours } from '../../kit/hours.ts'
import { Button } from '../../parts/button.tsx'
import { ChoiceField, FindField, ManyField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { say } from '../../parts/toast.tsx'
import { useRequestsWords } from '../../words/requests.ts'
import { useWords } from '../../words/words.ts'
import { useNotifying } from '../task/notifying.ts'
import { useMilestones, useModules, usePriorities, useTeam } from '../tasks/options.ts'
import styles from './requests.module.css'

interface AcceptProps {
  readonly request: RequestRecord
  readonly onClose: () => void
}

interface Values {
  readonly title: string
  readonly summary: string
  readonly projectid: number | null
  readonly moduleid: number | null
  readonly milestoneid: number | null
  readonly priorityid: number
  readonly ownerid: readonly number[]
  readonly assigneeid: readonly number[]
  readonly dateopen: IsoDate
  readonly datedue: IsoDate | null
  readonly estimate: string
}

type Accepted = Omit<Values, 'projectid' | 'moduleid' | 'estimate' | 'ownerid' | 'assigneeid'>

export function AcceptDialog({ request, onClose }: AcceptProps) {
  const words = useRequestsWords()
  const parts = useWords().parts
  const { personid } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const notifying = useNotifying()
  const [wrong, setWrong] = useState(false)
  const accept = useWrite('request', ({ ownerid, assigneeid, estimate, projectid, moduleid, ...rest }: Values) => {
    const hours = readHours(estimate)
    const fields = {
      ...(rest as Accepted),
      ownerid: [...ownerid],
      assigneeid: [...assigneeid],
      ...(hours === null ? {} : { estimate: hours }),
      ...(projectid === null ? {} : { projectid }),
      ...(moduleid === null ? {} : { moduleid }),
    }
    return stint.request.accept(request.id, fields, { notify: notifying.on })
  })
  const start: Values = {
    title: request.title,
    summary: request.description,
    projectid: request.projectid,
    moduleid: null,
    milestoneid: null,
    priorityid: request.priorityid,
    ownerid: [personid],
    assigneeid: [],
    dateopen: today,
    datedue: request.datedue,
    estimate: '',
  }
  const form = useForm(start, async (values) => {
    const unread = readHours(values.estimate) === null
    setWrong(unread)
    if (unread) return
    const task = await accept.mutateAsync(values)
    say(words.acceptedAs(task.localid))
    void navigate({ to: '/tasks/$id', params: { id: String(task.id) } })
  })
  return (
    <Dialog title={words.acceptTitle} open onClose={onClose} typed={form.changed} aside>
      <Form form={form} label={words.acceptTitle}>
        <p className={styles.none}>{words.acceptText}</p>
        <What form={form} />
        <Place form={form} />
        <Who form={form} />
        <When form={form} wrong={wrong} />
        {notifying.possible && <CheckField label={words.notify} value={notifying.on} onChange={notifying.set} />}
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button look="strong" type="submit" busy={form.busy}>
            {words.acceptButton}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}

interface OfForm {
  readonly form: FormState<Values>
}

function What({ form }: OfForm) {
  const { fields } = useRequestsWords()
  return (
    <>
      <TextField {...form.of('title')} label={fields.title} maxLength={maxOf('task', 'title')} required />
      <RichText {...form.of('summary')} label={fields.summary} low />
    </>
  )
}

function Place({ form }: OfForm) {
  const words = useRequestsWords()
  const { projectid, moduleid } = form.values
  const projects = useAll('project', { active: true }).data ?? []
  const modules = useModules(projectid)
  const milestones = useMilestones(projectid)
  // A project with one module leaves nothing to choose.
  const [only] = modules.length === 1 ? modules : []
  if (only !== undefined && moduleid !== only.id) form.set({ moduleid: only.id })
  return (
    <>
      <FieldRow>
        <FindField
          {...form.of('projectid')}
          onChange={(next) => form.set({ projectid: next, moduleid: null, milestoneid: null })}
          label={words.project}
          options={projects.map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
          required
        />
        <ChoiceField
          {...form.of('moduleid')}
          label={words.fields.module}
          options={modules}
          isDisabled={projectid === null}
          required
        />
      </FieldRow>
      {milestones.length > 0 && (
        <ChoiceField
          {...form.of('milestoneid')}
          label={words.fields.milestone}
          options={milestones}
          none={words.none}
        />
      )}
    </>
  )
}

function Who({ form }: OfForm) {
  const { fields } = useRequestsWords()
  const { role } = useSession()
  const team = useTeam(form.values.projectid)
  return (
    <>
      <ManyField {...form.of('assigneeid')} label={fields.assignees} options={team} />
      {role !== 'Resource' && <ManyField {...form.of('ownerid')} label={fields.owners} options={team} required />}
    </>
  )
}

function When({ form, wrong }: OfForm & { readonly wrong: boolean }) {
  const words = useRequestsWords()
  const priorities = usePriorities().filter(({ active }) => active)
  const { error, ...estimate } = form.of('estimate')
  return (
    <>
      <FieldRow>
        <DayField
          {...form.of('dateopen')}
          onChange={(dateopen) => dateopen !== null && form.set({ dateopen })}
          label={words.fields.start}
          required
        />
        <DayField {...form.of('datedue')} label={words.fields.due} />
      </FieldRow>
      <FieldRow>
        <ChoiceField
          {...form.of('priorityid')}
          onChange={(priorityid) => priorityid !== null && form.set({ priorityid })}
          label={words.priority}
          options={priorities.map(({ id, name, color }) => ({ id, name, color }))}
        />
        <TextField
          {...estimate}
          label={words.fields.estimate}
          error={wrong ? words.notHours : error}
          inputMode="decimal"
        />
      </FieldRow>
    </>
  )
}
