// Duplicating a project uses it as a template: team, modules, work types with their rates, milestones and tasks with
// their checklists are copied in one transaction. Dates move by the days between the two starts. Milestones and tasks
// are created under all rules of their resources; time, money, notes and documents are not copied.
import { administratorOnly, groupsSql, managers } from '../define/actor.ts'
import { badRequest } from '../define/api-error.ts'
import { stored } from '../define/fields.ts'
import { date, flag, hours, percent, rate, type StoredValue } from '../define/kinds.ts'
import type { ActionContext, CreateAction } from '../define/resource.ts'
import { nextId, type WriteTransaction } from '../io/database.ts'
import { accountSlot, deleteRows, insertRows, slot, sql, sqlName, statement } from '../io/sql.ts'
import { addDays, daysBetween } from '../kit/calendar.ts'
import type { WireRecord, WireValue } from '../kit/wire-tree.ts'
import { copyRates } from './projectrate.ts'
import { copyItems, firstOpenStatus, worksOnProject } from './task-duplicate.ts'

/** The copy is one transaction, which other writers wait for, so its size has a bound. */
const maxTasks = 500
const maxItems = 2000

const ofProject = (column: string) => sql`${sqlName(column)} = ${slot('from')}`

const sizes = statement(sql`select
  (select count(*) from task where task.accountid = ${accountSlot} and ${ofProject('task.projectid')}),
  (select count(*) from taskitem join task on task.accountid = taskitem.accountid and task.id = taskitem.taskid
    where taskitem.accountid = ${accountSlot} and ${ofProject('task.projectid')})`)

async function checkParts({ tx, id, values }: ActionContext): Promise<void> {
  if (values.copytasks !== 't') return
  if (values.copymodules !== 't')
    throw badRequest("copymodules: must be 't' when tasks are copied, because each task has a module")
  const [tasks = 0, items = 0] = ((await tx.first(sizes, { from: id })) ?? []).map(Number)
  if (tasks > maxTasks) throw badRequest(`copytasks: the project has ${tasks} tasks; at most ${maxTasks} can be copied`)
  if (items > maxItems)
    throw badRequest(`copytasks: its tasks have ${items} checklist items; at most ${maxItems} can be copied`)
}

const managersOf = statement(sql`select link.personid from projectmanager link
  join person on person.accountid = link.accountid and person.id = link.personid
  where link.accountid = ${accountSlot} and ${ofProject('link.projectid')} and person.active = 't'
    and person.groupid in ${groupsSql(managers)} order by link.position`)

const activeLabel = statement(sql`select projectlabel.id from projectlabel
  where projectlabel.accountid = ${accountSlot} and projectlabel.id = ${slot('id')} and projectlabel.active = 't'`)

/** Moves dates by some days; a date that would be out of the calendar is an error of the new start. */
const dateShift =
  (days: number) =>
  (day: StoredValue): string | null => {
    if (day === null) return null
    const shifted = addDays(String(day), days)
    if (daysBetween(String(day), shifted) !== days) throw badRequest('datestart: moves other dates out of the calendar')
    return shifted
  }

const wireValues = (values: Readonly<Record<string, StoredValue | undefined>>): Record<string, WireValue> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      value === null || value === undefined ? [] : [[field, String(value)]],
    ),
  )

/** An invalid start is reported with the other fields, so it is not used here. */
const submittedStart = (submitted: WireRecord): string | null => {
  const start = submitted.has('datestart') ? date.parse(submitted.get('datestart') ?? '') : null
  return typeof start === 'string' ? start : null
}

async function copyOfProject(act: ActionContext, submitted: WireRecord): Promise<Readonly<Record<string, WireValue>>> {
  const { tx, actor, id, previous } = act
  await checkParts(act)
  const start = submittedStart(submitted) ?? actor.today
  const shift = dateShift(daysBetween(String(previous.datestart), start))
  const { name, description, clientid, billable, budget, budgetperiod, carryover } = previous
  const { alert_percent, labelid, dateend } = previous
  const label = labelid === null ? undefined : await tx.first(activeLabel, { id: labelid })
  return wireValues({
    name,
    description,
    clientid,
    billable,
    labelid: label === undefined ? null : Number(label[0]),
    budget: budget === null ? null : rate.serialize(budget ?? 0),
    budgetperiod,
    carryover,
    alert_percent: percent.serialize(alert_percent ?? 0),
    datestart: start,
    dateend: submitted.has('dateend') ? null : shift(dateend ?? null),
    managerid: (await tx.all(managersOf, { from: id })).map(([personid]) => String(personid)).join(),
  })
}

/** Reading secure notes is a right of each project, so nobody gets it by a copy. */
const copyTeam = insertRows(
  'projectteam',
  sql`(accountid, projectid, personid, securenotes)
  select team.accountid, cast(${slot('to')} as bigint), team.personid, 'f' from projectteam team
  join person on person.accountid = team.accountid and person.id = team.personid
  where team.accountid = ${accountSlot} and ${ofProject('team.projectid')} and person.active = 't'
  on conflict do nothing`,
)

const ofCopy = sql`projectid = ${slot('to')}`
const removeModules = deleteRows('projectmodule', ofCopy)
const removeWorktypes = deleteRows('projectworktype', ofCopy)

/** The modules of the project and of its tasks. A new task needs an active module, so those of tasks are active. */
const modulesOf = statement(sql`select module.id, module.custom, module.name, module.description, module.active,
    coalesce(part.description, ''), case when used.moduleid is null then part.active else 't' end
  from module
  left join projectmodule part on part.accountid = module.accountid and part.moduleid = module.id
    and ${ofProject('part.projectid')}
  left join (select distinct task.moduleid from task where task.accountid = ${accountSlot}
    and ${ofProject('task.projectid')}) used on used.moduleid = module.id
  where module.accountid = ${accountSlot} and (part.id is not null or used.moduleid is not null)
  order by case when part.id is null then 1 else 0 end, part.id, module.id`)

const worktypesOf = statement(sql`select worktype.id, worktype.custom, worktype.name, worktype.defaulthourlyrate,
    worktype.active, part.hourlyrate, part.esttime, part.active
  from projectworktype part join worktype on worktype.accountid = part.accountid and worktype.id = part.worktypeid
  where part.accountid = ${accountSlot} and ${ofProject('part.projectid')} order by part.id`)

const toStored = (value: unknown): StoredValue => (value === undefined ? null : (value as StoredValue))

interface Copy {
  /** The project that is the template, and the new one. */
  readonly from: number
  readonly to: number
}

/** The id in the copy of each module. A custom one belongs to one project, so the copy gets its own (decision 37). */
async function copyModules(tx: WriteTransaction, { from, to }: Copy): Promise<ReadonlyMap<number, number>> {
  const copies = new Map<number, number>()
  await tx.run('projectmodule', removeModules, { to })
  for (const [id, custom, name, about, catalogActive, description, active] of await tx.all(modulesOf, { from })) {
    const own = { name: String(name), description: String(about), active: toStored(catalogActive), custom: 't' }
    const moduleid = custom === 't' ? await tx.insert('module', { id: nextId, ...own }) : Number(id)
    const row = { projectid: to, moduleid, description: String(description), active: toStored(active) }
    await tx.insert('projectmodule', { id: nextId, ...row })
    copies.set(Number(id), moduleid)
  }
  return copies
}

async function copyWorktypes(tx: WriteTransaction, { from, to }: Copy): Promise<void> {
  await tx.run('projectworktype', removeWorktypes, { to })
  for (const [id, custom, name, usual, catalogActive, hourlyrate, esttime, active] of await tx.all(worktypesOf, {
    from,
  })) {
    const own = { name: String(name), defaulthourlyrate: Number(usual), active: toStored(catalogActive), custom: 't' }
    const worktypeid = custom === 't' ? await tx.insert('worktype', { id: nextId, ...own }) : Number(id)
    const terms = { hourlyrate: Number(hourlyrate), esttime: toStored(esttime), active: toStored(active) }
    await tx.insert('projectworktype', { id: nextId, projectid: to, worktypeid, ...terms })
    await copyRates(tx, { projectid: from, worktypeid: Number(id) }, { projectid: to, worktypeid })
  }
}

/** The people who are linked to records of the template and can work on the copy, by record. */
const peopleStatement = (links: string, key: string, table: string) =>
  statement(sql`select link.${sqlName(key)}, link.personid from ${sqlName(links)} link
    join ${sqlName(table)} on ${sqlName(table)}.accountid = link.accountid and ${sqlName(table)}.id = link.${sqlName(key)}
    join person on person.accountid = link.accountid and person.id = link.personid
    where link.accountid = ${accountSlot} and ${ofProject(`${table}.projectid`)} and ${worksOnProject(slot('to'))}
    order by link.${sqlName(key)}, link.position`)

const milestoneOwners = peopleStatement('milestoneowner', 'milestoneid', 'milestone')
const taskOwners = peopleStatement('taskowner', 'taskid', 'task')
const taskAssignees = peopleStatement('taskassignee', 'taskid', 'task')
const taskFollowers = peopleStatement('taskfollower', 'taskid', 'task')

async function peopleByRecord(
  tx: WriteTransaction,
  select: typeof taskOwners,
  copy: Copy,
): Promise<(id: unknown) => string> {
  const groups = Map.groupBy(await tx.all(select, { ...copy }), ([id]) => Number(id))
  return (id) => (groups.get(Number(id)) ?? []).map(([, personid]) => String(personid)).join()
}

const milestonesOf = statement(sql`select milestone.id, milestone.title, milestone.datedue, milestone.description
  from milestone where milestone.accountid = ${accountSlot} and ${ofProject('milestone.projectid')} order by milestone.id`)

type Shift = ReturnType<typeof dateShift>

/** The id in the copy of each milestone. */
async function copyMilestones(act: ActionContext, copy: Copy, shift: Shift): Promise<Map<number, number>> {
  const { tx, actor } = act
  const owners = await peopleByRecord(tx, milestoneOwners, copy)
  const copies = new Map<number, number>()
  for (const [id, title, datedue, description] of await tx.all(milestonesOf, { from: copy.from })) {
    const fields = {
      projectid: copy.to,
      title: String(title),
      datedue: shift(toStored(datedue)),
      ownerid: owners(id) || actor.personid,
      complete: 'f',
    }
    const stored = { description: toStored(description) }
    copies.set(Number(id), await act.create('milestone', wireValues(fields), stored))
  }
  return copies
}

/** A task with an inactive priority gets the default one, because a new task needs an active priority. */
const tasksOf = statement(sql`select task.id, task.title, task.summary, task.dateopen, task.datedue, task.estimate,
    task.moduleid, task.milestoneid, case when taskpriority.active = 't' then task.priorityid else
      (select other.id from taskpriority other where other.accountid = task.accountid and other.active = 't'
        order by other.isdefault desc, other.priority, other.id limit 1) end,
    (select count(*) from taskitem where taskitem.accountid = task.accountid and taskitem.taskid = task.id)
  from task join taskpriority on taskpriority.accountid = task.accountid and taskpriority.id = task.priorityid
  where task.accountid = ${accountSlot} and ${ofProject('task.projectid')} order by task.id`)

interface TaskParts {
  readonly modules: ReadonlyMap<number, number>
  readonly milestones: ReadonlyMap<number, number>
  readonly shift: Shift
}

async function copyTasks(act: ActionContext, copy: Copy, { modules, milestones, shift }: TaskParts): Promise<void> {
  const { tx, actor } = act
  const status = await tx.first(firstOpenStatus)
  const owners = await peopleByRecord(tx, taskOwners, copy)
  const assignees = await peopleByRecord(tx, taskAssignees, copy)
  const followers = await peopleByRecord(tx, taskFollowers, copy)
  const rows = await tx.all(tasksOf, { from: copy.from })
  for (const [id, title, summary, dateopen, datedue, estimate, moduleid, milestoneid, priorityid, items] of rows) {
    const fields = {
      projectid: copy.to,
      title: String(title),
      statusid: Number(status?.[0]),
      moduleid: modules.get(Number(moduleid)),
      milestoneid: milestones.get(Number(milestoneid)),
      priorityid: Number(priorityid),
      dateopen: shift(toStored(dateopen)),
      datedue: shift(toStored(datedue)),
      estimate: hours.serialize(Number(estimate)),
      ownerid: owners(id) || actor.personid,
      assigneeid: assignees(id),
      followerid: followers(id),
    }
    const taskid = await act.create('task', wireValues(fields), { summary: toStored(summary) })
    if (Number(items) > 0) await copyItems(tx, Number(id), taskid)
  }
}

const startOf = statement(sql`select project.datestart from project
  where project.accountid = ${accountSlot} and project.id = ${slot('id')}`)

async function copyParts(act: ActionContext, to: number): Promise<void> {
  const { tx, id: from, previous, values } = act
  const copy = { from, to }
  const [start] = (await tx.first(startOf, { id: to })) ?? []
  const shift = dateShift(daysBetween(String(previous.datestart), String(start)))
  if (values.copyteam === 't') await tx.run('projectteam', copyTeam, copy)
  const modules = values.copymodules === 't' ? await copyModules(tx, copy) : new Map<number, number>()
  if (values.copyworktypes === 't') await copyWorktypes(tx, copy)
  const milestones = values.copymilestones === 't' ? await copyMilestones(act, copy, shift) : new Map<number, number>()
  if (values.copytasks === 't') await copyTasks(act, copy, { modules, milestones, shift })
}

const part = (doc: string) => stored(flag, { default: 't', doc })

export const duplicateProject: CreateAction = {
  doc: `Creates a project from this one as a template. The body has the fields of a project, and which parts are copied; fields that it leaves out come from this project. Dates move by the days between the two starts, and tasks are open again. Time, money, notes and documents are not copied, nobody is notified, and at most ${maxTasks} tasks are copied.`,
  roles: administratorOnly,
  creates: 'project',
  alsoWrites: ['projectmodule', 'projectworktype', 'projectrate', 'milestone', 'task', 'taskitem'],
  fields: {
    copyteam: part('Whether the active people of the team join the new project'),
    copymodules: part('Whether it has the same modules; else the defaults of the account'),
    copyworktypes: part('Whether it has the same work types and rates; else the defaults of the account'),
    copymilestones: part('Whether milestones are copied, incomplete'),
    copytasks: part('Whether tasks are copied, with their people and checklists, in the first open status'),
  },
  prepare: copyOfProject,
  afterCreate: copyParts,
}
