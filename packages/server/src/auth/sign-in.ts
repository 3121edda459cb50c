// Signing in: how often it was tried, who has a user name, and what is kept when somebody came in. Tries are counted before a
// password is looked at, in the database, so that all processes count together (T-47). Whether a password fits is asked
// elsewhere; nothing here tells a caller why they were not let in (T-48).

import { hash } from 'node:crypto'
import { allRoles, groupsSql } from '../define/actor.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { type NewSession, openSession } from './session.ts'

const windowMs = 15 * 60_000
const maxAttemptsByName = 10
const maxAttemptsByAddress = 50
/** A user name may be in many accounts: so many passwords are compared at most, beyond that the account must be said. */
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

/** What is counted of a try: all tries from an address, and those at one name from there. */
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

  /** Counts it, and answers for how many seconds there may be no more; 0 when this one may be made. */
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
      const till = epochOf(String(opened)) + windowMs
      return Math.max(1, Math.ceil((till - this.#now) / 1000))
    })
    return Math.max(0, ...waits)
  }

  /** It was none: nobody's password was looked at. */
  undo(): Promise<void> {
    return this.#database.write(0, async (tx) => {
      await tx.run('signintry', uncountAttempt, { hash: this.#keys.address })
      await tx.run('signintry', uncountAttempt, { hash: this.#keys.name })
    })
  }

  /** Whoever knows the password has made no try at it, so that a whole office can come in from one address. */
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

/** Who can come in with this user name, in any account or in one. */
export async function findLogin(database: Database, username: string, accountid: number | null): Promise<Login[]> {
  const values = { username, accountid: accountid ?? 0, most: maxMatchingLogins + 1 }
  const rows = await database.read(0, (tx) => tx.all(loginsByUsername, values))
  return rows.map(([owner, personid, company, password]) => ({
    accountid: Number(owner),
    personid: Number(personid),
    company: String(company),
    password: String(password),
  }))
}

const unchangedLogin =
  statement(sql`select 1 from person where person.accountid = ${accountSlot} and person.id = ${slot('personid')}
  and person.password = ${slot('password')} and ${canSignIn}`)

const recordSignIn = statement(sql`update person set numlogins = numlogins + 1, lastlogin = ${slot('now')}
  where accountid = ${accountSlot} and id = ${slot('personid')}`)

/** False when the password or the login was changed since it was compared: then nobody came in. */
export async function completeSignIn(tx: WriteTransaction, password: string, session: NewSession): Promise<boolean> {
  const { personid, now } = session
  await tx.lock('person', personid)
  if ((await tx.first(unchangedLogin, { personid, password })) === undefined) return false
  await openSession(tx, session)
  await tx.run('person', recordSignIn, { personid, now })
  return true
}
