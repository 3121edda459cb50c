// Requests about the session itself: sign-in, sign-out, passwords, tokens, set-up. They are not part of the public API,
// because a token must not create tokens. Requests about records use client.ts.
import { errorFromResponse, StintError } from '@stint/sdk'
import { appHeaders } from './app-headers.ts'
import { sessionPath, takeFirstSession } from './first-session.ts'
import type { Role } from './permissions.ts'

export interface Session {
  readonly personid: number
  readonly accountid: number
  readonly role: Role
  readonly restricted: boolean
  readonly firstname: string
  readonly lastname: string
  readonly username: string
  readonly company: string
  readonly currency: string
  /** The time zone of the account, which determines the current day. */
  readonly timezone: string
  readonly persontimezone: string
  /** Whether they decide about weeks of others. */
  readonly approvesweeks: boolean
  /** Whether they see what people cost. */
  readonly seescosts: boolean
  /** False for people who only sign in with single sign-on. */
  readonly haspassword: boolean
  /** True for Administrators of a company that lacks something every company needs. */
  readonly firststeps: boolean
  /** True when a mail server is set. */
  readonly mail: boolean
  /** True when the server can mail links, for which it must also know its own address. */
  readonly mailslinks: boolean
  /** True if a code or a passkey is asked for with the password. */
  readonly factor: boolean
  readonly haspasskeys: boolean
  /** The address at which browsers can use passkeys; null if there is none. */
  readonly passkeyorigin: string | null
  /** Where the stream of changes begins for what is fetched after this. */
  readonly position: string
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly restricted: boolean
  readonly name: string
}

export interface SessionState {
  readonly session: Session | null
  /** True if an account has not been set up yet. */
  readonly setup?: boolean
  readonly demo?: readonly DemoLogin[]
  /** True if the server mails a link to people who have forgotten their password. */
  readonly resetbymail?: boolean
  /** The provider that people may sign in with. */
  readonly sso?: SignOnOffer | null
  /** False if nobody may sign in with a password. */
  readonly passwords?: boolean
  /** The address at which browsers can use passkeys; null if there is none. */
  readonly passkeyorigin?: string | null
}

export interface SignOnOffer {
  readonly name: string
  /** The account whose provider it is; null if it is for all. */
  readonly accountid: number | null
}

/** The identities of the person at providers, and the provider that they may connect. */
export interface Identities {
  readonly identities: readonly { readonly id: number; readonly name: string; readonly issuer: string }[]
  readonly provider: { readonly name: string; readonly issuer: string } | null
  readonly passwords: boolean
}

type CreateRole = '' | 'Resource' | 'Manager'

/** The provider of the account, or that of the environment. */
export interface OidcSettings {
  readonly source: 'environment' | 'settings' | 'none'
  readonly editable: boolean
  /** Where the provider sends people back to; null if the server does not know its own address. */
  readonly redirect: string | null
  /** The sign-in page of the company, below the address of the server. */
  readonly signinpath: string
  readonly name?: string
  readonly issuer?: string
  readonly clientid?: string
  readonly hassecret?: boolean
  readonly createrole?: CreateRole
  readonly trustemail?: 't' | 'f'
  readonly passwords?: 't' | 'f'
}

export interface OidcSettingsFields extends Proof {
  readonly name: string
  readonly issuer: string
  readonly clientid: string
  /** Blank to keep the stored one. */
  readonly secret: string
  readonly createrole: CreateRole
  readonly trustemail: 't' | 'f'
  readonly passwords: 't' | 'f'
}

/** Whose link it is. */
export interface PasswordLink {
  readonly kind: 'invite' | 'reset'
  readonly username: string
  readonly name: string
  readonly company: string
}

export interface NewPasswordLink {
  /** The path of the page, with the secret behind the #. */
  readonly path: string
  /** The address that it was mailed to; null if it was not. */
  readonly sentto: string | null
}

/** What is left to do after the password. Who has a passkey may also enter a code. */
export type NextStep = 'code' | 'passkey' | 'setup'

/** The secret for an authenticator app. It is shown once. */
export interface FactorSetUp {
  readonly secret: string
  /** An SVG document. */
  readonly qr: string
  /** What the QR code contains, for a phone that cannot scan its own screen. */
  readonly address: string
}

export interface Factor {
  readonly datecreated: string
  /** Recovery codes that were not used yet. */
  readonly codes: number
}

export interface Passkey {
  readonly id: number
  readonly name: string
  readonly datecreated: string
  readonly lastused: string | null
}

export interface FactorState {
  /** The authenticator app. */
  readonly factor: Factor | null
  /** Whether the company requires one. */
  readonly required: boolean
  /** Recovery codes that were not used yet. */
  readonly codes: number
  readonly passkeys: readonly Passkey[]
  readonly offerspasskeys: boolean
}

/** The password of the person, and a code if they have two-factor sign-in. */
export interface Proof {
  readonly current: string
  readonly code: string
}

/** The session, or what is left to do. */
export interface Entry {
  readonly session?: Session
  readonly next?: NextStep
}

export interface AccountChoice {
  readonly accountid: number
  readonly company: string
}

export interface SignInFields {
  readonly username: string
  readonly password: string
  readonly accountid?: number
}

interface SetUpFields {
  readonly code: string
  readonly company: string
  readonly timezone: string
  readonly currency: string
  readonly firstname: string
  readonly lastname: string
  readonly username: string
  readonly email: string
  readonly password: string
}

export interface OpenSession {
  readonly id: number
  readonly datecreated: string
  readonly lastseen: string
  readonly browser: string
  readonly address: string
  readonly current: boolean
}

interface SessionList {
  readonly sessions: readonly OpenSession[]
  /** When sessions end: after minutes without use, and after days in any case. */
  readonly ends: { readonly idleminutes: number; readonly days: number }
}

export interface TokenRecord {
  readonly id: number
  readonly name: string
  readonly person: string
  readonly datecreated: string
  readonly dateexpires: string | null
  readonly readonly: 't' | 'f'
  /** Names separated by commas; blank for all. */
  readonly resources: string
  readonly lastused: string | null
  readonly lastaddress: string | null
}

interface TokenFields extends Proof {
  readonly name: string
  /** A day, or blank for never. */
  readonly expires: string
  readonly readonly: 't' | 'f'
  readonly resources: string
}

export interface NewToken {
  readonly token: string
}

/** The mail server of the whole server. */
export interface MailSettings {
  readonly source: 'environment' | 'settings' | 'none'
  readonly editable: boolean
  readonly host?: string
  readonly port?: number
  readonly security?: 'starttls' | 'tls'
  readonly username?: string
  readonly haspassword?: boolean
  readonly sender?: string
  readonly publicurl?: string
  /** The public address is set by the environment. */
  readonly publicurlfixed?: boolean
}

export interface MailSettingsFields extends Proof {
  readonly host: string
  readonly port: string
  readonly security: 'starttls' | 'tls'
  readonly username: string
  /** Blank to keep the stored one. */
  readonly password: string
  readonly sender: string
  readonly publicurl: string
}

/** The calendar link of the person, without its address. */
interface CalendarState {
  readonly datecreated: string
}

/** The only response with the address. */
interface NewCalendar extends CalendarState {
  readonly path: string
}

type Method = 'GET' | 'POST' | 'DELETE'

const timeout = (): AbortSignal => AbortSignal.timeout(30_000)

export async function send<T>(method: Method, path: string, body?: object): Promise<T> {
  const headers = { ...appHeaders, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const signal = timeout()
  return receive(fetch(`/app/${path}`, { method, headers, signal, ...content }))
}

async function receive<T>(sent: Promise<Response>): Promise<T> {
  const response = await sent.catch((cause: unknown) => {
    throw new StintError('network', 'No connection to the server', { cause })
  })
  const text = await response.text()
  if (!response.ok) throw errorFromResponse(response, text)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

export const sessionApi = {
  readState: (company: string | null) =>
    receive<SessionState>(
      takeFirstSession() ?? fetch(sessionPath(company), { headers: appHeaders, signal: timeout() }),
    ),
  signIn: (fields: SignInFields) => send<Entry & { choose?: readonly AccountChoice[] }>('POST', 'session', fields),
  signInWithCode: (code: string) => send<{ session: Session }>('POST', 'session/code', { code }),
  beginRequiredFactor: async () => (await send<{ setup: FactorSetUp }>('POST', 'session/factor', {})).setup,
  confirmRequiredFactor: (code: string) =>
    send<{ session: Session; codes: readonly string[] }>('POST', 'session/factor/confirm', { code }),
  factor: () => send<FactorState>('GET', 'factor'),
  beginFactor: async (proof: Proof) => (await send<{ setup: FactorSetUp }>('POST', 'factor', proof)).setup,
  confirmFactor: async (code: string) =>
    (await send<{ codes: readonly string[] }>('POST', 'factor/confirm', { code })).codes,
  newRecoveryCodes: async (proof: Proof) =>
    (await send<{ codes: readonly string[] }>('POST', 'factor/codes', proof)).codes,
  turnOffFactor: (proof: Proof) => send<void>('POST', 'factor/off', proof),
  factorOf: async (personid: number) =>
    (await send<{ factor: Factor | null }>('GET', `people/${personid}/factor`)).factor,
  turnOffFactorOf: (personid: number, proof: Proof) => send<void>('POST', `people/${personid}/factor/off`, proof),
  signOut: () => send<void>('DELETE', 'session'),
  signOutEverywhere: () => send<void>('DELETE', 'sessions'),
  sessions: () => send<SessionList>('GET', 'sessions'),
  endSession: (id: number) => send<void>('DELETE', `sessions/${id}`),
  changePassword: (fields: Proof & { password: string; revoketokens: 't' | 'f' }) =>
    send<void>('POST', 'password', fields),
  tokens: async () => (await send<{ tokens: TokenRecord[] }>('GET', 'tokens')).tokens,
  createToken: async (fields: TokenFields) => (await send<{ token: NewToken }>('POST', 'tokens', fields)).token,
  reissueToken: async (id: number, proof: Proof) =>
    (await send<{ token: NewToken }>('POST', `tokens/${id}/reissue`, proof)).token,
  revokeToken: (id: number) => send<void>('DELETE', `tokens/${id}`),
  allTokens: async () => (await send<{ tokens: TokenRecord[] }>('GET', 'alltokens')).tokens,
  revokeAnyToken: (id: number) => send<void>('DELETE', `alltokens/${id}`),
  calendar: async () => (await send<{ calendar: CalendarState | null }>('GET', 'calendar')).calendar,
  createCalendar: async (proof: Proof) => (await send<{ calendar: NewCalendar }>('POST', 'calendar', proof)).calendar,
  revokeCalendar: () => send<void>('DELETE', 'calendar'),
  setUp: (fields: SetUpFields) => send<{ session: Session }>('POST', 'setup', fields),
  requestReset: (email: string) => send<void>('POST', 'resetrequest', { email }),
  readLink: async (code: string) => (await send<{ link: PasswordLink }>('POST', 'link', { code })).link,
  setPasswordByLink: (fields: { code: string; password: string }) => send<Entry>('POST', 'link/password', fields),
  createLink: async (personid: number, fields: { kind: PasswordLink['kind']; send: 't' | 'f' }) =>
    (await send<{ link: NewPasswordLink }>('POST', `people/${personid}/link`, fields)).link,
  mailSettings: async () => (await send<{ mail: MailSettings }>('GET', 'mailsettings')).mail,
  saveMailSettings: (fields: MailSettingsFields) => send<void>('POST', 'mailsettings', fields),
  removeMailSettings: () => send<void>('DELETE', 'mailsettings'),
  /** Returns the address that it was sent to. */
  testMail: async () => (await send<{ mailtest: { sentto: string } }>('POST', 'mailtest')).mailtest.sentto,
  startSignOn: async (accountid: number | null) =>
    (await send<{ url: string }>('POST', 'oidc', accountid === null ? {} : { accountid })).url,
  identities: () => send<Identities>('GET', 'identities'),
  connectIdentity: async (proof: Proof) => (await send<{ url: string }>('POST', 'identities', proof)).url,
  confirmIdentity: async () => (await send<{ url: string }>('POST', 'identities/confirm', {})).url,
  removeIdentity: (id: number, proof: Proof) => send<void>('POST', `identities/${id}/remove`, proof),
  oidcSettings: async () => (await send<{ oidc: OidcSettings }>('GET', 'oidcsettings')).oidc,
  saveOidcSettings: (fields: OidcSettingsFields) => send<void>('POST', 'oidcsettings', fields),
  testOidcSettings: () => send<void>('POST', 'oidcsettings/test', {}),
  removeOidcSettings: (proof: Proof) => send<void>('POST', 'oidcsettings/remove', proof),
}
