// Unbilled work: billable hours that are on no invoice, by client and project, with the amount that they would be
// invoiced at: one line per work type and rate, each rounded separately (decision 42). Billable expenses that are on no
// invoice are in columns of their own; a project can have only these.
import type { Viewer } from '../define/actor.ts'
import { date, integer, type StoredValue } from '../define/kinds.ts'
import { cachePerViewer, defineReport, hoursSum, moneySum, nullableReportField, reportField } from '../define/report.ts'
import type { Row } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { exactAmount, unitsPerCent } from '../kit/money.ts'
import { clientCurrency } from '../resources/currencies.ts'
import { hasDatedRates, withRates } from '../resources/entry-rate.ts'
import { isBillableExpense } from '../resources/expense-billed.ts'
import { time } from '../resources/time.ts'
import { isBilled } from '../resources/time-billed.ts'
import { moneyWriters } from '../resources/visibility.ts'
import {
  currencyColumn,
  dayParameters,
  projectColumns,
  projectOrder,
  projectParameters,
  projectValues,
  requestedDays,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const cent = sql.lit(unitsPerCent)
const halfCent = sql.lit(unitsPerCent / 2)

const allDays = { datebegin: '0001-01-01', dateend: '9999-12-31' }

/**
 * By work type, and by rate in projects with dated rates. The others are summed without a search for rates. A Manager
 * sees their own time in every project, but this report counts only the projects that they see.
 */
const hoursByRate = (viewer: Viewer): Fragment => {
  const dated = hasDatedRates(sql`project.id`)
  const entries = (which: Fragment): Fragment => sql`time.accountid = ${accountSlot} and time.billable = 't'
    and time.projectid in ${selectedProjects(viewer, which)} and ${time.visible(viewer) ?? sql`1 = 1`}
    and time.date >= ${slot('datebegin')} and time.date <= ${slot('dateend')} and not ${isBilled}`
  const days = sql`min(time.date) as firstdate, max(time.date) as lastdate, count(*) as entries`
  return sql`select time.projectid, time.worktypeid, cast(null as bigint) as rate, cast(sum(time.time) as text) as hours,
      ${days} from time
    where ${entries(sql`not ${dated}`)} group by time.projectid, time.worktypeid
    union all select entry.projectid, entry.worktypeid, entry.rate, cast(sum(entry.hours) as text) as hours,
      min(entry.firstdate) as firstdate, max(entry.lastdate) as lastdate, cast(sum(entry.entries) as bigint) as entries
    from ${withRates(sql`sum(time.time) as hours, ${days}`, entries(dated))}
    group by entry.projectid, entry.worktypeid, entry.rate`
}

/** What an invoice charges for each expense: the fee in whole cents, half away from zero. */
const chargedFees = sql`sum(case when expense.fee < 0 then (expense.fee - ${halfCent}) / ${cent}
  else (expense.fee + ${halfCent}) / ${cent} end * ${cent})`

/** One row for each project, in the same table as its hours, so that the report is one snapshot. */
const expensesOf = (viewer: Viewer): Fragment => sql`select expense.projectid, cast(null as bigint) as worktypeid,
    cast(null as bigint) as rate, '0' as hours, cast(null as text) as firstdate, cast(null as text) as lastdate,
    cast(0 as bigint) as entries, count(*) as expenses, cast(${chargedFees} as text) as expenseamount from expense
  where expense.accountid = ${accountSlot} and expense.projectid in ${selectedProjects(viewer)}
    and expense.date >= ${slot('datebegin')} and expense.date <= ${slot('dateend')} and ${isBillableExpense}
  group by expense.projectid`

const unbilledWork = (viewer: Viewer): Fragment =>
  sql`select worked.*, cast(0 as bigint) as expenses, '0' as expenseamount from (${hoursByRate(viewer)}) worked
    union all ${expensesOf(viewer)}`

const unbilledRows = cachePerViewer((viewer) =>
  statement(sql`select project.clientid, client.name, project.id, project.name,
      coalesce(work.rate, part.hourlyrate, 0),
      work.hours, work.firstdate, work.lastdate, work.entries, ${clientCurrency}, work.expenses, work.expenseamount
    from (${unbilledWork(viewer)}) work
    join project on project.accountid = ${accountSlot} and project.id = work.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    order by ${projectOrder}, work.worktypeid, work.rate`),
)

interface UnbilledProject {
  readonly clientid: StoredValue
  readonly client: StoredValue
  readonly projectid: number
  readonly project: string
  readonly hours: bigint
  readonly amount: bigint
  /** Null for a project with expenses only. */
  readonly firstdate: string | null
  readonly lastdate: string | null
  readonly entries: number
  readonly currency: string
  readonly expenses: number
  readonly expenseamount: bigint
}

/** The values of one work type and rate, or of the expenses, of a project; the rows of a project are then added up. */
function readWorkType([
  clientid,
  client,
  projectid,
  project,
  rate,
  hours,
  firstdate,
  lastdate,
  entries,
  currency,
  expenses,
  expenseamount,
]: Row): UnbilledProject {
  return {
    clientid: clientid as StoredValue,
    client: client as StoredValue,
    projectid: Number(projectid),
    project: String(project),
    hours: sumUnits(hours),
    amount: exactAmount(sumUnits(hours), sumUnits(rate)),
    firstdate: firstdate === null ? null : String(firstdate),
    lastdate: lastdate === null ? null : String(lastdate),
    entries: Number(entries),
    currency: String(currency),
    expenses: Number(expenses),
    expenseamount: sumUnits(expenseamount),
  }
}

/** The first or the last of the days that there are. */
const chosenDay = (a: string | null, b: string | null, which: 'first' | 'last'): string | null => {
  if (a === null || b === null) return a ?? b
  return a < b === (which === 'first') ? a : b
}

const addWorkType = (a: UnbilledProject, b: UnbilledProject): UnbilledProject => ({
  ...a,
  hours: a.hours + b.hours,
  amount: a.amount + b.amount,
  firstdate: chosenDay(a.firstdate, b.firstdate, 'first'),
  lastdate: chosenDay(a.lastdate, b.lastdate, 'last'),
  entries: a.entries + b.entries,
  expenses: a.expenses + b.expenses,
  expenseamount: a.expenseamount + b.expenseamount,
})

export const unbilledReport = defineReport('unbilled', {
  doc: 'Billable time and billable expenses that are on no invoice, by client and project.',
  roles: moneyWriters,
  columns: {
    ...projectColumns,
    hours: reportField(hoursSum, 'Billable hours on no invoice'),
    amount: reportField(
      moneySum,
      'Hours times the rate of each work type on their day, each sum of a rate rounded to cents',
    ),
    firstdate: nullableReportField(date, 'Day of the first entry; null without one'),
    lastdate: nullableReportField(date, 'Day of the last entry; null without one'),
    entries: reportField(integer, 'Number of entries'),
    ...currencyColumn,
    expenses: reportField(integer, 'Number of billable expenses on no invoice'),
    expenseamount: reportField(moneySum, 'What they are charged, each rounded to cents; not in the amount'),
  },
  parameters: { ...projectParameters, ...dayParameters },
  rows: async (tx, actor, parameters) => {
    const values = { ...projectValues(actor, parameters), ...requestedDays(parameters, allDays) }
    const projects = new Map<number, UnbilledProject>()
    for (const work of (await tx.all(unbilledRows(actor), values)).map(readWorkType)) {
      const sum = projects.get(work.projectid)
      projects.set(work.projectid, sum === undefined ? work : addWorkType(sum, work))
    }
    return [...projects.values()]
  },
})
