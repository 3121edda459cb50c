// Sign-in of the web application: counts the attempt, compares the password, starts a session. Every failure gives the
// same response after the same work, whether the user name or the password is wrong (T-48).
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NewSession } from '../../auth/session.ts'
import {
  comparisonsPerSignIn,
  completeSignIn,
  findLogin,
  type Login,
  maxMatchingLogins,
  SignInAttempt,
} from '../../auth/sign-in.ts'
import { ApiError, Invalid } from '../../define/api-error.ts'
import { parseWholeNumber } from '../../define/kinds.ts'
import { Busy } from '../../io/errors.ts'
import { verifyAgainstDummy, verifyPassword } from '../../io/password-hash.ts'
import { utcText } from '../../kit/calendar.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { withoutNonXml } from '../../kit/text.ts'
import type { ServerOptions } from '../server-options.ts'
import { notSignedIn, sessionCookie, sessionHash } from './session-authentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'

/** The account that was signed in to, or the accounts to choose from. */
export type SignInResult = { readonly login: Login } | { readonly choose: readonly Login[] }

const wrongLogin = (): ApiError => notSignedIn('password: user name and password do not fit together')

const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError(400, 12, [`too many tries at signing in; try again in ${seconds} s`], { 'retry-after': String(seconds) })

/** Starts a session and sets its cookie; only this browser receives the secret. */
export function newSession(request: FastifyRequest, personid: number, now: number): NewSession & { secret: string } {
  const secret = randomBytes(32).toString('base64url')
  const browser = withoutNonXml(request.headers['user-agent'] ?? '')
    .slice(0, 255)
    .toWellFormed()
  return { personid, secret, hash: sessionHash(secret), now: utcText(now), browser, address: request.ip }
}

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

export async function signIn(
  { database, clock }: Pick<ServerOptions, 'database' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInResult> {
  const body = parseSessionBody(request, { username: true, password: true, accountid: false })
  const accountid = parseAccountId(body)
  body.errors.throwIfAny()
  const [username, password, now] = [body.text('username').trim(), body.text('password'), clock.now()]
  const tried = new SignInAttempt(database, now, ipBlock(request.ip), username)
  const compare = async (): Promise<SignInResult | null> => {
    const [logins, comparisons] = await Promise.all([
      findLogin(database, username, accountid),
      accountid === null ? comparisonsPerSignIn(database) : 1,
    ])
    if (logins.length > maxMatchingLogins) {
      throw new ApiError(400, 18, ['accountid: this user name is in many accounts; say which one'])
    }
    const matches = await matchingLogins(logins, password, comparisons)
    const [login] = matches
    if (login === undefined) return null
    if (matches.length > 1) return { choose: matches }
    const session = newSession(request, login.personid, now)
    const isIn = await database.write(login.accountid, (tx) => completeSignIn(tx, login.password, session))
    if (!isIn) return null
    reply.header('set-cookie', sessionCookie(session.secret))
    return { login }
  }
  return withAttemptLimit(tried, compare, wrongLogin)
}
