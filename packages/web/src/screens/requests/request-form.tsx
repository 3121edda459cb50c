// The form of a request, new or existing. Files are chosen in the form of a new one and uploaded after it is created.
// Later ones are added on its page.

import type { RequestNew, RequestRecord } from '@stint/sdk'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useUploads } from '../../api/files.ts'
import { useToday } from '../../api/formats.ts'
import { useAll, useCreate, useUpdate } from '../../api/records.ts'
import { useMay, usePortal, useSession } from '../../api/session.tsx'
import { addDays } from '../../kit/day.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { IconButton } from '../../parts/button.tsx'
import { ChoiceField } from '../../parts/choices.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { DropUpload } from '../../parts/drop-upload.tsx'
import { type FormState, useForm, useOpenedRecord } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { FormFields, formValues, requestFields } from '../../parts/form-fields.tsx'
import type { LayoutValues } from '../../parts/layout.ts'
import { ProjectField } from '../../parts/project-choice.tsx'
import { showToast } from '../../parts/toast.tsx'
import { useRequestNotification } from '../../records/mail-notification.ts'
import { requestLayout } from './request-layout.ts'
import styles from './requests.module.css'

interface DialogProps extends Closable {
  /** The request to change; without it, the form creates one. */
  readonly request?: RequestRecord
}

type Values = LayoutValues<typeof requestLayout>

const defaultDays = 7

/** Priority, due date and the only project are filled in, so that a title is enough. Null while they load. */
function useInitialValues(request: RequestRecord | undefined): Values | null {
  const today = useToday()
  const priorities = useAll('taskpriority', { active: true }).data
  const projects = useAll('project', { active: true }).data
  if (priorities === undefined || projects === undefined) return null
  const usual = priorities.find(({ isdefault }) => isdefault) ?? priorities[0]
  const [only] = projects.length === 1 ? projects : []
  if (request !== undefined) {
    return formValues(requestLayout, request, { priorityid: request.priorityid ?? usual?.id ?? null })
  }
  const given = { projectid: only?.id ?? null, priorityid: usual?.id ?? null, datedue: addDays(today, defaultDays) }
  return formValues(requestLayout, null, given)
}

export function RequestDialog({ request, onClose }: DialogProps) {
  const start = useInitialValues(request)
  return start === null ? null : <RequestForm request={request} start={start} onClose={onClose} />
}

interface RequestFormProps extends Closable {
  readonly request: RequestRecord | undefined
  readonly start: Values
}

function RequestForm({ request: current, start, onClose }: RequestFormProps) {
  const request = useOpenedRecord(current)
  const messages = useRequestsMessages()
  const parts = useMessages().parts
  const portal = usePortal()
  const { personid } = useSession()
  const navigate = useNavigate()
  const notify = useRequestNotification()
  const create = useCreate('request')
  const update = useUpdate('request')
  const uploads = useUploads()
  const [files, setFiles] = useState<readonly File[]>([])
  const form = useForm(start, async (values) => {
    const fields: Omit<RequestNew, 'personid'> = requestFields(requestLayout, values)
    if (request !== undefined) {
      await update.mutateAsync({ id: request.id, fields, ifMatch: request })
      showToast(messages.saved)
      onClose()
      return
    }
    const made = await create.mutateAsync({ fields: { ...fields, personid }, notify })
    const arrived = await uploads.add(files, { queueid: made.id })
    showToast(arrived === files.length ? messages.sent : messages.filesFailed)
    void navigate({ to: '/requests/$id', params: { id: String(made.id) } })
  })
  const title = request !== undefined ? messages.edit : portal ? messages.newForClient : messages.new
  return (
    <FormDialog
      form={form}
      title={title}
      onClose={onClose}
      dirty={form.changed || files.length > 0}
      aside
      label={title}
      submit={request === undefined ? messages.send : parts.save}
    >
      {request === undefined && <p className={styles.none}>{messages.newText}</p>}
      <Fields form={form} />
      {request === undefined && <RequestFiles files={files} onFiles={setFiles} sending={uploads} />}
    </FormDialog>
  )
}

function Fields({ form }: { readonly form: FormState<Values> }) {
  const messages = useRequestsMessages()
  const projects = useAll('project', { active: true }).data
  const priorities = useAll('taskpriority', { active: true }).data
  return (
    <FormFields
      layout={requestLayout}
      form={form}
      own={{
        projectid: (control) => <ProjectField {...control} projects={projects} none={messages.noProject} />,
        priorityid: (control) => (
          <ChoiceField
            {...control}
            options={priorities?.map(({ id, name, color }) => ({ id, name, color }))}
            create={{ target: 'taskpriority' }}
          />
        ),
      }}
    />
  )
}

interface FilesProps {
  readonly files: readonly File[]
  readonly onFiles: (files: readonly File[]) => void
  readonly sending: ReturnType<typeof useUploads>
}

/** Files are uploaded when the request exists that they belong to. */
function RequestFiles({ files, onFiles, sending }: FilesProps) {
  const messages = useRequestsMessages()
  const may = useMay()
  if (!may('document', 'create')) return null
  const waiting = sending.list.length === 0
  return (
    <>
      <DropUpload
        hint={messages.filesLater}
        uploads={sending.list}
        onFiles={(more) => onFiles([...files, ...more])}
        onDismiss={sending.dismiss}
        onRetry={sending.retry}
      />
      {waiting && files.length > 0 && (
        <ul className={styles.chosen} aria-label={messages.files}>
          {files.map((file) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`}>
              <span>{file.name}</span>
              <IconButton
                icon={X}
                label={messages.removeFile(file.name)}
                onPress={() => onFiles(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
