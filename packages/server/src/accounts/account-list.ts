// Accounts and tokens for the operator of the server: lists over all accounts, account limits, and revoking a token.
// Only the command line uses it; it cannot be reached through the API.
import type { Database } from '../io/database.ts'
import { deleteRows, slot, sql, statement } from '../io/sql.ts'

export interface AccountRow {
  readonly id: number
  readonly name: string
  readonly timezone: string
  readonly datecreated: string
  /** Active people who can log in. */
  readonly people: number
  readonly activeprojects: number
  readonly tasks: number
  readonly dailyquota: number | null
  readonly rateperminute: number | null
  readonly activeprojectlimit: number | null
}

export const accountLimits = ['dailyquota', 'rateperminute', 'activeprojectlimit'] as const
export type AccountLimit = (typeof accountLimits)[number]

const accounts = statement(sql`select account.id, account.name, account.timezone, account.datecreated,
    (select count(*) from person where person.accountid = account.id and person.active = 't' and person.username <> ''),
    (select count(*) from project where project.accountid = account.id and project.active = 't'),
    (select count(*) from task where task.accountid = account.id),
    account.dailyquota, account.rateperminute, account.activeprojectlimit
  from account order by account.id`)

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

export async function listAccounts(database: Database): Promise<AccountRow[]> {
  const rows = await database.readOffloaded(0, (tx) => tx.all(accounts))
  return rows.map((row) => ({
    id: Number(row[0]),
    name: String(row[1]),
    timezone: String(row[2]),
    datecreated: String(row[3]),
    people: Number(row[4]),
    activeprojects: Number(row[5]),
    tasks: Number(row[6]),
    dailyquota: numberOrNull(row[7]),
    rateperminute: numberOrNull(row[8]),
    activeprojectlimit: numberOrNull(row[9]),
  }))
}

/** Sets limits of an account; null means the server's default, or no limit. */
export const setAccountLimits = (
  database: Database,
  accountid: number,
  limits: Readonly<Partial<Record<AccountLimit, number | null>>>,
): Promise<void> => database.write(accountid, (tx) => tx.update('account', accountid, limits))

export interface TokenRow {
  readonly id: number
  readonly accountid: number
  readonly personid: number
  readonly username: string
  readonly name: string
  readonly datecreated: string
}

const tokens =
  statement(sql`select token.id, token.accountid, token.personid, person.username, token.name, token.datecreated
  from token join person on person.accountid = token.accountid and person.id = token.personid
  order by token.accountid, token.id`)

export async function listTokens(database: Database): Promise<TokenRow[]> {
  const rows = await database.readOffloaded(0, (tx) => tx.all(tokens))
  return rows.map((row) => ({
    id: Number(row[0]),
    accountid: Number(row[1]),
    personid: Number(row[2]),
    username: String(row[3]),
    name: String(row[4]),
    datecreated: String(row[5]),
  }))
}

const accountIdOfToken = statement(sql`select token.accountid from token where token.id = ${slot('id')}`)
const deleteToken = deleteRows('token', sql`id = ${slot('id')}`)

/** False if there is no such token. */
export async function revokeToken(database: Database, id: number): Promise<boolean> {
  const row = await database.read(0, (tx) => tx.first(accountIdOfToken, { id }))
  if (row === undefined) return false
  await database.write(Number(row[0]), (tx) => tx.run('token', deleteToken, { id }))
  return true
}
