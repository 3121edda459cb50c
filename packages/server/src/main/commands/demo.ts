// `stint demo`: loads the demo company into a database without accounts, and does not start a server. `stint serve
// --demo` does the same on a first start. A database with accounts is rejected, because the company's tokens are
// publicly known.
import type { Command } from 'commander'
import { readSettings } from '../config.ts'
import { demoTokens } from '../demo/people.ts'
import { fileStoreFrom, openFromSettings, prepareDataFolder } from '../storage.ts'
import {
  addDatabaseOptions,
  addJsonOption,
  CommandError,
  type Flags,
  printOutcome,
  printStatus,
} from './command-line.ts'

export function addDemoCommand(program: Command): void {
  const command = program
    .command('demo')
    .description('load the demo company into an empty database; the server must not run')
    .action(runDemo)
  addJsonOption(addDatabaseOptions(command))
}

async function runDemo(flags: Flags): Promise<void> {
  const { demoLines, prepareFirstAccount } = await import('../first-account.ts')
  const { finishFirstStart } = await import('../unfinished-first-start.ts')
  const settings = { ...readSettings(flags), demo: true }
  prepareDataFolder(settings.data)
  const database = await openFromSettings(settings, {})
  try {
    printStatus('Loading the demo company; this takes a few seconds.')
    const created = await prepareFirstAccount(settings, database, fileStoreFrom(settings), printStatus)
    if (created === null)
      throw new CommandError('This database has accounts already: the demo company needs an empty one.')
    const { username, password, token } = created
    printOutcome(flags, { username, password, token, tokens: demoTokens }, [
      'Keep these: they are not shown again.',
      `  Username   ${username}`,
      `  Password   ${password}`,
      `  API token  ${token}`,
      ...demoLines(),
    ])
    finishFirstStart(settings)
  } finally {
    await database.close()
  }
}
