// The mails about milestones to their owners: one was added, or changed.
// Comments on milestones are in `note-mails.ts`.
import { type Notification, toIds } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { changedRows, eventSentence, quoteHtml, recordTitle, visibleRows } from './mail-text.ts'
import { type MailContent, type Recipient, tellPeople } from './write-mails.ts'

const labels = { project: 'Project', client: 'Client', datedue: 'Due date', owners: 'Owners' }

export const milestoneOwnerReason = 'you own this milestone'

export const milestoneSubject = (localid: unknown, title: unknown): string => `Milestone ${localid}: ${title}`

const yesOrNo = (flag: string): string => (flag === 't' ? 'yes' : 'no')

function createdMilestoneMail(reader: Recipient): MailContent {
  const { record } = reader
  return {
    subject: milestoneSubject(record.localid, record.title),
    blocks: [
      eventSentence(reader, 'added', recordTitle('milestone', record.localid, record.title), 'added'),
      ...visibleRows(record, labels),
      ...quoteHtml(record.description),
    ],
    because: milestoneOwnerReason,
  }
}

function changedMilestoneMail({ changedFields }: Notification, reader: Recipient): MailContent | null {
  const { record } = reader
  const rows = changedRows(record, changedFields, { description: textOfHtml, complete: yesOrNo })
  if (rows === null) return null
  return {
    subject: milestoneSubject(record.localid, record.title),
    blocks: [eventSentence(reader, 'updated', recordTitle('milestone', record.localid, record.title), 'updated'), rows],
    because: milestoneOwnerReason,
  }
}

export async function notifyMilestone(notification: Notification): Promise<void> {
  const { id, previous, current } = notification
  await tellPeople(notification, {
    kind: 'milestone',
    to: toIds(current.ownerid),
    about: { resource: 'milestone', id },
    mayBeEmpty: previous !== null,
    write: (reader) => (previous === null ? createdMilestoneMail(reader) : changedMilestoneMail(notification, reader)),
  })
}
