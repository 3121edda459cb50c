// For an Administrator who cannot sign in any more: `stint person reset` makes a one-time link to choose a new
// password, `stint person factor --off` turns off a lost second factor. Both need no running server and no mail server.
// Only the hash of the link is stored (T-141).
import type { Command } from 'commander'
import { findLogins } from '../../accounts/create-account.ts'
import { createPasswordLink } from '../../auth/link-code.ts'
import { passwordLinkPath, readLinkPerson } from '../../auth/password-link.ts'
import { removeFactor } from '../../auth/second-factor.ts'
import { clockOf, readSettings } from '../config.ts'
import { serverUrl } from '../first-start.ts'
import {
  addAccountOption,
  addDatabaseOptions,
  addJsonOption,
  CommandError,
  type Flags,
  oneLogin,
  printOutcome,
  useDatabase,
} from './command-line.ts'

export function addPersonCommand(program: Command): void {
  const person = program.command('person').description('help people who cannot sign in').helpCommand(false)
  const command = person
    .command('reset')
    .description('create and show a link with which a person can choose a new password, once and within an hour')
    .argument('<person>', 'username or id of the person')
    .action(reset)
  addJsonOption(addDatabaseOptions(addAccountOption(command)))
  const factor = person
    .command('factor')
    .description('turn off the two-factor sign-in of a person who lost the app and the recovery codes')
    .argument('<person>', 'username or id of the person')
    .requiredOption('--off', 'turn it off')
    .action(turnFactorOff)
  addJsonOption(addDatabaseOptions(addAccountOption(factor)))
}

const turnFactorOff = (name: string, flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const { accountid, personid } = oneLogin(await findLogins(database, name), name, flags)
    const wasOn = await database.write(accountid, (tx) => removeFactor(tx, personid))
    if (!wasOn) throw new CommandError(`Two-factor sign-in of "${name}" is off already.`)
    printOutcome(flags, { accountid, personid, factor: 'off' }, [`Two-factor sign-in of "${name}" is off.`])
  })

const reset = (name: string, flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const settings = readSettings(flags)
    const { accountid, personid } = oneLogin(await findLogins(database, name), name, flags)
    const now = clockOf(settings).now()
    const link = await database.write(accountid, async (tx) => {
      const person = await readLinkPerson(tx, personid)
      if (!person?.active) throw new CommandError(`"${name}" is inactive; another Administrator can activate them.`)
      if (!person.hasRole) throw new CommandError(`"${name}" has no role; another Administrator can give them one.`)
      return createPasswordLink(tx, { personid, kind: 'reset', now, address: null })
    })
    const url = `${settings.publicUrl ?? serverUrl(settings, settings.port)}${passwordLinkPath(link.code)}`
    printOutcome(flags, { accountid, personid, link: url, dateexpires: link.dateexpires }, [url])
  })
