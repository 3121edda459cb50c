// Margin by project, client or person: what billable hours are worth less what all hours cost (ADR 50). Costs are the
// hours times the present cost rate of their person, in the currency of the company. A cost that is not known is never
// counted as 0: the hours without one are in a column of their own, and then there is no margin.
import { type Actor, managers, type Viewer } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import { idList, plainText, recordId, type StoredValue, tax } from '../define/kinds.ts'
import {
  cachePerViewer,
  defineReport,
  hoursSum,
  moneySum,
  nullableReportField,
  type ReportParameters,
  reportField,
  sumKind,
} from '../define/report.ts'
import { toIds } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { centsSql, distinctTexts, isOneOf } from '../io/dialect.ts'
import { accountSlot, type Fragment, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import { unitsPerCent } from '../kit/money.ts'
import { clientCurrency, companyCurrency } from '../resources/currencies.ts'
import { hasDatedRates, withRates } from '../resources/entry-rate.ts'
import { time } from '../resources/time.ts'
import { seesCosts } from '../resources/visibility.ts'
import { percentDecimals, percentOf } from './budget-share.ts'
import {
  clientOrder,
  currencyColumn,
  dayParameters,
  groupingKind,
  projectOrder,
  projectParameters,
  projectValues,
  recentMonths,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const maxMonths = 120

const always = sql`1 = 1`

/** The id, the name and the order of the groups, and the columns that the order needs. */
interface Grouping {
  readonly id: Fragment
  readonly groupName: Fragment
  readonly columns: Fragment
  readonly order: Fragment
  readonly ofPerson: boolean
}

const groupings: Readonly<Record<string, Grouping>> = {
  project: {
    id: sqlName('project.id'),
    groupName: sqlName('project.name'),
    columns: sql`client.name, client.id`,
    order: projectOrder,
    ofPerson: false,
  },
  client: {
    id: sqlName('client.id'),
    groupName: sqlName('client.name'),
    columns: sqlName('client.id'),
    order: clientOrder,
    ofPerson: false,
  },
  person: {
    id: sqlName('person.id'),
    groupName: fullName('person'),
    columns: sqlName('person.id'),
    order: sql`${fullName('person')}, person.id`,
    ofPerson: true,
  },
}
const groupingNames = Object.keys(groupings)
const defaultGrouping = 'project'

/** Whether the report is about all projects of the account. Otherwise entries are found by their project. */
type Scope = 'account' | 'projects'

/**
 * By work type, person and rate. Projects without dated rates are summed without a search for rates. Of all projects,
 * they are read from the index by day, which has all columns: the plus sign keeps SQLite from looking up each project.
 */
const hoursByRate = (viewer: Viewer, scope: Scope): Fragment => {
  const dated = hasDatedRates(sql`project.id`)
  const byDay = scope === 'account' ? sql`+` : sql``
  const entries = (which: Fragment, sign = sql``): Fragment => sql`time.accountid = ${accountSlot}
    and ${sign}time.projectid in ${selectedProjects(viewer, which)} and ${time.visible(viewer) ?? always}
    and time.date >= ${slot('datebegin')} and time.date <= ${slot('dateend')}
    and (${slot('everyperson')} = 't' or ${isOneOf(sql`time.personid`, 'persons')})`
  const billable = sql`sum(case when time.billable = 't' then time.time else 0 end)`
  return sql`select time.projectid, time.worktypeid, time.personid, cast(null as bigint) as rate,
      cast(sum(time.time) as bigint) as hours, cast(${billable} as bigint) as billable
    from time where ${entries(sql`not ${dated}`, byDay)} group by time.projectid, time.worktypeid, time.personid
    union all select entry.projectid, entry.worktypeid, entry.personid, entry.rate,
      cast(sum(entry.hours) as bigint) as hours, cast(sum(entry.billable) as bigint) as billable
    from ${withRates(sql`sum(time.time) as hours, ${billable} as billable`, entries(dated))}
    group by entry.projectid, entry.worktypeid, entry.personid, entry.rate`
}

/** By project and person. The revenue of each rate is rounded to cents. */
const workOfPeople = (viewer: Viewer, scope: Scope): Fragment => sql`select priced.projectid, priced.personid,
    cast(sum(priced.hours) as bigint) as hours, cast(sum(priced.billable) as bigint) as billable,
    cast(sum(${centsSql(sql`priced.billable`, sql`priced.price`)}) as bigint) as revenue
  from (select work.projectid, work.personid, work.hours, work.billable,
      coalesce(work.rate, part.hourlyrate, 0) as price
    from (${hoursByRate(viewer, scope)}) work
    left join projectworktype part on part.accountid = ${accountSlot} and part.projectid = work.projectid
      and part.worktypeid = work.worktypeid) priced
  group by priced.projectid, priced.personid`

const withoutCost = sql`person.costrate is null`
const costOfPerson = centsSql(sql`work.hours`, sql`coalesce(person.costrate, 0)`)
const hoursWithoutCost = sql`case when ${withoutCost} then work.hours else 0 end`
const idWithoutCost = sql`case when ${withoutCost} then cast(person.id as text) end`

/**
 * The hours, revenue and costs of projects, or of each person in them. Costs are rounded once for each person and
 * project, so that the rows of every grouping add up to the same amount. Projects are added up before their names are
 * looked up, because there are many more pairs of projects and people.
 */
const workWithCosts = (viewer: Viewer, scope: Scope, ofPerson: boolean): Fragment => {
  const work = sql`from (${workOfPeople(viewer, scope)}) work
    join person on person.accountid = ${accountSlot} and person.id = work.personid`
  if (ofPerson)
    return sql`select work.*, ${costOfPerson} as cost, ${hoursWithoutCost} as nocost, ${idWithoutCost} as people ${work}`
  return sql`select work.projectid, cast(sum(work.hours) as bigint) as hours, cast(sum(work.billable) as bigint) as billable,
      cast(sum(work.revenue) as bigint) as revenue, cast(sum(${costOfPerson}) as bigint) as cost,
      cast(sum(${hoursWithoutCost}) as bigint) as nocost, ${distinctTexts(idWithoutCost)} as people
    ${work} group by work.projectid`
}

const marginStatement = (viewer: Viewer, scope: Scope, grouping: Grouping): Statement => {
  const { id, groupName, columns, order, ofPerson } = grouping
  const person = ofPerson ? sql`join person on person.accountid = ${accountSlot} and person.id = work.personid` : sql``
  return statement(sql`select ${id}, ${groupName}, ${clientCurrency}, ${companyCurrency}, cast(sum(work.hours) as text),
      cast(sum(work.billable) as text), cast(sum(work.revenue) as text), cast(sum(work.cost) as text),
      cast(sum(work.nocost) as text), ${distinctTexts(sql`work.people`)}
    from (${workWithCosts(viewer, scope, ofPerson)}) work
    join project on project.accountid = ${accountSlot} and project.id = work.projectid ${person}
    left join client on client.accountid = project.accountid and client.id = project.clientid
    group by 1, 2, 3, ${columns} order by ${order}, 3`)
}

const statementsFor = (scope: Scope) =>
  cachePerViewer(
    (viewer) =>
      new Map(Object.entries(groupings).map(([name, grouping]) => [name, marginStatement(viewer, scope, grouping)])),
  )
const statements = { account: statementsFor('account'), projects: statementsFor('projects') }

const scopeOf = (actor: Actor, parameters: ReportParameters): Scope =>
  time.visible(actor) === null && !parameters.has('clientid') && !parameters.has('projectid') ? 'account' : 'projects'

const amountOf = (cents: unknown): bigint => sumUnits(cents) * BigInt(unitsPerCent)

function readGroup([groupid, name, ownCurrency, company, ...sums]: Row) {
  const [hours, billable, revenueCents, costCents, nocost, people] = sums
  const [currency, costcurrency] = [String(ownCurrency), String(company)]
  const [revenue, cost] = [amountOf(revenueCents), amountOf(costCents)]
  const margin = people !== null || currency !== costcurrency ? null : revenue - cost
  // The people of several projects of a client may be the same.
  const ids = new Set(people === null ? [] : String(people).split(',').map(Number))
  return {
    groupid: groupid as StoredValue,
    name: name as StoredValue,
    hours: sumUnits(hours),
    billable: sumUnits(billable),
    revenue,
    currency,
    cost,
    costcurrency,
    margin,
    marginpercent: margin === null ? null : percentOf(margin, revenue),
    nocosthours: sumUnits(nocost),
    nocostpersonids: [...ids].sort((a, b) => a - b).join(','),
  }
}

const costsSeen = cachePerViewer((viewer) => statement(sql`select 1 where ${seesCosts(viewer) ?? always}`))

const slotValues = (actor: Actor, parameters: ReportParameters) => ({
  ...projectValues(actor, parameters),
  ...recentMonths(actor, parameters, maxMonths),
  everyperson: parameters.has('personid') ? 'f' : 't',
  persons: toIds(parameters.get('personid')),
})

export const marginReport = defineReport('margin', {
  doc: 'The value of billable hours less the cost of all hours at current cost rates, by project, client or person. Managers may read it if company.managersseecost allows it.',
  roles: managers,
  permits: async (tx, actor) => (await tx.first(costsSeen(actor), {})) !== undefined,
  columns: {
    groupid: nullableReportField(recordId, 'The project, client or person; null for projects without a client'),
    name: nullableReportField(plainText(), 'Its name; null without one'),
    hours: reportField(hoursSum, 'Hours logged'),
    billable: reportField(hoursSum, 'Billable hours among them'),
    revenue: reportField(
      moneySum,
      'Billable hours times the rate of each work type on their day, each sum of a person and rate rounded to cents',
    ),
    ...currencyColumn,
    cost: reportField(
      moneySum,
      'All hours times the current cost rate of their person, each person in a project rounded to cents; without the hours that have no cost',
    ),
    costcurrency: reportField(plainText(), 'Currency of the cost: that of the company'),
    margin: nullableReportField(
      moneySum,
      'Revenue less cost; blank if hours have no cost, and if revenue and cost are in different currencies',
    ),
    marginpercent: nullableReportField(
      sumKind(tax, percentDecimals),
      'Margin in percent of the revenue; blank without a margin or revenue',
    ),
    nocosthours: reportField(hoursSum, 'Hours of people without a cost rate'),
    nocostpersonids: reportField(idList, 'These people'),
  },
  parameters: {
    groupby: reportField(
      groupingKind(groupingNames),
      `How hours are grouped: ${groupingNames.join(', ')}; ${defaultGrouping} unless sent`,
    ),
    ...projectParameters,
    personid: reportField(idList, 'Only time of these persons'),
    ...dayParameters,
  },
  rows: async (tx, actor, parameters) => {
    const groupby = String(parameters.get('groupby') ?? defaultGrouping)
    const worked = statements[scopeOf(actor, parameters)](actor).get(groupby)
    if (worked === undefined) throw new Error(`margin cannot be grouped by ${groupby}`)
    return (await tx.all(worked, slotValues(actor, parameters))).map(readGroup)
  },
})
