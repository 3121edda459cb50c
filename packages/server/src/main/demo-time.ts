// Three months of hours in the demo company: on working days, by people on the team, on tasks of theirs that were open that
// day or on the project as a whole, each entered by its own person on its own day. What becomes of the weeks they fill is
// `demo-weeks.ts`.
import { time } from '../resources/time.ts'
import type { Company, Staffed } from './demo-company.ts'
import { found } from './demo-company.ts'
import { type Acting, type Entry, isWorkingDay, type Maker } from './demo-maker.ts'
import { demoPeople, lastDayOfFormer } from './demo-people.ts'
import { demoDescriptions, worktypeOfModule } from './demo-tasks.ts'
import type { MadeTask } from './demo-work.ts'

const firstDay = -91

/** Quarters of an hour that everybody has worked on the running day: a new week is not empty on its Monday. */
const quartersToday = 12

/** An entry of somebody's hours on a day. */
export interface Hours extends Entry {
  readonly by: Acting
  readonly on: string
}

interface Worker {
  readonly person: Acting
  readonly former: boolean
  readonly tasks: readonly MadeTask[]
  readonly projects: readonly Staffed[]
}

/** The hours that were entered, in the order of their days. */
export async function logTime(maker: Maker, company: Company, tasks: readonly MadeTask[]): Promise<Hours[]> {
  const workers = workersIn(company, tasks)
  const entries: Hours[] = []
  const away = new Set<Worker>()
  for (let offset = firstDay; offset <= 0; offset++) {
    const day = maker.day(offset)
    if (!isWorkingDay(day)) away.clear()
    else for (const worker of workers) entries.push(...dayOf(maker, worker, day, offset, away))
  }
  await maker.enter(time, entries, 'together')
  return entries
}

function workersIn({ people, projects }: Company, tasks: readonly MadeTask[]): Worker[] {
  return demoPeople
    .filter(({ role }) => role === 'Manager' || role === 'Resource')
    .map(({ key, former = false }) => {
      const person = found(people, key)
      return {
        person,
        former,
        tasks: tasks.filter(({ assignees }) => assignees.includes(person)),
        projects: projects.filter((project) => project.workers.includes(person)),
      }
    })
}

/** Six to eight hours in one to four pieces, three so far today. Whoever falls ill stays away until the weekend. */
function dayOf(maker: Maker, worker: Worker, day: string, offset: number, away: Set<Worker>): Hours[] {
  const { dice } = maker
  if (dice.chance(3)) away.add(worker)
  if (away.has(worker) || (worker.former && offset > lastDayOfFormer)) return []
  const pieces = dice.between(1, 4)
  return Array.from({ length: pieces }).flatMap(() => {
    const quarters = Math.ceil((offset === 0 ? quartersToday : dice.between(24, 32)) / pieces)
    const entry = entryOn(maker, worker, day)
    return entry === null ? [] : [{ ...entry, fields: { ...entry.fields, time: quarters / 4 } }]
  })
}

function entryOn(maker: Maker, { person, tasks, projects }: Worker, day: string): Hours | null {
  const { dice } = maker
  const open = tasks.filter(({ dateopen, dateclosed }) => dateopen <= day && (dateclosed === null || day <= dateclosed))
  if (open.length > 0 && dice.chance(80)) {
    const { project, step, moduleid, id } = dice.pick(open)
    const worktype = worktypeOn(maker, project, worktypeOfModule[step.module] ?? 'Development')
    return entry(maker, person, project, day, { moduleid, taskid: id, worktype })
  }
  const running = projects.filter(
    ({ plan }) => maker.day(plan.start) <= day && (plan.end === undefined || day <= maker.day(plan.end)),
  )
  if (running.length === 0) return null
  const project = dice.pick(running)
  const worktype = worktypeOn(maker, project, dice.chance(70) ? 'Meeting' : 'Project Management')
  return entry(maker, person, project, day, {
    moduleid: found(project.modules, 'Project Management'),
    taskid: null,
    worktype,
  })
}

const worktypeOn = ({ dice }: Maker, { plan: { worktype } }: Staffed, usual: string): string =>
  worktype?.instead === usual && dice.chance(40) ? worktype.name : usual

function entry(
  maker: Maker,
  person: Acting,
  { id, plan, worktypes }: Staffed,
  day: string,
  on: { readonly moduleid: number; readonly taskid: number | null; readonly worktype: string },
): Hours {
  const fields = {
    ...(on.taskid === null ? { projectid: id, moduleid: on.moduleid } : { taskid: on.taskid }),
    worktypeid: found(worktypes, on.worktype),
    personid: person.id,
    date: day,
    description: maker.dice.pick(demoDescriptions[on.worktype] ?? ['']),
    billable: plan.unbillable || on.worktype === 'Meeting' || maker.dice.chance(12) ? 'f' : 't',
  }
  return { fields, by: person, on: day }
}
