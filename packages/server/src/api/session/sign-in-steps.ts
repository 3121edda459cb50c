// The step after the right password: a code or a passkey, or setting up a second factor where the company requires it.
// The cookie of the waiting sign-in is good for nothing else (T-162). Wrong answers are limited like wrong passwords.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptUse } from '../../auth/passkey.ts'
import { endPending, findPending, isPending, type PendingSignIn } from '../../auth/pending-sign-in.ts'
import { findSecondFactor, useCode } from '../../auth/second-factor.ts'
import { endSessions, type NewSession } from '../../auth/session.ts'
import { SignInAttempt, signInWith } from '../../auth/sign-in.ts'
import type { Actor } from '../../define/actor.ts'
import { type ApiError, badRequest } from '../../define/api-error.ts'
import type { Engine } from '../../engine/engine.ts'
import { ipBlock } from '../../kit/ip-block.ts'
import { notifyNewBrowser, notifyRecoveryUsed } from '../../mail/security-mails.ts'
import type { MailContext } from '../../mail/write-mails.ts'
import type { ServerOptions } from '../server-options.ts'
import { beginSetUp, confirmSetUp, type FactorSetUp } from './factor-setup.ts'
import type { PasskeyChecks, Purpose } from './passkey-checks.ts'
import {
  newPasskeyFields,
  onceOnly,
  readPasskeyName,
  storePasskey,
  unreadablePasskey,
  wrongPasskeyText,
} from './passkeys.ts'
import { actorForPerson } from './person-actor.ts'
import { wrongCodeText } from './reauthentication.ts'
import { expiredPendingCookie, notSignedIn, pendingHashOf } from './session-authentication.ts'
import { type BodyFields, parseSessionBody, type SessionBody } from './session-body.ts'
import { newSession, setEntryCookie, withAttemptLimit } from './sign-in.ts'

const noPending = () => notSignedIn('session: the sign-in took too long; start again with your password')
const wrongCode = () => notSignedIn(`code: ${wrongCodeText}`)
const wrongPasskey = () => notSignedIn(wrongPasskeyText)
const isOn = () => badRequest('factor: two-factor sign-in is already on; use it to sign in')

interface Waiting extends PendingSignIn {
  readonly actor: Actor
  readonly hash: string
  readonly now: number
}

/** What a step does, in its transaction; null if the answer was wrong. */
type Step<T> = (context: MailContext, waiting: Waiting) => Promise<T | null>

/** What a request brings for a step, and how it is checked before the transaction. */
interface Answer<T> {
  readonly fields: BodyFields
  readonly read: (waiting: Waiting, body: SessionBody) => Promise<Step<T> | null>
  readonly wrong: () => ApiError
}

export interface SetUp {
  readonly login: PendingSignIn
  readonly codes: string[]
}

export class SignInSteps {
  readonly #options: ServerOptions
  readonly #engine: Engine
  readonly #passkeys: PasskeyChecks

  constructor(options: ServerOptions, engine: Engine, passkeys: PasskeyChecks) {
    this.#options = options
    this.#engine = engine
    this.#passkeys = passkeys
  }

  /** Signs in with a code of the app, or with a recovery code. */
  async useCode(request: FastifyRequest, reply: FastifyReply): Promise<PendingSignIn> {
    const { vault } = this.#options.database
    const { waiting } = await this.#complete(request, reply, {
      fields: { code: true },
      wrong: wrongCode,
      read:
        async (_waiting, body) =>
        async (context, { personid, now }) => {
          const used = await useCode(context.tx, vault, { personid, code: body.text('code'), now })
          if (used === 'recovery') await notifyRecoveryUsed(context, personid)
          return used
        },
    })
    return waiting
  }

  /** What the browser needs to use a passkey of the person who waits. */
  async beginPasskey(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    parseSessionBody(request, {}).errors.throwIfAny()
    this.#passkeys.site()
    return this.#passkeys.askForUse(reply, purposeOf('code', await this.#find(request)))
  }

  async usePasskey(request: FastifyRequest, reply: FastifyReply): Promise<PendingSignIn> {
    const { waiting } = await this.#complete(request, reply, {
      fields: { credential: true },
      wrong: wrongPasskey,
      read: async (asked, body) => {
        const use = await this.#passkeys.readUse(request, reply, purposeOf('code', asked), body.text('credential'))
        if (use === null) return null
        return async ({ tx }, { now }) => (await acceptUse(tx, use, now)) || null
      },
    })
    return waiting
  }

  /** A secret for a person who must have a second factor and has none. */
  async beginSetUp(request: FastifyRequest): Promise<FactorSetUp> {
    parseSessionBody(request, {}).errors.throwIfAny()
    const { actor } = await this.#findWithoutFactor(request)
    return beginSetUp(this.#options, actor)
  }

  /** Turns the factor on with the first code and signs in. */
  async confirmSetUp(request: FastifyRequest, reply: FastifyReply): Promise<SetUp> {
    const { vault } = this.#options.database
    const { waiting, result } = await this.#complete(request, reply, {
      fields: { code: true },
      wrong: wrongCode,
      read:
        async (_waiting, body) =>
        async (context, { now }) => {
          if (await hasFactor(context)) return null
          return confirmSetUp(context, vault, { code: body.text('code'), now, sessionid: null })
        },
    })
    return { login: waiting, codes: result }
  }

  /** The same with a passkey. */
  async beginPasskeySetUp(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    parseSessionBody(request, {}).errors.throwIfAny()
    this.#passkeys.site()
    const waiting = await this.#findWithoutFactor(request)
    return this.#passkeys.askForNew(reply, purposeOf('setup', waiting), waiting)
  }

  async confirmPasskeySetUp(request: FastifyRequest, reply: FastifyReply): Promise<SetUp> {
    const { waiting, result } = await this.#complete(request, reply, {
      fields: newPasskeyFields,
      wrong: unreadablePasskey,
      read: async (asked, body) => {
        const name = readPasskeyName(body)
        body.errors.throwIfAny()
        const purpose = purposeOf('setup', asked)
        const answer = await this.#passkeys.readNew(request, reply, purpose, body.text('credential'))
        if (answer === null) return null
        return async (context, { now, personid }) => {
          if (await hasFactor(context)) return null
          const codes = (await storePasskey(context, { ...answer, name, now }))?.codes ?? null
          if (codes !== null) await endSessions(context.tx, personid)
          return codes
        }
      },
    })
    return { login: waiting, codes: result }
  }

  async #complete<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { fields, read, wrong }: Answer<T>,
  ): Promise<{ waiting: Waiting; result: T }> {
    const body = parseSessionBody(request, fields)
    body.errors.throwIfAny()
    const waiting = await this.#find(request)
    const { actor, now, personid } = waiting
    const session = newSession(request, personid, now)
    const attempt = SignInAttempt.withCode(this.#options.database, now, ipBlock(request.ip), personid)
    const work = async (): Promise<{ result: T } | null> => {
      const step = await read(waiting, body)
      if (step === null) return null
      return onceOnly(
        this.#engine.writeWithMailer(actor, (tx, mailer) =>
          this.#enter({ tx, actor, mailer }, { waiting, session, step }),
        ),
      )
    }
    const { result } = await withAttemptLimit(attempt, work, wrong)
    await setEntryCookie(this.#options, reply, { accountid: waiting.accountid, entry: 'session', session })
    reply.header('set-cookie', expiredPendingCookie)
    return { waiting, result }
  }

  /** The waiting sign-in is looked up again under the lock of the person: it can be completed once. */
  async #enter<T>(
    context: MailContext,
    how: { readonly waiting: Waiting; readonly session: NewSession; readonly step: Step<T> },
  ): Promise<{ result: T } | null> {
    const { tx } = context
    const { waiting, session, step } = how
    await tx.lock('person', waiting.personid)
    if (!(await isPending(tx, waiting.hash, waiting.now))) throw noPending()
    const result = await step(context, waiting)
    if (result === null) return null
    await endPending(tx, waiting.hash)
    if (await signInWith(tx, session)) await notifyNewBrowser(context, session)
    return { result }
  }

  /** Nobody who has a factor may set up another one with the password alone (T-163). */
  async #findWithoutFactor(request: FastifyRequest): Promise<Waiting> {
    const waiting = await this.#find(request)
    const { accountid, personid } = waiting
    if ((await this.#options.database.read(accountid, (tx) => findSecondFactor(tx, personid))) !== null) throw isOn()
    return waiting
  }

  async #find(request: FastifyRequest): Promise<Waiting> {
    const { database, clock } = this.#options
    const now = clock.now()
    const hash = pendingHashOf(request)
    const pending = hash === null ? null : await findPending(database, hash, now)
    if (hash === null || pending === null) throw noPending()
    const actor = await actorForPerson(this.#options, pending, now, String(request.id))
    if (actor === null) throw noPending()
    return { ...pending, actor, hash, now }
  }
}

const hasFactor = async ({ tx, actor: { personid } }: MailContext): Promise<boolean> =>
  (await findSecondFactor(tx, personid)) !== null

const purposeOf = (what: Purpose['what'], { accountid, personid, hash }: Waiting): Purpose => ({
  what,
  person: { accountid, personid },
  within: `sign-in ${hash}`,
})
