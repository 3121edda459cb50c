// Requests about the session itself: sign-in, sign-out, passwords, tokens, set-up. They are not part of the public API,
// because a token must not create tokens. Requests about records use client.ts.
import { faultOfAnswer, StintError } from '@stint/sdk'
import { appHeaders } from './client.ts'
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
  /** True when a mail server is set. */
  readonly mail: boolean
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

export interface SetUpFields {
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

export interface TokenRecord {
  readonly id: number
  readonly name: string
  readonly datecreated: string
}

export type NewToken = TokenRecord & { readonly token: string }

type Method = 'GET' | 'POST' | 'DELETE'

const timeoutMs = 30_000

async function send<T>(method: Method, path: string, body?: object): Promise<T> {
  const headers = { ...appHeaders, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`/app/${path}`, { method, headers, signal, ...content }).catch((cause: unknown) => {
    throw new StintError('network', 'No connection to the server', { cause })
  })
  const text = await response.text()
  if (!response.ok) throw faultOfAnswer(response, text)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

export const sessionApi = {
  readState: () => send<SessionState>('GET', 'session'),
  signIn: (fields: SignInFields) =>
    send<{ session?: Session; choose?: readonly AccountChoice[] }>('POST', 'session', fields),
  signOut: () => send<void>('DELETE', 'session'),
  signOutEverywhere: () => send<void>('DELETE', 'sessions'),
  sessions: async () => (await send<{ sessions: OpenSession[] }>('GET', 'sessions')).sessions,
  endSession: (id: number) => send<void>('DELETE', `sessions/${id}`),
  changePassword: (fields: { current: string; password: string }) => send<void>('POST', 'password', fields),
  tokens: async () => (await send<{ tokens: TokenRecord[] }>('GET', 'tokens')).tokens,
  makeToken: async (name: string) => (await send<{ token: NewToken }>('POST', 'tokens', { name })).token,
  revokeToken: (id: number) => send<void>('DELETE', `tokens/${id}`),
  setUp: (fields: SetUpFields) => send<{ session: Session }>('POST', 'setup', fields),
  testMail: () => send<void>('POST', 'mailtest'),
}
