// `stint migrate`: brings the database to this program's schema without serving, or only tries it. What a migration is and how
// it is applied is in io/migrate.ts; a start of the server applies them as well.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../io/clock.ts'
import { type Trial, tryMigrations } from '../io/migrate-trial.ts'
import { type Flags, mention, print, tableLines, withDatabase, withJson } from './command-line.ts'
import { readSettings, type Settings } from './config.ts'
import { openFor, prepareFolder } from './serve.ts'

export function addMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description("bring the database to this program's schema; the server must not run")
    .option('--dry-run', 'only try it: on a copy (SQLite) or in a transaction that is rolled back (PostgreSQL)')
    .action((flags: Flags) => (flags.dryRun === true ? tryThem(flags) : migrate(flags)))
  withJson(withDatabase(command))
}

const none = 'No migration is outstanding.'

async function migrate(flags: Flags): Promise<void> {
  const settings = readSettings(flags)
  prepareFolder(settings.data)
  const lines: string[] = []
  const database = await openFor(settings, { log: (line) => lines.push(line) })
  await database.close()
  const applied = lines.flatMap((line) => /^Applied migration (\S+)\.$/.exec(line)?.[1] ?? [])
  print(flags, { applied }, lines.length === 0 ? [none] : lines)
}

async function tryThem(flags: Flags): Promise<void> {
  const settings = readSettings(flags)
  mention('Trying the outstanding migrations.')
  const trial = await trialOf(settings)
  const { outstanding, tables } = trial
  if (outstanding.length === 0) {
    print(flags, trial, [none])
    return
  }
  const rows = tables.map(({ table, before, after }) => [table, before ?? '-', after ?? '-'])
  print(flags, trial, [
    ...outstanding.map((label) => `Outstanding: ${label}`),
    'They were tried and can be applied; nothing was changed. Rows of each table before and after:',
    ...tableLines(['table', 'before', 'after'], rows),
  ])
}

const trialOf = ({ databaseUrl: url, data }: Settings): Promise<Trial> =>
  tryMigrations({ url, dataFolder: resolve(data), clock: systemClock })
