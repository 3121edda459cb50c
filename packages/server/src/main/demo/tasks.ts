// The work in the demo company's projects: tasks in every state, some of them requests that were accepted, with the changes
// that left notes on them. Drawn with the maker's dice, so the same day gives the same company everywhere. What people wrote
// about the work is `notes.ts`, their hours are `time-entries.ts`.
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

/** A task as it was drawn; its days are what the hours on it keep to. */
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
  /** The request it was made from; what that says is not said again. */
  readonly requestid?: number
}

export interface CreatedTask extends PlannedTask {
  readonly id: number
}

const startedStatuses = ['In Progress', 'In Progress', 'In Progress', 'Verify & Close', 'Staged', 'Open']
const priorities = ['P1', 'P2', 'P2', 'P3', 'P3', 'P3', 'P3', 'P4', 'P4', 'P5']

export async function createTasks(
  maker: DemoWriter,
  company: Company,
  requests: readonly CreatedRequest[],
): Promise<CreatedTask[]> {
  const { people, projects } = company
  const crew = {
    observers: [getOrThrow(people, 'johanna')],
    former: demoPeople.filter(({ former }) => former).map(({ key }) => getOrThrow(people, key)),
  }
  const planned = [
    ...projects.flatMap((project) => planTasks(maker, project, crew)),
    ...requests.flatMap((one) => planAcceptedRequest(maker, company, one)),
  ]
    // Numbered as they came in, so that a higher number is never the older task.
    .sort((a, b) => (a.datecreated < b.datecreated ? -1 : a.datecreated > b.datecreated ? 1 : 0))
  const statuses = await idsByName(maker, 'taskstatus')
  const tasks = await insertTasks(maker, planned, statuses)
  await changeTasks(maker, tasks, statuses)
  await updateMilestones(maker, projects)
  return tasks
}

interface TaskPeople {
  /** They follow tasks wherever they are. */
  readonly observers: readonly DemoActor[]
  /** They had what was done before they left. */
  readonly former: readonly DemoActor[]
}

function planTasks(maker: DemoWriter, project: CreatedProject, crew: TaskPeople): PlannedTask[] {
  const { plan } = project
  const steps = plan.subjects.flatMap((subject) => taskTemplates[plan.plan].map((step) => ({ subject, step })))
  return maker.random
    .shuffled(steps)
    .slice(0, plan.tasks)
    .map(({ subject, step }) => {
      const days = planDays(maker, project)
      return {
        project,
        step,
        subject,
        moduleid: getOrThrow(project.modules, subject === plan.module?.subject ? plan.module.name : step.module),
        milestoneid: milestoneFor(maker, project, days.datedue ?? days.dateopen),
        priority: maker.random.pick(priorities),
        ...drawPeople(maker, project, crew, days),
        ...days,
      }
    })
}

type TaskDays = Pick<PlannedTask, 'datecreated' | 'dateopen' | 'datedue' | 'dateclosed' | 'status'>

function planDays(maker: DemoWriter, { plan }: CreatedProject): TaskDays {
  const { random, today } = maker
  const latest = plan.over ? (plan.end ?? 0) - 14 : Math.min(plan.end ?? 14, 14)
  const dateopen = workingDayFrom(maker.day(random.between(plan.start, latest)))
  const wished = workingDayFrom(addDays(dateopen, random.between(4, 24)))
  const lastDay = plan.over ? laterOf(dateopen, workingDayUntil(maker.day(plan.end ?? 0))) : wished
  const datedue = random.percentChance(8) ? null : earlierOf(wished, lastDay)
  const noticed = laterOf(addDays(dateopen, -random.between(0, 6)), maker.day(plan.start))
  const datecreated = workingDayUntil(earlierOf(noticed, today))
  const status = drawStatus(maker, dateopen, datedue, plan.over === true)
  const finished = addDays(datedue ?? addDays(dateopen, 10), random.between(-4, 3))
  const dateclosed = workingDayUntil(
    earlierOf(laterOf(finished, dateopen), earlierOf(today, plan.over ? lastDay : today)),
  )
  return { datecreated, dateopen, datedue, dateclosed: status === 'Closed' ? dateclosed : null, status }
}

/** Most of what is due is done; what is still to begin is open; the rest is somewhere in between. */
function drawStatus({ random, today }: DemoWriter, dateopen: string, datedue: string | null, over: boolean): string {
  if (over) return 'Closed'
  const doneInTime = random.percentChance((datedue ?? addDays(dateopen, 30)) < today ? 86 : 12)
  const started = random.pick(startedStatuses)
  if (dateopen > today) return 'Open'
  return doneInTime ? 'Closed' : started
}

function milestoneFor(maker: DemoWriter, { milestones }: CreatedProject, day: string): number | null {
  const next = milestones.find(({ datedue }) => datedue >= day)
  return next !== undefined && maker.random.percentChance(75) ? next.id : null
}

function drawPeople(
  maker: DemoWriter,
  { managers, workers }: CreatedProject,
  { observers, former }: TaskPeople,
  { dateclosed }: TaskDays,
) {
  const { random } = maker
  const wasDone = dateclosed !== null && dateclosed <= maker.day(lastDayOfFormer)
  const there = workers.filter((one) => wasDone || !former.includes(one))
  const hands = random.shuffled(there.filter(({ role }) => role === 'Resource'))
  const lookers = random.shuffled([...there, ...observers])
  const howMany = random.pick([0, 1, 1, 1, 1, 1, 1, 2, 2])
  return {
    owners: managers.length > 1 && random.percentChance(40) ? managers : managers.slice(0, 1),
    assignees: hands.slice(0, howMany),
    followers: random.percentChance(35) ? lookers.slice(0, random.between(1, 3)) : [],
  }
}

/** The task that a request became: it begins on the day somebody took it on. */
function planAcceptedRequest(maker: DemoWriter, company: Company, { plan, id, on }: CreatedRequest): PlannedTask[] {
  const { title, description, accepted } = plan
  if (accepted === undefined) return []
  const project = projectNamed(company, accepted.project ?? plan.project ?? '')
  const day = laterOf(maker.workday(accepted.day), workingDayFrom(addDays(on, 1)))
  const datedue = maker.workday(accepted.due)
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
      dateclosed: accepted.closed === undefined ? null : laterOf(maker.workday(accepted.closed), day),
      requestid: id,
    },
  ]
}

const idsText = (people: readonly DemoActor[]): string => people.map(({ id }) => id).join()

const fillTemplate = (text: string, subject: string): string => text.replaceAll('{}', subject)

/** Closed tasks are made as work in progress: their closing comes later, and leaves a note. */
async function insertTasks(maker: DemoWriter, planned: readonly PlannedTask[], statuses: Ids): Promise<CreatedTask[]> {
  const priorityIds = await idsByName(maker, 'taskpriority')
  const made: Promise<Record<string, number>>[] = []
  for (const one of planned) {
    const actor = maker.actor(one.owners[0], one.datecreated)
    const fields = taskFields(one, statuses)
    if (one.requestid === undefined) {
      made.push(maker.create(task, { ...fields, ...drawTexts(maker, one, priorityIds) }, actor))
      continue
    }
    // Accepting takes its number later than creating does, so neither is under way while the other is.
    await Promise.all(made)
    made.push(maker.act([request, 'accept'], one.requestid, { ...fields, estimate: one.step.estimate }, actor))
    await made.at(-1)
  }
  const ids = await Promise.all(made)
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

/** Whoever closed a task or raised its priority did so on a day of its life, and left an action note. */
async function changeTasks(maker: DemoWriter, tasks: readonly CreatedTask[], statuses: Ids): Promise<void> {
  const priorityIds = await idsByName(maker, 'taskpriority')
  const changes = tasks.flatMap((one, at) => {
    const [closer = one.owners[0]] = one.assignees
    const [owner] = one.owners
    if (one.dateclosed !== null) {
      const fields = { statusid: getOrThrow(statuses, 'Closed'), dateclosed: one.dateclosed }
      return [maker.update(task, one.id, fields, maker.actor(closer, one.dateclosed))]
    }
    if (one.status === 'Open' || at % 5 !== 0) return []
    const fields = { priorityid: getOrThrow(priorityIds, one.priority === 'P1' ? 'P2' : 'P1') }
    return [maker.update(task, one.id, fields, maker.actor(owner, workingDayUntil(maker.day(-1))))]
  })
  await Promise.all(changes)
}

/** A milestone that was reached was ticked off on its day; the last one of each running project slipped by three days once. */
async function updateMilestones(maker: DemoWriter, projects: readonly CreatedProject[]): Promise<void> {
  const moves = projects.flatMap(({ plan, milestones, managers }) =>
    milestones.flatMap(({ id, datedue, complete }, at): (DemoEntry & { id: number; on: string })[] => {
      if (complete) return [{ id, fields: { complete: 't' }, by: managers[0], on: workingDayUntil(datedue) }]
      if (plan.over || at < milestones.length - 1) return []
      return [{ id, fields: { datedue: addDays(datedue, 3) }, by: managers[0], on: maker.workday(-12) }]
    }),
  )
  moves.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  await Promise.all(moves.map(({ id, fields, by, on }) => maker.update(milestone, id, fields, maker.actor(by, on))))
}
