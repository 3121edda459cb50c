// The mails about notes that people write: to the people on a task, the owners of a milestone, the managers of a
// project, who asked for a request and who handles it. Automatic notes are not mailed, because the change itself is.
// The text of a secure note is never mailed.
import type { Notification } from '../define/resource.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { eventSentence, quoteHtml, recordTitle } from './mail-text.ts'
import { milestoneOwnerReason, milestoneSubject } from './milestone-mails.ts'
import { projectManagerIds } from './recipients.ts'
import { requestRecipients } from './request-mails.ts'
import { taskRelations, taskSubject } from './task-mails.ts'
import { type MailContent, type Recipient, tellPeople } from './write-mails.ts'

const peopleOnTask = statement(sql`select 'assigneeid', link.personid from taskassignee link
    where link.accountid = ${accountSlot} and link.taskid = ${slot('id')}
  union all select 'ownerid', link.personid from taskowner link
    where link.accountid = ${accountSlot} and link.taskid = ${slot('id')}
  union all select 'followerid', link.personid from taskfollower link
    where link.accountid = ${accountSlot} and link.taskid = ${slot('id')}`)

export async function notifyTaskNote(notification: Notification): Promise<void> {
  const { tx, id, previous, current } = notification
  if (previous !== null) return
  const taskid = Number(current.taskid)
  const people = (await tx.all(peopleOnTask, { id: taskid })).map(([field, person]) => ({ field, id: Number(person) }))
  const becauseOf = (personid: number): string => {
    const links = people.filter((person) => person.id === personid)
    return taskRelations.find(({ field }) => links.some((link) => link.field === field))?.because ?? ''
  }
  await tellPeople(notification, {
    kind: 'taskcommented',
    to: people.map((person) => person.id),
    about: { resource: 'tasknote', id },
    write: async (reader) => {
      const task = await reader.read('task', taskid)
      if (task === null) return null
      return {
        subject: taskSubject(task.localid, task.title),
        blocks: commentBlocks(reader, recordTitle('task', task.localid, task.title)),
        because: becauseOf(reader.personid),
        path: `task/${taskid}/`,
      }
    },
  })
}

const ownersOfMilestone = statement(sql`select link.personid from milestoneowner link
  where link.accountid = ${accountSlot} and link.milestoneid = ${slot('id')}`)

export async function notifyMilestoneNote(notification: Notification): Promise<void> {
  const { tx, id, previous, current } = notification
  if (previous !== null) return
  const milestoneid = Number(current.milestoneid)
  const owners = await tx.all(ownersOfMilestone, { id: milestoneid })
  await tellPeople(notification, {
    kind: 'milestone',
    to: owners.map(([person]) => Number(person)),
    about: { resource: 'milestonenote', id },
    write: async (reader) => {
      const milestone = await reader.read('milestone', milestoneid)
      if (milestone === null) return null
      return {
        subject: milestoneSubject(milestone.localid, milestone.title),
        blocks: commentBlocks(reader, recordTitle('milestone', milestone.localid, milestone.title)),
        because: milestoneOwnerReason,
        path: `milestone/${milestoneid}/`,
      }
    },
  })
}

const placeOfRequest = statement(sql`select request.personid, request.projectid from request
  where request.accountid = ${accountSlot} and request.id = ${slot('id')}`)

export async function notifyRequestNote(notification: Notification): Promise<void> {
  const { tx, id, previous, current } = notification
  if (previous !== null) return
  const requestid = Number(current.requestid)
  const [asker, projectid = null] = (await tx.first(placeOfRequest, { id: requestid })) ?? []
  const handlers = await requestRecipients(tx, projectid)
  await tellPeople(notification, {
    kind: 'requestcommented',
    to: [...new Set([Number(asker), ...handlers])],
    about: { resource: 'requestnote', id },
    write: async (reader) => {
      const request = await reader.read('request', requestid)
      if (request === null) return null
      return {
        subject: `Request: ${request.title}`,
        blocks: commentBlocks(reader, recordTitle('request', undefined, request.title)),
        because: reader.personid === Number(asker) ? 'you sent this request' : 'you handle this request',
        path: `request/${requestid}/`,
      }
    },
  })
}

const commentBlocks = ({ who, at, record }: Recipient, what: string): MailContent['blocks'] => [
  who === null ? `A comment was added to ${what} on ${at}.` : `${who} commented on ${what} on ${at}.`,
  ...quoteHtml(record.note),
]

export async function notifyProjectNote(notification: Notification): Promise<void> {
  const { tx, id, previous, current } = notification
  if (previous !== null) return
  await tellPeople(notification, {
    kind: 'projectnote',
    to: await projectManagerIds(tx, Number(current.projectid)),
    about: { resource: 'projectnote', id },
    write: (reader) => {
      const { project, title, note, secure } = reader.record
      const what = `${recordTitle('note', undefined, title)} to ${recordTitle('project', undefined, project)}`
      return {
        subject: `Note on ${project}: ${title}`,
        blocks: [
          eventSentence(reader, 'added', what, 'added'),
          ...(secure === 't' ? ['This is a secure note. Its text is not sent by email.'] : quoteHtml(note)),
        ],
        because: 'you manage this project',
      }
    },
  })
}
