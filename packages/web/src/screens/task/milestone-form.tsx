// A milestone that is made or changed: its project, title, day, owners and what it is about.
import type { IsoDate, MilestoneRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../api/formats.ts'
import { maxOf } from '../../api/permits.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { addDays } from '../../kit/day.ts'
import { Button } from '../../parts/button.tsx'
import { FindField, ManyField } from '../../parts/choices.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { Dialog, DialogEnd } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/fields.tsx'
import { FieldRow, Form, type FormState, useForm } from '../../parts/form.tsx'
import { RichText } from '../../parts/rich-text.tsx'
import { say } from '../../parts/toast.tsx'
import { useTaskWords } from '../../words/task.ts'
import { useWords } from '../../words/words.ts'
import { useTeam } from '../tasks/options.ts'
import { useNotifying } from './notifying.ts'

interface DialogProps {
  /** The one that is changed; without it a new one is made. */
  readonly milestone?: MilestoneRecord
  readonly projectid?: number
  readonly onClose: () => void
}

interface Values {
  readonly projectid: number | null
  readonly title: string
  readonly datedue: IsoDate | null
  readonly ownerid: readonly number[]
  readonly description: string
}

const usualDays = 30

export function MilestoneDialog({ milestone, projectid, onClose }: DialogProps) {
  const words = useTaskWords().milestones
  const parts = useWords().parts
  const { personid } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const notifying = useNotifying()
  const create = useCreate('milestone')
  const update = useUpdate('milestone')
  const start: Values = {
    projectid: milestone?.projectid ?? projectid ?? null,
    title: milestone?.title ?? '',
    datedue: milestone?.datedue ?? addDays(today, usualDays),
    ownerid: milestone?.ownerid ?? [personid],
    description: milestone?.description ?? '',
  }
  const form = useForm(start, async (values) => {
    const fields = { ...values, ownerid: [...values.ownerid] } as typeof values & {
      projectid: number
      datedue: IsoDate
      ownerid: number[]
    }
    const notify = notifying.on
    if (milestone === undefined) {
      const made = await create.mutateAsync({ fields: { ...fields, complete: false }, notify })
      say(words.created(made.title))
      void navigate({ to: '/milestones/$id', params: { id: String(made.id) } })
    } else {
      await update.mutateAsync({ id: milestone.id, fields, ifMatch: milestone, notify })
      say(words.saved)
    }
    onClose()
  })
  const title = milestone === undefined ? words.new : words.edit
  return (
    <Dialog title={title} open onClose={onClose} typed={form.changed} aside>
      <Form form={form} label={title}>
        <Fields form={form} />
        {notifying.possible && <NotifyField />}
        <DialogEnd>
          <Button onPress={onClose}>{parts.cancel}</Button>
          <Button look="strong" type="submit" busy={form.busy}>
            {milestone === undefined ? words.new : parts.save}
          </Button>
        </DialogEnd>
      </Form>
    </Dialog>
  )
}

function Fields({ form }: { readonly form: FormState<Values> }) {
  const words = useTaskWords().milestones
  const projects = useAll('project', { active: true }).data ?? []
  const team = useTeam(form.values.projectid)
  return (
    <>
      <TextField
        {...form.of('title')}
        label={words.titleField}
        maxLength={maxOf('milestone', 'title')}
        autoFocus
        required
      />
      <FieldRow>
        <FindField
          {...form.of('projectid')}
          label={words.project}
          options={projects.map(({ id, name, client }) => ({ id, name, more: client ?? '' }))}
          required
        />
        <DayField {...form.of('datedue')} label={words.due} required />
      </FieldRow>
      <ManyField {...form.of('ownerid')} label={words.owners} options={team} required />
      <RichText {...form.of('description')} label={words.description} />
    </>
  )
}

export function NotifyField() {
  const words = useTaskWords()
  const notifying = useNotifying()
  return <CheckField label={words.notifyByMail} value={notifying.on} onChange={notifying.set} />
}
