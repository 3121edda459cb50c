// Hostile requests of all roles at scale: a third are valid writes with hostile texts, which must succeed. No response
// may be an internal error or contain a text of another account, and the memory of the server has a limit.
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { memoryOf } from '../bench/processes.ts'
import { Random } from '../test/fixture/random.ts'
import { basicAuth } from '../test/fixture/request-parts.ts'
import type { StintServer } from '../test/process/stint-process.ts'
import { HostileRequests } from './hostile-requests.ts'
import { foreignSecret, type LoadedCompany, startLoadedCompany } from './loaded-company.ts'
import { ValidWrites } from './valid-writes.ts'
import type { VerifyRun } from './verify-run.ts'

const senders = 12
const maxMegabytes = 900
/** One request in so many breaks the rules of HTTP itself. */
const brokenEvery = 50

const get = 'GET /me/ HTTP/1.1\r\nHost: a\r\n\r\n'

/** Bytes that no client library would send; each is complete, so that the server can answer at once. */
const brokenMessages = [
  'GET / HTTP/9.9\r\n\r\n',
  'GET /client/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'POST /client/ HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /client/ HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'GET /client/ HTTP/1.1\r\nHost: a\r\nX: \u0001\u0000\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `${get}${get}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `POST / HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nContent-Length: ${get.length * 100}\r\n\r\n${get.repeat(100)}`,
  `GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: keep-alive\r\n\r\n${get}${get}`,
  `${get}BROKEN\r\n\r\n${get}`,
  'GET / HTTP/1.1\r\n\r\n'.repeat(3000),
]

/** Sends bytes and waits until the server closes the connection, or has answered. */
function sendBroken(server: StintServer, message: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more
      socket.end()
    })
    socket.on('error', () => undefined).on('close', () => resolve(text))
    socket.end(message, 'latin1')
  })
}

class HostileLoad {
  readonly statuses = new Map<string, number>()
  sent = 0
  written = 0
  readonly #company: LoadedCompany
  readonly #total: number

  constructor(company: LoadedCompany, total: number) {
    this.#company = company
    this.#total = total
  }

  /** One sender: every third request is a valid write. */
  async send(random: Random): Promise<void> {
    const { server, foreignIds, parents } = this.#company
    const [requests, writes] = [new HostileRequests(random, foreignIds), new ValidWrites(random, parents)]
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (this.sent < this.#total) {
      const number = this.sent++
      if (number % 3 === 0) await this.#sendValid(writes, agent)
      else if (number % brokenEvery === 1) this.#check('broken', await sendBroken(server, random.pick(brokenMessages)))
      else await this.#sendHostile(requests, random, agent)
    }
    agent.destroy()
  }

  async #sendValid(writes: ValidWrites, agent: Agent): Promise<void> {
    const { server, administrator: token } = this.#company
    const write = writes.next()
    const reply = await server.request(write.path, { ...write, token, agent })
    writes.note(write, reply)
    this.written++
    this.#count(String(reply.status))
  }

  async #sendHostile(requests: HostileRequests, random: Random, agent: Agent): Promise<void> {
    const { server, tokens } = this.#company
    const { path, headers, ...request } = requests.next()
    const authorization = random.below(20) === 0 ? 'Basic %%%' : basicAuth(random.pick(tokens))
    const reply = await server
      .request(path, { ...request, headers: { ...headers, authorization }, agent })
      .catch(String)
    const what = `${request.method} ${path} ${request.body?.slice(0, 500) ?? ''}`
    if (typeof reply === 'string') this.#check('connection closed', reply)
    else this.#check(String(reply.status), reply.text, what)
  }

  #check(status: string, text: string, what = ''): void {
    this.#count(status)
    if (status === '500' || /^HTTP\/1\.1 500/.test(text)) throw new Error(`an internal error: ${what}: ${text}`)
    if (text.includes(foreignSecret)) throw new Error(`a text of another account: ${what}`)
  }

  #count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}

export async function hostile(run: VerifyRun): Promise<string> {
  const total = run.numberOf('requests', 500_000)
  const company = await startLoadedCompany(run)
  const { server } = company
  const load = new HostileLoad(company, total)
  let most = 0
  const watch = setInterval(() => {
    const { rss } = memoryOf(server.process.pid)
    most = Math.max(most, rss)
    run.log(`${load.sent} of ${total} requests, ${Math.round(rss)} MB`)
  }, 30_000)
  try {
    const seeds = Array.from({ length: senders }, (_, at) => new Random(run.seed * 1000 + at))
    await Promise.all(seeds.map((random) => load.send(random)))
  } finally {
    clearInterval(watch)
  }
  most = Math.max(most, memoryOf(server.process.pid).rss)
  if (most > maxMegabytes) throw new Error(`the server used ${Math.round(most)} MB`)
  if (load.written * 3 < total) throw new Error(`only ${load.written} writes succeeded`)
  const { status } = await server.request('/me/', { token: company.administrator })
  if (status !== 200) throw new Error(`the server answers ${status} afterwards`)
  const statuses = [...load.statuses]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  return `${total} requests, ${load.written} of them successful writes; ${statuses}; at most ${Math.round(most)} MB`
}
