// Passkeys in the web application: people add and remove their own and confirm with one that it is them, and sign in
// with one instead of the password. A passkey is always unlocked on its device, so it counts as two factors (ADR 32).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptUse, addPasskey, listPasskeys, maxPasskeys, removePasskey, useUpChallenge } from '../../auth/passkey.ts'
import type { PendingSignIn } from '../../auth/pending-sign-in.ts'
import { needsFactor } from '../../auth/second-factor.ts'
import { endOtherSessions, endSessions, proveSession } from '../../auth/session.ts'
import { SignInAttempt, signInWith } from '../../auth/sign-in.ts'
import { type Actor, originOf } from '../../define/actor.ts'
import { badRequest, notFound } from '../../define/api-error.ts'
import type { Engine } from '../../engine/engine.ts'
import { ConstraintViolation } from '../../io/database.ts'
import type { NewCredential } from '../../io/webauthn.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { withoutNonXml } from '../../kit/text.ts'
import { notifyNewBrowser, notifyPasskeyAdded, notifyPasskeyRemoved } from '../../mail/security-mails.ts'
import type { MailContext } from '../../mail/write-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { type PasskeyChecks, type Purpose, signInPurpose } from './passkey-checks.ts'
import { actorForPerson } from './person-actor.ts'
import { requirePasswords } from './providers.ts'
import { type Reauthentication, reauthenticationFields } from './reauthentication.ts'
import { expiredSessionCookie, notSignedIn } from './session-authentication.ts'
import { parseSessionBody, type SessionBody } from './session-body.ts'
import { noContent, type PublicHandler, pathId, type SessionActor, type SessionHandler } from './session-response.ts'
import { newSession, setEntryCookie, withAttemptLimit } from './sign-in.ts'

const maxNameLength = 60
/** No user name begins with a blank, so the count belongs to no person. */
const attemptName = ' passkey'

export const wrongPasskeyText = 'passkey: was not accepted; try again, or sign in another way'
const wrongPasskey = () => notSignedIn(wrongPasskeyText)
export const takenPasskey = () => badRequest('credential: this passkey is already in use; choose another device')
/** For a new one that could not be verified. */
export const unreadablePasskey = () => badRequest('credential: the passkey could not be verified; start again')

/** The name that the person gives to a passkey, in one line. */
export function readPasskeyName({ errors, text }: SessionBody): string {
  const name = withoutNonXml(text('name')).replaceAll(/\s+/g, ' ').trim()
  if (name.length > maxNameLength) errors.add('name', `must have at most ${maxNameLength} characters`)
  return name
}

export const newPasskeyFields = { name: true, credential: true }

/** Two answers to one challenge at the same time: one of them counts. */
export const onceOnly = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ConstraintViolation) return null
    throw error
  })

interface NewPasskey {
  readonly credential: NewCredential
  readonly challenge: string
  readonly name: string
  readonly now: number
}

/** Stores a verified passkey and tells the person. Null if it is known already or the answer was used before. */
export async function storePasskey(
  context: MailContext,
  { credential, challenge, name, now }: NewPasskey,
): Promise<{ codes: string[] | null } | null> {
  const { tx, actor } = context
  const { personid } = actor
  await tx.lock('person', personid)
  if (!(await useUpChallenge(tx, challenge, now))) return null
  const added = await addPasskey(tx, personid, { ...credential, name, now })
  if (added !== null) await notifyPasskeyAdded(context, { personid, name, isFirst: added.codes !== null })
  return added
}

export class Passkeys {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #again: Reauthentication
  readonly #checks: PasskeyChecks

  constructor(options: ServerOptions, engine: Engine, again: Reauthentication, checks: PasskeyChecks) {
    this.#options = options
    this.#engine = engine
    this.#again = again
    this.#checks = checks
  }

  readonly begin: SessionHandler = async ({ actor, sessionid }, request, reply) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    this.#checks.site()
    await requirePasswords(this.#options, actor.accountid)
    await this.#again.require(actor, request, body)
    const { accountid, personid } = actor
    const passkeys = await this.#options.database.read(accountid, (tx) => listPasskeys(tx, personid))
    if (passkeys.length >= maxPasskeys)
      throw badRequest(`passkeys: you have ${maxPasskeys}, which is the most; remove one first`)
    const options = await this.#checks.askForNew(reply, purposeOf('add', { actor, sessionid }), actor)
    return { status: 201, body: { options } }
  }

  /** The only response with the recovery codes, which come with the first factor; other sessions began without it. */
  readonly add: SessionHandler = async ({ actor, sessionid }, request, reply) => {
    const body = parseSessionBody(request, newPasskeyFields)
    const name = readPasskeyName(body)
    body.errors.throwIfAny()
    const purpose = purposeOf('add', { actor, sessionid })
    const answer = await this.#checks.readNew(request, reply, purpose, body.text('credential'))
    if (answer === null) throw unreadablePasskey()
    const now = this.#options.clock.now()
    const added = await onceOnly(
      this.#engine.writeWithMailer(actor, async (tx, mailer) => {
        const stored = await storePasskey({ tx, actor, mailer }, { ...answer, name, now })
        if (stored !== null && stored.codes !== null) await endOtherSessions(tx, actor.personid, sessionid)
        return stored
      }),
    )
    if (added === null) throw takenPasskey()
    return { status: 201, body: added }
  }

  /** Who must have a second factor and removes the last one is signed out, and sets one up with the next sign-in. */
  readonly remove: SessionHandler = async ({ actor }, request, reply) => {
    const body = parseSessionBody(request, reauthenticationFields)
    body.errors.throwIfAny()
    await this.#again.require(actor, request, body)
    const { personid } = actor
    const id = pathId(request)
    const isOut = await this.#engine.writeWithMailer(actor, async (tx, mailer) => {
      const removed = await removePasskey(tx, personid, id)
      if (removed === null) throw notFound('passkey', id)
      await notifyPasskeyRemoved({ tx, actor, mailer }, { personid, ...removed })
      if (!removed.wasLast || !(await needsFactor(tx, personid))) return false
      await endSessions(tx, personid)
      return true
    })
    if (isOut) reply.header('set-cookie', expiredSessionCookie)
    return noContent
  }

  readonly beginConfirmation: SessionHandler = async (signed, request, reply) => {
    parseSessionBody(request, {}).errors.throwIfAny()
    return { status: 201, body: { options: await this.#checks.askForUse(reply, purposeOf('confirm', signed)) } }
  }

  /** Counts like the password and a code, for ten minutes in this session. */
  readonly confirm: SessionHandler = async (signed, request, reply) => {
    const { actor, sessionid } = signed
    const { personid } = actor
    const { errors, text } = parseSessionBody(request, { credential: true })
    errors.throwIfAny()
    this.#checks.site()
    const { database, clock } = this.#options
    const now = clock.now()
    const attempt = SignInAttempt.withCode(database, now, ipBlock(request.ip), personid)
    const work = async (): Promise<true | null> => {
      const use = await this.#checks.readUse(request, reply, purposeOf('confirm', signed), text('credential'))
      if (use === null) return null
      const accept = database.write(
        actor.accountid,
        async (tx) => {
          if (!(await acceptUse(tx, use, now))) return null
          await proveSession(tx, personid, sessionid, now)
          return true as const
        },
        originOf(actor),
      )
      return onceOnly(accept)
    }
    await withAttemptLimit(attempt, work, () => badRequest(wrongPasskeyText))
    return noContent
  }

  readonly beginSignIn: PublicHandler = async (request, reply) => {
    parseSessionBody(request, {}).errors.throwIfAny()
    return { status: 201, body: { options: await this.#checks.askForUse(reply, signInPurpose) } }
  }

  /** Signs in without a password and without a code: the device has checked who unlocked it. */
  async signIn(request: FastifyRequest, reply: FastifyReply): Promise<PendingSignIn> {
    const { errors, text } = parseSessionBody(request, { credential: true })
    errors.throwIfAny()
    this.#checks.site()
    const { database, clock } = this.#options
    const now = clock.now()
    const attempt = new SignInAttempt(database, now, ipBlock(request.ip), attemptName)
    const work = async (): Promise<PendingSignIn | null> => {
      const use = await this.#checks.readUse(request, reply, signInPurpose, text('credential'))
      if (use === null) return null
      const { accountid, personid } = use.owner
      await requirePasswords(this.#options, accountid)
      const actor = await actorForPerson(this.#options, use.owner, now, String(request.id))
      if (actor === null) return null
      const session = newSession(request, personid, now)
      const enter = this.#engine.writeWithMailer(actor, async (tx, mailer) => {
        if (!(await acceptUse(tx, use, now))) return null
        if (await signInWith(tx, session)) await notifyNewBrowser({ tx, actor, mailer }, session)
        return { accountid, personid }
      })
      const entered = await onceOnly(enter)
      if (entered !== null) await setEntryCookie(this.#options, reply, { accountid, entry: 'session', session })
      return entered
    }
    return withAttemptLimit(attempt, work, wrongPasskey)
  }
}

const purposeOf = (what: Purpose['what'], { actor, sessionid }: SessionActor): Purpose => ({
  what,
  person: ownerOf(actor),
  within: `session ${sessionid}`,
})

const ownerOf = ({ accountid, personid }: Actor) => ({ accountid, personid })
