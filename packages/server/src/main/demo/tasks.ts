// Creates the tasks of the demo company: in every state, some from accepted requests, with the changes that leave
// action notes. All choices use the seeded generator, so the same day gives the same company. Notes are in notes.ts,
// hours in time-entries.ts.
import { addDays } from '../../kit/calendar.ts'
import { milestone } from '../../resources/milestone.ts'
import { request } from '../../resources/request.ts'
import { task } from '../../resources/task.ts'
import { type Company, type CreatedProject, getOrThrow, type Ids, idsByName, projectNamed } from './company.ts'
import {
  type DemoActor,
  type DemoEntry,
  type DemoWriter,
  earlierOf,
  laterOf,
  workingDayFrom,
  workingDayUntil,
} from './demo-writer.ts'
import { demoPeople, lastDayOfFormer } from './people.ts'
import type { CreatedRequest } from './requests.ts'
import { type DemoTaskTemplate, taskTemplates } from './task-templates.ts'

/** A planned task; its dates limit the hours on it. */
export interface PlannedTask {
  readonly project: CreatedProject
  readonly step: DemoTaskTemplate
  readonly subject: string
  readonly moduleid: number
  readonly milestoneid: number | null
  readonly status: string
  readonly priority: string
  readonly owners: readonly DemoActor[]
  readonly assignees: readonly DemoActor[]
  readonly followers: readonly DemoActor[]
  readonly datecreated: string
  readonly dateopen: string
  readonly datedue: string | null
  readonly dateclosed: string | null
  /** The request it was created from, which already has title and description. */
  readonly requestid?: number
}

export interface CreatedTask extends PlannedTask {
  readonly id: number
}

const startedStatuses = ['In Progress', 'In Progress', 'In Progress', 'Verify & Close', 'Staged', 'Open']
const priorities = ['P1', 'P2', 'P2', 'P3', 'P3', 'P3', 'P3', 'P4', 'P4', 'P5']

export async function createTasks(
  writer: DemoWriter,
  company: Company,
  requests: readonly CreatedRequest[],
): Promise<CreatedTask[]> {
  const { people, projects } = company
  const crew = {
    observers: [getOrThrow(people, 'johanna')],
    former: demoPeople.filter(({ former }) => former).map(({ key }) => getOrThrow(people, key)),
  }
  const planned = [
    ...projects.flatMap((project) => planTasks(writer, project, crew)),
    ...requests.flatMap((one) => planAcceptedRequest(writer, company, one)),
  ]
    // In the order of creation, so that a higher number is never the older task.
    .sort((a, b) => (a.datecreated < b.datecreated ? -1 : a.datecreated > b.datecreated ? 1 : 0))
  const statuses = await idsByName(writer, 'taskstatus')
  const tasks = await insertTasks(writer, planned, statuses)
  await changeTasks(writer, tasks, statuses)
  await updateMilestones(writer, projects)
  return tasks
}

interface TaskPeople {
  /** People who follow tasks in any project. */
  readonly observers: readonly DemoActor[]
  /** Former staff, who worked on tasks that are done. */
  readonly former: readonly DemoActor[]
}

function planTasks(writer: DemoWriter, project: CreatedProject, crew: TaskPeople): PlannedTask[] {
  const { plan } = project
  const steps = plan.subjects.flatMap((subject) => taskTemplates[plan.plan].map((step) => ({ subject, step })))
  return writer.random
    .shuffled(steps)
    .slice(0, plan.tasks)
    .map(({ subject, step }) => {
      const days = planDays(writer, project)
      return {
        project,
        step,
        subject,
        moduleid: getOrThrow(project.modules, subject === plan.module?.subject ? plan.module.name : step.module),
        milestoneid: milestoneFor(writer, project, days.datedue ?? days.dateopen),
        priority: writer.random.pick(priorities),
        ...drawPeople(writer, project, crew, days),
        ...days,
      }
    })
}

type TaskDays = Pick<PlannedTask, 'datecreated' | 'dateopen' | 'datedue' | 'dateclosed' | 'status'>

function planDays(writer: DemoWriter, { plan }: CreatedProject): TaskDays {
  const { random, today } = writer
  const latest = plan.over ? (plan.end ?? 0) - 14 : Math.min(plan.end ?? 14, 14)
  const dateopen = workingDayFrom(writer.day(random.between(plan.start, latest)))
  const wished = workingDayFrom(addDays(dateopen, random.between(4, 24)))
  const lastDay = plan.over ? laterOf(dateopen, workingDayUntil(writer.day(plan.end ?? 0))) : wished
  const datedue = random.percentChance(8) ? null : earlierOf(wished, lastDay)
  const noticed = laterOf(addDays(dateopen, -random.between(0, 6)), writer.day(plan.start))
  const datecreated = workingDayUntil(earlierOf(noticed, today))
  const status = drawStatus(writer, dateopen, datedue, plan.over === true)
  const finished = addDays(datedue ?? addDays(dateopen, 10), random.between(-4, 3))
  const dateclosed = workingDayUntil(
    earlierOf(laterOf(finished, dateopen), earlierOf(today, plan.over ? lastDay : today)),
  )
  return { datecreated, dateopen, datedue, dateclosed: status === 'Closed' ? dateclosed : null, status }
}

/** Most tasks that are due are closed, tasks in the future are open, the rest is in between. */
function drawStatus({ random, today }: DemoWriter, dateopen: string, datedue: string | null, over: boolean): string {
  if (over) return 'Closed'
  const doneInTime = random.percentChance((datedue ?? addDays(dateopen, 30)) < today ? 86 : 12)
  const started = random.pick(startedStatuses)
  if (dateopen > today) return 'Open'
  return doneInTime ? 'Closed' : started
}

function milestoneFor(writer: DemoWriter, { milestones }: CreatedProject, day: string): number | null {
  const next = milestones.find(({ datedue }) => datedue >= day)
  return next !== undefined && writer.random.percentChance(75) ? next.id : null
}

function drawPeople(
  writer: DemoWriter,
  { managers, workers }: CreatedProject,
  { observers, former }: TaskPeople,
  { dateclosed }: TaskDays,
) {
  const { random } = writer
  const wasDone = dateclosed !== null && dateclosed <= writer.day(lastDayOfFormer)
  const available = workers.filter((one) => wasDone || !former.includes(one))
  const hands = random.shuffled(available.filter(({ role }) => role === 'Resource'))
  const lookers = random.shuffled([...available, ...observers])
  const howMany = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2])
  return {
    owners: managers.length > 1 && random.percentChance(40) ? managers : managers.slice(0, 1),
    assignees: hands.slice(0, howMany),
    followers: random.percentChance(35) ? lookers.slice(0, random.between(1, 3)) : [],
  }
}

/** The task of an accepted request: it begins on the day of acceptance. */
function planAcceptedRequest(writer: DemoWriter, company: Company, { plan, id, on }: CreatedRequest): PlannedTask[] {
  const { title, description, accepted } = plan
  if (accepted === undefined) return []
  const project = projectNamed(company, accepted.project ?? plan.project ?? '')
  const day = laterOf(writer.workday(accepted.day), workingDayFrom(addDays(on, 1)))
  const datedue = writer.workday(accepted.due)
  return [
    {
      project,
      step: { module: accepted.module, title, summary: description, estimate: accepted.estimate },
      subject: '',
      moduleid: getOrThrow(project.modules, accepted.module),
      milestoneid: project.milestones.find((one) => one.datedue >= datedue)?.id ?? null,
      status: accepted.closed === undefined ? 'In Progress' : 'Closed',
      priority: plan.priority,
      owners: [getOrThrow(company.people, accepted.by)],
      assignees: accepted.assignees.map((key) => getOrThrow(company.people, key)),
      followers: [],
      datecreated: day,
      dateopen: day,
      datedue,
      dateclosed: accepted.closed === undefined ? null : laterOf(writer.workday(accepted.closed), day),
      requestid: id,
    },
  ]
}

const idsText = (people: readonly DemoActor[]): string => people.map(({ id }) => id).join()

const fillTemplate = (text: string, subject: string): string => text.replaceAll('{}', subject)

/** Closed tasks are created as in progress. They are closed later, which leaves a note. */
async function insertTasks(writer: DemoWriter, planned: readonly PlannedTask[], statuses: Ids): Promise<CreatedTask[]> {
  const priorityIds = await idsByName(writer, 'taskpriority')
  const created: Promise<Record<string, number>>[] = []
  for (const one of planned) {
    const actor = writer.actor(one.owners[0], one.datecreated)
    const fields = taskFields(one, statuses)
    if (one.requestid === undefined) {
      created.push(writer.create(task, { ...fields, ...drawTexts(writer, one, priorityIds) }, actor))
      continue
    }
    // Accepting takes its number later than creating, so the two never run at the same time.
    await Promise.all(created)
    created.push(writer.act([request, 'accept'], one.requestid, { ...fields, estimate: one.step.estimate }, actor))
    await created.at(-1)
  }
  const ids = await Promise.all(created)
  return planned.map((one, at) => ({ ...one, id: ids[at]?.id ?? 0 }))
}

const taskFields = (one: PlannedTask, statuses: Ids) => ({
  projectid: one.project.id,
  moduleid: one.moduleid,
  milestoneid: one.milestoneid,
  statusid: getOrThrow(statuses, one.status === 'Closed' ? 'In Progress' : one.status),
  dateopen: one.dateopen,
  datedue: one.datedue,
  ownerid: idsText(one.owners),
  assigneeid: idsText(one.assignees),
  followerid: idsText(one.followers),
})

const drawTexts = ({ random }: DemoWriter, { step, subject, priority }: PlannedTask, priorityIds: Ids) => ({
  title: fillTemplate(step.title, subject),
  summary: random.percentChance(88) ? fillTemplate(step.summary, subject) : '',
  estimate: step.estimate + random.between(-2, 6) / 2,
  priorityid: getOrThrow(priorityIds, priority),
})

/** Closes tasks and changes priorities on a day within the task's dates, which leaves an action note. */
async function changeTasks(writer: DemoWriter, tasks: readonly CreatedTask[], statuses: Ids): Promise<void> {
  const priorityIds = await idsByName(writer, 'taskpriority')
  const changes = tasks.flatMap((one, at) => {
    const [closer = one.owners[0]] = one.assignees
    const [owner] = one.owners
    if (one.dateclosed !== null) {
      const fields = { statusid: getOrThrow(statuses, 'Closed'), dateclosed: one.dateclosed }
      return [writer.update(task, one.id, fields, writer.actor(closer, one.dateclosed))]
    }
    if (one.status === 'Open' || at % 5 !== 0) return []
    const fields = { priorityid: getOrThrow(priorityIds, one.priority === 'P1' ? 'P2' : 'P1') }
    return [writer.update(task, one.id, fields, writer.actor(owner, workingDayUntil(writer.day(-1))))]
  })
  await Promise.all(changes)
}

/** Completes milestones on their day. The last milestone of each active project was once moved by three days. */
async function updateMilestones(writer: DemoWriter, projects: readonly CreatedProject[]): Promise<void> {
  const moves = projects.flatMap(({ plan, milestones, managers }) =>
    milestones.flatMap(({ id, datedue, complete }, at): (DemoEntry & { id: number; on: string })[] => {
      if (complete) return [{ id, fields: { complete: 't' }, by: managers[0], on: workingDayUntil(datedue) }]
      if (plan.over || at < milestones.length - 1) return []
      return [{ id, fields: { datedue: addDays(datedue, 3) }, by: managers[0], on: writer.workday(-12) }]
    }),
  )
  moves.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  await Promise.all(moves.map(({ id, fields, by, on }) => writer.update(milestone, id, fields, writer.actor(by, on))))
}
