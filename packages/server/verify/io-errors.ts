// Errors of the disk on SQLite: the n-th write, sync, open, rename and so on of a server fails, once or from then on.
// The server may reject requests or end. It must not acknowledge a write that a power cut would take, which the model
// of the disk shows, and it must start again without the error. It does not look at the texts of errors.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../test/fixture/random.ts'
import type { Json } from '../test/fixture/request-parts.ts'
import type { StintServer } from '../test/process/stint-process.ts'
import { DiskModel } from './disk-model.ts'
import { readDiskSteps } from './disk-steps.ts'
import { checkFolder } from './stored-records.ts'
import { recordingOptions, runTraced, stopTraced } from './traced-server.ts'
import type { VerifyRun } from './verify-run.ts'
import { createProject, WrittenRecords } from './written-records.ts'

/** A write to a socket or a pipe fails too: strace cannot choose by folder. */
const calls = ['pwrite64', 'fdatasync', 'fsync', 'ftruncate', 'write', 'openat', 'rename', 'mkdir', 'unlink'] as const
const errors = ['EIO', 'ENOSPC'] as const
const recordsPerRun = 12

interface Fault {
  readonly call: (typeof calls)[number]
  readonly error: (typeof errors)[number]
  /** The number of the call in its thread. */
  readonly at: number
  readonly forever: boolean
}

interface Template {
  readonly folder: string
  readonly token: string
  readonly projectid: Json | undefined
}

interface Outcome {
  readonly log: string
  readonly acknowledged: number
  readonly rejected: number
  readonly started: boolean
}

async function createTemplate(run: VerifyRun): Promise<Template> {
  const folder = run.processes.newFolder()
  const server = await run.processes.serve(folder)
  const { token } = server
  const projectid = await createProject(server, token)
  await server.process.stop()
  return { folder, token, projectid }
}

const injection = ({ call, error, at, forever }: Fault): string[] => [
  '-e',
  `inject=${call}:error=${error}:when=${at}${forever ? '+' : ''}`,
]

/** Writes with the fault, then kills the server and checks what the disk has. */
async function runWith(run: VerifyRun, template: Template, fault: Fault | null): Promise<Outcome> {
  const folder = run.processes.newFolder()
  const [data, logFile, state] = [join(folder, 'served'), join(folder, 'calls'), join(folder, 'state')]
  cpSync(template.folder, data, { recursive: true })
  const random = new Random(run.seed)
  const written = new WrittenRecords(random, template.token, template.projectid)
  const options = [...recordingOptions(logFile), ...(fault === null ? [] : injection(fault))]
  const running = runTraced(run, data, options)
  const server = await run.processes.waitUntilReady(running, data).catch(() => undefined)
  let rejected = 0
  for (let count = 0; server !== undefined && count < recordsPerRun && running.result === undefined; count++)
    if (!(await written.writeOne(server))) rejected++
  if (server !== undefined) await killIfRunning(server)
  const acknowledged = new Set(
    written.records.flatMap(({ writes }) =>
      writes.filter(({ isAcknowledged }) => isAcknowledged).map(({ requestid }) => requestid),
    ),
  )
  const expectation = { records: written.records, acknowledged, token: template.token }
  const disk = new DiskModel(data, run.withoutSync)
  disk.load(template.folder)
  for (const step of await readDiskSteps(logFile, data)) disk.apply(step)
  for (const outcome of ['none', 'some'] as const) {
    disk.build(state, random, outcome)
    await checkFolder(state, expectation)
    rmSync(state, { recursive: true })
  }
  await checkFolder(data, expectation)
  const log = readFileSync(logFile, 'latin1')
  rmSync(folder, { recursive: true })
  return { log, acknowledged: acknowledged.size, rejected, started: server !== undefined }
}

async function killIfRunning(server: StintServer): Promise<void> {
  if (server.process.result === undefined) await stopTraced(server, 'SIGKILL')
}

/** How often each thread made the call, for the thread that made it most often. */
function mostCalls(log: string, call: string): number {
  const counts = new Map<string, number>()
  for (const [, thread = ''] of log.matchAll(new RegExp(`^(\\d+) +${call}\\(`, 'gm')))
    counts.set(thread, (counts.get(thread) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** The numbers of the calls that fail: all, or so many of them in equal distances. */
const positions = (total: number, most: number): number[] =>
  Array.from({ length: Math.min(total, most) }, (_, at) => 1 + Math.floor((at * total) / Math.min(total, most)))

export async function ioErrors(run: VerifyRun): Promise<string> {
  const most = run.numberOf('calls', 20)
  const template = await createTemplate(run)
  const { log, acknowledged } = await runWith(run, template, null)
  run.log(`without an error ${acknowledged} writes are acknowledged`)
  let [runs, injected, rejected, ended] = [0, 0, 0, 0]
  for (const call of calls) {
    const total = mostCalls(log, call)
    const chosen = positions(total, most)
    for (const [index, at] of chosen.entries()) {
      const fault: Fault = { call, error: errors[index % 2] ?? 'EIO', at, forever: index % 4 < 2 }
      const outcome = await runWith(run, template, fault).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(fault)}: ${String(error)}`, { cause: error })
      })
      runs++
      if (outcome.log.includes('(INJECTED)')) injected++
      if (!outcome.started) ended++
      rejected += outcome.rejected
    }
    run.log(`${call}: ${chosen.length} of ${total} calls failed in turn; ${rejected} records rejected so far`)
  }
  if (injected === 0 || rejected === 0) throw new Error('no error had an effect')
  return `${runs} runs, ${injected} with an error of the disk, ${rejected} records rejected, ${ended} starts refused, no acknowledged write lost`
}
