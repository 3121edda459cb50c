// The standing part of the demo company: settings, clients, people with their tokens, projects with teams and milestones.
// What the API can set goes through it; tokens, rates and restrictions, which it cannot set, are written directly.
import { groupOfRole, type Role } from '../define/actor.ts'
import { hashPassword } from '../io/passwords.ts'
import { account, name, sql, statement } from '../io/sql.ts'
import { tokenHash } from '../kit/token.ts'
import { keepToken } from '../resources/account.ts'
import { client } from '../resources/client.ts'
import { module, projectlabel, worktype } from '../resources/lists.ts'
import { milestone } from '../resources/milestone.ts'
import { person } from '../resources/person.ts'
import { personcontact } from '../resources/personcontact.ts'
import { project } from '../resources/project.ts'
import { projectmodule } from '../resources/projectmodule.ts'
import { projectteam } from '../resources/projectteam.ts'
import { projectworktype } from '../resources/projectworktype.ts'
import { type Acting, bodyOf, type Fields, type Maker } from './demo-maker.ts'
import { type DemoPerson, demoPeople, loginOf } from './demo-people.ts'
import { type DemoProject, demoClients, demoLabels, demoModules, demoProjects, demoWorktypes } from './demo-projects.ts'

/** Ids by the name people know the record by. */
export type Ids = ReadonlyMap<string, number>

export interface Staffed {
  readonly plan: DemoProject
  readonly id: number
  readonly modules: Ids
  readonly worktypes: Ids
  readonly managers: readonly Acting[]
  /** Those on the team who do the work; the Executives on it only look. */
  readonly workers: readonly Acting[]
  readonly milestones: readonly { readonly id: number; readonly datedue: string; readonly complete: boolean }[]
}

export interface Company {
  readonly people: ReadonlyMap<string, Acting>
  readonly projects: readonly Staffed[]
}

export function projectNamed({ projects }: Company, name: string): Staffed {
  const one = projects.find(({ plan }) => plan.name === name)
  if (one === undefined) throw new Error(`the demo has no project called ${name}`)
  return one
}

export function found<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo has nothing called ${key}`)
  return value
}

const namesIn = (table: string) =>
  statement(
    sql`select ${name(table)}.name, ${name(table)}.id from ${name(table)} where ${name(table)}.accountid = ${account}`,
  )

const listed = {
  module: namesIn('module'),
  worktype: namesIn('worktype'),
  taskstatus: namesIn('taskstatus'),
  taskpriority: namesIn('taskpriority'),
}

/** The account's list of a kind, what it started with included. */
export async function idsByName(maker: Maker, table: keyof typeof listed): Promise<Ids> {
  const rows = await maker.database.read(maker.owner.accountid, (tx) => tx.all(listed[table]))
  return new Map(rows.map(([label, id]) => [String(label), Number(id)]))
}

const pairUp = (keys: readonly string[], ids: readonly number[]): Ids =>
  new Map(keys.map((key, at) => [key, ids[at] ?? 0]))

export async function foundCompany(maker: Maker): Promise<Company> {
  await maker.createAll(
    module,
    demoModules.map(({ name: called, description, active }) => ({
      name: called,
      description,
      active: active ? 't' : 'f',
    })),
  )
  await maker.createAll(
    worktype,
    demoWorktypes.map(({ name: called, rate }) => ({ name: called, defaulthourlyrate: rate, active: 't' })),
  )
  const labels = pairUp(
    demoLabels.map((label) => label.name),
    await maker.createAll(
      projectlabel,
      demoLabels.map((label, at) => ({ ...label, priority: at + 1, active: 't' })),
    ),
  )
  const clients = pairUp(
    demoClients.map(({ key }) => key),
    await maker.createAll(
      client,
      demoClients.map(({ key: _key, since, ...fields }) => ({ ...fields, datecreated: maker.day(since) })),
    ),
  )
  const people = await hire(maker, clients)
  return { people, projects: await openProjects(maker, { labels, clients, people }) }
}

async function hire(maker: Maker, clients: Ids): Promise<ReadonlyMap<string, Acting>> {
  const clientOf = ({ client: key }: DemoPerson) => (key === undefined ? null : found(clients, key))
  const ids = pairUp(
    demoPeople.map(({ key }) => key),
    await maker.createAll(
      person,
      demoPeople.map((one) => personFields(one, clientOf(one))),
    ),
  )
  await maker.createAll(
    personcontact,
    demoPeople.flatMap((one) => contactFields(one, found(ids, one.key))),
  )
  await writePersonRest(maker, ids)
  return new Map(
    demoPeople.map((one) => [
      one.key,
      // A contact without a login never acts; the least role stands in.
      {
        id: found(ids, one.key),
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

/** Kinds and descriptors of contacts have the same ids in every account. */
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

async function writePersonRest(maker: Maker, ids: Ids): Promise<void> {
  const { accountid } = maker.owner
  await maker.database.write(accountid, async (tx) => {
    for (const { key, rate, restricted, role } of demoPeople) {
      await tx.update('person', found(ids, key), {
        hourlyrate: rate === undefined ? null : rate * 10_000,
        restricttasks: restricted ? 't' : 'f',
        ...(role === undefined
          ? {}
          : { numlogins: maker.dice.between(3, 240), lastlogin: maker.instantOn(maker.day(-1)) }),
      })
    }
  })
  // What opens the API for them opens the web application too.
  const logins = demoPeople.flatMap(({ key, token }) =>
    token === undefined ? [] : [hashPassword(token).then((password) => ({ key, token, password }))],
  )
  for (const { key, token, password } of await Promise.all(logins)) {
    const personid = found(ids, key)
    const kept = { hash: tokenHash(token), name: 'demo', now: maker.secondsAgo(0) }
    await maker.database.write(accountid, (tx) => tx.update('person', personid, { password }))
    await keepToken(maker.database, { accountid, personid }, kept)
  }
}

interface Ground {
  readonly labels: Ids
  readonly clients: Ids
  readonly people: ReadonlyMap<string, Acting>
}

async function openProjects(maker: Maker, ground: Ground): Promise<Staffed[]> {
  const ids = await maker.createAll(
    project,
    demoProjects.map((plan) => projectFields(maker, plan, ground)),
  )
  const modules = await idsByName(maker, 'module')
  const worktypes = await idsByName(maker, 'worktype')
  const staffed: Staffed[] = []
  for (const [at, plan] of demoProjects.entries()) {
    const id = ids[at] ?? 0
    await joinTeam(maker, id, plan, ground.people)
    staffed.push({
      plan,
      id,
      modules: await withCustomModule(maker, plan, id, modules),
      worktypes: await withCustomWorktype(maker, plan, id, worktypes),
      managers: plan.managers.map((key) => found(ground.people, key)),
      workers: workersOf(plan, ground.people),
      milestones: await setMilestones(maker, plan, id, ground.people),
    })
  }
  return staffed
}

const onTheFloor: readonly Role[] = ['Manager', 'Resource']

const workersOf = ({ team }: DemoProject, people: ReadonlyMap<string, Acting>): Acting[] => {
  const everywhere = demoPeople.filter(({ allprojects }) => allprojects).map(({ key }) => key)
  return [...team, ...everywhere].map((key) => found(people, key)).filter(({ role }) => onTheFloor.includes(role))
}

function projectFields(maker: Maker, plan: DemoProject, { labels, clients, people }: Ground): Fields {
  return {
    name: plan.name,
    description: plan.description,
    clientid: plan.client === undefined ? null : found(clients, plan.client),
    labelid: found(labels, plan.label),
    managerid: plan.managers.map((key) => found(people, key).id).join(),
    datestart: maker.day(plan.start),
    dateend: plan.end === undefined ? null : maker.day(plan.end),
    budget: plan.budget ?? null,
    billable: plan.unbillable ? 'f' : 't',
  }
}

async function joinTeam(
  maker: Maker,
  projectid: number,
  { team, secure = [] }: DemoProject,
  people: ReadonlyMap<string, Acting>,
): Promise<void> {
  const members = [...new Set([...team, ...secure])]
  await projectteam.member.POST?.run({
    database: maker.database,
    actor: maker.actor(),
    id: projectid,
    query: new Map(),
    body: members.map((key) =>
      bodyOf({ personid: found(people, key).id, securenotes: secure.includes(key) ? 't' : 'f' }),
    ),
    quota: { limit: 0, used: 0, day: maker.today },
  })
}

async function withCustomModule(maker: Maker, plan: DemoProject, projectid: number, modules: Ids): Promise<Ids> {
  if (plan.module === undefined) return modules
  const { name: called, description } = plan.module
  const { moduleid = 0 } = await maker.create(projectmodule, { projectid, module: called, description, active: 't' })
  return new Map([...modules, [called, moduleid]])
}

async function withCustomWorktype(maker: Maker, plan: DemoProject, projectid: number, worktypes: Ids): Promise<Ids> {
  if (plan.worktype === undefined) return worktypes
  const { name: called, rate, hours } = plan.worktype
  const fields = { projectid, worktype: called, hourlyrate: rate, esttime: hours, active: 't' }
  const { worktypeid = 0 } = await maker.create(projectworktype, fields)
  return new Map([...worktypes, [called, worktypeid]])
}

async function setMilestones(
  maker: Maker,
  { milestones, managers }: DemoProject,
  projectid: number,
  people: ReadonlyMap<string, Acting>,
): Promise<Staffed['milestones']> {
  const ids = await maker.createAll(
    milestone,
    milestones.map(({ title, due, description }) => ({
      projectid,
      ownerid: managers.map((key) => found(people, key).id).join(),
      title,
      datedue: maker.day(due),
      description: description ?? '',
      complete: 'f',
    })),
  )
  return milestones.map(({ due, complete = false }, at) => ({ id: ids[at] ?? 0, datedue: maker.day(due), complete }))
}
