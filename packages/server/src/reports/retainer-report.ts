// Budgets per month, quarter or year: what each period of a project has, with what earlier ones left or overran, and
// what its time uses (ADR 44). Nothing is stored for it; the present budget counts for all periods.
import type { Viewer } from '../define/actor.ts'
import { date, flag, plainText, rate, type StoredValue } from '../define/kinds.ts'
import { cachePerViewer, defineReport, hoursSum, moneySum, nullableReportField, reportField } from '../define/report.ts'
import type { Row } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { calendarPeriod } from '../kit/periods.ts'
import { type RetainerPeriod, type RetainerTerms, retainerPeriods, workByPeriod } from '../kit/retainer.ts'
import { clientCurrency } from '../resources/currencies.ts'
import { hasDatedRates, withRates } from '../resources/entry-rate.ts'
import { hasRetainer, readMonthlyHours, readTerms, termColumns, usedByPeriod } from '../resources/retainer.ts'
import { time } from '../resources/time.ts'
import { moneyWriters } from '../resources/visibility.ts'
import { percentOf, percentSum } from './budget-share.ts'
import {
  currencyColumn,
  type DayRange,
  dayParameters,
  projectColumns,
  projectOrder,
  projectParameters,
  projectValues,
  recentMonths,
  selectedProjects,
} from './report-parameters.ts'

/** A row for each project and period, so there is a bound. */
const maxMonths = 120

const reportedProjects = (viewer: Viewer, which = sql`1 = 1`): Fragment =>
  selectedProjects(viewer, sql`project.active = ${slot('active')} and ${hasRetainer} and ${which}`)

/** By month and work type, and by rate in projects with dated rates. Others are summed without a search for rates. */
const monthlyHours = (viewer: Viewer): Fragment => {
  const dated = hasDatedRates(sql`project.id`)
  const carried = reportedProjects(viewer, sql`project.carryover = 't'`)
  const entries = (projects: Fragment): Fragment => sql`time.accountid = ${accountSlot}
    and time.projectid in ${projects} and ${time.visible(viewer) ?? sql`1 = 1`} and time.date <= ${slot('until')}
    and (time.date >= ${slot('from')} or time.projectid in ${carried})`
  const month = sql`substr(time.date, 1, 7)`
  return sql`select time.projectid, time.worktypeid, ${month} as month, cast(null as bigint) as rate,
      cast(sum(time.time) as text) as hours from time
    where ${entries(reportedProjects(viewer, sql`not ${dated}`))} group by time.projectid, time.worktypeid, ${month}
    union all select entry.projectid, entry.worktypeid, entry.month, entry.rate, cast(sum(entry.hours) as text) as hours
    from ${withRates(sql`${month} as month, sum(time.time) as hours`, entries(reportedProjects(viewer, dated)), sql`, ${month}`)}
    group by entry.projectid, entry.worktypeid, entry.month, entry.rate`
}

/** One row for each month, work type and rate with time on a project, or a single row for a project without time. */
const projectsByMonth = cachePerViewer((viewer) =>
  statement(sql`select project.clientid, client.name, project.id, project.name, ${clientCurrency}, ${termColumns},
      work.month, work.worktypeid, coalesce(work.rate, part.hourlyrate, 0), work.hours
    from project join account on account.id = project.accountid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join (${monthlyHours(viewer)}) work on work.projectid = project.id
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    where project.accountid = ${accountSlot} and project.id in ${reportedProjects(viewer)}
    order by ${projectOrder}, work.month, work.worktypeid, work.rate`),
)

/** The first column of the terms and the first of the hours. */
const [termsAt, workAt] = [5, 11]

/** The rows of one project: its periods in the range. */
function periodsOf(rows: readonly Row[], { datebegin, dateend }: DayRange) {
  const [first = []] = rows
  const [clientid, client, projectid, project, currency] = first
  const [budget, budgetsin, budgetperiod] = first.slice(termsAt)
  const terms: RetainerTerms = readTerms(first.slice(termsAt))
  const worked = rows.map((row) => row.slice(workAt)).filter(([month]) => month !== null)
  const work = workByPeriod(worked.map(readMonthlyHours), terms.every)
  const periods = retainerPeriods(terms, usedByPeriod(work, budgetsin), { begin: datebegin, end: dateend })
  return periods.map((period: RetainerPeriod) => ({
    clientid: clientid as StoredValue,
    client: client as StoredValue,
    projectid: Number(projectid),
    project: String(project),
    budgetsin: String(budgetsin),
    budgetperiod: String(budgetperiod),
    datebegin: period.begin,
    dateend: period.end,
    budget: Number(budget),
    carriedover: period.carriedover,
    available: period.available,
    hours: work.get(period.begin)?.hours ?? 0n,
    value: work.get(period.begin)?.value ?? 0n,
    used: percentOf(period.used, period.available),
    remaining: period.remaining,
    currency: String(currency),
  }))
}

export const retainerReport = defineReport('retainer', {
  doc: 'The budget of each month, quarter or year and how much of it is used.',
  roles: moneyWriters,
  columns: {
    ...projectColumns,
    budgetsin: reportField(plainText(), 'What budgets of the account are in: hours or money'),
    budgetperiod: reportField(plainText(), 'The length of its periods: month, quarter or year'),
    datebegin: reportField(date, 'First day of the period'),
    dateend: reportField(date, 'Last day of the period'),
    budget: reportField(rate, 'Budget of each period'),
    carriedover: reportField(
      hoursSum,
      'What the periods before it left, negative when they overran; 0 without carry-over',
    ),
    available: reportField(hoursSum, 'Budget and what was carried over'),
    hours: reportField(hoursSum, 'Hours logged in the period'),
    value: reportField(
      moneySum,
      'Hours logged times the rate of each work type on their day, each sum of a rate rounded to cents',
    ),
    used: nullableReportField(
      percentSum,
      'Percentage of what is available that is used by hours or value; blank when nothing is available',
    ),
    remaining: reportField(hoursSum, 'What is left of what is available, negative when overdrawn'),
    ...currencyColumn,
  },
  parameters: {
    ...projectParameters,
    ...dayParameters,
    active: reportField(flag, 'Active projects, or inactive ones; active ones unless sent'),
  },
  rows: async (tx, actor, parameters) => {
    const days = recentMonths(actor, parameters, maxMonths)
    // A period of the range begins and ends in the years of its days.
    const [from, until] = [calendarPeriod(days.datebegin, 'year').begin, calendarPeriod(days.dateend, 'year').end]
    const values = { ...projectValues(actor, parameters), active: parameters.get('active') ?? 't', from, until }
    const rows = await tx.all(projectsByMonth(actor), values)
    return [...Map.groupBy(rows, ([, , projectid]) => Number(projectid)).values()].flatMap((project) =>
      periodsOf(project, days),
    )
  },
})
