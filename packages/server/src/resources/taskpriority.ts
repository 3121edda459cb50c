// Task priorities, lower rank first. At most one is the default; a unique index enforces it too. Making another one the
// default clears the first. The default and the last active one cannot be deactivated: tasks need a priority.
import { administratorOnly, allRoles } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { color, flag, integer, plainText } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type Removal, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'

const clearDefault = statement(
  sql`update taskpriority set isdefault = 'f' where accountid = ${accountSlot} and isdefault = 't'`,
)

const otherActive = statement(sql`select 1 from taskpriority where taskpriority.accountid = ${accountSlot}
  and taskpriority.active = 't' and taskpriority.id <> ${slot('id')} limit 1`)

/** Locks the account: two concurrent writers could otherwise deactivate the last two priorities (T-64). */
async function isLastActive(tx: WriteTransaction, id: number): Promise<boolean> {
  await tx.lock('account', tx.accountid)
  return (await tx.first(otherActive, { id })) === undefined
}

async function enforcePriorityRules(change: Change): Promise<void> {
  const { tx, id, previous, errors } = change
  const inactive = valueAfter(change, 'active') === 'f'
  if (inactive && valueAfter(change, 'isdefault') === 't') {
    const [field, message] =
      previous?.isdefault === 't'
        ? ['active', 'this is the default priority; make another one the default first']
        : ['isdefault', 'an inactive priority cannot be the default']
    errors.add(field, message)
    return
  }
  if (id !== null && inactive && previous?.active === 't' && (await isLastActive(tx, id))) {
    errors.add('active', 'this is the last active priority; tasks need one')
  }
  if (changesField(change, 'isdefault') && change.values.isdefault === 't') await tx.run('taskpriority', clearDefault)
}

async function checkPriorityRemoval({ tx, id, previous }: Removal): Promise<void> {
  if (previous.isdefault === 't') {
    throw badRequest(`id: "${previous.name}" is the default priority; make another one the default first`)
  }
  if (previous.active === 't' && (await isLastActive(tx, id))) {
    throw badRequest(`id: "${previous.name}" is the last active priority; tasks need one`)
  }
}

export const taskpriority = defineResource('taskpriority', {
  doc: 'Task priorities of the account.',
  access: {
    list: allRoles,
    read: allRoles,
    create: administratorOnly,
    update: administratorOnly,
    delete: administratorOnly,
  },
  extensionOperations: ['create', 'update', 'delete'],
  visible: () => null,
  fields: {
    name: stored(plainText(255), { required: true }),
    color: stored(color, { required: true, doc: 'Six hex digits without #' }),
    priority: stored(integer, { required: true, doc: 'List order, lower first' }),
    isdefault: stored(flag, { default: 'f' }),
    active: stored(flag, { default: 't' }),
  },
  filters: { active: isFlag('active', 'Active or inactive ones only') },
  defaultSort: { field: 'priority', descending: false },
  before: enforcePriorityRules,
  beforeRemove: checkPriorityRemoval,
})
