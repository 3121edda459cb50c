// The processes of the benchmark: starts our server and the baselines, reads their memory and CPU time from the kernel,
// and ends them. The numbers are available on Linux only; elsewhere they are zero.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, LoadResult } from './load-generator.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export interface RunningServer {
  readonly pid: number
  readonly port: number
  /** The time from the start to the first response. */
  readonly readyMs: number
  stop(): Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port to be had')
  return address.port
}

const readyTimeoutMs = 180_000
const stopTimeoutMs = 15_000

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const began = performance.now()
  for (;;) {
    if (performance.now() - began > readyTimeoutMs) {
      child.kill('SIGKILL')
      throw new Error(`a server was not ready after ${readyTimeoutMs / 1000} s`)
    }
    if (child.exitCode !== null) throw new Error(`a server ended with code ${child.exitCode} instead of starting`)
    const reply = await fetch(url).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** How another program is started: its folder, and the path that tells that it is ready. */
interface ProgramOptions {
  readonly cwd?: string
  readonly ready?: string
}

export async function startProgram(
  args: readonly string[],
  port: number,
  environment: Readonly<Record<string, string>>,
  { cwd, ready = '/readyz' }: ProgramOptions = {},
): Promise<RunningServer> {
  const began = performance.now()
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await waitUntilReady(`http://127.0.0.1:${port}${ready}`, child)
  const stop = (): Promise<void> => {
    child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
    return ended.finally(() => clearTimeout(kill))
  }
  return { pid: child.pid ?? 0, port, readyMs: performance.now() - began, stop }
}

export interface ServerOptions {
  readonly folder: string
  readonly url: string | undefined
  /** A folder for a CPU profile, written when the server ends. */
  readonly profile?: string | undefined
  /** Requests a minute with one token; not limited unless given. */
  readonly ratePerMinute?: number
}

const program = pathOf('../src/main/stint.ts')

const siteVariables = ({ folder, url }: Pick<ServerOptions, 'folder' | 'url'>): Record<string, string> => ({
  STINT_DATA: folder,
  ...(url === undefined ? {} : { STINT_DATABASE_URL: url }),
})

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { profile, ratePerMinute } = options
  const port = await freePort()
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  return startProgram([...flags, program, 'serve'], port, {
    ...siteVariables(options),
    STINT_PORT: String(port),
    STINT_TLS: 'off',
    STINT_DAILY_QUOTA: '1000000000',
    STINT_RATE_PER_MINUTE: ratePerMinute === undefined ? 'off' : String(ratePerMinute),
    STINT_LOG: 'info',
  })
}

/** Runs a command of `stint` over a database until it ends. */
export async function runCommand(args: readonly string[], site: Pick<ServerOptions, 'folder' | 'url'>): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...siteVariables(site) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`stint ${args.join(' ')} ended with code ${code}`)
}

/** The argument of a baseline is its database: a folder or a url. */
export async function startBaseline(folder: string, url: string | undefined): Promise<RunningServer> {
  const port = await freePort()
  return startProgram(
    [pathOf(url === undefined ? 'baseline-sqlite.ts' : 'baseline-postgres.ts'), url ?? folder, String(port)],
    port,
    {},
  )
}

/** Controls the load generator; one order at a time. */
export class LoadGenerator {
  readonly #child = fork(pathOf('load-generator.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** `onWarm` is called when the measured part begins. */
  run(order: LoadOrder, onWarm: () => void = () => undefined): Promise<LoadResult> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`the load generator ended with code ${code}`))
      const onMessage = (message: LoadResult | 'warm'): void => {
        if (message === 'warm') {
          onWarm()
          return
        }
        this.#child.off('message', onMessage).off('exit', onExit)
        resolve(message)
      }
      this.#child.on('message', onMessage).once('exit', onExit)
      this.#child.send(order)
    })
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect()
  }
}

export interface Memory {
  readonly rss: number
  readonly pss: number
}

/** In megabytes. PSS counts a page shared by several processes in parts. */
export function memoryOf(pid: number): Memory {
  const text = tryRead(`/proc/${pid}/smaps_rollup`)
  const kilobytes = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { rss: kilobytes('Rss') / 1024, pss: kilobytes('Pss') / 1024 }
}

const ticksPerSecond = 100

/** CPU seconds of one process. */
export const cpuOf = (pid: number): number => statOf(pid)?.seconds ?? 0

interface Stat {
  readonly parent: number
  readonly seconds: number
}

function statOf(pid: number): Stat | undefined {
  const text = tryRead(`/proc/${pid}/stat`)
  // The name in parentheses may contain any character, so the fields are counted after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 15) return undefined
  return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }
}

export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent

function statsOfAll(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const entry of tryList('/proc')) {
    const stat = /^\d+$/.test(entry) ? statOf(Number(entry)) : undefined
    if (stat !== undefined) stats.set(Number(entry), stat)
  }
  return stats
}

/** CPU seconds of a process and of the processes that it has started itself. */
export const cpuOfChildren = (parent: number): number =>
  [...statsOfAll()].reduce((sum, [pid, stat]) => sum + (pid === parent || stat.parent === parent ? stat.seconds : 0), 0)

/** CPU seconds of the whole machine, and of this process with its descendants. */
export function cpuOfMachine(): { readonly all: number; readonly own: number } {
  const [, ...ticks] = (tryRead('/proc/stat').split('\n', 1)[0] ?? '').split(/\s+/)
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = ticks.map(Number)
  const stats = statsOfAll()
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(stats.get(pid)?.parent ?? 0))
  let own = 0
  for (const [pid, { seconds }] of stats) if (isOurs(pid)) own += seconds
  return { all: (user + nice + system + irq + softirq) / ticksPerSecond, own }
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function tryList(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
