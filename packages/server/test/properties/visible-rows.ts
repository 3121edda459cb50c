// Everything that one person may see of a state, as text: written from the rules (decisions 18, 33 and 50, the response
// tables of the reference), not from the server. Two states with the same `visibleRows` are twins for that person. It
// uses no SQL, lists or requests.
import { type Cell, type Row, tableRows as rows, type State } from './random-columns.ts'
import { withDerivedValues } from './random-tables-money.ts'
import { rowText, VisibilityModel, visibleTime } from './visibility-model.ts'
import { visibleMoney } from './visible-money.ts'

const clientPublicColumns = ['id', 'localid', 'name', 'active']
const clientManagerColumns = ['datecreated', 'description', 'email', 'website', 'phone', 'fax', 'address']
const personPublicColumns =
  `id localid clientid firstname lastname primaryaccount active tips groupid calendarorientation
  editordisabled`.split(/\s+/)
const personManagerColumns = `title notes allprojects private username numlogins lastlogin timezone restricttasks
  cancomment mailqueue weeklyhours`.split(/\s+/)
const projectPublicColumns = 'id localid name datestart dateend active billable clientid labelid'.split(' ')
/** `alertuntil` is in no response, but decides whether time that is logged gives an alert. */
const projectManagerColumns = 'description alert_percent alert_date alertuntil budget budgetperiod carryover'.split(' ')
/** The columns that determine the caller, and those in `me`. */
const ownColumns = [...personPublicColumns, ...personManagerColumns]

/** Everything that a person may see of their account, as sorted lines. */
export function visibleRows(state: State, personid: number): string {
  const sight = new VisibilityModel(withDerivedValues(state), personid)
  return [...new Set(sight.is('Administrator') ? allRows(sight.state) : visibleRowsOf(sight))].sort().join('\n')
}

/** Who may read secure notes is not part of any record, but Administrators see it in the event log. */
function allRows(state: State): string[] {
  return Object.entries(state).flatMap(([table, all]) =>
    all.map((row) =>
      rowText(
        table,
        row,
        Object.keys(row).filter((column) => column !== 'password'),
      ),
    ),
  )
}

function visibleRowsOf(sight: VisibilityModel): string[] {
  const { state, me } = sight
  const inCharge = sight.is('Manager')
  const facts: string[] = [rowText('me', me, ownColumns)]
  const tell = (table: string, sees: (row: Row) => boolean, columns: (row: Row) => readonly string[]) => {
    for (const row of rows(state, table)) if (sees(row)) facts.push(rowText(table, row, columns(row)))
  }
  const whole = (row: Row): string[] => Object.keys(row)
  for (const table of [
    'persongroup',
    'contacttype',
    'contactdescriptor',
    'taskstatus',
    'taskpriority',
    'projectlabel',
  ]) {
    tell(table, () => true, whole)
  }
  tell(
    'client',
    (row) => sight.client(row.id),
    () => [...clientPublicColumns, ...(inCharge ? clientManagerColumns : [])],
  )
  tell(
    'project',
    (row) => sight.project(row.id),
    () => [...projectPublicColumns, ...(inCharge ? projectManagerColumns : [])],
  )
  tell(
    'projectteam',
    (row) => sight.project(row.projectid),
    () => ['projectid', 'personid'],
  )
  tell(
    'projectmodule',
    (row) => sight.part(row),
    () => ['id', 'projectid', 'moduleid', 'active', ...(inCharge ? ['description'] : [])],
  )
  tell(
    'projectworktype',
    (row) => sight.part(row),
    () => ['id', 'projectid', 'worktypeid', 'active', ...(inCharge ? ['hourlyrate', 'esttime'] : [])],
  )
  if (inCharge) facts.push(...rateRows(sight))
  if (!sight.is('Executive'))
    tell(
      'person',
      (row) => sight.person(row),
      () => [...personPublicColumns, ...(inCharge ? personManagerColumns : [])],
    )
  // Everyone can see who is an Administrator and that they see every project: filters by person show it.
  tell(
    'person',
    (row) => row.groupid === 2,
    () => ['id', 'groupid'],
  )
  const open = new Set(
    rows(state, 'person')
      .filter((row) => sight.contactsOf(row))
      .map((row) => row.id),
  )
  tell('personcontact', (row) => open.has(row.personid), whole)
  tell('task', (row) => sight.task(row), whole)
  tell('milestone', (row) => sight.milestone(row), whole)
  tell('request', (row) => sight.request(row), whole)
  tell(
    'expense',
    (row) => sight.money(row),
    () => [
      ...['id', 'projectid', 'date', 'fee', 'note', 'categoryid', 'billable'],
      ...(inCharge ? ['personid', 'expense', 'paidby'] : []),
    ],
  )
  tell(
    'document',
    (row) => sight.document(row),
    (row) => whole(row).filter((column) => column !== 'personid' || !sight.is('Executive')),
  )
  return [
    ...facts,
    ...labelRows(sight),
    ...linkRows(sight),
    ...requestRows(sight),
    ...workRows(sight),
    ...visibleMoney(sight),
  ]
}

/** Names in visible records that come from records which may be invisible. */
function labelRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const named = (table: string, ids: readonly (Cell | undefined)[], columns: readonly string[]): string[] =>
    rows(state, table).flatMap((row) => (ids.includes(row.id) ? [rowText(`label of ${table}`, row, columns)] : []))
  const tasks = rows(state, 'task').filter((row) => sight.task(row))
  const parts = (table: string, key: string) => rows(state, table).flatMap((row) => (sight.part(row) ? [row[key]] : []))
  return [
    ...named('client', [sight.me.clientid], ['id', 'localid', 'name']),
    ...named('module', [...tasks.map((row) => row.moduleid), ...parts('projectmodule', 'moduleid')], ['id', 'name']),
    ...named('worktype', parts('projectworktype', 'worktypeid'), ['id', 'name']),
    ...named(
      'request',
      tasks.map((row) => row.queueid),
      ['id', 'title', 'description'],
    ),
  ]
}

/**
 * The people of requests, expenses and documents, and which requests are accepted. Executives do not see the people of
 * expenses and documents.
 */
function requestRows(sight: VisibilityModel): string[] {
  const { state, me } = sight
  const people = new Map(rows(state, 'person').map((row) => [row.id ?? null, row]))
  const nameOf = (id: Cell | undefined): string => {
    const person = people.get(id ?? null)
    return `${id} ${person?.firstname} ${person?.lastname}`
  }
  const emailOf = (id: Cell | undefined): Cell | undefined => {
    const open = sight.is('Manager') || id === me.id || people.get(id ?? null)?.private === 'f'
    const addresses = rows(state, 'personcontact').filter((row) => row.personid === id && row.contacttypeid === 1)
    return open ? addresses.sort((one, other) => Number(one.id) - Number(other.id))[0]?.value : undefined
  }
  const accepted = new Set(rows(state, 'task').map((row) => row.queueid))
  const requests = rows(state, 'request').filter((row) => sight.request(row))
  const spent = sight.is('Manager') ? rows(state, 'expense').filter((row) => sight.money(row)) : []
  const filed = sight.is('Executive') ? [] : rows(state, 'document').filter((row) => sight.document(row))
  return [
    // Executives learn which documents are their own, because they may change those.
    ...rows(state, 'document').flatMap((row) =>
      sight.document(row) ? [`document ${row.id} is mine: ${row.personid === me.id}`] : [],
    ),
    ...filed.map(({ id, personid }) => `filed ${id}: ${nameOf(personid)}`),
    ...requests.map(({ id, personid }) => `asked ${id}: ${nameOf(personid)} ${emailOf(personid)} ${accepted.has(id)}`),
    ...spent.map(({ id, personid }) => `spent ${id}: ${nameOf(personid)}`),
  ]
}

/**
 * The people who are linked to visible records, in order and by name. Executives see only managers, never who does the
 * work.
 */
function linkRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const people = new Map(
    rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`.trim()]),
  )
  const linked = (table: string, key: string, id: Cell | undefined): string =>
    rows(state, table)
      .filter((row) => row[key] === id)
      .sort((one, other) => Number(one.position) - Number(other.position))
      .map((row) => `${row.personid} ${people.get(row.personid ?? null)}`)
      .join()
  const of = (owner: string, tables: readonly string[], sees: (row: Row) => boolean): string[] =>
    rows(state, owner).flatMap((row) =>
      sees(row) ? tables.map((table) => `${table} ${row.id}: ${linked(table, `${owner}id`, row.id)}`) : [],
    )
  return [
    ...of('project', ['projectmanager'], (row) => sight.project(row.id)),
    ...(sight.is('Executive')
      ? []
      : of('task', ['taskowner', 'taskassignee', 'taskfollower'], (row) => sight.task(row))),
    ...(sight.is('Executive') ? [] : of('milestone', ['milestoneowner'], (row) => sight.milestone(row))),
  ]
}

/** Fields that are hidden from Executives are also removed from their notes. */
const hiddenFields = ['assigneeid', 'ownerid', 'followerid']

const historyFor = (sight: VisibilityModel, { changes }: Row): string => {
  if (!sight.is('Executive') || typeof changes !== 'string' || !changes.startsWith('[')) return String(changes)
  const lines = JSON.parse(changes) as { field: string }[]
  return JSON.stringify(lines.filter(({ field }) => !hiddenFields.includes(field)))
}

/** Notes of visible records: for Executives only public ones, without authors; secure ones only with access. */
function noteRows(
  sight: VisibilityModel,
  tasks: ReadonlySet<Cell | undefined>,
  milestones: ReadonlySet<Cell | undefined>,
): string[] {
  const { state, me } = sight
  const executive = sight.is('Executive')
  const names = new Map(rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`]))
  const noteText = (table: string, row: Row): string => {
    const columns = Object.keys(row).filter((column) => column !== 'changes' && !(executive && column === 'authorid'))
    return `${rowText(table, row, columns)} ${historyFor(sight, row)} by ${executive ? '' : names.get(row.authorid ?? null)}`
  }
  const requests = new Set(rows(state, 'request').flatMap((row) => (sight.request(row) ? [row.id] : [])))
  const on = (table: string, key: string, visible: ReadonlySet<Cell | undefined>) =>
    rows(state, table).filter((row) => visible.has(row[key]) && (!executive || row.public === 't'))
  const access = rows(state, 'projectteam').filter((row) => row.personid === me.id && row.securenotes === 't')
  const open = (row: Row) => row.secure === 'f' || access.some(({ projectid }) => projectid === row.projectid)
  const ofProjects = rows(state, 'projectnote').filter((row) => !executive && sight.project(row.projectid) && open(row))
  return [
    ...on('tasknote', 'taskid', tasks).map((row) => noteText('tasknote', row)),
    ...on('milestonenote', 'milestoneid', milestones).map((row) => noteText('milestonenote', row)),
    ...on('requestnote', 'requestid', requests).flatMap((row) => [
      noteText('requestnote', row),
      // Executives learn which comments are their own, because they may change those.
      `requestnote ${row.id} is mine: ${row.authorid === me.id}`,
    ]),
    ...ofProjects.map((row) => noteText('projectnote', row)),
    ...(executive ? [] : access.map(({ projectid }) => `secure notes of ${projectid}`)),
  ]
}

/**
 * The person's own time in all projects; Managers and Executives also see that of their projects, Executives without
 * people.
 */
function timeRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const executive = sight.is('Executive')
  const visible = visibleTime(sight)
  const labelled = visible.filter((row) => sight.project(row.projectid))
  const named = (table: string, key: string): string[] =>
    rows(state, table).flatMap(({ id, name }) =>
      labelled.some((row) => row[key] === id) ? [`label of ${table} id=${id} name=${name}`] : [],
    )
  const people = rows(state, 'person').filter(
    (row) => !executive && visible.some(({ personid }) => personid === row.id),
  )
  return [
    ...visible.map((row) =>
      rowText(
        'time',
        row,
        Object.keys(row).filter((column) => !(executive && column === 'personid')),
      ),
    ),
    ...named('module', 'moduleid'),
    ...named('worktype', 'worktypeid'),
    ...people.map((row) => rowText('worked', row, ['id', 'firstname', 'lastname', 'active'])),
  ]
}

/** Rates in visible projects, with the names of their work types and people. */
function rateRows(sight: VisibilityModel): string[] {
  const { state } = sight
  const people = new Map(rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`]))
  const worktypes = new Map(rows(state, 'worktype').map((row) => [row.id ?? null, row.name]))
  return rows(state, 'projectrate')
    .filter(({ projectid }) => sight.project(projectid))
    .map((row) => {
      const names = `${worktypes.get(row.worktypeid ?? null)} ${people.get(row.personid ?? null)}`
      return `${rowText('projectrate', row, Object.keys(row))} of ${names}`
    })
}

/** The checklists of visible tasks, for Executives without people. */
function itemRows(sight: VisibilityModel, tasks: ReadonlySet<Cell | undefined>): string[] {
  const { state } = sight
  const executive = sight.is('Executive')
  const names = new Map(rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`]))
  return rows(state, 'taskitem')
    .filter(({ taskid }) => tasks.has(taskid))
    .map((row) => {
      const columns = Object.keys(row).filter((column) => !(executive && column === 'personid'))
      return `${rowText('taskitem', row, columns)} of ${executive ? '' : names.get(row.personid ?? null)}`
    })
}

/** Hours and notes: everyone sees the sums of a visible task, but not everyone sees its entries. */
function workRows(sight: VisibilityModel): string[] {
  const { state, me } = sight
  const tasks = new Set(
    rows(state, 'task')
      .filter((row) => sight.task(row))
      .map((row) => row.id),
  )
  const milestones = new Set(
    rows(state, 'milestone')
      .filter((row) => sight.milestone(row))
      .map((row) => row.id),
  )
  const sum = (taskid: Cell | undefined, billable: string): number =>
    rows(state, 'time').reduce(
      (total, row) => (row.taskid === taskid && row.billable === billable ? total + Number(row.time) : total),
      0,
    )
  const saved = (['tasklistfilter', 'savedreport'] as const).flatMap((table) =>
    rows(state, table)
      .filter((row) => row.personid === me.id || (row.shared === 't' && !sight.is('Executive')))
      .map((row) => ({ table, row })),
  )
  const names = new Map(rows(state, 'person').map((row) => [row.id ?? null, `${row.firstname} ${row.lastname}`]))
  return [
    ...timeRows(sight),
    ...itemRows(sight, tasks),
    ...[...tasks].map((id) => `hours of ${id}: ${sum(id, 't')} ${sum(id, 'f')}`),
    ...rows(state, 'timer').flatMap((row) => (row.personid === me.id ? [rowText('timer', row, Object.keys(row))] : [])),
    ...saved.map(({ table, row }) => `${rowText(table, row, Object.keys(row))} of ${names.get(row.personid ?? null)}`),
    ...noteRows(sight, tasks, milestones),
  ]
}
