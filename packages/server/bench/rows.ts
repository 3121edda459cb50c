// The rows of the benchmark: one large account among smaller ones, the same on every run and in both databases. It only
// makes rows; how they get into a database is said in load.ts.
import { fold } from '../src/kit/text.ts'

export type Cell = string | number | null

export interface Table {
  readonly name: string
  /** Column names; a trailing # marks a whole number. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What a new account already has when the rows come. */
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
  /** Time on no task, besides the few entries that each task has. */
  readonly generalTime: number
}

/** `manyEntries`: ten entries of time for each task instead of two. */
export const sizeOf = (tasks: number, manyEntries: boolean): Size => ({
  tasks,
  projects: Math.max(10, Math.round(tasks / 50)),
  clients: Math.max(5, Math.round(tasks / 200)),
  people: Math.max(20, Math.round(tasks / 500)),
  generalTime: manyEntries ? tasks * 8 : 0,
})

/** Each is in about one task of six: a search with many hits. */
export const frequentWords: readonly string[] = (
  'invoice layout export banner survey report sitemap gallery ' +
  'budget backup contact archive checkout profile calendar newsletter ' +
  'footer header search payment shipping article comment delivery'
).split(' ')

const rareCount = 20
/** Each is in about five tasks: a search with few hits. */
export const rareWords: readonly string[] = Array.from({ length: rareCount }, (_, at) => `zebra${100 + at}`)

/** The zone of every account. */
export const zone = 'Europe/Berlin'

/** A small generator of numbers that look random and are the same on every machine (mulberry32). */
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

/** Hands out ids, one sequence for the whole database as in the server itself. */
export class Ids {
  last: number
  constructor(last: number) {
    this.last = last
  }
  next(): number {
    this.last++
    return this.last
  }
}

interface RowContext {
  readonly setup: AccountSetup
  readonly ids: Ids
  readonly random: (below: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

export function accountTables(ground: AccountSetup, size: Size, ids: Ids): Table[] {
  const random = randomFrom(ground.accountid)
  const pick = <T>(from: readonly T[]): T => {
    const found = from[random(from.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  const made = { setup: ground, ids, random, pick }
  const clients = clientTable(made, size.clients)
  const people = personTable(made, size.people)
  const labels = labelTable(made)
  const projects = projectTable(made, size.projects, idsOf(clients), idsOf(labels))
  const milestones = milestoneTable(made, idsOf(projects))
  const tasks = taskTable(made, size.tasks, idsOf(projects), milestones)
  const counts = { client: size.clients, person: size.people + 1, project: size.projects, task: size.tasks }
  return [
    clients,
    people,
    labels,
    projects,
    ...projectParts(made, idsOf(projects), idsOf(people)),
    milestones,
    tasks,
    ...taskParts(made, idsOf(tasks), idsOf(people)),
    timeTable(made, tasks, idsOf(people)),
    generalTimeTable(made, size.generalTime, idsOf(projects), idsOf(people)),
    counterTable(made, { ...counts, milestone: milestones.rows.length }),
  ]
}

export const idsOf = (table: Table | undefined): number[] => table?.rows.map((row) => Number(row[1])) ?? []

export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

const clientTable = ({ setup, ids }: RowContext, count: number): Table => ({
  name: 'client',
  columns: columnsOf('id# localid# name datecreated active'),
  rows: times(count, (at) => [setup.accountid, ids.next(), at + 1, `Client ${at + 1} & Sons`, '2024-01-02', 't']),
})

const personTable = ({ setup, ids }: RowContext, count: number): Table => ({
  name: 'person',
  columns: columnsOf('id# localid# firstname lastname allprojects active private username groupid#'),
  rows: times(count, (at) => [
    ...[setup.accountid, ids.next(), at + 2, `First${at % 37}`, `Lastname${at}`],
    ...['f', 't', 'f', `person${at}`, 3 + (at % 2)],
  ]),
})

const labelTable = ({ setup, ids }: RowContext): Table => ({
  name: 'projectlabel',
  columns: columnsOf('id# name color priority# active'),
  rows: times(4, (at) => [setup.accountid, ids.next(), `Label ${at + 1}`, '2E86AB', at + 1, 't']),
})

const projectTable = (
  made: RowContext,
  count: number,
  clients: readonly number[],
  labels: readonly number[],
): Table => ({
  name: 'project',
  columns: columnsOf('id# localid# clientid# labelid# name datestart billable active'),
  rows: times(count, (at) => [
    ...[made.setup.accountid, made.ids.next(), at + 1, made.pick(clients), at % 2 === 0 ? made.pick(labels) : null],
    ...[`Project ${at + 1}`, dayText(at % 300), 't', 't'],
  ]),
})

const projectParts = ({ setup, ids, random, pick }: RowContext, projects: number[], people: number[]): Table[] => [
  {
    name: 'projectmodule',
    columns: columnsOf('id# projectid# moduleid# active'),
    rows: projects.flatMap((project) =>
      setup.modules.map((module) => [setup.accountid, ids.next(), project, module, 't']),
    ),
  },
  {
    name: 'projectworktype',
    columns: columnsOf('id# projectid# worktypeid# hourlyrate# active'),
    rows: projects.flatMap((project) =>
      setup.worktypes.map((worktype) => [setup.accountid, ids.next(), project, worktype, 855_000, 't']),
    ),
  },
  {
    name: 'projectmanager',
    columns: columnsOf('projectid# personid# position#'),
    rows: projects.map((project) => [setup.accountid, project, pick(people), 0]),
  },
  {
    name: 'projectteam',
    columns: columnsOf('projectid# personid#'),
    rows: projects.flatMap((project) => {
      const first = random(people.length)
      return times(5, (at) => [setup.accountid, project, people[(first + at) % people.length] ?? 0])
    }),
  },
]

const milestoneTable = ({ setup, ids }: RowContext, projects: readonly number[]): Table => ({
  name: 'milestone',
  columns: columnsOf('id# localid# projectid# title datedue complete'),
  rows: projects.map((project, at) => [
    ...[setup.accountid, ids.next(), at + 1, project],
    ...[`Milestone ${at + 1}`, dayText(400 + (at % 300)), 'f'],
  ]),
})

function taskTable(made: RowContext, count: number, projects: readonly number[], milestones: Table): Table {
  const { setup, ids, random, pick } = made
  const milestoneOf = new Map(milestones.rows.map((row) => [row[3], row[1] ?? null]))
  const spread = Math.max(rareCount, Math.floor(count / 5))
  const rows = times(count, (at): Cell[] => {
    const project = pick(projects)
    const status = pick(setup.statuses)
    const open = random(700)
    const rare = rareWords[at % spread]
    const title = `Task ${at + 1}: ${times(4, () => pick(frequentWords)).join(' ')}${rare === undefined ? '' : ` ${rare}`}`
    const summary = `<p>Please look after item ${at} by the end of the month, and tell the client when it is "done" &amp; tested.</p>`
    const created = dayText(open)
    return [
      ...[setup.accountid, ids.next(), at + 1, project, pick(setup.modules)],
      ...[random(5) === 0 ? (milestoneOf.get(project) ?? null) : null, status, pick(setup.priorities), title, summary],
      ...[created, random(10) === 0 ? null : dayText(open + random(200))],
      ...[status === setup.closed ? dayText(open + 30) : null, random(40) * 250_000],
      ...[created, `${created} 10:${10 + random(50)}:00`, fold(`${title}\u0001${summary}`)],
    ]
  })
  const columns =
    'id# localid# projectid# moduleid# milestoneid# statusid# priorityid# title summary dateopen datedue dateclosed ' +
    'estimate# datecreated datemodified searchtext'
  return { name: 'task', columns: columnsOf(columns), rows }
}

/** One owner each, one or two assignees, a follower here and there. */
function taskParts({ setup, random, pick }: RowContext, tasks: readonly number[], people: readonly number[]): Table[] {
  const columns = columnsOf('taskid# personid# position#')
  const links = (count: () => number): Cell[][] =>
    tasks.flatMap((task) => {
      const first = random(people.length)
      return times(count(), (at) => [setup.accountid, task, people[(first + 7 * at) % people.length] ?? 0, at])
    })
  return [
    { name: 'taskowner', columns, rows: tasks.map((task) => [setup.accountid, task, pick(people), 0]) },
    { name: 'taskassignee', columns, rows: links(() => 1 + random(2)) },
    { name: 'taskfollower', columns, rows: links(() => (random(10) === 0 ? 1 : 0)) },
  ]
}

const timeColumns = columnsOf('id# projectid# moduleid# taskid# worktypeid# personid# date time# billable datemodified')

function timeTable({ setup, ids, random, pick }: RowContext, tasks: Table, people: readonly number[]): Table {
  const rows = tasks.rows.flatMap((task) =>
    times(random(5), (): Cell[] => [
      ...[setup.accountid, ids.next(), task[3] ?? 0, task[4] ?? 0, task[1] ?? 0, pick(setup.worktypes), pick(people)],
      ...[dayText(random(900)), (1 + random(16)) * 250_000, random(3) === 0 ? 'f' : 't', '2026-01-05 09:00:00'],
    ]),
  )
  return { name: 'time', columns: timeColumns, rows }
}

function generalTimeTable(
  made: RowContext,
  count: number,
  projects: readonly number[],
  people: readonly number[],
): Table {
  const { setup, ids, random, pick } = made
  const rows = times(count, (): Cell[] => [
    ...[setup.accountid, ids.next(), pick(projects), pick(setup.modules), null, pick(setup.worktypes), pick(people)],
    ...[dayText(random(900)), (1 + random(16)) * 250_000, random(3) === 0 ? 'f' : 't', '2026-01-05 09:00:00'],
  ])
  return { name: 'time', columns: timeColumns, rows }
}

/** The human-readable numbers go on behind those of the rows. The administrator has taken the first of people. */
const counterTable = ({ setup }: RowContext, counts: Readonly<Record<string, number>>): Table => ({
  name: 'counter',
  columns: columnsOf('name n#'),
  rows: Object.entries(counts).map(([name, n]) => [setup.accountid, name, n]),
})
