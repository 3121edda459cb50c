// Runs one test file, or one tool that judges the whole tree, in a process group of its own, and says what came of it.
// A file passes only if its process told us every verdict, at least one, and then ended with 0: a file that is empty,
// exits early, hangs or dies counts as failed. It knows nothing of which files there are or in which order they run.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Line, Verdict } from './test-reporter.ts'

const REPORTER = new URL('test-reporter.ts', import.meta.url).href
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LONGEST = 10 * 60 * 1000

export interface Outcome {
  readonly title: string
  readonly verdicts: readonly Verdict[]
  /** What the process printed; shown only when something failed. */
  readonly printed: string
  readonly seconds: number
}

export async function runTestFile(file: string, interrupted: AbortSignal): Promise<Outcome> {
  const verdicts: Verdict[] = []
  let told = false
  const args = [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stdout', file]
  const outcome = await runProcess(args, interrupted, (text) => {
    const line: Line = JSON.parse(text)
    if (line === 'end') told = true
    else verdicts.push(line)
  })
  const complaint = !told
    ? `the process ended (${outcome.ended}) without telling that its tests were done`
    : verdicts.length === 0
      ? 'the file holds no test'
      : outcome.ended !== '0' && verdicts.every(({ outcome }) => outcome !== 'failed')
        ? `all tests passed, but the process ended with ${outcome.ended}`
        : undefined
  if (complaint) verdicts.push({ name: ['the file itself'], outcome: 'failed', reason: complaint })
  return { title: file, verdicts, printed: outcome.printed, seconds: outcome.seconds }
}

/** A tool counts as one test, which passes if the tool ends with 0. */
export async function runTool(title: string, args: readonly string[], interrupted: AbortSignal): Promise<Outcome> {
  const { ended, printed, seconds } = await runProcess(args, interrupted, () => {})
  const verdict: Verdict =
    ended === '0'
      ? { name: [title], outcome: 'passed' }
      : { name: [title], outcome: 'failed', reason: `ended with ${ended}` }
  return { title, verdicts: [verdict], printed, seconds }
}

interface Ended {
  /** The exit code or the signal, or why we ended it. */
  readonly ended: string
  readonly printed: string
  readonly seconds: number
}

async function runProcess(args: readonly string[], stop: AbortSignal, hear: (line: string) => void): Promise<Ended> {
  const start = performance.now()
  const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
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
  const clock = setTimeout(end, LONGEST, `stopped after ${LONGEST / 60_000} minutes`)
  const interrupt = () => end('interrupted')
  stop.addEventListener('abort', interrupt)
  if (stop.aborted) interrupt()
  // What a test started and forgot would hold its pipes open, and its port: it goes when the test file goes.
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
    // The whole group has ended already, which is the usual case.
  }
}
