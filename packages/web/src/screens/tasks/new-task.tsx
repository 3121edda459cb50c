// The dialog of a new task, which every page can open. It asks for title, project and assignees, and for all fields on
// demand. It starts with the project of the previous task and with the user as owner. Closing it with unsaved input
// asks first.

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
import { formValues, requestFields } from '../../parts/form-fields.tsx'
import { showToast } from '../../parts/toast.tsx'
import { NewTaskFields, type NewTaskValues } from './new-task-fields.tsx'
import { newTaskLayout } from './task-layout.ts'

const storageKey = 'stint-last-project'
const allFieldsKey = 'stint-new-task-all-fields'

const lastProjectId = (): number | null => {
  const kept = Number(localStorage.getItem(storageKey))
  return Number.isSafeInteger(kept) && kept > 0 ? kept : null
}

/** The fields of the request. Blank fields are left out, so that the server names those that it requires. */
function fieldsOf(values: NewTaskValues, wrong: string, early: string): TaskNew {
  const { dateopen, datedue } = values
  if (dateopen !== null && datedue !== null && datedue < dateopen) throw fieldError('datedue', early)
  const estimate = parseHours(values.estimate)
  if (estimate === null) throw fieldError('estimate', wrong)
  const { summary, ...rest } = requestFields<typeof newTaskLayout, NewTaskValues>(newTaskLayout, values)
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
  const initial = formValues(newTaskLayout, null, {
    projectid: given.projectid ?? lastProjectId(),
    ownerid: [personid],
    dateopen: today,
    datedue: (given.datedue as NewTaskValues['datedue'] | undefined) ?? null,
    milestoneid: given.milestoneid ?? null,
  })
  const form = useForm(initial, async (values) => {
    const task = await create.mutateAsync({
      fields: fieldsOf(values, messages.estimateWrong, messages.dueEarly),
      notify,
    })
    localStorage.setItem(storageKey, String(task.projectid))
    const open = () => void navigate({ to: '/tasks/$id', params: { id: String(task.id) } })
    showToast(messages.created(task.localid), { name: messages.open, onPress: open })
    if (!another.current) return closeOverlay()
    // The next task keeps the other values, because it is probably similar.
    form.reset({ ...values, title: '', summary: '', estimate: '' })
    setRound((before) => before + 1)
  })
  const submit = (more: boolean): void => {
    another.current = more
    if (!form.busy) void form.submit()
  }
  return { form, submit, round, mailing: mail ? { value: notify, onChange: setNotify } : undefined }
}

/** Whether the form shows all fields. The person's last choice is kept; given values are never hidden. */
function useAllFields({ datedue, milestoneid }: NewTaskProps) {
  const isGiven = datedue !== undefined || milestoneid !== undefined
  const [all, setAll] = useState(isGiven || localStorage.getItem(allFieldsKey) !== null)
  const choose = (next: boolean): void => {
    setAll(next)
    if (next) localStorage.setItem(allFieldsKey, '1')
    else localStorage.removeItem(allFieldsKey)
  }
  return { allFields: all, onAllFields: choose, onHiddenError: () => setAll(true) }
}

export function NewTask(given: NewTaskProps) {
  const messages = useTasksMessages().form
  const { form, submit, round, mailing } = useNewTask(given)
  const choice = useAllFields(given)
  const [asking, setAsking] = useState(false)
  const leave = (): void => {
    if (form.changed) setAsking(true)
    else closeOverlay()
  }
  return (
    <>
      <Dialog title={messages.title} open onClose={leave} persistent={form.changed} wide={choice.allFields}>
        <NewTaskFields round={round} form={form} {...choice} mailField={mailing} onSubmit={submit} onCancel={leave} />
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
