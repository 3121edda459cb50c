// How many time entries of the whole account are billed or active. Nearly all entries of a company are, so these read
// the few others, or whole ranges of an index, instead of asking every entry. Only for callers who see all.
import { rowCount } from '../io/row-counts.ts'
import { accountSlot, type Fragment, sql } from '../io/sql.ts'

export const countOfAll: Fragment = rowCount('time')

/** An entry is on one line of an invoice at most. */
export const countOfBilled: Fragment = rowCount('invoicedtime')

const projectsThatAre = (active: 't' | 'f'): Fragment => sql`(select project.id from project
  where project.accountid = ${accountSlot} and project.active = ${sql.lit(active)})`

const inactivePeople: Fragment = sql`(select person.id from person
  where person.accountid = ${accountSlot} and person.active = 'f')`

/**
 * All but those of inactive projects, and those of inactive people in active projects. The plus keeps SQLite from
 * beginning with all active projects.
 */
export const countOfActive: Fragment = sql`(select ${countOfAll}
  - (select count(*) from time where time.accountid = ${accountSlot} and time.projectid in ${projectsThatAre('f')})
  - (select count(*) from time where time.accountid = ${accountSlot} and time.personid in ${inactivePeople}
      and +time.projectid in ${projectsThatAre('t')}))`
