// The `stint` command as an operator runs it: its own process with its own environment, of which the tests see what an
// operator sees: what it prints, how it ends, and what answers on its port. It knows nothing of the inside.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isLong } from '../../../../scripts/test-suites.ts'
import { basicAuth, type JsonObject } from '../fixture/api-fixture.ts'
import { type DatabaseKind, newDurableDatabase } from '../fixture/databases.ts'
import { clockSetting } from '../fixture/test-clock.ts'

export const stintEntry = fileURLToPath(new URL('../../src/main/stint.ts', import.meta.url))

export interface ProcessResult {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface ProcessOptions {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Another program to start than the command itself. */
  readonly program?: readonly string[]
  readonly ownGroup?: boolean
  /** Whose process it is, where we may choose. */
  readonly uid?: number
  readonly gid?: number
}

/** A process and what it has printed so far. */
export class StintProcess {
  readonly child: ChildProcess
  readonly finished: Promise<ProcessResult>
  stdout = ''
  stderr = ''
  #result: ProcessResult | undefined

  constructor(options: ProcessOptions) {
    const { args = [], env = {}, cwd, program = [process.execPath, stintEntry], ownGroup = false, uid, gid } = options
    const [file = '', ...first] = program
    this.child = spawn(file, [...first, ...args], {
      cwd: cwd ?? tmpdir(),
      env: { ...ownEnvironment(), ...clockSetting(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.finished = new Promise((resolve, reject) => {
      this.child.once('error', reject)
      this.child.once('close', (code, signal) => {
        this.#result = { code, signal, stdout: this.stdout, stderr: this.stderr }
        resolve(this.#result)
      })
    })
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the process was not started')
    return this.child.pid
  }

  get result(): ProcessResult | undefined {
    return this.#result
  }

  /** Waits until it has printed this; fails when it ends before. */
  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.stdout)
      if (match !== null) return match
      if (this.#result !== undefined) throw new Error(`it ended: ${JSON.stringify(this.#result)}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<ProcessResult> {
    this.child.kill(signal)
    return this.finished
  }
}

/** What our own run was given by the machine, without any of our settings and without our own Node in front. */
function ownEnvironment(): Record<string, string> {
  const ours = /^(STINT_|NODE_(?!COMPILE_CACHE)|npm_|INIT_CWD)/i
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const environment = Object.fromEntries(inherited.map(([name, value]) => [name, value ?? '']))
  const path = (environment.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules/'))
  return { ...environment, PATH: path.join(':') }
}

export interface Reply {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
  readonly json: JsonObject
}

export interface RequestOptions {
  readonly method?: string
  readonly token?: string
  readonly body?: JsonObject
  readonly headers?: Record<string, string>
  readonly agent?: Agent
}

/** A running server, from its banner on. */
export class StintServer {
  readonly process: StintProcess
  readonly data: string
  readonly url: string
  readonly port: number
  /** What the banner of a first start says; empty on later starts. */
  readonly banner: Readonly<Record<string, string>>

  constructor(running: StintProcess, data: string, url: string) {
    this.process = running
    this.data = data
    this.url = url
    this.port = Number(new URL(url).port)
    const pairs = running.stdout.matchAll(/^ {2}(User name|Password|API token|Set up at|Data) +(.+)$/gm)
    this.banner = Object.fromEntries(Array.from(pairs, ([, name = '', value = '']) => [name, value]))
  }

  get token(): string {
    return this.banner['API token'] ?? ''
  }

  /** Speaks plain HTTP or, trusting exactly the certificate in the data folder, HTTPS over HTTP/1.1. */
  request(path: string, { method = 'GET', token, body, headers = {}, agent }: RequestOptions = {}): Promise<Reply> {
    const secure = this.url.startsWith('https:')
    const options = {
      method,
      agent: agent ?? false,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: basicAuth(token) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(secure ? { ca: readFileSync(join(this.data, 'cert.pem')) } : {}),
    }
    return new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)(new URL(path, this.url), options, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (more: string) => {
          text += more
        })
        response.on('error', reject)
        response.on('end', () => {
          const isJson = String(response.headers['content-type']).startsWith('application/json')
          const json = isJson && text !== '' ? (JSON.parse(text) as JsonObject) : {}
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
        })
      })
      request.on('error', reject)
      request.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }

  /** The lines of the log so far. */
  logLines(): JsonObject[] {
    const lines = this.process.stdout.split('\n').filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line) as JsonObject)
  }
}

/** Folders and processes of one test file, cleared away after it. */
export class TestProcesses {
  readonly #folders: string[] = []
  readonly #processes: StintProcess[] = []

  constructor() {
    after(() => this.clear())
  }

  /** A temporary folder, in memory where the run has decided so. */
  newFolder(parent = tmpdir()): string {
    const folder = mkdtempSync(join(parent, 'stint-startup-'))
    this.#folders.push(folder)
    return folder
  }

  run(options: ProcessOptions): StintProcess {
    const running = new StintProcess(options)
    this.#processes.push(running)
    return running
  }

  /**
   * `stint serve` on a free port of loopback, without TLS and quiet unless told otherwise, once it says that it is
   * ready.
   */
  async serve(
    data: string,
    env: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<StintServer> {
    const usual = { STINT_DATA: data, STINT_PORT: '0', STINT_TLS: 'off', STINT_LOG: 'warn' }
    const running = this.run({ args: ['serve', ...args], env: { ...usual, ...env } })
    return this.waitUntilReady(running, data)
  }

  /** The banner is written in one piece, so that all of it is there when its first line is. */
  async waitUntilReady(running: StintProcess, data: string): Promise<StintServer> {
    const [, url = ''] = await running.waitForOutput(/^Stint is ready at (\S+)$/m)
    return new StintServer(running, data, url)
  }

  async clear(): Promise<void> {
    for (const running of this.#processes) {
      if (running.result === undefined) await running.stop('SIGKILL')
    }
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Where a server keeps its records: the environment that says so. Each call is a new, empty place. */
export type NewDatabaseEnv = () => Promise<Record<string, string>>

const databaseEnvs: Readonly<Record<DatabaseKind, NewDatabaseEnv>> = {
  sqlite: async () => ({}),
  postgres: async () => ({ STINT_DATABASE_URL: await newDurableDatabase() }),
}

/**
 * Declares the tests of a whole server for each database: SQLite in `npm test`, a durable PostgreSQL in
 * `npm run test:long`. What they check hardly depends on the database, and every start of a server takes a second.
 */
export function eachDatabaseEnv(
  tests: (newDatabaseEnv: NewDatabaseEnv) => void,
  kinds: readonly DatabaseKind[] = isLong ? ['postgres'] : ['sqlite'],
): void {
  for (const kind of kinds) describe(kind, () => tests(databaseEnvs[kind]))
}
