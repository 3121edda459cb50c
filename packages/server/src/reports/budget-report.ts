// Budget against actual time per project. A budget is in hours or money, as the account is set. All logged time uses
// it, billable or not, as for the budget alert (decision 45).
import type { Viewer } from '../define/actor.ts'
import { flag, hoursScale, moneyScale, percent, plainText, rate, type StoredValue } from '../define/kinds.ts'
import {
  cachePerViewer,
  defineReport,
  hoursSum,
  moneySum,
  nullableReportField,
  reportField,
  sumKind,
} from '../define/report.ts'
import type { Row } from '../io/database.ts'
import { accountSlot, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { exactAmount } from '../kit/money.ts'
import { time } from '../resources/time.ts'
import { moneyWriters } from '../resources/visibility.ts'
import {
  projectColumns,
  projectOrder,
  projectParameters,
  projectValues,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const loggedHours = (viewer: Viewer, projects: Fragment): Fragment => sql`select time.projectid, time.worktypeid,
    cast(sum(time.time) as text) as hours,
    cast(sum(case when time.billable = 't' then time.time else 0 end) as text) as billable from time
  where time.accountid = ${accountSlot} and time.projectid in ${projects} and ${time.visible(viewer) ?? sql`1 = 1`}
  group by time.projectid, time.worktypeid`

const invoicedSums = (projects: Fragment): Fragment => sql`select invoice.projectid,
    cast(sum(invoice.subtotal) as text) as subtotal from invoice
  where invoice.accountid = ${accountSlot} and invoice.datevoided is null and invoice.projectid in ${projects}
  group by invoice.projectid`

const expenseSums = (projects: Fragment): Fragment => sql`select expense.projectid,
    cast(sum(expense.expense) as text) as expense, cast(sum(expense.fee) as text) as fee from expense
  where expense.accountid = ${accountSlot} and expense.projectid in ${projects} group by expense.projectid`

/** One row for each work type with time on a project, or a single row for a project without time. */
const projectsByWorktype = cachePerViewer((viewer) => {
  const projects = selectedProjects(viewer, sql`project.active = ${slot('active')}`)
  return statement(sql`select project.clientid, client.name, project.id, project.name, project.budget,
      account.budgetsin, coalesce(part.hourlyrate, 0), work.hours, work.billable,
      billed.subtotal, spent.expense, spent.fee
    from project join account on account.id = project.accountid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join (${loggedHours(viewer, projects)}) work on work.projectid = project.id
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    left join (${invoicedSums(projects)}) billed on billed.projectid = project.id
    left join (${expenseSums(projects)}) spent on spent.projectid = project.id
    where project.accountid = ${accountSlot} and project.id in ${projects}
    order by ${projectOrder}, work.worktypeid`)
})

interface ProjectBudget {
  readonly clientid: StoredValue
  readonly client: StoredValue
  readonly projectid: number
  readonly project: string
  readonly budget: number | null
  readonly budgetsin: string
  readonly hours: bigint
  readonly billable: bigint
  readonly value: bigint
  readonly invoiced: bigint
  readonly expense: bigint
  readonly fee: bigint
}

/** The values of one work type of a project; the rows of a project are then added up. */
function readWorkType([
  clientid,
  client,
  projectid,
  project,
  budget,
  budgetsin,
  rateOfWork,
  hours,
  billable,
  ...sums
]: Row): ProjectBudget {
  const [invoiced = 0n, expense = 0n, fee = 0n] = sums.map(sumUnits)
  return {
    clientid: clientid as StoredValue,
    client: client as StoredValue,
    projectid: Number(projectid),
    project: String(project),
    budget: budget === null ? null : Number(budget),
    budgetsin: String(budgetsin),
    hours: sumUnits(hours),
    billable: sumUnits(billable),
    value: exactAmount(sumUnits(hours), sumUnits(rateOfWork)),
    invoiced,
    expense,
    fee,
  }
}

const addWorkType = (a: ProjectBudget, b: ProjectBudget): ProjectBudget => ({
  ...a,
  hours: a.hours + b.hours,
  billable: a.billable + b.billable,
  value: a.value + b.value,
})

const hoursPerMoney = BigInt(10 ** (hoursScale - moneyScale))
/** 100 per cent, in hundredths of a per cent. */
const wholePercent = 10_000n

/**
 * All in the unit of hours, the finer one. Per cents are rounded down, so that 100 means that the budget is used up.
 */
function budgetUse({ budget, budgetsin, hours, value }: ProjectBudget): {
  used: bigint | null
  remaining: bigint | null
} {
  if (budget === null || budget === 0) return { used: null, remaining: null }
  const planned = BigInt(budget) * hoursPerMoney
  const actual = budgetsin === 'money' ? value * hoursPerMoney : hours
  return { used: (actual * wholePercent) / planned, remaining: planned - actual }
}

export const budgetReport = defineReport('budget', {
  doc: 'What projects were meant to take and what they took so far.',
  roles: moneyWriters,
  columns: {
    ...projectColumns,
    budgetsin: reportField(plainText(), 'What budgets of the account are in: hours or money'),
    budget: nullableReportField(rate, 'Budget of the project; blank without one'),
    hours: reportField(hoursSum, 'Hours logged'),
    billable: reportField(hoursSum, 'Billable hours among them'),
    value: reportField(moneySum, 'Hours logged times the rate of each work type in the project, each rounded to cents'),
    invoiced: reportField(moneySum, 'Subtotals of its invoices'),
    expense: reportField(moneySum, 'What its expenses cost'),
    fee: reportField(moneySum, 'What its expenses are charged'),
    used: nullableReportField(
      sumKind(percent, 2),
      'Per cent of the budget that hours or value take; blank without a budget',
    ),
    remaining: nullableReportField(
      hoursSum,
      'What is left of the budget, negative when overdrawn; blank without a budget',
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
