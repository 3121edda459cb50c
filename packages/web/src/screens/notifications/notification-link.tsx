// The title of a notification as a link to its record. A note is opened where it was written, a week in the timesheet
// of its owner or in the approvals.
import { isoDate, type NotificationRecord } from '@stint/sdk'
import { Link } from '@tanstack/react-router'
import type { MouseEventHandler } from 'react'
import { useFormats } from '../../api/formats.ts'
import { useNotificationMessages } from '../../messages/notifications.ts'

const targets = {
  task: '/tasks/$id',
  tasknote: '/tasks/$id',
  milestone: '/milestones/$id',
  milestonenote: '/milestones/$id',
  project: '/projects/$id',
  projectnote: '/projects/$id',
  request: '/requests/$id',
  requestnote: '/requests/$id',
  client: '/clients/$id',
  person: '/people/$id',
  recurringinvoice: '/recurring/$id',
  estimate: '/estimates/$id',
  invoice: '/invoices/$id',
} as const

const isTarget = (resource: string): resource is keyof typeof targets => resource in targets

/** A week is known by its first day. */
export function useNotificationTitle(): (one: NotificationRecord) => string {
  const messages = useNotificationMessages()
  const formats = useFormats()
  return ({ resource, title }) => (resource === 'timesheet' ? messages.weekOf(formats.day(isoDate(title))) : title)
}

interface NotificationLinkProps {
  readonly notification: NotificationRecord
  readonly className: string | undefined
  readonly onClick: MouseEventHandler
}

export function NotificationLink({ notification, className = '', onClick }: NotificationLinkProps) {
  const text = useNotificationTitle()(notification)
  const { resource, recordid, parentid, kind, title } = notification
  if (isTarget(resource))
    return (
      <Link
        to={targets[resource]}
        params={{ id: String(parentid ?? recordid) }}
        className={className}
        onClick={onClick}
      >
        {text}
      </Link>
    )
  if (kind === 'timesheetsubmitted')
    return (
      <Link to="/approvals" className={className} onClick={onClick}>
        {text}
      </Link>
    )
  return (
    <Link to="/timesheet" search={{ week: isoDate(title) }} className={className} onClick={onClick}>
      {text}
    </Link>
  )
}
