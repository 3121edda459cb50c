// Task statuses: the workflow of the account, from Open to Closed. Open and Closed are frozen; a new status stands
// before Closed in the order (decision 36).
import { everyone, type Role } from '../define/actor.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { flag, integer, text } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Change, defineResource } from '../define/resource.ts'
import { account, slot, sql, statement } from '../io/sql.ts'

const administrator: readonly Role[] = ['Administrator']

const frozenSentence = (name: unknown): string => `id: the status "${name}" is frozen and cannot be changed`

const lastOpenOrder = statement(sql`select coalesce(max(taskstatus.priority), 0) from taskstatus
  where taskstatus.accountid = ${account} and taskstatus.closed = 'f'`)

const closedAfter = statement(sql`update taskstatus set priority = ${slot('order')} + 1
  where accountid = ${account} and closed = 't' and priority <= ${slot('order')}`)

/** Closed always comes last: it makes room when the statuses before it reach its place. */
async function placeBeforeClosed({ tx, id, was, values }: Change): Promise<void> {
  if (id !== null) {
    if (was?.frozen === 't') throw invalid(frozenSentence(was.name))
    return
  }
  const row = await tx.first(lastOpenOrder)
  const order = Number(row?.[0] ?? 0) + 1
  values.priority = order
  await tx.run('taskstatus', closedAfter, { order })
}

export const taskstatus = defineResource('taskstatus', {
  doc: 'Task statuses of the account.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  ours: ['create', 'update', 'delete'],
  visible: () => null,
  fields: {
    name: stored(text(55), { required: true }),
    priority: stored(integer, {
      fixed: true,
      required: true,
      doc: 'Workflow order, lower first; a task shows it as status_order',
    }),
    frozen: stored(flag, { fixed: true, default: 'f', doc: "'t' when it cannot be edited or deleted" }),
    active: stored(flag, { required: true }),
  },
  filters: { active: isFlag('active', 'Active or inactive ones only') },
  before: placeBeforeClosed,
  removing: async ({ was }) => {
    if (was.frozen === 't') throw invalid(frozenSentence(was.name))
  },
})
