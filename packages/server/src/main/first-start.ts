// The first start: an empty database gets an account, its primary Administrator and a token, and the operator is told once
// where everything is. No secret has a default (T-56): what is not given is made at random here and shown here only.
import { randomBytes, randomInt } from 'node:crypto'
import type { Clock } from '../io/clock.ts'
import type { Database } from '../io/database.ts'
import { hashPassword } from '../io/passwords.ts'
import { dayInZone, utcText } from '../kit/calendar.ts'
import { mintToken, tokenHash } from '../kit/token.ts'
import { countAccounts, createAccount } from '../resources/account.ts'

export interface FirstStart {
  readonly username: string
  readonly password: string
  readonly token: string
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const randomPassword = (): string =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')

export const newToken = (): string => mintToken(randomBytes(32))

export async function firstStart(
  database: Database,
  clock: Clock,
  wanted: { readonly token: string | undefined; readonly name: string; readonly timezone: string },
): Promise<(FirstStart & { accountid: number; personid: number }) | null> {
  if ((await countAccounts(database)) > 0) return null
  const password = randomPassword()
  const token = wanted.token ?? newToken()
  const username = 'admin'
  const made = await createAccount(database, {
    name: wanted.name,
    timezone: wanted.timezone,
    today: dayInZone(clock.now(), wanted.timezone),
    administrator: {
      firstname: 'Account',
      lastname: 'Administrator',
      username,
      passwordHash: await hashPassword(password),
      email: 'admin@example.com',
      token: { hash: tokenHash(token), name: 'first start', now: utcText(clock.now()) },
    },
  })
  return { username, password, token, ...made }
}
