// Task priorities, lower rank first. At most one is the default; making another one the default takes it from the first.
// The database has a rule for that too.
import { everyone, type Role } from '../define/actor.ts'
import { stored } from '../define/fields.ts'
import { isFlag } from '../define/filters.ts'
import { color, flag, integer, text } from '../define/kinds.ts'
import { type Change, changes, defineResource } from '../define/resource.ts'
import { account, sql, statement } from '../io/sql.ts'

const administrator: readonly Role[] = ['Administrator']

const noDefault = statement(
  sql`update taskpriority set isdefault = 'f' where accountid = ${account} and isdefault = 't'`,
)

async function onlyOneDefault(change: Change): Promise<void> {
  if (changes(change, 'isdefault') && change.values.isdefault === 't') await change.tx.run('taskpriority', noDefault)
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
  before: onlyOneDefault,
})
