// The HTTP part of both baselines: node:http, a cache of tokens, and a hand-written URL parser. It supports only the
// requests of the benchmark.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tokenHash } from '../src/kit/token.ts'

export interface Caller {
  readonly accountid: number
  readonly personid: number
}

export interface TaskQuery {
  readonly statusid: number | undefined
  readonly search: string | undefined
  readonly offset: number
}

export interface WeekQuery {
  readonly personid: number
  readonly begin: string
  readonly end: string
}

type Reply = (status: number, body: string) => void

/** The operations of a baseline; each replies when its database has the result. */
export interface Baseline {
  caller(hash: string): Promise<Caller>
  task(caller: Caller, id: number, reply: Reply): void
  tasks(caller: Caller, query: TaskQuery, reply: Reply): void
  createTask(caller: Caller, body: string, reply: Reply): void
  week(caller: Caller, query: WeekQuery, reply: Reply): void
  /** Time entries of weeks that are not approved, from this offset on. */
  notApproved(caller: Caller, offset: number, reply: Reply): void
  /** Sorted by balance, from this offset on. */
  invoices(caller: Caller, offset: number, reply: Reply): void
  createTime(caller: Caller, body: string, reply: Reply): void
}

export function serveBaseline(baseline: Baseline, port: number): void {
  const callers = new Map<string, Caller>()
  createServer((request, response) => {
    const { url = '/', headers } = request
    if (url === '/readyz') {
      response.end('ready\n')
      return
    }
    const cached = callers.get(headers.authorization ?? '')
    if (cached !== undefined) {
      route(baseline, cached, url, request, response)
      return
    }
    void lookUp(baseline, headers.authorization ?? '').then((caller) => {
      callers.set(headers.authorization ?? '', caller)
      route(baseline, caller, url, request, response)
    })
  }).listen(port, '127.0.0.1')
}

function lookUp(baseline: Baseline, header: string): Promise<Caller> {
  const [token = ''] = Buffer.from(header.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return baseline.caller(tokenHash(token))
}

function route(
  baseline: Baseline,
  caller: Caller,
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const reply: Reply = (status, body) => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  // Both names have four letters, so the rest of the path begins at the same position.
  const ofTime = url.startsWith('/time/')
  if (request.method === 'POST') {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () =>
      ofTime ? baseline.createTime(caller, body, reply) : baseline.createTask(caller, body, reply),
    )
    return
  }
  if (url.startsWith('/time/?approved=f')) {
    baseline.notApproved(caller, offsetFrom(url), reply)
    return
  }
  if (ofTime) {
    baseline.week(caller, weekQueryFrom(url), reply)
    return
  }
  if (url.startsWith('/invoice/')) {
    baseline.invoices(caller, offsetFrom(url), reply)
    return
  }
  const id = url.charCodeAt(6) === '?'.charCodeAt(0) || url.length === 6 ? null : Number.parseInt(url.slice(6), 10)
  if (id === null) baseline.tasks(caller, taskQueryFrom(url), reply)
  else baseline.task(caller, id, reply)
}

function offsetFrom(url: string): number {
  const at = url.indexOf('&offset=')
  return at === -1 ? 0 : Number(url.slice(at + 8))
}

function taskQueryFrom(url: string): TaskQuery {
  let statusid: number | undefined
  let search: string | undefined
  let offset = 0
  for (const part of url.slice(7).split('&')) {
    if (part.startsWith('statusid=')) statusid = Number(part.slice(9))
    else if (part.startsWith('search=')) search = decodeURIComponent(part.slice(7))
    else if (part.startsWith('offset=')) offset = Number(part.slice(7))
  }
  return { statusid, search, offset }
}

function weekQueryFrom(url: string): WeekQuery {
  const [personid = '', begin = '', end = ''] = url
    .slice(7)
    .split('&')
    .map((part) => part.slice(part.indexOf('=') + 1))
  return { personid: Number(personid), begin, end }
}
