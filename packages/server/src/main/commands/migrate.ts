// `stint migrate`: migrates the database to this program's schema without starting a server, or only tries it. The
// migrations are in io/migrations.ts; a server applies them at its start too.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../io/clock.ts'
import { dryRunMigrations, type MigrationDryRun } from '../../io/migrate-dry-run.ts'
import { readSettings, type Settings } from '../config.ts'
import { openFromSettings, prepareDataFolder } from '../storage.ts'
import { addDatabaseOptions, addJsonOption, type Flags, printOutcome, printStatus, tableLines } from './command-line.ts'

export function addMigrateCommand(program: Command): void {
  const command = program
    .command('migrate')
    .description("bring the database to this program's schema; the server must not run")
    .option('--dry-run', 'only try it: on a copy (SQLite) or in a transaction that is rolled back (PostgreSQL)')
    .action((flags: Flags) => (flags.dryRun === true ? runDryRun(flags) : runMigrate(flags)))
  addJsonOption(addDatabaseOptions(command))
}

const nothingPending = 'No migration is outstanding.'

async function runMigrate(flags: Flags): Promise<void> {
  const settings = readSettings(flags)
  prepareDataFolder(settings.data)
  const lines: string[] = []
  const database = await openFromSettings(settings, { log: (line) => lines.push(line) })
  await database.close()
  const applied = lines.flatMap((line) => /^Applied migration (\S+)\.$/.exec(line)?.[1] ?? [])
  printOutcome(flags, { applied }, lines.length === 0 ? [nothingPending] : lines)
}

async function runDryRun(flags: Flags): Promise<void> {
  const settings = readSettings(flags)
  printStatus('Trying the outstanding migrations.')
  const dryRun = await dryRunOf(settings)
  const { outstanding, tables } = dryRun
  if (outstanding.length === 0) {
    printOutcome(flags, dryRun, [nothingPending])
    return
  }
  const rows = tables.map(({ table, before, after }) => [table, before ?? '-', after ?? '-'])
  printOutcome(flags, dryRun, [
    ...outstanding.map((label) => `Outstanding: ${label}`),
    'They were tried and can be applied; nothing was changed. Rows of each table before and after:',
    ...tableLines(['table', 'before', 'after'], rows),
  ])
}

const dryRunOf = ({ databaseUrl: url, data }: Settings): Promise<MigrationDryRun> =>
  dryRunMigrations({ url, dataFolder: resolve(data), clock: systemClock })
