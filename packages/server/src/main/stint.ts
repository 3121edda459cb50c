#!/usr/bin/env node
// The `stint` command: what an operator types. It reads flags, calls the function that does the work, and turns every
// expected failure into one sentence on standard error and exit code 1.
import { Command } from 'commander'
import { renewKeys } from '../engine/encryption.ts'
import { systemClock } from '../io/clock.ts'
import { utcText } from '../kit/calendar.ts'
import { tokenHash } from '../kit/token.ts'
import { accountIds, findLogins, keepToken, revokeTokens } from '../resources/account.ts'
import { resources } from '../resources/all.ts'
import { readSettings, settingList, WrongSetting } from './config.ts'
import { newToken } from './first-start.ts'
import { openFor, serve } from './serve.ts'

/** Something the operator asked for that cannot be done; the message is one sentence. */
class CannotDo extends Error {}

const program = new Command('stint').description('Stint: self-hosted work management').showHelpAfterError()

const serveCommand = program.command('serve').description('start the server; makes and migrates its database as needed')
for (const { flag, meaning, shownDefault, env, key } of settingList) {
  const text = key === 'demo' ? `--${flag}` : `--${flag} <value>`
  serveCommand.option(text, `${meaning} (default: ${shownDefault}; environment: ${env})`)
}
serveCommand.action((flags: Record<string, unknown>) => serve(readSettings(flags)))

program
  .command('token')
  .description('make a new API token for a person and show it once')
  .requiredOption('--person <name>', 'login name or id of the person')
  .option('--name <label>', 'what the token is for', 'command line')
  .option('--revoke', 'instead revoke all tokens of the person')
  .option('--data <folder>', 'data folder (environment: STINT_DATA)')
  .option('--database-url <url>', 'PostgreSQL (environment: STINT_DATABASE_URL)')
  .action(tokenCommand)

async function tokenCommand(flags: Record<string, unknown>): Promise<void> {
  const settings = readSettings(flags)
  const database = await openFor(settings, { beside: true })
  try {
    const [owner, another] = await findLogins(database, String(flags.person))
    if (owner === undefined) throw new CannotDo(`Nobody who can log in is called "${flags.person}".`)
    if (another !== undefined)
      throw new CannotDo(`"${flags.person}" is a login in several accounts: give the person's id.`)
    if (flags.revoke === true) {
      await revokeTokens(database, owner)
      process.stdout.write('All API tokens of this person are revoked.\n')
      return
    }
    const token = newToken()
    await keepToken(database, owner, {
      hash: tokenHash(token),
      name: String(flags.name),
      now: utcText(systemClock.now()),
    })
    process.stdout.write(`${token}\n`)
  } finally {
    await database.close()
  }
}

program
  .command('rekey')
  .description('encrypt every secure note anew with the first of the keys; the server may run meanwhile')
  .option('--secret-key <keys>', 'the new key and the old ones behind it (environment: STINT_SECRET_KEY)')
  .option('--data <folder>', 'data folder (environment: STINT_DATA)')
  .option('--database-url <url>', 'PostgreSQL (environment: STINT_DATABASE_URL)')
  .action(rekeyCommand)

async function rekeyCommand(flags: Record<string, unknown>): Promise<void> {
  const database = await openFor(readSettings(flags), { beside: true })
  try {
    let count = 0
    const lost: string[] = []
    for (const accountid of await accountIds(database)) {
      const renewed = await renewKeys(database, resources.values(), accountid)
      count += renewed.count
      lost.push(...renewed.lost)
    }
    process.stdout.write(`Notes encrypted anew with the first key: ${count}\n`)
    if (lost.length > 0) throw new CannotDo(`Notes left as they were: ${lost.length} (${lost.join('; ')}).`)
  } finally {
    await database.close()
  }
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof WrongSetting || error instanceof CannotDo)) throw error
  process.stderr.write(`stint: ${error.message}\n`)
  process.exit(1)
}
