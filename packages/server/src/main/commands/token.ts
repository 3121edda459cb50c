// `stint token`: issues, revokes and lists API tokens. A token is shown once, when it is issued. Only its hash is
// stored, so a list never shows tokens (T-45).
import type { Command } from 'commander'
import { listTokens, revokeToken } from '../../accounts/account-list.ts'
import { findLogins, revokeTokens, storeToken, type TokenOwner } from '../../accounts/create-account.ts'
import type { Database } from '../../io/database.ts'
import { utcText } from '../../kit/calendar.ts'
import { tokenHash } from '../../kit/token.ts'
import { clockOf, readSettings } from '../config.ts'
import { randomToken } from '../first-start.ts'
import {
  addAccountOption,
  addDatabaseOptions,
  addJsonOption,
  CommandError,
  type Flags,
  oneLogin,
  printOutcome,
  readId,
  tableLines,
  UsageError,
  useDatabase,
} from './command-line.ts'

const personOptionText = 'username or id of the person'

export function addTokenCommand(program: Command): void {
  const token = program
    .command('token')
    .description('issue, revoke and list API tokens; without a subcommand: issue')
    .option('--person <name>', personOptionText)
    .option('--name <label>', 'what the token is for', 'command line')
    .option('--revoke', 'instead revoke all tokens of the person')
    .action((flags: Flags) => (flags.revoke === true ? revoke(flags) : issue(flags)))
  addJsonOption(addDatabaseOptions(addAccountOption(token)))
  const issueCommand = token
    .command('issue')
    .description('create a new API token for a person and show it once')
    .requiredOption('--person <name>', personOptionText)
    .option('--name <label>', 'what the token is for', 'command line')
    .action(issue)
  const revokeCommand = token
    .command('revoke')
    .description('revoke all tokens of a person, or one by its number, from the next request on')
    .option('--person <name>', personOptionText)
    .option('--id <number>', 'number of one token, as `stint token list` shows it')
    .action(revoke)
  const listCommand = token
    .command('list')
    .description('list tokens with their people, names and dates; the tokens themselves are never shown')
    .option('--person <name>', `only those of one person: ${personOptionText}`)
    .action(list)
  for (const command of [issueCommand, revokeCommand, listCommand])
    addJsonOption(addDatabaseOptions(addAccountOption(command)))
}

async function ownerOf(database: Database, flags: Flags): Promise<TokenOwner> {
  if (flags.person === undefined) throw new UsageError('--person is missing: the person whose token it is.')
  return oneLogin(await findLogins(database, String(flags.person)), String(flags.person), flags)
}

const issue = (flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const owner = await ownerOf(database, flags)
    const token = randomToken()
    const now = utcText(clockOf(readSettings(flags)).now())
    const id = await storeToken(database, owner, { hash: tokenHash(token), name: String(flags.name), now })
    printOutcome(flags, { id, ...owner, name: flags.name, token }, [token])
  })

const revoke = (flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    if (flags.id !== undefined) {
      const id = readId(String(flags.id), '--id')
      if (!(await revokeToken(database, id))) throw new CommandError(`There is no token with the number ${id}.`)
      printOutcome(flags, { revoked: 1 }, [`The API token ${id} is revoked.`])
      return
    }
    const owner = await ownerOf(database, flags)
    const ownTokens = (await listTokens(database)).filter(({ personid }) => personid === owner.personid)
    await revokeTokens(database, owner)
    printOutcome(flags, { revoked: ownTokens.length }, ['All API tokens of this person are revoked.'])
  })

const list = (flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const owner = flags.person === undefined ? undefined : await ownerOf(database, flags)
    const tokens = (await listTokens(database)).filter(
      ({ personid }) => owner === undefined || personid === owner.personid,
    )
    const rows = tokens.map((token) => [token.id, token.accountid, token.username, token.name, token.datecreated])
    const lines =
      tokens.length === 0
        ? ['There are no tokens.']
        : tableLines(['id', 'account', 'person', 'for', 'since (GMT)'], rows)
    printOutcome(flags, tokens, lines)
  })
