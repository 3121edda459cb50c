// Creating and removing a project: modules, work types and team of a new one, the account's limit of active projects,
// which also holds for concurrent writers (decision 35, T-64), and the cleanup after a removal.
import { groupsSql, nonAdministrators } from '../define/actor.ts'
import { type Change, changesField, type Removal, valueAfter } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, deleteRows, insertRows, slot, sql, sqlName, statement } from '../io/sql.ts'
import { returnProjectDocuments } from './request-accept.ts'

const activeLimit = statement(sql`select account.activeprojectlimit,
    (select count(*) from project where project.accountid = ${accountSlot} and project.active = 't')
  from account where account.id = ${accountSlot}`)

export async function checkActiveProjectLimit(change: Change): Promise<void> {
  const activates =
    change.id === null
      ? valueAfter(change, 'active') === 't'
      : changesField(change, 'active') && change.values.active === 't'
  if (!activates) return
  const limit = await change.tx.first(activeLimit)
  if (limit === undefined || limit[0] === null) return
  await change.tx.lock('account', change.actor.accountid)
  const row = await change.tx.first(activeLimit)
  if (Number(row?.[1]) >= Number(row?.[0])) {
    change.errors.add('active', `this account is limited to ${row?.[0]} active projects; deactivate one first`)
  }
}

const activeModules = statement(sql`select module.id, module.description from module
  where module.accountid = ${accountSlot} and module.active = 't' and module.custom = 'f' order by module.id`)

const activeWorktypes = statement(sql`select worktype.id, worktype.defaulthourlyrate from worktype
  where worktype.accountid = ${accountSlot} and worktype.active = 't' and worktype.custom = 'f' order by worktype.id`)

const addAllProjectsPeople = insertRows(
  'projectteam',
  sql`(accountid, projectid, personid, securenotes)
  select person.accountid, cast(${slot('projectid')} as bigint), person.id, 'f' from person
  where person.accountid = ${accountSlot} and person.allprojects = 't' and person.active = 't' and person.groupid in ${groupsSql(nonAdministrators)}`,
)

export async function initializeProject({ tx, id }: Change, projectid: number): Promise<void> {
  if (id !== null) return
  await copyModules(tx, projectid)
  for (const [worktypeid, rate] of await tx.all(activeWorktypes)) {
    const row = { id: nextId, projectid, worktypeid: Number(worktypeid), hourlyrate: Number(rate), active: 't' }
    await tx.insert('projectworktype', row)
  }
  await tx.run('projectteam', addAllProjectsPeople, { projectid })
}

async function copyModules(tx: WriteTransaction, projectid: number): Promise<void> {
  for (const [moduleid, description] of await tx.all(activeModules)) {
    const row = { id: nextId, projectid, moduleid: Number(moduleid), description: String(description), active: 't' }
    await tx.insert('projectmodule', row)
  }
}

/**
 * Custom modules and work types belong to one project. Those that no project uses are deleted with it (decision 47).
 */
const unusedCustomParts = ['module', 'worktype'].map((table) => ({
  table,
  remove: deleteRows(
    table,
    sql`custom = 't' and not exists (
    select 1 from ${sqlName(`project${table}`)} part where part.accountid = ${accountSlot} and part.${sqlName(`${table}id`)} = ${sqlName(table)}.id)`,
  ),
}))

export async function removeProject(removal: Removal): Promise<void> {
  const { tx, id } = removal
  await returnProjectDocuments(removal)
  await tx.remove('project', id)
  for (const { table, remove } of unusedCustomParts) await tx.run(table, remove)
}
