// The rate of a time entry, in one place: invoices, reports, budgets and the list of time price an entry with it. It is
// the rate on the day of the entry: that of its person if there is one, else that of everyone, else the first rate of
// the work type. An entry on an issued invoice keeps the rate of its line.
import { today } from '../define/actor.ts'
import { accountSlot, type Fragment, sql, sqlName } from '../io/sql.ts'

/** The newest rate that is valid on the day; null if there is none. */
const rateOnDay = (owner: Fragment, personid: Fragment, day: Fragment): Fragment =>
  sql`(select dated.hourlyrate from projectrate dated where dated.accountid = ${accountSlot}
    and dated.projectid = ${owner}.projectid and dated.worktypeid = ${owner}.worktypeid
    and coalesce(dated.personid, 0) = ${personid} and dated.datebegin <= ${day}
    order by dated.datebegin desc limit 1)`

const everyone = sql`0`

/** SQL for the rate of an entry on a day; null if the project does not have its work type. */
function rateOf(entry: Fragment, day: Fragment): Fragment {
  return sql`coalesce(${rateOnDay(entry, sql`${entry}.personid`, day)}, ${rateForEveryone(entry, day)})`
}

/** SQL for the rate of a day without the rates of people. */
export const rateForEveryone = (entry: Fragment, day: Fragment): Fragment =>
  sql`coalesce(${rateOnDay(entry, everyone, day)},
    (select part.hourlyrate from projectworktype part where part.accountid = ${accountSlot}
      and part.projectid = ${entry}.projectid and part.worktypeid = ${entry}.worktypeid))`

export const entryRate = (alias: string): Fragment => rateOf(sqlName(alias), sqlName(`${alias}.date`))

/**
 * True for projects with dated rates. In the others all entries of a work type have its first rate, so that sums of
 * many entries need no search for each of them.
 */
export const hasDatedRates = (projectid: Fragment): Fragment =>
  sql`${projectid} in (select dated.projectid from projectrate dated where dated.accountid = ${accountSlot})`

/** SQL for the rate of an entry in a project with dated rates; null in the others. */
export const datedRate = (alias: string): Fragment =>
  sql`case when ${hasDatedRates(sql`${sqlName(alias)}.projectid`)} then coalesce(${entryRate(alias)}, 0) end`

/** The periods of each project with dated rates in which none of its rates changes: first day, and the day after. */
const periods = sql`select changed.projectid, changed.day,
    lead(changed.day, 1, '9999-99-99') over (partition by changed.projectid order by changed.day) as until
  from (select dated.projectid, cast(dated.datebegin as text) as day from projectrate dated
      where dated.accountid = ${accountSlot}
    union select dated.projectid, '' from projectrate dated where dated.accountid = ${accountSlot}) changed`

/**
 * Sums of time entries of projects with dated rates, as the table "entry": one row for each project, work type, person
 * and period, with the rate. So the rate is searched once for all entries of a period and not for each of them.
 * `groupedBy` divides the entries further; it begins with a comma.
 */
export const withRates = (sums: Fragment, which: Fragment, groupedBy = sql``): Fragment =>
  sql`(select worked.*, coalesce(${rateOf(sqlName('worked'), sqlName('worked.day'))}, 0) as rate from (
    select time.projectid, time.worktypeid, time.personid, period.day, ${sums} from time
    join (${periods}) period on period.projectid = time.projectid and time.date >= period.day and time.date < period.until
    where ${which} group by time.projectid, time.worktypeid, time.personid, period.day${groupedBy}) worked) entry`

/** SQL for the rate of everyone that is valid today, of a work type of a project. */
export const currentRate: Fragment = sql`coalesce(${rateOnDay(sqlName('projectworktype'), everyone, today)},
  projectworktype.hourlyrate)`
