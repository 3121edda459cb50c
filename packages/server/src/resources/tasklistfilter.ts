// A saved filter of the task list. Each person keeps their own and may share it with everyone of the account; whoever applies
// it sees only what the same parameters would show them. Writing it is ours, beyond the reference (decision 48).
import { everyone, me } from '../define/actor.ts'
import { computed, fullName, label, ref, savedQuery, stored } from '../define/fields.ts'
import { date, datetime, flag, id, integer, text } from '../define/kinds.ts'
import { notAllowed } from '../define/refusal.ts'
import { defineResource } from '../define/resource.ts'
import { sql } from '../io/sql.ts'

/** Administrators too write only their own: a filter says what its owner wants to see. */
function ownOnly(personid: unknown, actor: { readonly personid: number }): void {
  if (personid !== actor.personid) throw notAllowed('personid: a saved filter is written by its owner alone')
}

export const tasklistfilter = defineResource('tasklistfilter', {
  doc: 'A saved filter of the task list: own ones, and those that others share.',
  access: { list: everyone, read: everyone, create: everyone, update: everyone, delete: everyone },
  ours: ['create', 'update', 'delete'],
  joins: { person: 'tasklistfilter.personid' },
  visible: () => sql`tasklistfilter.personid = ${me} or tasklistfilter.shared = 't'`,
  fields: {
    filtertypeid: computed(integer, sql`1`, { nullable: false, doc: 'Always 1: filters of the task list' }),
    personid: ref('person', { required: true, once: true, doc: 'The owner: the caller' }),
    title: stored(text(255), { required: true }),
    subfilterid: computed(id, sql`null`, { doc: 'Always empty' }),
    shared: stored(flag, { default: 'f', doc: 'Whether everyone of the account may see and apply it' }),
    scheduled: stored(flag, { fixed: true, default: 'f', doc: 'Whether it is mailed regularly' }),
    filtertype: label(sql`'tasks'`, { nullable: false }),
    person: label(fullName('person'), { nullable: false, doc: "The owner's name" }),
    datesent: stored(datetime, { fixed: true, doc: 'When it was last mailed' }),
    params: savedQuery('task', {
      required: true,
      ours: true,
      doc: 'A query of the task list without limit and offset, such as statusid=3&sortfield=datedue',
    }),
    date: stored(date, { required: true, ours: true, doc: 'When it was saved' }),
  },
  before: ({ was, values, actor }) => ownOnly(was === null ? values.personid : was.personid, actor),
  permitRemoval: async ({ was, actor }) => ownOnly(was.personid, actor),
})
