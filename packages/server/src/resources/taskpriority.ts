// Task priorities, lower rank first. At most one is the default, which the database has a rule for too; making another one
// the default takes it from the first. The default stays in use, and so does the last one in use: tasks need a priority.
import { everyone, type Role } from '../define/actor.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { color, flag, integer, text } from '../define/kinds.ts'
import { invalid } from '../define/refusal.ts'
import { type Change, changes, defineResource, type Removal, after as valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'

const administrator: readonly Role[] = ['Administrator']

const noDefault = statement(
  sql`update taskpriority set isdefault = 'f' where accountid = ${account} and isdefault = 't'`,
)

const otherActive = statement(sql`select 1 from taskpriority where taskpriority.accountid = ${account}
  and taskpriority.active = 't' and taskpriority.id <> ${slot('id')} limit 1`)

/** Two writers that each retire one of the last two would leave none, so they take turns (T-64). */
async function isLast(tx: WriteTransaction, id: number): Promise<boolean> {
  await tx.lock('account', tx.accountid)
  return (await tx.first(otherActive, { id })) === undefined
}

async function keepDefaultInUse(change: Change): Promise<void> {
  const { tx, id, was, faults } = change
  const inactive = valueAfter(change, 'active') === 'f'
  if (inactive && valueAfter(change, 'isdefault') === 't') {
    const [field, sentence] =
      was?.isdefault === 't'
        ? ['active', 'this is the default priority; make another one the default first']
        : ['isdefault', 'an inactive priority cannot be the default']
    faults.add(field, sentence)
    return
  }
  if (id !== null && inactive && was?.active === 't' && (await isLast(tx, id))) {
    faults.add('active', 'this is the last active priority; tasks need one')
  }
  if (changes(change, 'isdefault') && change.values.isdefault === 't') await tx.run('taskpriority', noDefault)
}

async function protectDefault({ tx, id, was }: Removal): Promise<void> {
  if (was.isdefault === 't') {
    throw invalid(`id: "${was.name}" is the default priority; make another one the default first`)
  }
  if (was.active === 't' && (await isLast(tx, id))) {
    throw invalid(`id: "${was.name}" is the last active priority; tasks need one`)
  }
}

export const taskpriority = defineResource('taskpriority', {
  doc: 'Task priorities of the account.',
  access: { list: everyone, read: everyone, create: administrator, update: administrator, delete: administrator },
  ours: ['create', 'update', 'delete'],
  visible: () => null,
  fields: {
    name: stored(text(255), { required: true }),
    color: stored(color, { required: true, doc: 'Six hex digits without #' }),
    priority: stored(integer, { required: true, doc: 'List order, lower first' }),
    isdefault: stored(flag, { default: 'f' }),
    active: stored(flag, { default: 't' }),
  },
  filters: { active: isFlag('active', 'Active or inactive ones only') },
  order: { field: 'priority', descending: false },
  before: keepDefaultInUse,
  removing: protectDefault,
})
