// Hours by person, project, client, work type, module, day, week or month. It sums the entries that the caller sees in
// the time list (decision 33), including own time in projects that the caller has left, whose names are hidden as
// there. It contains no money, so Resources may read it; Executives may not, because they do not see the person of an
// entry.
import { staff, type Viewer } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import { flag, idList, integer, plainText, recordId, type StoredValue } from '../define/kinds.ts'
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
import { accountSlot, type Fragment, joinFragments, type Statement, slot, sql, sqlName, statement } from '../io/sql.ts'
import { ifProjectVisible, time } from '../resources/time.ts'
import {
  dayParameters,
  groupingKind,
  projectParameters,
  projectValues,
  requestedDays,
  selectedProjects,
  sumUnits,
} from './report-parameters.ts'

const readers = staff

const allDays = { datebegin: '0001-01-01', dateend: '9999-12-31' }

/** The key that entries are grouped by, the name of a group, and the columns of the entries that both depend on. */
interface Grouping {
  readonly key: (viewer: Viewer) => Fragment
  readonly groupName: (viewer: Viewer) => Fragment
  readonly columns: readonly string[]
  readonly hasId: boolean
}

const byId = (column: string, groupName: (viewer: Viewer) => Fragment, more: readonly string[] = []): Grouping => ({
  key: () => sqlName(`time.${column}`),
  groupName,
  columns: [column, ...more],
  hasId: true,
})
const byDate = (column: string, key = sqlName(`time.${column}`)): Grouping => ({
  key: () => key,
  groupName: () => key,
  columns: [column],
  hasId: false,
})

const groupings: Readonly<Record<string, Grouping>> = {
  person: byId('personid', () => fullName('person')),
  project: byId('projectid', ifProjectVisible(sqlName('project.name'))),
  client: {
    key: ifProjectVisible(sqlName('project.clientid')),
    groupName: ifProjectVisible(sqlName('client.name')),
    columns: ['projectid'],
    hasId: true,
  },
  worktype: byId('worktypeid', ifProjectVisible(sqlName('worktype.name')), ['projectid']),
  module: byId('moduleid', ifProjectVisible(sqlName('module.name')), ['projectid']),
  day: byDate('date'),
  week: byDate('weekstart'),
  month: byDate('date', sql`substr(time.date, 1, 7)`),
}

const groupingNames = Object.keys(groupings)
const defaultGrouping = 'project'

/** The column is one of the requested ids; always true if the parameter was not sent. */
const matchesIds = (column: Fragment, parameter: string): Fragment =>
  sql`(${slot(`every${parameter}`)} = 't' or ${isOneOf(column, `${parameter}s`)})`

const idParameters = ['person', 'worktype', 'module'] as const

const matchesParameters = (
  viewer: Viewer,
): Fragment => sql`time.date >= ${slot('datebegin')} and time.date <= ${slot('dateend')}
  and ((${slot('everyclient')} = 't' and ${slot('everyproject')} = 't') or time.projectid in ${selectedProjects(viewer)})
  and ${matchesIds(sqlName('time.personid'), 'person')} and ${matchesIds(sqlName('time.worktypeid'), 'worktype')}
  and ${matchesIds(sqlName('time.moduleid'), 'module')} and (${slot('billable')} = '' or time.billable = ${slot('billable')})`

const joinedTables = ['person', 'worktype', 'module'] as const

/**
 * A group has no name if the viewer no longer sees its project, or if it is the group without a client. Entries are
 * added up before their names are looked up, which takes half as long.
 */
function groupStatement(viewer: Viewer, { key, groupName, columns }: Grouping): Statement {
  const columnNames = joinFragments(columns.map((column) => sqlName(`time.${column}`)))
  const projects = sql`left join project on project.accountid = ${accountSlot} and project.id = time.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid`
  const others = joinedTables
    .filter((table) => columns.includes(`${table}id`))
    .map(
      (table) => sql` left join ${sqlName(table)} on ${sqlName(`${table}.accountid`)} = ${accountSlot}
      and ${sqlName(`${table}.id`)} = ${sqlName(`time.${table}id`)}`,
    )
  const joins = joinFragments([...(columns.includes('projectid') ? [projects] : []), ...others], ' ')
  return statement(sql`select ${key(viewer)} as groupkey, max(${groupName(viewer)}) as groupname,
      cast(sum(time.hours) as text), cast(sum(time.billable) as text), cast(sum(time.entries) as bigint)
    from (select ${columnNames}, sum(time.time) as hours,
        sum(case when time.billable = 't' then time.time else 0 end) as billable, count(*) as entries
      from time where time.accountid = ${accountSlot} and ${time.visible(viewer) ?? sql`1 = 1`}
        and ${matchesParameters(viewer)}
      group by ${columnNames}) time ${joins}
    group by 1 order by 2, 1`)
}

const statements = cachePerViewer(
  (viewer) => new Map(Object.entries(groupings).map(([name, grouping]) => [name, groupStatement(viewer, grouping)])),
)

const idValues = (parameters: ReportParameters): Record<string, unknown> =>
  Object.fromEntries(
    idParameters.flatMap((name) => [
      [`every${name}`, parameters.has(`${name}id`) ? 'f' : 't'],
      [`${name}s`, toIds(parameters.get(`${name}id`))],
    ]),
  )

const readGroup =
  ({ hasId }: Grouping) =>
  ([key, name, hours, billable, entries]: Row) => ({
    groupid: hasId ? (key as StoredValue) : null,
    name: name as StoredValue,
    hours: sumUnits(hours),
    billable: sumUnits(billable),
    entries: Number(entries),
  })

/** Groups without a name come last on both databases. */
const sortsLast = ({ name }: { readonly name: StoredValue }): number => Number(name === null)

export const timeReport = defineReport('timereport', {
  doc: 'Hours logged, grouped by person, project, client, work type, module, day, week or month.',
  roles: readers,
  columns: {
    groupid: nullableReportField(
      recordId,
      'The person, project, client, work type or module; null for days, weeks and months',
    ),
    name: nullableReportField(plainText(), 'Its name, the day, the Monday of the week, or the month; null without one'),
    hours: reportField(hoursSum, 'Hours logged'),
    billable: reportField(hoursSum, 'Billable hours among them'),
    entries: reportField(integer, 'Number of entries'),
  },
  parameters: {
    groupby: reportField(
      groupingKind(groupingNames),
      `How hours are grouped: ${groupingNames.join(', ')}; ${defaultGrouping} unless sent`,
    ),
    ...projectParameters,
    personid: reportField(idList, 'Only time of these persons'),
    worktypeid: reportField(idList, 'Only time with these work types'),
    moduleid: reportField(idList, 'Only time with these modules'),
    billable: reportField(flag, 'Billable time, or unbillable; both unless sent'),
    ...dayParameters,
  },
  rows: async (tx, actor, parameters) => {
    const groupby = String(parameters.get('groupby') ?? defaultGrouping)
    const [grouping, groups] = [groupings[groupby], statements(actor).get(groupby)]
    if (grouping === undefined || groups === undefined) throw new Error(`time cannot be grouped by ${groupby}`)
    const values = {
      ...projectValues(actor, parameters),
      ...idValues(parameters),
      ...requestedDays(parameters, allDays),
      billable: parameters.get('billable') ?? '',
    }
    const rows = (await tx.all(groups, values)).map(readGroup(grouping))
    return rows.sort((a, b) => sortsLast(a) - sortsLast(b))
  },
})
