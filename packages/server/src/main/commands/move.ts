// `stint move`: its options, the choice of the direction, and its output. main/transfer/move.ts does the work and
// prints nothing.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readSettings } from '../config.ts'
import { moveToPostgres, moveToSqlite } from '../transfer/move.ts'
import { addDatabaseOptions, addJsonOption, type Flags, printOutcome, UsageError } from './command-line.ts'
import { Progress } from './progress.ts'

export function addMoveCommand(program: Command): void {
  const command = program
    .command('move')
    .description('copy all records to the other kind of database; the old one is left as it is')
    .requiredOption('--to <where>', 'postgres://... (an empty database), or sqlite for a file in the data folder')
    .addHelpText(
      'after',
      '\nStop the server first. Documents stay in the data folder. Counts, sums and every record are compared before it' +
        '\nsays that it is done; if anything goes wrong, the new database is left empty.',
    )
  addJsonOption(addDatabaseOptions(command)).action(runMove)
}

async function runMove(flags: Flags): Promise<void> {
  const to = String(flags.to)
  const { data, databaseUrl } = readSettings(flags)
  const progress = new Progress()
  if (/^postgres(ql)?:\/\/\S+$/.test(to)) {
    if (databaseUrl !== undefined) {
      throw new UsageError('The server is on PostgreSQL already (STINT_DATABASE_URL): --to sqlite moves it back.')
    }
    const moved = await moveToPostgres(data, to, progress)
    printOutcome(flags, { to: 'postgres', ...moved }, [
      `Moved ${moved.rows} records of ${moved.tables} tables to PostgreSQL. Counts, sums and every record were compared.`,
      `Start the server with STINT_DATABASE_URL set to it, and with the same data folder ${resolve(data)}.`,
      'The old stint.sqlite is still there: move it away once you are content.',
    ])
    return
  }
  if (to !== 'sqlite') throw new UsageError(`--to must be sqlite or begin with postgres://, and "${to}" does neither.`)
  if (databaseUrl === undefined) {
    throw new UsageError('--database-url (STINT_DATABASE_URL) says which PostgreSQL to move from; it is missing.')
  }
  const moved = await moveToSqlite(data, databaseUrl, progress)
  printOutcome(flags, { to: 'sqlite', ...moved }, [
    `Moved ${moved.rows} records of ${moved.tables} tables to ${resolve(data, 'stint.sqlite')}. Counts, sums and every record were compared.`,
    'Start the server without STINT_DATABASE_URL. The PostgreSQL database is as it was.',
  ])
}
