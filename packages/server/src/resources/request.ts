// A work request: something asked for, waiting in the queue until it is accepted and becomes a task. Accepted ones stay in
// the list with their task beside them; `accepted=f` asks for the open ones.
import { everyone, type Viewer } from '../define/actor.ts'
import { computed, fullName, label, ref, stored } from '../define/fields.ts'
import { isFlag, isId } from '../define/filters.ts'
import { date, datetime, flag, html, id, integer, text } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { type Fragment, name, sql } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { tellOfRequest } from './mail-request.ts'
import { contactsOpen } from './person.ts'
import { firstEmail } from './person-rules.ts'
import { accept } from './request-accept.ts'
import { keepRequestRules, permitRequestRemoval, visibleRequest } from './request-rules.ts'
import { task } from './task.ts'

const daysToDo = 7

const itsTask = (what: Fragment): Fragment =>
  sql`select ${what} from task where task.accountid = request.accountid and task.queueid = request.id`

/** Of its task, to those who may see that task themselves (T-05). */
const ofSeenTask =
  (column: string) =>
  (viewer: Viewer): Fragment =>
    sql`(${itsTask(name(`task.${column}`))} and ${task.visible(viewer) ?? sql`1 = 1`})`

export const request = defineResource('request', {
  doc: 'Work requests: the queue that can become tasks.',
  access: { list: everyone, read: everyone, create: everyone, update: everyone, delete: everyone },
  actions: { accept },
  joins: {
    project: 'request.projectid',
    client: 'project.clientid',
    person: 'request.personid',
    taskpriority: 'request.priorityid',
  },
  visible: visibleRequest,
  fields: {
    title: stored(text(255), { required: true }),
    description: stored(html),
    date: stored(datetime, { fixed: true, default: (actor) => actor.now, doc: 'When it was handed in' }),
    datedue: stored(date, {
      nullable: true,
      default: (actor) => addDays(actor.today, daysToDo),
      doc: 'A week from today unless another day is named, or none by a blank',
    }),
    personid: ref('person', { required: true, doc: 'Who asks for it; only Administrators may name somebody else' }),
    person: label(fullName('person'), { nullable: false }),
    email: label((viewer) => sql`case when ${contactsOpen(viewer)} then ${firstEmail} end`, {
      doc: 'E-mail of who asks for it, unless that person is private',
    }),
    projectid: ref('project'),
    project: label(name('project.name')),
    clientid: computed(id, name('project.clientid')),
    client: label(name('client.name')),
    priorityid: ref('taskpriority', { required: true }),
    priority: computed(integer, name('taskpriority.priority'), { doc: 'Rank of the priority, as in a task' }),
    accepted: computed(flag, sql`case when exists (${itsTask(sql`1`)}) then 't' else 'f' end`, {
      ours: true,
      nullable: false,
      doc: 'Whether it has become a task',
    }),
    taskid: computed(id, ofSeenTask('id'), { ours: true, doc: 'The task it has become' }),
    tasklocalid: computed(integer, ofSeenTask('localid'), { ours: true, doc: 'The number of that task' }),
  },
  filters: {
    priorityid: isId('priorityid', 'Requests with the priority'),
    personid: isId('personid', 'Handed in by the person'),
    projectid: isId('projectid', 'Requests of the project'),
    accepted: isFlag('accepted', 'Those that have become tasks, or those still waiting', { ours: true }),
  },
  sorts: {
    id: 'id',
    title: 'title',
    date: 'date',
    datedue: 'datedue',
    personid: 'personid',
    person: 'person',
    projectid: 'projectid',
    project: 'project',
    clientid: 'clientid',
    client: 'client',
    email: 'email',
    priorityid: 'priorityid',
    priority: 'priority',
  },
  before: keepRequestRules,
  tell: tellOfRequest,
  permitRemoval: permitRequestRemoval,
})
