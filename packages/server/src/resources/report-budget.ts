// Budget against actual: what each project was meant to take and what it took so far. A budget is hours or money, by
// the account; what is used of it is all time logged, billable or not, as the budget alert counts it (decision 45).
import type { Viewer } from '../define/actor.ts'
import { flag, hoursScale, moneyScale, rate, type Stored, text } from '../define/kinds.ts'
import { defineReport, described, describedOrNull, hoursSum, moneySum, perViewer, sum } from '../define/report.ts'
import type { Row } from '../io/database.ts'
import { account, type Fragment, slot, sql, statement } from '../io/sql.ts'
import { exactAmount } from '../kit/money.ts'
import { byProject, chosenProjects, projectColumns, scope, scopeValues, units } from './report-scope.ts'
import { time } from './time.ts'
import { moneyWriters } from './visibility.ts'

const workOf = (viewer: Viewer, chosen: Fragment): Fragment => sql`select time.projectid, time.worktypeid,
    cast(sum(time.time) as text) as hours,
    cast(sum(case when time.billable = 't' then time.time else 0 end) as text) as billable from time
  where time.accountid = ${account} and time.projectid in ${chosen} and ${time.visible(viewer) ?? sql`1 = 1`}
  group by time.projectid, time.worktypeid`

const billedOn = (chosen: Fragment): Fragment => sql`select invoice.projectid,
    cast(sum(invoice.subtotal) as text) as subtotal from invoice
  where invoice.accountid = ${account} and invoice.datevoided is null and invoice.projectid in ${chosen}
  group by invoice.projectid`

const spentOn = (chosen: Fragment): Fragment => sql`select expense.projectid,
    cast(sum(expense.expense) as text) as expense, cast(sum(expense.fee) as text) as fee from expense
  where expense.accountid = ${account} and expense.projectid in ${chosen} group by expense.projectid`

/** A row for each work type that was logged on a project, or one where none was. */
const projectsByWorktype = perViewer((viewer) => {
  const chosen = chosenProjects(viewer, sql`project.active = ${slot('active')}`)
  return statement(sql`select project.clientid, client.name, project.id, project.name, project.budget,
      account.budgetsin, coalesce(part.hourlyrate, 0), work.hours, work.billable,
      billed.subtotal, spent.expense, spent.fee
    from project join account on account.id = project.accountid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join (${workOf(viewer, chosen)}) work on work.projectid = project.id
    left join projectworktype part on part.accountid = project.accountid and part.projectid = project.id
      and part.worktypeid = work.worktypeid
    left join (${billedOn(chosen)}) billed on billed.projectid = project.id
    left join (${spentOn(chosen)}) spent on spent.projectid = project.id
    where project.accountid = ${account} and project.id in ${chosen}
    order by ${byProject}, work.worktypeid`)
})

interface Budgeted {
  readonly clientid: Stored
  readonly client: Stored
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
function readWork([
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
]: Row): Budgeted {
  const [invoiced = 0n, expense = 0n, fee = 0n] = sums.map(units)
  return {
    clientid: clientid as Stored,
    client: client as Stored,
    projectid: Number(projectid),
    project: String(project),
    budget: budget === null ? null : Number(budget),
    budgetsin: String(budgetsin),
    hours: units(hours),
    billable: units(billable),
    value: exactAmount(units(hours), units(rateOfWork)),
    invoiced,
    expense,
    fee,
  }
}

const together = (a: Budgeted, b: Budgeted): Budgeted => ({
  ...a,
  hours: a.hours + b.hours,
  billable: a.billable + b.billable,
  value: a.value + b.value,
})

const hoursPerMoney = BigInt(10 ** (hoursScale - moneyScale))
/** Hundredths of a per cent in a whole. */
const whole = 10_000n

/** Everything in the unit of hours, the finer one. Per cents are cut, not rounded: 100 means that it is used up. */
function against({ budget, budgetsin, hours, value }: Budgeted): { used: bigint | null; remaining: bigint | null } {
  if (budget === null || budget === 0) return { used: null, remaining: null }
  const meant = BigInt(budget) * hoursPerMoney
  const taken = budgetsin === 'money' ? value * hoursPerMoney : hours
  return { used: (taken * whole) / meant, remaining: meant - taken }
}

export const budget = defineReport('budget', {
  doc: 'What projects were meant to take and what they took so far.',
  roles: moneyWriters,
  columns: {
    ...projectColumns,
    budgetsin: described(text(), 'What budgets of the account are in: hours or money'),
    budget: describedOrNull(rate, 'Budget of the project; blank without one'),
    hours: described(hoursSum, 'Hours logged'),
    billable: described(hoursSum, 'Billable hours among them'),
    value: described(moneySum, 'Hours logged times the rate of each work type in the project, each rounded to cents'),
    invoiced: described(moneySum, 'Subtotals of its invoices'),
    expense: described(moneySum, 'What its expenses cost'),
    fee: described(moneySum, 'What its expenses are charged'),
    used: describedOrNull(sum(2), 'Per cent of the budget that hours or value take; blank without a budget'),
    remaining: describedOrNull(hoursSum, 'What is left of the budget, negative when overdrawn; blank without a budget'),
  },
  parameters: { ...scope, active: described(flag, 'Active projects, or inactive ones; active ones unless sent') },
  rows: async (tx, actor, asked) => {
    const values = { ...scopeValues(actor, asked), active: asked.get('active') ?? 't' }
    const projects = new Map<number, Budgeted>()
    for (const work of (await tx.all(projectsByWorktype(actor), values)).map(readWork)) {
      const known = projects.get(work.projectid)
      projects.set(work.projectid, known === undefined ? work : together(known, work))
    }
    return [...projects.values()].map((project) => ({ ...project, ...against(project) }))
  },
})
