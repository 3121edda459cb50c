// The client of a provider of OpenID Connect: the address to send a browser to, and the claims that the provider gives
// for the code that the browser brings back. The library checks state, nonce, issuer, audience, times and signature;
// who the person is in this system is decided elsewhere.
import * as oidc from 'openid-client'
import { errorCode } from '../kit/error-message.ts'
import { LruCache } from '../kit/lru-cache.ts'
import { type AddressGuard, AddressRefused } from './address-guard.ts'
import { monotonicMs } from './clock.ts'
import { guardedFetch } from './guarded-fetch.ts'

export interface OidcProvider {
  readonly issuer: string
  readonly clientid: string
  /** Blank for a client without a secret. */
  readonly secret: string
}

/** What the browser must bring back, and what proves that the code was asked for by it. */
export interface OidcRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface OidcClaims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Null if the provider does not say. */
  readonly isEmailVerified: boolean | null
  readonly firstname: string
  readonly lastname: string
  /** When the person proved who they are to the provider, in seconds; null if the provider does not say. */
  readonly authenticatedAt: number | null
}

/** The provider does not answer, or not as it must. The message is for people. */
export class ProviderError extends Error {}

/** The answer that the browser brought back is not valid. */
export class InvalidAnswer extends Error {}

interface Discovery {
  readonly at: number
  readonly failed: boolean
  readonly config: Promise<oidc.Configuration>
}

/** The limit of the standard. */
const maxSubjectLength = 255

const keptMs = 600_000
/** A provider that is down is not asked by every request. */
const failureKeptMs = 3000

/** Many providers know only one of the two ways to send the secret. Without a word the standard means the header. */
const secretAuth =
  (secret: string): oidc.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return (isPost ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(server, client, body, headers)
  }

export class OidcClient {
  readonly #fetch: oidc.CustomFetch
  readonly #discovered = new LruCache<string, Discovery>(100)

  /** Without a guard the provider may be anywhere: the operator has chosen it. */
  constructor(guard: AddressGuard | null) {
    this.#fetch = guardedFetch(guard)
  }

  async authorizationUrl(
    provider: OidcProvider,
    { state, nonce, verifier }: OidcRequest,
    { redirect, again }: { readonly redirect: string; readonly again: boolean },
  ): Promise<string> {
    const config = await this.#configuration(provider)
    // The browser goes there, so it must not be a script or a file (T-186).
    const endpoint = URL.parse(config.serverMetadata().authorization_endpoint ?? '')
    if (endpoint?.protocol !== 'https:' && endpoint?.protocol !== new URL(provider.issuer).protocol)
      throw new ProviderError('its authorization endpoint is not an https address')
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(again ? { max_age: '0' } : {}),
    })
    return url.href
  }

  /** `address` is what the browser opened, with the query that the provider wrote. */
  async claims(provider: OidcProvider, { state, nonce, verifier }: OidcRequest, address: URL): Promise<OidcClaims> {
    const config = await this.#configuration(provider)
    try {
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const token = tokens.claims()
      if (token === undefined) throw new InvalidAnswer('the answer has no ID token')
      if (token.sub === '' || token.sub.length > maxSubjectLength) throw new InvalidAnswer('the subject is not valid')
      return claimsOf({ ...(await this.#userInfo(config, tokens.access_token, token)), ...token })
    } catch (error) {
      if (isUnreachable(error)) throw new ProviderError(reasonOf(error), { cause: error })
      throw new InvalidAnswer(reasonOf(error), { cause: error })
    }
  }

  /** Reads the discovery document anew. Throws ProviderError with what is wrong. */
  async test(provider: OidcProvider): Promise<void> {
    const config = await discover(provider, this.#fetch)
    const metadata = config.serverMetadata()
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      if (metadata[name] === undefined) throw new ProviderError(`its discovery document has no ${name}`)
    const { code_challenge_methods_supported: methods } = metadata
    if (methods !== undefined && !methods.includes('S256'))
      throw new ProviderError('it does not support PKCE with the method S256')
  }

  /** Providers may leave the address out of the ID token. Without the answer there is none. */
  async #userInfo(
    config: oidc.Configuration,
    accessToken: string,
    { email, sub }: oidc.IDToken,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (email !== undefined || config.serverMetadata().userinfo_endpoint === undefined) return {}
    return oidc.fetchUserInfo(config, accessToken, sub).catch(() => ({}))
  }

  async #configuration(provider: OidcProvider): Promise<oidc.Configuration> {
    const key = JSON.stringify([provider.issuer, provider.clientid, provider.secret])
    const known = this.#discovered.get(key)
    const age = known === undefined ? 0 : monotonicMs() - known.at
    if (known !== undefined && age < (known.failed ? failureKeptMs : keptMs)) return known.config
    const at = monotonicMs()
    const config = discover(provider, this.#fetch)
    this.#discovered.set(key, { at, failed: false, config })
    config.catch(() => this.#discovered.set(key, { at: monotonicMs(), failed: true, config }))
    return config
  }
}

async function discover(
  { issuer, clientid, secret }: OidcProvider,
  customFetch: oidc.CustomFetch,
): Promise<oidc.Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:'
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])]
  const auth = secret === '' ? oidc.None() : secretAuth(secret)
  const options = { execute, [oidc.customFetch]: customFetch, timeout: 10 }
  try {
    return await oidc.discovery(new URL(issuer), clientid, undefined, auth, options)
  } catch (error) {
    throw new ProviderError(reasonOf(error), { cause: error })
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function claimsOf(claims: Readonly<Record<string, unknown>>): OidcClaims {
  const { iss, sub, email, email_verified: verified, auth_time: authenticatedAt } = claims
  return {
    issuer: textOf(iss),
    subject: textOf(sub),
    email: typeof email === 'string' ? email.trim() : null,
    isEmailVerified: verified === undefined ? null : verified === true,
    firstname: textOf(claims.given_name) || textOf(claims.name),
    lastname: textOf(claims.given_name) === '' ? '' : textOf(claims.family_name),
    authenticatedAt: typeof authenticatedAt === 'number' ? authenticatedAt : null,
  }
}

/** The error and its causes; the library wraps those of the connection. */
function* causesOf(error: unknown): Generator<unknown> {
  for (let cause = error; cause !== undefined && cause !== null; cause = (cause as { cause?: unknown }).cause) {
    yield cause
    if (!(cause instanceof Error)) return
  }
}

const isUnreachable = (error: unknown): boolean =>
  [...causesOf(error)].some((cause) => cause instanceof AddressRefused || connectionError(cause) !== null)

/** A class of errors of the connection; null if it is another error. */
function connectionError(error: unknown): string | null {
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) return 'it does not answer in time'
  const code = errorCode(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name cannot be resolved'
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(code))
    return 'there is no connection to it'
  if (/^(?:ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'its certificate is not trusted'
  return null
}

function reasonOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    if (cause instanceof AddressRefused) return `this server may not connect to it: ${cause.message}`
    const reason = connectionError(cause)
    if (reason !== null) return reason
  }
  const code = errorCode(error)
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'its discovery document names another issuer'
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return 'there is no discovery document at this address'
  if (code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR') return 'its answer is not JSON'
  if (code === 'OAUTH_HTTP_REQUEST_FORBIDDEN') return 'one of its addresses is not https'
  return error instanceof Error ? error.message : 'its answer is not valid'
}
