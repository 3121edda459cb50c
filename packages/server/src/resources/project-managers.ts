// Who manages a project, for those who are told of it.
// Nothing is decided by it: what a manager may do is said by their role and the project's team.
import type { ReadTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'

const managersByProject = statement(sql`select link.personid from projectmanager link
  where link.accountid = ${account} and link.projectid = ${slot('projectid')} order by link.position`)

export const managersOf = async (tx: ReadTransaction, projectid: number): Promise<number[]> =>
  (await tx.all(managersByProject, { projectid })).map(([person]) => Number(person))
