// The world of the API tests: a real server over a real database with a clock that stands still, and two accounts of the same
// shape, each with every role, a restricted Resource, an inactive person, and projects inside and outside each one's teams.
// Everything the API can make is made through the API; only what it cannot set is written directly.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { ServerOptions } from '../../src/api/options.ts'
import { createServer } from '../../src/api/server.ts'
import type { MailSite } from '../../src/define/post.ts'
import { FixedClock } from '../../src/io/clock.ts'
import type { Database } from '../../src/io/database.ts'
import { FolderFiles } from '../../src/io/files.ts'
import { utcText } from '../../src/kit/calendar.ts'
import { tokenHash } from '../../src/kit/token.ts'
import { createAccount, keepToken } from '../../src/resources/account.ts'
import { endpoints, reports, resources } from '../../src/resources/all.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface Reply {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  /** The body as it came, for answers that are files. */
  readonly bytes: Buffer
  /** The parsed JSON body; an empty object when there is none. */
  readonly json: JsonObject
}

export interface Request {
  readonly token?: string | undefined
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH'
  readonly path: string
  /** An object is sent as JSON, a string as it is. */
  readonly body?: JsonObject | Json[] | string | Buffer
  readonly headers?: Record<string, string>
}

export const basic = (token: string): string => `Basic ${Buffer.from(`${token}:x`).toString('base64')}`

/** An object whose member `file` is a text is sent as a form with a file of that content, the other members its fields. */
export const carriesFile = (body: Request['body']): body is JsonObject =>
  typeof body === 'object' &&
  !Buffer.isBuffer(body) &&
  'file' in body &&
  typeof body.file === 'string' &&
  body.file !== ''

export const boundary = 'the-end-of-a-part'

/** A field of a form, or with a second line of its head a file. */
export const part = (head: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

export const form = (parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])

function asMultipart(body: JsonObject, headers: Record<string, string>): Pick<Request, 'body' | 'headers'> {
  const parts = Object.entries(body).map(([name, value]) =>
    name === 'file'
      ? part('name="file"; filename="words.txt"', String(value))
      : part(`name="${name}"`, value === null ? '' : String(value)),
  )
  return { body: form(parts), headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export async function send(app: FastifyInstance, request: Request): Promise<Reply> {
  const { token, method = 'GET', path, body, headers = {} } = request
  if (carriesFile(body)) return send(app, { ...request, ...asMultipart(body, headers) })
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const reply = await app.inject({
    method,
    url: path,
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: basic(token) }),
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isText ? body : JSON.stringify(body) }),
  })
  const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.payload,
    bytes: reply.rawPayload,
    json: isJson && reply.payload !== '' ? (JSON.parse(reply.payload) as JsonObject) : {},
  }
}

export type PersonName = 'administrator' | 'manager' | 'resource' | 'executive' | 'restricted' | 'inactive' | 'outsider'

export interface AccountWorld {
  readonly accountid: number
  readonly tokens: Record<PersonName, string>
  readonly people: Record<PersonName, number>
  /** `seen` is on everyone's team but the outsider's, `unseen` on nobody's, `clientless` has no client. */
  readonly clients: { seen: number; unseen: number }
  readonly projects: { seen: number; unseen: number; clientless: number; inactive: number }
  readonly statuses: { open: number; progress: number; closed: number }
  readonly priorities: number[]
  readonly modules: number[]
  readonly worktypes: number[]
  readonly milestones: { seen: number; unseen: number }
  /** `own` is assigned to the restricted person, `other` is not, `unseen` is in the unseen project. */
  readonly tasks: { own: number; other: number; unseen: number; closed: number; clientless: number }
}

export interface World {
  readonly app: FastifyInstance
  readonly database: Database
  readonly clock: FixedClock
  readonly a: AccountWorld
  readonly b: AccountWorld
  call(request: Request): Promise<Reply>
  /** Sends and expects success; answers the record under the resource's name. */
  make(token: string, path: string, body: JsonObject): Promise<JsonObject>
  close(): Promise<void>
}

/** A Thursday noon in Berlin. */
export const worldNow = '2026-05-14T10:00:00Z'

/** One folder for all servers of a test process, as servers that share a database share their files. */
export const filesFolder = join(tmpdir(), `stint-files-${process.pid}-${Math.random().toString(36).slice(2, 10)}`)
export const testFiles = new FolderFiles(filesFolder)
process.on('exit', () => rmSync(filesFolder, { recursive: true, force: true }))

export const testOptions = (database: Database, clock: FixedClock): ServerOptions => ({
  database,
  resources,
  endpoints,
  reports,
  clock,
  log: pino({ level: 'silent' }),
  tls: null,
  trustProxy: [],
  loopbackOnly: true,
  dailyQuota: 10_000_000,
  ratePerMinute: null,
  files: testFiles,
})

export const newApp = (database: Database, clock: FixedClock, mail?: MailSite): FastifyInstance =>
  createServer({ ...testOptions(database, clock), ...(mail === undefined ? {} : { mail }) })

export async function startWorld(database: Database): Promise<World> {
  const clock = new FixedClock(worldNow)
  const app = newApp(database, clock)
  const call = (request: Request) => send(app, request)
  const make = async (token: string, path: string, body: JsonObject): Promise<JsonObject> => {
    const reply = await call({ token, method: 'POST', path, body })
    if (reply.status !== 201) throw new Error(`POST ${path} ${JSON.stringify(body)}: ${reply.status} ${reply.text}`)
    return reply.json[path.split('/')[1] ?? ''] as JsonObject
  }
  const a = await buildAccount({ database, clock, call, make }, 'a')
  const b = await buildAccount({ database, clock, call, make }, 'b')
  return {
    app,
    database,
    clock,
    a,
    b,
    call,
    make,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

interface Maker extends Pick<World, 'database' | 'clock' | 'call' | 'make'> {}

const idOf = (record: JsonObject): number => Number(record.id)

async function listIds(maker: Maker, token: string, resource: string): Promise<number[]> {
  const reply = await maker.call({ token, path: `/${resource}/?limit=0` })
  return (reply.json[resource] as JsonObject[]).map(idOf)
}

async function buildAccount(maker: Maker, letter: string): Promise<AccountWorld> {
  const { database, clock, make, call } = maker
  const made = await createAccount(database, {
    name: `Account ${letter}`,
    timezone: 'Europe/Berlin',
    today: '2026-05-14',
    administrator: {
      firstname: 'Ada',
      lastname: `Boss-${letter}`,
      username: 'ada',
      passwordHash: '',
      email: `ada@${letter}.example.com`,
    },
  })
  const tokens = { administrator: `${letter}-administrator` } as Record<PersonName, string>
  const people = { administrator: made.personid } as Record<PersonName, number>
  const giveToken = (name: PersonName, personid: number) => {
    tokens[name] = `${letter}-${name}-token`
    const token = { hash: tokenHash(tokens[name]), name, now: utcText(clock.now()) }
    return keepToken(database, { accountid: made.accountid, personid }, token)
  }
  await giveToken('administrator', made.personid)
  const boss = tokens.administrator
  const seenClient = idOf(
    await make(boss, '/client/', {
      name: `Seen client ${letter}`,
      datecreated: '2026-01-05',
      description: `secret ${letter}`,
    }),
  )
  const unseenClient = idOf(
    await make(boss, '/client/', { name: `Unseen client ${letter}`, datecreated: '2026-01-06' }),
  )
  const groups: readonly (readonly [PersonName, number])[] = [
    ['manager', 3],
    ['resource', 4],
    ['executive', 5],
    ['restricted', 4],
    ['inactive', 4],
    ['outsider', 4],
  ]
  for (const [name, groupid] of groups) {
    const record = await make(boss, '/person/', {
      firstname: name,
      lastname: `Of-${letter}`,
      username: name,
      email: `${name}@${letter}.example.com`,
      notes: `notes of ${name} ${letter}`,
      groupid,
      ...(name === 'executive' ? { clientid: seenClient } : {}),
    })
    people[name] = idOf(record)
    await giveToken(name, people[name])
  }
  await database.write(made.accountid, async (tx) => {
    await tx.update('person', people.restricted, { restricttasks: 't' })
    await tx.update('person', people.inactive, { active: 'f' })
  })
  const project = async (name: string, extra: JsonObject) =>
    idOf(await make(boss, '/project/', { name: `${name} ${letter}`, datestart: '2026-02-01', ...extra }))
  const projects = {
    seen: await project('Seen project', {
      clientid: seenClient,
      managerid: people.manager,
      budget: 100,
      description: 'd',
    }),
    unseen: await project('Unseen project', { clientid: unseenClient }),
    clientless: await project('Clientless project', {}),
    inactive: await project('Inactive project', { clientid: seenClient, active: 'f' }),
  }
  const team = ['manager', 'resource', 'executive', 'restricted', 'inactive'] as const
  for (const projectid of [projects.seen, projects.clientless]) {
    const members = team.map((name) => ({ personid: people[name] }))
    const reply = await call({ token: boss, method: 'POST', path: `/projectteam/${projectid}/`, body: members })
    if (reply.status !== 201) throw new Error(`team: ${reply.text}`)
  }
  const [open = 0, progress = 0, , , closed = 0] = await listIds(maker, boss, 'taskstatus')
  const modules = await listIds(maker, boss, 'module')
  const priorities = await listIds(maker, boss, 'taskpriority')
  const milestone = async (projectid: number) =>
    idOf(
      await make(boss, '/milestone/', {
        projectid,
        ownerid: people.manager,
        title: `Milestone of ${projectid}`,
        datedue: '2026-06-01',
        complete: 'f',
      }),
    )
  const milestones = { seen: await milestone(projects.seen), unseen: await milestone(projects.unseen) }
  const task = async (title: string, projectid: number, extra: JsonObject = {}) =>
    idOf(
      await make(boss, '/task/', {
        title: `${title} ${letter}`,
        projectid,
        moduleid: modules[0] ?? 0,
        statusid: open,
        priorityid: priorities[2] ?? 0,
        ownerid: people.manager,
        dateopen: '2026-04-01',
        ...extra,
      }),
    )
  const tasks = {
    own: await task('Own task', projects.seen, {
      assigneeid: people.restricted,
      datedue: '2026-05-01',
      milestoneid: milestones.seen,
      estimate: 4,
    }),
    other: await task('Other task', projects.seen, { assigneeid: people.resource, datedue: '2026-07-01', estimate: 2 }),
    unseen: await task('Unseen task', projects.unseen, { milestoneid: milestones.unseen, estimate: 8 }),
    closed: await task('Closed task', projects.seen, { statusid: closed, milestoneid: milestones.seen }),
    clientless: await task('Clientless task', projects.clientless, { assigneeid: people.resource }),
  }
  return {
    accountid: made.accountid,
    tokens,
    people,
    clients: { seen: seenClient, unseen: unseenClient },
    projects,
    statuses: { open, progress, closed },
    priorities,
    modules,
    worktypes: await listIds(maker, boss, 'worktype'),
    milestones,
    tasks,
  }
}
