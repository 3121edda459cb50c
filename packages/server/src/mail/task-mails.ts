// The mails about tasks: to those who are newly put on one, and to those already on it when it changes. Who is on a task
// owns it, is assigned to it or follows it.
import { type Notification, type StoredRecord, toIds } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { changedRows, eventSentence, quoteHtml, recordTitle, visibleRows } from './mail-text.ts'
import { type MailContent, type Recipient, writeMails } from './write-mails.ts'

/** How somebody is on a task: the field, what putting them there is called, and why they get its mails. */
export const taskRelations = [
  { field: 'assigneeid', made: 'an assignee', because: 'you are assigned to this task' },
  { field: 'ownerid', made: 'an owner', because: 'you own this task' },
  { field: 'followerid', made: 'a follower', because: 'you follow this task' },
] as const

const personIdsIn = (record: StoredRecord | null, field: string): number[] => toIds(record?.[field])

const relationOf = (record: StoredRecord, personid: number) =>
  taskRelations.find(({ field }) => personIdsIn(record, field).includes(personid)) ?? taskRelations[2]

const labels = {
  project: 'Project',
  client: 'Client',
  module: 'Module',
  milestone: 'Milestone',
  status: 'Status',
  severity: 'Priority',
  dateopen: 'Start date',
  datedue: 'Due date',
  assignees: 'Assignees',
  owners: 'Owners',
  followers: 'Followers',
}

export const taskSubject = (localid: unknown, title: unknown): string => `Task ${localid}: ${title}`

function assignedMail({ previous, current }: Notification, reader: Recipient): MailContent {
  const { record, personid, who, at } = reader
  const place = taskRelations.find(
    ({ field }) => personIdsIn(current, field).includes(personid) && !personIdsIn(previous, field).includes(personid),
  )
  const { made, because } = place ?? relationOf(current, personid)
  const task = recordTitle('task', record.localid, record.title)
  return {
    subject: taskSubject(record.localid, record.title),
    blocks: [
      who === null ? `You became ${made} of ${task} on ${at}.` : `${who} made you ${made} of ${task} on ${at}.`,
      ...visibleRows(record, labels),
      ...quoteHtml(record.summary),
    ],
    because,
  }
}

function changedTaskMail({ current, changedFields }: Notification, reader: Recipient): MailContent | null {
  const { record, personid } = reader
  const rows = changedRows(record, changedFields, { summary: textOfHtml })
  if (rows === null) return null
  return {
    subject: taskSubject(record.localid, record.title),
    blocks: [eventSentence(reader, 'changed', recordTitle('task', record.localid, record.title), 'changed'), rows],
    because: relationOf(current, personid).because,
  }
}

export async function notifyTask(told: Notification): Promise<void> {
  const { id, previous, current } = told
  const about = { resource: 'task', id }
  const all = taskRelations.flatMap(({ field }) => personIdsIn(current, field))
  const added = taskRelations.flatMap(({ field }) =>
    personIdsIn(current, field).filter((person) => !personIdsIn(previous, field).includes(person)),
  )
  await writeMails(told, { kind: 'taskassigned', to: added, about, write: (reader) => assignedMail(told, reader) })
  if (previous === null) return
  const to = all.filter((person) => !added.includes(person))
  await writeMails(told, { kind: 'taskchanged', to, about, write: (reader) => changedTaskMail(told, reader) })
}
