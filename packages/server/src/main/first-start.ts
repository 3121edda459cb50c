// The first start: an empty database gets an account, its primary Administrator and a token, and the operator sees the
// credentials once. No secret has a default value, because everyone would know it (T-56): it is random and shown only
// here.
import { randomBytes, randomInt } from 'node:crypto'
import { createAccount } from '../accounts/create-account.ts'
import { linkHash, newLinkCode } from '../auth/link-code.ts'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { hashPassword } from '../io/password-hash.ts'
import { dayInZone, utcText } from '../kit/calendar.ts'
import { mintToken, tokenHash } from '../kit/token.ts'
import type { Settings } from './config.ts'

export interface FirstLogin {
  readonly username: string
  readonly password: string
  readonly token: string
  /** The end of the set-up link; null for an account that needs none. */
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
  /** The token's name in lists. */
  readonly tokenName?: string
  /** False for an account that needs no set-up, such as the demo company. */
  readonly withSetup?: boolean
}

/** The secrets of a new login. Only the caller gets them; the database has their hashes. */
export const newSecrets = ({
  token,
  withSetup = true,
}: Pick<NewAccountOptions, 'token' | 'withSetup'>): Omit<FirstLogin, 'username'> => ({
  password: randomPassword(),
  token: token ?? randomToken(),
  setup: withSetup ? newLinkCode() : null,
})

export type CreatedAccount = FirstLogin & { readonly accountid: number; readonly personid: number }

/** Creates an account. Only the caller gets the Administrator's password and token. */
export async function newAccount(
  database: Database,
  clock: Clock,
  options: NewAccountOptions,
): Promise<CreatedAccount> {
  const { password, token, setup } = newSecrets(options)
  const { name, timezone, username = 'admin', email = 'admin@example.com', tokenName = 'first start' } = options
  const now = utcText(clock.now())
  const created = await createAccount(database, {
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
      ...(setup === null ? {} : { setup: { hash: linkHash(setup), now } }),
    },
  })
  return { username, password, token, setup, ...created }
}

/** The set-up page of a new account. The code is after the #, which browsers do not send to a server. */
export const setupLink = (address: string, code: string): string => `${address}app/welcome#${code}`

/**
 * The lines that show a new login, once. A person needs the link only: the set-up replaces the username and the
 * password, which are for programs that sign in before it. The token stays valid.
 */
export function loginLines({ username, password, token }: Omit<FirstLogin, 'setup'>, link: string | null): string[] {
  const login = [`  Username   ${username}`, `  Password   ${password}`]
  const forPrograms = `  API token  ${token}`
  if (link === null) return [...login, forPrograms]
  return [
    '  Open this link to set up your account. It works once.',
    `  Set up at  ${link}`,
    '',
    '  For programs. The token stays valid; the set-up replaces the username and password.',
    forPrograms,
    ...login,
  ]
}

/** The address of the server; ends with a slash. */
export function serverUrl({ tls, host }: Settings, port: number): string {
  return `${tls === 'off' ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}/`
}
