// Budget against actual: what each project was meant to take and what it took so far. A budget is hours or money, by
// the account; what is used of it is all time logged, billable or not, as the budget alert counts it (decision 45).
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

const loggedHours = (viewer: Viewer, chosen: Fragment): Fragment => sql`select time.projectid, time.worktypeid,
    cast(sum(time.time) as text) as hours,
    cast(sum(case when time.billable = 't' then time.time else 0 end) as text) as billable from time
  where time.accountid = ${accountSlot} and time.projectid in ${chosen} and ${time.visible(viewer) ?? sql`1 = 1`}
  group by time.projectid, time.worktypeid`

const invoicedSums = (chosen: Fragment): Fragment => sql`select invoice.projectid,
    cast(sum(invoice.subtotal) as text) as subtotal from invoice
  where invoice.accountid = ${accountSlot} and invoice.datevoided is null and invoice.projectid in ${chosen}
  group by invoice.projectid`

const expenseSums = (chosen: Fragment): Fragment => sql`select expense.projectid,
    cast(sum(expense.expense) as text) as expense, cast(sum(expense.fee) as text) as fee from expense
  where expense.accountid = ${accountSlot} and expense.projectid in ${chosen} group by expense.projectid`

/** A row for each work type that was logged on a project, or one where none was. */
const projectsByWorktype = cachePerViewer((viewer) => {
  const chosen = selectedProjects(viewer, sql`project.active = ${slot('active')}`)
  return statement(sql`select project.clientid, client.name, project.id, project.name, project.budget,
      account.budgetsin, coalesce(part.hourlyrate, 0), work.hours, work.billable,
      billed.subtotal, spent.expense, spent.fee
    from project join account on account.id = project.accountid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join (${loggedHours(viewer, chosen)}) work on work.projectid = project.id
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    left join (${invoicedSums(chosen)}) billed on billed.projectid = project.id
    left join (${expenseSums(chosen)}) spent on spent.projectid = project.id
    where project.accountid = ${accountSlot} and project.id in ${chosen}
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

/** One work type of one project, as if it were all of it. */
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
/** Hundredths of a per cent in a whole. */
const wholePercent = 10_000n

/** Everything in the unit of hours, the finer one. Per cents are cut, not rounded: 100 means that it is used up. */
function budgetUse({ budget, budgetsin, hours, value }: ProjectBudget): {
  used: bigint | null
  remaining: bigint | null
} {
  if (budget === null || budget === 0) return { used: null, remaining: null }
  const meant = BigInt(budget) * hoursPerMoney
  const taken = budgetsin === 'money' ? value * hoursPerMoney : hours
  return { used: (taken * wholePercent) / meant, remaining: meant - taken }
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
  rows: async (tx, actor, asked) => {
    const values = { ...projectValues(actor, asked), active: asked.get('active') ?? 't' }
    const projects = new Map<number, ProjectBudget>()
    for (const work of (await tx.all(projectsByWorktype(actor), values)).map(readWorkType)) {
      const known = projects.get(work.projectid)
      projects.set(work.projectid, known === undefined ? work : addWorkType(known, work))
    }
    return [...projects.values()].map((project) => ({ ...project, ...budgetUse(project) }))
  },
})
