// Unbilled time: what could be invoiced now. Billable hours that no invoice holds, by client and project, with the
// amount that lines made of them would have: one for each work type, rounded each for itself (decision 42).
import type { Viewer } from '../define/actor.ts'
import { date, integer, type Stored } from '../define/kinds.ts'
import { defineReport, described, hoursSum, moneySum, perViewer } from '../define/report.ts'
import type { Row } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { exactAmount } from '../kit/money.ts'
import {
  byProject,
  chosenProjects,
  dates,
  daysAsked,
  projectColumns,
  scope,
  scopeValues,
  units,
} from './report-scope.ts'
import { time } from './time.ts'
import { isBilled } from './time-billed.ts'
import { moneyWriters } from './visibility.ts'

const allDays = { datebegin: '0001-01-01', dateend: '9999-12-31' }

/** A Manager sees their own time wherever it is; here it counts in the projects they see, and nowhere else. */
const byWorktype = (
  viewer: Viewer,
) => sql`select time.projectid, time.worktypeid, cast(sum(time.time) as text) as hours,
    min(time.date) as firstdate, max(time.date) as lastdate, count(*) as entries from time
  where time.accountid = ${account} and time.billable = 't' and time.projectid in ${chosenProjects(viewer)}
  and ${time.visible(viewer) ?? sql`1 = 1`} and time.date >= ${slot('datebegin')} and time.date <= ${slot('dateend')}
  and not ${isBilled}
  group by time.projectid, time.worktypeid`

const unbilledTime = perViewer((viewer) =>
  statement(sql`select project.clientid, client.name, project.id, project.name, coalesce(part.hourlyrate, 0),
      work.hours, work.firstdate, work.lastdate, work.entries
    from (${byWorktype(viewer)}) work
    join project on project.accountid = ${account} and project.id = work.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    order by ${byProject}, work.worktypeid`),
)

interface Unbilled {
  readonly clientid: Stored
  readonly client: Stored
  readonly projectid: number
  readonly project: string
  readonly hours: bigint
  readonly amount: bigint
  readonly firstdate: string
  readonly lastdate: string
  readonly entries: number
}

/** One work type of one project, as if it were all of it. */
function readWork([clientid, client, projectid, project, rate, hours, firstdate, lastdate, entries]: Row): Unbilled {
  return {
    clientid: clientid as Stored,
    client: client as Stored,
    projectid: Number(projectid),
    project: String(project),
    hours: units(hours),
    amount: exactAmount(units(hours), units(rate)),
    firstdate: String(firstdate),
    lastdate: String(lastdate),
    entries: Number(entries),
  }
}

const together = (a: Unbilled, b: Unbilled): Unbilled => ({
  ...a,
  hours: a.hours + b.hours,
  amount: a.amount + b.amount,
  firstdate: a.firstdate < b.firstdate ? a.firstdate : b.firstdate,
  lastdate: a.lastdate > b.lastdate ? a.lastdate : b.lastdate,
  entries: a.entries + b.entries,
})

export const unbilled = defineReport('unbilled', {
  doc: 'Billable time that is on no invoice, by client and project.',
  roles: moneyWriters,
  columns: {
    ...projectColumns,
    hours: described(hoursSum, 'Billable hours on no invoice'),
    amount: described(moneySum, 'Hours times the rate of each work type in the project, each rounded to cents'),
    firstdate: described(date, 'Day of the first entry'),
    lastdate: described(date, 'Day of the last entry'),
    entries: described(integer, 'Number of entries'),
  },
  parameters: { ...scope, ...dates },
  rows: async (tx, actor, asked) => {
    const values = { ...scopeValues(actor, asked), ...daysAsked(asked, allDays) }
    const projects = new Map<number, Unbilled>()
    for (const work of (await tx.all(unbilledTime(actor), values)).map(readWork)) {
      const known = projects.get(work.projectid)
      projects.set(work.projectid, known === undefined ? work : together(known, work))
    }
    return [...projects.values()]
  },
})
