// The provider of OpenID Connect that an Administrator has entered for the account. Its secret is encrypted in the
// database (T-185). What the environment says takes precedence; that is decided elsewhere.

import { groupOfRole, type Role, roleOfGroup } from '../define/actor.ts'
import type { Database, WriteTransaction } from '../io/database.ts'
import type { OidcProvider } from '../io/oidc-client.ts'
import type { SecretColumn } from '../io/secret-column.ts'
import { accountSlot, slot, sql, statement } from '../io/sql.ts'
import { isEncrypted, type Vault } from '../io/vault.ts'

export interface OidcSetting extends OidcProvider {
  /** What the sign-in button says. */
  readonly name: string
  /** The role of people who are created at their first sign-in; null if nobody is. */
  readonly createRole: Role | null
  /** Whether an address counts as verified if the provider does not say so. */
  readonly trustEmail: boolean
  /** False if people may not sign in with a password. */
  readonly passwords: boolean
}

const placeOf = (accountid: number): string => `account ${accountid}, secret of the OpenID Connect client`

const stored = statement(sql`select oidcsetting.name, oidcsetting.issuer, oidcsetting.clientid, oidcsetting.secret,
    oidcsetting.creategroupid, oidcsetting.trustemail, oidcsetting.passwords
  from oidcsetting where oidcsetting.accountid = ${accountSlot}`)

/** Null if none was entered. Throws DecryptionError if the secret was encrypted with a key that is missing. */
export async function readOidcSetting(database: Database, accountid: number): Promise<OidcSetting | null> {
  const row = await database.read(accountid, (tx) => tx.first(stored))
  if (row === undefined) return null
  const [name, issuer, clientid, secret, groupid, trustemail, passwords] = row
  return {
    name: String(name),
    issuer: String(issuer),
    clientid: String(clientid),
    secret: isEncrypted(secret) ? database.vault.decrypt(secret, placeOf(accountid)) : '',
    createRole: groupid === null ? null : (roleOfGroup(Number(groupid)) ?? null),
    trustEmail: trustemail === 't',
    passwords: passwords !== 'f',
  }
}

const insert = statement(sql`insert into oidcsetting (accountid, name, issuer, clientid, secret, creategroupid,
    trustemail, passwords)
  values (${accountSlot}, ${slot('name')}, ${slot('issuer')}, ${slot('clientid')}, ${slot('secret')},
    ${slot('creategroupid')}, ${slot('trustemail')}, ${slot('passwords')})`)
const remove = statement(sql`delete from oidcsetting where accountid = ${accountSlot}`)

/** Null removes it. */
export async function storeOidcSetting(tx: WriteTransaction, vault: Vault, setting: OidcSetting | null): Promise<void> {
  await tx.lock('account', tx.accountid)
  await tx.run('oidcsetting', remove)
  if (setting === null) return
  const { name, issuer, clientid, createRole } = setting
  await tx.run('oidcsetting', insert, {
    name,
    issuer,
    clientid,
    secret: setting.secret === '' ? '' : vault.encrypt(setting.secret, placeOf(tx.accountid)),
    creategroupid: createRole === null ? null : groupOfRole[createRole],
    trustemail: setting.trustEmail ? 't' : 'f',
    passwords: setting.passwords ? 't' : 'f',
  })
}

export const oidcSecrets: SecretColumn = { table: 'oidcsetting', column: 'secret', keys: [], place: placeOf }

const forbidsPasswords = statement(sql`select 1 from oidcsetting
  where oidcsetting.accountid = ${accountSlot} and oidcsetting.passwords = 'f'`)

/** Whether the account has a provider of its own and lets nobody sign in with a password. */
export const accountForbidsPasswords = async (database: Database, accountid: number): Promise<boolean> =>
  (await database.read(accountid, (tx) => tx.first(forbidsPasswords))) !== undefined
