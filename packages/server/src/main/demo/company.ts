// Creates the base of the demo company: settings, clients, people with tokens, projects with teams and milestones.
// Everything that the API can set goes through the API's code; tokens, rates and restrictions are written directly.

import { storeToken } from '../../accounts/create-account.ts'
import { groupOfRole } from '../../define/actor.ts'
import { hashPassword } from '../../io/password-hash.ts'
import { accountSlot, sql, sqlName, statement } from '../../io/sql.ts'
import { tokenHash } from '../../kit/token.ts'
import { client } from '../../resources/client.ts'
import { module, projectlabel, worktype } from '../../resources/lookup-lists.ts'
import { milestone } from '../../resources/milestone.ts'
import { person } from '../../resources/person.ts'
import { personcontact } from '../../resources/personcontact.ts'
import { project } from '../../resources/project.ts'
import { projectmodule } from '../../resources/projectmodule.ts'
import { projectrate } from '../../resources/projectrate.ts'
import { projectteam } from '../../resources/projectteam.ts'
import { projectworktype } from '../../resources/projectworktype.ts'
import { bodyOf, type DemoActor, type DemoWriter, type Fields } from './demo-writer.ts'
import { type DemoPerson, demoPeople, loginOf } from './people.ts'
import { type DemoProject, demoClients, demoLabels, demoModules, demoProjects, demoWorktypes } from './projects.ts'

/** Ids by the name of the record. */
export type Ids = ReadonlyMap<string, number>

export interface CreatedProject {
  readonly plan: DemoProject
  readonly id: number
  readonly modules: Ids
  readonly worktypes: Ids
  readonly managers: readonly DemoActor[]
  /** The team members who do the work; Executives on the team only read. */
  readonly workers: readonly DemoActor[]
  readonly milestones: readonly { readonly id: number; readonly datedue: string; readonly complete: boolean }[]
}

export interface Company {
  readonly people: ReadonlyMap<string, DemoActor>
  readonly projects: readonly CreatedProject[]
}

export function projectNamed({ projects }: Company, name: string): CreatedProject {
  const one = projects.find(({ plan }) => plan.name === name)
  if (one === undefined) throw new Error(`the demo has no project called ${name}`)
  return one
}

export function getOrThrow<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo has nothing called ${key}`)
  return value
}

const selectNames = (table: string) =>
  statement(
    sql`select ${sqlName(table)}.name, ${sqlName(table)}.id from ${sqlName(table)} where ${sqlName(table)}.accountid = ${accountSlot}`,
  )

const nameStatements = {
  module: selectNames('module'),
  worktype: selectNames('worktype'),
  taskstatus: selectNames('taskstatus'),
  taskpriority: selectNames('taskpriority'),
}

/** The account's records of a table by name, including the default ones. */
export async function idsByName(writer: DemoWriter, table: keyof typeof nameStatements): Promise<Ids> {
  const rows = await writer.database.read(writer.owner.accountid, (tx) => tx.all(nameStatements[table]))
  return new Map(rows.map(([label, id]) => [String(label), Number(id)]))
}

const idsByKey = (keys: readonly string[], ids: readonly number[]): Ids =>
  new Map(keys.map((key, at) => [key, ids[at] ?? 0]))

export async function createCompany(writer: DemoWriter): Promise<Company> {
  await writer.createAll(
    module,
    demoModules.map(({ name: called, description, active }) => ({
      name: called,
      description,
      active: active ? 't' : 'f',
    })),
  )
  await writer.createAll(
    worktype,
    demoWorktypes.map(({ name: called, rate }) => ({ name: called, defaulthourlyrate: rate, active: 't' })),
  )
  const labels = idsByKey(
    demoLabels.map((label) => label.name),
    await writer.createAll(
      projectlabel,
      demoLabels.map((label, at) => ({ ...label, priority: at + 1, active: 't' })),
    ),
  )
  const clients = idsByKey(
    demoClients.map(({ key }) => key),
    await writer.createAll(
      client,
      demoClients.map(({ key: _key, since, ...fields }) => ({ ...fields, datecreated: writer.day(since) })),
    ),
  )
  const people = await createPeople(writer, clients)
  return { people, projects: await createProjects(writer, { labels, clients, people }) }
}

async function createPeople(writer: DemoWriter, clients: Ids): Promise<ReadonlyMap<string, DemoActor>> {
  const clientOf = ({ client: key }: DemoPerson) => (key === undefined ? null : getOrThrow(clients, key))
  const ids = idsByKey(
    demoPeople.map(({ key }) => key),
    await writer.createAll(
      person,
      demoPeople.map((one) => personFields(one, clientOf(one))),
    ),
  )
  await writer.createAll(
    personcontact,
    demoPeople.flatMap((one) => contactFields(one, getOrThrow(ids, one.key))),
  )
  await writeOtherPersonColumns(writer, ids)
  return new Map(
    demoPeople.map((one) => [
      one.key,
      // A contact without a login never acts; the role with the fewest rights is used.
      {
        id: getOrThrow(ids, one.key),
        role: one.role ?? 'Executive',
        restricted: one.restricted === true,
        clientid: clientOf(one),
      },
    ]),
  )
}

function personFields(one: DemoPerson, clientid: number | null): Fields {
  const login = loginOf(one)
  return {
    firstname: one.firstname,
    lastname: one.lastname,
    title: one.title,
    notes: one.notes ?? '',
    clientid,
    private: one.private ? 't' : 'f',
    allprojects: one.allprojects ? 't' : 'f',
    mailqueue: one.mailqueue ? 't' : 'f',
    email: `${login}@${one.client ?? 'demo'}.example`,
    ...(one.role === undefined ? {} : { username: login, groupid: groupOfRole[one.role] }),
  }
}

/** Contact types and descriptors have the same ids in every account. */
function contactFields({ phone, mobile, address, website }: DemoPerson, personid: number): Fields[] {
  const kinds: readonly (readonly [string | undefined, type: number, descriptor: number])[] = [
    [phone, 2, 4],
    [mobile, 2, 6],
    [address, 3, 9],
    [website, 4, 13],
  ]
  return kinds.flatMap(([value, contacttypeid, contactdescriptorid]) =>
    value === undefined ? [] : [{ personid, contacttypeid, contactdescriptorid, value }],
  )
}

async function writeOtherPersonColumns(writer: DemoWriter, ids: Ids): Promise<void> {
  const { accountid } = writer.owner
  await writer.database.write(accountid, async (tx) => {
    for (const { key, rate, weekly, cost, restricted, role } of demoPeople) {
      await tx.update('person', getOrThrow(ids, key), {
        hourlyrate: rate === undefined ? null : rate * 10_000,
        weeklyhours: weekly === undefined ? null : weekly * 1_000_000,
        costrate: cost === undefined ? null : cost * 10_000,
        restricttasks: restricted ? 't' : 'f',
        ...(role === undefined
          ? {}
          : { numlogins: writer.random.between(3, 240), lastlogin: writer.instantOn(writer.day(-1)) }),
      })
    }
  })
  // The demo token is also the password of the web application.
  const logins = demoPeople.flatMap(({ key, token }) =>
    token === undefined ? [] : [hashPassword(token).then((password) => ({ key, token, password }))],
  )
  for (const { key, token, password } of await Promise.all(logins)) {
    const personid = getOrThrow(ids, key)
    const storedToken = { hash: tokenHash(token), name: 'demo', now: writer.secondsAgo(0) }
    await writer.database.write(accountid, (tx) => tx.update('person', personid, { password }))
    await storeToken(writer.database, { accountid, personid }, storedToken)
  }
}

interface ProjectReferences {
  readonly labels: Ids
  readonly clients: Ids
  readonly people: ReadonlyMap<string, DemoActor>
}

async function createProjects(writer: DemoWriter, ground: ProjectReferences): Promise<CreatedProject[]> {
  const ids = await writer.createAll(
    project,
    demoProjects.map((plan) => projectFields(writer, plan, ground)),
  )
  const modules = await idsByName(writer, 'module')
  const worktypes = await idsByName(writer, 'worktype')
  const staffed: CreatedProject[] = []
  for (const [at, plan] of demoProjects.entries()) {
    const id = ids[at] ?? 0
    await createTeam(writer, id, plan, ground.people)
    staffed.push({
      plan,
      id,
      modules: await withCustomModule(writer, plan, id, modules),
      worktypes: await withCustomWorktype(writer, plan, id, worktypes),
      managers: plan.managers.map((key) => getOrThrow(ground.people, key)),
      workers: workersOf(plan, ground.people),
      milestones: await createMilestones(writer, plan, id, ground.people),
    })
  }
  return staffed
}

const workersOf = ({ team }: DemoProject, people: ReadonlyMap<string, DemoActor>): DemoActor[] => {
  const everywhere = demoPeople.filter(({ allprojects }) => allprojects).map(({ key }) => key)
  return [...team, ...everywhere]
    .map((key) => getOrThrow(people, key))
    .filter(({ role }) => role === 'Manager' || role === 'Resource')
}

function projectFields(writer: DemoWriter, plan: DemoProject, { labels, clients, people }: ProjectReferences): Fields {
  return {
    name: plan.name,
    description: plan.description,
    clientid: plan.client === undefined ? null : getOrThrow(clients, plan.client),
    labelid: getOrThrow(labels, plan.label),
    managerid: plan.managers.map((key) => getOrThrow(people, key).id).join(),
    datestart: writer.day(plan.start),
    dateend: plan.end === undefined ? null : writer.day(plan.end),
    budget: plan.budget ?? null,
    billable: plan.unbillable ? 'f' : 't',
  }
}

async function createTeam(
  writer: DemoWriter,
  projectid: number,
  { team, secure = [] }: DemoProject,
  people: ReadonlyMap<string, DemoActor>,
): Promise<void> {
  const members = [...new Set([...team, ...secure])]
  await projectteam.member.POST?.run({
    database: writer.database,
    actor: writer.actor(),
    id: projectid,
    query: new Map(),
    body: members.map((key) =>
      bodyOf({ personid: getOrThrow(people, key).id, securenotes: secure.includes(key) ? 't' : 'f' }),
    ),
    quota: { limit: 0, used: 0, day: writer.today },
  })
}

async function withCustomModule(writer: DemoWriter, plan: DemoProject, projectid: number, modules: Ids): Promise<Ids> {
  if (plan.module === undefined) return modules
  const { name: called, description } = plan.module
  const { moduleid = 0 } = await writer.create(projectmodule, { projectid, module: called, description, active: 't' })
  return new Map([...modules, [called, moduleid]])
}

/** Rises that are agreed already; the time of the demo is older. */
export async function agreeRates(writer: DemoWriter, { projects }: Company): Promise<void> {
  for (const { plan, id: projectid, worktypes } of projects) {
    if (plan.worktype === undefined) continue
    const worktypeid = getOrThrow(worktypes, plan.worktype.name)
    const hourlyrate = plan.worktype.rate + 10
    await writer.create(projectrate, { projectid, worktypeid, datebegin: writer.day(90), hourlyrate })
  }
}

async function withCustomWorktype(
  writer: DemoWriter,
  plan: DemoProject,
  projectid: number,
  worktypes: Ids,
): Promise<Ids> {
  if (plan.worktype === undefined) return worktypes
  const { name: called, rate, hours } = plan.worktype
  const fields = { projectid, worktype: called, hourlyrate: rate, esttime: hours, active: 't' }
  const { worktypeid = 0 } = await writer.create(projectworktype, fields)
  return new Map([...worktypes, [called, worktypeid]])
}

async function createMilestones(
  writer: DemoWriter,
  { milestones, managers }: DemoProject,
  projectid: number,
  people: ReadonlyMap<string, DemoActor>,
): Promise<CreatedProject['milestones']> {
  const ids = await writer.createAll(
    milestone,
    milestones.map(({ title, due, description }) => ({
      projectid,
      ownerid: managers.map((key) => getOrThrow(people, key).id).join(),
      title,
      datedue: writer.day(due),
      description: description ?? '',
      complete: 'f',
    })),
  )
  return milestones.map(({ due, complete = false }, at) => ({ id: ids[at] ?? 0, datedue: writer.day(due), complete }))
}
