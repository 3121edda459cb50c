// What the tests of copies share: running a command to its end, and reading all responses of an account, so that two
// servers can be compared byte for byte.
import assert from 'node:assert/strict'
import { reports } from '../../src/reports/all.ts'
import { resources } from '../../src/resources/all.ts'
import type { JsonObject } from '../fixture/request-parts.ts'
import { type ProcessResult, type StintServer, stintEntry, type TestProcesses } from '../process/stint-process.ts'

export type CommandEnv = Readonly<Record<string, string>>

export const runStint = (desk: TestProcesses, args: readonly string[], env: CommandEnv = {}): Promise<ProcessResult> =>
  desk.run({ args, env }).finished

/** Runs a command that must succeed without warnings, and returns the JSON that it prints. */
export async function runToSuccess(
  desk: TestProcesses,
  args: readonly string[],
  env: CommandEnv = {},
): Promise<JsonObject> {
  const { code, stdout, stderr } = await runStint(desk, [...args, '--json'], env)
  assert.deepEqual([code, stderr], [0, ''], `${args.join(' ')}: ${stderr}`)
  assert.match(stdout, /^\{[^\n]+\}\n$/)
  return JSON.parse(stdout) as JsonObject
}

/** Runs a command that must fail with one message. */
export async function runToFailure(
  desk: TestProcesses,
  args: readonly string[],
  sentence: RegExp,
  env: CommandEnv = {},
): Promise<void> {
  const { code, stdout, stderr } = await runStint(desk, args, env)
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, /^stint: [^\n]+\.\n$/)
  assert.match(stderr, sentence)
}

/** Runs the command with a limit for the size of files, in blocks of 512 bytes, which simulates a full disk. */
export const runOnSmallDisk = (
  desk: TestProcesses,
  blocks: number,
  args: readonly string[],
  env: CommandEnv = {},
): Promise<ProcessResult> => {
  const limit = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`
  return desk.run({ program: ['bash', '-c', limit, 'bash', process.execPath, stintEntry, ...args], env }).finished
}

/** The elapsed time of a running timer changes with the clock. */
const runningTimes = /"(timelapsed|totaltime)":"\d+",/g

const ignoredResources = new Set(['quota'])

/** Every list and report as an Administrator reads it, and the bytes of every document. */
export async function readAllAnswers(server: StintServer, token: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const ask = async (path: string): Promise<void> => {
    const { status, text } = await server.request(path, { token })
    answers.set(path, `${status} ${text.replaceAll(runningTimes, '')}`)
  }
  const allOf = async (name: string): Promise<JsonObject[]> =>
    (await server.request(`/${name}/?limit=0`, { token })).json[name] as JsonObject[]
  const idsOf = async (name: string): Promise<unknown[]> => (await allOf(name)).map(({ id }) => id)
  for (const [name, { requiredFilters = [], recorded }] of resources) {
    // An export has no events, and they would change the order in which ids appear.
    if (recorded === false) continue
    const [parent] = requiredFilters
    if (ignoredResources.has(name)) continue
    if (parent === undefined) await ask(`/${name}/?limit=0`)
    else for (const id of await idsOf(parent.replace(/id$/, ''))) await ask(`/${name}/?${parent}=${id}&limit=0`)
  }
  for (const name of reports.keys()) await ask(`/${name}/`)
  for (const id of await idsOf('document')) await ask(`/document/${id}/download/`)
  for (const { id, receiptfilename } of await allOf('expense'))
    if (receiptfilename !== null) await ask(`/expense/${id}/download/`)
  const unanswered = [...answers].filter(([, text]) => !text.startsWith('200 '))
  assert.deepEqual(unanswered, [], 'a request has no response to compare')
  return answers
}

export function assertSameAnswers(now: Map<string, string>, was: Map<string, string>): void {
  assert.deepEqual([...now.keys()], [...was.keys()])
  for (const [path, text] of was) assert.equal(now.get(path), text, path)
}
