// The mails about tasks: to those who are newly put on one, and to those already on it when it changes. Who is on a task
// owns it, is assigned to it or follows it.
import { idsOf, type StoredRecord, type Told } from '../define/resource.ts'
import { textOfHtml } from '../kit/html-text.ts'
import { type Reader, type Words, writeMails } from './mail.ts'
import { changedRows, named, quoted, sentence, shownRows } from './mail-words.ts'

/** How somebody is on a task: the field, what putting them there is called, and why they get its mails. */
export const placesOnTask = [
  { field: 'assigneeid', made: 'an assignee', because: 'you are assigned to this task' },
  { field: 'ownerid', made: 'an owner', because: 'you own this task' },
  { field: 'followerid', made: 'a follower', because: 'you follow this task' },
] as const

const on = (record: StoredRecord | null, field: string): number[] => idsOf(record?.[field])

const placeOf = (record: StoredRecord, personid: number) =>
  placesOnTask.find(({ field }) => on(record, field).includes(personid)) ?? placesOnTask[2]

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

export const subjectOfTask = (localid: unknown, title: unknown): string => `Task ${localid}: ${title}`

function assigned({ was, now }: Told, reader: Reader): Words {
  const { record, personid, who, at } = reader
  const place = placesOnTask.find(
    ({ field }) => on(now, field).includes(personid) && !on(was, field).includes(personid),
  )
  const { made, because } = place ?? placeOf(now, personid)
  const task = named('task', record.localid, record.title)
  return {
    subject: subjectOfTask(record.localid, record.title),
    blocks: [
      who === null ? `You became ${made} of ${task} on ${at}.` : `${who} made you ${made} of ${task} on ${at}.`,
      ...shownRows(record, labels),
      ...quoted(record.summary),
    ],
    because,
  }
}

function changedTask({ now, changed }: Told, reader: Reader): Words | null {
  const { record, personid } = reader
  const rows = changedRows(record, changed, { summary: textOfHtml })
  if (rows === null) return null
  return {
    subject: subjectOfTask(record.localid, record.title),
    blocks: [sentence(reader, 'changed', named('task', record.localid, record.title), 'changed'), rows],
    because: placeOf(now, personid).because,
  }
}

export async function tellOfTask(told: Told): Promise<void> {
  const { id, was, now } = told
  const about = { resource: 'task', id }
  const all = placesOnTask.flatMap(({ field }) => on(now, field))
  const added = placesOnTask.flatMap(({ field }) => on(now, field).filter((person) => !on(was, field).includes(person)))
  await writeMails(told, { kind: 'taskassigned', to: added, about, write: (reader) => assigned(told, reader) })
  if (was === null) return
  const to = all.filter((person) => !added.includes(person))
  await writeMails(told, { kind: 'taskchanged', to, about, write: (reader) => changedTask(told, reader) })
}
