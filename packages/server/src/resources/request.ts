// A work request: work that somebody asks for. It waits in the queue until it is accepted and becomes a task. Accepted
// ones stay in the list with the id of their task; the filter `accepted=f` lists the open ones.
import { allRoles, type Viewer } from '../define/actor.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { equalsId, isFlag } from '../define/filters.ts'
import { date, datetime, flag, html, integer, plainText, recordId } from '../define/kinds.ts'
import { defineResource } from '../define/resource.ts'
import { type Fragment, sql, sqlName } from '../io/sql.ts'
import { addDays } from '../kit/calendar.ts'
import { firstEmail } from '../mail/email-contact.ts'
import { notifyRequestReceived } from '../mail/request-mails.ts'
import { contactsVisible } from './person.ts'
import { acceptRequest, notAccepted } from './request-accept.ts'
import { enforceRequestRules, ownRequest, visibleRequest } from './request-rules.ts'
import { task } from './task.ts'

const defaultDueDays = 7

const taskOfRequest = (what: Fragment): Fragment =>
  sql`select ${what} from task where task.accountid = request.accountid and task.queueid = request.id`

/** A column of the request's task, only for viewers who see that task (T-05). */
const visibleTaskColumn =
  (column: string) =>
  (viewer: Viewer): Fragment =>
    sql`(${taskOfRequest(sqlName(`task.${column}`))} and ${task.visible(viewer) ?? sql`1 = 1`})`

export const request = defineResource('request', {
  doc: 'Work requests: the queue that can become tasks.',
  access: { list: allRoles, read: allRoles, create: allRoles, update: allRoles, delete: allRoles },
  actions: { accept: acceptRequest },
  joins: {
    project: 'request.projectid',
    client: 'project.clientid',
    person: 'request.personid',
    taskpriority: 'request.priorityid',
  },
  visible: visibleRequest,
  allowed: { update: [ownRequest('edit')], delete: [ownRequest('delete')], accept: [notAccepted] },
  fields: {
    title: stored(plainText(255), { required: true }),
    description: stored(html),
    date: stored(datetime, { readOnly: true, default: (actor) => actor.now, doc: 'When it was submitted' }),
    datedue: stored(date, {
      nullable: true,
      default: (actor) => addDays(actor.today, defaultDueDays),
      doc: 'A week from today unless another day is named, or none by a blank',
    }),
    personid: ref('person', { required: true, doc: 'Who asks for it; only Administrators can name someone else' }),
    person: computedText(fullName('person'), { nullable: false }),
    email: computedText((viewer) => sql`case when ${contactsVisible(viewer)} then ${firstEmail} end`, {
      doc: 'Email of who asks for it, unless that person is private',
    }),
    projectid: ref('project'),
    project: computedText(sqlName('project.name')),
    clientid: computed(recordId, sqlName('project.clientid'), { target: 'client' }),
    client: computedText(sqlName('client.name')),
    priorityid: ref('taskpriority', { required: true }),
    priority: computed(integer, sqlName('taskpriority.priority'), { doc: 'Rank of the priority, as in a task' }),
    accepted: computed(flag, sql`case when exists (${taskOfRequest(sql`1`)}) then 't' else 'f' end`, {
      extension: true,
      nullable: false,
      doc: 'Whether it has become a task',
    }),
    taskid: computed(recordId, visibleTaskColumn('id'), {
      target: 'task',
      extension: true,
      doc: 'The task it has become',
    }),
    tasklocalid: computed(integer, visibleTaskColumn('localid'), { extension: true, doc: 'The number of that task' }),
  },
  filters: {
    priorityid: equalsId('priorityid', 'Requests with the priority'),
    personid: equalsId('personid', 'Submitted by the person'),
    projectid: equalsId('projectid', 'Requests of the project'),
    accepted: isFlag('accepted', 'Accepted requests, or open ones', { extension: true }),
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
  before: enforceRequestRules,
  notify: notifyRequestReceived,
})
