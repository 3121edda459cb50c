// Signing in at the web application: a try is counted, a password is compared, a session begins. Whatever is wrong with a name
// or a password, the answer and the work are the same (T-48).
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wholeNumber } from '../define/kinds.ts'
import { Refusal, Unfit } from '../define/refusal.ts'
import { Busy } from '../io/errors.ts'
import { compareWithNobody, verifyPassword } from '../io/passwords.ts'
import { addressBlock } from '../kit/address-block.ts'
import { utcText } from '../kit/calendar.ts'
import { withoutUncarriable } from '../kit/text.ts'
import type { NewSession } from '../resources/session.ts'
import { comeIn, findLogin, type Login, mostLogins, Try } from '../resources/signin.ts'
import { type AppBody, readAppBody } from './app-body.ts'
import { cookieHeader, nobody, sessionHash } from './app-sessions.ts'
import type { ServerOptions } from './options.ts'

/** The account that was signed in to, or those among which to choose. */
export type SignedIn = { readonly login: Login } | { readonly choose: readonly Login[] }

const wrongLogin = (): Refusal => nobody('password: user name and password do not fit together')

const tooMany = (seconds: number): Refusal =>
  new Refusal(400, 12, [`too many tries at signing in; try again in ${seconds} s`], { 'retry-after': String(seconds) })

/** A session as it begins, for the browser that asks; its secret is told to that browser alone. */
export function newSession(request: FastifyRequest, personid: number, now: number): NewSession & { secret: string } {
  const secret = randomBytes(32).toString('base64url')
  const browser = withoutUncarriable(request.headers['user-agent'] ?? '')
    .slice(0, 255)
    .toWellFormed()
  return { personid, secret, hash: sessionHash(secret), now: utcText(now), browser, address: request.ip }
}

/** The passwords are compared one after the other, and at least one always is. */
async function fitting(logins: readonly Login[], password: string): Promise<Login[]> {
  const found: Login[] = []
  if (logins.length === 0) await compareWithNobody(password)
  for (const login of logins) if (await verifyPassword(login.password, password)) found.push(login)
  return found
}

/** Counts a try, makes it, and takes it back if it was a good one or never made. */
export async function counted<T>(tried: Try, work: () => Promise<T | null>, wrong: () => Refusal): Promise<T> {
  const wait = await tried.begin()
  if (wait > 0) throw tooMany(wait)
  let result: T | null
  try {
    result = await work()
  } catch (error) {
    if (error instanceof Busy) {
      await tried.undo()
      throw tooMany(2)
    }
    throw error
  }
  if (result === null) throw wrong()
  await tried.succeed()
  return result
}

function accountIn(body: AppBody): number | null {
  const text = body.text('accountid')
  const id = text === '' ? null : wholeNumber(text)
  if (!(id instanceof Unfit)) return id
  body.faults.unfit('accountid', text, id.reason)
  return null
}

export async function signIn(
  { database, clock }: Pick<ServerOptions, 'database' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const body = readAppBody(request, { username: true, password: true, accountid: false })
  const accountid = accountIn(body)
  body.faults.refuse()
  const [username, password, now] = [body.text('username').trim(), body.text('password'), clock.now()]
  const tried = new Try(database, now, addressBlock(request.ip), username)
  const compare = async (): Promise<SignedIn | null> => {
    const logins = await findLogin(database, username, accountid)
    if (logins.length > mostLogins) {
      throw new Refusal(400, 18, ['accountid: this user name is in many accounts; say which one'])
    }
    const found = await fitting(logins, password)
    const [login] = found
    if (login === undefined) return null
    if (found.length > 1) return { choose: found }
    const session = newSession(request, login.personid, now)
    const isIn = await database.write(login.accountid, (tx) => comeIn(tx, login.password, session))
    if (!isIn) return null
    reply.header('set-cookie', cookieHeader(session.secret))
    return { login }
  }
  return counted(tried, compare, wrongLogin)
}
