// Creates three months of time entries: on working days, by team members, on their open tasks or on the project, each
// entered by its person on its day. timesheets.ts creates the timesheets.
import { isWorkingDay } from '../../kit/calendar.ts'
import { time } from '../../resources/time.ts'
import type { Company, CreatedProject } from './company.ts'
import { getOrThrow } from './company.ts'
import type { DemoActor, DemoEntry, DemoWriter } from './demo-writer.ts'
import { demoPeople, lastDayOfFormer } from './people.ts'
import { demoDescriptions, worktypeOfModule } from './task-templates.ts'
import type { CreatedTask } from './tasks.ts'

const firstDay = -91

/** Quarters of an hour that everybody has logged today, so that the week is not empty on a Monday. */
const quartersToday = 12

/** A person's time entry on a day. */
export interface HoursEntry extends DemoEntry {
  readonly by: DemoActor
  readonly on: string
}

interface Worker {
  readonly person: DemoActor
  readonly former: boolean
  readonly tasks: readonly CreatedTask[]
  readonly projects: readonly CreatedProject[]
}

/** The created entries, in the order of their days. */
export async function createTimeEntries(
  writer: DemoWriter,
  company: Company,
  tasks: readonly CreatedTask[],
): Promise<HoursEntry[]> {
  const workers = workersIn(company, tasks)
  const entries: HoursEntry[] = []
  const away = new Set<Worker>()
  for (let offset = firstDay; offset <= 0; offset++) {
    const day = writer.day(offset)
    if (!isWorkingDay(day)) away.clear()
    else for (const worker of workers) entries.push(...entriesOfDay(writer, worker, day, offset, away))
  }
  await writer.createEntries(time, entries, 'together')
  return entries
}

function workersIn({ people, projects }: Company, tasks: readonly CreatedTask[]): Worker[] {
  return demoPeople
    .filter(({ role }) => role === 'Manager' || role === 'Resource')
    .map(({ key, former = false }) => {
      const person = getOrThrow(people, key)
      return {
        person,
        former,
        tasks: tasks.filter(({ assignees }) => assignees.includes(person)),
        projects: projects.filter((project) => project.workers.includes(person)),
      }
    })
}

/** Six to eight hours in one to four entries; three hours so far today. A sick person is away until the weekend. */
function entriesOfDay(
  writer: DemoWriter,
  worker: Worker,
  day: string,
  offset: number,
  away: Set<Worker>,
): HoursEntry[] {
  const { random } = writer
  if (random.percentChance(3)) away.add(worker)
  if (away.has(worker) || (worker.former && offset > lastDayOfFormer)) return []
  const pieces = random.between(1, 4)
  return Array.from({ length: pieces }).flatMap(() => {
    const quarters = Math.ceil((offset === 0 ? quartersToday : random.between(24, 32)) / pieces)
    const entry = entryOn(writer, worker, day)
    return entry === null ? [] : [{ ...entry, fields: { ...entry.fields, time: quarters / 4 } }]
  })
}

function entryOn(writer: DemoWriter, { person, tasks, projects }: Worker, day: string): HoursEntry | null {
  const { random } = writer
  const open = tasks.filter(({ dateopen, dateclosed }) => dateopen <= day && (dateclosed === null || day <= dateclosed))
  if (open.length > 0 && random.percentChance(80)) {
    const { project, step, moduleid, id } = random.pick(open)
    const worktype = worktypeOn(writer, project, worktypeOfModule[step.module] ?? 'Development')
    return timeEntry(writer, person, project, day, { moduleid, taskid: id, worktype })
  }
  const running = projects.filter(
    ({ plan }) => writer.day(plan.start) <= day && (plan.end === undefined || day <= writer.day(plan.end)),
  )
  if (running.length === 0) return null
  const project = random.pick(running)
  const worktype = worktypeOn(writer, project, random.percentChance(70) ? 'Meeting' : 'Project Management')
  return timeEntry(writer, person, project, day, {
    moduleid: getOrThrow(project.modules, 'Project Management'),
    taskid: null,
    worktype,
  })
}

const worktypeOn = ({ random }: DemoWriter, { plan: { worktype } }: CreatedProject, usual: string): string =>
  worktype?.instead === usual && random.percentChance(40) ? worktype.name : usual

function timeEntry(
  writer: DemoWriter,
  person: DemoActor,
  { id, plan, worktypes }: CreatedProject,
  day: string,
  on: { readonly moduleid: number; readonly taskid: number | null; readonly worktype: string },
): HoursEntry {
  const fields = {
    ...(on.taskid === null ? { projectid: id, moduleid: on.moduleid } : { taskid: on.taskid }),
    worktypeid: getOrThrow(worktypes, on.worktype),
    personid: person.id,
    date: day,
    description: writer.random.pick(demoDescriptions[on.worktype] ?? ['']),
    billable: plan.unbillable || on.worktype === 'Meeting' || writer.random.percentChance(12) ? 'f' : 't',
  }
  return { fields, by: person, on: day }
}
