// Task priorities, lower rank first. At most one is the default; a unique index enforces it too. Making another one the
// default clears the first. The default and the last active one cannot be deactivated: tasks need a priority.
import { administratorOnly, allRoles } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { color, flag, integer, plainText } from '../define/kinds.ts'
import { type Change, changesField, defineResource, type RecordRule, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement, updateRows } from '../io/sql.ts'

const clearDefault = updateRows('taskpriority', sql`isdefault = 'f'`, sql`isdefault = 't'`)

const otherActive = (id: Fragment): Fragment => sql`select 1 from taskpriority other
  where other.accountid = ${accountSlot} and other.active = 't' and other.id <> ${id}`

const anotherActive = statement(sql`${otherActive(slot('id'))} limit 1`)

/** Locks the account: two concurrent writers could otherwise deactivate the last two priorities (T-64). */
async function isLastActive(tx: WriteTransaction, id: number): Promise<boolean> {
  await tx.lock('account', tx.accountid)
  return (await tx.first(anotherActive, { id })) === undefined
}

const lastActiveMessage = 'the last active priority; tasks need one'

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
    errors.add('active', `this is ${lastActiveMessage}`)
  }
  if (changesField(change, 'isdefault') && change.values.isdefault === 't') await tx.run('taskpriority', clearDefault)
}

const notDefault: RecordRule = {
  where: () => sql`taskpriority.isdefault = 'f'`,
  error: ({ previous }) =>
    badRequest(`id: "${previous.name}" is the default priority; make another one the default first`),
  afterReferences: true,
}

const notLastActive: RecordRule = {
  where: () => sql`taskpriority.active = 'f' or exists (${otherActive(sql`taskpriority.id`)})`,
  readsOtherRows: ({ actor, previous }) =>
    previous.active === 't' ? { table: 'account', id: actor.accountid, mode: 'alone' } : null,
  error: ({ previous }) => badRequest(`id: "${previous.name}" is ${lastActiveMessage}`),
  afterReferences: true,
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
  allowed: { delete: [notDefault, notLastActive] },
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
})
