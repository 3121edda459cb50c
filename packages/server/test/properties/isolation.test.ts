// What no request may do, with random requests of every role: change another account (I-23), change anything when it is
// rejected (I-27), create a reference to another account (I-22), reveal hidden data (I-21) or show a role other values
// than an Administrator (I-24).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong } from '../../../../scripts/test-suites.ts'
import type { Database } from '../../src/io/database.ts'
import { accountSlot, sql, sqlName, statement } from '../../src/io/sql.ts'
import { resources } from '../../src/resources/all.ts'
import type { Random } from '../fixture/random.ts'
import type { JsonObject, Request } from '../fixture/request-parts.ts'
import {
  dumpAccount,
  hashOfDump,
  insertState,
  insertStates,
  newTestServer,
  type TestServer,
  tokenOf,
  withoutSearchIndex,
} from './insert-state.ts'
import { assertSameText, checkProperty, checkShared, drawnOnce, eachPropertyDatabase } from './property-runs.ts'
import type { State } from './random-columns.ts'
import { anyRequest, requestText, ValuePool } from './random-requests.ts'
import { drawState, type Role, rolePersonIds } from './random-state.ts'
import { isPossible, tables } from './random-tables.ts'
import { type ListReply, newRoleViews, RoleView, resourceNamed, roles } from './role-view.ts'
import { visibleRows } from './visible-rows.ts'

const references = Object.entries(tables).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, { to }]) => (to === undefined ? [] : [{ table, column, to }])),
)

/** References of an account without a row in the same account. */
async function danglingReferences(database: Database, accountid: number): Promise<string[]> {
  return database.read(accountid, async (tx) => {
    const columns: string[] = []
    for (const { table, column, to } of references) {
      const text = sql`select count(*) from ${sqlName(table)} here where here.accountid = ${accountSlot}
        and here.${sqlName(column)} is not null and not exists (select 1 from ${sqlName(to)} there
          where there.accountid = here.accountid and there.id = here.${sqlName(column)})`
      const [count] = (await tx.first(statement(text))) ?? []
      if (Number(count) > 0) columns.push(`${table}.${column}`)
    }
    return columns
  })
}

async function assertUnchangedByRefusals(
  server: TestServer,
  random: Random,
  run: number,
  counts: Map<string, number>,
): Promise<void> {
  const [ours, theirs] = [run * 2 + 1, run * 2 + 2]
  const states = [drawState(random), drawState(random)] as const
  await insertStates(server.database, [
    [ours, states[0]],
    [theirs, states[1]],
  ])
  const words = new ValuePool(states)
  const neighbour = hashOfDump(await dumpAccount(server.database, theirs))
  let before = await dumpAccount(server.database, ours)
  for (let at = 0; at < 90; at++) {
    const role = random.pick(roles)
    const request: Request = { ...anyRequest(random, words, 80), token: tokenOf(ours, role) }
    const { status } = await server.call(request)
    const after = await dumpAccount(server.database, ours)
    const saying = `${role} (run ${run}, request ${at}): ${requestText(request)} gets ${status}`
    if (status >= 400 || (request.method ?? 'GET') === 'GET')
      assertSameText(after, before, `rejected but changed: ${saying}`)
    assert.equal(
      hashOfDump(await dumpAccount(server.database, theirs)),
      neighbour,
      `another account changed: ${saying}`,
    )
    counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
    before = after
  }
  assert.deepEqual(await danglingReferences(server.database, ours), [], 'references to another account')
}

const canary = 'canary'

/** The state with a canary in every text that the person may not see. */
function withCanaries(state: State, personid: number): { state: State; planted: string[] } {
  const same = visibleRows(state, personid)
  const planted: string[] = []
  let next = state
  /** Plants in all of the rows, or in those of each half: computing what is visible takes longest. */
  const plant = (table: string, column: string, places: readonly number[]): void => {
    if (places.length === 0) return
    const rows = (next[table] ?? []).map((row, at) =>
      places.includes(at) ? { ...row, [column]: `${canary}${planted.length + places.indexOf(at)}` } : row,
    )
    const trial = { ...next, [table]: rows }
    if (visibleRows(trial, personid) === same && isPossible(trial)) {
      next = trial
      planted.push(...places.map((_, at) => `${canary}${planted.length + at}`))
    } else if (places.length > 1) {
      const half = Math.ceil(places.length / 2)
      plant(table, column, places.slice(0, half))
      plant(table, column, places.slice(half))
    }
  }
  for (const [table, columns] of Object.entries(tables)) {
    for (const column of Object.keys(columns)) {
      const texts = (state[table] ?? []).map((row) => row[column])
      const isText = (value: unknown): boolean => typeof value === 'string' && !/^([tf]|\d{4}-.*)$/.test(value)
      plant(
        table,
        column,
        [...texts.keys()].filter((at) => isText(texts[at])),
      )
    }
  }
  return { state: next, planted }
}

/** Every list and every member of every resource, in both formats. */
async function* readAllAnswers(scene: RoleView): AsyncIterable<{ path: string; text: string }> {
  const people = (scene.state.person ?? []).map((row) => `personcontact/?limit=0&personid=${row.id}`)
  const notes = [
    `tasknote/?limit=0&taskid=${(scene.state.task ?? []).map((row) => row.id)}`,
    ...(scene.state.milestone ?? []).map((row) => `milestonenote/?limit=0&milestoneid=${row.id}`),
    ...(scene.state.request ?? []).map((row) => `requestnote/?limit=0&requestid=${row.id}`),
  ]
  const invoices = (scene.state.invoice ?? []).flatMap(({ id }) => [
    `invoiceitem/?limit=0&invoiceid=${id}`,
    `invoicenote/?limit=0&invoiceid=${id}`,
  ])
  const hours = (scene.state.invoiceitem ?? []).map(({ id }) => `invoiceitem/${id}/time/?limit=0`)
  const lists = [...resources.keys()].map((resource) => `${resource}/?limit=0`)
  const members = [...resources.values()].flatMap((resource) =>
    (scene.state[resource.table] ?? []).map((row) => `${resource.name}/${row.id}/`),
  )
  const teams = (scene.state.project ?? []).flatMap((row) => [
    `projectteam/?projectid=${row.id}`,
    `projectteam/${row.id}/`,
  ])
  for (const [at, path] of [...lists, ...people, ...notes, ...invoices, ...hours, ...members, ...teams].entries()) {
    const accept = at % 2 === 0 ? 'application/json' : 'application/xml'
    const { text } = await scene.server.call({ token: scene.token, path: `/${path}`, headers: { accept } })
    yield { path, text }
  }
}

const canariesFor = new Map(
  (['manager', 'resource', 'restricted', 'executive'] as const).map((role) => [
    role,
    drawnOnce((random) => withCanaries(drawState(random), rolePersonIds[role])),
  ]),
)

async function assertCanariesHidden(
  server: TestServer,
  { state, planted }: ReturnType<typeof withCanaries>,
  accountid: number,
  role: Role,
): Promise<void> {
  assert.ok(planted.length > 60, `only ${planted.length} canaries were hidden from a ${role}`)
  await insertState(server.database, accountid, state)
  const scene = new RoleView(server, state, accountid, role)
  for await (const { path, text } of readAllAnswers(scene)) {
    assert.ok(!text.includes(canary), `${role} requests ${path} and gets ${text.match(/.{0,80}canary\d+/)?.[0]}`)
  }
  for (const resource of resources.values()) {
    for (const filter of ['search', 'title', 'name', 'username', 'email', 'firstname', 'lastname']) {
      if (resource.filters?.[filter] === undefined) continue
      const { count, rows } = await scene.list(resource, { [filter]: canary, limit: '2' })
      assert.deepEqual([count, rows], [0, []], `${role} finds a hidden ${resource.name} by ${filter}`)
    }
  }
}

/**
 * Values that may be less than those of an Administrator: computed numbers, private addresses, names of invisible
 * clients and tasks. All other values must be equal.
 */
const isAllowedDifference = (role: Role, resource: string, field: string, value: unknown): boolean =>
  (resource === 'person' && value === null && ['email', 'client', 'clientlocalid'].includes(field)) ||
  (resource === 'person' && value === '' && field === 'costrate') ||
  // A person's own time in a project that they no longer see has no data of the project.
  (resource === 'time' && (value === null || value === '')) ||
  (resource === 'timer' && value === null && ['task', 'tasklocalid'].includes(field)) ||
  (resource === 'request' && value === null && ['email', 'taskid', 'tasklocalid'].includes(field)) ||
  (role === 'executive' && field === 'actions') ||
  // Executives do not see drafts, so an expense on one has no invoice for them.
  (role === 'executive' && resource === 'expense' && field === 'invoiceid' && value === null) ||
  (resource === 'event' && (field === 'changes' || (field === 'projectid' && value === null))) ||
  (role === 'restricted' && resource === 'milestone' && ['progress', 'estimate', 'actual'].includes(field))

/** Queries that together return the complete list. */
function queriesOf(resource: string, state: State): Record<string, string>[] {
  const idsOf = (table: string): string[] => (state[table] ?? []).map((row) => String(row.id))
  if (resource === 'contactdescriptor') return [{ contacttypeid: '1' }]
  if (resource === 'personcontact') return Object.values(rolePersonIds).map((id) => ({ personid: String(id) }))
  if (resource === 'tasknote') return [{ taskid: idsOf('task').join() }]
  if (resource === 'milestonenote') return idsOf('milestone').map((milestoneid) => ({ milestoneid }))
  if (resource === 'requestnote') return idsOf('request').map((requestid) => ({ requestid }))
  if (resource === 'invoiceitem' || resource === 'invoicenote')
    return idsOf('invoice').map((invoiceid) => ({ invoiceid }))
  return [{}]
}

/** A saved filter or report that is not shared is visible only to its owner. */
const isPrivate = (resource: string, row: JsonObject): boolean =>
  ['tasklistfilter', 'savedreport'].includes(resource) && row.shared === 'f'

async function assertLesserRolesSeeLess(scenes: readonly RoleView[]): Promise<void> {
  const [boss, ...others] = scenes
  if (boss === undefined) return
  for (const resource of [...resources.keys()].filter((each) => each !== 'me').map(resourceNamed)) {
    for (const query of queriesOf(resource.name, boss.state)) {
      const all: ListReply = await boss.list(resource, query)
      const rowsById = new Map<number, JsonObject>(all.rows.map((row) => [Number(row.id), row]))
      for (const scene of others) {
        for (const row of (await scene.list(resource, query)).rows) {
          if (isPrivate(resource.name, row)) continue
          const whole: JsonObject | undefined = rowsById.get(Number(row.id))
          if (resource.access.list?.includes('Administrator'))
            assert.ok(whole, `${scene.role} sees ${resource.name} ${row.id}`)
          for (const [field, value] of Object.entries(row)) {
            if (isAllowedDifference(scene.role, resource.name, field, value)) continue
            assert.deepEqual(value, whole?.[field], `${scene.role}: ${resource.name} ${row.id} ${field}`)
          }
        }
      }
    }
  }
}

eachPropertyDatabase((kind, open) => {
  test(`I-22, I-23, I-27: a rejected request changes nothing, and no request reaches another account (${kind})`, async () => {
    const server = newTestServer(withoutSearchIndex(await open()))
    const counts = new Map<string, number>()
    await checkShared(kind, 3, (random, run) => assertUnchangedByRefusals(server, random, run, counts))
    // The single run of `npm test` has too few requests to get every status for certain.
    if (!isLong) return
    for (const status of ['201', '202', '400', '403', '404']) assert.ok(counts.has(status), `no request got ${status}`)
  })

  test(`I-21, T-09, T-12: text that is planted in hidden data is in no response (${kind})`, async () => {
    const server = newTestServer(withoutSearchIndex(await open()))
    let accountid = 1
    await checkProperty(1, async (random) => {
      for (const [role, draw] of canariesFor) await assertCanariesHidden(server, draw(random), accountid++, role)
    })
  })

  test(`I-24: a role sees a part of what an Administrator sees, with the same values (${kind})`, async () => {
    const server = newTestServer(withoutSearchIndex(await open()))
    await checkShared(kind, 2, async (random, run) => assertLesserRolesSeeLess(await newRoleViews(server, random, run)))
  })
})
