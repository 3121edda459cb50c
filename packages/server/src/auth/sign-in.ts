// Sign-in: limits the number of attempts, finds the people with a user name, and records a successful sign-in. Attempts
// are counted in the database, before the password is compared, so that all processes share one count (T-47). The
// password is compared elsewhere, and nothing here tells the caller why a sign-in failed (T-48).
import { hash } from 'node:crypto'
import { allRoles, groupsSql } from '../define/actor.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { type NewSession, openSession } from './session.ts'

const windowMs = 15 * 60_000
const maxAttemptsByName = 10
const maxAttemptsByAddress = 50
/**
 * A user name may exist in many accounts. Above this number the caller must name the account, to limit password checks.
 */
export const maxMatchingLogins = 10

const countAttempt =
  statement(sql`insert into signintry (hash, opened, tries) values (${slot('hash')}, ${slot('now')}, 1)
  on conflict (hash) do update set
    tries = case when signintry.opened <= ${slot('over')} then 1 else signintry.tries + 1 end,
    opened = case when signintry.opened <= ${slot('over')} then ${slot('now')} else signintry.opened end`)

const attemptCounts = statement(sql`select signintry.hash, signintry.opened, signintry.tries from signintry
  where signintry.hash = ${slot('address')} or signintry.hash = ${slot('name')}`)

const uncountAttempt = statement(sql`update signintry set tries = tries - 1 where hash = ${slot('hash')} and tries > 0`)
const clearAttempts = statement(sql`delete from signintry where hash = ${slot('hash')}`)

/** One attempt. Counts are kept per address, and per address and user name. */
export class SignInAttempt {
  readonly #database: Database
  readonly #keys: { readonly address: string; readonly name: string }
  readonly #now: number

  constructor(database: Database, now: number, address: string, name: string) {
    this.#database = database
    this.#now = now
    const keyOf = (text: string): string => hash('sha256', text, 'hex')
    this.#keys = { address: keyOf(`address ${address}`), name: keyOf(`name ${address} ${name.toLowerCase()}`) }
  }

  /** Counts the attempt. Returns 0 if it is allowed, else the seconds until the next attempt is allowed. */
  async begin(): Promise<number> {
    const { address, name } = this.#keys
    const values = { now: utcText(this.#now), over: utcText(this.#now - windowMs) }
    const rows = await this.#database.write(0, async (tx) => {
      await tx.run('signintry', countAttempt, { hash: address, ...values })
      await tx.run('signintry', countAttempt, { hash: name, ...values })
      return tx.all(attemptCounts, { address, name })
    })
    const waits = rows.map(([key, opened, tries]) => {
      if (Number(tries) <= (key === address ? maxAttemptsByAddress : maxAttemptsByName)) return 0
      const windowEnd = epochOf(String(opened)) + windowMs
      return Math.max(1, Math.ceil((windowEnd - this.#now) / 1000))
    })
    return Math.max(0, ...waits)
  }

  /** Takes the count back, because no password was compared. */
  undo(): Promise<void> {
    return this.#database.write(0, async (tx) => {
      await tx.run('signintry', uncountAttempt, { hash: this.#keys.address })
      await tx.run('signintry', uncountAttempt, { hash: this.#keys.name })
    })
  }

  /** A successful attempt does not count, so that many people can sign in from one address. */
  succeed(): Promise<void> {
    return this.#database.write(0, async (tx) => {
      await tx.run('signintry', uncountAttempt, { hash: this.#keys.address })
      await tx.run('signintry', clearAttempts, { hash: this.#keys.name })
    })
  }
}

const deleteOldAttempts = statement(sql`delete from signintry where opened <= ${slot('over')}`)

export const deleteOldSignInAttempts = (database: Database, now: number): Promise<void> =>
  database.write(0, (tx) => tx.run('signintry', deleteOldAttempts, { over: utcText(now - windowMs) }))

export interface Login {
  readonly accountid: number
  readonly personid: number
  readonly company: string
  readonly password: string
}

const canSignIn = sql`person.active = 't' and person.username <> '' and person.groupid in ${groupsSql(allRoles)}
  and person.password <> ''`

const loginsByUsername = statement(sql`select person.accountid, person.id, account.name, person.password
  from person join account on account.id = person.accountid
  where lower(person.username) = lower(${slot('username')}) and ${canSignIn}
    and (cast(${slot('accountid')} as bigint) = 0 or person.accountid = ${slot('accountid')})
  order by person.accountid limit ${slot('most')}`)

/** The people who can sign in with this user name, in one account or, without an account, in any. */
export async function findLogin(database: Database, username: string, accountid: number | null): Promise<Login[]> {
  const values = { username, accountid: accountid ?? 0, most: maxMatchingLogins + 1 }
  const rows = await database.read(0, (tx) => tx.all(loginsByUsername, values))
  return rows.map(([ownerid, personid, company, password]) => ({
    accountid: Number(ownerid),
    personid: Number(personid),
    company: String(company),
    password: String(password),
  }))
}

const mostLoginsOfOneName = statement(sql`select max(same.logins) from
  (select count(*) as logins from person where ${canSignIn} group by lower(person.username)) same`)

/**
 * How many passwords every sign-in without an account compares: as many as the most frequent user name needs, so that
 * the duration does not show in how many accounts a name exists (T-102). On a server with one account it is one.
 */
export async function comparisonsPerSignIn(database: Database): Promise<number> {
  const [most] = (await database.readOffloaded(0, (tx) => tx.first(mostLoginsOfOneName))) ?? []
  return Math.min(Math.max(Number(most ?? 1), 1), maxMatchingLogins)
}

const unchangedLogin =
  statement(sql`select 1 from person where person.accountid = ${accountSlot} and person.id = ${slot('personid')}
  and person.password = ${slot('password')} and ${canSignIn}`)

const recordSignIn = statement(sql`update person set numlogins = numlogins + 1, lastlogin = ${slot('now')}
  where accountid = ${accountSlot} and id = ${slot('personid')}`)

/** False, and no session, if the password or the login was changed since it was compared. */
export async function completeSignIn(tx: WriteTransaction, password: string, session: NewSession): Promise<boolean> {
  const { personid, now } = session
  await tx.lock('person', personid)
  if ((await tx.first(unchangedLogin, { personid, password })) === undefined) return false
  await openSession(tx, session)
  await tx.run('person', recordSignIn, { personid, now })
  return true
}
