// Who sees which rows (decision 33), as SQL conditions that the definitions share. Administrators see everything in
// their account. Others see the projects on whose team they are and the records of these projects; restricted people
// see only their own tasks in them.
import { groupSql, managers, me, nonResources, type Viewer } from '../define/actor.ts'
import type { Resource } from '../define/resource.ts'
import { accountSlot, allConditions, anyCondition, type Fragment, sql, sqlName } from '../io/sql.ts'

/** Resources see no amounts of money; Executives read those of their projects. */
export const moneyReaders = nonResources
export const moneyWriters = managers

/** The projects on whose team the caller is. */
export const ownProjects: Fragment = sql`(select team.projectid from projectteam team
  where team.accountid = ${accountSlot} and team.personid = ${me})`

export const seesAll = (viewer: Viewer): boolean => viewer.role === 'Administrator'

/** Resources, and people who are restricted to their own tasks, see and write only their own time. */
export const ownTimeOnly = (viewer: Viewer): boolean =>
  !seesAll(viewer) && (viewer.restricted || viewer.role === 'Resource')

/**
 * What an hour of a person costs is for Administrators, and for Managers who see whole projects if the company lets
 * them (ADR 50); null if the viewer always sees it.
 */
export function seesCosts(viewer: Viewer): Fragment | null {
  if (seesAll(viewer)) return null
  if (viewer.role !== 'Manager' || viewer.restricted) return sql`1 = 0`
  return sql`exists (select 1 from company where company.accountid = ${accountSlot} and company.managersseecost = 't')`
}

/** `projectid` is a project that the viewer sees; null if the viewer sees all. */
export const inVisibleProject = (viewer: Viewer, projectid: string): Fragment | null =>
  seesAll(viewer) ? null : sql`${sqlName(projectid)} in ${ownProjects}`

/** `key` is the id of a record of that resource that the viewer sees; null if the viewer sees all. */
export function refersToVisible(viewer: Viewer, key: string, { table, visible }: Resource): Fragment | null {
  const condition = visible(viewer)
  return condition === null
    ? null
    : sql`${sqlName(key)} in (select ${sqlName(table)}.id from ${sqlName(table)}
        where ${sqlName(table)}.accountid = ${accountSlot} and ${condition})`
}

/** Executives do not see drafts (decision 54); null if the viewer sees them. */
export const isSeenInvoice = (viewer: Viewer, alias = 'invoice'): Fragment | null =>
  viewer.role === 'Executive' ? sql`${sqlName(alias)}.draft = 'f'` : null

/** `invoiceid` does not name an invoice that is hidden because it is a draft; null if the viewer sees drafts. */
export const notOfHiddenDraft = (viewer: Viewer, invoiceid: string): Fragment | null => {
  const seen = isSeenInvoice(viewer, 'bill')
  return seen === null
    ? null
    : sql`not exists (select 1 from invoice bill where bill.accountid = ${accountSlot}
        and bill.id = ${sqlName(invoiceid)} and not ${seen})`
}

const linkTables = ['taskowner', 'taskassignee', 'taskfollower']

/** Tasks that a person owns, is assigned to or follows; `person` is a condition on `link.personid`. */
export const relatedTasks = (person: Fragment): Fragment =>
  anyCondition(
    linkTables.map(
      (table) =>
        sql`task.id in (select link.taskid from ${sqlName(table)} link where link.accountid = ${accountSlot} and ${person})`,
    ),
  )

/** The additional condition on tasks for people who are restricted to their own tasks; null for others. */
export const ownTasksOnly = (viewer: Viewer): Fragment | null =>
  viewer.restricted && !seesAll(viewer) ? relatedTasks(sql`link.personid = ${me}`) : null

/** `person` can see the task: an Administrator, or on the team of its project and not restricted to other tasks. */
export const personSeesTask = (
  taskid: Fragment,
): Fragment => sql`(person.groupid = ${groupSql('Administrator')} or exists (
  select 1 from task join projectteam team on team.accountid = task.accountid and team.projectid = task.projectid
  where task.accountid = ${accountSlot} and task.id = ${taskid} and team.personid = person.id
    and (person.restricttasks = 'f' or ${relatedTasks(sql`link.personid = person.id`)})))`

export const bothConditions = (first: Fragment | null, second: Fragment | null): Fragment | null => {
  const conditions = [first, second].filter((condition) => condition !== null)
  return conditions.length === 0 ? null : allConditions(conditions)
}

/** Projects that a person can access: those on whose team they are, or all if they are an Administrator. */
export const accessibleTo = (projectid: string, person: Fragment): Fragment =>
  sql`(${sqlName(projectid)} in (select member.projectid from projectteam member
      where member.accountid = ${accountSlot} and member.personid = ${person})
    or exists (select 1 from person admin where admin.accountid = ${accountSlot} and admin.id = ${person} and admin.groupid = ${groupSql('Administrator')}))`

/** The id of the only company of an account. */
export const companyId = 1

/** The number of a client or project with leading zeros, for searching. */
export const paddedNumber = (column: string): Fragment => {
  const text = sql`cast(${sqlName(column)} as text)`
  return sql`case when ${sqlName(column)} > 99999 then ${text} else substr('0000' || ${text}, length(${text})) end`
}
