// What the stories and threats share: one world per database, a hand for each caller that sends requests and expects them
// to succeed, and the one way to say that a request must be refused. It knows no resource and no rule.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Row } from '../../src/io/database.ts'
import { type Fragment, statement } from '../../src/io/sql.ts'
import { eachDatabase, type Kind, type Place } from '../world/databases.ts'
import {
  type AccountWorld,
  type JsonObject,
  newApp,
  type Reply,
  type Request,
  send,
  startWorld,
  type World,
} from '../world/world.ts'

export type Fields = Readonly<Record<string, string | null>>
export type Body = NonNullable<Request['body']>
type Headers = Record<string, string>

/** Declares the tests once for each database, in a world that is theirs alone. */
export function eachWorld(tests: (world: () => World, kind: Kind, place: () => Place) => void): void {
  eachDatabase((kind, _open, makePlace) => {
    let world: World | undefined
    let where: Place | undefined
    before(async () => {
      where = await makePlace()
      world = await startWorld(await where.open())
    })
    after(() => world?.app.close())
    const there = <T>(thing: T | undefined): T => {
      if (thing === undefined) throw new Error('the world is not built yet')
      return thing
    }
    tests(
      () => there(world),
      kind,
      () => there(where),
    )
  })
}

const told = (request: Request, reply: Reply): string =>
  `${request.method ?? 'GET'} ${request.path} ${JSON.stringify(request.body ?? '').slice(0, 300)}: ${reply.status} ${reply.text.slice(0, 500)}`

/** The records of an answer, whatever the resource is called. */
export const rowsIn = (reply: Reply): Fields[] =>
  Object.values(reply.json).find((value) => Array.isArray(value)) as unknown as Fields[]

export const recordIn = (reply: Reply): Fields =>
  Object.values(reply.json).find((value) => typeof value === 'object' && value !== null) as unknown as Fields

export const sentencesIn = (reply: Reply): string => {
  const { error } = reply.json as { error?: { verbose?: string[] } }
  return (error?.verbose ?? []).join('\n')
}

export interface Listed {
  readonly count: number
  readonly rows: readonly Fields[]
}

/** One caller's hand. Every verb but `try` expects success and says what happened instead. */
export interface Hand {
  try(method: Request['method'], path: string, body?: Body, headers?: Headers): Promise<Reply>
  read(path: string): Promise<Fields>
  list(path: string): Promise<Listed>
  create(path: string, body: Body, headers?: Headers): Promise<Fields>
  update(path: string, body: Body, headers?: Headers): Promise<Fields>
  remove(path: string, body?: Body): Promise<void>
}

export function handOf(world: Pick<World, 'call'>, token: string): Hand {
  const attempt = (method: Request['method'], path: string, body?: Body, headers?: Headers): Promise<Reply> =>
    world.call({
      token,
      path,
      ...(method ? { method } : {}),
      ...(body ? { body } : {}),
      ...(headers ? { headers } : {}),
    })
  const expect = async (
    status: number,
    method: NonNullable<Request['method']>,
    path: string,
    body?: Body,
    headers?: Headers,
  ): Promise<Reply> => {
    const reply = await attempt(method, path, body, headers)
    assert.equal(reply.status, status, told({ method, path, ...(body ? { body } : {}) }, reply))
    return reply
  }
  return {
    try: attempt,
    read: async (path) => recordIn(await expect(200, 'GET', path)),
    list: async (path) => {
      const reply = await expect(200, 'GET', path)
      return { count: Number(reply.json.listcount), rows: rowsIn(reply) }
    },
    create: async (path, body, headers) => recordIn(await expect(201, 'POST', path, body, headers)),
    update: async (path, body, headers) => recordIn(await expect(202, 'PUT', path, body, headers)),
    remove: async (path, body) => {
      const reply = await expect(200, 'DELETE', path, body)
      assert.equal(reply.text, '', `DELETE ${path} answers without a body`)
    },
  }
}

/**
 * A second server over the same database, as another process would be. Writers of one server take turns by themselves,
 * so only two of them show whether a rule holds when two transactions really meet.
 */
export async function secondServer(world: World, place: Place): Promise<Pick<World, 'call' | 'database'>> {
  const database = await place.open(place.kind === 'sqlite' ? { beside: true } : {})
  const app = newApp(database, world.clock)
  return { database, call: (request) => send(app, request) }
}

/** The answer must be this refusal, with every one of the words in its sentences. */
export function mustRefuse(reply: Reply, status: number, code: number, ...words: readonly string[]): void {
  const { error } = reply.json as { error?: { code: number } }
  assert.deepEqual(
    { status: reply.status, code: error?.code },
    { status, code },
    `${words} ${reply.text.slice(0, 500)}`,
  )
  for (const word of words) assert.ok(sentencesIn(reply).includes(word), `"${word}" is not said in ${reply.text}`)
}

export const ids = (listed: Listed | readonly Fields[]): number[] =>
  ('rows' in listed ? listed.rows : listed).map((row) => Number(row.id))

export const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

/** Rows straight from the database, for what the API does not show. */
export const rowsOf = (world: Pick<World, 'database'>, accountid: number, text: Fragment): Promise<Row[]> =>
  world.database.read(accountid, (tx) => tx.all(statement(text)))

/** A body that makes a task in the seen project. */
export const taskBody = (account: AccountWorld, more: JsonObject = {}): JsonObject => ({
  title: 'A task',
  projectid: account.projects.seen,
  moduleid: account.modules[0] ?? 0,
  statusid: account.statuses.open,
  priorityid: account.priorities[2] ?? 0,
  ownerid: account.people.manager,
  dateopen: '2026-04-01',
  ...more,
})

/** A body that makes a person who can log in. */
export const personBody = (name: string, groupid: number, more: JsonObject = {}): JsonObject => ({
  firstname: name,
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.com`,
  groupid,
  ...more,
})

/** A body that books an hour of someone's time on a task of the seen project. */
export const timeBody = (account: AccountWorld, personid: number, more: JsonObject = {}): JsonObject => ({
  taskid: account.tasks.own,
  worktypeid: account.worktypes[0] ?? 0,
  personid,
  date: '2026-05-13',
  time: 1,
  billable: 't',
  ...more,
})
