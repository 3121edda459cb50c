// The page of a request: its description, its fields, its files and comments, and the dialogs that accept, change and
// delete it. Clients attach files until it is accepted.

import type { RequestRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useToday } from '../../api/formats.ts'
import { can } from '../../api/permissions.ts'
import { useAll } from '../../api/records.ts'
import { useShortcutKeys } from '../../frame/shortcuts.ts'
import { useLabels } from '../../messages/labels.ts'
import { useRequestsMessages } from '../../messages/requests.ts'
import { Badge, Person } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { DetailFields } from '../../parts/detail-fields.tsx'
import type { Closable } from '../../parts/dialog.tsx'
import { Dot } from '../../parts/dot.tsx'
import { EditButton } from '../../parts/edit-button.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { RecordLink } from '../../parts/record-link.tsx'
import { StoredHtml } from '../../parts/stored-html.tsx'
import { DeleteMenu } from '../../records/delete-menu.tsx'
import { DeletePageDialog } from '../../records/delete-record.tsx'
import { DocumentList } from '../../records/documents/document-list.tsx'
import { RecordHistory } from '../../records/history/record-history.tsx'
import { recordScreen } from '../../records/record-page.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { RequestComments } from './request-comments.tsx'
import { RequestDialog } from './request-form.tsx'
import { requestLayout } from './request-layout.ts'
import styles from './requests.module.css'

export const RequestScreen = recordScreen(
  'request',
  () => useRequestsMessages().columns.title,
  (request) => <RequestPage key={request.id} request={request} />,
)

interface RequestProps {
  readonly request: RequestRecord
}

function RequestPage({ request }: RequestProps) {
  const messages = useRequestsMessages()
  const labels = useLabels().request
  return (
    <Page
      title={request.title}
      above={<Link to="/requests">{messages.title}</Link>}
      beside={
        <Badge tone={request.accepted ? 'good' : 'warn'}>
          {request.accepted ? messages.accepted : messages.waiting}
        </Badge>
      }
      actions={<Actions request={request} />}
    >
      <div className={styles.sections}>
        {request.accepted && <AcceptedTaskLink request={request} />}
        <Section title={labels.description}>
          {request.description === '' ? (
            <p className={styles.none}>{messages.noDescription}</p>
          ) : (
            <StoredHtml html={request.description} />
          )}
        </Section>
        <RequestDetails request={request} />
        <DocumentList parent={{ queueid: request.id }} title={messages.files} ofTask={request.accepted} />
        <RequestComments requestid={request.id} />
        <RecordHistory resource="request" id={request.id} />
      </div>
    </Page>
  )
}

function AcceptedTaskLink({ request: { taskid, tasklocalid } }: RequestProps) {
  const messages = useRequestsMessages()
  return (
    <p className={styles.became}>
      {tasklocalid === null ? messages.becameHidden : messages.becameTask(tasklocalid)}
      {taskid !== null && <RecordLink to="/tasks/$id" id={taskid} text={messages.openTask} />}
    </p>
  )
}

function RequestDetails({ request }: RequestProps) {
  const messages = useRequestsMessages()
  const formats = useFormats()
  const today = useToday()
  const priority = useAll('taskpriority').data?.find(({ id }) => id === request.priorityid)
  const { person, email, datedue, projectid, project, accepted } = request
  return (
    <Section title={messages.about}>
      <DetailFields
        layout={requestLayout}
        record={request}
        own={{
          person:
            email === null ? (
              <Person name={person} />
            ) : (
              <a href={`mailto:${email}`} title={email}>
                <Person name={person} />
              </a>
            ),
          datedue: datedue !== null && (
            <time className={styles.due} data-late={!accepted && datedue < today}>
              {formats.day(datedue)}
            </time>
          ),
          projectid:
            projectid === null ? messages.noProject : <RecordLink to="/projects/$id" id={projectid} text={project} />,
          priorityid: priority && (
            <span className={styles.titleLine}>
              <Dot color={priority.color} />
              {priority.name}
            </span>
          ),
        }}
      />
    </Section>
  )
}

function Actions({ request }: RequestProps) {
  const messages = useRequestsMessages()
  const [open, setOpen] = useState<'accept' | 'edit' | 'delete' | null>(null)
  const writes = can(request, 'update')
  const accepts = can(request, 'accept')
  useShortcutKeys([
    ...(accepts ? [{ keys: 'a', name: messages.accept, run: () => setOpen('accept') }] : []),
    ...(writes ? [{ keys: 'e', name: messages.edit, run: () => setOpen('edit') }] : []),
  ])
  const close = (): void => setOpen(null)
  return (
    <>
      {accepts && (
        <Button look="strong" icon={Check} onPress={() => setOpen('accept')}>
          {messages.accept}
        </Button>
      )}
      {writes && <EditButton onPress={() => setOpen('edit')} />}
      {writes && <DeleteMenu name={messages.decline} onPress={() => setOpen('delete')} />}
      {open === 'accept' && <AcceptDialog request={request} onClose={close} />}
      {open === 'edit' && <RequestDialog request={request} onClose={close} />}
      {open === 'delete' && <DeleteRequest request={request} onClose={close} />}
    </>
  )
}

function DeleteRequest({ request: { id, title }, onClose }: RequestProps & Closable) {
  const messages = useRequestsMessages()
  const { declineTitle, decline: action } = messages
  const question = { title: declineTitle, action, text: messages.declineText(title), deleted: messages.declined(title) }
  return <DeletePageDialog resource="request" id={id} question={question} onClose={onClose} to="/requests" />
}
