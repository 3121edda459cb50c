// Changing rights: a removed right ends at once, also during a streamed list (I-26), an account always has an
// Administrator and its primary holder (I-33), and every request of an account is counted exactly once (I-41).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Engine } from '../../src/engine/engine.ts'
import { accountSlot, deleteRows, slot, sql, statement } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject, Request } from '../fixture/request-parts.ts'
import { insertState, newTestServer, type TestServer, tokenOf } from './insert-state.ts'
import { checkProperty, eachPropertyDatabase } from './property-runs.ts'
import type { State } from './random-columns.ts'
import { anyRequest, ValuePool } from './random-requests.ts'
import { drawState, type Role, rolePersonIds } from './random-state.ts'
import { resourceNamed, roles } from './role-view.ts'
import { VisibilityModel } from './visibility-model.ts'

const ofPerson = sql`personid = ${slot('personid')}`
const leaveTeams = deleteRows('projectteam', ofPerson)
const dropTokens = deleteRows('token', ofPerson)

interface AccessLoss {
  readonly apply: (server: TestServer, accountid: number, personid: number) => Promise<unknown>
  /** The status that the person then gets for a project that they could read before. */
  readonly statusAfter: number
}

const edit = (server: TestServer, accountid: number, personid: number, body: JsonObject) =>
  server.call({ token: tokenOf(accountid, 'administrator'), method: 'PUT', path: `/person/${personid}/`, body })

const accessLosses: Readonly<Record<string, AccessLoss>> = {
  'made inactive': {
    apply: (server, accountid, personid) => edit(server, accountid, personid, { active: 'f' }),
    statusAfter: 401,
  },
  'without a login': {
    apply: (server, accountid, personid) => edit(server, accountid, personid, { username: '' }),
    statusAfter: 401,
  },
  'without a token': {
    apply: ({ database }, accountid, personid) =>
      database.write(accountid, (tx) => tx.run('token', dropTokens, { personid })),
    statusAfter: 401,
  },
  'off the team': {
    apply: async (server, accountid, personid) => {
      const token = tokenOf(accountid, 'administrator')
      const { json } = await server.call({ token, path: '/project/?limit=0' })
      for (const { id } of json.project as JsonObject[]) {
        // A manager cannot leave the team (decision 52).
        await server.call({ token, method: 'PUT', path: `/project/${id}/`, body: { managerid: '' } })
        await server.call({ token, method: 'DELETE', path: `/projectteam/${id}/`, body: { personid } })
      }
    },
    statusAfter: 404,
  },
}

async function assertAccessEnds(server: TestServer, random: Random, accountid: number, how: string): Promise<void> {
  const state = drawState(random)
  await insertState(server.database, accountid, state)
  const role = random.pick(['manager', 'resource', 'restricted', 'executive'] as const)
  const sight = new VisibilityModel(state, rolePersonIds[role])
  const project = state.project?.find((row) => sight.project(row.id))
  const taking = accessLosses[how]
  if (project === undefined || taking === undefined) return
  const request = { token: tokenOf(accountid, role), path: `/project/${project.id}/` }
  assert.equal((await server.call(request)).status, 200, `${role} reads a project of their own`)
  await taking.apply(server, accountid, rolePersonIds[role])
  assert.equal((await server.call(request)).status, taking.statusAfter, `${role} ${how} reads the project`)
  const list = await server.call({ ...request, path: '/task/?limit=0' })
  assert.deepEqual([list.json.listcount ?? 0, list.json.task ?? []], [0, []], `${role} ${how} lists tasks`)
}

/** A project with more tasks than one chunk of a stream has, all visible to the Resource. */
function longList(state: State): State {
  const [project] = state.project ?? []
  const [model] = state.task ?? []
  const task = Array.from({ length: 1200 }, (_, at) => ({
    ...model,
    id: 2001 + at,
    localid: 1001 + at,
    projectid: project?.id ?? null,
    milestoneid: null,
    queueid: null,
  }))
  const team = { projectid: project?.id ?? null, personid: rolePersonIds.resource, securenotes: 'f' }
  const emptyTables = [
    'taskowner',
    'taskassignee',
    'taskfollower',
    'taskitem',
    'time',
    'timer',
    'tasknote',
    'document',
    'invoicedtime',
    'invoicechoice',
    'invoicedexpense',
  ]
  const taskless = emptyTables.map((table) => [table, []])
  return { ...state, ...Object.fromEntries(taskless), task, projectteam: [team] }
}

async function assertAccessEndsWithinList(server: TestServer, random: Random, accountid: number): Promise<void> {
  await insertState(server.database, accountid, longList(drawState(random)))
  const actor = {
    accountid,
    personid: rolePersonIds.resource,
    role: 'Resource',
    restricted: false,
    clientid: null,
    timezone: 'UTC',
    today: '2026-05-14',
    now: '2026-05-14 10:00:00',
    channel: 'token',
    requestid: null,
  } as const
  const listed = await new Engine(server.database, resources).list(
    resourceNamed('task'),
    actor,
    new Map([['limit', '0']]),
  )
  const sizes: number[] = []
  for await (const rows of listed.chunks ?? []) {
    sizes.push(rows.length)
    await server.database.write(accountid, (tx) =>
      tx.run('projectteam', leaveTeams, { personid: rolePersonIds.resource }),
    )
  }
  const [first = 0, ...later] = sizes
  assert.equal(listed.count, 1200)
  assert.ok(first > 0 && first < 1200 && later.length > 0, `the list was sent in chunks of ${sizes.join()}`)
  assert.ok(
    later.every((size) => size === 0),
    `tasks of a lost project were sent: chunks of ${sizes.join()}`,
  )
}

const administratorCounts = statement(sql`select
    (select count(*) from person where person.accountid = ${accountSlot} and person.groupid = 2 and person.active = 't' and person.username <> ''),
    (select count(*) from person where person.accountid = ${accountSlot} and person.primaryaccount = 't'
      and person.groupid = 2 and person.active = 't' and person.username <> '')
  from account where account.id = ${accountSlot}`)

async function assertAdministratorRemains(server: TestServer, random: Random, accountid: number): Promise<void> {
  const state = drawState(random)
  await insertState(server.database, accountid, state)
  const people = (state.person ?? []).map((row) => Number(row.id))
  for (let at = 0; at < 60; at++) {
    const id = random.below(3) === 0 ? rolePersonIds.administrator : random.pick(people)
    const body = random.pick<JsonObject>([
      { groupid: 3 },
      { groupid: 2 },
      { active: 'f' },
      { username: '' },
      { groupid: '' },
      { active: 't' },
    ])
    const method = random.below(6) === 0 ? 'DELETE' : 'PUT'
    const token = tokenOf(accountid, 'administrator')
    const path = `/person/${id}/`
    const { text } = await server.call(method === 'PUT' ? { token, method, path, body } : { token, method, path })
    const [administrators, holders] =
      (await server.database.read(accountid, (tx) => tx.first(administratorCounts))) ?? []
    assert.ok(Number(administrators) > 0, `no Administrator after ${method} ${path} ${JSON.stringify(body)}: ${text}`)
    assert.equal(Number(holders), 1, `primary holders after ${method} ${path} ${JSON.stringify(body)}: ${text}`)
  }
}

/** A normal request, or one of the variants of a path that must be counted too. */
function countedRequest(random: Random, words: ValuePool): Request {
  const odd: readonly Request[] = [
    { path: '/task', method: 'HEAD' },
    { path: '/task/', method: 'OPTIONS' },
    { path: '/QUOTA/' },
    { path: '/quota/', method: 'POST', body: {} },
    { path: '/quota/1/' },
    { path: '/nowhere/' },
    { path: '/task/0/' },
    { path: '/task/?limit=-1' },
    { path: '/task/', headers: { accept: 'text/csv' } },
  ]
  return random.below(3) === 0 ? random.pick(odd) : anyRequest(random, words, 40)
}

async function assertEveryRequestCounted(server: TestServer, random: Random, accountid: number): Promise<void> {
  const state = drawState(random)
  await insertState(server.database, accountid, state)
  const words = new ValuePool([state])
  const tokenFor = (role: Role) => tokenOf(accountid, role)
  // The only person whom no request can delete or deactivate.
  const holder = tokenFor('administrator')
  const quota = async (): Promise<JsonObject> =>
    (await server.call({ token: holder, path: random.pick(['/quota/', '/quota', '//quota/']) })).json
      .quota as JsonObject
  let counted = 0
  for (let at = 0; at < 6; at++) {
    const batch = Array.from({ length: random.below(20) }, () => ({
      ...countedRequest(random, words),
      token: tokenFor(random.pick(roles)),
    }))
    const others: Request[] = [{ path: '/task/' }, { path: '/task/', token: 'unknown' }]
    const answers = await Promise.all([...batch, ...others].map((request) => server.call(request)))
    counted += answers.filter(({ status }) => status !== 401).length
    assert.deepEqual(
      [(await quota()).used, (await quota()).exceeded],
      [String(counted), 'f'],
      `after ${counted} requests`,
    )
  }
  const remaining = 1 + random.below(5)
  await server.database.write(accountid, (tx) => tx.update('account', accountid, { dailyquota: counted + remaining }))
  const statuses: number[] = []
  for (let at = 0; at < remaining + 2; at++) statuses.push((await server.call({ token: holder, path: '/me/' })).status)
  assert.deepEqual(
    statuses,
    [...Array.from({ length: remaining }, () => 200), 400, 400],
    `${remaining} requests were left`,
  )
  assert.equal((await quota()).exceeded, 't')
}

eachPropertyDatabase((kind, open) => {
  test(`I-26, T-06: a removed right ends with the next request (${kind})`, async () => {
    const server = newTestServer(await open())
    let accountid = 0
    await checkProperty(2, async (random) => {
      for (const how of Object.keys(accessLosses)) await assertAccessEnds(server, random, ++accountid, how)
    })
  })

  test(`I-26: a removed right ends also during a streamed list (${kind})`, async () => {
    const server = newTestServer(await open())
    await checkProperty(1, (random, run) => assertAccessEndsWithinList(server, random, run + 1))
  })

  test(`I-33: an account keeps an active Administrator and exactly one primary holder (${kind})`, async () => {
    const server = newTestServer(await open())
    await checkProperty(2, (random, run) => assertAdministratorRemains(server, random, run + 1))
  })

  test(`I-41: the quota counts every request of a valid caller except reading the quota (${kind})`, async () => {
    const server = newTestServer(await open())
    await checkProperty(2, (random, run) => assertEveryRequestCounted(server, random, run + 1))
  })
})
