// The first visit to a new account, by its one-time link: what the account is called and who its Administrator is. Whoever has
// set it up is signed in. A wrong code is a try like a wrong password, and told as little of (T-47, T-56).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashPassword } from '../io/passwords.ts'
import { addressBlock } from '../kit/address-block.ts'
import { passwordFault } from '../kit/password-rules.ts'
import { endSessions, openSession } from '../resources/session.ts'
import { applySetup, readAnswers, setupFields } from '../resources/setup.ts'
import { findSetup, setupHash, type Waiting } from '../resources/setup-code.ts'
import { Try } from '../resources/signin.ts'
import { readAppBody } from './app-body.ts'
import { cookieHeader, nobody } from './app-sessions.ts'
import { counted, newSession } from './app-signin.ts'
import type { ServerOptions } from './options.ts'

const shape = { code: true, password: true, ...Object.fromEntries(setupFields.map((name) => [name, true])) }

const wrongCode = () => nobody('code: this set-up link is not valid, or not any more')

export async function setUp(
  { database, clock }: Pick<ServerOptions, 'database' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Waiting> {
  const { faults, text } = readAppBody(request, { ...shape, lastname: false, currency: false })
  const now = clock.now()
  const hash = setupHash(text('code'))
  const tried = new Try(database, now, addressBlock(request.ip), 'set-up')
  const waiting = await counted(tried, () => findSetup(database, hash), wrongCode)
  const { accountid, personid } = waiting
  const answers = readAnswers(text, faults)
  const fault = text('password') === '' ? null : passwordFault(text('password'), text('username').trim())
  if (fault !== null) faults.add('password', fault)
  faults.refuse()
  const password = await hashPassword(text('password'))
  const session = newSession(request, personid, now)
  const applied = await database.write(accountid, async (tx) => {
    if (!(await applySetup(tx, { personid, hash }, { ...answers, password }, faults))) return false
    await endSessions(tx, personid)
    await openSession(tx, session)
    return true
  })
  if (!applied) throw wrongCode()
  reply.header('set-cookie', cookieHeader(session.secret))
  return waiting
}
