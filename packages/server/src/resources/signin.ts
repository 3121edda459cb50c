// Signing in: how often it was tried, who has a user name, and what is kept when somebody came in. Tries are counted before a
// password is looked at, in the database, so that all processes count together (T-47). Whether a password fits is asked
// elsewhere; nothing here tells a caller why they were not let in (T-48).
import { hash } from 'node:crypto'
import type { Database, WriteTransaction } from '../io/database.ts'
import { account, slot, sql, statement } from '../io/sql.ts'
import { epochOf, utcText } from '../kit/calendar.ts'
import { type NewSession, openSession } from './session.ts'

const windowMs = 15 * 60_000
const mostByName = 10
const mostByAddress = 50
/** A user name may be in many accounts: so many passwords are compared at most, beyond that the account must be said. */
export const mostLogins = 10

const count = statement(sql`insert into signintry (hash, opened, tries) values (${slot('hash')}, ${slot('now')}, 1)
  on conflict (hash) do update set
    tries = case when signintry.opened <= ${slot('over')} then 1 else signintry.tries + 1 end,
    opened = case when signintry.opened <= ${slot('over')} then ${slot('now')} else signintry.opened end`)

const counted = statement(sql`select signintry.hash, signintry.opened, signintry.tries from signintry
  where signintry.hash = ${slot('address')} or signintry.hash = ${slot('name')}`)

const giveBack = statement(sql`update signintry set tries = tries - 1 where hash = ${slot('hash')} and tries > 0`)
const forget = statement(sql`delete from signintry where hash = ${slot('hash')}`)

/** What is counted of a try: all tries from an address, and those at one name from there. */
export class Try {
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
      await tx.run('signintry', count, { hash: address, ...values })
      await tx.run('signintry', count, { hash: name, ...values })
      return tx.all(counted, { address, name })
    })
    const waits = rows.map(([key, opened, tries]) => {
      if (Number(tries) <= (key === address ? mostByAddress : mostByName)) return 0
      const till = epochOf(String(opened)) + windowMs
      return Math.max(1, Math.ceil((till - this.#now) / 1000))
    })
    return Math.max(0, ...waits)
  }

  /** It was none: nobody's password was looked at. */
  undo(): Promise<void> {
    return this.#database.write(0, async (tx) => {
      await tx.run('signintry', giveBack, { hash: this.#keys.address })
      await tx.run('signintry', giveBack, { hash: this.#keys.name })
    })
  }

  /** Whoever knows the password has made no try at it, so that a whole office can come in from one address. */
  succeed(): Promise<void> {
    return this.#database.write(0, async (tx) => {
      await tx.run('signintry', giveBack, { hash: this.#keys.address })
      await tx.run('signintry', forget, { hash: this.#keys.name })
    })
  }
}

const sweep = statement(sql`delete from signintry where opened <= ${slot('over')}`)

export const sweepTries = (database: Database, now: number): Promise<void> =>
  database.write(0, (tx) => tx.run('signintry', sweep, { over: utcText(now - windowMs) }))

export interface Login {
  readonly accountid: number
  readonly personid: number
  readonly company: string
  readonly password: string
}

const mayComeIn = sql`person.active = 't' and person.username <> '' and person.groupid between 2 and 5
  and person.password <> ''`

const byUsername = statement(sql`select person.accountid, person.id, account.name, person.password
  from person join account on account.id = person.accountid
  where lower(person.username) = lower(${slot('username')}) and ${mayComeIn}
    and (cast(${slot('accountid')} as bigint) = 0 or person.accountid = ${slot('accountid')})
  order by person.accountid limit ${slot('most')}`)

/** Who can come in with this user name, in any account or in one. */
export async function findLogin(database: Database, username: string, accountid: number | null): Promise<Login[]> {
  const values = { username, accountid: accountid ?? 0, most: mostLogins + 1 }
  const rows = await database.read(0, (tx) => tx.all(byUsername, values))
  return rows.map(([owner, personid, company, password]) => ({
    accountid: Number(owner),
    personid: Number(personid),
    company: String(company),
    password: String(password),
  }))
}

const still = statement(sql`select 1 from person where person.accountid = ${account} and person.id = ${slot('personid')}
  and person.password = ${slot('password')} and ${mayComeIn}`)

const welcome = statement(sql`update person set numlogins = numlogins + 1, lastlogin = ${slot('now')}
  where accountid = ${account} and id = ${slot('personid')}`)

/** False when the password or the login was changed since it was compared: then nobody came in. */
export async function comeIn(tx: WriteTransaction, password: string, session: NewSession): Promise<boolean> {
  const { personid, now } = session
  await tx.lock('person', personid)
  if ((await tx.first(still, { personid, password })) === undefined) return false
  await openSession(tx, session)
  await tx.run('person', welcome, { personid, now })
  return true
}
