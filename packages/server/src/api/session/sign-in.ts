// Sign-in of the web application: counts the attempt, compares the password, starts a session. Every failure gives the
// same response after the same work, whether the user name or the password is wrong (T-48).
import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { browserHash, isKnownBrowser, newBrowserSecret } from '../../auth/known-browser.ts'
import { type NewSession, readSessionLimits } from '../../auth/session.ts'
import {
  comparisonsPerSignIn,
  completeSignIn,
  type Entrance,
  type Entry,
  findLogin,
  type Login,
  maxMatchingLogins,
  SignInAttempt,
  SlowAttempts,
} from '../../auth/sign-in.ts'
import { ApiError, Invalid } from '../../define/api-error.ts'
import { parseWholeNumber } from '../../define/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ChangeOrigin } from '../../io/change-log.ts'
import { Busy } from '../../io/errors.ts'
import { verifyAgainstDummy, verifyPassword } from '../../io/password-hash.ts'
import { utcText } from '../../kit/calendar.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { withoutNonXml } from '../../kit/text.ts'
import { notifyNewBrowser } from '../../mail/security-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { actorForPerson } from './person-actor.ts'
import { requirePasswords } from './providers.ts'
import {
  browserCookie,
  browserSecretOf,
  notSignedIn,
  pendingCookie,
  pendingHash,
  sessionCookie,
  sessionHash,
} from './session-authentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'

/** The account that was signed in to, or the accounts to choose from. */
export type SignInResult = { readonly login: Login; readonly entry: Entry } | { readonly choose: readonly Login[] }

const wrongLogin = (): ApiError => notSignedIn('password: wrong username or password')

export const tooManyAttempts = (seconds: number, what = 'sign-in attempts'): ApiError =>
  new ApiError(400, 12, [`too many ${what}; try again in ${seconds} s`], { 'retry-after': String(seconds) })

/** With the secrets of its cookies, which only the browser receives. */
export interface SecretSession extends Entrance {
  readonly secret: string
  readonly browserSecret: string
}

/** Starts a session; only this browser receives the secret. */
export function newSession(request: FastifyRequest, personid: number, now: number): SecretSession {
  const secret = randomBytes(32).toString('base64url')
  const browser = withoutNonXml(request.headers['user-agent'] ?? '')
    .slice(0, 255)
    .toWellFormed()
  const browserSecret = browserSecretOf(request) ?? newBrowserSecret()
  const hashes = {
    hash: sessionHash(secret),
    pendingHash: pendingHash(secret),
    browserHash: browserHash(browserSecret),
  }
  return { personid, secret, browserSecret, ...hashes, now: utcText(now), browser, address: request.ip }
}

/** The person who signs in, as the origin of what the request changes. */
export const sessionOrigin = (
  request: FastifyRequest,
  { personid, now }: Pick<NewSession, 'personid' | 'now'>,
): ChangeOrigin => ({
  personid,
  channel: 'session',
  requestid: String(request.id),
  now,
})

/** Compares the passwords one after the other, and always as many, so that the duration reveals nothing (T-102). */
async function matchingLogins(logins: readonly Login[], password: string, comparisons: number): Promise<Login[]> {
  const matches: Login[] = []
  for (const login of logins) if (await verifyPassword(login.password, password)) matches.push(login)
  for (let compared = logins.length; compared < comparisons; compared++) await verifyAgainstDummy(password)
  return matches
}

/** Counts an attempt, runs it, and uncounts it if it succeeded or did not take place. */
export async function withAttemptLimit<T>(
  tried: SignInAttempt,
  work: () => Promise<T | null>,
  wrong: () => ApiError,
): Promise<T> {
  const wait = await tried.begin()
  if (wait > 0) throw tooManyAttempts(wait)
  let result: T | null
  try {
    result = await work()
  } catch (error) {
    if (error instanceof Busy) {
      await tried.undo()
      throw tooManyAttempts(2)
    }
    throw error
  }
  if (result === null) throw wrong()
  await tried.succeed()
  return result
}

function parseAccountId(body: SessionBody): number | null {
  const text = body.text('accountid')
  const id = text === '' ? null : parseWholeNumber(text)
  if (!(id instanceof Invalid)) return id
  body.errors.addInvalid('accountid', text, id.reason)
  return null
}

interface EnteredSession {
  readonly accountid: number
  readonly entry: Entry
  readonly session: SecretSession
}

/** Sets the cookie for what the sign-in led to. Cookies of one response are added up. */
export async function setEntryCookie(
  { database }: Pick<ServerOptions, 'database'>,
  reply: FastifyReply,
  { accountid, entry, session: { secret, browserSecret } }: EnteredSession,
): Promise<void> {
  if (entry !== 'session') {
    reply.header('set-cookie', pendingCookie(secret))
    return
  }
  const limits = await database.read(accountid, readSessionLimits)
  reply.header('set-cookie', [sessionCookie(secret, limits), browserCookie(browserSecret)])
}

/** Attempts at a name are delayed after many wrong ones, except in a browser in which the person has signed in. */
async function slowAttempts(
  { database, clock }: Pick<ServerOptions, 'database' | 'clock'>,
  request: FastifyRequest,
  username: string,
): Promise<SlowAttempts> {
  const secret = browserSecretOf(request)
  const browser = secret === null ? null : browserHash(secret)
  const isKnown = browser !== null && (await isKnownBrowser(database, browser, username))
  return new SlowAttempts(database, clock.now(), username, isKnown ? browser : null)
}

const signInFields = { username: true, password: true, accountid: false }

/** The name that was tried, hashed, for the log: a password may have been typed as a name. */
export function triedNameHash(request: FastifyRequest): string {
  const username = parseSessionBody(request, signInFields).text('username').trim().toLowerCase()
  return hash('sha256', username, 'hex').slice(0, 8)
}

export async function signIn(
  options: ServerOptions,
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInResult> {
  const { database, clock } = options
  const body = parseSessionBody(request, signInFields)
  const accountid = parseAccountId(body)
  body.errors.throwIfAny()
  const [username, password, now] = [body.text('username').trim(), body.text('password'), clock.now()]
  const tried = new SignInAttempt(database, now, ipBlock(request.ip), username)
  const slow = await slowAttempts(options, request, username)
  const compare = async (): Promise<SignInResult | null> => {
    const wait = await slow.begin()
    if (wait > 0) {
      await tried.undo()
      throw tooManyAttempts(wait)
    }
    const [logins, comparisons] = await Promise.all([
      findLogin(database, username, accountid),
      accountid === null ? comparisonsPerSignIn(database) : 1,
    ])
    if (logins.length > maxMatchingLogins) {
      throw new ApiError(400, 18, ['accountid: several accounts have this username; choose one'])
    }
    const matches = await matchingLogins(logins, password, comparisons).catch(async (error: unknown) => {
      await slow.undo()
      throw error
    })
    const [login] = matches
    if (login === undefined) return null
    await slow.undo()
    if (matches.length > 1) return { choose: matches }
    await requirePasswords(options, login.accountid)
    const session = newSession(request, login.personid, now)
    const actor = await actorForPerson(options, login, now, String(request.id))
    if (actor === null) return null
    const entry = await engine.writeWithMailer(actor, (tx, mailer) =>
      completeSignIn(tx, login.password, session, () => notifyNewBrowser({ tx, actor, mailer }, session)),
    )
    if (entry === null) return null
    await setEntryCookie({ database }, reply, { accountid: login.accountid, entry, session })
    return { login, entry }
  }
  return withAttemptLimit(tried, compare, wrongLogin)
}
