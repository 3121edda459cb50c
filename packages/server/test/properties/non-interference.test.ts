// The main property of visibility (I-20): two databases that differ only in what a person may not see give the same
// bytes for every request of that person, and the same events, histories, calendar and stream of changes. It also finds
// leaks that no other test describes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../../src/api/server.ts'
import { sessionCookie, sessionHash } from '../../src/api/session/session-authentication.ts'
import { longestLimits, openSession } from '../../src/auth/session.ts'
import { tokenHash } from '../../src/kit/token.ts'
import { resources } from '../../src/resources/all.ts'
import { type Reply, testOptions } from '../fixture/api-fixture.ts'
import { LiveReader } from '../fixture/live-reader.ts'
import { Random } from '../fixture/random.ts'
import type { Request } from '../fixture/request-parts.ts'
import {
  insertState,
  insertStates,
  newTestServer,
  type TestServer,
  tokenOf,
  withoutSearchIndex,
} from './insert-state.ts'
import { assertSameText, checkShared, drawnOnce, eachPropertyDatabase } from './property-runs.ts'
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
/** Above all ids of a drawn state. The ids that servers give begin at 1000. */
const firstUnusedId = 650
const requests = 400

/** Another state in which the person sees the same: random changes, each kept if the person cannot see it. */
export function equivalentState(random: Random, state: State, personid: number): { twin: State; changes: number } {
  const same = visibleRows(state, personid)
  let twin = state
  let changes = 0
  for (let at = 0; at < attempts; at++) {
    const next = changeState(random, twin, firstUnusedId + changes)
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

/** Twins for a viewer, each with another account beside it. */
function drawTwins(random: Random, role: Role, restricted: boolean) {
  const state = withRestriction(drawState(random), role, restricted)
  const { twin, changes } = equivalentState(random, state, rolePersonIds[role])
  if (role !== 'administrator')
    assert.ok(changes > attempts / 20, `${role}: the twins are almost the same: ${changes} changes`)
  return { state, twin, neighbours: [drawState(random), drawState(random)] as const }
}

const viewings = viewers.map(([role, restricted]) => ({
  role,
  restricted,
  draw: drawnOnce((random) => drawTwins(random, role, restricted)),
}))

type Twins = readonly [TestServer, TestServer]

/** Numbers of events count all changes in the account, also hidden ones (T-122); request ids are those of a server. */
const namesEvent = (path: string): boolean => /^\/event\/\d|[?&]since=/.test(path)
const withoutEventNumbers = (bytes: string): string =>
  bytes
    .replaceAll(/(\\"id\\":\\"|<id>)\d+(\\",\\"date\\"|<\/id><date>)/g, '$1$2')
    .replaceAll(/(\\"requestid\\":\\"|<requestid>)[\w-]+/g, '$1')

/** Everything that the event log tells the person: the log itself, and the history of records that they see. */
async function assertSameEvents(servers: Twins, token: string, asking: string): Promise<void> {
  const compare = async (path: string): Promise<Reply> => {
    const [one, other] = [await servers[0].call({ path, token }), await servers[1].call({ path, token })]
    const bytes = [one, other].map((reply) => withoutEventNumbers(replyBytes(reply)))
    assertSameText(bytes[0], bytes[1], `${asking} reads ${path}`)
    return one
  }
  await compare('/event/?limit=0')
  for (const { name, subLists } of resources.values()) {
    if (subLists?.event === undefined) continue
    await compare(`/event/?limit=0&resource=${name}`)
    const { json } = await compare(`/${name}/?limit=5`)
    for (const { id } of (json[name] ?? []) as { id: string }[]) await compare(`/${name}/${id}/event/?limit=0`)
  }
}

const secretOf = (accountid: number): string => String(accountid).padStart(43, '-')

/** A calendar link and a session of the person. */
const addSecrets = ({ database }: TestServer, accountid: number, personid: number): Promise<void> =>
  database.write(accountid, async (tx) => {
    const now = '2026-05-14 10:00:00'
    await tx.insert('calendarfeed', { id: 950, personid, hash: tokenHash(secretOf(accountid)), datecreated: now })
    const session = { personid, hash: sessionHash(secretOf(accountid)), now, browser: '', address: '' }
    await openSession(tx, session)
  })

async function assertSameCalendar(servers: Twins, accountid: number, asking: string): Promise<void> {
  const path = `/calendar/${secretOf(accountid)}.ics`
  const [one, other] = [await servers[0].call({ path }), await servers[1].call({ path })]
  assert.equal(one.status, 200, one.text)
  assertSameText(replyBytes(one), replyBytes(other), `the calendar of ${asking}`)
}

const quick = { pollMs: 10, commentMs: 100, sessionMs: 60_000 }

/** A server that listens, for the stream of changes. */
async function listening({ database, clock }: TestServer): Promise<FastifyInstance> {
  const app = createServer({ ...testOptions(database, clock), liveIntervals: quick })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** Opens the stream of the person on both servers. The returned function compares the lists that they have named. */
async function openStreams(apps: readonly FastifyInstance[], accountid: number): Promise<() => Promise<void>> {
  const cookie = sessionCookie(secretOf(accountid), longestLimits).split(';', 1)[0]
  const streams = await Promise.all(apps.map((app) => LiveReader.open(app, cookie)))
  return async () => {
    const quiet = ':\n\n:\n\n'
    await Promise.all(streams.map((stream) => stream.until(() => stream.text.endsWith(quiet))))
    for (const stream of streams) stream.close()
    const [one, other] = streams.map(({ names }) => [...names].sort())
    assert.deepEqual(one, other, 'the streams name the same lists')
  }
}

/**
 * Brings both servers to the same next id. Ids come from one sequence for all accounts, and rows that only others see,
 * such as notifications of hidden people, take some of them.
 */
async function levelIds(servers: Twins): Promise<void> {
  const take = ({ database }: TestServer): Promise<number> => database.write(0, (tx) => tx.newId())
  for (let [one, other] = [await take(servers[0]), await take(servers[1])]; one !== other; ) {
    if (one < other) one = await take(servers[0])
    else other = await take(servers[1])
  }
}

async function assertSameAnswers(
  [one, other]: Twins,
  apps: readonly FastifyInstance[],
  random: Random,
  run: number,
): Promise<void> {
  const viewing = viewings[run % viewings.length]
  assert.ok(viewing !== undefined)
  const { role, restricted } = viewing
  const { state, twin, neighbours } = viewing.draw(random)
  const accountid = run * 2 + 1
  for (const [server, ours, theirs] of [
    [one, state, neighbours[0]],
    [other, twin, neighbours[1]],
  ] as const) {
    await insertStates(server.database, [
      [accountid, ours],
      [accountid + 1, theirs],
    ])
    await addSecrets(server, accountid, rolePersonIds[role])
  }
  const words = new ValuePool([state, twin, ...neighbours])
  const token = tokenOf(accountid, role)
  const asking = restricted ? `${role}, restricted,` : role
  await assertSameCalendar([one, other], accountid, asking)
  await assertSameEvents([one, other], token, asking)
  const assertSameStreams = await openStreams(apps, accountid)
  for (let at = 0; at < requests; at++) {
    const request = { ...anyRequest(random, words, 12), token }
    if (namesEvent(request.path)) continue
    const answers = await Promise.all([one.call(request), other.call(request)])
    assertSameText(
      withoutEventNumbers(replyBytes(answers[0])),
      withoutEventNumbers(replyBytes(answers[1])),
      `${asking} (run ${run}, request ${at}) asks: ${requestText(request)}`,
    )
    assert.ok(answers[0].status < 500, `${role} asks: ${requestText(request)}: ${answers[0].text}`)
    if (request.method !== undefined && answers[0].status < 300) await levelIds([one, other])
  }
  await assertSameStreams()
  await assertSameEvents([one, other], token, `${asking} after the requests`)
  await assertSameCalendar([one, other], accountid, `${asking} after the requests`)
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
      `taskowner taskassignee taskfollower taskitem time timer tasknote document invoicedtime invoicechoice invoicedexpense invoiceitem`
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
    invoicechoice: [],
    invoicedexpense: [],
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
    const newTwin = async (): Promise<TestServer> => newTestServer(withoutSearchIndex(await open()))
    const servers = [await newTwin(), await newTwin()] as const
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
    const newTwin = async (): Promise<TestServer> => newTestServer(withoutSearchIndex(await open()))
    const servers = [await newTwin(), await newTwin()] as const
    const apps = await Promise.all(servers.map(listening))
    try {
      await checkShared(kind, viewers.length, (random, run) => assertSameAnswers(servers, apps, random, run))
    } finally {
      await Promise.all(apps.map((app) => app.close()))
    }
  })
})
