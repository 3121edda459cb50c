// The mails about notes that people write: to those on a task, to the owners of a milestone, to the managers of a project.
// Automatic notes are not mailed: what they tell of is mailed itself. The text of a secure note never leaves by mail.
import type { Told } from '../define/resource.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { type Reader, type Words, writeMails } from './mail.ts'
import { ownsMilestone, subjectOfMilestone } from './mail-milestone.ts'
import { managersOf } from './mail-readers.ts'
import { placesOnTask, subjectOfTask } from './mail-task.ts'
import { named, quoted, sentence } from './mail-words.ts'

const peopleOnTask = statement(sql`select 'assigneeid', link.personid from taskassignee link
    where link.accountid = ${account} and link.taskid = ${slot('id')}
  union all select 'ownerid', link.personid from taskowner link
    where link.accountid = ${account} and link.taskid = ${slot('id')}
  union all select 'followerid', link.personid from taskfollower link
    where link.accountid = ${account} and link.taskid = ${slot('id')}`)

export async function tellOfTaskNote(told: Told): Promise<void> {
  const { tx, id, was, now } = told
  if (was !== null) return
  const taskid = Number(now.taskid)
  const people = (await tx.all(peopleOnTask, { id: taskid })).map(([field, person]) => ({ field, id: Number(person) }))
  const becauseOf = (personid: number): string => {
    const theirs = people.filter((person) => person.id === personid)
    return placesOnTask.find(({ field }) => theirs.some((place) => place.field === field))?.because ?? ''
  }
  await writeMails(told, {
    kind: 'taskcommented',
    to: people.map((person) => person.id),
    about: { resource: 'tasknote', id },
    write: async (reader) => {
      const task = await reader.read('task', taskid)
      if (task === null) return null
      return {
        subject: subjectOfTask(task.localid, task.title),
        blocks: comment(reader, named('task', task.localid, task.title)),
        because: becauseOf(reader.personid),
        path: `task/${taskid}/`,
      }
    },
  })
}

const ownersOfMilestone = statement(sql`select link.personid from milestoneowner link
  where link.accountid = ${account} and link.milestoneid = ${slot('id')}`)

export async function tellOfMilestoneNote(told: Told): Promise<void> {
  const { tx, id, was, now } = told
  if (was !== null) return
  const milestoneid = Number(now.milestoneid)
  const owners = await tx.all(ownersOfMilestone, { id: milestoneid })
  await writeMails(told, {
    kind: 'milestone',
    to: owners.map(([person]) => Number(person)),
    about: { resource: 'milestonenote', id },
    write: async (reader) => {
      const milestone = await reader.read('milestone', milestoneid)
      if (milestone === null) return null
      return {
        subject: subjectOfMilestone(milestone.localid, milestone.title),
        blocks: comment(reader, named('milestone', milestone.localid, milestone.title)),
        because: ownsMilestone,
        path: `milestone/${milestoneid}/`,
      }
    },
  })
}

const comment = ({ who, at, record }: Reader, what: string): Words['blocks'] => [
  who === null ? `A comment was added to ${what} on ${at}.` : `${who} commented on ${what} on ${at}.`,
  ...quoted(record.note),
]

export async function tellOfProjectNote(told: Told): Promise<void> {
  const { tx, id, was, now } = told
  if (was !== null) return
  await writeMails(told, {
    kind: 'projectnote',
    to: await managersOf(tx, Number(now.projectid)),
    about: { resource: 'projectnote', id },
    write: (reader) => {
      const { project, title, note, secure } = reader.record
      const what = `${named('note', undefined, title)} to ${named('project', undefined, project)}`
      return {
        subject: `Note on ${project}: ${title}`,
        blocks: [
          sentence(reader, 'added', what, 'added'),
          ...(secure === 't' ? ['The note is secure: its text is not sent by mail.'] : quoted(note)),
        ],
        because: 'you manage this project',
      }
    },
  })
}
