// The set-up of a new account by its one-time link: the name of the account and its Administrator, who is then signed
// in. A wrong code is counted and answered like a wrong password (T-47, T-56).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { applySetup, parseSetupAnswers, setupFields } from '../../accounts/account-setup.ts'
import { findPendingSetup, linkHash, type OpenLink } from '../../auth/link-code.ts'
import { endSessions } from '../../auth/session.ts'
import { SignInAttempt, signInWith } from '../../auth/sign-in.ts'
import type { WriteTransaction } from '../../io/database.ts'
import { hashPassword } from '../../io/password-hash.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { passwordError } from '../../kit/password-rules.ts'
import type { ServerOptions } from '../server-options.ts'
import { notSignedIn } from './session-authentication.ts'
import { parseSessionBody } from './session-body.ts'
import { newSession, sessionOrigin, setEntryCookie, withAttemptLimit } from './sign-in.ts'

const setupBodyFields = { code: true, password: true, ...Object.fromEntries(setupFields.map((name) => [name, true])) }

const wrongCode = () => notSignedIn('code: this setup link is invalid or has expired')

export async function setUpAccount(
  { database, clock }: Pick<ServerOptions, 'database' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenLink> {
  const { errors, text } = parseSessionBody(request, { ...setupBodyFields, lastname: false, currency: false })
  const now = clock.now()
  const hash = linkHash(text('code'))
  const tried = new SignInAttempt(database, now, ipBlock(request.ip), 'set-up')
  const waiting = await withAttemptLimit(tried, () => findPendingSetup(database, hash), wrongCode)
  const { accountid, personid } = waiting
  const answers = parseSetupAnswers(text, errors)
  const names = {
    username: text('username'),
    person: `${text('firstname')} ${text('lastname')}`,
    company: text('company'),
  }
  const reason = text('password') === '' ? null : passwordError(text('password'), names)
  if (reason !== null) errors.add('password', reason)
  errors.throwIfAny()
  const password = await hashPassword(text('password'))
  const session = newSession(request, personid, now)
  const apply = async (tx: WriteTransaction): Promise<boolean> => {
    if (!(await applySetup(tx, { personid, hash }, { ...answers, password }, errors))) return false
    await endSessions(tx, personid)
    await signInWith(tx, session)
    return true
  }
  const applied = await database.write(accountid, apply, sessionOrigin(request, session))
  if (!applied) throw wrongCode()
  await setEntryCookie({ database }, reply, { accountid, entry: 'session', session })
  return waiting
}
