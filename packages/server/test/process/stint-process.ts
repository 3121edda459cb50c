// Runs the `stint` command as an operator does, in its own process with its own environment. Tests see its output, its
// exit code and the responses on its port. It uses no code of the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type Agent, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type DatabaseKind, databasesOfSuite, newDurableDatabase } from '../fixture/database-servers.ts'
import { basicAuth, type JsonObject } from '../fixture/request-parts.ts'
import { clockSetting } from '../fixture/test-clock.ts'
import { copyMigratedFile, newMigratedDatabase } from './migrated-databases.ts'

export const stintSource = fileURLToPath(new URL('../../src/main/stint.ts', import.meta.url))

/** The command as tests start it: the bundle of a run of the tests (scripts/test-program.ts), which starts faster. */
export const stintEntry = process.env.STINT_TEST_PROGRAM ?? stintSource

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
  /** A program to start instead of the command. */
  readonly program?: readonly string[]
  readonly ownGroup?: boolean
  /** The user of the process, if this process may choose one. */
  readonly uid?: number
  readonly gid?: number
}

/** A process and its output so far. */
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

  /** Waits until the output matches; fails if the process ends before. */
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

/** The environment of the machine, without settings of Stint and of this Node. */
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
  /** An object is sent as JSON, a string or bytes unchanged. */
  readonly body?: JsonObject | string | Buffer
  readonly headers?: Record<string, string>
  readonly agent?: Agent
}

/** A server that has printed its banner. */
export class StintServer {
  readonly process: StintProcess
  readonly data: string
  readonly url: string
  readonly port: number
  /** The values in the banner of a first start; empty on later starts. */
  readonly banner: Readonly<Record<string, string>>

  constructor(running: StintProcess, data: string, url: string) {
    this.process = running
    this.data = data
    this.url = url
    this.port = Number(new URL(url).port)
    const pairs = running.stdout.matchAll(/^ {2}(Username|Password|API token|Set up at|Data) +(.+)$/gm)
    this.banner = Object.fromEntries(Array.from(pairs, ([, name = '', value = '']) => [name, value]))
  }

  get token(): string {
    return this.banner['API token'] ?? ''
  }

  /** Uses plain HTTP, or HTTPS over HTTP/1.1 that trusts only the certificate in the data folder. */
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
      request.end(typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body)
    })
  }

  /** The lines of the log so far. */
  logLines(): JsonObject[] {
    const lines = this.process.stdout.split('\n').filter((line) => line.startsWith('{'))
    return lines.map((line) => JSON.parse(line) as JsonObject)
  }
}

/** Folders and processes of one test file, which are removed and ended after it. */
export class TestProcesses {
  readonly #folders: string[] = []
  readonly #processes: StintProcess[] = []

  /** `atEnd` gets what removes and ends them; without it this happens after the tests of the file. */
  constructor(atEnd: (clear: () => Promise<void>) => unknown = after) {
    atEnd(() => this.clear())
  }

  /** A temporary folder, in memory if the run uses memory. */
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
   * Starts `stint serve` on a free loopback port, by default without TLS and with few log lines, until it is ready. In
   * an empty data folder it finds a migrated database without an account; in one that does not exist it finds nothing.
   */
  async serve(
    data: string,
    env: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
    program: string = stintEntry,
  ): Promise<StintServer> {
    const usual = {
      STINT_DATA: data,
      STINT_PORT: '0',
      STINT_TLS: 'off',
      STINT_LOG: 'warn',
      STINT_RATE_PER_MINUTE: 'off',
    }
    const command = { program: [process.execPath, program], args: ['serve', ...args] }
    const isNew = existsSync(data) && readdirSync(data).length === 0 && env.STINT_DATABASE_URL === undefined
    if (isNew && program === stintEntry) await copyMigratedFile(migrate, data)
    const running = this.run({ ...command, env: { ...usual, ...env } })
    return this.waitUntilReady(running, data)
  }

  /** The banner is written at once, so it is complete when its first line is there. */
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

async function migrate(env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await new StintProcess({ args: ['migrate'], env }).finished
  if (code !== 0) throw new Error(`the database could not be migrated:\n${stderr}`)
}

/**
 * The environment that selects the database of a server. Each call gives a new database without an account; on
 * PostgreSQL it is migrated unless it must be empty.
 */
export type NewDatabaseEnv = (state?: 'migrated' | 'empty') => Promise<Record<string, string>>

const databaseEnvs: Readonly<Record<DatabaseKind, NewDatabaseEnv>> = {
  sqlite: async () => ({}),
  postgres: async (state = 'migrated') => ({
    STINT_DATABASE_URL: await (state === 'empty' ? newDurableDatabase() : newMigratedDatabase(migrate)),
  }),
}

/**
 * Declares the tests of a whole server for each database: SQLite in `npm test`, a durable PostgreSQL in
 * `npm run test:long`. What they check hardly depends on the database, and every start of a server takes a second.
 */
export function eachDatabaseEnv(
  tests: (newDatabaseEnv: NewDatabaseEnv, kind: DatabaseKind) => void,
  kinds: readonly DatabaseKind[] = databasesOfSuite,
): void {
  for (const kind of kinds) describe(kind, () => tests(databaseEnvs[kind], kind))
}
