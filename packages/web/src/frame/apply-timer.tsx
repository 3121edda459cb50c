// The dialog that turns a timer into a time entry: task or project, day, hours and description. The time shown does
// not change while the dialog is open; it is the time that is sent.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stint } from '../api/client.ts'
import { useCompany } from '../api/company.ts'
import { useToday } from '../api/formats.ts'
import { oneQuery, useWrite } from '../api/records.ts'
import { useSession } from '../api/session.tsx'
import { type LiveTimer, secondsAt } from '../api/timer-state.ts'
import { nowMs } from '../kit/clock.ts'
import { fieldError } from '../kit/error-text.ts'
import { clockText, hoursOfSeconds, parseHours, roundedSeconds, type TimerRounding } from '../kit/hours.ts'
import { useMessages } from '../messages/messages.ts'
import { useTimeMessages } from '../messages/time.ts'
import { Button } from '../parts/button.tsx'
import { DayField } from '../parts/day-field.tsx'
import { type Closable, Dialog, DialogActions } from '../parts/dialog.tsx'
import { TextArea, TextField } from '../parts/fields.tsx'
import { FieldRow, Form, useForm } from '../parts/form.tsx'
import { Loading } from '../parts/page.tsx'
import { showToast } from '../parts/toast.tsx'
import { emptyWork, useWorkPending, type Work, WorkFields } from './work-fields.tsx'

interface ApplyProps extends Closable {
  readonly timer: LiveTimer
}

export function ApplyTimer({ timer, onClose }: ApplyProps) {
  const messages = useTimeMessages()
  const { taskid } = timer
  // The project and module of the task determine the choices, so the task is read first.
  const task = useQuery({ ...oneQuery('task', taskid ?? 0), enabled: taskid !== null })
  const company = useCompany()
  const ready = (taskid === null || task.data !== undefined || task.isError) && !company.isPending
  const { timerrounding = '0', timerroundingmode = 'nearest' } = company.data ?? {}
  const { id, title, projectid, moduleid } = task.data ?? {
    id: taskid,
    title: timer.task,
    projectid: null,
    moduleid: null,
  }
  return (
    <Dialog title={messages.applyTitle} open onClose={onClose} persistent>
      {ready ? (
        <ApplyForm
          timer={timer}
          rounding={{ step: Number(timerrounding), up: timerroundingmode === 'up' }}
          work={{ ...emptyWork, taskid: id, task: title, projectid, moduleid }}
          onClose={onClose}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

interface ApplyFormProps extends ApplyProps {
  readonly work: Work
  readonly rounding: TimerRounding
}

function ApplyForm({ timer, work, rounding, onClose }: ApplyFormProps) {
  const messages = useTimeMessages()
  const common = useMessages().parts
  const today = useToday()
  const { personid } = useSession()
  const [key] = useState(() => crypto.randomUUID())
  const apply = useWrite('timer', (fields: Parameters<typeof stint.timer.apply>[1]) =>
    stint.timer.apply(timer.id, fields, { idempotencyKey: key }),
  )
  const initial = {
    ...work,
    date: today as typeof today | null,
    time: clockText(hoursOfSeconds(roundedSeconds(secondsAt(timer, nowMs()), rounding))),
    description: timer.name,
  }
  const form = useForm(
    initial,
    async ({ task: _title, time, taskid, projectid, moduleid, worktypeid, date, ...rest }) => {
      const hours = parseHours(time)
      if (hours === null) throw fieldError('time', messages.notHours)
      await apply.mutateAsync({
        ...rest,
        time: hours,
        ...(date === null ? {} : { date }),
        ...(worktypeid === null ? {} : { worktypeid }),
        ...(taskid === null ? {} : { taskid }),
        ...(taskid !== null || projectid === null ? {} : { projectid }),
        ...(taskid !== null || moduleid === null ? {} : { moduleid }),
      })
      showToast(messages.applied)
      onClose()
    },
  )
  const pending = useWorkPending(form.values, personid)
  return (
    <Form form={form} label={messages.applyTitle}>
      {work.taskid !== null && <p>{work.task}</p>}
      <FieldRow>
        <TextField {...form.field('time')} label={messages.hours} hint={messages.hoursHint} autoFocus required />
        <DayField {...form.field('date')} label={messages.date} required />
      </FieldRow>
      <WorkFields form={form} fixed={work.taskid !== null} personid={personid} />
      <TextArea {...form.field('description')} label={messages.note} rows={2} />
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" look="strong" busy={form.busy || pending}>
          {messages.apply}
        </Button>
      </DialogActions>
    </Form>
  )
}
