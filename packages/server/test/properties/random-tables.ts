// The tables of an account in random states: their columns with their random values, and the rules of the database and
// the API between rows. `random-state.ts` creates the states.
import {
  amount,
  byId,
  type Column,
  constant,
  date,
  dateOrNull,
  day,
  flag,
  freeRequest,
  history,
  hours,
  html,
  instant,
  isClosed,
  linkColumns,
  localid,
  mostlyFlag,
  number,
  ofProject,
  optionalReference,
  optionalText,
  person,
  pickId,
  type Row,
  reference,
  type State,
  tableRows,
  taskQuery,
  text,
  word,
} from './random-columns.ts'
import { isPossibleMoney, moneyKeys, moneyTables } from './random-tables-money.ts'

const parentColumns = ['projectid', 'milestoneid', 'taskid', 'queueid']

/** One possible parent of a document, unless it already has one; chosen with the probability 1 / `chance`. */
const parentReference = (to: string, chance: number): Column => ({
  to,
  draw: ({ random, state, row }) =>
    parentColumns.some((column) => (row[column] ?? null) !== null) || random.below(chance) > 0
      ? null
      : pickId(random, state[to]),
})

const hasOneParent = (row: Row): boolean => parentColumns.filter((column) => row[column] !== null).length === 1

const budgetPeriods = ['month', 'quarter', 'year']

/** A period needs a budget, and carry-over needs a period. */
const hasPossibleBudget = ({ budgetperiod, budget, carryover }: Row): boolean =>
  budgetperiod === '' ? carryover === 'f' : budgetPeriods.includes(String(budgetperiod)) && Number(budget) > 0

/** Tables in an order in which they can be inserted, each with its columns; `id` is assigned, not random. */
export const tables: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  persongroup: { name: text },
  contacttype: { name: text },
  contactdescriptor: { contacttypeid: reference('contacttype'), name: text },
  taskstatus: { name: text, priority: number(9), frozen: flag, active: mostlyFlag('t'), closed: constant('f') },
  taskpriority: {
    name: text,
    color: constant('D7263D'),
    priority: number(9),
    isdefault: constant('f'),
    active: mostlyFlag('t'),
  },
  projectlabel: { name: text, color: constant('2E86AB'), priority: number(9), active: mostlyFlag('t') },
  module: { name: text, description: optionalText, active: mostlyFlag('t'), custom: mostlyFlag('f') },
  worktype: { name: text, defaulthourlyrate: number(2_000_000), active: mostlyFlag('t'), custom: mostlyFlag('f') },
  client: {
    localid: localid('client'),
    name: text,
    datecreated: date,
    description: html,
    email: optionalText,
    website: optionalText,
    phone: optionalText,
    fax: optionalText,
    address: optionalText,
    active: mostlyFlag('t'),
  },
  person: {
    localid: localid('person'),
    clientid: optionalReference('client'),
    title: optionalText,
    firstname: text,
    lastname: optionalText,
    primaryaccount: constant('f'),
    notes: html,
    allprojects: flag,
    active: mostlyFlag('t'),
    private: flag,
    tips: flag,
    username: {
      draw: ({ random, row }) => (random.below(4) === 0 ? '' : `${word(random)}${row.id}x${random.below(99)}`),
    },
    password: { draw: ({ random }) => `hash${random.below(10_000)}` },
    groupid: { draw: ({ random }) => random.pick([2, 3, 4, 4, 5, null]) },
    numlogins: number(90),
    lastlogin: instant,
    timezone: { draw: ({ random }) => random.pick(['Europe/Berlin', 'UTC', 'America/New_York']) },
    restricttasks: mostlyFlag('f'),
    calendarorientation: number(3),
    editordisabled: number(2),
    hourlyrate: number(2_000_000),
    cancomment: flag,
    mailqueue: flag,
    costrate: number(900_000),
    weeklyhours: { draw: ({ random }) => random.pick([null, 0, 20_000_000, 38_500_000, 37_330_000]) },
  },
  personcontact: {
    personid: person,
    contacttypeid: reference('contacttype'),
    contactdescriptorid: {
      to: 'contactdescriptor',
      required: true,
      draw: ({ random, state, row }) =>
        pickId(
          random,
          state.contactdescriptor?.filter((each) => each.contacttypeid === row.contacttypeid),
        ),
    },
    value: { draw: ({ random }) => `${word(random)}@${random.below(99)}.example.com` },
  },
  project: {
    localid: localid('project'),
    clientid: optionalReference('client'),
    labelid: optionalReference('projectlabel'),
    name: text,
    description: html,
    datestart: date,
    dateend: dateOrNull,
    budget: { draw: ({ random }) => 1 + random.below(5_000_000) },
    billable: flag,
    active: mostlyFlag('t'),
    alert_percent: number(900_000),
    alert_date: dateOrNull,
    budgetperiod: { draw: ({ random }) => random.pick(['', '', ...budgetPeriods]) },
    carryover: { draw: ({ random, row }) => (row.budgetperiod === '' ? 'f' : random.pick(['t', 'f'])) },
    alertuntil: dateOrNull,
  },
  projectmanager: { projectid: reference('project'), personid: person, position: number(1000) },
  projectteam: { projectid: reference('project'), personid: person, securenotes: flag },
  projectmodule: {
    projectid: reference('project'),
    moduleid: reference('module'),
    description: optionalText,
    active: mostlyFlag('t'),
  },
  projectworktype: {
    projectid: reference('project'),
    worktypeid: reference('worktype'),
    hourlyrate: number(2_000_000),
    esttime: hours,
    active: mostlyFlag('t'),
  },
  projectrate: {
    projectid: reference('project'),
    worktypeid: reference('worktype'),
    personid: optionalReference('person'),
    datebegin: date,
    hourlyrate: number(2_000_000),
  },
  milestone: {
    localid: localid('milestone'),
    projectid: reference('project'),
    title: text,
    datedue: date,
    description: html,
    complete: flag,
  },
  milestoneowner: linkColumns('milestone'),
  request: {
    personid: person,
    projectid: optionalReference('project'),
    priorityid: reference('taskpriority'),
    title: text,
    description: html,
    date: instant,
    datedue: dateOrNull,
  },
  task: {
    localid: localid('task'),
    projectid: reference('project'),
    queueid: freeRequest,
    moduleid: reference('module'),
    milestoneid: ofProject('milestone', 'projectid'),
    statusid: reference('taskstatus'),
    priorityid: reference('taskpriority'),
    title: text,
    summary: html,
    dateopen: date,
    datedue: dateOrNull,
    dateclosed: { draw: ({ random, state, row }) => (isClosed(state, row.statusid) ? day(random) : null) },
    estimate: hours,
    datecreated: date,
    datemodified: instant,
  },
  expensecategory: { name: text, priority: number(9), active: flag },
  expense: {
    projectid: reference('project'),
    personid: person,
    date,
    expense: amount,
    fee: amount,
    note: optionalText,
    categoryid: optionalReference('expensecategory'),
    paidby: { draw: ({ random }) => (random.below(2) === 0 ? 'company' : 'person') },
    billable: { draw: ({ random }) => (random.below(4) === 0 ? 'f' : 't') },
  },
  taskowner: linkColumns('task'),
  taskassignee: linkColumns('task'),
  taskfollower: linkColumns('task'),
  taskitem: {
    taskid: reference('task'),
    position: {
      draw: ({ state, row }) => 1 + tableRows(state, 'taskitem').filter(({ taskid }) => taskid === row.taskid).length,
    },
    title: text,
    done: flag,
    personid: optionalReference('person'),
  },
  time: {
    projectid: reference('project'),
    moduleid: reference('module'),
    taskid: ofProject('task', 'projectid'),
    worktypeid: reference('worktype'),
    personid: person,
    date,
    time: hours,
    description: optionalText,
    billable: flag,
    datemodified: instant,
  },
  timer: {
    taskid: optionalReference('task'),
    personid: person,
    starttime: instant,
    time: hours,
    name: optionalText,
    lastupdate: instant,
  },
  tasklistfilter: {
    personid: person,
    title: text,
    params: { draw: ({ random }) => taskQuery(random) },
    date,
    shared: flag,
    scheduled: constant('f'),
    datesent: constant(null),
  },
  savedreport: {
    personid: person,
    title: text,
    report: { draw: ({ random }) => random.pick(['timereport', 'unbilled', 'revenue']) },
    params: { draw: ({ random }) => random.pick(['', 'projectid=31', 'clientid=11,12']) },
    span: { draw: ({ random }) => random.pick(['', 'lastMonth', 'thisYear']) },
    compare: flag,
    shared: flag,
  },
  projectnote: {
    localid: localid('projectnote'),
    projectid: reference('project'),
    authorid: person,
    title: text,
    note: html,
    secure: flag,
    date: instant,
    datemodified: instant,
  },
  tasknote: {
    taskid: reference('task'),
    authorid: person,
    title: text,
    date: instant,
    datemodified: instant,
    note: html,
    public: flag,
    changes: history('title', 'assigneeid', 'summary', 'ownerid'),
  },
  milestonenote: {
    milestoneid: reference('milestone'),
    authorid: person,
    title: text,
    date: instant,
    datemodified: instant,
    note: html,
    public: flag,
    changes: history('title', 'ownerid', 'description'),
  },
  requestnote: {
    requestid: reference('request'),
    authorid: person,
    date: instant,
    datemodified: instant,
    note: html,
    public: flag,
  },
  document: {
    personid: person,
    projectid: parentReference('project', 4),
    milestoneid: parentReference('milestone', 3),
    taskid: parentReference('task', 2),
    queueid: parentReference('request', 1),
    title: text,
    notes: optionalText,
    tags: { draw: ({ random }) => random.pick(['', 'draft', 'ÉTÉ,draft', 'a_b']) },
    public: flag,
    active: flag,
    version: constant(1),
    filename: text,
    filesize: number(5000),
    datecreated: instant,
    datemodified: instant,
  },
  ...moneyTables,
}

const linkTables = new Set([
  'projectmanager',
  'projectteam',
  'milestoneowner',
  'taskowner',
  'taskassignee',
  'taskfollower',
  'invoicedtime',
  'invoicechoice',
  'invoicedexpense',
])
export const hasId = (table: string): boolean => !linkTables.has(table)

const uniqueKeys: readonly (readonly [string, ...string[]])[] = [
  ['projectmanager', 'projectid', 'personid'],
  ['projectteam', 'projectid', 'personid'],
  ['projectmodule', 'projectid', 'moduleid'],
  ['projectworktype', 'projectid', 'worktypeid'],
  ['projectrate', 'projectid', 'worktypeid', 'personid', 'datebegin'],
  ['milestoneowner', 'milestoneid', 'personid'],
  ['projectmanager', 'projectid', 'position'],
  ['milestoneowner', 'milestoneid', 'position'],
  ...['taskowner', 'taskassignee', 'taskfollower'].flatMap((table) => [
    [table, 'taskid', 'personid'] as const,
    [table, 'taskid', 'position'] as const,
  ]),
  ...['client', 'person', 'project', 'milestone', 'task', 'projectnote'].map((table) => [table, 'localid'] as const),
  ...moneyKeys,
]

type Rows = readonly Row[]

/** Keeps the results. The rows of a state never change: states share those of the tables in which they are equal. */
function remembered<T>(compute: (rows: Rows) => T): (rows: Rows) => T {
  const results = new WeakMap<Rows, { readonly result: T }>()
  return (rows) => {
    const { result } = results.get(rows) ?? { result: compute(rows) }
    results.set(rows, { result })
    return result
  }
}

const idsOf = remembered((rows) => new Set(rows.map((row) => row.id)))

/** For each column that names an id: whether all rows name one of the target. */
const references = Object.entries(tables).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, { to, required }]) => {
    if (to === undefined) return []
    const pointTo = remembered((targets) => {
      const ids = idsOf(targets)
      const points = ({ [column]: id = null }: Row): boolean => (id === null ? !required : ids.has(id))
      return remembered((rows) => rows.every(points))
    })
    return [{ table, to, pointTo }]
  }),
)

const keys = uniqueKeys.map(([table, ...columns]) => ({
  table,
  areUnique: remembered((rows) => {
    const values = rows.map((row) => columns.map((column) => row[column]).join())
    return new Set(values).size === values.length
  }),
}))

/** Every reference has its row, and every unique key is unique. */
export const hasUniqueKeys = (state: State): boolean =>
  references.every(({ table, to, pointTo }) => pointTo(tableRows(state, to))(tableRows(state, table))) &&
  keys.every(({ table, areUnique }) => areUnique(tableRows(state, table)))

/** False for states that no requests could create. */
export function isPossible(state: State): boolean {
  if (!hasUniqueKeys(state)) return false
  const milestones = byId(tableRows(state, 'milestone'))
  const tasks = byId(tableRows(state, 'task'))
  const people = tableRows(state, 'person')
  const administrators = new Set(people.filter((row) => row.groupid === 2).map((row) => row.id))
  const logins = people.map((row) => String(row.username).toLowerCase()).filter((name) => name !== '')
  const timers = tableRows(state, 'timer').filter((row) => row.taskid !== null)
  const accepted = tableRows(state, 'task').flatMap(({ queueid }) => (queueid === null ? [] : [queueid]))
  return (
    tableRows(state, 'task').every(
      (task) =>
        (task.milestoneid === null || milestones.get(task.milestoneid ?? null)?.projectid === task.projectid) &&
        isClosed(state, task.statusid) === (task.dateclosed !== null) &&
        tableRows(state, 'taskowner').some((owner) => owner.taskid === task.id),
    ) &&
    tableRows(state, 'milestone').every((row) =>
      tableRows(state, 'milestoneowner').some((each) => each.milestoneid === row.id),
    ) &&
    tableRows(state, 'time').every(
      (row) => row.taskid === null || tasks.get(row.taskid ?? null)?.projectid === row.projectid,
    ) &&
    tableRows(state, 'project').every(hasPossibleBudget) &&
    tableRows(state, 'document').every(hasOneParent) &&
    people.every((row) => row.username === '' || row.groupid !== null) &&
    !tableRows(state, 'projectteam').some((row) => administrators.has(row.personid ?? null)) &&
    new Set(logins).size === logins.length &&
    new Set(accepted).size === accepted.length &&
    new Set(timers.map((row) => `${row.taskid} ${row.personid}`)).size === timers.length &&
    isPossibleMoney(state)
  )
}
