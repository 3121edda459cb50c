// `stint account`: creates, lists and limits the accounts of a server. A new account's secrets are created here and
// shown only once, as on a first start (T-56).
import type { Command } from 'commander'
import { type AccountLimit, type AccountRow, listAccounts, setAccountLimits } from '../../accounts/account-list.ts'
import type { Database } from '../../io/database.ts'
import { canonicalZone } from '../../kit/calendar.ts'
import { isEmailAddress } from '../../kit/email.ts'
import { clockOf, readSettings } from '../config.ts'
import { loginLines, newAccount, serverUrl, setupLink } from '../first-start.ts'
import {
  addDatabaseOptions,
  addJsonOption,
  CommandError,
  type Flags,
  printOutcome,
  readId,
  tableLines,
  UsageError,
  useDatabase,
} from './command-line.ts'

const limitFlags: Readonly<Record<string, AccountLimit>> = {
  dailyQuota: 'dailyquota',
  ratePerMinute: 'rateperminute',
  activeProjects: 'activeprojectlimit',
}

export function addAccountCommand(program: Command): void {
  const account = program
    .command('account')
    .description('create, list and limit the accounts of this server')
    .helpCommand(false)
  const createCommand = account
    .command('create')
    .description("create an account and its primary Administrator, and show the Administrator's secrets once")
    .requiredOption('--name <text>', 'name of the company')
    .option('--timezone <zone>', "its time zone, such as Europe/Berlin (default: this machine's)")
    .option('--username <text>', 'username of its Administrator', 'admin')
    .option('--email <address>', "the Administrator's address", 'admin@example.com')
    .action(create)
  const listCommand = account.command('list').description('list the accounts with their sizes and limits').action(list)
  const quotaCommand = account
    .command('quota')
    .description("show or set the limits of an account; `default` removes the account's own limit")
    .argument('<account>', 'number of the account, as `stint account list` shows it')
    .option('--daily-quota <number>', 'requests it may make in a GMT day')
    .option('--rate-per-minute <number>', 'requests a minute with one token or session')
    .option('--active-projects <number>', 'projects that may be active at a time')
    .action(quota)
  for (const command of [createCommand, listCommand, quotaCommand]) addJsonOption(addDatabaseOptions(command))
}

/** A name from the command line, with the same rules as in the API. */
function readName(flags: Flags, flag: string): string {
  const text = String(flags[flag]).trim()
  if (text !== '' && [...text].length <= 255 && !/\p{Cc}/u.test(text)) return text
  throw new UsageError(`--${flag}: must have 1 to 255 characters, none of them a control character.`)
}

function readNewAccount(flags: Flags): { name: string; timezone: string; username: string; email: string } {
  const requested = String(flags.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const timezone = canonicalZone(requested)
  if (timezone === null)
    throw new UsageError(`--timezone: "${requested}" is not a time zone; use a name such as Europe/Berlin.`)
  const email = String(flags.email)
  if (!isEmailAddress(email)) throw new UsageError(`--email: "${email}" is not an email address.`)
  return { name: readName(flags, 'name'), username: readName(flags, 'username'), timezone, email }
}

async function create(flags: Flags): Promise<void> {
  const requested = readNewAccount(flags)
  await useDatabase(flags, async (database) => {
    const settings = readSettings(flags)
    const { setup, ...created } = await newAccount(database, clockOf(settings), {
      ...requested,
      tokenName: 'account create',
    })
    const link = setupLink(settings.publicUrl ?? serverUrl(settings, settings.port), setup ?? '')
    printOutcome(flags, { ...created, setup: link }, [
      `Account ${created.accountid} created. Keep these details: they are shown only once.`,
      ...loginLines(created, link),
    ])
  })
}

const limitText = (limit: number | null): string => (limit === null ? 'default' : String(limit))

const list = (flags: Flags): Promise<void> =>
  useDatabase(flags, async (database) => {
    const accounts = await listAccounts(database)
    const names = ['id', 'name', 'people', 'active projects', 'tasks', 'daily quota', 'per minute', 'project limit']
    const rows = accounts.map((row) => [
      row.id,
      row.name,
      row.people,
      row.activeprojects,
      row.tasks,
      limitText(row.dailyquota),
      limitText(row.rateperminute),
      row.activeprojectlimit === null ? 'none' : String(row.activeprojectlimit),
    ])
    printOutcome(flags, accounts, accounts.length === 0 ? ['There are no accounts.'] : tableLines(names, rows))
  })

async function findAccount(database: Database, id: number): Promise<AccountRow> {
  const account = (await listAccounts(database)).find((row) => row.id === id)
  if (account === undefined) throw new CommandError(`There is no account ${id}.`)
  return account
}

function readLimit(text: string, flag: string): number | null {
  if (text === 'default') return null
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`--${flag}: "${text}" is neither a whole number from 1 on nor "default".`)
}

async function quota(account: string, flags: Flags): Promise<void> {
  const id = readId(account, 'The account')
  const limits = Object.entries(limitFlags).flatMap(([flag, limit]) =>
    flags[flag] === undefined
      ? []
      : [[limit, readLimit(String(flags[flag]), flag.replace(/[A-Z]/g, '-$&').toLowerCase())] as const],
  )
  await useDatabase(flags, async (database) => {
    await findAccount(database, id)
    if (limits.length > 0) await setAccountLimits(database, id, Object.fromEntries(limits))
    const { name, dailyquota, rateperminute, activeprojectlimit } = await findAccount(database, id)
    printOutcome(flags, { id, name, dailyquota, rateperminute, activeprojectlimit }, [
      `Account ${id}, ${name}`,
      `  Requests a GMT day               ${dailyquota ?? 'as STINT_DAILY_QUOTA says'}`,
      `  Requests a minute of a token     ${rateperminute ?? 'as STINT_RATE_PER_MINUTE says'}`,
      `  Active projects at a time        ${activeprojectlimit ?? 'no limit'}`,
    ])
  })
}
