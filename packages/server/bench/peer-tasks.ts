// What the other servers of the benchmark have in common: the tasks they are given, how they are installed, and what is
// requested of them. Their tables are flat, without the people, projects and hours that our tasks have beside them.
import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import type { BenchRequest } from './load-generator.ts'
import type { LoadedDatabase, Progress } from './load-rows.ts'
import type { RunningServer } from './processes.ts'
import { type Cell, dayText, frequentWords, randomFrom } from './rows.ts'

export const peerCases = ['by id', 'list', 'create'] as const
export type PeerCase = (typeof peerCases)[number]

export interface PeerServer {
  readonly server: RunningServer
  readonly requests: Readonly<Record<PeerCase, readonly BenchRequest[]>>
}

export interface Peer {
  readonly name: string
  readonly version: string
  start(folder: string, tasks: PeerTasks, progress: Progress): Promise<PeerServer>
}

/** The fields of a task that are stored in its own row, and their types. */
export const peerFields = {
  localid: 'integer',
  projectid: 'integer',
  moduleid: 'integer',
  statusid: 'integer',
  priorityid: 'integer',
  title: 'string',
  summary: 'text',
  dateopen: 'date',
  datedue: 'date',
  dateclosed: 'date',
  estimate: 'integer',
} as const

export type PeerTask = Readonly<Record<keyof typeof peerFields, Cell>>

export interface PeerTasks {
  readonly count: number
  readonly at: (at: number) => PeerTask
  /** What is created while it is measured. */
  readonly created: readonly PeerTask[]
}

export function peerTasks({ setup, projects }: LoadedDatabase, count: number): PeerTasks {
  const at = (index: number): PeerTask => {
    const random = randomFrom(index)
    const pick = <T>(from: readonly T[]): T | undefined => from[random(from.length)]
    const open = random(700)
    const words = [pick(frequentWords), pick(frequentWords), pick(frequentWords), pick(frequentWords)]
    return {
      localid: index + 1,
      projectid: pick(projects) ?? 0,
      moduleid: pick(setup.modules) ?? 0,
      statusid: pick(setup.statuses) ?? 0,
      priorityid: pick(setup.priorities) ?? 0,
      title: `Task ${index + 1}: ${words.join(' ')}`,
      summary: `<p>Please look after item ${index} by the end of the month, and tell the client when it is done.</p>`,
      dateopen: dayText(open),
      datedue: random(10) === 0 ? null : dayText(open + random(200)),
      dateclosed: null,
      estimate: random(40),
    }
  }
  return { count, at, created: Array.from({ length: 200 }, (_, index) => at(count + index)) }
}

/** A sample of positions over all tasks. */
export const samplePositions = ({ count }: PeerTasks): number[] =>
  Array.from({ length: Math.min(500, count) }, (_, at) => Math.floor((at * count) / Math.min(500, count)))

/** Runs a program until it ends. Its output is in `log` of the folder, and the end of it in the error. */
export async function runIn(
  folder: string,
  [command = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const log = join(folder, 'log')
  let tail = ''
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      appendFileSync(log, text)
      tail = (tail + text).slice(-2000)
    })
  }
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}: ${tail}`)
}

/**
 * Installs packages with exact versions. Scripts of packages download binaries from other places than the registry, so
 * only those of the named packages run; without the download they compile.
 */
export async function installPackages(
  folder: string,
  packages: readonly string[],
  compiled: readonly string[],
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "peer", "version": "1.0.0", "private": true }\n')
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  await runIn(folder, ['npm', 'install', ...flags, ...packages])
  for (const name of compiled) await runIn(folder, ['npm', 'rebuild', name])
}

/** Inserts the tasks directly, because creating them over HTTP would take hours. */
export function insertTasks(
  file: string,
  table: string,
  tasks: PeerTasks,
  extra: (at: number) => Readonly<Record<string, Cell>>,
): void {
  const connection = new BetterSqlite(file)
  try {
    const names = [...Object.keys(peerFields), ...Object.keys(extra(0))]
    const insert = connection.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
    )
    connection.transaction(() => {
      for (let at = 0; at < tasks.count; at++) insert.run({ ...tasks.at(at), ...extra(at) })
    })()
    connection.exec('analyze')
  } finally {
    connection.close()
  }
}
