// Notifications of the caller: what happened to records that concern them. They are written with the change, together
// with its mails (mail/write-mails.ts). A notification has no text of its own: its title is that of the record, for
// whoever still sees the record, so there is no second rule about visibility.
import { allRoles, executiveOnly, me, type Role, type Viewer } from '../define/actor.ts'
import { computed, computedText, fullName, stored } from '../define/fields.ts'
import { flagFilter, isChoice } from '../define/filters.ts'
import { isVisibleRecord } from '../define/joins.ts'
import { datetime, flag, plainText, recordId } from '../define/kinds.ts'
import { defineResource, type Resource, type UpdateAction } from '../define/resource.ts'
import { accountSlot, anyCondition, type Fragment, joinFragments, slot, sql, sqlName, statement } from '../io/sql.ts'
import { notificationKinds } from '../mail/mail-kinds.ts'
import { client } from './client.ts'
import { estimate } from './estimate.ts'
import { invoice } from './invoice.ts'
import { milestone } from './milestone.ts'
import { milestonenote } from './milestonenote.ts'
import { person } from './person.ts'
import { project } from './project.ts'
import { projectnote } from './projectnote.ts'
import { recurringinvoice } from './recurringinvoice.ts'
import { request } from './request.ts'
import { requestnote } from './requestnote.ts'
import { task } from './task.ts'
import { tasknote } from './tasknote.ts'
import { timesheet } from './timesheet.ts'

/** A resource that notifications are about, with the SQL of its title. */
interface Subject {
  readonly resource: Resource
  readonly title: Fragment
  /** The resource to open instead, with the column that names its record: a note is read where it was written. */
  readonly parent?: { readonly resource: Resource; readonly column: string }
}

const subjects: readonly Subject[] = [
  { resource: task, title: sql`task.title` },
  { resource: tasknote, title: sql`task.title`, parent: { resource: task, column: 'taskid' } },
  { resource: milestone, title: sql`milestone.title` },
  { resource: milestonenote, title: sql`milestone.title`, parent: { resource: milestone, column: 'milestoneid' } },
  { resource: project, title: sql`project.name` },
  { resource: projectnote, title: sql`projectnote.title`, parent: { resource: project, column: 'projectid' } },
  { resource: request, title: sql`request.title` },
  { resource: requestnote, title: sql`request.title`, parent: { resource: request, column: 'requestid' } },
  { resource: timesheet, title: sql`timesheet.weekstart` },
  { resource: client, title: sql`client.name` },
  { resource: person, title: fullName('person') },
  { resource: recurringinvoice, title: sql`recurringinvoice.title` },
  { resource: estimate, title: sql`estimate.title` },
  { resource: invoice, title: sql`invoice.title` },
]

const mayRead = ({ access }: Resource, role: Role): boolean => (access.read ?? access.list ?? []).includes(role)

function visibleNotification(viewer: Viewer): Fragment {
  const ofSeenRecords = subjects
    .filter(({ resource }) => mayRead(resource, viewer.role))
    .map(
      ({ resource }) => sql`notification.resource = ${sql.lit(resource.name)}
        and ${isVisibleRecord(resource, viewer, sql`notification.recordid`)}`,
    )
  return sql`notification.personid = ${me} and notification.inapp = 't' and ${anyCondition(ofSeenRecords)}`
}

/** A value of the record, which the caller sees because the notification is visible. */
function ofRecord(value: (subject: Subject) => Fragment | null): Fragment {
  const cases = subjects.flatMap((subject) => {
    const { resource, parent } = subject
    const selected = value(subject)
    if (selected === null) return []
    const table = sqlName(resource.table)
    const joined =
      parent === undefined
        ? sql``
        : sql` join ${sqlName(parent.resource.table)} on ${sqlName(parent.resource.table)}.accountid = ${table}.accountid
            and ${sqlName(parent.resource.table)}.id = ${table}.${sqlName(parent.column)}`
    return [
      sql`when ${sql.lit(resource.name)} then (select ${selected} from ${table}${joined}
        where ${table}.accountid = ${accountSlot} and ${table}.id = notification.recordid)`,
    ]
  })
  return sql`case notification.resource ${joinFragments(cases, ' ')} end`
}

const parentId = ({ resource, parent }: Subject): Fragment | null =>
  parent === undefined ? null : sql`${sqlName(resource.table)}.${sqlName(parent.column)}`

const markRead = statement(sql`update notification set read = 't' where accountid = ${accountSlot}
  and personid = ${slot('personid')} and read = 'f' and id <= ${slot('id')}`)

/** Only older ones, so that nothing is marked that arrived after the caller read the list. */
const readAll: UpdateAction = {
  doc: 'Marks this notification and all older ones as read.',
  roles: allRoles,
  run: ({ tx, actor, id }) => tx.run('notification', markRead, { personid: actor.personid, id }),
}

export const notification = defineResource('notification', {
  doc: 'What happened to records that concern the caller. Everybody sees only their own, about records that they see.',
  access: { list: allRoles, read: allRoles, update: allRoles, delete: allRoles },
  extensionOperations: ['list', 'read', 'update', 'delete'],
  joins: { actor: ['person', 'notification.actorid'] },
  recorded: false,
  // Somebody else's notification is about a record that the caller may not see.
  live: false,
  visible: visibleNotification,
  fields: {
    kind: stored(plainText(), { readOnly: true, doc: `What happened: ${notificationKinds.join(', ')}` }),
    resource: stored(plainText(), { readOnly: true, doc: 'The resource of the record' }),
    recordid: stored(recordId, { readOnly: true, required: true, doc: 'The id of the record' }),
    parentid: computed(recordId, ofRecord(parentId), {
      doc: 'Of a note: the task, milestone, project or request that it belongs to',
    }),
    title: computedText(
      ofRecord(({ title }) => title),
      { nullable: false, doc: 'The title of the record, of a note that of its task, milestone or request' },
    ),
    actorid: stored(recordId, {
      readOnly: true,
      target: 'person',
      hideFrom: executiveOnly,
      doc: 'Who did it; null for the server itself, or someone who was not signed in',
    }),
    actor: computedText(fullName('actor'), { hideFrom: executiveOnly }),
    date: stored(datetime, { readOnly: true, required: true }),
    read: stored(flag, { default: 'f', doc: 'Whether the caller has read it' }),
  },
  filters: {
    unread: flagFilter(
      'Only those that are not read, or only those that are',
      () => sql`notification.read = 'f'`,
      () => sql`notification.read = 't'`,
    ),
    kind: isChoice('kind', notificationKinds, 'Of this kind'),
  },
  defaultSort: { field: 'id', descending: true },
  actions: { readall: readAll },
})
