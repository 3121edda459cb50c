// The checklist of a task. Whoever sees the task sees its items, and whoever may update the task may write them. The
// positions of a task's items are counted from 1 and have no gaps: an item that moves shifts the others.
import { allRoles, executiveOnly, staff } from '../define/actor.ts'
import { computed, computedText, fullName, ref, stored } from '../define/fields.ts'
import { anyOf, anyOfOrNone, isFlag } from '../define/filters.ts'
import { flag, integer, plainText, recordId } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type Removal, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, sqlName, statement, updateRows } from '../io/sql.ts'
import { task } from './task.ts'
import { personSeesTask } from './visibility.ts'

/** Executives do not see who does the work (decision 33). */
const hideFrom = executiveOnly
const writers = staff

/** A move writes all items behind it, so their number has a bound. */
export const maxItems = 200

const countOfTask = statement(sql`select count(*) from taskitem
  where taskitem.accountid = ${accountSlot} and taskitem.taskid = ${slot('taskid')}`)

const shiftBy = (step: Fragment) =>
  updateRows(
    'taskitem',
    sql`position = position ${step}`,
    sql`taskid = ${slot('taskid')} and id <> ${slot('id')} and position >= ${slot('from')} and position <= ${slot('to')}`,
  )
const shiftDown = shiftBy(sql`+ 1`)
const shiftUp = shiftBy(sql`- 1`)

interface Move {
  readonly taskid: number
  /** The position before; one after the last for a new item. */
  readonly from: number
  readonly to: number
}

/** The items between the old and the new position make room for the item. */
async function shiftOthers(tx: WriteTransaction, id: number, { taskid, from, to }: Move): Promise<void> {
  if (to < from) await tx.run('taskitem', shiftDown, { taskid, id, from: to, to: from })
  else if (to > from) await tx.run('taskitem', shiftUp, { taskid, id, from, to })
}

/** The task is locked, so that two items never get the same position. */
async function placeItem(change: Change): Promise<Move | null> {
  const { tx, id, values, previous, errors } = change
  if (id !== null && !changesField(change, 'position')) return null
  const taskid = Number(valueAfter(change, 'taskid'))
  await tx.lock('task', taskid)
  const count = Number((await tx.first(countOfTask, { taskid }))?.[0] ?? 0)
  if (id === null && count >= maxItems)
    errors.add('taskid', `a task has at most ${maxItems} checklist items; delete one first`)
  if (values.position === 0) errors.addInvalid('position', '0', 'must be 1 or more')
  const last = id === null ? count + 1 : count
  const to = Math.min(Number(values.position ?? last), last)
  values.position = to
  return { taskid, from: id === null ? last : Number(previous?.position), to }
}

async function removeItem({ tx, id, previous }: Removal): Promise<void> {
  const taskid = Number(previous.taskid)
  await tx.lock('task', taskid)
  await tx.remove('taskitem', id)
  await shiftOthers(tx, id, { taskid, from: Number(previous.position), to: maxItems + 1 })
}

export const taskitem = defineResource('taskitem', {
  noun: ['checklist item', 'checklist items'],
  doc: 'The checklist of a task: short steps that are done or not.',
  access: { list: allRoles, read: allRoles, create: writers, update: writers, delete: writers },
  extensionOperations: ['list', 'read', 'create', 'update', 'delete'],
  joins: { task: 'taskitem.taskid', person: 'taskitem.personid' },
  visible: task.visible,
  fields: {
    taskid: ref('task', { required: true, createOnly: true }),
    position: stored(integer, {
      required: true,
      default: () => null,
      doc: 'Counted from 1, without gaps; an item without it, or with a larger one, is the last. The others shift',
    }),
    title: stored(plainText(255), { required: true }),
    done: stored(flag, { required: true, default: 'f' }),
    personid: ref('person', {
      hideFrom,
      allowedTargets: {
        dependsOn: ['taskid'],
        where: (of) => personSeesTask(of('taskid')),
        reason: 'cannot see the task',
      },
      doc: 'Who does it; only people who can see the task',
    }),
    person: computedText(fullName('person'), { hideFrom, doc: 'Full name' }),
    task: computedText(sqlName('task.title'), { nullable: false, doc: 'Title of the task' }),
    projectid: computed(recordId, sqlName('task.projectid'), { nullable: false, target: 'project' }),
  },
  filters: {
    taskid: anyOf('taskid', 'Items of the tasks'),
    done: isFlag('done', 'Done or not'),
    personid: anyOfOrNone('personid', 'Items of the persons; -1 adds items without a person'),
  },
  sorts: { id: 'id', taskid: 'taskid', position: 'position' },
  defaultSort: { field: 'position', descending: false },
  before: placeItem,
  after: (change, id, move) => (move === null ? undefined : shiftOthers(change.tx, id, move)),
  beforeRemove: removeItem,
})
