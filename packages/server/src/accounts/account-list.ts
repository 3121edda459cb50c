// Accounts and tokens for the operator of the server: lists over all accounts, account limits, and revoking a token.
// Only the command line uses it; it cannot be reached through the API.
import type { Database } from '../io/database.ts'
import { deleteRows, type Statement, slot, sql, statement } from '../io/sql.ts'

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
    account.dailyquota, account.rateperminute, account.activeprojectlimit
  from account order by account.id`)

// Accounts can be on different machines, so each machine counts its own.
const people = statement(sql`select person.accountid, count(*) from person
  where person.active = 't' and person.username <> '' group by person.accountid`)
const activeProjects = statement(
  sql`select project.accountid, count(*) from project where project.active = 't' group by project.accountid`,
)
const tasks = statement(sql`select task.accountid, count(*) from task group by task.accountid`)

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

export const listAccounts = (database: Database): Promise<AccountRow[]> =>
  database.readOffloaded(0, async (tx) => {
    const countsOf = async (counts: Statement): Promise<(accountid: number) => number> => {
      const byAccount = new Map((await tx.all(counts)).map(([accountid, count]) => [Number(accountid), Number(count)]))
      return (accountid) => byAccount.get(accountid) ?? 0
    }
    const [peopleOf, projectsOf, tasksOf] = [
      await countsOf(people),
      await countsOf(activeProjects),
      await countsOf(tasks),
    ]
    return (await tx.all(accounts)).map(([id, name, timezone, datecreated, dailyquota, rate, projects]) => ({
      id: Number(id),
      name: String(name),
      timezone: String(timezone),
      datecreated: String(datecreated),
      people: peopleOf(Number(id)),
      activeprojects: projectsOf(Number(id)),
      tasks: tasksOf(Number(id)),
      dailyquota: numberOrNull(dailyquota),
      rateperminute: numberOrNull(rate),
      activeprojectlimit: numberOrNull(projects),
    }))
  })

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
