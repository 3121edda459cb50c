// Which provider of OpenID Connect an account has, and whether people may sign in with a password. The provider of the
// environment is for all accounts and takes precedence; otherwise each account may have its own.
import { accountIds } from '../../accounts/create-account.ts'
import { accountForbidsPasswords, type OidcSetting, readOidcSetting } from '../../auth/oidc-setting.ts'
import { badRequest } from '../../define/api-error.ts'
import type { ServerOptions } from '../server-options.ts'

type Options = Pick<ServerOptions, 'database' | 'singleSignOn'>

export interface ActiveProvider extends OidcSetting {
  /** The account whose people it signs in; null for all. */
  readonly accountid: number | null
  /** Whether the operator has set it. */
  readonly isFixed: boolean
}

/** Without an account: the provider of the environment, or that of the only account. */
export async function findProvider(
  { database, singleSignOn }: Options,
  accountid: number | null,
): Promise<ActiveProvider | null> {
  const fixed = singleSignOn?.fixed ?? null
  if (fixed !== null) return { ...fixed, accountid, isFixed: true }
  const owner = accountid ?? (await onlyAccount({ database }))
  const setting = owner === null ? null : await readOidcSetting(database, owner)
  return setting === null ? null : { ...setting, accountid: owner, isFixed: false }
}

export async function onlyAccount({ database }: Pick<ServerOptions, 'database'>): Promise<number | null> {
  const [first, second] = await accountIds(database)
  return second === undefined ? (first ?? null) : null
}

export async function passwordsAllowed({ database, singleSignOn }: Options, accountid: number): Promise<boolean> {
  const fixed = singleSignOn?.fixed ?? null
  return fixed === null ? !(await accountForbidsPasswords(database, accountid)) : fixed.passwords
}

export const passwordsOff = () => badRequest('password: passwords are turned off; sign in with single sign-on')

export async function requirePasswords(options: Options, accountid: number): Promise<void> {
  if (!(await passwordsAllowed(options, accountid))) throw passwordsOff()
}
