// Time by person, project, client, work type, module, day, week or month: hours that the caller may see, added up. The
// same rows as the time list (decision 33), one's own in projects that one has left among them, and like there those
// keep their names to themselves. It has hours alone and no money, so Resources may read it; Executives, who never
// learn whose hours they are, may not.
import type { Role, Viewer } from '../define/actor.ts'
import { fullName } from '../define/fields.ts'
import { flag, id, idList, integer, type Kind, type Stored, text } from '../define/kinds.ts'
import { Unfit } from '../define/refusal.ts'
import { type Asked, defineReport, described, describedOrNull, hoursSum, perViewer } from '../define/report.ts'
import { idsOf } from '../define/resource.ts'
import type { Row } from '../io/database.ts'
import { isOneOf } from '../io/dialect.ts'
import { account, type Fragment, name, type Statement, slot, sql, statement } from '../io/sql.ts'
import { chosenProjects, dates, daysAsked, scope, scopeValues, units } from './report-scope.ts'
import { ofProject, time } from './time.ts'

const readers: readonly Role[] = ['Administrator', 'Manager', 'Resource']

const allDays = { datebegin: '0001-01-01', dateend: '9999-12-31' }

/** What entries are put together by, and what a group of them is called. */
interface Grouping {
  readonly key: (viewer: Viewer) => Fragment
  readonly called: (viewer: Viewer) => Fragment
  readonly hasId: boolean
}

const byId = (key: Fragment, called: (viewer: Viewer) => Fragment): Grouping => ({
  key: () => key,
  called,
  hasId: true,
})
const byDate = (key: Fragment): Grouping => ({ key: () => key, called: () => key, hasId: false })

const groupings: Readonly<Record<string, Grouping>> = {
  person: byId(name('time.personid'), () => fullName('person')),
  project: byId(name('time.projectid'), ofProject(name('project.name'))),
  client: { key: ofProject(name('project.clientid')), called: ofProject(name('client.name')), hasId: true },
  worktype: byId(name('time.worktypeid'), ofProject(name('worktype.name'))),
  module: byId(name('time.moduleid'), ofProject(name('module.name'))),
  day: byDate(name('time.date')),
  week: byDate(name('time.weekstart')),
  month: byDate(sql`substr(time.date, 1, 7)`),
}

const words = Object.keys(groupings)
const usualGrouping = 'project'

const anyText = text()
const grouping: Kind = {
  ...anyText,
  parse: (wire) => {
    const read = anyText.parse(wire)
    return read === null || words.includes(String(read)) ? read : new Unfit(`is none of ${words.join(', ')}`)
  },
  words,
}

/** The ids that a column must be among; all of them where none are named. */
const among = (column: Fragment, parameter: string): Fragment =>
  sql`(${slot(`every${parameter}`)} = 't' or ${isOneOf(column, `${parameter}s`)})`

const narrowings = ['person', 'worktype', 'module'] as const

const isAsked = (viewer: Viewer): Fragment => sql`time.date >= ${slot('datebegin')} and time.date <= ${slot('dateend')}
  and ((${slot('everyclient')} = 't' and ${slot('everyproject')} = 't') or time.projectid in ${chosenProjects(viewer)})
  and ${among(name('time.personid'), 'person')} and ${among(name('time.worktypeid'), 'worktype')}
  and ${among(name('time.moduleid'), 'module')} and (${slot('billable')} = '' or time.billable = ${slot('billable')})`

/** A group without a name is one whose project the viewer does not see any more, or one of no client. */
const groupsOf = (viewer: Viewer, { key, called }: Grouping): Statement =>
  statement(sql`select ${key(viewer)} as groupkey, max(${called(viewer)}) as groupname, cast(sum(time.time) as text),
      cast(sum(case when time.billable = 't' then time.time else 0 end) as text), count(*)
    from time
    left join project on project.accountid = time.accountid and project.id = time.projectid
    left join client on client.accountid = project.accountid and client.id = project.clientid
    left join person on person.accountid = time.accountid and person.id = time.personid
    left join worktype on worktype.accountid = time.accountid and worktype.id = time.worktypeid
    left join module on module.accountid = time.accountid and module.id = time.moduleid
    where time.accountid = ${account} and ${time.visible(viewer) ?? sql`1 = 1`} and ${isAsked(viewer)}
    group by 1 order by 2, 1`)

const statements = perViewer(
  (viewer) => new Map(Object.entries(groupings).map(([word, one]) => [word, groupsOf(viewer, one)])),
)

const idValues = (asked: Asked): Record<string, unknown> =>
  Object.fromEntries(
    narrowings.flatMap((one) => [
      [`every${one}`, asked.has(`${one}id`) ? 'f' : 't'],
      [`${one}s`, idsOf(asked.get(`${one}id`))],
    ]),
  )

const readGroup =
  ({ hasId }: Grouping) =>
  ([key, called, hours, billable, entries]: Row) => ({
    groupid: hasId ? (key as Stored) : null,
    name: called as Stored,
    hours: units(hours),
    billable: units(billable),
    entries: Number(entries),
  })

/** Groups without a name stand last, on every database. */
const nameless = ({ name: called }: { readonly name: Stored }): number => Number(called === null)

export const timereport = defineReport('timereport', {
  doc: 'Hours logged, added up by person, project, client, work type, module, day, week or month.',
  roles: readers,
  columns: {
    groupid: describedOrNull(id, 'The person, project, client, work type or module; null for days, weeks and months'),
    name: describedOrNull(text(), 'Its name, the day, the Monday of the week, or the month; null without one'),
    hours: described(hoursSum, 'Hours logged'),
    billable: described(hoursSum, 'Billable hours among them'),
    entries: described(integer, 'Number of entries'),
  },
  parameters: {
    groupby: described(grouping, `What hours are added up by: ${words.join(', ')}; ${usualGrouping} unless sent`),
    ...scope,
    personid: described(idList, 'Only time of these persons'),
    worktypeid: described(idList, 'Only time with these work types'),
    moduleid: described(idList, 'Only time with these modules'),
    billable: described(flag, 'Billable time, or unbillable; both unless sent'),
    ...dates,
  },
  rows: async (tx, actor, asked) => {
    const word = String(asked.get('groupby') ?? usualGrouping)
    const [one, groups] = [groupings[word], statements(actor).get(word)]
    if (one === undefined || groups === undefined) throw new Error(`time cannot be grouped by ${word}`)
    const values = {
      ...scopeValues(actor, asked),
      ...idValues(asked),
      ...daysAsked(asked, allDays),
      billable: asked.get('billable') ?? '',
    }
    const rows = (await tx.all(groups, values)).map(readGroup(one))
    return rows.sort((a, b) => nameless(a) - nameless(b))
  },
})
