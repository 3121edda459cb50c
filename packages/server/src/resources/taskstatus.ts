// Task statuses: the workflow of the account, from Open to Closed. Open and Closed are frozen: Open stays first and
// Closed last. The others can be moved between them, and a new one is placed directly before Closed (decision 36).
import { administratorOnly, allRoles } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { flag, integer, plainText } from '../define/kinds.ts'
import {
  type ActionContext,
  type Change,
  defineResource,
  type RecordRule,
  type UpdateAction,
} from '../define/resource.ts'
import { accountSlot, slot, sql, statement, updateRows } from '../io/sql.ts'

const notFrozen: RecordRule = {
  where: () => sql`taskstatus.frozen = 'f'`,
  error: ({ previous }) => badRequest(`id: the status "${previous.name}" is built in and cannot be changed`),
}

const lastOpenOrder = statement(sql`select coalesce(max(taskstatus.priority), 0) from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.closed = 'f'`)

const moveClosedAfter = updateRows(
  'taskstatus',
  sql`priority = ${slot('order')} + 1`,
  sql`closed = 't' and priority <= ${slot('order')}`,
)

/** Closed always has the highest order: it moves up when a status before it gets the same order. */
async function placeBeforeClosed({ tx, id, values, actor }: Change): Promise<void> {
  if (id !== null) return
  await tx.lock('account', actor.accountid)
  const row = await tx.first(lastOpenOrder)
  const order = Number(row?.[0] ?? 0) + 1
  values.priority = order
  await tx.run('taskstatus', moveClosedAfter, { order })
}

const otherStatuses =
  statement(sql`select taskstatus.id, taskstatus.priority, taskstatus.name, taskstatus.frozen from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.id <> ${slot('id')} order by taskstatus.priority, taskstatus.id`)

/** The status gets the requested order; statuses with that order move up one by one until there is a gap. */
async function moveStatus({ tx, actor, id, values }: ActionContext): Promise<void> {
  await tx.lock('account', actor.accountid)
  const rows = (await tx.all(otherStatuses, { id })).map(([otherId, order, name, frozen]) => ({
    id: Number(otherId),
    order: Number(order),
    name: String(name),
    frozen: frozen === 't',
  }))
  const newOrder = Number(values.priority)
  const [open, closed] = rows.filter(({ frozen }) => frozen)
  if (open === undefined || closed === undefined) throw new Error('the workflow has lost one of its ends')
  if (newOrder <= open.order || newOrder >= closed.order) {
    const ends = `"${open.name}" (${open.order}) and "${closed.name}" (${closed.order})`
    throw badRequest(`priority: "${newOrder}" must be between ${ends}`)
  }
  let taken = newOrder
  for (const { id: otherId, order, frozen } of rows) {
    if (frozen || order !== taken) continue
    taken += 1
    await tx.update('taskstatus', otherId, { priority: taken })
  }
  await tx.update('taskstatus', id, { priority: newOrder })
  await tx.run('taskstatus', moveClosedAfter, { order: taken })
}

const move: UpdateAction = {
  doc: 'Moves the status to another position between Open and Closed.',
  roles: administratorOnly,
  fields: { priority: stored(integer, { required: true, doc: 'Its new place; those who stood there move up' }) },
  run: moveStatus,
}

export const taskstatus = defineResource('taskstatus', {
  doc: 'Task statuses of the account.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  extensionOperations: ['create', 'update', 'delete'],
  actions: { move },
  visible: () => null,
  allowed: { update: [notFrozen], delete: [{ ...notFrozen, afterReferences: true }], move: [notFrozen] },
  fields: {
    name: stored(plainText(55), { required: true }),
    priority: stored(integer, {
      readOnly: true,
      required: true,
      doc: 'Workflow order, lower first; a task shows it as status_order',
    }),
    frozen: stored(flag, { readOnly: true, default: 'f', doc: "'t' when it cannot be edited, moved or deleted" }),
    active: stored(flag, { required: true }),
  },
  filters: { active: isFlag('active', 'Active or inactive ones only') },
  defaultSort: { field: 'priority', descending: false },
  before: placeBeforeClosed,
})
