// `stint token`: issuing, revoking and listing the API tokens of people. A token is shown once, when it is issued; afterwards
// there is only its hash, so a list names tokens and never shows one (T-45).
import type { Command } from 'commander'
import type { Database } from '../io/database.ts'
import { utcText } from '../kit/calendar.ts'
import { tokenHash } from '../kit/token.ts'
import { findLogins, keepToken, revokeTokens, type TokenOwner } from '../resources/account.ts'
import { listTokens, revokeToken } from '../resources/account-list.ts'
import {
  beside,
  CannotDo,
  type Flags,
  print,
  readId,
  tableLines,
  WrongUsage,
  withDatabase,
  withJson,
} from './command-line.ts'
import { clockOf, readSettings } from './config.ts'
import { newToken } from './first-start.ts'

const personText = 'login name or id of the person'

const withAccount = (command: Command): Command =>
  command.option('--account <number>', "the person's account, where a login name is in several")

export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('issue, revoke and list API tokens; without a word behind it: issue')
    .option('--person <name>', personText)
    .option('--name <label>', 'what the token is for', 'command line')
    .option('--revoke', 'instead revoke all tokens of the person')
    .action((flags: Flags) => (flags.revoke === true ? revoke(flags) : issue(flags)))
  withJson(withDatabase(withAccount(token)))
  const issuing = token
    .command('issue')
    .description('make a new API token for a person and show it once')
    .requiredOption('--person <name>', personText)
    .option('--name <label>', 'what the token is for', 'command line')
    .action(issue)
  const revoking = token
    .command('revoke')
    .description('revoke all tokens of a person, or one by its number; it counts from the next request on')
    .option('--person <name>', personText)
    .option('--id <number>', 'number of one token, as `stint token list` shows it')
    .action(revoke)
  const listing = token
    .command('list')
    .description('list tokens: whose they are, what for and since when; never the tokens themselves')
    .option('--person <name>', `only those of one person: ${personText}`)
    .action(list)
  for (const command of [issuing, revoking, listing]) withJson(withDatabase(withAccount(command)))
}

async function ownerOf(database: Database, flags: Flags): Promise<TokenOwner> {
  if (flags.person === undefined) throw new WrongUsage('--person says whose token it is; it is missing.')
  const account = flags.account === undefined ? undefined : readId(String(flags.account), '--account')
  const found = await findLogins(database, String(flags.person))
  const [owner, another] = found.filter(({ accountid }) => account === undefined || accountid === account)
  if (owner === undefined) throw new CannotDo(`Nobody who can log in is called "${flags.person}".`)
  if (another !== undefined)
    throw new CannotDo(`"${flags.person}" is a login in several accounts: say --account as well.`)
  return owner
}

const issue = (flags: Flags): Promise<void> =>
  beside(flags, async (database) => {
    const owner = await ownerOf(database, flags)
    const token = newToken()
    const now = utcText(clockOf(readSettings(flags)).now())
    const id = await keepToken(database, owner, { hash: tokenHash(token), name: String(flags.name), now })
    print(flags, { id, ...owner, name: flags.name, token }, [token])
  })

const revoke = (flags: Flags): Promise<void> =>
  beside(flags, async (database) => {
    if (flags.id !== undefined) {
      const id = readId(String(flags.id), '--id')
      if (!(await revokeToken(database, id))) throw new CannotDo(`There is no token with the number ${id}.`)
      print(flags, { revoked: 1 }, [`The API token ${id} is revoked.`])
      return
    }
    const owner = await ownerOf(database, flags)
    const mine = (await listTokens(database)).filter(({ personid }) => personid === owner.personid)
    await revokeTokens(database, owner)
    print(flags, { revoked: mine.length }, ['All API tokens of this person are revoked.'])
  })

const list = (flags: Flags): Promise<void> =>
  beside(flags, async (database) => {
    const owner = flags.person === undefined ? undefined : await ownerOf(database, flags)
    const tokens = (await listTokens(database)).filter(
      ({ personid }) => owner === undefined || personid === owner.personid,
    )
    const rows = tokens.map((token) => [token.id, token.accountid, token.username, token.name, token.datecreated])
    const lines =
      tokens.length === 0
        ? ['There are no tokens.']
        : tableLines(['id', 'account', 'person', 'for', 'since (GMT)'], rows)
    print(flags, tokens, lines)
  })
