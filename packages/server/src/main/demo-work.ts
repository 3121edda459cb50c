// The work in the demo company's projects: tasks in every state, with the changes that left notes on them, and what people
// wrote about them. Drawn with the maker's dice, so the same day gives the same company everywhere. Hours: `demo-time.ts`.
import { nextId } from '../io/database.ts'
import { addDays } from '../kit/calendar.ts'
import { milestone } from '../resources/milestone.ts'
import { task } from '../resources/task.ts'
import { type Company, found, type Ids, idsByName, type Staffed } from './demo-company.ts'
import { type Acting, isWorkingDay, type Maker } from './demo-maker.ts'
import { type DemoStep, demoNotes, demoPlans } from './demo-tasks.ts'

/** A task as it was drawn; its days are what the hours on it keep to. */
export interface PlannedTask {
  readonly project: Staffed
  readonly step: DemoStep
  readonly subject: string
  readonly moduleid: number
  readonly milestoneid: number | null
  readonly status: string
  readonly priority: string
  readonly owners: readonly Acting[]
  readonly assignees: readonly Acting[]
  readonly followers: readonly Acting[]
  readonly datecreated: string
  readonly dateopen: string
  readonly datedue: string | null
  readonly dateclosed: string | null
}

export interface MadeTask extends PlannedTask {
  readonly id: number
}

export const workingDayFrom = (day: string): string => (isWorkingDay(day) ? day : workingDayFrom(addDays(day, 1)))
const workingDayUntil = (day: string): string => (isWorkingDay(day) ? day : workingDayUntil(addDays(day, -1)))
const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)

const startedStatuses = ['In Progress', 'In Progress', 'In Progress', 'Verify & Close', 'Staged', 'Open']
const priorities = ['P1', 'P2', 'P2', 'P3', 'P3', 'P3', 'P3', 'P4', 'P4', 'P5']

export async function layWork(maker: Maker, { people, projects }: Company): Promise<MadeTask[]> {
  const bystanders = [found(people, 'johanna')]
  const planned = projects
    .flatMap((project) => planTasks(maker, project, bystanders))
    // Numbered as they came in, so that a higher number is never the older task.
    .sort((a, b) => (a.datecreated < b.datecreated ? -1 : a.datecreated > b.datecreated ? 1 : 0))
  const statuses = await idsByName(maker, 'taskstatus')
  const tasks = await makeTasks(maker, planned, statuses)
  await changeTasks(maker, tasks, statuses)
  await writeNotes(maker, tasks)
  await moveMilestones(maker, projects)
  return tasks
}

function planTasks(maker: Maker, project: Staffed, bystanders: readonly Acting[]): PlannedTask[] {
  const { plan } = project
  const steps = plan.subjects.flatMap((subject) => demoPlans[plan.plan].map((step) => ({ subject, step })))
  return maker.dice
    .shuffled(steps)
    .slice(0, plan.tasks)
    .map(({ subject, step }) => {
      const days = planDays(maker, project)
      return {
        project,
        step,
        subject,
        moduleid: found(project.modules, subject === plan.module?.subject ? plan.module.name : step.module),
        milestoneid: milestoneFor(maker, project, days.datedue ?? days.dateopen),
        priority: maker.dice.pick(priorities),
        ...drawPeople(maker, project, bystanders),
        ...days,
      }
    })
}

type Days = Pick<PlannedTask, 'datecreated' | 'dateopen' | 'datedue' | 'dateclosed' | 'status'>

function planDays(maker: Maker, { plan }: Staffed): Days {
  const { dice, today } = maker
  const latest = plan.over ? (plan.end ?? 0) - 14 : Math.min(plan.end ?? 14, 14)
  const dateopen = workingDayFrom(maker.day(dice.between(plan.start, latest)))
  const wished = workingDayFrom(addDays(dateopen, dice.between(4, 24)))
  const lastDay = plan.over ? later(dateopen, workingDayUntil(maker.day(plan.end ?? 0))) : wished
  const datedue = dice.chance(8) ? null : earlier(wished, lastDay)
  const noticed = later(addDays(dateopen, -dice.between(0, 6)), maker.day(plan.start))
  const datecreated = workingDayUntil(earlier(noticed, today))
  const status = drawStatus(maker, dateopen, datedue, plan.over === true)
  const finished = addDays(datedue ?? addDays(dateopen, 10), dice.between(-4, 3))
  const dateclosed = workingDayUntil(earlier(later(finished, dateopen), earlier(today, plan.over ? lastDay : today)))
  return { datecreated, dateopen, datedue, dateclosed: status === 'Closed' ? dateclosed : null, status }
}

/** Most of what is due is done; what is still to begin is open; the rest is somewhere in between. */
function drawStatus({ dice, today }: Maker, dateopen: string, datedue: string | null, over: boolean): string {
  if (over) return 'Closed'
  const doneInTime = dice.chance((datedue ?? addDays(dateopen, 30)) < today ? 86 : 12)
  const started = dice.pick(startedStatuses)
  if (dateopen > today) return 'Open'
  return doneInTime ? 'Closed' : started
}

function milestoneFor(maker: Maker, { milestones }: Staffed, day: string): number | null {
  const next = milestones.find(({ datedue }) => datedue >= day)
  return next !== undefined && maker.dice.chance(75) ? next.id : null
}

function drawPeople(maker: Maker, { managers, workers }: Staffed, bystanders: readonly Acting[]) {
  const { dice } = maker
  const hands = dice.shuffled(workers.filter(({ role }) => role === 'Resource'))
  const lookers = dice.shuffled([...workers, ...bystanders])
  const howMany = dice.pick([0, 1, 1, 1, 1, 1, 1, 2, 2])
  return {
    owners: managers.length > 1 && dice.chance(40) ? managers : managers.slice(0, 1),
    assignees: hands.slice(0, howMany),
    followers: dice.chance(35) ? lookers.slice(0, dice.between(1, 3)) : [],
  }
}

const idsText = (people: readonly Acting[]): string => people.map(({ id }) => id).join()

const filled = (text: string, subject: string): string => text.replaceAll('{}', subject)

/** Closed tasks are made as work in progress: their closing comes later, and leaves a note. */
async function makeTasks(maker: Maker, planned: readonly PlannedTask[], statuses: Ids): Promise<MadeTask[]> {
  const priorityIds = await idsByName(maker, 'taskpriority')
  const made = await Promise.all(
    planned.map((one) => {
      const fields = {
        projectid: one.project.id,
        moduleid: one.moduleid,
        milestoneid: one.milestoneid,
        statusid: found(statuses, one.status === 'Closed' ? 'In Progress' : one.status),
        priorityid: found(priorityIds, one.priority),
        title: filled(one.step.title, one.subject),
        summary: maker.dice.chance(88) ? filled(one.step.summary, one.subject) : '',
        dateopen: one.dateopen,
        datedue: one.datedue,
        estimate: one.step.estimate + maker.dice.between(-2, 6) / 2,
        ownerid: idsText(one.owners),
        assigneeid: idsText(one.assignees),
        followerid: idsText(one.followers),
      }
      return maker.create(task, fields, maker.actor(maker.owner, one.datecreated))
    }),
  )
  return planned.map((one, at) => ({ ...one, id: made[at]?.id ?? 0 }))
}

/** Whoever closed a task or raised its priority did so on a day of its life, and left an action note. */
async function changeTasks(maker: Maker, tasks: readonly MadeTask[], statuses: Ids): Promise<void> {
  const priorityIds = await idsByName(maker, 'taskpriority')
  const changes = tasks.flatMap((one, at) => {
    const [closer = one.owners[0]] = one.assignees
    const [owner] = one.owners
    if (one.dateclosed !== null) {
      const fields = { statusid: found(statuses, 'Closed'), dateclosed: one.dateclosed }
      return [maker.update(task, one.id, fields, maker.actor(closer, one.dateclosed))]
    }
    if (one.status === 'Open' || at % 5 !== 0) return []
    const fields = { priorityid: found(priorityIds, one.priority === 'P1' ? 'P2' : 'P1') }
    return [maker.update(task, one.id, fields, maker.actor(owner, workingDayUntil(maker.day(-1))))]
  })
  await Promise.all(changes)
}

/** What people wrote themselves; every project has some that its client may read. */
async function writeNotes(maker: Maker, tasks: readonly MadeTask[]): Promise<void> {
  const begun = tasks.filter(({ dateopen }) => dateopen < maker.today)
  await maker.database.write(maker.owner.accountid, async (tx) => {
    for (const [at, { id, dateopen, assignees, owners }] of begun.entries()) {
      const [author = owners[0]] = assignees
      if (at % 4 !== 0 || author === undefined) continue
      const { title, note, public: open } = maker.dice.pick(demoNotes)
      const date = maker.instantOn(workingDayFrom(addDays(dateopen, 1)))
      const row = { id: nextId, taskid: id, authorid: author.id, title, note, date, datemodified: date }
      await tx.insert('tasknote', { ...row, public: open ? 't' : 'f' })
    }
  })
}

/** The last milestone of each running project slipped by three days once, with a note of it. */
async function moveMilestones(maker: Maker, projects: readonly Staffed[]): Promise<void> {
  const decided = workingDayUntil(maker.day(-12))
  for (const { plan, milestones, managers } of projects) {
    const last = milestones.at(-1)
    if (plan.over || last === undefined) continue
    const actor = maker.actor(managers[0], decided)
    await maker.update(milestone, last.id, { datedue: addDays(last.datedue, 3) }, actor)
  }
}
