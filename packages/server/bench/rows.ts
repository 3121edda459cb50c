// Creates the rows of the benchmark: one large account and smaller ones, the same on every run and in both databases.
// load-rows.ts inserts them. Rows are made while they are inserted, because ten million of them do not fit into memory.
import { searchForm } from '../src/kit/text.ts'

export type Cell = string | number | null

export interface Table {
  readonly name: string
  /** Column names; a trailing # marks a whole number. */
  readonly columns: readonly string[]
  /** Made when they are read, which happens once. */
  readonly rows: Iterable<readonly Cell[]>
}

/** The tables of one account, in the order in which they are inserted, and the ids that others refer to. */
export interface AccountRows {
  readonly tables: readonly Table[]
  readonly projects: readonly number[]
  readonly people: readonly number[]
  readonly tasks: readonly number[]
}

/** The default records of a new account. */
export interface AccountSetup {
  readonly accountid: number
  readonly administrator: number
  readonly statuses: readonly number[]
  readonly closed: number
  readonly priorities: readonly number[]
  readonly modules: readonly number[]
  readonly worktypes: readonly number[]
}

export interface Size {
  readonly tasks: number
  readonly projects: number
  readonly clients: number
  readonly people: number
  /** General time entries, in addition to the few entries of each task. */
  readonly generalTime: number
}

/** `manyEntries`: ten time entries for each task instead of two. */
export const sizeOf = (tasks: number, manyEntries: boolean): Size => ({
  tasks,
  projects: Math.max(10, Math.round(tasks / 50)),
  clients: Math.max(5, Math.round(tasks / 200)),
  people: Math.max(20, Math.round(tasks / 500)),
  generalTime: manyEntries ? tasks * 8 : 0,
})

/** Each word is in about one task of six: a search with many hits. */
export const frequentWords: readonly string[] = (
  'invoice layout export banner survey report sitemap gallery ' +
  'budget backup contact archive checkout profile calendar newsletter ' +
  'footer header search payment shipping article comment delivery'
).split(' ')

const rareCount = 20
/** Each word is in about five tasks: a search with few hits. */
export const rareWords: readonly string[] = Array.from({ length: rareCount }, (_, at) => `zebra${100 + at}`)

/** The zone of every account. */
export const zone = 'Europe/Berlin'

/** A seeded random generator that gives the same numbers on every machine (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

export const dayText = (days: number): string => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10)

export const columnsOf = (text: string): string[] => ['accountid#', ...text.split(' ')]

/** Assigns ids from one sequence for the whole database, as the server does. */
export class Ids {
  last: number
  constructor(last: number) {
    this.last = last
  }
  next(): number {
    this.last++
    return this.last
  }
  /** The ids of records that other rows refer to, before the records are made. */
  range(count: number): number[] {
    return times(count, () => this.next())
  }
}

interface RowContext {
  readonly setup: AccountSetup
  readonly ids: Ids
  readonly random: (below: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

export function accountRows(accountSetup: AccountSetup, size: Size, ids: Ids): AccountRows {
  const random = randomFrom(accountSetup.accountid)
  const pick = <T>(from: readonly T[]): T => {
    const choice = from[random(from.length)]
    if (choice === undefined) throw new Error('nothing to choose from')
    return choice
  }
  const context = { setup: accountSetup, ids, random, pick }
  const [clients, people, labels] = [ids.range(size.clients), ids.range(size.people), ids.range(4)]
  const [projects, milestones, taskIds] = [ids.range(size.projects), ids.range(size.projects), ids.range(size.tasks)]
  const tasks: TaskPlaces = {
    ids: taskIds,
    projects: taskIds.map(() => random(projects.length)),
    modules: taskIds.map(() => pick(accountSetup.modules)),
  }
  const counts = { client: size.clients, person: size.people + 1, project: size.projects, task: size.tasks }
  const tables = [
    clientTable(context, clients),
    personTable(context, people),
    labelTable(context, labels),
    projectTable(context, projects, clients, labels),
    ...projectParts(context, projects, people),
    milestoneTable(context, milestones, projects),
    taskTable(context, tasks, projects, milestones),
    ...taskParts(context, taskIds, people),
    timesheetTable(context, people),
    timeTable(context, tasks, projects, people),
    generalTimeTable(context, size.generalTime, projects, people),
    counterTable(context, { ...counts, milestone: size.projects }),
  ]
  return { tables, projects, people, tasks: taskIds }
}

/** Where the tasks belong: the position of their project, and their module. Their time entries belong there too. */
interface TaskPlaces {
  readonly ids: readonly number[]
  readonly projects: readonly number[]
  readonly modules: readonly number[]
}

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

export function* rowsOf<T>(
  items: Iterable<T>,
  make: (item: T, at: number) => readonly Cell[],
): Generator<readonly Cell[]> {
  let at = 0
  for (const item of items) yield make(item, at++)
}

/** Several rows, or none, for each item. */
export function* manyRowsOf<T>(
  items: Iterable<T>,
  make: (item: T, at: number) => Iterable<readonly Cell[]>,
): Generator<readonly Cell[]> {
  let at = 0
  for (const item of items) yield* make(item, at++)
}

/** The numbers from 0 on, one by one. */
export function* numbersBelow(count: number): Generator<number> {
  for (let at = 0; at < count; at++) yield at
}

const clientTable = ({ setup }: RowContext, clients: readonly number[]): Table => ({
  name: 'client',
  columns: columnsOf('id# localid# name datecreated active'),
  rows: rowsOf(clients, (id, at) => [setup.accountid, id, at + 1, `Client ${at + 1} & Sons`, '2024-01-02', 't']),
})

const personTable = ({ setup }: RowContext, people: readonly number[]): Table => ({
  name: 'person',
  columns: columnsOf('id# localid# firstname lastname allprojects active private username groupid#'),
  rows: rowsOf(people, (id, at) => [
    ...[setup.accountid, id, at + 2, `First${at % 37}`, `Lastname${at}`],
    ...['f', 't', 'f', `person${at}`, 3 + (at % 2)],
  ]),
})

const labelTable = ({ setup }: RowContext, labels: readonly number[]): Table => ({
  name: 'projectlabel',
  columns: columnsOf('id# name color priority# active'),
  rows: rowsOf(labels, (id, at) => [setup.accountid, id, `Label ${at + 1}`, '2E86AB', at + 1, 't']),
})

const projectTable = (
  { setup, pick }: RowContext,
  projects: readonly number[],
  clients: readonly number[],
  labels: readonly number[],
): Table => ({
  name: 'project',
  columns: columnsOf('id# localid# clientid# labelid# name datestart billable active'),
  rows: rowsOf(projects, (id, at) => [
    ...[setup.accountid, id, at + 1, pick(clients), at % 2 === 0 ? pick(labels) : null],
    ...[`Project ${at + 1}`, dayText(at % 300), 't', 't'],
  ]),
})

const projectParts = (
  { setup, ids, random, pick }: RowContext,
  projects: readonly number[],
  people: readonly number[],
): Table[] => [
  {
    name: 'projectmodule',
    columns: columnsOf('id# projectid# moduleid# active'),
    rows: manyRowsOf(projects, (project) =>
      setup.modules.map((module) => [setup.accountid, ids.next(), project, module, 't']),
    ),
  },
  {
    name: 'projectworktype',
    columns: columnsOf('id# projectid# worktypeid# hourlyrate# active'),
    rows: manyRowsOf(projects, (project) =>
      setup.worktypes.map((worktype) => [setup.accountid, ids.next(), project, worktype, 855_000, 't']),
    ),
  },
  {
    name: 'projectmanager',
    columns: columnsOf('projectid# personid# position#'),
    rows: rowsOf(projects, (project) => [setup.accountid, project, pick(people), 0]),
  },
  {
    name: 'projectteam',
    columns: columnsOf('projectid# personid#'),
    rows: manyRowsOf(projects, (project) => {
      const first = random(people.length)
      return times(5, (at) => [setup.accountid, project, people[(first + at) % people.length] ?? 0])
    }),
  },
]

const milestoneTable = ({ setup }: RowContext, milestones: readonly number[], projects: readonly number[]): Table => ({
  name: 'milestone',
  columns: columnsOf('id# localid# projectid# title datedue complete'),
  rows: rowsOf(milestones, (id, at) => [
    ...[setup.accountid, id, at + 1, projects[at] ?? 0],
    ...[`Milestone ${at + 1}`, dayText(400 + (at % 300)), 'f'],
  ]),
})

function taskTable(
  { setup, random, pick }: RowContext,
  tasks: TaskPlaces,
  projects: readonly number[],
  milestones: readonly number[],
): Table {
  const spread = Math.max(rareCount, Math.floor(tasks.ids.length / 5))
  const rows = rowsOf(tasks.ids, (id, at): Cell[] => {
    const place = tasks.projects[at] ?? 0
    const status = pick(setup.statuses)
    const open = random(700)
    const rare = rareWords[at % spread]
    const title = `Task ${at + 1}: ${times(4, () => pick(frequentWords)).join(' ')}${rare === undefined ? '' : ` ${rare}`}`
    const summary = `<p>Please look after item ${at} by the end of the month, and tell the client when it is "done" &amp; tested.</p>`
    const created = dayText(open)
    return [
      ...[setup.accountid, id, at + 1, projects[place] ?? 0, tasks.modules[at] ?? 0],
      ...[random(5) === 0 ? (milestones[place] ?? null) : null, status, pick(setup.priorities), title, summary],
      ...[created, random(10) === 0 ? null : dayText(open + random(200))],
      ...[status === setup.closed ? dayText(open + 30) : null, random(40) * 250_000],
      ...[created, `${created} 10:${10 + random(50)}:00`, searchForm(`${title}\u0001${summary}`)],
    ]
  })
  const columns =
    'id# localid# projectid# moduleid# milestoneid# statusid# priorityid# title summary dateopen datedue dateclosed ' +
    'estimate# datecreated datemodified searchtext'
  return { name: 'task', columns: columnsOf(columns), rows }
}

/** One owner, one or two assignees, and sometimes a follower. */
function taskParts({ setup, random, pick }: RowContext, tasks: readonly number[], people: readonly number[]): Table[] {
  const columns = columnsOf('taskid# personid# position#')
  const links = (count: () => number): Iterable<readonly Cell[]> =>
    manyRowsOf(tasks, (task) => {
      const first = random(people.length)
      return times(count(), (at) => [setup.accountid, task, people[(first + 7 * at) % people.length] ?? 0, at])
    })
  return [
    { name: 'taskowner', columns, rows: rowsOf(tasks, (task) => [setup.accountid, task, pick(people), 0]) },
    { name: 'taskassignee', columns, rows: links(() => 1 + random(2)) },
    { name: 'taskfollower', columns, rows: links(() => (random(10) === 0 ? 1 : 0)) },
  ]
}

const timeColumns = columnsOf(
  'id# projectid# moduleid# taskid# worktypeid# personid# date approved time# billable datemodified',
)

export const entryDays = 900
/** The newest weeks of everybody are not approved yet. */
const approvedWeeks = 126

/** The day, and whether its week is approved. */
export const dayOfEntry = (day: number): [string, string] => [
  dayText(day),
  Math.floor(day / 7) < approvedWeeks ? 't' : 'f',
]

/** A timesheet for every week with entries of every person; all but the newest are approved. */
const timesheetTable = ({ setup, ids }: RowContext, people: readonly number[]): Table => ({
  name: 'timesheet',
  columns: columnsOf('id# personid# weekstart weekend status datemodified'),
  rows: manyRowsOf(people, (person) =>
    times(Math.ceil(entryDays / 7), (week) => [
      ...[setup.accountid, ids.next(), person, dayText(7 * week), dayText(7 * week + 6)],
      ...[week < approvedWeeks ? 'approved' : 'open', '2026-01-05 09:00:00'],
    ]),
  ),
})

function timeTable(
  { setup, ids, random, pick }: RowContext,
  tasks: TaskPlaces,
  projects: readonly number[],
  people: readonly number[],
): Table {
  const rows = manyRowsOf(tasks.ids, (task, at) =>
    times(random(5), (): Cell[] => [
      ...[setup.accountid, ids.next(), projects[tasks.projects[at] ?? 0] ?? 0, tasks.modules[at] ?? 0, task],
      ...[pick(setup.worktypes), pick(people), ...dayOfEntry(random(entryDays))],
      ...[(1 + random(16)) * 250_000, random(3) === 0 ? 'f' : 't', '2026-01-05 09:00:00'],
    ]),
  )
  return { name: 'time', columns: timeColumns, rows }
}

function generalTimeTable(
  context: RowContext,
  count: number,
  projects: readonly number[],
  people: readonly number[],
): Table {
  const { setup, ids, random, pick } = context
  const rows = rowsOf(numbersBelow(count), (): Cell[] => [
    ...[setup.accountid, ids.next(), pick(projects), pick(setup.modules), null, pick(setup.worktypes), pick(people)],
    ...[
      ...dayOfEntry(random(entryDays)),
      (1 + random(16)) * 250_000,
      random(3) === 0 ? 'f' : 't',
      '2026-01-05 09:00:00',
    ],
  ])
  return { name: 'time', columns: timeColumns, rows }
}

/** The counters continue after the numbers of the rows. The administrator has the first number of people. */
const counterTable = ({ setup }: RowContext, counts: Readonly<Record<string, number>>): Table => ({
  name: 'counter',
  columns: columnsOf('name n#'),
  rows: Object.entries(counts).map(([name, n]) => [setup.accountid, name, n]),
})
