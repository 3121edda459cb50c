// The first start: an empty database gets an account, its primary Administrator and a token, and the operator is told once
// where everything is. No secret has a default (T-56): what is not given is made at random here and shown here only.
import { randomBytes, randomInt } from 'node:crypto'
import { countAccounts, createAccount } from '../accounts/create-account.ts'
import { setupHash } from '../auth/setup-code.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { hashPassword } from '../io/password-hash.ts'
import { dayInZone, utcText } from '../kit/calendar.ts'
import { mintToken, tokenHash } from '../kit/token.ts'

export interface FirstLogin {
  readonly username: string
  readonly password: string
  readonly token: string
  /** What the set-up link ends with; null for an account that needs none. */
  readonly setup: string | null
}

const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const randomPassword = (): string =>
  Array.from({ length: 20 }, () => passwordAlphabet[randomInt(passwordAlphabet.length)]).join('')

export const randomToken = (): string => mintToken(randomBytes(32))

export interface NewAccountOptions {
  readonly name: string
  readonly timezone: string
  readonly username?: string
  readonly email?: string
  /** The first token; none means a random one. */
  readonly token?: string | undefined
  /** What that token is called in lists. */
  readonly tokenName?: string
  /** False for an account that is there to be looked at as it is. */
  readonly withSetup?: boolean
}

export type CreatedAccount = FirstLogin & { readonly accountid: number; readonly personid: number }

/** Makes an account whose Administrator's password and token are known to nobody but the caller. */
export async function newAccount(database: Database, clock: Clock, wanted: NewAccountOptions): Promise<CreatedAccount> {
  const password = randomPassword()
  const { name, timezone, username = 'admin', email = 'admin@example.com' } = wanted
  const { token = randomToken(), tokenName = 'first start', withSetup = true } = wanted
  const setup = withSetup ? randomBytes(24).toString('base64url') : null
  const now = utcText(clock.now())
  const made = await createAccount(database, {
    name,
    timezone,
    today: dayInZone(clock.now(), timezone),
    administrator: {
      firstname: 'Account',
      lastname: 'Administrator',
      username,
      passwordHash: await hashPassword(password),
      email,
      token: { hash: tokenHash(token), name: tokenName, now },
      ...(setup === null ? {} : { setup: { hash: setupHash(setup), now } }),
    },
  })
  return { username, password, token, setup, ...made }
}

/** Where a new account is set up. The code is behind the #, which browsers send to nobody. */
export const setupLink = (address: string, code: string): string => `${address}app/welcome#${code}`

/** Null when there are accounts already. */
export async function createFirstAccount(
  database: Database,
  clock: Clock,
  wanted: NewAccountOptions,
): Promise<CreatedAccount | null> {
  return (await countAccounts(database)) > 0 ? null : newAccount(database, clock, wanted)
}
