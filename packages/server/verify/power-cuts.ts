// Power cuts on SQLite: records the system calls of a server while clients write and upload, builds states of the disk
// that a cut may leave, and opens each of them with the code of the server. Acknowledged writes must be there whole.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../test/fixture/random.ts'
import { DiskModel } from './disk-model.ts'
import { type DiskStep, readDiskSteps } from './disk-steps.ts'
import { checkFolder, type Expectation } from './stored-records.ts'
import { recordingOptions, runTraced, stopTraced } from './traced-server.ts'
import type { VerifyRun } from './verify-run.ts'
import { createProject, type WrittenRecord, WrittenRecords } from './written-records.ts'

const writers = 4
const recordsPerWriter = 40
/** The share of the states that are cuts before the first start has shown its login. They take longest to check. */
const firstStartShare = 0.03
/** One state in so many is also opened by a real server, which must answer and accept a write. */
const servedEvery = 250

interface Recording {
  readonly data: string
  readonly steps: readonly DiskStep[]
  readonly records: readonly WrittenRecord[]
  readonly token: string
}

async function record(run: VerifyRun): Promise<Recording> {
  const data = join(run.processes.newFolder(), 'served')
  mkdirSync(data)
  const logFile = join(run.processes.newFolder(), 'calls')
  const server = await run.processes.waitUntilReady(runTraced(run, data, recordingOptions(logFile)), data)
  const { token } = server
  const written = new WrittenRecords(new Random(run.seed), token, await createProject(server, token))
  const write = async (): Promise<void> => {
    for (let count = 0; count < recordsPerWriter; count++)
      if (!(await written.writeOne(server))) throw new Error('a write failed although nothing was cut')
  }
  await Promise.all(Array.from({ length: writers }, write))
  await stopTraced(server, 'SIGTERM')
  const steps = await readDiskSteps(logFile, data)
  rmSync(logFile)
  const replies = steps.filter(({ kind }) => kind === 'reply').length
  run.log(`${steps.length} steps on the disk, ${written.acknowledged} writes of ${written.records.length} records`)
  if (replies <= written.acknowledged) throw new Error('the log does not have every response')
  return { data, steps, records: written.records, token }
}

/** The positions of the cuts, in order. */
function cutsIn(steps: readonly DiskStep[], states: number, random: Random): number[] {
  const banner = steps.findIndex((step) => step.kind === 'reply' && step.id === 'banner')
  const early = Math.ceil(states * firstStartShare)
  const cuts = Array.from({ length: states }, (_, at) =>
    at < early ? random.below(banner) : banner + 1 + random.below(steps.length - banner),
  )
  return cuts.sort((a, b) => a - b)
}

/** A real server on the state, after it was checked: it answers, and it accepts a write. */
async function serve(run: VerifyRun, folder: string, token: string): Promise<void> {
  const server = await run.processes.serve(folder)
  const body = { name: 'After the power cut', datecreated: '2026-03-01' }
  const { status, text } = await server.request('/client/', { method: 'POST', token, body })
  if (status !== 201) throw new Error(`the server does not accept a write: ${text}`)
  const { code } = await server.process.stop()
  if (code !== 0) throw new Error(`the server ended with code ${code}`)
}

export async function powerCuts(run: VerifyRun): Promise<string> {
  const states = run.numberOf('states', 10_000)
  const random = new Random(run.seed)
  const { data, steps, records, token } = await record(run)
  const disk = new DiskModel(data, run.withoutSync)
  const acknowledged = new Set<string>()
  const folder = join(run.processes.newFolder(), 'state')
  let [position, served] = [0, 0]
  for (const [count, cut] of cutsIn(steps, states, random).entries()) {
    for (; position < cut; position++) {
      const step = steps[position]
      if (step === undefined) break
      if (step.kind === 'reply') acknowledged.add(step.id)
      else disk.apply(step)
    }
    disk.build(folder, random)
    // A cut right after the banner may replace the login. From the first response on it must stay.
    const expectation: Expectation = { records, acknowledged, token: acknowledged.size > 1 ? token : null }
    try {
      await checkFolder(folder, expectation)
      if (expectation.token !== null && count % servedEvery === 0) {
        await serve(run, folder, token)
        served++
      }
    } catch (error) {
      throw new Error(`state ${count + 1}, cut after step ${cut} of ${steps.length}: ${String(error)}`, {
        cause: error,
      })
    }
    rmSync(folder, { recursive: true })
    if ((count + 1) % 500 === 0) run.log(`${count + 1} of ${states} states`)
  }
  return `${states} states of the disk after a power cut, ${served} of them opened by a server too, none lost a write`
}
