// `stint rekey`: every secure note of every account under the first of the keys, while the server may run. What does not open
// is left as it is and told.
import type { Command } from 'commander'
import { renewKeys } from '../engine/encryption.ts'
import { accountIds } from '../resources/account.ts'
import { resources } from '../resources/all.ts'
import { beside, CannotDo, type Flags, print, withDatabase, withJson } from './command-line.ts'

export function addRekey(program: Command): void {
  const command = program
    .command('rekey')
    .description('encrypt every secure note anew with the first of the keys; the server may run meanwhile')
    .option('--secret-key <keys>', 'the new key and the old ones behind it (environment: STINT_SECRET_KEY)')
    .action(rekey)
  withJson(withDatabase(command))
}

const rekey = (flags: Flags): Promise<void> =>
  beside(flags, async (database) => {
    let count = 0
    const lost: string[] = []
    for (const accountid of await accountIds(database)) {
      const renewed = await renewKeys(database, resources.values(), accountid)
      count += renewed.count
      lost.push(...renewed.lost)
    }
    print(flags, { renewed: count, lost }, [`Notes encrypted anew with the first key: ${count}`])
    if (lost.length > 0) throw new CannotDo(`Notes left as they were: ${lost.length} (${lost.join('; ')}).`)
  })
