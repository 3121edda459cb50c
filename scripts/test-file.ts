// Runs test files, or one tool that checks all sources, in its own process group, and reports the outcome of each. A
// file passes only if its process reported every result, at least one for the file, and then exited with 0: a file that
// is empty, exits early, hangs or crashes counts as failed. It does not decide which files run or in which order.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { ReportLine, Result } from './test-reporter.ts'
import { ROOT } from './test-suites.ts'

const REPORTER = new URL('test-reporter.ts', import.meta.url).href
const ENTRY = join(ROOT, 'scripts/test-entry.ts')
/** A file that takes longer hangs; STINT_TEST_MINUTES is for runs with larger numbers. */
const TIMEOUT_MS = Number(process.env.STINT_TEST_MINUTES ?? 20) * 60_000

export interface Outcome {
  readonly title: string
  readonly results: readonly Result[]
  /** The output of the process; shown when something failed, and in runs with larger numbers. */
  readonly printed: string
  readonly seconds: number
}

/** Collects the results that a process reports, by file, with the time between one result and the next. */
class Collector {
  readonly results: Map<string, Result[]>
  readonly seconds = new Map<string, number>()
  isComplete = false
  #current: string
  #last = performance.now()

  constructor(files: readonly string[]) {
    this.results = new Map(files.map((file) => [file, []]))
    this.#current = files[0] ?? ''
  }

  take(line: ReportLine): void {
    if (line === 'end') {
      this.isComplete = true
      return
    }
    // All files of a variant are reported under its title.
    if (this.results.has(line.file)) this.#current = line.file
    this.results.get(this.#current)?.push(line)
    const now = performance.now()
    this.seconds.set(this.#current, (this.seconds.get(this.#current) ?? 0) + (now - this.#last) / 1000)
    this.#last = now
  }
}

/** How a run of files differs from the usual one. */
export interface Variant {
  /** What all its files are reported as. */
  readonly title: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** Runs the files in one process and returns an outcome for each, or one for all of a variant. */
export async function runTestFiles(
  files: readonly string[],
  interrupted: AbortSignal,
  variant?: Variant,
): Promise<Outcome[]> {
  const titles = variant === undefined ? files : [variant.title]
  const isShared = titles.length > 1
  const collector = new Collector(titles)
  const { results, seconds } = collector
  const reporter = [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout']
  const command = { args: [...(variant?.args ?? []), ...reporter, ENTRY, ...files], env: variant?.env ?? {} }
  const process = await runProcess(command, interrupted, (text) => collector.take(JSON.parse(text)))
  const failsSilently =
    process.ended !== '0' && [...results.values()].flat().every(({ outcome }) => outcome !== 'failed')
  return [...results].map(([file, own]) => {
    const complaint = !collector.isComplete
      ? `the process ended (${process.ended}) without reporting that its tests were done`
      : own.length === 0
        ? 'the file holds no test'
        : failsSilently
          ? `all tests passed, but the process ended with ${process.ended}`
          : undefined
    if (complaint) own.push({ file, name: ['the file itself'], outcome: 'failed', reason: complaint })
    return {
      title: file,
      results: own,
      printed: process.printed,
      seconds: isShared ? (seconds.get(file) ?? 0) : process.seconds,
    }
  })
}

/** The compiler is a Go program. It collects garbage when its heap is five times what is in use, not twice. */
const TOOL_ENV = { GOGC: '400' }

/** A tool counts as one test, which passes if the tool ends with 0. */
export async function runTool(title: string, args: readonly string[], interrupted: AbortSignal): Promise<Outcome> {
  const { ended, printed, seconds } = await runProcess({ args, env: TOOL_ENV }, interrupted, () => {})
  const common = { file: title, name: [title] }
  const result: Result =
    ended === '0' ? { ...common, outcome: 'passed' } : { ...common, outcome: 'failed', reason: `ended with ${ended}` }
  return { title, results: [result], printed, seconds }
}

interface ProcessResult {
  /** The exit code or signal, or the reason why it was killed. */
  readonly ended: string
  readonly printed: string
  readonly seconds: number
}

async function runProcess(
  { args, env }: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> },
  stop: AbortSignal,
  hear: (line: string) => void,
): Promise<ProcessResult> {
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  }
  createInterface({ input: child.stdio[3] as Readable }).on('line', hear)
  let reason: string | undefined
  const end = (why: string) => {
    reason = why
    killGroup(child)
  }
  const clock = setTimeout(end, TIMEOUT_MS, `stopped after ${TIMEOUT_MS / 60_000} minutes`)
  const interrupt = () => end('interrupted')
  stop.addEventListener('abort', interrupt)
  if (stop.aborted) interrupt()
  // A process that a test did not stop would keep its pipes and ports open, so the whole group is killed.
  child.once('exit', () => killGroup(child))
  const ended = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(reason ?? String(code ?? signal)))
  })
  clearTimeout(clock)
  stop.removeEventListener('abort', interrupt)
  return { ended, printed: printed.join(''), seconds: (performance.now() - start) / 1000 }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Usually the whole group has already ended.
  }
}
