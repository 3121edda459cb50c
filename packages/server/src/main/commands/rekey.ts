// `stint rekey`: encrypts every secure note of every account with the first key, while the server may run. A note that
// cannot be decrypted stays unchanged and is reported.
import type { Command } from 'commander'
import { accountIds } from '../../accounts/create-account.ts'
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
    .description('encrypt every secure note anew with the first of the keys; the server may run meanwhile')
    .option('--secret-key <keys>', 'the new key and the old ones behind it (environment: STINT_SECRET_KEY)')
    .action(runRekey)
  addJsonOption(addDatabaseOptions(command))
}

const runRekey = (flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const { rekeyAccount } = await import('../../engine/encryption.ts')
    const { resources } = await import('../../resources/all.ts')
    let count = 0
    const lost: string[] = []
    for (const accountid of await accountIds(database)) {
      const renewed = await rekeyAccount(database, resources.values(), accountid)
      count += renewed.count
      lost.push(...renewed.failures)
    }
    printOutcome(flags, { renewed: count, lost }, [`Notes encrypted anew with the first key: ${count}`])
    if (lost.length > 0) throw new CommandError(`Notes left as they were: ${lost.length} (${lost.join('; ')}).`)
  })
