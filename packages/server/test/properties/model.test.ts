// A small executable model of the server: thirty random writes are also applied to maps, and after each write the lists
// of a role are compared with those that the rules give. Ids, order and listcount must agree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../fixture/api-fixture.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { insertState, newTestServer, type TestServer, tokenOf } from './insert-state.ts'
import { checkShared, eachPropertyDatabase, pickSome } from './property-runs.ts'
import { type Cell, day, phrase, type Row, type State } from './random-columns.ts'
import { drawState, type Role, rolePersonIds } from './random-state.ts'
import { newRoleViews, type RoleView, resourceNamed, roles } from './role-view.ts'
import { VisibilityModel } from './visibility-model.ts'

const kinds: Readonly<Record<string, (sight: VisibilityModel, row: Row) => boolean>> = {
  project: (sight, row) => sight.project(row.id),
  task: (sight, row) => sight.task(row),
  milestone: (sight, row) => sight.milestone(row),
  client: (sight, row) => sight.client(row.id),
  person: (sight, row) => sight.person(row),
}

class StateModel {
  readonly #rows: Record<string, Row[]>

  constructor(state: State) {
    this.#rows = Object.fromEntries(Object.entries(state).map(([table, rows]) => [table, [...rows]]))
  }

  get state(): State {
    return this.#rows
  }

  rows(table: string): readonly Row[] {
    return this.#rows[table] ?? []
  }

  add(table: string, row: Row): void {
    this.#rows[table] = [...this.rows(table), row]
  }

  put(table: string, id: Cell, values: Row): void {
    this.#rows[table] = this.rows(table).map((row) => (row.id === id ? { ...row, ...values } : row))
  }

  remove(table: string, gone: (row: Row) => boolean): void {
    this.#rows[table] = this.rows(table).filter((row) => !gone(row))
  }

  link(table: string, key: string, id: Cell, people: readonly Cell[]): void {
    this.remove(table, (row) => row[key] === id)
    for (const [position, personid] of people.entries()) this.add(table, { [key]: id, personid, position })
  }
}

interface Step {
  readonly random: Random
  readonly model: StateModel
  readonly pick: (table: string, when?: (row: Row) => boolean) => Row
  readonly send: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonObject) => Promise<Reply>
  readonly setRestricted: (id: Cell, flag: string) => Promise<void>
}

const idIn = (reply: Reply, resource: string): number => Number((reply.json[resource] as JsonObject).id)
const active = (row: Row): boolean => row.active === 't'
const isSuccess = (reply: Reply): boolean => reply.status < 300

/** A step sends one write and, if the server accepts it, applies it to the model. */
const steps: Readonly<Record<string, (step: Step) => Promise<boolean>>> = {
  async addTask({ random, model, pick, send }) {
    const part = pick('projectmodule', active)
    const milestone = model.rows('milestone').find((row) => row.projectid === part.projectid)
    const owner = pick('person', active)
    const assignees = pickSome(random, model.rows('person').filter(active), 2).map((row) => row.id ?? null)
    const milestoneid = random.below(2) === 0 ? (milestone?.id ?? null) : null
    const reply = await send('POST', '/task/', {
      title: phrase(random),
      projectid: Number(part.projectid),
      moduleid: Number(part.moduleid),
      statusid: 11,
      priorityid: Number(pick('taskpriority', active).id),
      ownerid: String(owner.id),
      assigneeid: assignees.join(),
      dateopen: day(random),
      ...(milestoneid === null ? {} : { milestoneid }),
    })
    if (!isSuccess(reply)) return false
    const id = idIn(reply, 'task')
    model.add('task', { id, projectid: part.projectid ?? null, milestoneid })
    model.link('taskowner', 'taskid', id, [owner.id ?? null])
    model.link('taskassignee', 'taskid', id, assignees)
    return true
  },
  async relinkTask({ random, model, pick, send }) {
    const task = pick('task')
    const [field, table] = random.pick([
      ['assigneeid', 'taskassignee'],
      ['followerid', 'taskfollower'],
      ['ownerid', 'taskowner'],
    ] as const)
    const people = pickSome(random, model.rows('person').filter(active), 3).map((row) => row.id ?? null)
    if (!isSuccess(await send('PUT', `/task/${task.id}/`, { [field]: people.join() }))) return false
    model.link(table, 'taskid', task.id ?? null, people)
    return true
  },
  async moveTask({ model, pick, send }) {
    const task = pick('task')
    const part = pick('projectmodule', active)
    const body = { projectid: Number(part.projectid), moduleid: Number(part.moduleid), milestoneid: '' }
    if (!isSuccess(await send('PUT', `/task/${task.id}/`, body))) return false
    model.put('task', task.id ?? null, { projectid: part.projectid ?? null, milestoneid: null })
    return true
  },
  async removeTask({ model, pick, send }) {
    const task = pick('task')
    if (!isSuccess(await send('DELETE', `/task/${task.id}/`))) return false
    model.remove('task', (row) => row.id === task.id)
    for (const table of ['taskowner', 'taskassignee', 'taskfollower']) model.link(table, 'taskid', task.id ?? null, [])
    return true
  },
  async addMilestone({ random, model, pick, send }) {
    const project = pick('project', active)
    const owner = pick('person', active)
    const body = {
      projectid: Number(project.id),
      ownerid: String(owner.id),
      title: phrase(random),
      datedue: day(random),
      complete: 'f',
    }
    const reply = await send('POST', '/milestone/', body)
    if (!isSuccess(reply)) return false
    const id = idIn(reply, 'milestone')
    model.add('milestone', { id, projectid: project.id ?? null })
    model.link('milestoneowner', 'milestoneid', id, [owner.id ?? null])
    return true
  },
  async removeMilestone({ model, pick, send }) {
    const milestone = pick('milestone')
    if (!isSuccess(await send('DELETE', `/milestone/${milestone.id}/`))) return false
    model.remove('milestone', (row) => row.id === milestone.id)
    model.link('milestoneowner', 'milestoneid', milestone.id ?? null, [])
    return true
  },
  async joinTeam({ model, pick, send }) {
    const project = pick('project')
    const person = pick('person', (row) => row.groupid !== 2)
    if (!isSuccess(await send('POST', `/projectteam/${project.id}/`, { personid: Number(person.id) }))) return false
    model.remove('projectteam', (row) => row.projectid === project.id && row.personid === person.id)
    model.add('projectteam', { projectid: project.id ?? null, personid: person.id ?? null })
    return true
  },
  async leaveTeam({ model, pick, send }) {
    const { projectid, personid } = pick('projectteam')
    if (!isSuccess(await send('DELETE', `/projectteam/${projectid}/`, { personid: Number(personid) }))) return false
    model.remove('projectteam', (row) => row.projectid === projectid && row.personid === personid)
    return true
  },
  async addProject({ random, model, pick, send }) {
    const client = pick('client', active)
    const reply = await send('POST', '/project/', {
      name: phrase(random),
      datestart: day(random),
      clientid: Number(client.id),
    })
    if (!isSuccess(reply)) return false
    const projectid = idIn(reply, 'project')
    model.add('project', { id: projectid, clientid: client.id ?? null, active: 't' })
    for (const row of model.rows('module').filter((each) => active(each) && each.custom === 'f')) {
      model.add('projectmodule', { projectid, moduleid: row.id ?? null, active: 't' })
    }
    for (const row of model.rows('person')) {
      const joins = active(row) && row.allprojects === 't' && row.groupid !== null && row.groupid !== 2
      if (joins) model.add('projectteam', { projectid, personid: row.id ?? null })
    }
    return true
  },
  async changeClient({ model, pick, send }) {
    const [table, client] = [pick('project', active), pick('client', active)]
    if (!isSuccess(await send('PUT', `/project/${table.id}/`, { clientid: Number(client.id) }))) return false
    model.put('project', table.id ?? null, { clientid: client.id ?? null })
    return true
  },
  async addClient({ random, model, send }) {
    const reply = await send('POST', '/client/', { name: phrase(random), datecreated: day(random) })
    if (isSuccess(reply)) model.add('client', { id: idIn(reply, 'client'), active: 't' })
    return isSuccess(reply)
  },
  async removeClient({ model, pick, send }) {
    const client = pick('client')
    if (isSuccess(await send('DELETE', `/client/${client.id}/`))) model.remove('client', (row) => row.id === client.id)
    else return false
    return true
  },
  async changePerson({ random, model, pick, send }) {
    const person = pick('person', (row) => Number(row.id) > 99)
    const client = pick('client', active)
    const change: Record<string, string | number> = random.pick<Record<string, string | number>>([
      { groupid: 3 + random.below(3) },
      { clientid: Number(client.id) },
      { active: random.pick(['t', 'f']) },
    ])
    if (!isSuccess(await send('PUT', `/person/${person.id}/`, change))) return false
    model.put('person', person.id ?? null, change)
    return true
  },
  async restrict({ random, model, setRestricted }) {
    const id = random.pick([
      rolePersonIds.manager,
      rolePersonIds.resource,
      rolePersonIds.restricted,
      rolePersonIds.executive,
    ])
    const restricttasks = random.pick(['t', 'f'])
    await setRestricted(id, restricttasks)
    model.put('person', id, { restricttasks })
    return true
  },
}

async function assertListsAgree(
  server: TestServer,
  model: StateModel,
  accountid: number,
  role: Role,
  after: string,
): Promise<void> {
  const sight = new VisibilityModel(model.state, rolePersonIds[role])
  for (const [kind, sees] of Object.entries(kinds)) {
    if (kind === 'person' && role === 'executive') continue
    const expected = model
      .rows(kind)
      .filter((row) => sees(sight, row))
      .map((row) => Number(row.id))
      .sort((a, b) => a - b)
    for (const [limit, count] of [
      [3, 3],
      [0, expected.length],
    ] as const) {
      const { json } = await server.call({
        token: tokenOf(accountid, role),
        path: `/${resourceNamed(kind).name}/?limit=${limit}`,
      })
      const ids = (json[kind] as JsonObject[]).map((row) => Number(row.id))
      assert.deepEqual(ids, expected.slice(0, count), `${role} lists ${kind} (limit ${limit}) after ${after}`)
      assert.equal(json.listcount, expected.length, `${role}: listcount of ${kind} (limit ${limit}) after ${after}`)
    }
  }
}

async function runThirtySteps(server: TestServer, random: Random, accountid: number): Promise<number> {
  const state = drawState(random)
  await insertState(server.database, accountid, state)
  const model = new StateModel(state)
  const done: string[] = []
  const step: Step = {
    random,
    model,
    pick: (table, when = () => true) => random.pick(model.rows(table).filter(when)),
    send: (method, path, body) =>
      server.call({
        token: tokenOf(accountid, 'administrator'),
        method,
        path,
        ...(body === undefined ? {} : { body }),
      }),
    setRestricted: (id, flag) =>
      server.database.write(accountid, (tx) => tx.update('person', Number(id), { restricttasks: flag })),
  }
  for (let at = 0; at < 30; at++) {
    const [name = '', act] = random.pick(Object.entries(steps))
    if (act !== undefined && (await act(step))) done.push(name)
    await assertListsAgree(server, model, accountid, random.pick(roles), done.join(', '))
  }
  return done.length
}

/** The modules and work types of a project; Resources see only active ones. */
async function assertPartsAgree(scene: RoleView): Promise<void> {
  for (const kind of ['projectmodule', 'projectworktype']) {
    const expected = (scene.state[kind] ?? []).filter((row) => scene.visibility.part(row)).map((row) => Number(row.id))
    const { ids, count } = await scene.list(resourceNamed(kind), {})
    assert.deepEqual(
      [count, ...ids],
      [expected.length, ...expected.sort((a, b) => a - b)],
      `${scene.role} lists ${kind}`,
    )
  }
}

eachPropertyDatabase((kind, open) => {
  test(`every role sees the modules and work types of its projects, and no more (${kind})`, async () => {
    const server = newTestServer(await open())
    await checkShared(kind, 2, async (random, run) => {
      for (const scene of await newRoleViews(server, random, run)) await assertPartsAgree(scene)
    })
  })

  test(`the model and the server agree on what every role sees after every step (${kind})`, async () => {
    const server = newTestServer(await open())
    let done = 0
    let run = 0
    await checkShared(kind, 4, async (random) => {
      done += await runThirtySteps(server, random, ++run)
    })
    assert.ok(done > run * 12, `only ${done} of ${run * 30} steps were done`)
  })
})
