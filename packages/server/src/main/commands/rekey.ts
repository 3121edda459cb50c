// `stint rekey`: encrypts every secure note and stored secret with the first key, while the server may run. What
// cannot be decrypted stays unchanged and is reported.
import type { Command } from 'commander'
import { storeFact } from '../../accounts/installation.ts'
import {
  addDatabaseOptions,
  addJsonOption,
  CommandError,
  type Flags,
  printOutcome,
  useDatabase,
} from './command-line.ts'

export function addRekeyCommand(program: Command): void {
  const command = program
    .command('rekey')
    .description(
      'encrypt every secure note and stored secret again with the first of the keys; the server may run meanwhile',
    )
    .option('--secret-key <keys>', 'the new key, then the old ones (environment: STINT_SECRET_KEY)')
    .action(runRekey)
  addJsonOption(addDatabaseOptions(command))
}

const runRekey = (flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const { rekeyDatabase } = await import('../rekey-database.ts')
    const { count, failures } = await rekeyDatabase(database)
    if (failures.length === 0 && database.dialect === 'postgres')
      await storeFact(database, 'key', database.vault.currentKeyName())
    printOutcome(flags, { renewed: count, lost: failures }, [`Texts encrypted again with the first key: ${count}`])
    if (failures.length > 0) throw new CommandError(`Texts not changed: ${failures.length} (${failures.join('; ')}).`)
  })
