// Hours logged against the hours that people work in a week, by person, week or month (ADR 48). It sums the entries
// that the caller sees in the time list (decision 33) and shows the weekly hours of people that the caller sees. It has
// no money, so Resources read their own; Executives may not read it, because they do not see the person of an entry.
import { type Actor, actorValues, me, staff, type Viewer } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import { flag, idList, plainText, recordId } from '../define/kinds.ts'
import {
  cachePerViewer,
  defineReport,
  hoursSum,
  nullableReportField,
  type ReportParameters,
  reportField,
} from '../define/report.ts'
import { toIds } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { accountSlot, anyCondition, type Fragment, type Statement, slot, sql, statement } from '../io/sql.ts'
import { capacityOf, partsOfSpan, type SpanPart, workingDays } from '../kit/capacity.ts'
import { visiblePerson } from '../resources/person.ts'
import { time } from '../resources/time.ts'
import { ownProjects, ownTimeOnly, seesAll } from '../resources/visibility.ts'
import { percentOf, percentSum } from './budget-share.ts'
import { type DayRange, dayParameters, groupingKind, recentMonths, sumOf, sumUnits } from './report-parameters.ts'

const readers = staff

/** A row for each week or month, so there is a bound. */
const maxMonths = 120

const always = sql`1 = 1`

/** What the hours of a person are added up by. Weeks and months are named like those of the time report. */
const periods: Readonly<Record<string, Fragment>> = {
  person: sql`''`,
  week: sql`time.weekstart`,
  month: sql`substr(time.date, 1, 7)`,
}
const groupingNames = Object.keys(periods)
const defaultGrouping = 'person'

/** People whose time the viewer would see: everyone, oneself, or oneself and the teams of one's projects. */
function isReported(viewer: Viewer): Fragment {
  if (seesAll(viewer)) return always
  const own = sql`person.id = ${me}`
  if (ownTimeOnly(viewer)) return own
  return anyCondition([
    own,
    sql`work.personid is not null`,
    sql`person.id in (select member.personid from projectteam member
      where member.accountid = ${accountSlot} and member.projectid in ${ownProjects})`,
  ])
}

/** One row for each person and period with hours, or a single row for a person without hours. */
const peopleStatement = (viewer: Viewer, period: Fragment): Statement => {
  // Somebody who has left a team is known by their entries only; their weekly hours are as invisible as the person.
  const weekly = sql`case when ${visiblePerson(viewer) ?? always} then person.weeklyhours end`
  return statement(sql`select person.id, ${fullName('person')} as fullname, ${weekly}, work.period, work.hours, work.billable
    from person left join (select time.personid, ${period} as period, cast(sum(time.time) as text) as hours,
        cast(sum(case when time.billable = 't' then time.time else 0 end) as text) as billable
      from time where time.accountid = ${accountSlot} and ${time.visible(viewer) ?? always}
        and time.date >= ${slot('datebegin')} and time.date <= ${slot('dateend')}
      group by 1, 2) work on work.personid = person.id
    where person.accountid = ${accountSlot} and person.active = ${slot('active')}
      and (${slot('everyperson')} = 't' or ${isOneOf(sql`person.id`, 'persons')})
      and ${isReported(viewer)} and (work.personid is not null or ${weekly} is not null)
    order by 2, 1, 4`)
}

const statements = cachePerViewer(
  (viewer) => new Map(Object.entries(periods).map(([name, period]) => [name, peopleStatement(viewer, period)])),
)

interface Work {
  readonly period: string
  readonly hours: bigint
  readonly billable: bigint
}

interface ReportedPerson {
  readonly personid: number
  readonly name: string
  /** Null when not set or not visible. */
  readonly weekly: bigint | null
  readonly work: readonly Work[]
}

const readWork = ([, , , period, hours, billable]: Row): Work[] =>
  period === null ? [] : [{ period: String(period), hours: sumUnits(hours), billable: sumUnits(billable) }]

function readPerson(rows: readonly Row[]): ReportedPerson {
  const [[personid, name, weekly] = []] = rows
  return {
    personid: Number(personid),
    name: String(name),
    weekly: weekly === null ? null : BigInt(Number(weekly)),
    work: rows.flatMap(readWork),
  }
}

/** The columns with numbers. Percentages are cut to two decimals, as those of budgets are. */
function usage(capacity: bigint | null, work: readonly Work[]) {
  const [hours, billable] = [sumOf(work, (one) => one.hours), sumOf(work, (one) => one.billable)]
  return {
    capacity,
    hours,
    billable,
    utilization: capacity === null ? null : percentOf(billable, capacity),
    logged: capacity === null ? null : percentOf(hours, capacity),
  }
}

const byPerson = (people: readonly ReportedPerson[], { datebegin, dateend }: DayRange) => {
  const days = workingDays({ begin: datebegin, end: dateend })
  return people.map(({ personid, name, weekly, work }) => ({
    personid,
    name,
    ...usage(weekly === null ? null : capacityOf(weekly, days), work),
  }))
}

/** People without weekly hours are left out, so that hours and capacity are those of the same people. */
function byPeriod(people: readonly ReportedPerson[], { datebegin, dateend }: DayRange, part: SpanPart) {
  const counted = people.filter(({ weekly }) => weekly !== null)
  if (counted.length === 0) return []
  const work = Map.groupBy(
    counted.flatMap((person) => person.work),
    ({ period }) => period,
  )
  return partsOfSpan({ begin: datebegin, end: dateend }, part).map(({ whole, inSpan }) => {
    const name = part === 'month' ? whole.begin.slice(0, 7) : whole.begin
    const capacity = sumOf(counted, ({ weekly }) => capacityOf(weekly ?? 0n, workingDays(inSpan)))
    return { personid: null, name, ...usage(capacity, work.get(name) ?? []) }
  })
}

const slotValues = (actor: Actor, parameters: ReportParameters, days: DayRange) => ({
  ...actorValues(actor),
  ...days,
  active: parameters.get('active') ?? 't',
  everyperson: parameters.has('personid') ? 'f' : 't',
  persons: toIds(parameters.get('personid')),
})

export const utilizationReport = defineReport('utilization', {
  doc: 'Hours logged against the weekly hours of people, by person, week or month.',
  roles: readers,
  columns: {
    personid: nullableReportField(recordId, 'The person; null for weeks and months'),
    name: reportField(plainText(), 'Their name, the Monday of the week, or the month'),
    capacity: nullableReportField(
      hoursSum,
      'A fifth of the weekly hours for each day from Monday to Friday; blank without weekly hours',
    ),
    hours: reportField(hoursSum, 'Hours logged'),
    billable: reportField(hoursSum, 'Billable hours among them'),
    utilization: nullableReportField(percentSum, 'Billable hours in percent of the capacity; blank without a capacity'),
    logged: nullableReportField(percentSum, 'Hours logged in percent of the capacity; blank without a capacity'),
  },
  parameters: {
    groupby: reportField(
      groupingKind(groupingNames),
      `How hours are grouped: ${groupingNames.join(', ')}; ${defaultGrouping} unless sent`,
    ),
    personid: reportField(idList, 'Only these persons'),
    active: reportField(flag, 'Active people, or inactive ones; active ones unless sent'),
    ...dayParameters,
  },
  rows: async (tx, actor, parameters) => {
    const groupby = String(parameters.get('groupby') ?? defaultGrouping)
    const reported = statements(actor).get(groupby)
    if (reported === undefined) throw new Error(`utilization cannot be grouped by ${groupby}`)
    const days = recentMonths(actor, parameters, maxMonths)
    const rows = await tx.all(reported, slotValues(actor, parameters, days))
    const people = [...Map.groupBy(rows, ([personid]) => Number(personid)).values()].map(readPerson)
    return groupby === 'week' || groupby === 'month' ? byPeriod(people, days, groupby) : byPerson(people, days)
  },
})
