// What must be remembered while a browser is at the provider: an encrypted cookie, so that any process may receive the
// answer and no other browser can use it. It is good for ten minutes and is removed with the answer.
import type { FastifyRequest } from 'fastify'
import type { OidcRequest } from '../../io/oidc-client.ts'
import type { Vault } from '../../io/vault.ts'
import { formatCookie, readCookie } from '../../kit/cookie.ts'
import { openSealed, seal } from './sealed-text.ts'

/** Signing in; connecting the identity to the signed-in person; or only confirming who is signed in. */
export type SignInPurpose = 'signin' | 'link' | 'confirm'

export interface SentRequest extends OidcRequest {
  readonly purpose: SignInPurpose
  readonly issuer: string
  readonly clientid: string
  readonly accountid: number | null
  /** The session that asked; null for signing in. */
  readonly sessionid: number | null
  /** When it began, in milliseconds. */
  readonly at: number
}

const validMs = 10 * 60_000
const place = 'sign-in with OpenID Connect'

/** Browsers take the prefix only over TLS. */
const nameFor = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? '__Host-stint-oidc' : 'stint-oidc')

const format = (request: FastifyRequest, value: string, maxAgeSeconds: number): string =>
  formatCookie(nameFor(request), value, maxAgeSeconds, request.protocol === 'https')

export const requestCookie = (request: FastifyRequest, vault: Vault, pending: SentRequest): string =>
  format(request, seal(vault, pending, place), validMs / 1000)

export const expiredRequestCookie = (request: FastifyRequest): string => format(request, '', 0)

/** Null if there is none, if it is too old, or if this server has not made it. */
export function readRequest(request: FastifyRequest, vault: Vault, now: number): SentRequest | null {
  const value = readCookie(request.headers.cookie, nameFor(request))
  if (value === null || value === '') return null
  const pending = openSealed(vault, value, place) as SentRequest | null
  return pending !== null && Math.abs(now - pending.at) < validMs ? pending : null
}
