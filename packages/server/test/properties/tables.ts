// The tables of an account as random states have them: their columns with how each is drawn, and the rules that the
// database and the API keep between rows. It draws no state by itself; `draw.ts` does.
import {
  always,
  amount,
  blankable,
  byId,
  type Column,
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
  link,
  localid,
  maybe,
  mostly,
  number,
  ofProject,
  person,
  pickId,
  type Row,
  ref,
  rowsOf,
  type State,
  taskQuery,
  text,
  word,
} from './columns.ts'
import { isPossibleMoney, moneyKeys, moneyTables } from './tables-money.ts'

const placeColumns = ['projectid', 'milestoneid', 'taskid', 'queueid']

/** The one thing a document belongs to, unless it belongs to something already; one in `chance` times it is this. */
const placed = (to: string, chance: number): Column => ({
  to,
  draw: ({ random, state, row }) =>
    placeColumns.some((column) => (row[column] ?? null) !== null) || random.below(chance) > 0
      ? null
      : pickId(random, state[to]),
})

const hasOnePlace = (row: Row): boolean => placeColumns.filter((column) => row[column] !== null).length === 1

/** Tables in an order in which they can be written, each with its columns; `id` is given, not drawn. */
export const tables: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  persongroup: { name: text },
  contacttype: { name: text },
  contactdescriptor: { contacttypeid: ref('contacttype'), name: text },
  taskstatus: { name: text, priority: number(9), frozen: flag, active: mostly('t'), closed: always('f') },
  taskpriority: {
    name: text,
    color: always('D7263D'),
    priority: number(9),
    isdefault: always('f'),
    active: mostly('t'),
  },
  projectlabel: { name: text, color: always('2E86AB'), priority: number(9), active: mostly('t') },
  module: { name: text, description: blankable, active: mostly('t'), custom: mostly('f') },
  worktype: { name: text, defaulthourlyrate: number(2_000_000), active: mostly('t'), custom: mostly('f') },
  client: {
    localid: localid('client'),
    name: text,
    datecreated: date,
    description: html,
    email: blankable,
    website: blankable,
    phone: blankable,
    fax: blankable,
    address: blankable,
    active: mostly('t'),
  },
  person: {
    localid: localid('person'),
    clientid: maybe('client'),
    title: blankable,
    firstname: text,
    lastname: blankable,
    primaryaccount: always('f'),
    notes: html,
    allprojects: flag,
    active: mostly('t'),
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
    restricttasks: mostly('f'),
    calendarorientation: number(3),
    editordisabled: number(2),
    hourlyrate: number(2_000_000),
    cancomment: flag,
    mailqueue: flag,
  },
  personcontact: {
    personid: person,
    contacttypeid: ref('contacttype'),
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
    clientid: maybe('client'),
    labelid: maybe('projectlabel'),
    name: text,
    description: html,
    datestart: date,
    dateend: dateOrNull,
    budget: number(5_000_000),
    billable: flag,
    active: mostly('t'),
    alert_percent: number(900_000),
    alert_date: dateOrNull,
  },
  projectmanager: { projectid: ref('project'), personid: person, position: number(1000) },
  projectteam: { projectid: ref('project'), personid: person, securenotes: flag },
  projectmodule: { projectid: ref('project'), moduleid: ref('module'), description: blankable, active: mostly('t') },
  projectworktype: {
    projectid: ref('project'),
    worktypeid: ref('worktype'),
    hourlyrate: number(2_000_000),
    esttime: hours,
    active: mostly('t'),
  },
  milestone: {
    localid: localid('milestone'),
    projectid: ref('project'),
    title: text,
    datedue: date,
    description: html,
    complete: flag,
  },
  milestoneowner: link('milestone'),
  request: {
    personid: person,
    projectid: maybe('project'),
    priorityid: ref('taskpriority'),
    title: text,
    description: html,
    date: instant,
    datedue: dateOrNull,
  },
  task: {
    localid: localid('task'),
    projectid: ref('project'),
    queueid: freeRequest,
    moduleid: ref('module'),
    milestoneid: ofProject('milestone', 'projectid'),
    statusid: ref('taskstatus'),
    priorityid: ref('taskpriority'),
    title: text,
    summary: html,
    dateopen: date,
    datedue: dateOrNull,
    dateclosed: { draw: ({ random, state, row }) => (isClosed(state, row.statusid) ? day(random) : null) },
    estimate: hours,
    datecreated: date,
    datemodified: instant,
  },
  expense: {
    projectid: ref('project'),
    personid: person,
    date,
    expense: amount,
    fee: amount,
    note: blankable,
  },
  taskowner: link('task'),
  taskassignee: link('task'),
  taskfollower: link('task'),
  time: {
    projectid: ref('project'),
    moduleid: ref('module'),
    taskid: ofProject('task', 'projectid'),
    worktypeid: ref('worktype'),
    personid: person,
    date,
    time: hours,
    description: blankable,
    billable: flag,
    datemodified: instant,
  },
  timer: {
    taskid: maybe('task'),
    personid: person,
    starttime: instant,
    time: hours,
    name: blankable,
    lastupdate: instant,
  },
  tasklistfilter: {
    personid: person,
    title: text,
    params: { draw: ({ random }) => taskQuery(random) },
    date,
    shared: flag,
    scheduled: always('f'),
    datesent: always(null),
  },
  projectnote: {
    localid: localid('projectnote'),
    projectid: ref('project'),
    authorid: person,
    title: text,
    note: html,
    secure: flag,
    date: instant,
    datemodified: instant,
  },
  tasknote: {
    taskid: ref('task'),
    authorid: person,
    title: text,
    date: instant,
    datemodified: instant,
    note: html,
    public: flag,
    changes: history('title', 'assigneeid', 'summary', 'ownerid'),
  },
  milestonenote: {
    milestoneid: ref('milestone'),
    authorid: person,
    title: text,
    date: instant,
    datemodified: instant,
    note: html,
    public: flag,
    changes: history('title', 'ownerid', 'description'),
  },
  document: {
    personid: person,
    projectid: placed('project', 4),
    milestoneid: placed('milestone', 3),
    taskid: placed('task', 2),
    queueid: placed('request', 1),
    title: text,
    notes: blankable,
    tags: { draw: ({ random }) => random.pick(['', 'draft', 'ÉTÉ,draft', 'a_b']) },
    public: flag,
    active: flag,
    version: always(1),
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
])
export const hasId = (table: string): boolean => !linkTables.has(table)

const unique: readonly (readonly [string, ...string[]])[] = [
  ['projectmanager', 'projectid', 'personid'],
  ['projectteam', 'projectid', 'personid'],
  ['projectmodule', 'projectid', 'moduleid'],
  ['projectworktype', 'projectid', 'worktypeid'],
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

/** Every reference points somewhere and every unique key is unique. */
export function keysHold(state: State): boolean {
  for (const [table, columns] of Object.entries(tables)) {
    for (const [column, { to, required }] of Object.entries(columns)) {
      if (to === undefined) continue
      const targets = new Set(rowsOf(state, to).map((row) => row.id))
      const points = ({ [column]: id = null }: Row): boolean => (id === null ? !required : targets.has(id))
      if (!rowsOf(state, table).every(points)) return false
    }
  }
  return unique.every(([table, ...columns]) => {
    const keys = rowsOf(state, table).map((row) => columns.map((column) => row[column]).join())
    return new Set(keys).size === keys.length
  })
}

/** What requests could never bring about is no state of ours. */
export function isPossible(state: State): boolean {
  if (!keysHold(state)) return false
  const milestones = byId(rowsOf(state, 'milestone'))
  const tasks = byId(rowsOf(state, 'task'))
  const people = rowsOf(state, 'person')
  const administrators = new Set(people.filter((row) => row.groupid === 2).map((row) => row.id))
  const logins = people.map((row) => String(row.username).toLowerCase()).filter((name) => name !== '')
  const timers = rowsOf(state, 'timer').filter((row) => row.taskid !== null)
  const accepted = rowsOf(state, 'task').flatMap(({ queueid }) => (queueid === null ? [] : [queueid]))
  return (
    rowsOf(state, 'task').every(
      (task) =>
        (task.milestoneid === null || milestones.get(task.milestoneid ?? null)?.projectid === task.projectid) &&
        isClosed(state, task.statusid) === (task.dateclosed !== null) &&
        rowsOf(state, 'taskowner').some((owner) => owner.taskid === task.id),
    ) &&
    rowsOf(state, 'milestone').every((row) =>
      rowsOf(state, 'milestoneowner').some((each) => each.milestoneid === row.id),
    ) &&
    rowsOf(state, 'time').every(
      (row) => row.taskid === null || tasks.get(row.taskid ?? null)?.projectid === row.projectid,
    ) &&
    rowsOf(state, 'document').every(hasOnePlace) &&
    people.every((row) => row.username === '' || row.groupid !== null) &&
    !rowsOf(state, 'projectteam').some((row) => administrators.has(row.personid ?? null)) &&
    new Set(logins).size === logins.length &&
    new Set(accepted).size === accepted.length &&
    new Set(timers.map((row) => `${row.taskid} ${row.personid}`)).size === timers.length &&
    isPossibleMoney(state)
  )
}
