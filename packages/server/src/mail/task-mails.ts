// The mails about tasks: to people who become owner, assignee or follower of a task, and to those who already are when
// the task changes.
import { type Change, type Notification, type StoredRecord, toIds } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { changedRows, eventSentence, quoteHtml, recordTitle, visibleRows } from './mail-text.ts'
import { type MailContent, type Recipient, tellPeople } from './write-mails.ts'

/** The relations of a person to a task: the field, how a mail says that it is new, and the reason for getting mails. */
export const taskRelations = [
  {
    field: 'assigneeid',
    given: 'assigned you to',
    gained: 'You were assigned to',
    because: 'you are assigned to this task',
  },
  {
    field: 'ownerid',
    given: 'made you an owner of',
    gained: 'You were made an owner of',
    because: 'you own this task',
  },
  {
    field: 'followerid',
    given: 'added you as a follower of',
    gained: 'You were added as a follower of',
    because: 'you follow this task',
  },
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
  const newRelation = taskRelations.find(
    ({ field }) => personIdsIn(current, field).includes(personid) && !personIdsIn(previous, field).includes(personid),
  )
  const { given, gained, because } = newRelation ?? relationOf(current, personid)
  const task = recordTitle('task', record.localid, record.title)
  return {
    subject: taskSubject(record.localid, record.title),
    blocks: [
      who === null ? `${gained} ${task} on ${at}.` : `${who} ${given} ${task} on ${at}.`,
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
    blocks: [eventSentence(reader, 'updated', recordTitle('task', record.localid, record.title), 'updated'), rows],
    because: relationOf(current, personid).because,
  }
}

export async function notifyTask(notification: Notification): Promise<void> {
  const { id, previous, current } = notification
  const about = { resource: 'task', id }
  const all = taskRelations.flatMap(({ field }) => personIdsIn(current, field))
  const added = taskRelations.flatMap(({ field }) =>
    personIdsIn(current, field).filter((person) => !personIdsIn(previous, field).includes(person)),
  )
  await tellPeople(notification, {
    kind: 'taskassigned',
    to: added,
    about,
    write: (reader) => assignedMail(notification, reader),
  })
  if (previous === null) return
  const to = all.filter((person) => !added.includes(person))
  await tellPeople(notification, {
    kind: 'taskchanged',
    to,
    about,
    mayBeEmpty: true,
    write: (reader) => changedTaskMail(notification, reader),
  })
}

/** True for a new task on which there is nobody but the actor. */
export const isOwnTask = ({ actor, values }: Change): boolean =>
  taskRelations.every(({ field }) => toIds(values[field]).every((person) => person === actor.personid))
