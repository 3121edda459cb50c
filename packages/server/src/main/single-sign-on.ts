// The provider of OpenID Connect in the environment, and which of its settings need each other. Providers of accounts
// are in the database.
import type { SingleSignOnOptions } from '../api/server-options.ts'
import { AddressGuard } from '../io/address-guard.ts'
import { SettingError, type Settings } from './config.ts'

export function checkSignOnSettings({ oidcIssuer, oidcClientId, publicUrl, passwords }: Settings): void {
  if (oidcIssuer !== undefined && oidcClientId === undefined)
    throw new SettingError('STINT_OIDC_CLIENT_ID (--oidc-client-id): is needed when STINT_OIDC_ISSUER is set.')
  if (oidcIssuer !== undefined && publicUrl === undefined)
    throw new SettingError('STINT_PUBLIC_URL (--public-url): is needed when STINT_OIDC_ISSUER is set.')
  if (oidcIssuer === undefined && !passwords)
    throw new SettingError(
      'STINT_PASSWORDS (--passwords): off needs STINT_OIDC_ISSUER, because nobody could sign in otherwise.',
    )
}

export function singleSignOnOf(settings: Settings): SingleSignOnOptions {
  const { oidcIssuer: issuer, oidcClientId: clientid = '', oidcClientSecret: secret = '' } = settings
  const { oidcName: name, oidcCreate: createRole, oidcTrustEmail: trustEmail, passwords, webhookAllow } = settings
  const guard = new AddressGuard(webhookAllow)
  const fixed = issuer === undefined ? null : { issuer, clientid, secret, name, createRole, trustEmail, passwords }
  return { fixed, guard }
}
