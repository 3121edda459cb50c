// `stint export` and `stint import`: their options and their output. main/transfer does the work and prints nothing.
// The output is for people, or JSON for programs.
import type { Command } from 'commander'
import { readSettings } from '../config.ts'
import { addDatabaseOptions, addJsonOption, type Flags, printOutcome, readId } from './command-line.ts'
import { Progress } from './progress.ts'

export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('write one account into open files (JSON lines, CSV, documents); the server may run meanwhile')
    .requiredOption('--account <number>', 'which account, as `stint account list` shows it')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .option('--with-secrets', 'also tokens, password hashes and the texts of secure notes')
    .option(
      '--secret-key <keys>',
      'the key of secure notes, if it is not in secret.key (environment: STINT_SECRET_KEY)',
    )
  addJsonOption(addDatabaseOptions(command)).action(runExport)
}

export function addImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description('create a new account from an export; the server may run meanwhile')
    .requiredOption('--from <folder>', 'the export')
    .option(
      '--secret-key <keys>',
      'the key of secure notes, if it is not in secret.key (environment: STINT_SECRET_KEY)',
    )
    .addHelpText(
      'after',
      '\nThe records get new ids and keep their local numbers. The account does not exist until all of it has been compared.',
    )
  addJsonOption(addDatabaseOptions(command)).action(runImport)
}

async function runExport(flags: Flags): Promise<void> {
  const options = {
    accountid: readId(String(flags.account), '--account'),
    to: String(flags.to),
    withSecrets: flags.withSecrets === true,
  }
  const { exportAccount } = await import('../transfer/export.ts')
  const result = await exportAccount(readSettings(flags), options, new Progress())
  printOutcome(flags, result, [
    `Exported "${result.account}" to ${result.folder}: ${result.rows} records, ${result.documents} documents.`,
    ...(result.withSecrets
      ? ['Tokens, password hashes and secure notes are in it: keep it as safe as the server.']
      : [`Without tokens and password hashes, and without the texts of ${result.closedNotes} secure notes.`]),
  ])
}

async function runImport(flags: Flags): Promise<void> {
  const { importAccount } = await import('../transfer/import.ts')
  const result = await importAccount(readSettings(flags), String(flags.from), new Progress())
  printOutcome(flags, result, [
    `Imported "${result.account}" as account ${result.accountid}: ${result.rows} records, ${result.documents} documents. Counts and sums were compared.`,
    ...(result.withSecrets
      ? []
      : ['Its people have no passwords and no tokens yet: "stint token issue" creates a token.']),
    ...(result.closedNotes > 0 ? [`The texts of ${result.closedNotes} secure notes were not in the export.`] : []),
  ])
}
