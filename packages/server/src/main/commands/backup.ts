// `stint backup` and `stint restore`: their options and their output. main/backup does the work and prints nothing.
// The output is for people, or JSON for programs.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Clock } from '../../io/clock.ts'
import { utcText } from '../../kit/calendar.ts'
import { makeBackup } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { clockOf, readSettings } from '../config.ts'
import { s3LocationFrom } from '../storage.ts'
import { addDatabaseOptions, addJsonOption, CommandError, type Flags, printOutcome } from './command-line.ts'
import { Progress } from './progress.ts'

export function addBackupCommand(program: Command): void {
  const command = program
    .command('backup')
    .description('write everything, documents included, into one file; the server may run meanwhile')
    .option('--to <file>', 'the file to write, or a folder for one named by date and time', '.')
    .option('--with-key', 'put the key of secure notes in too; without it, keep a copy of secret.key somewhere else')
    .option('--without-lost-files', 'continue when files of documents are missing or damaged, without them')
    .option(
      '--secret-key <keys>',
      'the key, if it is not in secret.key in the data folder (environment: STINT_SECRET_KEY)',
    )
    .addHelpText(
      'after',
      '\nThe file can be read by its owner only and is as secret as the server: it contains everything except the key of secure notes.',
    )
  addJsonOption(addDatabaseOptions(command)).action(runBackup)
}

/** A folder means a file in it whose name sorts by time. */
function backupPath(to: string, clock: Clock): string {
  if (!existsSync(to)) {
    if (/[\\/]$/.test(to)) throw new CommandError(`There is no folder ${resolve(to)}: create it first.`)
    return resolve(to)
  }
  const stamp = utcText(clock.now()).replace(' ', '-').replaceAll(':', '')
  const file = statSync(to).isDirectory() ? join(to, `stint-${stamp}.stint`) : to
  if (existsSync(file)) throw new CommandError(`${resolve(file)} exists already: choose another name.`)
  return resolve(file)
}

async function runBackup(flags: Flags): Promise<void> {
  const settings = readSettings(flags)
  const to = backupPath(String(flags.to), clockOf(settings))
  const options = { to, withKey: flags.withKey === true, withoutLostFiles: flags.withoutLostFiles === true }
  const backup = await makeBackup(settings, options, new Progress())
  printOutcome(flags, backup, [
    `Backup ${backup.file}: ${backup.rows} records, ${backup.files} files, ${backup.bytes} bytes.`,
    ...(backup.lostFiles.length > 0 ? [`Without ${backup.lostFiles.length} files that are missing or damaged.`] : []),
    backup.withKey
      ? 'It contains the key of secure notes: whoever has the file can read everything.'
      : 'The key of secure notes is not in it: keep a copy of secret.key somewhere else.',
  ])
}

export function addRestoreCommand(program: Command): void {
  const command = program
    .command('restore')
    .description('create the data of a server from a backup, in an empty folder or database')
    .requiredOption('--from <file>', 'the backup')
    .option('--data <folder>', 'new or empty data folder (environment: STINT_DATA)')
    .option('--database-url <url>', 'empty PostgreSQL database for the records (environment: STINT_DATABASE_URL)')
    .addHelpText(
      'after',
      '\nThe whole backup is checked first. It does not matter on which database it was made. Unless the backup contains the' +
        '\nkey of secure notes, put secret.key into the data folder before you start the server.',
    )
  addJsonOption(command).action(runRestore)
}

async function runRestore(flags: Flags): Promise<void> {
  const settings = readSettings(flags)
  const into = { ...settings, s3: s3LocationFrom(settings) }
  const restored = await restoreBackup(String(flags.from), into, new Progress())
  const folder = resolve(settings.data)
  printOutcome(flags, { data: folder, ...restored }, [
    `Restored into ${folder}${settings.databaseUrl === undefined ? '' : ' and PostgreSQL'}: ${restored.rows} records and ` +
      `${restored.files} files, as of ${restored.made} GMT. Counts, sums and every record were compared.`,
    ...(restored.missing.length > 0 ? [`${restored.missing.length} files were missing when the backup was made.`] : []),
    ...(restored.withKey
      ? []
      : ['The backup did not contain the key of secure notes: put your secret.key into the data folder.']),
  ])
}
