// Loading and removing the sample data of a company (docs/adr/0053-sample-data.md). Each sample record is created and
// deleted under all rules of its resource, in one transaction, and remembered in a table. A record that people added
// is never deleted: if it uses a sample record, removing is refused and the answer says what uses what.
import { administratorOnly } from '../define/actor.ts'
import { ApiError, badRequest, ValidationErrors } from '../define/api-error.ts'
import type { ActionContext, UpdateAction } from '../define/resource.ts'
import { nextId } from '../io/database.ts'
import { accountSlot, deleteRows, slot, sql, statement } from '../io/sql.ts'
import { addDays, workingDaysAgo } from '../kit/calendar.ts'
import type { WireValue } from '../kit/wire-tree.ts'
import { sampleProjects } from './sample-records.ts'
import { firstOpenStatus } from './task-duplicate.ts'

const written = ['client', 'project', 'milestone', 'task', 'taskitem', 'time', 'expense'] as const
type SampleResource = (typeof written)[number]

export const hasSampleData = sql`exists (select 1 from samplerecord where samplerecord.accountid = company.accountid)`

const samplesNewestFirst = statement(sql`select samplerecord.resource, samplerecord.recordid from samplerecord
  where samplerecord.accountid = ${accountSlot} order by samplerecord.id desc`)
const forgetSamples = deleteRows('samplerecord', sql`1 = 1`)

const closedStatus = statement(sql`select taskstatus.id from taskstatus
  where taskstatus.accountid = ${accountSlot} and taskstatus.closed = 't' and taskstatus.active = 't'
  order by taskstatus.priority, taskstatus.id limit 1`)
const usualPriority = statement(sql`select taskpriority.id from taskpriority
  where taskpriority.accountid = ${accountSlot} and taskpriority.active = 't'
  order by taskpriority.isdefault desc, taskpriority.priority, taskpriority.id limit 1`)
const moduleOfProject = statement(sql`select part.moduleid from projectmodule part
  where part.accountid = ${accountSlot} and part.projectid = ${slot('id')} and part.active = 't' order by part.id limit 1`)
const worktypeOfProject = statement(sql`select part.worktypeid from projectworktype part
  where part.accountid = ${accountSlot} and part.projectid = ${slot('id')} and part.active = 't' order by part.id limit 1`)

/** What tasks and hours need from the lists of the account. */
interface Lists {
  readonly open: WireValue
  readonly closed: WireValue
  readonly priority: WireValue
}

/** Creates sample records and remembers them. */
class SampleWriter {
  readonly #act: ActionContext

  constructor(act: ActionContext) {
    this.#act = act
  }

  get person(): string {
    return String(this.#act.actor.personid)
  }

  day(offset: number): string {
    return addDays(this.#act.actor.today, offset)
  }

  workday(daysAgo: number): string {
    return workingDaysAgo(this.#act.actor.today, daysAgo)
  }

  async create(resource: SampleResource, fields: Readonly<Record<string, WireValue>>): Promise<string> {
    const id = await this.#act.create(resource, fields)
    await this.#act.tx.insert('samplerecord', { id: nextId, resource, recordid: id })
    return String(id)
  }

  /** The first id that the statement finds; a missing one is an error with the name of the list. */
  async first(find: typeof closedStatus, list: string, id?: string): Promise<string> {
    const [found] = (await this.#act.tx.first(find, id === undefined ? {} : { id: Number(id) })) ?? []
    if (found === undefined || found === null) throw badRequest(`${list}: sample data needs an active one`)
    return String(found)
  }
}

async function createTask(
  writer: SampleWriter,
  lists: Lists,
  place: { readonly projectid: string; readonly moduleid: string; readonly worktypeid: string },
  milestones: readonly string[],
  task: (typeof sampleProjects)[number]['tasks'][number],
): Promise<void> {
  const { projectid, moduleid, worktypeid } = place
  const milestoneid = milestones[task.milestone ?? -1]
  const taskid = await writer.create('task', {
    projectid,
    moduleid,
    ...(milestoneid === undefined ? {} : { milestoneid }),
    title: task.title,
    summary: task.summary,
    statusid: task.isClosed ? lists.closed : lists.open,
    priorityid: lists.priority,
    dateopen: writer.day(task.opens),
    datedue: writer.day(task.due),
    ...(task.isClosed ? { dateclosed: writer.day(task.due) } : {}),
    estimate: String(task.estimate),
    ownerid: writer.person,
    assigneeid: writer.person,
  })
  for (const [title, done] of task.checklist ?? []) await writer.create('taskitem', { taskid, title, done })
  for (const [daysAgo, time, description] of task.hours ?? []) {
    const date = writer.workday(daysAgo)
    await writer.create('time', { taskid, worktypeid, personid: writer.person, date, time, description, billable: 't' })
  }
}

async function createProject(writer: SampleWriter, lists: Lists, plan: (typeof sampleProjects)[number]): Promise<void> {
  const clientid = await writer.create('client', { name: plan.client, datecreated: writer.day(plan.starts) })
  const projectid = await writer.create('project', {
    clientid,
    name: plan.name,
    description: plan.description,
    datestart: writer.day(plan.starts),
    dateend: writer.day(plan.ends),
    budget: plan.budget,
    managerid: writer.person,
  })
  const place = {
    projectid,
    moduleid: await writer.first(moduleOfProject, 'module', projectid),
    worktypeid: await writer.first(worktypeOfProject, 'worktype', projectid),
  }
  const milestones: string[] = []
  for (const [title, due] of plan.milestones) {
    const fields = { projectid, title, datedue: writer.day(due), ownerid: writer.person, complete: 'f' }
    milestones.push(await writer.create('milestone', fields))
  }
  for (const task of plan.tasks) await createTask(writer, lists, place, milestones, task)
  for (const [note, expense, daysAgo] of plan.expenses) {
    await writer.create('expense', { projectid, date: writer.workday(daysAgo), expense, fee: expense, note })
  }
}

/** Loading twice is loading once: whoever comes second finds the records of the first. */
async function load(act: ActionContext): Promise<void> {
  if ((await act.tx.first(samplesNewestFirst)) !== undefined) return
  const writer = new SampleWriter(act)
  const lists = {
    open: await writer.first(firstOpenStatus, 'taskstatus'),
    closed: await writer.first(closedStatus, 'taskstatus'),
    priority: await writer.first(usualPriority, 'taskpriority'),
  }
  for (const plan of sampleProjects) await createProject(writer, lists, plan)
}

/**
 * Deletes the newest first, so that nothing is deleted before what uses it. The errors of one kind of record are
 * collected; the kinds before it are not tried then, because they would only be used by what is left.
 */
async function remove(act: ActionContext): Promise<void> {
  const samples = (await act.tx.all(samplesNewestFirst)).map(
    ([resource, id]) => [String(resource), Number(id)] as const,
  )
  for (const resource of [...written].reverse()) {
    const errors = new ValidationErrors()
    for (const [, id] of samples.filter(([name]) => name === resource)) {
      try {
        await act.remove(resource, id)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error
        errors.prependMessages(error.verbose)
      }
    }
    errors.throwIfAny()
  }
  await act.tx.run('samplerecord', forgetSamples)
}

export const sampleDataActions: Readonly<Record<'loadsample' | 'removesample', UpdateAction>> = {
  loadsample: {
    doc: 'Adds sample clients, projects, tasks and hours to try things with. Their names end with "(sample)"; all of it can be removed at once. Does nothing while they are loaded.',
    roles: administratorOnly,
    alsoWrites: written,
    run: load,
  },
  removesample: {
    doc: 'Deletes the sample data. Records that people added are never deleted: while they use sample records, the request is rejected. Does nothing if none is loaded.',
    roles: administratorOnly,
    alsoWrites: written,
    run: remove,
  },
}
