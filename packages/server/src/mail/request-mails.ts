// The mails about work requests: a new request is mailed to the managers of its project, or without a project to the
// people on the mail-queue list, or if there are none, to the Administrators, so that every request reaches somebody.
// The person who submitted it gets a mail when it is accepted.

import type { Mailer } from '../define/mailer.ts'
import type { Notification, Removal } from '../define/resource.ts'
import type { ReadTransaction } from '../io/database.ts'
import { quoteHtml, recordTitle, visibleRows } from './mail-text.ts'
import { administratorIds, mailQueueIds, projectManagerIds } from './recipients.ts'
import { tellPeople } from './write-mails.ts'

/** Those who handle the requests of a project, or those without one. */
export async function requestRecipients(tx: ReadTransaction, projectid: unknown): Promise<number[]> {
  const recipients = projectid === null ? await mailQueueIds(tx) : await projectManagerIds(tx, Number(projectid))
  return recipients.length > 0 ? recipients : administratorIds(tx)
}

const labels = { project: 'Project', client: 'Client', person: 'Requested by', datedue: 'Due date' }

export async function notifyRequestReceived(notification: Notification): Promise<void> {
  const { tx, id, previous, current } = notification
  if (previous !== null) return
  await tellPeople(notification, {
    kind: 'requestreceived',
    to: await requestRecipients(tx, current.projectid),
    about: { resource: 'request', id },
    write: ({ record, at }) => ({
      subject: `New request: ${record.title}`,
      blocks: [
        `${recordTitle('A new request', undefined, record.title)} was received on ${at}.`,
        ...visibleRows(record, labels),
        ...quoteHtml(record.description),
      ],
      because:
        current.projectid === null ? 'you handle requests without a project' : 'you handle requests for this project',
    }),
  })
}

export async function notifyRequestAccepted(context: Removal & { readonly mailer: Mailer }): Promise<void> {
  const { id, previous } = context
  await tellPeople(context, {
    kind: 'requestaccepted',
    to: [Number(previous.personid)],
    about: { resource: 'request', id },
    write: ({ record, at }) => ({
      subject: `Request accepted: ${record.title}`,
      blocks: [
        `Your request "${record.title}" was accepted on ${at}.`,
        ...visibleRows(record, { project: 'Project', tasklocalid: 'Task' }),
      ],
      because: 'you sent this request',
    }),
  })
}
