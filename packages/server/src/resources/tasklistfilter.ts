// A saved filter of the task list. Each person has their own and may share them with everyone but Executives, who see
// only their own. Applying a filter gives the same result as sending its parameters. Writing filters is an extension of
// the reference (decision 48).
import { allRoles, me } from '../define/actor.ts'
import { forbidden } from '../define/api-error.ts'
import { computed, computedText, fullName, ref, savedQuery, stored } from '../define/fields.ts'
import { date, datetime, flag, integer, plainText, recordId } from '../define/kinds.ts'
import { defineResource, type RecordRule } from '../define/resource.ts'
import { sql } from '../io/sql.ts'

const notOwnerError = () => forbidden('personid: only its owner can change a saved filter')

/** Administrators also write only their own filters, because a filter is a personal choice of its owner. */
const byOwner: RecordRule = { where: () => sql`tasklistfilter.personid = ${me}`, error: notOwnerError }

export const tasklistfilter = defineResource('tasklistfilter', {
  noun: ['saved filter', 'saved filters'],
  doc: "Saved filters of the task list: one's own and those that others share; Executives see only their own.",
  access: { list: allRoles, read: allRoles, create: allRoles, update: allRoles, delete: allRoles },
  extensionOperations: ['create', 'update', 'delete'],
  joins: { person: 'tasklistfilter.personid' },
  visible: ({ role }) =>
    // A shared filter has the name of its owner, and ids of people and projects: nothing for a client (T-96).
    role === 'Executive'
      ? sql`tasklistfilter.personid = ${me}`
      : sql`tasklistfilter.personid = ${me} or tasklistfilter.shared = 't'`,
  allowed: { update: [byOwner], delete: [byOwner] },
  fields: {
    filtertypeid: computed(integer, sql`1`, { nullable: false, doc: 'Always 1: filters of the task list' }),
    personid: ref('person', { required: true, createOnly: true, doc: 'The owner: the caller' }),
    title: stored(plainText(255), { required: true }),
    subfilterid: computed(recordId, sql`null`, { target: 'tasklistfilter', doc: 'Always empty' }),
    shared: stored(flag, {
      default: 'f',
      doc: 'Whether everyone of the account except Executives may see and apply it',
    }),
    scheduled: stored(flag, { readOnly: true, default: 'f', doc: 'Whether it is mailed regularly' }),
    filtertype: computedText(sql`'tasks'`, { nullable: false }),
    person: computedText(fullName('person'), { nullable: false, doc: "The owner's name" }),
    datesent: stored(datetime, { readOnly: true, doc: 'When it was last mailed' }),
    params: savedQuery('task', {
      required: true,
      extension: true,
      doc: 'A query of the task list without limit and offset, such as statusid=3&sortfield=datedue',
    }),
    date: stored(date, { required: true, extension: true, doc: 'When it was saved' }),
  },
  before: ({ previous, values, actor }) => {
    if (previous === null && values.personid !== actor.personid) throw notOwnerError()
  },
})
