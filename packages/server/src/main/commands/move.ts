// `stint move`: its options, the choice of the direction, and its output. main/transfer/move.ts does the work and
// prints nothing.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readSettings, type Settings } from '../config.ts'
import { readFiles, SettingError } from '../setting-parsers.ts'
import { filePlaceOf, fileStoreFrom } from '../storage.ts'
import { moveToPostgres, moveToSqlite } from '../transfer/move.ts'
import { moveFiles } from '../transfer/move-files.ts'
import { addDatabaseOptions, addJsonOption, type Flags, printOutcome, UsageError } from './command-line.ts'
import { Progress } from './progress.ts'

export function addMoveCommand(program: Command): void {
  const command = program
    .command('move')
    .description('copy all records to the other kind of database, or all files to another store; the old ones are kept')
    .requiredOption(
      '--to <where>',
      'records: postgres://... (an empty database), or sqlite for a file in the data folder; files: s3://bucket/prefix, or folder for the data folder',
    )
    .addHelpText(
      'after',
      '\nStop the server first. Records and files are moved one after the other. Counts, sums and every record are' +
        '\ncompared before it says that it is done; if anything goes wrong, the new database is left empty. Every copied' +
        '\nfile is read again. For a bucket the environment has STINT_S3_KEY_ID, STINT_S3_SECRET_KEY and, if it is not' +
        '\nat Amazon, STINT_S3_ENDPOINT.',
    )
  addJsonOption(addDatabaseOptions(command)).action(runMove)
}

async function runMove(flags: Flags): Promise<void> {
  const to = String(flags.to)
  const settings = readSettings(flags)
  const { data, databaseUrl } = settings
  const progress = new Progress()
  if (to === 'folder' || to.startsWith('s3:')) return runMoveFiles(flags, settings, to, progress)
  if (/^postgres(ql)?:\/\/\S+$/.test(to)) {
    if (databaseUrl !== undefined) {
      throw new UsageError('The server is on PostgreSQL already (STINT_DATABASE_URL): use --to sqlite to move it back.')
    }
    const moved = await moveToPostgres(data, to, progress)
    printOutcome(flags, { to: 'postgres', ...moved }, [
      `Moved ${moved.rows} records of ${moved.tables} tables to PostgreSQL. Counts, sums and every record were compared.`,
      `Start the server with STINT_DATABASE_URL set to it, and with the same data folder ${resolve(data)}.`,
      'The old stint.sqlite is still there: move it away when everything works.',
    ])
    return
  }
  if (to !== 'sqlite') throw new UsageError(`--to is "${to}"; it must be postgres://..., sqlite, s3://... or folder.`)
  if (databaseUrl === undefined) {
    throw new UsageError('--database-url (STINT_DATABASE_URL) is missing: the PostgreSQL database to move from.')
  }
  const moved = await moveToSqlite(data, databaseUrl, fileStoreFrom(settings), progress)
  printOutcome(flags, { to: 'sqlite', ...moved }, [
    `Moved ${moved.rows} records of ${moved.tables} tables to ${resolve(data, 'stint.sqlite')}. Counts, sums and every record were compared.`,
    'Start the server without STINT_DATABASE_URL. The PostgreSQL database is as it was.',
  ])
}

async function runMoveFiles(flags: Flags, settings: Settings, to: string, progress: Progress): Promise<void> {
  if ((to === 'folder') === (settings.files === undefined)) {
    throw new UsageError(
      to === 'folder'
        ? 'The files are in the data folder already: STINT_FILES is not set.'
        : 'The files are in a bucket already (STINT_FILES): use --to folder to move them back.',
    )
  }
  const files = to === 'folder' ? undefined : readFiles(to)
  if (files instanceof SettingError) throw new UsageError(`--to ${files.message}.`)
  const target = { ...settings, files }
  const moved = await moveFiles(settings, fileStoreFrom(settings), fileStoreFrom(target), progress)
  printOutcome(flags, { to, ...moved }, [
    `Copied ${moved.files} files, ${moved.bytes} bytes, to ${filePlaceOf(target)}. Every copy was read again.`,
    files === undefined ? 'Start the server without STINT_FILES.' : `Start the server with STINT_FILES=${to}.`,
    `The old files are still in ${filePlaceOf(settings)}: remove them when everything works.`,
  ])
}
