// Task statuses: the workflow of the account, from Open to Closed. Open and Closed are frozen and stay its ends; the others
// are moved between them, and a new one stands last before Closed (decision 36).
import { everyone, type Role } from '../define/actor.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { flag, integer, text } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Act, type Change, type Changing, defineResource } from '../define/resource.ts'
import { account, slot, sql, statement } from '../io/sql.ts'

const administrator: readonly Role[] = ['Administrator']

const frozenSentence = (name: unknown): string => `id: the status "${name}" is frozen and cannot be changed`

const lastOpenOrder = statement(sql`select coalesce(max(taskstatus.priority), 0) from taskstatus
  where taskstatus.accountid = ${account} and taskstatus.closed = 'f'`)

const closedAfter = statement(sql`update taskstatus set priority = ${slot('order')} + 1
  where accountid = ${account} and closed = 't' and priority <= ${slot('order')}`)

/** Closed always comes last: it makes room when the statuses before it reach its place. */
async function placeBeforeClosed({ tx, id, was, values, actor }: Change): Promise<void> {
  if (id !== null) {
    if (was?.frozen === 't') throw invalid(frozenSentence(was.name))
    return
  }
  await tx.lock('account', actor.accountid)
  const row = await tx.first(lastOpenOrder)
  const order = Number(row?.[0] ?? 0) + 1
  values.priority = order
  await tx.run('taskstatus', closedAfter, { order })
}

const others =
  statement(sql`select taskstatus.id, taskstatus.priority, taskstatus.name, taskstatus.frozen from taskstatus
  where taskstatus.accountid = ${account} and taskstatus.id <> ${slot('id')} order by taskstatus.priority, taskstatus.id`)

/** The status takes the place it is given; those who stood there move up one by one until there is a gap. */
async function moveTo({ tx, actor, id, was, values }: Act): Promise<void> {
  if (was.frozen === 't') throw invalid(frozenSentence(was.name))
  await tx.lock('account', actor.accountid)
  const rows = (await tx.all(others, { id })).map(([otherId, order, name, frozen]) => ({
    id: Number(otherId),
    order: Number(order),
    name: String(name),
    frozen: frozen === 't',
  }))
  const place = Number(values.priority)
  const [open, closed] = rows.filter(({ frozen }) => frozen)
  if (open === undefined || closed === undefined) throw new Error('the workflow has lost one of its ends')
  if (place <= open.order || place >= closed.order) {
    const ends = `"${open.name}" (${open.order}) and "${closed.name}" (${closed.order})`
    throw invalid(`priority: "${place}" is not a place between ${ends}`)
  }
  let taken = place
  for (const { id: otherId, order, frozen } of rows) {
    if (frozen || order !== taken) continue
    taken += 1
    await tx.update('taskstatus', otherId, { priority: taken })
  }
  await tx.update('taskstatus', id, { priority: place })
  await tx.run('taskstatus', closedAfter, { order: taken })
}

const move: Changing = {
  doc: 'Gives the status another place in the workflow, between the frozen ones.',
  roles: administrator,
  fields: { priority: stored(integer, { required: true, doc: 'Its new place; those who stood there move up' }) },
  run: moveTo,
}

export const taskstatus = defineResource('taskstatus', {
  doc: 'Task statuses of the account.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  ours: ['create', 'update', 'delete'],
  actions: { move },
  visible: () => null,
  fields: {
    name: stored(text(55), { required: true }),
    priority: stored(integer, {
      fixed: true,
      required: true,
      doc: 'Workflow order, lower first; a task shows it as status_order',
    }),
    frozen: stored(flag, { fixed: true, default: 'f', doc: "'t' when it cannot be edited, moved or deleted" }),
    active: stored(flag, { required: true }),
  },
  filters: { active: isFlag('active', 'Active or inactive ones only') },
  order: { field: 'priority', descending: false },
  before: placeBeforeClosed,
  removing: async ({ was }) => {
    if (was.frozen === 't') throw invalid(frozenSentence(was.name))
  },
})
