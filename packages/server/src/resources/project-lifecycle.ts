// The beginning and the end of a project: modules, work types and team of a new one, the account's limit of active ones,
// which holds under parallel writers too (decision 35, T-64), and what a removed one leaves behind.
import { type Change, changesField, type Removal, valueAfter } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, sqlName, statement } from '../io/sql.ts'
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
  const limited = await change.tx.first(activeLimit)
  if (limited === undefined || limited[0] === null) return
  await change.tx.lock('account', change.actor.accountid)
  const row = await change.tx.first(activeLimit)
  if (Number(row?.[1]) >= Number(row?.[0])) {
    change.errors.add('active', `this account may have ${row?.[0]} active projects and has them already`)
  }
}

const activeModules = statement(sql`select module.id, module.description from module
  where module.accountid = ${accountSlot} and module.active = 't' and module.custom = 'f' order by module.id`)

const activeWorktypes = statement(sql`select worktype.id, worktype.defaulthourlyrate from worktype
  where worktype.accountid = ${accountSlot} and worktype.active = 't' and worktype.custom = 'f' order by worktype.id`)

const addAllProjectsPeople = statement(sql`insert into projectteam (accountid, projectid, personid, securenotes)
  select person.accountid, cast(${slot('projectid')} as bigint), person.id, 'f' from person
  where person.accountid = ${accountSlot} and person.allprojects = 't' and person.active = 't' and person.groupid in (3, 4, 5)`)

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

/** Custom modules and work types belong to one project: once nothing names them, they go with it (decision 47). */
const unusedCustomParts = ['module', 'worktype'].map((kept) => ({
  kept,
  remove: statement(sql`delete from ${sqlName(kept)} where accountid = ${accountSlot} and custom = 't' and not exists (
    select 1 from ${sqlName(`project${kept}`)} part where part.accountid = ${accountSlot} and part.${sqlName(`${kept}id`)} = ${sqlName(kept)}.id)`),
}))

export async function removeProject(removal: Removal): Promise<void> {
  const { tx, id } = removal
  await returnProjectDocuments(removal)
  await tx.remove('project', id)
  for (const { kept, remove } of unusedCustomParts) await tx.run(kept, remove)
}
