// A new task from anywhere. What it begins with is what is most likely meant: the project one was in last, its first
// module, the account's usual priority, oneself as owner. What the server finds wrong stands at its field; leaving
// with something typed asks.

import type { TaskNew } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useToday } from '../../api/formats.ts'
import { useCreate } from '../../api/records.ts'
import { useSession } from '../../api/session.tsx'
import { closeOverlay, type Overlay } from '../../frame/overlays.ts'
import { fieldError } from '../../kit/error-text.ts'
import { parseHours } from '../../kit/hours.ts'
import { useTasksMessages } from '../../messages/tasks.ts'
import { ConfirmWrite, Dialog } from '../../parts/dialog.tsx'
import { useForm } from '../../parts/form.tsx'
import { showToast } from '../../parts/toast.tsx'
import { NewTaskFields, type NewTaskValues } from './new-task-fields.tsx'

const storageKey = 'stint-last-project'

const lastProjectId = (): number | null => {
  const kept = Number(localStorage.getItem(storageKey))
  return Number.isSafeInteger(kept) && kept > 0 ? kept : null
}

/** What is typed, as the server takes it; what is missing is left for the server to say. */
function fieldsOf(values: NewTaskValues, wrong: string, early: string): TaskNew {
  const { dateopen, datedue } = values
  if (dateopen !== null && datedue !== null && datedue < dateopen) throw fieldError('datedue', early)
  const estimate = parseHours(values.estimate)
  if (estimate === null) {
    throw fieldError('estimate', wrong)
  }
  const { summary, ...rest } = values
  const fields = { ...rest, estimate, ...(summary === '' ? {} : { summary }) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as unknown as TaskNew
}

type NewTaskProps = Extract<Overlay, { kind: 'newTask' }>

function useNewTask(given: NewTaskProps) {
  const messages = useTasksMessages().form
  const { personid, mail } = useSession()
  const today = useToday()
  const navigate = useNavigate()
  const create = useCreate('task')
  const another = useRef(false)
  const [round, setRound] = useState(0)
  const [notify, setNotify] = useState(mail)
  const initial: NewTaskValues = {
    title: '',
    projectid: given.projectid ?? lastProjectId(),
    moduleid: null,
    statusid: null,
    priorityid: null,
    ownerid: [personid],
    assigneeid: [],
    followerid: [],
    dateopen: today,
    datedue: (given.datedue as NewTaskValues['datedue'] | undefined) ?? null,
    estimate: '',
    milestoneid: given.milestoneid ?? null,
    summary: '',
  }
  const form = useForm(initial, async (values) => {
    const task = await create.mutateAsync({
      fields: fieldsOf(values, messages.estimateWrong, messages.dueEarly),
      notify,
    })
    localStorage.setItem(storageKey, String(task.projectid))
    const open = () => void navigate({ to: '/tasks/$id', params: { id: String(task.id) } })
    showToast(messages.created(task.localid), { name: messages.open, onPress: open })
    if (!another.current) return closeOverlay()
    // What the next one likely shares with this one stays.
    form.reset({ ...values, title: '', summary: '', estimate: '' })
    setRound((before) => before + 1)
  })
  const submit = (more: boolean): void => {
    another.current = more
    if (!form.busy) void form.submit()
  }
  return { form, submit, round, mailing: mail ? { value: notify, onChange: setNotify } : undefined }
}

export function NewTask(given: NewTaskProps) {
  const messages = useTasksMessages().form
  const { form, submit, round, mailing } = useNewTask(given)
  const [asking, setAsking] = useState(false)
  const leave = (): void => {
    if (form.changed) setAsking(true)
    else closeOverlay()
  }
  return (
    <>
      <Dialog title={messages.title} open onClose={leave} persistent={form.changed} wide>
        <NewTaskFields round={round} form={form} mailField={mailing} onSubmit={submit} onCancel={leave} />
      </Dialog>
      <ConfirmWrite
        question={{ title: messages.discardTitle, action: messages.discard, text: messages.discardText }}
        open={asking}
        onConfirm={closeOverlay}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
