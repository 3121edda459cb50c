// Shared by the commands: the database options, the output, and the two kinds of errors. Each command has its own file;
// stint.ts turns errors into exit codes.
import type { Command } from 'commander'
import type { Database } from '../../io/database.ts'
import { readSettings, type Settings } from '../config.ts'
import { openFromSettings } from '../storage.ts'

/** The command cannot be executed; the message is one sentence. Exit code 1. */
export class CommandError extends Error {}

/** The command was typed wrong; the message is one sentence. Exit code 2. */
export class UsageError extends Error {}

export type Flags = Readonly<Record<string, unknown>>

/** Adds the options for the location of the database. */
export const addDatabaseOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'data folder (environment: STINT_DATA)')
    .option('--database-url <url>', 'PostgreSQL (environment: STINT_DATABASE_URL)')

export const addJsonOption = (command: Command): Command => command.option('--json', 'print the outcome as JSON')

export const addAccountOption = (command: Command): Command =>
  command.option('--account <number>', "the person's account, if several accounts have the username")

/** The one person with a username or id, in the account of --account if it is given. */
export function oneLogin<T extends { readonly accountid: number }>(
  logins: readonly T[],
  name: string,
  flags: Flags,
): T {
  const account = flags.account === undefined ? undefined : readId(String(flags.account), '--account')
  const [login, another] = logins.filter(({ accountid }) => account === undefined || accountid === account)
  if (login === undefined) throw new CommandError(`Nobody who can sign in has the username or id "${name}".`)
  if (another !== undefined) throw new CommandError(`The username "${name}" exists in several accounts: add --account.`)
  return login
}

/** Parses an id, such as an account's. */
export function readId(text: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`${what} must be a whole number from 1 on; "${text}" is not.`)
}

/** Opens the database alongside a server that may be running, and always closes it. */
export async function useDatabase<T>(
  flags: Flags,
  work: (database: Database, settings: Settings) => Promise<T>,
): Promise<T> {
  const { data, databaseUrl, secretKey } = flags
  // Only these flags: a command's own flag may have the name of another setting.
  const settings = readSettings({ data, databaseUrl, secretKey })
  const database = await openFromSettings(settings, { alongsideServer: true })
  try {
    return await work(database, settings)
  } finally {
    await database.close()
  }
}

/** Prints the outcome: one line of JSON with --json, else the lines for people. */
export function printOutcome(flags: Flags, outcome: unknown, lines: readonly string[]): void {
  const text = flags.json === true ? JSON.stringify(outcome) : lines.join('\n')
  if (text !== '') process.stdout.write(`${text}\n`)
}

/** Prints a status line on a terminal only: scripts need just the outcome. */
export function printStatus(sentence: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`${sentence}\n`)
}

/** A table with columns as wide as needed; numbers are aligned right. */
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
