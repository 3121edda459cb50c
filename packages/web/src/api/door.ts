// The calls about the session itself: signing in and out, passwords, tokens, set-up. They are no part of the API, because a token
// may not make tokens; everything about records goes through the client instead.
import { faultOfAnswer, StintError } from '@stint/sdk'
import { ours } from './client.ts'
import type { Role } from './permits.ts'

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
  /** The account's, which decides which day it is. */
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

export interface Visit {
  readonly session: Session | null
  /** An account waits for whoever has its set-up link. */
  readonly setup?: boolean
  readonly demo?: readonly DemoLogin[]
}

export interface AccountChoice {
  readonly accountid: number
  readonly company: string
}

export interface SignIn {
  readonly username: string
  readonly password: string
  readonly accountid?: number
}

export interface SetUp {
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

async function ask<T>(method: Method, path: string, body?: object): Promise<T> {
  const headers = { ...ours, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const given = body === undefined ? {} : { body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`/app/${path}`, { method, headers, signal, ...given }).catch((cause: unknown) => {
    throw new StintError('network', 'No connection to the server', { cause })
  })
  const text = await response.text()
  if (!response.ok) throw faultOfAnswer(response, text)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

export const door = {
  visit: () => ask<Visit>('GET', 'session'),
  signIn: (fields: SignIn) => ask<{ session?: Session; choose?: readonly AccountChoice[] }>('POST', 'session', fields),
  signOut: () => ask<void>('DELETE', 'session'),
  signOutEverywhere: () => ask<void>('DELETE', 'sessions'),
  sessions: async () => (await ask<{ sessions: OpenSession[] }>('GET', 'sessions')).sessions,
  endSession: (id: number) => ask<void>('DELETE', `sessions/${id}`),
  changePassword: (fields: { current: string; password: string }) => ask<void>('POST', 'password', fields),
  tokens: async () => (await ask<{ tokens: TokenRecord[] }>('GET', 'tokens')).tokens,
  makeToken: async (name: string) => (await ask<{ token: NewToken }>('POST', 'tokens', { name })).token,
  revokeToken: (id: number) => ask<void>('DELETE', `tokens/${id}`),
  setUp: (fields: SetUp) => ask<{ session: Session }>('POST', 'setup', fields),
  testMail: () => ask<void>('POST', 'mailtest'),
}
