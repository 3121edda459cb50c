// The main property of visibility (I-20): two databases that differ only in what a person may not see give the same
// bytes for every request of that person. It also finds leaks that no other test describes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply, Request } from '../fixture/api-fixture.ts'
import { Random } from '../fixture/random.ts'
import { insertState, newTestServer, type TestServer, tokenOf } from './insert-state.ts'
import { assertSameText, checkProperty, eachPropertyDatabase } from './property-runs.ts'
import type { Row, State } from './random-columns.ts'
import { anyRequest, requestText, ValuePool } from './random-requests.ts'
import { changeState, drawState, type Role, rolePersonIds } from './random-state.ts'
import { isPossible } from './random-tables.ts'
import { visibleRows } from './visible-rows.ts'

/** All kinds of viewers; Managers and Executives can be restricted to their own tasks too. */
const viewers: readonly (readonly [Role, restricted: boolean])[] = [
  ['restricted', true],
  ['manager', false],
  ['executive', false],
  ['resource', false],
  ['manager', true],
  ['administrator', false],
  ['executive', true],
]
const attempts = 400
const requests = 400

/** Another state in which the person sees the same: random changes, each kept if the person cannot see it. */
export function equivalentState(random: Random, state: State, personid: number): { twin: State; changes: number } {
  const same = visibleRows(state, personid)
  let twin = state
  let changes = 0
  for (let at = 0; at < attempts; at++) {
    const next = changeState(random, twin, 560 + at)
    if (!isPossible(next) || visibleRows(next, personid) !== same) continue
    twin = next
    changes += 1
  }
  return { twin, changes }
}

/** A response without the request id and the duration. */
const replyBytes = ({ status, headers, text }: Reply): string =>
  JSON.stringify([status, headers['content-type'], headers.allow, text.replace(/request \w+-\w+/, 'request')])

const withRestriction = (state: State, role: Role, restricted: boolean): State => ({
  ...state,
  person: (state.person ?? []).map((row) =>
    row.id === rolePersonIds[role] ? { ...row, restricttasks: restricted ? 't' : 'f' } : row,
  ),
})

async function assertSameAnswers(one: TestServer, other: TestServer, random: Random, run: number): Promise<void> {
  const [role, restricted] = viewers[run % viewers.length] ?? ['manager', false]
  const state = withRestriction(drawState(random), role, restricted)
  const { twin, changes } = equivalentState(random, state, rolePersonIds[role])
  if (role !== 'administrator')
    assert.ok(changes > attempts / 20, `${role}: the twins are almost the same: ${changes} changes`)
  const neighbours = [drawState(random), drawState(random)] as const
  const accountid = run * 2 + 1
  for (const [server, ours, theirs] of [
    [one, state, neighbours[0]],
    [other, twin, neighbours[1]],
  ] as const) {
    await insertState(server.database, accountid, ours)
    await insertState(server.database, accountid + 1, theirs)
  }
  const words = new ValuePool([state, twin, ...neighbours])
  const token = tokenOf(accountid, role)
  const asking = restricted ? `${role}, restricted,` : role
  for (let at = 0; at < requests; at++) {
    const request = { ...anyRequest(random, words, 12), token }
    const answers = await Promise.all([one.call(request), other.call(request)])
    assertSameText(
      replyBytes(answers[0]),
      replyBytes(answers[1]),
      `${asking} (run ${run}, request ${at}) asks: ${requestText(request)}`,
    )
    assert.ok(answers[0].status < 500, `${role} asks: ${requestText(request)}: ${answers[0].text}`)
  }
}

/** A restricted Manager owns a milestone: once with a single task of somebody else, once without tasks. */
function hiddenTaskInOwnMilestone(random: Random): { states: readonly [State, State]; milestoneid: number } {
  const drawn = withRestriction(drawState(random), 'manager', true)
  const [milestone] = drawn.milestone ?? []
  const [model] = drawn.task ?? []
  if (milestone === undefined || model === undefined) throw new Error('a state without milestones or tasks')
  const { id: milestoneid = null, projectid = null } = milestone
  const task = { ...model, projectid, milestoneid, queueid: null }
  const link = (personid: number) => ({ taskid: model.id ?? null, personid, position: 0 })
  const without: State = {
    ...drawn,
    ...Object.fromEntries(
      `taskowner taskassignee taskfollower time timer tasknote document invoicedtime invoiceitem`
        .split(' ')
        .map((table) => [table, []]),
    ),
    task: [],
    projectteam: [{ projectid, personid: rolePersonIds.manager, securenotes: 'f' }],
    milestoneowner: [{ milestoneid, personid: rolePersonIds.manager, position: 0 }],
  }
  const held: State = { ...without, task: [task], taskowner: [link(rolePersonIds.outsider)] }
  return { states: [held, without], milestoneid: Number(milestoneid) }
}

/** A Manager's own time entry in a project that they have left, on a line of one or of another invoice. */
function ownHourOnHiddenInvoice(random: Random): { states: readonly [State, State]; timeid: number; itemid: number } {
  const drawn = drawState(random)
  const [model] = drawn.time ?? []
  const [invoice] = drawn.invoice ?? []
  if (model === undefined || invoice === undefined) throw new Error('a state without time or invoices')
  const { projectid = null, worktypeid = null, id: timeid = null } = model
  const entry = { ...model, personid: rolePersonIds.manager, taskid: null, billable: 't' }
  const bill = (id: number): Row => ({
    ...invoice,
    id,
    localid: id,
    projectid,
    datebegin: '2000-01-01',
    dateend: null,
    dateissued: null,
    datevoided: null,
  })
  const lineOf = (invoiceid: number): Row => {
    const worth = { quantity: 0, rate: 10_000, amount: 0 }
    return { id: invoiceid + 1, invoiceid, name: 'Work', description: '', custom: 'f', worktypeid, ...worth }
  }
  const billedOn = (invoiceid: number): State => ({
    ...drawn,
    time: [entry],
    invoice: [bill(invoiceid)],
    invoiceitem: [lineOf(invoiceid)],
    invoicedtime: [{ timeid, itemid: invoiceid + 1 }],
    invoicenote: [],
    payment: [],
    projectteam: [],
  })
  return { states: [billedOn(401), billedOn(411)], timeid: Number(timeid), itemid: 402 }
}

async function assertAlikeToManager(
  servers: readonly [TestServer, TestServer],
  accountid: number,
  states: readonly [State, State],
  requests: readonly Request[],
): Promise<void> {
  assert.equal(visibleRows(states[0], rolePersonIds.manager), visibleRows(states[1], rolePersonIds.manager))
  for (const [at, server] of servers.entries()) await insertState(server.database, accountid, states[at] ?? {})
  for (const request of requests) {
    const asManager = { ...request, token: tokenOf(accountid, 'manager') }
    const [one, other] = [await servers[0].call(asManager), await servers[1].call(asManager)]
    assertSameText(replyBytes(one), replyBytes(other), `a manager asks: ${requestText(request)}`)
  }
}

eachPropertyDatabase((kind, open) => {
  test(`I-20: leaks that were found before do not return (${kind})`, async () => {
    const servers = [newTestServer(await open()), newTestServer(await open())] as const
    const { states, milestoneid } = hiddenTaskInOwnMilestone(new Random(1))
    await assertAlikeToManager(servers, 1, states, [
      { path: `/milestone/${milestoneid}/` },
      { path: `/milestone/?hasmilestonerelation=${rolePersonIds.outsider}` },
      { path: `/milestone/${milestoneid}/`, method: 'DELETE' },
    ])
    const { timeid, itemid, states: billed } = ownHourOnHiddenInvoice(new Random(1))
    for (const state of billed) assert.ok(isPossible(state))
    await assertAlikeToManager(servers, 2, billed, [
      { path: `/time/${timeid}/` },
      { path: `/time/?invoiceitemid=${itemid}` },
      { path: '/time/?invoiced=t' },
      { path: `/invoiceitem/${itemid}/time/` },
      { path: `/time/${timeid}/`, method: 'PUT', body: { description: 'Anew' } },
      { path: `/time/${timeid}/`, method: 'DELETE' },
    ])
  })

  test(`I-20: what a person may not see changes no byte of their responses (${kind})`, async () => {
    const one = newTestServer(await open())
    const other = newTestServer(await open())
    await checkProperty(viewers.length, (random, run) => assertSameAnswers(one, other, random, run))
  })
})
