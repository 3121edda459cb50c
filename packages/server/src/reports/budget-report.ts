// Budget against actual time per project. A budget is in hours or money, as the account is set. All logged time uses
// it, billable or not, as for the budget alert (decision 45).
import type { Viewer } from '../define/actor.ts'
import { flag, plainText, rate, type StoredValue } from '../define/kinds.ts'
import { cachePerViewer, defineReport, hoursSum, moneySum, nullableReportField, reportField } from '../define/report.ts'
import type { Row } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { exactAmount } from '../kit/money.ts'
import { notDraftCredit } from '../resources/credit-limits.ts'
import { clientCurrency } from '../resources/currencies.ts'
import { hasDatedRates, withRates } from '../resources/entry-rate.ts'
import { inHoursUnit } from '../resources/retainer.ts'
import { time } from '../resources/time.ts'
import { moneyWriters } from '../resources/visibility.ts'
import { percentOf, percentSum } from './budget-share.ts'
import {
  currencyColumn,
  projectColumns,
  projectOrder,
  projectParameters,
  projectValues,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const reportedProjects = (viewer: Viewer, which = sql`1 = 1`): Fragment =>
  selectedProjects(viewer, sql`project.active = ${slot('active')} and ${which}`)

/** By work type, and by rate in projects with dated rates. The others are summed without a search for rates. */
const loggedHours = (viewer: Viewer): Fragment => {
  const dated = hasDatedRates(sql`project.id`)
  const entries = (
    projects: Fragment,
  ): Fragment => sql`time.accountid = ${accountSlot} and time.projectid in ${projects}
    and ${time.visible(viewer) ?? sql`1 = 1`}`
  const billable = sql`sum(case when time.billable = 't' then time.time else 0 end)`
  return sql`select time.projectid, time.worktypeid, cast(null as bigint) as rate, cast(sum(time.time) as text) as hours,
      cast(${billable} as text) as billable from time where ${entries(reportedProjects(viewer, sql`not ${dated}`))}
    group by time.projectid, time.worktypeid
    union all select entry.projectid, entry.worktypeid, entry.rate, cast(sum(entry.hours) as text) as hours,
      cast(sum(entry.billable) as text) as billable
    from ${withRates(sql`sum(time.time) as hours, ${billable} as billable`, entries(reportedProjects(viewer, dated)))}
    group by entry.projectid, entry.worktypeid, entry.rate`
}

const invoicedSums = (projects: Fragment): Fragment => sql`select invoice.projectid, invoice.currency,
    cast(sum(invoice.subtotal) as text) as subtotal,
    cast(sum(case when invoice.timereleased = 'f' then invoice.writtendown else 0 end) as text) as writtendown
  from invoice
  where invoice.accountid = ${accountSlot} and invoice.datevoided is null and ${notDraftCredit}
    and invoice.projectid in ${projects}
  group by invoice.projectid, invoice.currency`

const expenseSums = (projects: Fragment): Fragment => sql`select expense.projectid,
    cast(sum(expense.expense) as text) as expense, cast(sum(expense.fee) as text) as fee from expense
  where expense.accountid = ${accountSlot} and expense.projectid in ${projects} group by expense.projectid`

/** One row for each work type and rate with time on a project, or a single row for a project without time. */
const projectsByWorktype = cachePerViewer((viewer) => {
  const projects = reportedProjects(viewer)
  return statement(sql`select project.clientid, client.name, project.id, project.name, project.budget,
      account.budgetsin, project.budgetperiod, coalesce(work.rate, part.hourlyrate, 0), work.hours, work.billable,
      billed.subtotal, billed.writtendown, spent.expense, spent.fee, ${clientCurrency}
    from project join account on account.id = project.accountid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join (${loggedHours(viewer)}) work on work.projectid = project.id
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    left join (${invoicedSums(projects)}) billed on billed.projectid = project.id
      and billed.currency = ${clientCurrency}
    left join (${expenseSums(projects)}) spent on spent.projectid = project.id
    where project.accountid = ${accountSlot} and project.id in ${projects}
    order by ${projectOrder}, work.worktypeid, work.rate`)
})

interface ProjectBudget {
  readonly clientid: StoredValue
  readonly client: StoredValue
  readonly projectid: number
  readonly project: string
  readonly budget: number | null
  readonly budgetsin: string
  /** Blank for a budget of the whole project. */
  readonly budgetperiod: string
  readonly hours: bigint
  readonly billable: bigint
  readonly value: bigint
  readonly invoiced: bigint
  readonly writtendown: bigint
  readonly expense: bigint
  readonly fee: bigint
  readonly currency: string
}

/** The values of one work type and rate of a project; the rows of a project are then added up. */
function readWorkType([
  clientid,
  client,
  projectid,
  project,
  budget,
  budgetsin,
  budgetperiod,
  rateOfWork,
  hours,
  billable,
  ...sums
]: Row): ProjectBudget {
  const [invoiced = 0n, writtendown = 0n, expense = 0n, fee = 0n] = sums.slice(0, -1).map(sumUnits)
  return {
    clientid: clientid as StoredValue,
    client: client as StoredValue,
    projectid: Number(projectid),
    project: String(project),
    budget: budget === null ? null : Number(budget),
    budgetsin: String(budgetsin),
    budgetperiod: String(budgetperiod),
    hours: sumUnits(hours),
    billable: sumUnits(billable),
    value: exactAmount(sumUnits(hours), sumUnits(rateOfWork)),
    invoiced,
    writtendown,
    expense,
    fee,
    currency: String(sums.at(-1)),
  }
}

const addWorkType = (a: ProjectBudget, b: ProjectBudget): ProjectBudget => ({
  ...a,
  hours: a.hours + b.hours,
  billable: a.billable + b.billable,
  value: a.value + b.value,
})

/** All in the unit of hours, the finer one. A budget per period is in a report of its own. */
function budgetUse({ budget, budgetsin, budgetperiod, hours, value }: ProjectBudget): {
  used: bigint | null
  remaining: bigint | null
} {
  if (budget === null || budget === 0 || budgetperiod !== '') return { used: null, remaining: null }
  const planned = inHoursUnit(BigInt(budget))
  const actual = budgetsin === 'money' ? inHoursUnit(value) : hours
  return { used: percentOf(actual, planned), remaining: planned - actual }
}

export const budgetReport = defineReport('budget', {
  doc: 'The budgets of projects and how much of them is used.',
  roles: moneyWriters,
  columns: {
    ...projectColumns,
    budgetsin: reportField(plainText(), 'What budgets of the account are in: hours or money'),
    budget: nullableReportField(rate, 'Budget of the project, or of each of its periods; blank without one'),
    hours: reportField(hoursSum, 'Hours logged'),
    billable: reportField(hoursSum, 'Billable hours among them'),
    value: reportField(
      moneySum,
      'Hours logged times the rate of each work type on their day, each sum of a rate rounded to cents',
    ),
    invoiced: reportField(moneySum, 'Subtotals of its invoices in this currency'),
    expense: reportField(moneySum, 'What its expenses cost'),
    fee: reportField(moneySum, 'What its expenses are charged'),
    used: nullableReportField(
      percentSum,
      'Percentage of the budget that is used by hours or value; blank without a budget, and with one per period',
    ),
    remaining: nullableReportField(
      hoursSum,
      'What is left of the budget, negative when overdrawn; blank without a budget, and with one per period',
    ),
    ...currencyColumn,
    writtendown: reportField(
      moneySum,
      'How much less its invoices in this currency bill than the value of their hours, because entries were written down',
    ),
    budgetperiod: reportField(
      plainText(),
      'month, quarter or year if the budget is that of each period, which /retainer/ reports; blank otherwise',
    ),
  },
  parameters: {
    ...projectParameters,
    active: reportField(flag, 'Active projects, or inactive ones; active ones unless sent'),
  },
  rows: async (tx, actor, parameters) => {
    const values = { ...projectValues(actor, parameters), active: parameters.get('active') ?? 't' }
    const projects = new Map<number, ProjectBudget>()
    for (const work of (await tx.all(projectsByWorktype(actor), values)).map(readWorkType)) {
      const sum = projects.get(work.projectid)
      projects.set(work.projectid, sum === undefined ? work : addWorkType(sum, work))
    }
    return [...projects.values()].map((project) => ({ ...project, ...budgetUse(project) }))
  },
})
