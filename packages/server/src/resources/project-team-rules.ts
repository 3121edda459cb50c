// The managers of a project are on its team (decision 52): naming them adds them, and nobody leaves the team while they
// are named. Administrators see every project and are on no team; they join when they become something else.
import { groupOfRole, groupSql } from '../define/actor.ts'
import { ValidationErrors } from '../define/api-error.ts'
import { type Change, changesField, valueAfter } from '../define/resource.ts'
import type { WriteTransaction } from '../io/database.ts'
import { accountSlot, type Fragment, insertRows, slot, sql, statement } from '../io/sql.ts'

const addManagers = (which: Fragment) =>
  insertRows(
    'projectteam',
    sql`(accountid, projectid, personid, securenotes)
    select link.accountid, link.projectid, link.personid, 'f' from projectmanager link
    join person on person.accountid = link.accountid and person.id = link.personid
    where link.accountid = ${accountSlot} and ${which}
      and coalesce(person.groupid, 0) <> ${groupSql('Administrator')}
    on conflict do nothing`,
  )

const addManagersOfProject = addManagers(sql`link.projectid = ${slot('id')}`)
const addManagerToProjects = addManagers(sql`link.personid = ${slot('id')}`)

/** Runs after the links to the managers are written, so that it sees them. */
export async function putManagersOnTeam(change: Change, projectid: number): Promise<void> {
  if (changesField(change, 'managerid')) await change.tx.run('projectteam', addManagersOfProject, { id: projectid })
}

/** A former Administrator joins the teams of the projects that they manage. */
export async function joinManagedProjects(change: Change, personid: number): Promise<void> {
  const wasAdministrator = change.previous?.groupid === groupOfRole.Administrator
  if (!wasAdministrator || valueAfter(change, 'groupid') === groupOfRole.Administrator) return
  await change.tx.run('projectteam', addManagerToProjects, { id: personid })
}

const managerByName = statement(sql`select person.firstname, person.lastname from projectmanager link
  join person on person.accountid = link.accountid and person.id = link.personid
  where link.accountid = ${accountSlot} and link.projectid = ${slot('projectid')} and link.personid = ${slot('personid')}`)

/** The project is locked first, so that nobody is named as its manager while they leave its team. */
export async function requireNoManagers(
  tx: WriteTransaction,
  projectid: number,
  people: readonly number[],
): Promise<void> {
  const errors = new ValidationErrors()
  await tx.lock('project', projectid)
  for (const personid of people) {
    const manager = await tx.first(managerByName, { projectid, personid })
    if (manager === undefined) continue
    const reason = `(${manager.join(' ')}) is a manager of this project; remove them from its managers first`
    errors.addInvalid('personid', String(personid), reason)
  }
  errors.throwIfAny()
}
