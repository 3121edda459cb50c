// Who sees which rows (decision 33), as SQL conditions that the definitions share. Administrators see everything of their
// account; the others see the projects on whose team they are and what hangs below; restricted people only their own tasks.
import type { Role, Viewer } from '../define/actor.ts'
import { me } from '../define/actor.ts'
import type { Resource } from '../define/resource.ts'
import { accountSlot, allConditions, anyCondition, type Fragment, sql, sqlName } from '../io/sql.ts'

/** Resources see no money at all; Executives read what concerns their projects. */
export const moneyReaders: readonly Role[] = ['Administrator', 'Manager', 'Executive']
export const moneyWriters: readonly Role[] = ['Administrator', 'Manager']

/** Projects on whose team the caller is. */
export const ownProjects: Fragment = sql`(select team.projectid from projectteam team
  where team.accountid = ${accountSlot} and team.personid = ${me})`

export const seesAll = (viewer: Viewer): boolean => viewer.role === 'Administrator'

/** Resources, and whoever is restricted to their own tasks, see and write no time but their own. */
export const ownTimeOnly = (viewer: Viewer): boolean =>
  !seesAll(viewer) && (viewer.restricted || viewer.role === 'Resource')

/** `projectid` is a project the viewer sees; null when the viewer sees all. */
export const inVisibleProject = (viewer: Viewer, projectid: string): Fragment | null =>
  seesAll(viewer) ? null : sql`${sqlName(projectid)} in ${ownProjects}`

/** `key` is a record of that resource which the viewer sees; null when the viewer sees all. */
export function refersToVisible(viewer: Viewer, key: string, { table, visible }: Resource): Fragment | null {
  const seen = visible(viewer)
  return seen === null
    ? null
    : sql`${sqlName(key)} in (select ${sqlName(table)}.id from ${sqlName(table)}
        where ${sqlName(table)}.accountid = ${accountSlot} and ${seen})`
}

const linkTables = ['taskowner', 'taskassignee', 'taskfollower']

/** Tasks that someone owns, is assigned to or follows; `person` is a condition on `link.personid`. */
export const relatedTasks = (person: Fragment): Fragment =>
  anyCondition(
    linkTables.map(
      (table) =>
        sql`task.id in (select link.taskid from ${sqlName(table)} link where link.accountid = ${accountSlot} and ${person})`,
    ),
  )

/** The further condition on tasks for people restricted to their own. */
export const ownTasksOnly = (viewer: Viewer): Fragment | null =>
  viewer.restricted && !seesAll(viewer) ? relatedTasks(sql`link.personid = ${me}`) : null

export const bothConditions = (first: Fragment | null, second: Fragment | null): Fragment | null => {
  const conditions = [first, second].filter((condition) => condition !== null)
  return conditions.length === 0 ? null : allConditions(conditions)
}

/** Projects that some person can access: those of their teams, or all if that person is an Administrator. */
export const accessibleTo = (projectid: string, person: Fragment): Fragment =>
  sql`(${sqlName(projectid)} in (select member.projectid from projectteam member
      where member.accountid = ${accountSlot} and member.personid = ${person})
    or exists (select 1 from person boss where boss.accountid = ${accountSlot} and boss.id = ${person} and boss.groupid = 2))`

/** The number of a client or project as people see it, for searching. */
export const paddedNumber = (column: string): Fragment => {
  const text = sql`cast(${sqlName(column)} as text)`
  return sql`case when ${sqlName(column)} > 99999 then ${text} else substr('0000' || ${text}, length(${text})) end`
}
