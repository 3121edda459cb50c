// Sign-in: limits the number of attempts, finds the people with a user name, and records a successful sign-in. Attempts
// are counted in the database, before the password is compared, so that all processes share one count (T-47). The
// password is compared elsewhere, and nothing here tells the caller why a sign-in failed (T-48).
import { hash } from 'node:crypto'
import type { Database, WriteTransaction } from '../io/database.ts'
import { lookUp, lookup, mostAccountsOf } from '../io/lookup.ts'
import { accountSlot, slot, sql, statement, updateRows } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { rememberBrowser } from './known-browser.ts'
import { mayHavePassword } from './link-code.ts'
import { type PendingStep, pendingStep, startPending } from './pending-sign-in.ts'
import { type NewSession, openSession } from './session.ts'

const windowMs = 15 * 60_000
/** Attempts at one user name from all addresses, or of one known browser, are counted for a day. */
const slowWindowMs = 24 * 3_600_000
/** So many are not delayed; after each further one, the next must wait twice as long, up to a minute (T-166). */
const attemptsWithoutDelay = 20
const maxDelayMs = 60_000
/** Requests for a new password are counted for longer, because each of them sends a mail. */
const resetWindowMs = 3_600_000
const maxResetsByEmail = 3
const maxResetsByAddress = 20
const maxAttemptsByName = 10
const maxAttemptsByAddress = 50
/** Codes of a second factor have six digits, so fewer attempts are allowed, from all addresses together (T-160). */
const maxCodesByPerson = 5
/**
 * A user name may exist in many accounts. Above this number the caller must name the account, to limit password checks.
 */
export const maxMatchingLogins = 10

/** A window that begins further ahead than its length was opened under a wrong clock (T-80). */
const isCurrent = sql`signintry.opened > ${slot('over')} and signintry.opened <= ${slot('ahead')}`
const windowBounds = (now: number, lengthMs: number): { over: string; ahead: string } => ({
  over: utcText(now - lengthMs),
  ahead: utcText(now + lengthMs),
})

const countAttempt =
  statement(sql`insert into signintry (hash, opened, tries) values (${slot('hash')}, ${slot('now')}, 1)
  on conflict (hash) do update set
    tries = case when ${isCurrent} then signintry.tries + 1 else 1 end,
    opened = case when ${isCurrent} then signintry.opened else ${slot('now')} end`)

const attemptCounts = statement(sql`select signintry.hash, signintry.opened, signintry.tries from signintry
  where signintry.hash = ${slot('first')} or signintry.hash = ${slot('second')}`)

const uncountAttempt = statement(sql`update signintry set tries = tries - 1 where hash = ${slot('hash')} and tries > 0`)
const clearAttempts = statement(sql`delete from signintry where hash = ${slot('hash')}`)

const keyOf = (text: string): string => hash('sha256', text, 'hex')

interface AttemptLimit {
  readonly key: string
  readonly most: number
}

/** Counts an attempt by two keys. Returns 0 if both allow it, else the seconds until the next one is allowed. */
async function countAttempts(
  database: Database,
  now: number,
  lengthMs: number,
  limits: readonly [AttemptLimit, AttemptLimit],
): Promise<number> {
  const [first, second] = limits
  const values = { now: utcText(now), ...windowBounds(now, lengthMs) }
  const rows = await database.write(0, async (tx) => {
    for (const { key } of limits) await tx.run('signintry', countAttempt, { hash: key, ...values })
    return tx.all(attemptCounts, { first: first.key, second: second.key })
  })
  const waits = rows.map(([key, opened, tries]) => {
    if (Number(tries) <= (key === first.key ? first.most : second.most)) return 0
    const windowEnd = epochOf(String(opened)) + lengthMs
    return Math.max(1, Math.ceil((windowEnd - now) / 1000))
  })
  return Math.max(0, ...waits)
}

/**
 * Counts a request for a new password, for known and unknown addresses alike (T-143). Returns 0 if it is allowed, else
 * the seconds until the next one is.
 */
export const countResetRequest = (database: Database, now: number, address: string, email: string): Promise<number> =>
  countAttempts(database, now, resetWindowMs, [
    { key: keyOf(`reset address ${address}`), most: maxResetsByAddress },
    { key: keyOf(`reset email ${email.toLowerCase()}`), most: maxResetsByEmail },
  ])

const delayAfter = (attempts: number): number =>
  attempts < attemptsWithoutDelay ? 0 : Math.min(maxDelayMs, 1000 * 2 ** (attempts - attemptsWithoutDelay))

const lastAttempt = statement(sql`select signintry.tries, signintry.last from signintry
  where signintry.hash = ${slot('hash')}`)
const noteAttempt = statement(sql`update signintry set last = ${slot('now')} where hash = ${slot('hash')}`)

/**
 * Attempts at one user name, from all addresses together: they are delayed and never refused for long, so that nobody
 * can lock a person out. Attempts of a browser in which the person has signed in are counted by themselves.
 */
export class SlowAttempts {
  readonly #database: Database
  readonly #now: number
  readonly #hash: string

  constructor(database: Database, now: number, username: string, knownBrowser: string | null) {
    this.#database = database
    this.#now = now
    this.#hash = keyOf(knownBrowser === null ? `any address ${username.toLowerCase()}` : `browser ${knownBrowser}`)
  }

  /** Counts the attempt. Returns 0 if it is allowed, else the seconds to wait; then it is not counted. */
  begin(): Promise<number> {
    const [now, hash] = [this.#now, this.#hash]
    return this.#database.write(0, async (tx) => {
      // Counting first locks the row, so that two attempts cannot both be the next one.
      const values = { hash, now: utcText(now), ...windowBounds(now, slowWindowMs) }
      await tx.run('signintry', countAttempt, values)
      const [tries, last] = (await tx.first(lastAttempt, { hash })) ?? []
      const wait = typeof last === 'string' ? epochOf(last) + delayAfter(Number(tries) - 1) - now : 0
      // A longer wait comes from a clock that was ahead (T-80).
      const isEarly = wait > 0 && wait <= maxDelayMs
      await (isEarly
        ? tx.run('signintry', uncountAttempt, { hash })
        : tx.run('signintry', noteAttempt, { hash, now: utcText(now) }))
      return isEarly ? Math.ceil(wait / 1000) : 0
    })
  }

  /** Takes the count back, because the password was right or none was compared. */
  undo(): Promise<void> {
    return this.#database.write(0, (tx) => tx.run('signintry', uncountAttempt, { hash: this.#hash }))
  }
}

/** One attempt. Counts are kept per address, and per address and user name; those of codes per address and person. */
export class SignInAttempt {
  readonly #database: Database
  readonly #keys: { readonly address: string; readonly name: string }
  readonly #now: number
  readonly #most: number

  constructor(database: Database, now: number, address: string, name: string, codeOf?: number) {
    this.#database = database
    this.#now = now
    const what = codeOf === undefined ? `name ${address} ${name.toLowerCase()}` : `code ${codeOf}`
    this.#keys = { address: keyOf(`address ${address}`), name: keyOf(what) }
    this.#most = codeOf === undefined ? maxAttemptsByName : maxCodesByPerson
  }

  /** An attempt with a code of the person's second factor. Ids are those of one sequence for all accounts. */
  static withCode(database: Database, now: number, address: string, personid: number): SignInAttempt {
    return new SignInAttempt(database, now, address, '', personid)
  }

  /** Counts the attempt. Returns 0 if it is allowed, else the seconds until the next attempt is allowed. */
  begin(): Promise<number> {
    return countAttempts(this.#database, this.#now, windowMs, [
      { key: this.#keys.address, most: maxAttemptsByAddress },
      { key: this.#keys.name, most: this.#most },
    ])
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

const deleteOldAttempts = statement(sql`delete from signintry where not (${isCurrent})`)

export const deleteOldSignInAttempts = (database: Database, now: number): Promise<void> =>
  database.write(0, (tx) => tx.run('signintry', deleteOldAttempts, windowBounds(now, slowWindowMs)))

export interface Login {
  readonly accountid: number
  readonly personid: number
  readonly company: string
  readonly password: string
}

const canSignIn = sql`${mayHavePassword} and person.password <> ''`

const loginsByUsername = lookup(
  'person',
  (account) => sql`select person.accountid, person.id, account.name, person.password
  from person join account on account.id = person.accountid
  where lower(person.username) = lower(${slot('username')}) and ${account} and ${canSignIn}
    and (cast(${slot('accountid')} as bigint) = 0 or person.accountid = ${slot('accountid')})
  order by person.accountid limit ${slot('most')}`,
)

/** The people who can sign in with this user name, in one account or, without an account, in any. */
export async function findLogin(database: Database, username: string, accountid: number | null): Promise<Login[]> {
  const values = { username, accountid: accountid ?? 0, most: maxMatchingLogins + 1 }
  const rows = await lookUp(database, loginsByUsername, values)
  return rows.map(([ownerid, personid, company, password]) => ({
    accountid: Number(ownerid),
    personid: Number(personid),
    company: String(company),
    password: String(password),
  }))
}

const mostLoginsOfOneName = statement(sql`select max(same.logins) from
  (select count(*) as logins from person where ${canSignIn} group by lower(person.username)) same`)

/** Also counts people who cannot sign in; a distributed database would have to ask all its machines about them. */
const mostAccountsOfOneName = mostAccountsOf('person')

/**
 * How many passwords every sign-in without an account compares: as many as the most frequent user name needs, so that
 * the duration does not show in how many accounts a name exists (T-102). On a server with one account it is one.
 */
export async function comparisonsPerSignIn(database: Database): Promise<number> {
  const counted = database.isDistributed ? mostAccountsOfOneName : mostLoginsOfOneName
  const [most] = (await database.readOffloaded(0, (tx) => tx.first(counted))) ?? []
  return Math.min(Math.max(Number(most ?? 1), 1), maxMatchingLogins)
}

const unchangedLogin =
  statement(sql`select 1 from person where person.accountid = ${accountSlot} and person.id = ${slot('personid')}
  and person.password = ${slot('password')} and ${canSignIn}`)

const recordSignIn = updateRows(
  'person',
  sql`numlogins = numlogins + 1, lastlogin = ${slot('now')}`,
  sql`id = ${slot('personid')}`,
)

const lastSignIn = statement(sql`select person.lastlogin from person
  where person.accountid = ${accountSlot} and person.id = ${slot('personid')}`)

/** Opens a session and counts it as a sign-in of the person. True if the browser is new, and not the first one. */
export async function signInWith(tx: WriteTransaction, session: NewSession): Promise<boolean> {
  const { personid, now, browserHash } = session
  const isFirst = (await tx.first(lastSignIn, { personid }))?.[0] == null
  const isKnown = browserHash === undefined || (await rememberBrowser(tx, personid, browserHash, now))
  await openSession(tx, session)
  await tx.run('person', recordSignIn, { personid, now })
  tx.nameEvent({ resource: 'person', id: personid, kind: 'signin' })
  const isNewBrowser = !isFirst && !isKnown
  if (isNewBrowser) tx.nameEvent({ resource: 'person', id: personid, kind: 'newbrowser' })
  return isNewBrowser
}

/** Called in the transaction of a sign-in from a new browser. */
export type TellNewBrowser = () => Promise<unknown>

/** A session that may have to wait for one more step. */
export interface Entrance extends NewSession {
  readonly pendingHash: string
}

/** What the right password leads to: a session, or one more step. */
export type Entry = 'session' | PendingStep

/** Opens a session, or a sign-in that waits for a code or for a second factor, if the person needs one. */
export async function enterWithPassword(
  tx: WriteTransaction,
  session: Entrance,
  tell?: TellNewBrowser,
): Promise<Entry> {
  const step = await pendingStep(tx, session.personid)
  if (step === null) {
    if (await signInWith(tx, session)) await tell?.()
  } else await startPending(tx, session.personid, session.pendingHash, session.now)
  return step ?? 'session'
}

/** Null, and no session, if the password or the login was changed since it was compared. */
export async function completeSignIn(
  tx: WriteTransaction,
  password: string,
  session: Entrance,
  tell?: TellNewBrowser,
): Promise<Entry | null> {
  const { personid } = session
  await tx.lock('person', personid)
  if ((await tx.first(unchangedLogin, { personid, password })) === undefined) return null
  return enterWithPassword(tx, session, tell)
}
