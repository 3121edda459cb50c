// What the commands share: their flags for the database, how they print, and the two ways in which they end badly. What a
// command does is in its own file; how an ending becomes an exit code is in stint.ts.
import type { Command } from 'commander'
import type { Database } from '../../io/database.ts'
import { readSettings, type Settings } from '../config.ts'
import { openFromSettings } from '../serve.ts'

/** Something the operator asked for that cannot be done; the message is one sentence. Exit code 1. */
export class CommandError extends Error {}

/** A command that makes no sense as it was typed; the message is one sentence. Exit code 2. */
export class UsageError extends Error {}

export type Flags = Readonly<Record<string, unknown>>

/** Adds the flags that say where the database is. */
export const addDatabaseOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'data folder (environment: STINT_DATA)')
    .option('--database-url <url>', 'PostgreSQL (environment: STINT_DATABASE_URL)')

export const addJsonOption = (command: Command): Command => command.option('--json', 'print the outcome as JSON')

/** A whole number that is an id, such as an account's. */
export function readId(text: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`${what} must be a whole number from 1 on, and "${text}" is none.`)
}

/** Opens the database beside a server that may be running, and closes it whatever comes. */
export async function useDatabase<T>(
  flags: Flags,
  work: (database: Database, settings: Settings) => Promise<T>,
): Promise<T> {
  const { data, databaseUrl, secretKey } = flags
  // Not all of them: a command's own flag may be called as a setting is.
  const settings = readSettings({ data, databaseUrl, secretKey })
  const database = await openFromSettings(settings, { alongsideServer: true })
  try {
    return await work(database, settings)
  } finally {
    await database.close()
  }
}

/** The outcome of a command: one line of JSON when it was asked for, else the lines for a person. */
export function printOutcome(flags: Flags, outcome: unknown, lines: readonly string[]): void {
  const text = flags.json === true ? JSON.stringify(outcome) : lines.join('\n')
  if (text !== '') process.stdout.write(`${text}\n`)
}

/** What happens meanwhile is told to a person at a terminal only: a script wants the outcome. */
export function printStatus(sentence: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`${sentence}\n`)
}

/** Columns under their names, as wide as they need to be; numbers stand right. */
export function tableLines(names: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = names.map((name, at) => Math.max(name.length, ...rows.map((row) => String(row[at] ?? '').length)))
  const line = (row: readonly (string | number)[]): string =>
    names
      .map((_, at) => {
        const cell = row[at] ?? ''
        const width = widths[at] ?? 0
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  const isNumber = names.map((_, at) => typeof rows[0]?.[at] === 'number')
  const head = names.map((name, at) => (isNumber[at] ? name.padStart(widths[at] ?? 0) : name))
  return [line(head), ...rows.map(line)]
}
